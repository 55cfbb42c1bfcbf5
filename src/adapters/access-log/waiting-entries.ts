// Entries that wait to be written, each until its deadline.

/** An entry that waits. What has become of it once is final. */
export type Waiting<E extends object> = E & {
  /** Whether it has been written or refused, or its deadline has passed. */
  isSettled(): boolean;
  resolve(): void;
  reject(error: Error): void;
};

/** @param timedOut creates the error of an entry that is not written by its deadline. */
export const waitingEntries = <E extends object>(timedOut: () => Error) => {
  let queue: Waiting<E>[] = [];
  /** The entries that are not settled yet, and their deadlines. */
  const deadlines = new Map<Waiting<E>, number>();
  /** One timer for all entries, because hardly any deadline is ever reached. It ends no later than the earliest deadline. */
  let timer: NodeJS.Timeout | undefined;
  let timerEnds = Number.POSITIVE_INFINITY;

  const withoutSettled = () => queue.filter(entry => !entry.isSettled());

  const rejectLate = () => {
    timerEnds = Number.POSITIVE_INFINITY;
    const now = performance.now();
    for (const [entry, deadline] of deadlines) {
      if (deadline <= now) entry.reject(timedOut());
      else waitUntil(deadline);
    }
    queue = withoutSettled();
  };

  const waitUntil = (deadline: number) => {
    if (deadline >= timerEnds) return;
    clearTimeout(timer);
    timerEnds = deadline;
    // The write keeps the process alive, not the timer.
    timer = setTimeout(rejectLate, Math.max(0, deadline - performance.now())).unref();
  };

  return {
    /**
     * Resolves when the entry is written; rejects when it is refused, or not written by the deadline (on the clock of
     * `performance.now()`).
     */
    add: (entry: E, deadline: number): Promise<void> => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const waiting: Waiting<E> = {
        ...entry,
        isSettled: () => !deadlines.has(waiting),
        resolve: () => {
          deadlines.delete(waiting);
          resolve();
        },
        reject: error => {
          deadlines.delete(waiting);
          reject(error);
        },
      };
      queue.push(waiting);
      deadlines.set(waiting, deadline);
      waitUntil(deadline);
      return promise;
    },
    /** Takes out those that have waited longest, by default all. They are to be settled, or put back. */
    take: (most = Number.POSITIVE_INFINITY): Waiting<E>[] => {
      queue = withoutSettled();
      return queue.splice(0, most);
    },
    /** Puts entries that could not be written back, before all others. */
    putBack: (entries: readonly Waiting<E>[]): void => void queue.unshift(...entries),
    isEmpty: (): boolean => queue.every(entry => entry.isSettled()),
    /** How many entries are not settled yet, including those that are being written. */
    count: (): number => deadlines.size,
  };
};

export type WaitingEntries<E extends object> = ReturnType<typeof waitingEntries<E>>;
