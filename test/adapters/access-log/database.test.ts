// The access log in PostgreSQL: the contract of every access log, and the faults of a database (D23, D34).
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type DatabaseConnection, withClient } from '../../../src/adapters/access-log/database/connection.ts';
import { openConnectionPool } from '../../../src/adapters/access-log/database/connection-pool.ts';
import { databaseAccessLog } from '../../../src/adapters/access-log/database/log.ts';
import {
  indexNumbers,
  monthOf,
  partitionNames,
} from '../../../src/adapters/access-log/database/partitions.ts';
import { readEntries } from '../../../src/adapters/access-log/database/read.ts';
import { changes, migrate } from '../../../src/adapters/access-log/database/schema.ts';
import type { AccessEntry } from '../../../src/ports/access-log.ts';
import { describeWith } from '../../support/programs.ts';
import { type Authority, newAuthority } from '../../support/servers/certificates.ts';
import { startCuttingProxy } from '../../support/servers/cutting-proxy.ts';
import { startPgBouncer } from '../../support/servers/pgbouncer.ts';
import { ownByServer, type PostgresqlServer, startPostgresql } from '../../support/servers/postgresql.ts';
import { unhurried, until } from '../../support/until.ts';
import { recordedLog } from '../recorded-log.ts';
import { accessLogContract, within } from './contract.ts';
import { entryOf, fullEntry } from './entry.ts';

vi.setConfig(unhurried);

