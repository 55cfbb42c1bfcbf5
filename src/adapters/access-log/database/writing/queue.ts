// Entries that wait to be written. Each leaves when it is written or refused, or when its deadline passes.
import { randomUUID } from 'node:crypto';
import type { AccessEntry } from '../../../../ports/access-log.ts';
import type { IdentifiedEntry } from './insert.ts';

export type Waiting = IdentifiedEntry & {
  /** Whether it has been written or refused, or its deadline has passed. */
  isSettled(): boolean;
  resolve(): void;
  reject(error: Error): void;
};

/** `ended` resolves when the entry is written; it rejects when it is refused, or not written by the deadline. */
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

export type EntryQueue = {
  /**
   * Resolves when the entry is written; rejects when it is refused, or not written by the deadline (on the clock of
   * `performance.now()`).
   */
  add(entry: AccessEntry, deadline: number): Promise<void>;
  /** Takes out the entries that have waited longest. */
  take(maxEntries: number): Waiting[];
  /** Puts entries that could not be written back, before all others. */
  putBack(entries: readonly Waiting[]): void;
  isEmpty(): boolean;
  /** How many entries are not settled yet, including those that are being written. */
  waiting(): number;
};

/** @param timedOut creates the error of an entry that is not written by its deadline. */
export const entryQueue = (timedOut: () => Error): EntryQueue => {
  let queue: Waiting[] = [];
  let unsettled = 0;
  return {
    add: (entry, deadline) => {
      const { waiting, ended } = waitingEntry(entry, { deadline, timedOut });
      queue.push(waiting);
      unsettled++;
      return ended.finally(() => {
        unsettled--;
      });
    },
    take: maxEntries => {
      queue = queue.filter(entry => !entry.isSettled());
      return queue.splice(0, maxEntries);
    },
    putBack: entries => void queue.unshift(...entries),
    isEmpty: () => queue.every(entry => entry.isSettled()),
    waiting: () => unsettled,
  };
};
