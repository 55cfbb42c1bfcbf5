// A lock across instances: of equal writes that are in flight at the same time, one is sent at a time (D21).

/** The right to send a write. It expires, so a crashed instance does not block the write. */
export type WriteLease = {
  /** Whether the lease is still held: a process that was paused may have lost it to another one. Never rejects. */
  isCurrent(): Promise<boolean>;
  /** Releases the lock. Never rejects: a lease that cannot be released expires. */
  release(): Promise<void>;
};

/**
 * Waits for the lock on a key until the deadline (a time of `performance.now()`). Undefined if it could not be acquired
 * by then. If the instances cannot coordinate, the lease is granted at once: the EHR then decides. Never rejects.
 */
export type WriteLock = (key: string, deadline: number) => Promise<WriteLease | undefined>;

const uncoordinated: WriteLease = { isCurrent: async () => true, release: async () => {} };

/** For a single instance, which deduplicates equal writes by itself. */
export const noWriteLock: WriteLock = async () => uncoordinated;
