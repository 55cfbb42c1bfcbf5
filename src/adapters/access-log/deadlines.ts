// Deadlines of many waiting things with a single timer. Each request has one, and hardly any is ever reached.

type Waiting = { readonly deadline: number };

export type Deadlines<T> = {
  /** Waits for the deadline of one more, a time of `performance.now()`. */
  add(one: T): void;
  /** Returns false if it does not wait (any more). */
  delete(one: T): boolean;
  /** How many wait. */
  count(): number;
};

/** @param onExpired called for each whose deadline has passed. It does not wait any more by then. */
export const deadlines = <T extends Waiting>(onExpired: (one: T) => void): Deadlines<T> => {
  const waiting = new Set<T>();
  let timer: NodeJS.Timeout | undefined;
  /** When the timer ends: not after the earliest deadline, but perhaps long before it. */
  let due = Number.POSITIVE_INFINITY;

  const waitUntil = (deadline: number) => {
    if (deadline >= due) return;
    clearTimeout(timer);
    due = deadline;
    // It does not keep the process alive: whatever the things wait for does.
    timer = setTimeout(expire, Math.max(0, deadline - performance.now())).unref();
  };

  const expire = () => {
    due = Number.POSITIVE_INFINITY;
    const now = performance.now();
    const expired = [...waiting].filter(({ deadline }) => deadline <= now);
    for (const one of expired) waiting.delete(one);
    for (const { deadline } of waiting) waitUntil(deadline);
    for (const one of expired) onExpired(one);
  };

  return {
    add: one => {
      waiting.add(one);
      waitUntil(one.deadline);
    },
    delete: one => waiting.delete(one),
    count: () => waiting.size,
  };
};
