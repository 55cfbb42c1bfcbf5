// Parsing the URL of a PostgreSQL database. Connections are encrypted unless the database is on this machine.
import { isLoopback } from './addresses.ts';
import { percentDecoded } from './value-forms.ts';

export type DatabaseUrl = {
  /** A host name, an address, or the directory of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password: string | undefined;
  /** Whether to use TLS, with the server's certificate and host name verified. */
  readonly tls: boolean;
  /** A PEM file with the trusted CAs; undefined for those of the operating system. */
  readonly caFile: string | undefined;
};

export const databaseUrlForm =
  'postgresql://USER@HOST:PORT/DATABASE with sslmode=verify-full (also sslrootcert=PATH), or on a loopback address';

/** `sslmode` → whether to use TLS. TLS always verifies the server: without that it would protect nothing. */
const modes = new Map([
  ['disable', false],
  ['require', true],
  ['verify-ca', true],
  ['verify-full', true],
]);

/** The accepted parameters. `host` and `user` are for Unix sockets: a URL without a host cannot hold a user. */
const knownParameters = ['sslmode', 'sslrootcert', 'host', 'user'];

/** Undefined if a part is missing or unknown, or if patient data would be sent unencrypted. */
export const readDatabaseUrl = (text: string): DatabaseUrl | undefined => {
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const parameters = [...url.searchParams.keys()];
  const isRepeated = new Set(parameters).size !== parameters.length;
  if (isRepeated || !parameters.every(name => knownParameters.includes(name)) || url.hash !== '')
    return undefined;
  const host = url.searchParams.get('host') ?? url.hostname.replace(/^\[(.*)\]$/, '$1');
  const [named, database, password] = [url.username, url.pathname.slice(1), url.password].map(percentDecoded);
  const user = named || url.searchParams.get('user');
  if (!user || !database || database.includes('/') || password === undefined) return undefined;
  // The driver does not support several hosts. Use one name that resolves to the primary.
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
