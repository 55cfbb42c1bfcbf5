// Work that is done one after the other, and what is known of work that hangs.

export type Turns = {
  /** Does the work when what came before is done. Rejects as the work does; what comes after is done all the same. */
  run(work: () => Promise<void>): Promise<void>;
  /** The same; false where it is not done in time, counted from the beginning of work that hangs already. */
  runWithin(work: () => Promise<void>, most: number): Promise<boolean>;
  /** Whether the work that is being done has taken too long. */
  hangs(): boolean;
  /** Resolves as soon as work hangs. */
  hanging(): Promise<void>;
};

/** @param most milliseconds of one piece of work, beyond which it hangs. */
export const oneAfterTheOther = (
  most: number,
  { onHanging, onMovedOn }: { onHanging: () => void; onMovedOn: (durationMs: number) => void },
): Turns => {
  let last: Promise<void> = Promise.resolve();
  let began: number | undefined;
  let isHanging = false;
  let hang = Promise.withResolvers<void>();

  const watched = async (work: () => Promise<void>) => {
    const start = performance.now();
    began = start;
    const timer = setTimeout(() => {
      isHanging = true;
      hang.resolve();
      onHanging();
    }, most);
    try {
      await work();
    } finally {
      clearTimeout(timer);
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
      // Whoever asked for the work hears of it.
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
