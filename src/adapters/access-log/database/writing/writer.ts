// Writes the waiting entries in batches: one insert at a time, repeated with the same ids until it succeeds or the entries'
// deadlines have passed.
import { setTimeout as wait } from 'node:timers/promises';
import type { Failure } from '../../../../domain/model/failure.ts';
import type { TelemetryEvents } from '../../../../ports/telemetry.ts';
import type { Log } from '../../../telemetry/service-log.ts';
import type { ConnectionPool } from '../connection-pool.ts';
import { describeDatabaseError, isAboutValues } from '../errors.ts';
import type { Health } from './health.ts';
import { insertEntries } from './insert.ts';
import type { EntryQueue, Waiting } from './queue.ts';

/** Entries of one insert. */
const maxBatch = 500;
/** Milliseconds between two attempts: doubled after each one, up to the maximum. */
const backoff = { initial: 25, max: 800 };

export type Writer = {
  /** Writes until nothing waits. Does nothing if it is already writing. */
  start(): void;
  /** Resolves when the current writing has ended. */
  idle(): Promise<void>;
  /** Milliseconds since the insert in flight began; 0 without one. */
  insertingFor(): number;
};

export type WriterDeps = {
  readonly queue: EntryQueue;
  readonly connections: ConnectionPool;
  readonly health: Health;
  readonly log: Log;
  readonly written: TelemetryEvents['logWritten'] | undefined;
  /** The failure of an entry that the database refuses or that waits in an outage. */
  readonly unavailable: (cause: unknown) => Failure;
};

export const batchWriter = (deps: WriterDeps): Writer => {
  const { queue, connections, health, log, written, unavailable } = deps;
  let writing: Promise<void> | undefined;
  let insertingSince: number | undefined;

  /** Inserts the entries with one statement, and settles them. */
  const insert = async (entries: readonly Waiting[]): Promise<void> => {
    const began = performance.now();
    insertingSince = began;
    try {
      await connections.use(client => insertEntries(client, entries));
    } finally {
      insertingSince = undefined;
    }
    written?.({ entries: entries.length, durationMs: performance.now() - began });
    for (const one of entries) one.resolve();
  };

  /** Inserts each entry alone, so that one with a value that the database refuses does not fail the others. */
  const insertSingly = async (batch: readonly Waiting[]): Promise<void> => {
    for (const one of batch) {
      try {
        await insert([one]);
      } catch (error) {
        if (!isAboutValues(error)) throw error;
        log.error(describeDatabaseError(error), 'an entry of the access log was refused by the database');
        one.reject(unavailable(error));
      }
    }
  };

  const write = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      await insert(batch);
    } catch (error) {
      if (!isAboutValues(error)) throw error;
      await insertSingly(batch);
    }
  };

  /** During a long outage, entries are refused after one attempt, so that requests do not pile up. */
  const giveBack = (batch: readonly Waiting[], error: unknown): void => {
    const left = batch.filter(one => !one.isSettled());
    if (health.isOutage()) for (const one of left) one.reject(unavailable(error));
    else queue.putBack(left);
  };

  const writeWaiting = async (): Promise<void> => {
    let pause = backoff.initial;
    for (;;) {
      const batch = queue.take(maxBatch);
      if (batch.length === 0) return;
      try {
        await write(batch);
        health.succeeded();
        pause = backoff.initial;
      } catch (error) {
        health.failed(error);
        giveBack(batch, error);
        await wait(pause);
        pause = Math.min(pause * 2, backoff.max);
      }
    }
  };

  const start = () => {
    writing ??= writeWaiting().finally(() => {
      writing = undefined;
      if (!queue.isEmpty()) start();
    });
  };

  return {
    start,
    idle: async () => {
      // More may have been appended just as the writing ended, which begins it again.
      while (writing !== undefined) await writing;
    },
    insertingFor: () => (insertingSince === undefined ? 0 : performance.now() - insertingSince),
  };
};
