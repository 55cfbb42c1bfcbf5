// Equal writes in flight at the same time in several instances: one is sent at a time (D21).

/** A write that nobody else sends while it is held. */
export type WriteLease = {
  /** Whether it is still held; a process that was paused may have lost it to another one. Never rejects. */
  isCurrent(): Promise<boolean>;
  /** Lets the next one have it. Never rejects: what cannot be released ends by itself. */
  release(): Promise<void>;
};

/**
 * Waits until nobody holds the write with this key, and holds it, until the deadline at most (on the clock of
 * `performance.now()`). Undefined where it could not be had by then. Where instances cannot coordinate it is had at once:
 * the health record system then decides. Never rejects.
 */
export type WriteLock = (key: string, deadline: number) => Promise<WriteLease | undefined>;

const uncoordinated: WriteLease = { isCurrent: async () => true, release: async () => {} };

/** For one instance alone, which shares its equal writes itself. */
export const noWriteLock: WriteLock = async () => uncoordinated;
