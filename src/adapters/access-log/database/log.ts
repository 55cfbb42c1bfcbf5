// The access log in a PostgreSQL database that all instances share: an entry is committed before its request is answered
// (D23).
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '../../../domain/model/failure.ts';
import type { TelemetryEvents } from '../../../ports/telemetry.ts';
import type { Log } from '../../telemetry/service-log.ts';
import { logHealth } from '../health.ts';
import type { OpenAccessLog } from '../open-log.ts';
import { waitingEntries } from '../waiting-entries.ts';
import { WrongTables } from './check.ts';
import type { DatabaseConnection } from './connection.ts';
import { openConnectionPool } from './connection-pool.ts';
import { codeOf, describeDatabaseError } from './errors.ts';
import type { IdentifiedEntry } from './writing/insert.ts';
import { probeInsert, probeReach } from './writing/probe.ts';
import { batchWriter } from './writing/writer.ts';

/** Milliseconds. */
const timeouts = {
  /** Of one statement. If it takes longer, its connection is closed, and the insert is repeated on another one. */
  statement: 1500,
  /** Of one insert. While one takes longer, the service is not ready (D34). */
  insert: 2000,
  /** Of a stop that waits for entries (D34). */
  stop: 10_000,
} as const;

/** Keeps only the code of the driver's error, because its message quotes values. */
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
 * Opens the log. Requests that wait at the same time share one insert and one commit. If the database is unreachable when the
 * service starts, the service starts nevertheless, and answers nothing until the database is reachable.
 * @throws WrongTables if the database is reachable, but lacks the tables that this service needs.
 */
export const databaseAccessLog = async (
  to: DatabaseConnection,
  { log, written }: { log: Log; written?: TelemetryEvents['logWritten'] },
): Promise<OpenAccessLog> => {
  const connections = openConnectionPool(to, { log, statementMs: timeouts.statement });
  const health = logHealth(log, {
    fieldsOf: error => ({
      ...(error instanceof WrongTables ? { why: error.message } : describeDatabaseError(error)),
      host: to.host,
    }),
    probe: () => probe(),
  });
  const queue = waitingEntries<IdentifiedEntry>(timedOut);
  const writer = batchWriter({ queue, connections, health, log, written, unavailable });
  let isClosing = false;

  /** After a failure, only an insert proves that entries can be written: that of the entries that wait, else one that is rolled back. */
  const probe = async (): Promise<unknown> => {
    const wasGood = health.isGood();
    if (!wasGood && writer.isWriting()) return undefined;
    try {
      await connections.use(client =>
        wasGood ? probeReach(client) : probeInsert(client, health.probeBytes()),
      );
      // An insert may have failed meanwhile.
      if (health.isGood() === wasGood) health.succeeded();
      return undefined;
    } catch (error) {
      health.failed(error);
      return error;
    }
  };

  const atStart = await probe();
  if (atStart instanceof WrongTables) {
    health.stopProbing();
    await connections.close();
    throw atStart;
  }
  return {
    append: (entry, deadline) => {
      if (isClosing) return Promise.reject(unavailable(undefined));
      const ended = queue.add({ id: randomUUID(), entry }, deadline);
      writer.start();
      return ended;
    },
    isWritable: async () => {
      if (writer.insertingFor() > timeouts.insert) return false;
      if (!health.isFresh()) await health.probeNow();
      return health.isGood();
    },
    // A restart or a failover is shorter: entries wait for it.
    isKnownUnwritable: health.isOutage,
    head: writer.head,
    waiting: queue.count,
    partitionsUntil: connections.partitionsUntil,
    reopen: async () => {
      if (isClosing) return;
      await connections.renew();
      log.info({}, 'new connections to the database of the access log are open');
    },
    close: async () => {
      isClosing = true;
      health.stopProbing();
      const timeout = wait(timeouts.stop, undefined, { ref: false });
      await Promise.race([writer.idle(), timeout]);
      const head = writer.head();
      // Kept elsewhere than the database, the last hash proves that the last entries of this instance were not deleted.
      if (head !== null) log.info({ head }, 'the access log is closed');
      await Promise.race([connections.close(), timeout]);
    },
  };
};
