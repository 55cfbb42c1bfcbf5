// A queue that runs one task at a time, and detects a task that hangs.
import { untilAborted } from '../../domain/model/until-aborted.ts';

type Task = () => Promise<void>;

/** @param maxTaskMs milliseconds after which a task counts as hanging. */
export const serialQueue = (
  maxTaskMs: number,
  { onHanging, onResumed }: { onHanging: () => void; onResumed: (durationMs: number) => void },
) => {
  let last: Promise<void> = Promise.resolve();
  let startedAt: number | undefined;
  let isHanging = false;
  let hang = Promise.withResolvers<void>();
  /** Whether the timer runs. All tasks share it, because hardly any ever hangs. It ends no later than the current task may hang. */
  let isTimed = false;

  const checkIn = (durationMs: number) => {
    if (isTimed) return;
    isTimed = true;
    // The task keeps the process alive, not the timer.
    setTimeout(check, durationMs).unref();
  };

  const check = () => {
    isTimed = false;
    if (startedAt === undefined) return;
    const left = startedAt + maxTaskMs - performance.now();
    if (left > 0) return checkIn(Math.ceil(left));
    isHanging = true;
    hang.resolve();
    onHanging();
  };

  const timed = async (task: Task) => {
    const start = performance.now();
    startedAt = start;
    checkIn(maxTaskMs);
    try {
      await task();
    } finally {
      startedAt = undefined;
      if (isHanging) {
        isHanging = false;
        hang = Promise.withResolvers();
        onResumed(Math.round(performance.now() - start));
      }
    }
  };

  const run = (task: Task): Promise<void> => {
    const done = last.then(() => timed(task));
    last = done.catch(() => {
      // The caller of `run` gets the error.
    });
    return done;
  };

  return {
    /** Runs the task after all earlier ones. Rejects if the task does; later tasks run nevertheless. */
    run,
    /**
     * Runs the task like `run`. Resolves with false if it has not ended within the timeout, which begins with the task that is
     * running now, if there is one.
     */
    runWithin: (task: Task, timeoutMs: number): Promise<boolean> => {
      const left = timeoutMs - (startedAt === undefined ? 0 : performance.now() - startedAt);
      const timedOut = AbortSignal.timeout(Math.max(0, Math.ceil(left)));
      const done = run(task).then(() => true);
      return untilAborted(done, timedOut).catch(error => {
        if (timedOut.aborted) return false;
        throw error;
      });
    },
    /** Whether the current task has taken too long. */
    isHanging: (): boolean => isHanging,
    /** Resolves as soon as a task hangs. */
    whenHanging: (): Promise<void> => hang.promise,
  };
};
