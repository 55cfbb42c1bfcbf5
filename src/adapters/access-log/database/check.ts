// Checks whether the database has the tables that this service needs, and warns operators of problems with them.
import type pg from 'pg';
import type { Log } from '../../telemetry/service-log.ts';
import { neededVersion, readVersion } from './schema.ts';

/** The database is reachable, but lacks the tables. The message says what to run. */
export class WrongTables extends Error {}

const month = 31 * 24 * 3_600_000;

const mayChangeEntries = async (client: pg.ClientBase): Promise<boolean> => {
  const { rows } = await client.query<{ may: boolean }>(
    "select has_table_privilege('access_log.entries', 'update, delete, truncate') as may",
  );
  return rows[0]?.may !== false;
};

/**
 * Resolves with the first moment that has no partition.
 * @param isFirst whether this is the first check of this process. Only then are newer tables refused, because an update migrates
 * them while earlier instances serve, and are warnings logged if the partitions end soon, or if the role may change or delete entries.
 * @throws WrongTables if `migrate` must be run first, and what `pg` throws.
 */
export const checkTables = async (
  client: pg.ClientBase,
  { log, isFirst }: { log: Log; isFirst: boolean },
): Promise<Date> => {
  const installed = await readVersion(client);
  if (installed === undefined || installed.version < neededVersion) {
    throw new WrongTables(
      `the access log in the database has version ${installed?.version ?? 0}, and this service needs ${neededVersion}: ` +
        'run npm run access-log -- migrate',
    );
  }
  if (isFirst && installed.version > neededVersion) {
    throw new WrongTables(
      `the access log in the database has version ${installed.version}, and this service knows ${neededVersion}: ` +
        'run the version of the service that belongs to it, or see "Going back" in docs/upgrading.md',
    );
  }
  const { partitionsUntil } = installed;
  if (isFirst && partitionsUntil.getTime() < Date.now() + 2 * month) {
    log.warn(
      { until: partitionsUntil.toISOString() },
      'the access log has no partitions after this day: run npm run access-log -- migrate',
    );
  }
  if (isFirst && (await mayChangeEntries(client))) {
    log.warn(
      {},
      'the role may change and delete entries of the access log: use a role that has only the rights of access_log_writer',
    );
  }
  return partitionsUntil;
};
