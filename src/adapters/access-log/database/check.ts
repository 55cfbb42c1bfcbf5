// What is checked once, on the first connection: that the tables are those that this service needs.
import type pg from 'pg';
import type { Log } from '../../telemetry/service-log.ts';
import { neededVersion, readVersion } from './schema.ts';

/** The database is there, and does not have the tables. Its message says what to run. */
export class WrongTables extends Error {}

const month = 31 * 24 * 3_600_000;

/**
 * @throws WrongTables where `migrate` has to be run first. Warns where partitions run out soon, and where the role could
 * change or delete what it has written.
 */
export const checkTables = async (client: pg.ClientBase, log: Log): Promise<void> => {
  const found = await readVersion(client);
  if (found === undefined || found.version < neededVersion) {
    throw new WrongTables(
      `the access log in the database has version ${found?.version ?? 0}, and this service needs ${neededVersion}: ` +
        'run npm run access-log -- migrate',
    );
  }
  if (found.partitionsUntil.getTime() < Date.now() + 2 * month) {
    log.warn(
      { until: found.partitionsUntil.toISOString() },
      'the access log has no partitions after this day: run npm run access-log -- migrate',
    );
  }
  const { rows } = await client.query<{ may: boolean }>(
    "select has_table_privilege('access_log.entries', 'update, delete, truncate') as may",
  );
  if (rows[0]?.may !== false) {
    log.warn(
      {},
      'the role may change and delete entries of the access log: use one with the rights of access_log_writer alone',
    );
  }
};
