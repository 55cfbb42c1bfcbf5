// Where the access log goes: a file of this process, or a database that all instances share.

import { type FaultList, readPem, readSecret } from './files.ts';
import type { DatabaseUrl } from './settings/database-url.ts';
import type { Environment } from './settings/settings.ts';
import type { Settings } from './settings/specs.ts';

/** The database with its secrets loaded: PEM text instead of a path. */
export type AccessLogDatabase = Omit<DatabaseUrl, 'tls' | 'caFile'> & {
  readonly tls: { readonly ca: string | undefined } | undefined;
};

export type AccessLogPlace =
  | { readonly file: string; readonly database?: undefined }
  | { readonly file?: undefined; readonly database: AccessLogDatabase };

/** Undefined if neither is configured. Unreadable files are added to the faults. */
export const readAccessLogPlace = (
  settings: Pick<Partial<Settings>, 'ACCESS_LOG_FILE' | 'ACCESS_LOG_URL' | 'ACCESS_LOG_PASSWORD'>,
  { environment, list }: { environment: Environment; list: FaultList },
): AccessLogPlace | undefined => {
  const { ACCESS_LOG_FILE: file, ACCESS_LOG_URL: url, ACCESS_LOG_PASSWORD: written } = settings;
  if (url === undefined) return file === undefined ? undefined : { file };
  const { tls: isEncrypted, caFile, password: inUrl, ...address } = url;
  const where = 'ACCESS_LOG_PASSWORD';
  const password = written === undefined ? inUrl : readSecret(written, { environment, where, list });
  const ca =
    caFile === undefined ? undefined : readPem(caFile, { where: 'ACCESS_LOG_URL (sslrootcert)', list });
  return { database: { ...address, password, tls: isEncrypted ? { ca } : undefined } };
};
