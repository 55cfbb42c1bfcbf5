// Connects to the PostgreSQL database of the access log, with a time limit on every step, and with TLS if configured.
import pg from 'pg';
import { type CertificateSeen, seeingCertificate } from '../../tls/seen-certificates.ts';

/** Where the database is, and the role that connects. */
export type DatabaseConnection = {
  /** A host name, an address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  /** Read for every connection: it may change. */
  readonly password: string | undefined;
  /** Undefined: no TLS, which is allowed only for a database on this machine. `ca` is PEM; without it, the system's roots apply. */
  readonly tls: { readonly ca: string | undefined; readonly seen?: CertificateSeen } | undefined;
};

/** Milliseconds for opening a connection. */
const connectTimeoutMs = 2000;

type Limits = {
  /** Milliseconds after which the server cancels a statement, and a wait for a lock. */
  readonly statementMs: number;
  readonly lockMs?: number;
};

/** Milliseconds that the server's cancellation may take to arrive. After that, the connection counts as hanging. */
const cancellationMs = 500;

/** Options of `pg` for one connection. A commit is flushed to disk before it is acknowledged, whatever the role's default. */
export const clientOptions = (to: DatabaseConnection, { statementMs, lockMs }: Limits): pg.ClientConfig => ({
  host: to.host,
  port: to.port,
  user: to.user,
  database: to.database,
  // With undefined, `pg` would read PGPASSWORD and ~/.pgpass.
  password: () => to.password ?? '',
  ssl: to.tls !== undefined && {
    rejectUnauthorized: true,
    ...(to.tls.ca && { ca: to.tls.ca }),
    ...(to.tls.seen && seeingCertificate(to.tls.seen)),
  },
  connectionTimeoutMillis: connectTimeoutMs,
  statement_timeout: statementMs,
  ...(lockMs === undefined ? {} : { lock_timeout: lockMs }),
  query_timeout: statementMs + cancellationMs,
  idle_in_transaction_session_timeout: 60_000,
  options: '-c synchronous_commit=on',
  application_name: 'patient-data-access',
  keepAlive: true,
});

/** Connects, does the work, and closes the connection, whether the work succeeds or fails. */
export const withClient = async <T>(
  to: DatabaseConnection,
  limits: Limits,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client(clientOptions(to, limits));
  // When a connection breaks, the running statement fails by itself.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {
      // It is closed already.
    });
  }
};

/** Runs `work` in a transaction that is committed when it resolves and rolled back when it rejects. */
export const inTransaction = async <T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> => {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // The first error says why. The server itself rolls back a connection that has broken.
    await client.query('rollback').catch(() => {});
    throw error;
  }
};
