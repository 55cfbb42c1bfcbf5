// Where the access log goes: a file of this process, or a database that all instances share.
import { type Stats, statSync } from 'node:fs';
import type { Environment } from './environment.ts';
import { type FaultList, readPem, readSecret } from './files.ts';
import type { DatabaseUrl } from './settings/database-url.ts';
import { type Settings, settingSpecs } from './settings/specs.ts';

/** The database with its secrets loaded: PEM text instead of a path. */
export type AccessLogDatabase = Omit<DatabaseUrl, 'tls' | 'caFile'> & {
  readonly tls: { readonly ca: string | undefined } | undefined;
};

export type AccessLogPlace =
  | { readonly file: string; readonly database?: undefined }
  | { readonly file?: undefined; readonly database: AccessLogDatabase };

/** What a path leads to if it is not a file; undefined for a file, if nothing is there, and if it cannot be examined. */
const obstacleAt = (path: string): string | undefined => {
  let stats: Stats | undefined;
  try {
    stats = statSync(path, { throwIfNoEntry: false });
  } catch {
    // Whoever opens the file reports why.
    return undefined;
  }
  if (stats === undefined || stats.isFile()) return undefined;
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
};

/**
 * Adds a fault if the path leads to something that keeps no entries, directly or by a symbolic link. A pipe or
 * /dev/null accepts every write: requests would be answered although their entries are lost (D23).
 */
const checkIsFile = (path: string, list: FaultList): void => {
  const obstacle = obstacleAt(path);
  if (obstacle !== undefined)
    list.add('ACCESS_LOG_FILE', `${settingSpecs.ACCESS_LOG_FILE.expected}; there is ${obstacle}`);
};

/** Undefined if neither is configured. Adds faults for unreadable files, and for a log that would keep no entries. */
export const readAccessLogPlace = (
  settings: Pick<Partial<Settings>, 'ACCESS_LOG_FILE' | 'ACCESS_LOG_URL' | 'ACCESS_LOG_PASSWORD'>,
  { environment, list }: { environment: Environment; list: FaultList },
): AccessLogPlace | undefined => {
  const { ACCESS_LOG_FILE: file, ACCESS_LOG_URL: url, ACCESS_LOG_PASSWORD: written } = settings;
  if (file !== undefined) checkIsFile(file, list);
  if (url === undefined) return file === undefined ? undefined : { file };
  const { tls: isEncrypted, caFile, password: inUrl, ...address } = url;
  const where = 'ACCESS_LOG_PASSWORD';
  const password = written === undefined ? inUrl : readSecret(written, { environment, where, list });
  const ca =
    caFile === undefined ? undefined : readPem(caFile, { where: 'ACCESS_LOG_URL (sslrootcert)', list });
  return { database: { ...address, password, tls: isEncrypted ? { ca } : undefined } };
};
