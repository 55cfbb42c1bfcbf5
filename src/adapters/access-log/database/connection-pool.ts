// The log's own connections to the database. The tables are checked on first use, and again after an hour.
import pg from 'pg';
import type { Stopwatch } from '../../../ports/clock.ts';
import type { Log } from '../../telemetry/service-log.ts';
import { systemStopwatch } from '../../time/system-clock.ts';
import { checkTables } from './check.ts';
import { clientOptions, type DatabaseConnection } from './connection.ts';

/** One for the insert in flight, and one for probes at the same time. */
const maxConnections = 2;

/** Milliseconds between two checks of the tables. */
const checkIntervalMs = 3_600_000;

const openPool = (options: pg.PoolConfig): pg.Pool => {
  const pool = new pg.Pool({ ...options, max: maxConnections, idleTimeoutMillis: 0 });
  // A connection may break at any moment, even while nobody uses it. Without listeners, that would end the process. A
  // statement in flight fails by itself, and the pool replaces the connection.
  pool.on('error', () => {});
  pool.on('connect', client => void client.on('error', () => {}));
  return pool;
};

/** @param statementMs milliseconds after which the server cancels a statement. */
export const openConnectionPool = (
  to: DatabaseConnection,
  { log, statementMs, stopwatch = systemStopwatch }: { log: Log; statementMs: number; stopwatch?: Stopwatch },
) => {
  const options = clientOptions(to, { statementMs });
  let pool = openPool(options);
  let partitionsUntil: Date | undefined;
  let nextCheck = Number.NEGATIVE_INFINITY;

  const check = async (client: pg.PoolClient) => {
    if (stopwatch() < nextCheck) return;
    const isFirst = partitionsUntil === undefined;
    partitionsUntil = await checkTables(client, { log, isFirst });
    nextCheck = stopwatch() + checkIntervalMs;
  };

  return {
    /**
     * Runs the work on a connection. If the work fails, its connection is closed, because its state is unknown.
     * Throws `WrongTables`, what `pg` throws, and what the work throws.
     */
    use: async (work: (client: pg.PoolClient) => Promise<void>): Promise<void> => {
      const client = await pool.connect();
      let isUsable = false;
      try {
        await check(client);
        await work(client);
        isUsable = true;
      } finally {
        client.release(!isUsable);
      }
    },
    /** The first moment without a partition, as the last check found it; undefined before the first check. */
    partitionsUntil: (): Date | undefined => partitionsUntil,
    /** Opens new connections, and closes the old ones when their work is done. */
    renew: async (): Promise<void> => {
      const old = pool;
      pool = openPool(options);
      await old.end();
    },
    close: (): Promise<void> => pool.end(),
  };
};

export type ConnectionPool = ReturnType<typeof openConnectionPool>;