describeWith('postgres', 'in PostgreSQL', program => {
  let server: PostgresqlServer;
  beforeAll(async () => {
    server = await startPostgresql(program);
  });
  afterAll(() => server.close());

  const owner = <T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
    withClient(server.connection('owner', database), { statementMs: 30_000 }, work);

  const entriesIn = async (database: string): Promise<AccessEntry[]> => {
    const entries = await owner(database, client => Array.fromAsync(readEntries(client, {})));
    // Entries of the same millisecond have no defined order.
    return entries.toSorted((a, b) => a.requestId.localeCompare(b.requestId));
  };

  const idsIn = async (database: string) => (await entriesIn(database)).map(({ requestId }) => requestId);

  /** Opens the log; `longestMs` is the time that each entry has. */
  const open = async (database: string, longestMs = 20_000) => {
    const recorded = recordedLog();
    const written: number[] = [];
    const log = await databaseAccessLog(server.connection('service', database), {
      log: recorded.log,
      written: ({ entries }) => void written.push(entries),
    });
    const append = (entry: AccessEntry) => log.append(entry, within(longestMs));
    return { ...recorded, log, append, written };
  };

  const allowInserts = (database: string, isAllowed: boolean) =>
    server.query(
      database,
      isAllowed
        ? 'grant insert on access_log.entries to access_log_writer'
        : 'revoke insert on access_log.entries from access_log_writer',
    );

  accessLogContract(async () => {
    const database = await server.newDatabase();
    return {
      open: () => open(database),
      entries: () => entriesIn(database),
      break: async () => void (await allowInserts(database, false)),
      repair: async () => void (await allowInserts(database, true)),
      close: async () => {},
    };
  });

  describe('writing', () => {
    test('entries that wait at the same time share an insert', async () => {
      const { append, log, written } = await open(await server.newDatabase());
      const appended = Array.from({ length: 300 }, (_, at) => append(entryOf(String(at))));
      expect(log.waiting()).toBe(300);
      await Promise.all(appended);
      expect(log.waiting()).toBe(0);
      await log.close();
      expect(written.length).toBeLessThanOrEqual(2);
      expect(written.reduce((sum, one) => sum + one, 0)).toBe(300);
    });

    test('an entry with U+0000, which PostgreSQL cannot store, is written without it', async () => {
      const database = await server.newDatabase();
      const { append, log } = await open(database);
      await Promise.all([append(entryOf('1', { caller: 'a\0b' })), append(entryOf('2'))]);
      await log.close();
      expect(await entriesIn(database)).toEqual([entryOf('1', { caller: 'a\ufffdb' }), entryOf('2')]);
    });

    test('an entry that the database refuses does not make others fail', async () => {
      const database = await server.newDatabase();
      const { append, log, logged } = await open(database);
      const tooMany = entryOf('2', { records: 2 ** 40 });
      const outcomes = await Promise.allSettled([entryOf('1'), tooMany, entryOf('3')].map(append));
      await log.close();
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await entriesIn(database)).toEqual([entryOf('1'), entryOf('3')]);
      expect(logged).toMatchObject([{ level: 'error', fields: { code: '22003' } }, { level: 'info' }]);
    });

    test('an entry of a month without a partition is kept, and moved when its partition is made', async () => {
      const database = await server.newDatabase();
      const { append, log } = await open(database);
      await append(entryOf('1', { time: '2019-02-03T04:05:06.789Z' }));
      await append(entryOf('2', { time: '2019-02-28T23:59:59.999Z' }));
      await append(entryOf('3', { time: '2019-03-01T00:00:00.000Z' }));
      await log.close();
      const stray = () => server.query(database, 'select request_id from access_log.entries_other');
      expect(await stray()).toHaveLength(3);
      const made = await owner(database, client => migrate(client, { now: new Date(), months: 3 }));
      expect(made.partitions.toSorted()).toEqual(['entries_2019_02', 'entries_2019_03']);
      expect(await stray()).toHaveLength(0);
      expect(await idsIn(database)).toEqual(['1', '2', '3']);
    });
  });

  describe('a database that', () => {
    test('hangs: entries are refused at their deadline, the log is not writable, and nothing is doubled afterwards', async () => {
      const database = await server.newDatabase();
      const { append, log, levels, logged } = await open(database, 4000);
      await append(entryOf('1'));
      server.freeze();
      try {
        const refused = await Promise.allSettled(['2', '3'].map(id => append(entryOf(id))));
        expect(refused).toMatchObject([
          { reason: { code: 'log-unavailable', reason: 'access-log-timeout' } },
          { reason: { code: 'log-unavailable', reason: 'access-log-timeout' } },
        ]);
        expect(await log.isWritable()).toBe(false);
      } finally {
        server.thaw();
      }
      await until('it is writable again', () => log.isWritable());
      await append(entryOf('4'));
      await log.close();
      const ids = await idsIn(database);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(expect.arrayContaining(['1', '4']));
      expect(levels()).toEqual(['error', 'info', 'info']);
      // What `pg` has no code for, too.
      expect(logged[0]?.fields).toMatchObject({ code: 'ETIMEDOUT' });
    });

    test('hangs for a moment: the entry is written, once', async () => {
      const database = await server.newDatabase();
      const { append, log } = await open(database, 60_000);
      server.freeze();
      const appended = append(entryOf('1'));
      try {
        // The first attempt has been given up then.
        await until('it is not writable', async () => !(await log.isWritable()));
      } finally {
        server.thaw();
      }
      await appended;
      await log.close();
      expect(await entriesIn(database)).toEqual([entryOf('1')]);
    });

    test('loses the connection after a commit, before its answer: the insert is repeated, and the entry is not doubled', async () => {
      const database = await server.newDatabase();
      const proxy = await startCuttingProxy(server.port);
      const recorded = recordedLog();
      const through = { ...server.connection('service', database), port: proxy.port };
      const log = await databaseAccessLog(through, { log: recorded.log });
      await log.append(entryOf('1'), within(60_000));
      proxy.cutAfter('only-in-this-one');
      await log.append(entryOf('2', { caller: 'only-in-this-one' }), within(60_000));
      await log.append(entryOf('3'), within(60_000));
      await log.close();
      await proxy.close();
      expect(proxy.cuts()).toBe(1);
      expect(await idsIn(database)).toEqual(['1', '2', '3']);
      expect(recorded.levels()).toEqual(['error', 'info', 'info']);
    });

    test('ends the connections again and again: every entry is there, each once', async () => {
      const database = await server.newDatabase();
      const { append, log } = await open(database, 60_000);
      const ids = Array.from({ length: 60 }, (_, at) => String(at).padStart(2, '0'));
      let isDone = false;
      const ending = (async () => {
        while (!isDone) {
          await server.query(
            database,
            "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'service'",
          );
          await wait(20);
        }
      })();
      for (const id of ids) await append(entryOf(id));
      isDone = true;
      await ending;
      await log.close();
      expect(await idsIn(database)).toEqual(ids);
    });

    test('is killed and restarted: every appended entry is there, each once', async () => {
      const database = await server.newDatabase();
      const { append, log } = await open(database, 60_000);
      // The clock stands still: on a busy machine, a restart may take longer than what counts as one.
      const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
      onTestFinished(() => clock.mockRestore());
      const ids = Array.from({ length: 30 }, (_, at) => String(at).padStart(2, '0'));
      const appended = Promise.all(
        ids.map(async (id, at) => {
          await wait(at * 10);
          await append(entryOf(id));
        }),
      );
      await wait(100);
      await server.kill();
      await until('it is not writable', async () => !(await log.isWritable()));
      await server.restart();
      await appended;
      await log.close();
      expect(await idsIn(database)).toEqual(ids);
    });

    test('is read-only like a standby: entries are refused until it becomes the primary', async () => {
      const database = await server.newDatabase();
      const { append, log, logged } = await open(database, 2000);
      await append(entryOf('1'));
      const setReadOnly = async (value: 'on' | 'off') => {
        await server.query(database, `alter system set default_transaction_read_only = ${value}`);
        await server.query(database, 'select pg_reload_conf()');
      };
      await setReadOnly('on');
      await until('it is not writable', async () => !(await log.isWritable()));
      await expect(append(entryOf('2'))).rejects.toMatchObject({ code: 'log-unavailable' });
      expect(logged[0]).toMatchObject({ level: 'error', fields: { code: '25006' } });
      await setReadOnly('off');
      await until('it is writable again', () => log.isWritable());
      await append(entryOf('3'));
      await log.close();
      expect(await idsIn(database)).toEqual(['1', '3']);
    });
  });

  describe('over TLS', () => {
    /** A server whose TLS certificate is of this authority, for the address on which it listens. */
    const startEncrypted = async (authority: Authority) => {
      const { cert, key } = await authority.server('127.0.0.1');
      const folder = mkdtempSync(join(tmpdir(), 'postgresql-tls-'));
      // PostgreSQL refuses a key that others can read, and cannot read one of root's itself.
      const [certFile, keyFile] = [join(folder, 'server.crt'), join(folder, 'server.key')];
      writeFileSync(certFile, cert);
      writeFileSync(keyFile, key, { mode: 0o600 });
      ownByServer(folder, certFile, keyFile);
      const flags = ['ssl=on', `ssl_cert_file=${certFile}`, `ssl_key_file=${keyFile}`];
      const encrypted = await startPostgresql(program, { flags });
      return {
        ...encrypted,
        certificateEnds: new X509Certificate(cert).validToDate,
        close: async () => {
          await encrypted.close();
          rmSync(folder, { recursive: true, force: true });
        },
      };
    };

    test('the connection is encrypted, and a server with an unknown certificate gets no entry', async () => {
      const [ours, others] = await Promise.all([newAuthority('Ours'), newAuthority('Others')]);
      const encrypted = await startEncrypted(ours);
      try {
        const database = await encrypted.newDatabase();
        const to = encrypted.connection('service', database);
        const openWith = (tls: DatabaseConnection['tls']) =>
          databaseAccessLog({ ...to, tls }, { log: recordedLog().log });

        const ends: Date[] = [];
        const log = await openWith({ ca: ours.cert, seen: expires => void ends.push(expires) });
        await log.append(entryOf('1'), within(60_000));
        const sessions = await encrypted.query<{ ssl: boolean }>(
          database,
          "select s.ssl from pg_stat_ssl s join pg_stat_activity a using (pid) where a.usename = 'service'",
        );
        expect(sessions.length).toBeGreaterThan(0);
        expect(sessions.every(({ ssl }) => ssl)).toBe(true);
        expect(new Set(ends.map(String))).toEqual(new Set([String(encrypted.certificateEnds)]));
        await log.close();

        for (const ca of [others.cert, undefined]) {
          const distrusting = await openWith({ ca });
          expect(await distrusting.isWritable()).toBe(false);
          await expect(distrusting.append(entryOf('2'), within(500))).rejects.toMatchObject({
            code: 'log-unavailable',
          });
          await distrusting.close();
        }
        expect(await encrypted.query(database, 'select from access_log.entries')).toHaveLength(1);
      } finally {
        await encrypted.close();
      }
    });

    test('a server that does not speak TLS gets no entry', async () => {
      const database = await server.newDatabase();
      const to = { ...server.connection('service', database), tls: { ca: undefined } };
      const log = await databaseAccessLog(to, { log: recordedLog().log });
      await expect(log.append(entryOf('1'), within(500))).rejects.toMatchObject({ code: 'log-unavailable' });
      await log.close();
      expect(await entriesIn(database)).toEqual([]);
    });
  });

  describe('at start', () => {
    test('unreachable: it starts, is not writable, and recovers by itself', async () => {
      const database = await server.newDatabase();
      await server.kill();
      const { append, log, logged } = await open(database, 500);
      expect(await log.isWritable()).toBe(false);
      expect(logged[0]).toEqual({
        level: 'error',
        fields: {
          code: 'ECONNREFUSED',
          meaning: 'no usable connection to the database',
          host: server.connection('service', database).host,
        },
        message: 'the access log cannot be written: nothing is answered',
      });
      await expect(append(entryOf('1'))).rejects.toMatchObject({ code: 'log-unavailable' });
      await server.restart();
      await until('it is writable', () => log.isWritable());
      await append(entryOf('2'));
      await log.close();
      expect(await idsIn(database)).toEqual(['2']);
    });

    test('without tables it refuses to start, and says what to run', async () => {
      await server.query('postgres', 'create database without_tables');
      await expect(open('without_tables')).rejects.toThrow(
        'the access log in the database has version 0, and this service needs 4: run npm run access-log -- migrate',
      );
    });

    test('newer tables are a fault at start, and none for an instance that serves while they are migrated', async () => {
      const database = await server.newDatabase();
      const { log } = recordedLog();
      let now = 0;
      const to = server.connection('service', database);
      const serving = openConnectionPool(to, { log, statementMs: 5000, stopwatch: () => now });
      await serving.use(async () => {});
      await server.query(database, 'update access_log.version set version = 5');
      await expect(open(database)).rejects.toThrow(
        'the access log in the database has version 5, and this service knows 4: run the version of the service',
      );
      now = 3_600_000;
      await serving.use(async () => {});
      await serving.close();
    });

    test('tables of an earlier version are migrated without a rewrite, and their entries are read', async () => {
      await server.query('postgres', 'create database older');
      const now = new Date();
      const { name, begin, end } = monthOf(now);
      await server.query(
        'older',
        `create schema access_log; create table access_log.version (version integer, partitions_until timestamptz);
insert into access_log.version values (2, 'epoch'); ${changes.slice(0, 2).join('')}
create table access_log.${name} partition of access_log.entries for values from ('${begin.toISOString()}') to ('${end.toISOString()}');
insert into access_log.entries (id, time, request_id, operation, phase, subscription, scope)
values (gen_random_uuid(), now(), 'old', '3 appointments', 'done', 'app', 's')`,
      );
      const files = () => server.query('older', `select relfilenode from pg_class where relname = '${name}'`);
      const before = await files();
      expect(await owner('older', client => migrate(client, { now, months: 1 }))).toMatchObject({
        from: 2,
        to: 4,
      });
      expect(await files()).toEqual(before);
      const { append, log } = await open('older');
      await append(fullEntry);
      await log.close();
      const entries = await entriesIn('older');
      expect(entries.map(({ requestId, instance }) => [requestId, instance])).toEqual([
        ['1', fullEntry.instance],
        ['old', undefined],
      ]);
      await owner('older', indexNumbers);
      const indexes = await server.query(
        'older',
        "select from pg_class where relname ~ '^entries_.*_number$' and relkind = 'i'",
      );
      expect(indexes).toHaveLength(3);
    });

    test('the tables are checked again after an hour, so new partitions are known', async () => {
      const database = await server.newDatabase();
      const { log, levels } = recordedLog();
      let now = 0;
      const to = server.connection('service', database);
      const connections = openConnectionPool(to, { log, statementMs: 5000, stopwatch: () => now });
      expect(connections.partitionsUntil()).toBeUndefined();
      const untilAfterUse = async () => {
        await connections.use(async () => {});
        return connections.partitionsUntil();
      };
      const before = monthOf(new Date(), 3).end;
      expect(await untilAfterUse()).toEqual(before);
      await owner(database, client => migrate(client, { now: new Date(), months: 5 }));
      now = 3_599_999;
      expect(await untilAfterUse()).toEqual(before);
      now = 3_600_000;
      expect(await untilAfterUse()).toEqual(monthOf(new Date(), 5).end);
      expect(levels()).toEqual([]);
      await connections.close();
    });

    test('it warns of a role that may delete, and of partitions that end soon', async () => {
      const database = await server.newDatabase();
      const recorded = recordedLog();
      const log = await databaseAccessLog(server.connection('owner', database), {
        log: recorded.log,
      });
      await log.close();
      expect(recorded.logged).toMatchObject([
        { level: 'warn', message: expect.stringMatching(/may change and delete/) },
      ]);
      await server.query(
        database,
        "update access_log.version set partitions_until = now() + interval '5 days'",
      );
      const { log: other, logged } = await open(database);
      await other.close();
      expect(logged).toMatchObject([
        { level: 'warn', message: expect.stringMatching(/run npm run access-log -- migrate/) },
      ]);
    });
  });

  describe('the tables', () => {
    test('migrate changes nothing the second time, also when two run at the same time', async () => {
      await server.query('postgres', 'create database made_twice');
      const now = new Date('2026-11-15T12:00:00Z');
      const run = () => owner('made_twice', client => migrate(client, { now, months: 2 }));
      const both = await Promise.all([run(), run()]);
      const made = ['entries_2026_11', 'entries_2026_12', 'entries_2027_01'];
      expect(both.toSorted((a, b) => a.from - b.from)).toEqual([
        { from: 0, to: 4, partitions: made },
        { from: 4, to: 4, partitions: [] },
      ]);
      expect(await owner('made_twice', partitionNames)).toEqual(made);
    });

    test.each([
      'update access_log.entries set status = 1',
      'delete from access_log.entries',
      'truncate access_log.entries',
      'select * from access_log.entries',
      'drop table access_log.entries',
      'update access_log.version set version = 9',
    ])('the service may not: %s', async statement => {
      const database = await server.newDatabase();
      const asked = withClient(server.connection('service', database), { statementMs: 5000 }, client =>
        client.query(statement),
      );
      await expect(asked).rejects.toMatchObject({ code: '42501' });
    });

    test('a reader may read, and not insert', async () => {
      const database = await server.newDatabase();
      await server.query(
        database,
        "insert into access_log.entries (id, time, request_id, operation, phase, subscription, scope) values (gen_random_uuid(), now(), '1', 'x', 'done', 'app', 's')",
      );
      const as = (statement: string) => server.query(database, `set role access_log_reader; ${statement}`);
      await expect(as('delete from access_log.entries')).rejects.toMatchObject({ code: '42501' });
      await expect(
        as('insert into access_log.entries select * from access_log.entries'),
      ).rejects.toMatchObject({ code: '42501' });
      await as('select * from access_log.entries');
    });
  });

  describeWith('pgbouncer', 'behind PgBouncer', pgbouncer => {
    const ignored =
      'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,options';

    /** Writes entries of two instances through a pooler, and returns what their logs say. */
    const through = async (settings: readonly string[]) => {
      const database = await server.newDatabase();
      const { port, close } = await startPgBouncer(pgbouncer, server, settings);
      const { log, logged } = recordedLog();
      const to = { ...server.connection('service', database), port };
      const logs = await Promise.all([databaseAccessLog(to, { log }), databaseAccessLog(to, { log })]);
      try {
        const ended = await Promise.allSettled(
          Array.from({ length: 20 }, (_, at) => logs[at % 2]?.append(entryOf(String(at)), within(20_000))),
        );
        return { written: ended.filter(({ status }) => status === 'fulfilled').length, logged };
      } finally {
        await Promise.all(logs.map(one => one.close()));
        await close();
      }
    };
    const faultsIn = ({ logged }: Awaited<ReturnType<typeof through>>) =>
      logged.flatMap(({ level, fields }) => (level === 'error' ? Object.values(fields).slice(0, 2) : []));

    test('session mode, with the settings of docs/access-log.md: every entry is written', async () => {
      const seen = await through(['pool_mode = session', ignored]);
      expect(seen.written).toBe(20);
      expect(faultsIn(seen)).toEqual([]);
    });

    test('a parameter that it refuses is named', async () => {
      const seen = await through(['pool_mode = session']);
      expect(seen.written).toBe(0);
      expect(faultsIn(seen).slice(0, 2)).toEqual([
        '08P01',
        'a pooler refused the start parameter statement_timeout: see "Connections" in docs/access-log.md',
      ]);
    });

    test('transaction mode: the message says that it does not work', async () => {
      const faults = faultsIn(await through(['pool_mode = transaction', ignored, 'default_pool_size = 1']));
      expect(faults[0]).toMatch(/^(42P05|26000)$/);
      expect(faults[1]).toBe('a pooler mixes the statements of its clients: use its session mode');
    });
  });

  test.each([
    ['2026-01-31T23:59:59.999Z', 0, 'entries_2026_01'],
    ['2026-01-31T12:00:00.000Z', 1, 'entries_2026_02'],
    ['2026-12-31T23:59:59.999Z', 1, 'entries_2027_01'],
    ['2026-01-15T00:00:00.000Z', -1, 'entries_2025_12'],
    ['2026-03-31T00:00:00.000Z', -13, 'entries_2025_02'],
  ])('the month of %s, %i further, is %s', (moment, offset, name) => {
    expect(monthOf(new Date(moment), offset).name).toBe(name);
  });
});

test('SIGHUP while the service stops: closed connections are not renewed', async () => {
  const nowhere = {
    host: '127.0.0.1',
    port: 1,
    user: 'service',
    database: 'log',
    password: '',
    tls: undefined,
  };
  const { log, logged } = recordedLog();
  const accessLog = await databaseAccessLog(nowhere, { log });
  await accessLog.close();
  await accessLog.reopen();
  expect(logged.map(({ message }) => message)).toEqual([
    'the access log cannot be written: nothing is answered',
  ]);
});
