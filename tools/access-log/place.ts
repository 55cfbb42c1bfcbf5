// Finds the access log, a file or a database, from the same settings as the service.
import { withClient } from '../../src/adapters/access-log/database/connection.ts';
import { describeDatabaseError } from '../../src/adapters/access-log/database/errors.ts';
import { type AccessLogPlace, readAccessLogPlace } from '../../src/config/access-log.ts';
import { isGiven } from '../../src/config/environment.ts';
import { faultList } from '../../src/config/files.ts';
import { readSettings } from '../../src/config/settings/settings.ts';
import { Refusal, readEnvironment, refusalOf, UsageError, visible } from '../command.ts';

const placeSettings = ['ACCESS_LOG_FILE', 'ACCESS_LOG_URL', 'ACCESS_LOG_PASSWORD'];

/** The access log that the settings name; undefined if they name none. Throws a Refusal for faulty settings. */
export const placeInSettings = (): AccessLogPlace | undefined => {
  const environment = readEnvironment();
  const { settings, faults } = readSettings(environment);
  const list = faultList();
  // A missing setting is not a fault here: the caller says what to name or to set.
  const isRelevant = (where: string) => placeSettings.includes(where) && isGiven(environment, where);
  list.faults.push(...faults.filter(({ where }) => isRelevant(where)));
  const place = readAccessLogPlace(settings, { environment, list });
  if (list.faults.length > 0) throw refusalOf(list.faults);
  return place;
};

type Work<T> = Parameters<typeof withClient<T>>[2];

/** Time limit of a statement in milliseconds; building an index on a large table is slow. */
const statementMs = 600_000;
/** How many milliseconds a statement waits for a lock. Short, because a pending table lock blocks the service's inserts. */
const lockMs = 1500;

/** Runs `work` with the database of `ACCESS_LOG_URL`. Throws a Refusal without any values if the database fails. */
export const withDatabase = async <T>(work: Work<T>): Promise<T> => {
  const { database } = placeInSettings() ?? {};
  if (database === undefined) throw new UsageError('Which database? Set ACCESS_LOG_URL.');
  try {
    return await withClient(database, { statementMs, lockMs }, work);
  } catch (error) {
    const { code, meaning } = describeDatabaseError(error);
    // Without a code, it is a bug.
    if (error instanceof Refusal || error instanceof UsageError || code === undefined) throw error;
    throw new Refusal(`The database: ${meaning} (${visible(database.host)}, ${code}).`);
  }
};
