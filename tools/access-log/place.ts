// Where the access log is, from the settings that the service has too: a file, or a database.
import { withClient } from '../../src/adapters/access-log/database/connection.ts';
import { describeDatabaseError } from '../../src/adapters/access-log/database/errors.ts';
import { type AccessLogPlace, readAccessLogPlace } from '../../src/config/access-log.ts';
import { faultList } from '../../src/config/files.ts';
import { readSettings } from '../../src/config/settings/settings.ts';
import { Refusal, readEnvironment, refusalOf, UsageError } from '../command.ts';

/** What the settings say; undefined where they name neither. Throws a refusal where they are faulty. */
export const placeInSettings = (): AccessLogPlace | undefined => {
  const environment = readEnvironment();
  const { settings, faults } = readSettings(environment);
  const list = faultList();
  list.faults.push(
    ...faults.filter(({ where }) => where === 'ACCESS_LOG_URL' || where === 'ACCESS_LOG_PASSWORD'),
  );
  const place = readAccessLogPlace(settings, { environment, list });
  if (list.faults.length > 0) throw refusalOf(list.faults);
  return place;
};

type Work<T> = Parameters<typeof withClient<T>>[2];

/** Milliseconds that one statement may take: making an index of a large table takes a while. */
const statementMs = 600_000;
/** Milliseconds that a statement waits for a lock: what waits for a lock on the table keeps entries from being written. */
const lockMs = 1500;

/** Works with the database that `ACCESS_LOG_URL` names. What goes wrong there is a refusal, without any value. */
export const withDatabase = async <T>(work: Work<T>): Promise<T> => {
  const { database } = placeInSettings() ?? {};
  if (database === undefined) throw new UsageError('Which database? Set ACCESS_LOG_URL.');
  try {
    return await withClient(database, { statementMs, lockMs }, work);
  } catch (error) {
    // Errors of the driver have a code, or are about the connection; ours are refusals, or are for the developer.
    if (error instanceof Refusal || error instanceof UsageError || !isOfDatabase(error)) throw error;
    const { code, meaning } = describeDatabaseError(error);
    throw new Refusal(`The database: ${meaning}${code === undefined ? '' : ` (${code})`}.`);
  }
};

const isOfDatabase = (error: unknown): boolean =>
  error instanceof Error && ('code' in error || /timeout|Connection terminated/i.test(error.message));
