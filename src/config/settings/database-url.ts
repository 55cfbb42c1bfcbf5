// The URL of a PostgreSQL database: encrypted, unless the database is on this machine.
import { isLoopback } from './addresses.ts';

export type DatabaseUrl = {
  /** A host name, an address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password: string | undefined;
  /** Whether to use TLS, with the server's certificate and host name verified. */
  readonly tls: boolean;
  /** A file with the authorities that may have signed that certificate (PEM); without it, those of the system. */
  readonly caFile: string | undefined;
};

export const databaseUrlForm =
  'postgresql://USER@HOST:PORT/DATABASE with sslmode=verify-full (also sslrootcert=PATH), or on a loopback address';

/** `sslmode` → whether to use TLS. Without verification it would keep nothing secret, so there is one kind of it. */
const modes = new Map([
  ['disable', false],
  ['require', true],
  ['verify-ca', true],
  ['verify-full', true],
]);

/** `host` and `user` are for sockets: a URL without a host has no place for a user. */
const known = ['sslmode', 'sslrootcert', 'host', 'user'];

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** The parts of the URL; undefined where one is missing, unknown, or would send patient data in the clear. */
export const readDatabaseUrl = (text: string): DatabaseUrl | undefined => {
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const parameters = [...url.searchParams.keys()];
  const isRepeated = new Set(parameters).size !== parameters.length;
  if (isRepeated || !parameters.every(name => known.includes(name)) || url.hash !== '') return undefined;
  const host = url.searchParams.get('host') ?? url.hostname.replace(/^\[(.*)\]$/, '$1');
  const [named, database, password] = [url.username, url.pathname.slice(1), url.password].map(decoded);
  const user = named || url.searchParams.get('user');
  if (!user || !database || database.includes('/') || password === undefined) return undefined;
  // Several hosts are not supported by the driver: a name that leads to the primary is.
  if (host === '' || host.includes(',')) return undefined;
  const isHere = host.startsWith('/') || isLoopback(host);
  const mode = url.searchParams.get('sslmode');
  const tls = mode === null ? !isHere : modes.get(mode);
  if (tls === undefined || (!tls && !isHere)) return undefined;
  return {
    host,
    port: url.port === '' ? 5432 : Number(url.port),
    user,
    database,
    password: password === '' ? undefined : password,
    tls,
    caFile: url.searchParams.get('sslrootcert') ?? undefined,
  };
};
