// Entries that wait to be written, each until it is written, refused, or has waited too long.
import { randomUUID } from 'node:crypto';
import type { AccessEntry } from '../../../ports/access-log.ts';
import type { IdentifiedEntry } from './insert.ts';

export type Waiting = IdentifiedEntry & {
  /** Whether nobody waits for it any more. */
  isSettled(): boolean;
  resolve(): void;
  reject(error: Error): void;
};

/** `ended` resolves when the entry is written, and rejects when it is refused, or not written by the deadline. */
const waitingEntry = (
  entry: AccessEntry,
  { deadline, timedOut }: { deadline: number; timedOut: () => Error },
): { waiting: Waiting; ended: Promise<void> } => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let isSettled = false;
  const settle = (end: () => void) => {
    isSettled = true;
    clearTimeout(timer);
    end();
  };
  const giveUp = () => settle(() => reject(timedOut()));
  const timer = setTimeout(giveUp, Math.max(0, deadline - performance.now()));
  return {
    ended: promise,
    waiting: {
      id: randomUUID(),
      entry,
      isSettled: () => isSettled,
      resolve: () => settle(resolve),
      reject: error => settle(() => reject(error)),
    },
  };
};

/**
 * A queue that is taken from in batches.
 * @param timedOut makes the error of an entry that is not written by its deadline.
 */
export const entryQueue = (timedOut: () => Error) => {
  let queue: Waiting[] = [];
  return {
    /** @param deadline on the clock of `performance.now()`. */
    add: (entry: AccessEntry, deadline: number): Promise<void> => {
      const { waiting, ended } = waitingEntry(entry, { deadline, timedOut });
      queue.push(waiting);
      return ended;
    },
    /** The longest waiting entries, at most `most` of them, without those that nobody waits for. */
    take: (most: number): Waiting[] => {
      queue = queue.filter(one => !one.isSettled());
      return queue.splice(0, most);
    },
    /** Puts back what was taken and is not written, in its place. */
    putBack: (entries: readonly Waiting[]): void => void queue.unshift(...entries),
    isEmpty: () => queue.every(one => one.isSettled()),
  };
};
