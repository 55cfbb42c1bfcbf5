// The access log in a PostgreSQL database that all instances share: an entry is committed before its request is answered
// (D23).
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { Failure } from '../../../domain/model/failure.ts';
import type { TelemetryEvents } from '../../../ports/telemetry.ts';
import type { Log } from '../../telemetry/service-log.ts';
import type { OpenAccessLog } from '../open-log.ts';
import { checkTables, WrongTables } from './check.ts';
import { clientOptions, type DatabaseConnection } from './connection.ts';
import { codeOf, describeDatabaseError, isAboutValues } from './errors.ts';
import { type IdentifiedEntry, insertEntries } from './insert.ts';
import { probeInsert, probeReach } from './probe.ts';
import { entryQueue, type Waiting } from './queue.ts';

/** Milliseconds. */
const patience = {
  /** For one insert; a connection that takes longer is given up, and the insert repeated on another one. */
  insert: 1500,
  /** Between two attempts, doubled from the first value to the last. */
  pause: [25, 800],
  /** For a database that is restarted or fails over. After that, what fails is refused without another attempt. */
  outage: 3000,
  /** After which an insert that has not ended makes the service not ready (D34). */
  slow: 2000,
  /** How long the last success proves that the database is there. */
  known: 2000,
  /** For what waits when the service stops (D34). */
  stop: 10_000,
} as const;

/** Entries of one insert. */
const largestBatch = 500;

const unavailable = (error: unknown) =>
  new Failure('log-unavailable', {
    reason: 'access-log-unwritable',
    detail: 'the access log in the database',
    cause: Object.assign(new Error('the database'), { code: codeOf(error) }),
  });

const timedOut = () =>
  new Failure('log-unavailable', {
    reason: 'access-log-timeout',
    detail: 'the access log in the database: not committed in time',
  });

/**
 * Opens the log. Requests that wait at the same time share one insert and one commit. A database that is unreachable now
 * may come back: until then nothing is answered.
 * @throws Error where the tables are not those that this service needs.
 */
export const databaseAccessLog = async (
  to: DatabaseConnection,
  { log, written }: { log: Log; written?: TelemetryEvents['logWritten'] },
): Promise<OpenAccessLog> => {
  const openPool = () => {
    const opened = new pg.Pool({
      ...clientOptions(to, { statementMs: patience.insert }),
      max: 2,
      idleTimeoutMillis: 0,
    });
    // A connection that breaks fails the statement that is running, and is replaced when it is needed. It may break at
    // any moment, also between two users of it: without a listener of its own that would end the process.
    opened.on('error', () => {});
    opened.on('connect', client => void client.on('error', () => {}));
    return opened;
  };
  let pool = openPool();
  const queue = entryQueue(timedOut);
  let areTablesChecked = false;
  /** Whether the last attempt failed; undefined before the first. */
  let isBroken: boolean | undefined;
  let brokenSince = 0;
  let lastSuccess = Number.NEGATIVE_INFINITY;
  /** When the insert that is running began. */
  let inserting: number | undefined;
  /** Writes while something waits; undefined while nothing does. */
  let writing: Promise<void> | undefined;
  let isClosing = false;

  const succeeded = () => {
    if (isBroken) log.info({}, 'the access log can be written again');
    isBroken = false;
    lastSuccess = performance.now();
  };

  /** Reports once, however many attempts fail. */
  const failed = (error: unknown) => {
    if (isBroken !== true) {
      const about = error instanceof WrongTables ? { why: error.message } : describeDatabaseError(error);
      log.error(about, 'the access log cannot be written: nothing is answered');
      brokenSince = performance.now();
    }
    isBroken = true;
  };

  /** Works on a connection that is closed where the work fails: what state it is in, nobody knows. */
  const withConnection = async (work: (client: pg.PoolClient) => Promise<void>): Promise<void> => {
    const client = await pool.connect();
    let isUsable = false;
    try {
      if (!areTablesChecked) await checkTables(client, log);
      areTablesChecked = true;
      await work(client);
      isUsable = true;
    } finally {
      client.release(!isUsable);
    }
  };

  const insert = (entries: readonly IdentifiedEntry[]) =>
    withConnection(client => insertEntries(client, entries));

  /** One by one, so that an entry whose values are refused takes no other one with it. */
  const insertSingly = async (batch: readonly Waiting[]): Promise<void> => {
    for (const one of batch) {
      try {
        await insert([one]);
        one.resolve();
      } catch (error) {
        if (!isAboutValues(error)) throw error;
        log.error(describeDatabaseError(error), 'an entry of the access log was refused by the database');
        one.reject(unavailable(error));
      }
    }
  };

  const write = async (batch: readonly Waiting[]): Promise<void> => {
    inserting = performance.now();
    try {
      await insert(batch);
      written?.({ entries: batch.length, durationMs: performance.now() - inserting });
      for (const one of batch) one.resolve();
    } catch (error) {
      if (!isAboutValues(error)) throw error;
      await insertSingly(batch);
    } finally {
      inserting = undefined;
    }
  };

  const isOutage = () => performance.now() - brokenSince > patience.outage;

  /**
   * Writes until nothing waits. What fails is repeated by its ids, until it is written or its time is over; in a long
   * outage it is refused at once, so that requests do not pile up.
   */
  const writeWaiting = async (): Promise<void> => {
    let pause: number = patience.pause[0];
    for (;;) {
      const batch = queue.take(largestBatch);
      if (batch.length === 0) return;
      try {
        await write(batch);
        succeeded();
        pause = patience.pause[0];
      } catch (error) {
        failed(error);
        const left = batch.filter(one => !one.isSettled());
        if (isOutage()) for (const one of left) one.reject(unavailable(error));
        else queue.putBack(left);
        await wait(pause);
        pause = Math.min(pause * 2, patience.pause[1]);
      }
    }
  };

  const startWriting = () => {
    writing ??= writeWaiting().finally(() => {
      writing = undefined;
      if (!queue.isEmpty()) startWriting();
    });
  };

  /** While it works, a look that writes nothing; after a failure, an insert that is rolled back. */
  const probe = async (): Promise<unknown> => {
    try {
      await withConnection(isBroken === false ? probeReach : probeInsert);
      succeeded();
      return undefined;
    } catch (error) {
      failed(error);
      return error;
    }
  };
  let probing: Promise<unknown> | undefined;
  const probeOnce = () => {
    probing ??= probe().finally(() => {
      probing = undefined;
    });
    return probing;
  };

  const atStart = await probe();
  if (atStart instanceof WrongTables) {
    await pool.end();
    throw atStart;
  }
  return {
    append: (entry, deadline) => {
      if (isClosing) return Promise.reject(unavailable(undefined));
      const ended = queue.add(entry, deadline);
      startWriting();
      return ended;
    },
    isWritable: async () => {
      if (inserting !== undefined && performance.now() - inserting > patience.slow) return false;
      if (isBroken !== false || performance.now() - lastSuccess > patience.known) await probeOnce();
      return isBroken === false;
    },
    reopen: async () => {
      const old = pool;
      pool = openPool();
      log.info({}, 'the database of the access log is connected to anew');
      await old.end();
    },
    close: async () => {
      isClosing = true;
      const isStuck = wait(patience.stop, undefined, { ref: false });
      await Promise.race([writing, isStuck]);
      await Promise.race([pool.end(), isStuck]);
    },
  };
};
