// A queue that does one piece of work at a time, and detects work that hangs.

export type Turns = {
  /** Does the work after all work before it. Rejects as the work does; the work after it is done nevertheless. */
  run(work: () => Promise<void>): Promise<void>;
  /** The same; resolves with false if it is not done in time. Time that the present work has taken already counts. */
  runWithin(work: () => Promise<void>, most: number): Promise<boolean>;
  /** Whether the present work has taken too long. */
  hangs(): boolean;
  /** Resolves as soon as work hangs. */
  hanging(): Promise<void>;
};

/** @param most milliseconds after which a piece of work counts as hanging. */
export const oneAfterTheOther = (
  most: number,
  { onHanging, onMovedOn }: { onHanging: () => void; onMovedOn: (durationMs: number) => void },
): Turns => {
  let last: Promise<void> = Promise.resolve();
  let began: number | undefined;
  let isHanging = false;
  let hang = Promise.withResolvers<void>();
  /** Whether a timer runs: one for all work, because hardly any ever hangs. It ends before the present work may hang. */
  let isTimed = false;

  const checkIn = (durationMs: number) => {
    if (isTimed) return;
    isTimed = true;
    // The work keeps the process alive, not the timer.
    setTimeout(check, durationMs).unref();
  };

  const check = () => {
    isTimed = false;
    if (began === undefined) return;
    const left = began + most - performance.now();
    if (left > 0) return checkIn(Math.ceil(left));
    isHanging = true;
    hang.resolve();
    onHanging();
  };

  const watched = async (work: () => Promise<void>) => {
    const start = performance.now();
    began = start;
    checkIn(most);
    try {
      await work();
    } finally {
      began = undefined;
      if (isHanging) {
        isHanging = false;
        hang = Promise.withResolvers();
        onMovedOn(Math.round(performance.now() - start));
      }
    }
  };

  const run = (work: () => Promise<void>): Promise<void> => {
    const done = last.then(() => watched(work));
    last = done.catch(() => {
      // The caller of `run` gets the error.
    });
    return done;
  };

  return {
    run,
    runWithin: (work, longest) => {
      const left = longest - (began === undefined ? 0 : performance.now() - began);
      const { promise: tooLate, resolve } = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => resolve(false), left);
      return Promise.race([run(work).then(() => true), tooLate]).finally(() => clearTimeout(timer));
    },
    hangs: () => isHanging,
    hanging: () => hang.promise,
  };
};
