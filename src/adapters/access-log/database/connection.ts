// Connections to the PostgreSQL database of the access log: with time limits on everything, and TLS where it is asked for.
import pg from 'pg';

/** Where the database is, and who connects. */
export type DatabaseConnection = {
  /** A host name, an address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password: string | undefined;
  /** Undefined: no TLS, which only a database on this machine may have. `ca` is PEM; without it the system's roots. */
  readonly tls: { readonly ca: string | undefined } | undefined;
};

/** Milliseconds for opening a connection. */
const connectPatience = 2000;

type Limits = {
  /** Milliseconds after which the server gives up a statement, and waiting for a lock. */
  readonly statementMs: number;
  readonly lockMs?: number;
};

/** Milliseconds that the server's own error may take to arrive before the connection counts as hanging. */
const margin = 500;

/** Options of `pg` for one connection. A commit is flushed to disk before it is acknowledged, whatever the role's default. */
export const clientOptions = (to: DatabaseConnection, { statementMs, lockMs }: Limits): pg.ClientConfig => ({
  host: to.host,
  port: to.port,
  user: to.user,
  database: to.database,
  // Without this, `pg` would read PGPASSWORD and ~/.pgpass.
  password: to.password ?? '',
  ssl: to.tls === undefined ? false : { rejectUnauthorized: true, ...(to.tls.ca && { ca: to.tls.ca }) },
  connectionTimeoutMillis: connectPatience,
  statement_timeout: statementMs,
  ...(lockMs === undefined ? {} : { lock_timeout: lockMs }),
  query_timeout: statementMs + margin,
  idle_in_transaction_session_timeout: 60_000,
  options: '-c synchronous_commit=on',
  application_name: 'patient-data-access',
  keepAlive: true,
});

/** Connects, and closes the connection when the work is done, however it ends. */
export const withClient = async <T>(
  to: DatabaseConnection,
  limits: Limits,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client(clientOptions(to, limits));
  // A connection that breaks fails the statement that is running; there is nothing more to do here.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {
      // It is closed, which is all that was wanted.
    });
  }
};

/** Runs `work` in a transaction that is committed when it resolves and rolled back when it rejects. */
export const inTransaction = async <T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> => {
  await client.query('begin');
  try {
    const made = await work();
    await client.query('commit');
    return made;
  } catch (error) {
    // The first error says why; a connection that has broken is rolled back by the server.
    await client.query('rollback').catch(() => {});
    throw error;
  }
};
