// A private PostgreSQL server for tests: Debian's, on a free loopback port, in a temporary folder.
import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../../sandbox/listen.ts';
import type { DatabaseConnection } from '../../../src/adapters/access-log/database/connection.ts';
import { migrate } from '../../../src/adapters/access-log/database/schema.ts';
import { spawnChild } from '../spawn-child.ts';

/** Passwords of the two login roles: the owner of the tables, and the service. */
const passwords = { owner: 'synthetic-owner', service: 'synthetic-service' } as const;
type Role = keyof typeof passwords;

const patience = 60_000;

/** PostgreSQL refuses to run as root, so root runs it as the user that Debian's package creates. */
const isRoot = process.getuid?.() === 0;
const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
const asUser = (program: string, flags: readonly string[]): [string, string[]] => {
  if (!isRoot) return [program, [...flags]];
  const ids = [`--reuid=${idOf('-u')}`, `--regid=${idOf('-g')}`, '--clear-groups'];
  return ['setpriv', [...ids, program, ...flags]];
};

/** Changes the owner of files to the user that the server runs as. */
export const ownByServer = (...paths: readonly string[]): void => {
  if (isRoot) for (const path of paths) chownSync(path, idOf('-u'), idOf('-g'));
};

const childrenOf = (pid: number): number[] => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
};

/** Sends a signal to a process that may already have ended. */
const signalTo = (pid: number, signal: NodeJS.Signals) => {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

const cache = join(import.meta.dirname, '../../../node_modules/.cache');

const copyFolder = (from: string, to: string) => execFileSync('cp', ['--archive', from, to]);

/** Makes a data folder. `initdb` takes a second or more, so what it makes is kept and copied. */
const makeDataFolder = (program: string, data: string, walSegmentMb: number): void => {
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).replace(/[^\w.]+/g, '-');
  const kept = join(cache, `${version}${walSegmentMb}`);
  if (existsSync(kept)) {
    copyFolder(kept, data);
    return;
  }
  const init = ['--pgdata', data, '--username', 'admin', '--auth', 'trust', '--encoding', 'UTF8'];
  const small = ['--wal-segsize', String(walSegmentMb), '--no-instructions', '--locale', 'C'];
  const [command, argv] = asUser(join(dirname(program), 'initdb'), [...init, ...small]);
  execFileSync(command, argv, { stdio: 'pipe', cwd: dirname(data) });
  mkdirSync(cache, { recursive: true });
  const copied = join(mkdtempSync(`${kept}-`), 'data');
  copyFolder(data, copied);
  try {
    renameSync(copied, kept);
  } catch (error) {
    // Another test may have kept one in the meantime.
    if (!existsSync(kept)) throw error;
  }
  rmSync(dirname(copied), { recursive: true });
};

/**
 * @param program the path of `postgres`; `initdb` is in the same folder.
 * @param flags additional server settings, such as `ssl=on`.
 * @param walSegmentMb size of a write-ahead log file in MB; a small one reaches a file-size limit sooner.
 */
export const startPostgresql = async (
  program: string,
  { flags = [], walSegmentMb = 1 }: { flags?: readonly string[]; walSegmentMb?: number } = {},
) => {
  const folder = mkdtempSync(join(tmpdir(), 'postgresql-test-'));
  ownByServer(folder);
  const data = join(folder, 'data');
  makeDataFolder(program, data, walSegmentMb);
  const port = await freePort();
  let child: ChildProcess | undefined;
  let databases = 0;

  const connect = async <T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({
      host: folder,
      port,
      user: 'admin',
      database,
      connectionTimeoutMillis: 5000,
    });
    client.on('error', () => {});
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };

  const start = async () => {
    const settings = [
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
      'max_connections=40',
      'shared_buffers=16MB',
      // A killed process loses nothing that it has already written to the operating system.
      'fsync=off',
      ...flags,
    ];
    const [command, argv] = asUser(program, [
      '-D',
      data,
      '-p',
      String(port),
      ...settings.flatMap(setting => ['-c', setting]),
    ]);
    const end = Date.now() + patience;
    for (;;) {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) {
        // After a kill, its shared memory may still be in use for a moment. The server then exits, and we retry.
        child = spawnChild(command, argv, { stdio: 'ignore', cwd: folder });
      }
      const isUp = await connect('postgres', client => client.query('select 1')).then(
        () => true,
        () => false,
      );
      if (isUp) return;
      if (Date.now() > end) throw new Error('postgres does not start');
      await wait(50);
    }
  };

  /** The process ids of the server and all its connections. */
  const pids = () => {
    const pid = child?.pid;
    return pid === undefined ? [] : [pid, ...childrenOf(pid)];
  };

  /** Kills the server and all its connections (SIGKILL). */
  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    for (const pid of pids()) signalTo(pid, 'SIGKILL');
    await gone;
  };

  /** Connection settings of a role: `owner` may do anything, `service` is a member of `access_log_writer`. */
  const connection = (role: Role, database: string): DatabaseConnection => ({
    host: '127.0.0.1',
    port,
    user: role,
    database,
    password: passwords[role],
    tls: undefined,
  });

  let template: Promise<string> | undefined;
  /** A database with the tables. Others are copied from it, as files: that costs a quarter of making the tables again. */
  const newTemplate = async (): Promise<string> => {
    const name = 'log_template';
    await connect('postgres', client => client.query(`create database ${name}`));
    await connect(name, client => migrate(client, { now: new Date(), months: 3 }));
    return name;
  };

  await start();
  await connect('postgres', async client => {
    await client.query(`create role owner login superuser password '${passwords.owner}'`);
    await client.query(`create role access_log_writer nologin`);
    await client.query(`create role service login password '${passwords.service}' in role access_log_writer`);
  });
  return {
    port,
    folder,
    connection,
    url: (role: Role, database: string) =>
      `postgresql://${role}:${passwords[role]}@127.0.0.1:${port}/${database}`,
    /** Creates a database with the access log's tables and returns its name. */
    newDatabase: async () => {
      const name = `log_${++databases}`;
      template ??= newTemplate();
      const source = await template;
      await connect('postgres', client =>
        client.query(`create database ${name} template ${source} strategy file_copy`),
      );
      return name;
    },
    /** Runs a statement in a database as the owner, over a new connection. */
    query: <Row extends object>(database: string, text: string, values: unknown[] = []): Promise<Row[]> =>
      connect(database, async client => (await client.query(text, values)).rows as Row[]),
    pids,
    /** Suspends the server (SIGSTOP), so its connections hang. */
    freeze: () => {
      for (const pid of pids()) signalTo(pid, 'SIGSTOP');
    },
    thaw: () => {
      for (const pid of pids()) signalTo(pid, 'SIGCONT');
    },
    /** Limits the size of the files that the server writes, to simulate a full disk. Needs `prlimit`. */
    limitFiles: (bytes: number | 'unlimited') => {
      for (const pid of pids()) {
        const [command, argv] = asUser('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
        // A connection may end on its own in the meantime; the server does not.
        const { status, stderr } = spawnSync(command, argv, { encoding: 'utf8' });
        if (status !== 0 && pid === child?.pid) throw new Error(stderr);
      }
    },
    kill,
    /** Restarts the server on the same port, with everything that was committed. */
    restart: start,
    close: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export type PostgresqlServer = Awaited<ReturnType<typeof startPostgresql>>;
