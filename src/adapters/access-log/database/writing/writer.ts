// Writes the waiting entries in batches: one insert at a time, repeated with the same ids until it succeeds or the entries'
// deadlines have passed.
import { setTimeout as wait } from 'node:timers/promises';
import type { Failure } from '../../../../domain/model/failure.ts';
import type { TelemetryEvents } from '../../../../ports/telemetry.ts';
import type { Log } from '../../../telemetry/service-log.ts';
import type { Head } from '../../chain.ts';
import type { Health } from '../../health.ts';
import type { Waiting, WaitingEntries } from '../../waiting-entries.ts';
import type { ConnectionPool } from '../connection-pool.ts';
import { describeDatabaseError, isAboutValues, isRolledBack } from '../errors.ts';
import { chainedRows, type IdentifiedEntry, insertRows, type LinkedRow } from './insert.ts';

/** Entries of one insert. */
const maxBatch = 500;
/** Milliseconds between two attempts: doubled after each one, up to the maximum. */
const backoff = { initial: 25, max: 800 };

/** Entries that are inserted together, linked to those before them. */
type Batch = {
  readonly waiting: readonly Waiting<IdentifiedEntry>[];
  readonly rows: readonly LinkedRow[];
  /** The hash of its last entry. */
  readonly head: Head;
};

/** About as many bytes as the rows take in the table. */
const bytesOf = ({ rows }: Batch): number =>
  rows.reduce((bytes, { values }) => bytes + JSON.stringify(values).length, 0);

/**
 * Inserts the queued entries in batches, in order, each entry linked to the one before (D23, the chain of hashes).
 * @param unavailable the failure of an entry that the database refuses or that waits in an outage.
 */
export const batchWriter = ({
  queue,
  connections,
  health,
  log,
  written,
  unavailable,
}: {
  queue: WaitingEntries<IdentifiedEntry>;
  connections: ConnectionPool;
  health: Health;
  log: Log;
  written: TelemetryEvents['logWritten'] | undefined;
  unavailable: (cause: unknown) => Failure;
}) => {
  let writing: Promise<void> | undefined;
  let insertingSince: number | undefined;
  let head: Head = null;
  /**
   * A batch whose outcome is unknown. It is repeated as it is until it succeeds, even if nobody waits for it any more: if the
   * database has it, entries that were linked otherwise would break the chain.
   */
  let unknown: Batch | undefined;

  const batchOf = (waiting: readonly Waiting<IdentifiedEntry>[]): Batch => ({
    waiting,
    ...chainedRows(waiting, head),
  });

  /** Inserts the entries with one statement, and settles them. Remembers the batch if it may have been inserted all the same. */
  const insert = async (batch: Batch): Promise<void> => {
    const began = performance.now();
    insertingSince = began;
    const wasUnknown = batch === unknown;
    let isSent = false;
    try {
      await connections.use(client => {
        isSent = true;
        return insertRows(client, batch.rows);
      });
    } catch (error) {
      // A refusal says nothing about an earlier attempt, unless it is about the values, which were the same then.
      const isCertain = isAboutValues(error) || (!wasUnknown && (!isSent || isRolledBack(error)));
      unknown = isCertain ? undefined : batch;
      throw error;
    } finally {
      insertingSince = undefined;
    }
    unknown = undefined;
    head = batch.head;
    written?.({ entries: batch.rows.length, durationMs: performance.now() - began });
    for (const entry of batch.waiting) entry.resolve();
  };

  /** Inserts each entry alone, so one with a value that the database refuses does not fail the others. */
  const insertSingly = async (waiting: readonly Waiting<IdentifiedEntry>[]): Promise<void> => {
    for (const [at, entry] of waiting.entries()) {
      try {
        await insert(batchOf([entry]));
      } catch (error) {
        if (!isAboutValues(error)) {
          // What is not remembered is put back, in its order.
          queue.putBack(waiting.slice(unknown === undefined ? at : at + 1));
          throw error;
        }
        log.error(describeDatabaseError(error), 'an entry of the access log was refused by the database');
        entry.reject(unavailable(error));
      }
    }
  };

  const write = async (batch: Batch): Promise<void> => {
    try {
      await insert(batch);
    } catch (error) {
      if (isAboutValues(error)) return insertSingly(batch.waiting);
      if (unknown === undefined) queue.putBack(batch.waiting);
      throw error;
    }
  };

  /** During a long outage, entries are refused after one attempt, so requests do not pile up. */
  const refuseWaiting = (error: unknown): void => {
    for (const entry of [...(unknown?.waiting ?? []), ...queue.take()]) entry.reject(unavailable(error));
  };

  const nextBatch = (): Batch | undefined => {
    if (unknown !== undefined) return unknown;
    const waiting = queue.take(maxBatch);
    return waiting.length === 0 ? undefined : batchOf(waiting);
  };

  const isWaitedFor = () => !queue.isEmpty() || unknown?.waiting.some(entry => !entry.isSettled()) === true;

  const writeWaiting = async (): Promise<void> => {
    let pause = backoff.initial;
    for (;;) {
      const batch = nextBatch();
      if (batch === undefined) return;
      try {
        await write(batch);
        health.succeeded();
        pause = backoff.initial;
      } catch (error) {
        health.failed(error, bytesOf(batch));
        if (health.isOutage()) refuseWaiting(error);
        if (!isWaitedFor()) return;
        await wait(pause);
        pause = Math.min(pause * 2, backoff.max);
      }
    }
  };

  const start = (): void => {
    writing ??= writeWaiting().finally(() => {
      writing = undefined;
      if (!queue.isEmpty()) start();
    });
  };

  return {
    /** Writes until nothing waits. Does nothing if it is already writing. */
    start,
    /** Whether entries wait, or are being inserted. */
    isWriting: (): boolean => writing !== undefined,
    /** Resolves when the current writing has ended. */
    idle: async (): Promise<void> => {
      // More may have been appended just as the writing ended, which begins it again.
      while (writing !== undefined) await writing;
    },
    /** Milliseconds since the insert in flight began; 0 without one. */
    insertingFor: (): number => (insertingSince === undefined ? 0 : performance.now() - insertingSince),
    /** The hash of the entry that was inserted last; null before the first one. */
    head: (): Head => head,
  };
};
