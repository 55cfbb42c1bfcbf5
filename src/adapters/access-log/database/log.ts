// The access log in a PostgreSQL database that all instances share: an entry is committed before its request is answered
// (D23).
import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '../../../domain/model/failure.ts';
import type { TelemetryEvents } from '../../../ports/telemetry.ts';
import type { Log } from '../../telemetry/service-log.ts';
import type { OpenAccessLog } from '../open-log.ts';
import { WrongTables } from './check.ts';
import type { DatabaseConnection } from './connection.ts';
import { openConnectionPool } from './connection-pool.ts';
import { codeOf } from './errors.ts';
import { databaseHealth } from './writing/health.ts';
import { probeInsert, probeReach } from './writing/probe.ts';
import { entryQueue } from './writing/queue.ts';
import { batchWriter } from './writing/writer.ts';

/** Milliseconds. */
const patience = {
  /** For one statement; a connection that takes longer is closed, and the insert repeated on another one. */
  statement: 1500,
  /** For one insert, beyond which the service is not ready (D34). */
  slow: 2000,
  /** For the entries that still wait when the service stops (D34). */
  stop: 10_000,
} as const;

/** The driver's message quotes values, so that only its code is kept. */
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
 * Opens the log. Requests that wait at the same time share one insert and one commit. A database that is unreachable when
 * the service starts does not stop it: nothing is answered until the database can be reached.
 * @throws WrongTables where the database can be reached and lacks the tables that this service needs.
 */
export const databaseAccessLog = async (
  to: DatabaseConnection,
  { log, written }: { log: Log; written?: TelemetryEvents['logWritten'] },
): Promise<OpenAccessLog> => {
  const connections = openConnectionPool(to, { log, statementMs: patience.statement });
  const health = databaseHealth(log);
  const queue = entryQueue(timedOut);
  const writer = batchWriter({ queue, connections, health, log, written, unavailable });
  let isClosing = false;

  /** After a failure only an insert proves that entries can be written; it is rolled back. */
  const probe = async (): Promise<unknown> => {
    try {
      await connections.use(health.isGood() ? probeReach : probeInsert);
      health.succeeded();
      return undefined;
    } catch (error) {
      health.failed(error);
      return error;
    }
  };
  let probing: Promise<unknown> | undefined;
  const sharedProbe = () => {
    probing ??= probe().finally(() => {
      probing = undefined;
    });
    return probing;
  };

  const atStart = await probe();
  if (atStart instanceof WrongTables) {
    await connections.close();
    throw atStart;
  }
  return {
    append: (entry, deadline) => {
      if (isClosing) return Promise.reject(unavailable(undefined));
      const ended = queue.add(entry, deadline);
      writer.start();
      return ended;
    },
    isWritable: async () => {
      if (writer.insertingFor() > patience.slow) return false;
      if (!health.isFresh()) await sharedProbe();
      return health.isGood();
    },
    waiting: queue.waiting,
    partitionsUntil: connections.partitionsUntil,
    reopen: async () => {
      await connections.renew();
      log.info({}, 'new connections to the database of the access log are open');
    },
    close: async () => {
      isClosing = true;
      const isStuck = wait(patience.stop, undefined, { ref: false });
      await Promise.race([writer.idle(), isStuck]);
      await Promise.race([connections.close(), isStuck]);
    },
  };
};
