// Lines that wait to be on disk, each until its deadline.
import type { Failure } from '../../domain/model/failure.ts';

export type PendingLine = {
  readonly line: string;
  /** A time of `performance.now()`. */
  readonly deadline: number;
  readonly resolve: () => void;
  readonly reject: (failure: Failure) => void;
  isSettled: boolean;
};

export type PendingLines = {
  /** Resolves when the line is on disk; rejects if it cannot be written, or is not written by the deadline. */
  add(line: string, deadline: number): Promise<void>;
  /** Takes the waiting lines, without those whose deadline has passed. They must be settled before the next ones are taken. */
  take(): readonly PendingLine[];
  /** Resolves the lines that were taken, or rejects them. Those whose deadline has passed meanwhile are rejected already. */
  settle(failure?: Failure): void;
  /** The number of lines that wait or are being written. */
  count(): number;
};

/** @param timedOut creates the failure of a line that is not on disk by its deadline. */
export const pendingLines = (timedOut: () => Failure): PendingLines => {
  let waiting: PendingLine[] = [];
  let taken: PendingLine[] = [];
  let count = 0;
  /** One timer for all lines, because hardly any deadline is ever reached. It ends no later than the earliest deadline. */
  let timer: NodeJS.Timeout | undefined;
  let timerEnds = Number.POSITIVE_INFINITY;

  const settleLine = (pending: PendingLine, failure: Failure | undefined) => {
    if (pending.isSettled) return;
    pending.isSettled = true;
    count--;
    if (failure === undefined) pending.resolve();
    else pending.reject(failure);
  };

  const rejectLate = () => {
    timerEnds = Number.POSITIVE_INFINITY;
    const now = performance.now();
    for (const pending of [...taken, ...waiting]) {
      if (pending.deadline <= now) settleLine(pending, timedOut());
      else if (!pending.isSettled) waitUntil(pending.deadline);
    }
    waiting = waiting.filter(({ isSettled }) => !isSettled);
  };

  const waitUntil = (deadline: number) => {
    if (deadline >= timerEnds) return;
    clearTimeout(timer);
    timerEnds = deadline;
    // The write keeps the process alive, not the timer.
    timer = setTimeout(rejectLate, Math.max(0, deadline - performance.now())).unref();
  };

  return {
    add: (line, deadline) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push({ line, deadline, resolve, reject, isSettled: false });
      count++;
      waitUntil(deadline);
      return promise;
    },
    take: () => {
      taken = waiting;
      waiting = [];
      return taken;
    },
    settle: failure => {
      for (const pending of taken) settleLine(pending, failure);
      taken = [];
    },
    count: () => count,
  };
};
