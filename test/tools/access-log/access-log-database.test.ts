// npm run access-log on a database: migrate, reading, exporting, retain.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { withClient } from '../../../src/adapters/access-log/database/connection.ts';
import { dropPartition } from '../../../src/adapters/access-log/database/partitions.ts';
import { migrate } from '../../../src/adapters/access-log/database/schema.ts';
import type { AccessEntry } from '../../../src/ports/access-log.ts';
import { entryOf } from '../../adapters/access-log/entry.ts';
import { newFolder } from '../../support/new-folder.ts';
import { describeWith } from '../../support/programs.ts';
import { type PostgresqlServer, startPostgresql } from '../../support/servers/postgresql.ts';
import { unhurried, until } from '../../support/until.ts';
import { runTool } from '../run.ts';
import { spawnTool } from '../spawn-tool.ts';

vi.setConfig(unhurried);

const patient = '191212121212';
const other = '189001019802';

describeWith('postgres', 'npm run access-log on a database', program => {
  let server: PostgresqlServer;
  beforeAll(async () => {
    server = await startPostgresql(program);
  });
  afterAll(() => server.close());

  const run = (
    database: string,
    argv: readonly string[],
    how?: { readonly input?: string; readonly node?: readonly string[] },
  ) => {
    const options = { cwd: newFolder(), env: { ACCESS_LOG_URL: server.url('owner', database) } };
    return how === undefined
      ? runTool('access-log', argv, options)
      : spawnTool('access-log', argv, { ...options, ...how });
  };

  const insert = (database: string, entries: readonly AccessEntry[]) =>
    server.query(
      database,
      `insert into access_log.entries (id, time, request_id, operation, phase, subscription, caller, subject, scope, status, records,
left_out_records, left_out_values, left_out_sources)
select gen_random_uuid(), (e->>'time')::timestamptz, e->>'requestId', e->>'operation', e->>'phase', e->>'subscription', e->>'caller',
e->>'subject', e->>'scope', (e->>'status')::int, (e->>'records')::int, 0, 0, 0 from jsonb_array_elements($1::jsonb) e`,
      [JSON.stringify(entries)],
    );

  const owner = <T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
    withClient(server.connection('owner', database), { statementMs: 60_000 }, work);

  /** Makes the partitions of the months that have entries. A process for each test would be slow. */
  const migrateNow = (database: string) =>
    owner(database, client => migrate(client, { now: new Date(), months: 1 }));

  const partitions = async (database: string) =>
    (
      await server.query<{ name: string }>(
        database,
        "select relname as name from pg_class where relname ~ '^entries_[0-9]{4}_[0-9]{2}$' order by 1",
      )
    ).map(({ name }) => name);

  describe('migrate', () => {
    test('makes the tables, and does nothing the second time', async () => {
      await server.query('postgres', 'create database to_migrate');
      const first = await run('to_migrate', ['migrate', '--months', '2']);
      expect(first).toMatchObject({ status: 0, err: '' });
      expect(first.out).toMatch(
        /^Updated the tables from version 0 to 4\.\nCreated 3 partitions: \d{4}-\d\d to \d{4}-\d\d\.\n$/,
      );
      const second = await run('to_migrate', ['migrate', '--months', '2']);
      expect(second).toEqual({
        status: 0,
        err: '',
        out: 'The tables already have version 4.\nNo partition was missing.\n',
      });
    });

    test('refuses tables of a later version, and changes nothing: it would take away rights that they need', async () => {
      await server.query('postgres', 'create database to_migrate_later');
      await run('to_migrate_later', ['migrate', '--months', '1']);
      await server.query('to_migrate_later', 'update access_log.version set version = 5');
      const { status, out, err } = await run('to_migrate_later', ['migrate', '--months', '3']);
      expect({ status, out }).toEqual({ status: 1, out: '' });
      expect(err).toContain('The tables have version 5, and this program knows 4: nothing was changed.');
      await server.query('to_migrate_later', 'update access_log.version set version = 4');
      const after = await run('to_migrate_later', ['migrate', '--months', '1']);
      expect(after.out).toContain('No partition was missing.');
    });

    test('as JSON', async () => {
      await server.query('postgres', 'create database to_migrate_json');
      const argv = ['migrate', '--months', '1', '--json'];
      const { status, out } = await run('to_migrate_json', argv);
      const month = expect.stringMatching(/^\d{4}-\d\d$/);
      expect({ status, out: JSON.parse(out) }).toEqual({
        status: 0,
        out: { from: 0, to: 4, created: [month, month] },
      });
      const second = await run('to_migrate_json', argv);
      expect(JSON.parse(second.out)).toEqual({ from: 4, to: 4, created: [] });
    });

    test.each([
      ['without a database', [], {}, 2, /Set ACCESS_LOG_URL/],
      [
        'a faulty URL',
        [],
        { ACCESS_LOG_URL: 'mysql://user:secret@x/y' },
        1,
        /ACCESS_LOG_URL: expected postgresql:/,
      ],
      [
        'nobody there',
        [],
        { ACCESS_LOG_URL: 'postgresql://x:secret@127.0.0.1:1/y' },
        1,
        /no usable connection to the database \(127\.0\.0\.1, ECONNREFUSED\)/,
      ],
      ['an invalid number', ['--months', 'x'], {}, 2, /--months/],
    ])('%s is said in words, without the password', async (_, argv, env, status, words) => {
      const ran = await runTool('access-log', ['migrate', ...argv], { cwd: newFolder(), env });
      expect(ran.status).toBe(status);
      expect(ran.err).toMatch(words);
      expect(ran.err).not.toContain('secret');
    });

    test('a server without TLS is said in words', async () => {
      const plain = createServer(client => client.once('data', () => client.end('N'))).listen(0, '127.0.0.1');
      onTestFinished(() => void plain.close());
      await once(plain, 'listening');
      const { port } = plain.address() as AddressInfo;
      const url = `postgresql://owner@127.0.0.1:${port}/log?sslmode=verify-full`;
      const { status, err } = await runTool('access-log', ['migrate'], {
        cwd: newFolder(),
        env: { ACCESS_LOG_URL: url },
      });
      expect({ status, err }).toEqual({
        status: 1,
        err: 'The database: no usable connection to the database (127.0.0.1, ENOTLS).\n',
      });
    });

    test('as a role that may not, it is refused', async () => {
      await server.query('postgres', 'create database not_mine');
      const { status, err } = await runTool('access-log', ['migrate'], {
        cwd: newFolder(),
        env: { ACCESS_LOG_URL: server.url('service', 'not_mine') },
      });
      expect({ status, err }).toEqual({
        status: 1,
        err: 'The database: the role lacks a right (127.0.0.1, 42501).\n',
      });
    });
  });

  test('the entries of a patient, by time, within a period; those of others not', async () => {
    const database = await server.newDatabase();
    const at = (time: string, more: Partial<AccessEntry> = {}) =>
      entryOf(time, { time: `2026-01-15T${time}.000Z`, ...more });
    await insert(database, [
      at('08:00:03'),
      at('08:00:01', { operation: '10 journalNotes' }),
      at('08:00:02', { subject: other }),
      at('08:00:04'),
      at('08:00:05'),
    ]);
    const { status, out, err } = await run(
      database,
      ['--patient', '-', '--csv', '--to', '2026-01-15T08:00:04'],
      { input: `${patient}\n` },
    );
    expect({ status, err }).toEqual({ status: 0, err: '3 entries of the patient in the database.\n' });
    expect(
      out
        .split('\n')
        .slice(1, -1)
        .map(line => line.slice(0, 24)),
    ).toEqual(['2026-01-15T08:00:01.000Z', '2026-01-15T08:00:03.000Z', '2026-01-15T08:00:04.000Z']);
  });

  test('the entries of a caller, whose name may be longer than what the index holds of it', async () => {
    const database = await server.newDatabase();
    const long = 'c'.repeat(300);
    await insert(database, [
      entryOf('a', { time: '2026-01-15T08:00:02.000Z', caller: long, subject: other }),
      entryOf('b', { time: '2026-01-15T08:00:01.000Z', caller: long }),
      entryOf('c', { time: '2026-01-15T08:00:03.000Z', caller: `${long}d` }),
    ]);
    const { status, out, err } = await run(database, ['--caller', long, '--csv']);
    expect({ status, err }).toEqual({ status: 0, err: '2 entries of the caller in the database.\n' });
    const ids = out.split('\n').slice(1, -1);
    expect(ids.map(line => line.split(',')[1])).toEqual(['b', 'a']);
  });

  test('more entries than the memory holds', async () => {
    const database = await server.newDatabase();
    await server.query(
      database,
      `insert into access_log.entries (id, time, request_id, operation, phase, subscription, caller, subject, scope)
select gen_random_uuid(), '2026-01-01Z'::timestamptz + n * interval '1 second', n::text, '10 journalNotes', 'done', 'app',
repeat('x', 2000), $1, 's' from generate_series(1, 20000) n`,
      [patient],
    );
    // A heap of 32 MB: the entries take 40 MB and more.
    const { status, err } = await run(database, ['--patient', patient], {
      node: ['--max-old-space-size=32'],
    });
    expect({ status, err }).toEqual({ status: 0, err: '20000 entries of the patient in the database.\n' });
  });

  describe('--export', () => {
    const month = [
      entryOf('a', { time: '2026-01-01T00:00:00.000Z' }),
      entryOf('b', { time: '2026-01-31T23:59:59.999Z', subject: other }),
    ];
    const outside = [
      entryOf('before', { time: '2025-12-31T23:59:59.999Z' }),
      entryOf('after', { time: '2026-02-01T00:00:00.000Z' }),
    ];

    test('a month as CSV: all patients, nothing of other months', async () => {
      const database = await server.newDatabase();
      await insert(database, [...outside, ...month]);
      const { status, out, err } = await run(database, ['--export', '2026-01']);
      expect({ status, err }).toEqual({ status: 0, err: '2 entries of the month in the database.\n' });
      expect(
        out
          .split('\n')
          .slice(1, -1)
          .map(line => line.split(',')[1]),
      ).toEqual(['a', 'b']);
    });

    test('a month as FHIR: a Bundle a line, of at most 500 events', async () => {
      const database = await server.newDatabase();
      const entries = Array.from({ length: 501 }, (_, at) =>
        entryOf(String(at), { time: '2026-01-10T00:00:00.000Z' }),
      );
      await insert(database, entries);
      const { status, out } = await run(database, ['--export', '2026-01', '--format', 'fhir']);
      const bundles = out
        .split('\n')
        .slice(0, -1)
        .map(line => JSON.parse(line));
      expect(status).toBe(0);
      expect(bundles.map(({ resourceType, type, entry }) => [resourceType, type, entry.length])).toEqual([
        ['Bundle', 'batch', 500],
        ['Bundle', 'batch', 1],
      ]);
      expect(bundles[0].entry[0].resource).toMatchObject({ resourceType: 'AuditEvent', action: 'R' });
    });

    test.each([
      [['--export', '2026-13'], /YYYY-MM/],
      [['--export', '2026-01', '--format', 'xml'], /csv, json or fhir/],
      [['--export', '2026-01', '--patient', patient], /--patient does not go with --export/],
      [['--patient', patient, '--format', 'fhir'], /--format goes with --export/],
    ])('%j: the usage, and status 2', async (argv, words) => {
      const { status, err } = await runTool('access-log', argv, {
        cwd: newFolder(),
        env: { ACCESS_LOG_FILE: 'access.log' },
      });
      expect(status).toBe(2);
      expect(err).toMatch(words);
    });
  });

  describe('retain', () => {
    const withOldMonths = async () => {
      const database = await server.newDatabase();
      await insert(database, [
        entryOf('1', { time: '2019-02-03T00:00:00.000Z' }),
        entryOf('2', { time: '2019-03-03T00:00:00.000Z' }),
      ]);
      await migrateNow(database);
      return database;
    };
    const count = (database: string) => server.query(database, 'select from access_log.entries');

    test.each(['yes\n', 'drop\n'])(
      'answered with %j, it drops what is older, and keeps the rest',
      async input => {
        const database = await withOldMonths();
        await insert(database, [entryOf('3', { time: new Date().toISOString() })]);
        const { status, out, err } = await run(database, ['retain', '--months', '60'], { input });
        expect(err).toBe(
          'This drops 2 months (2019-02 to 2019-03) with all their entries from the access log. It cannot be undone.\nType "yes" to drop them: ',
        );
        expect({ status, out }).toEqual({ status: 0, out: 'Dropped 2019-02.\nDropped 2019-03.\n' });
        expect(await count(database)).toHaveLength(1);
        expect(await partitions(database)).not.toContain('entries_2019_02');
      },
    );

    test('names the number of entries if the server knows it', async () => {
      const database = await server.newDatabase();
      await server.query(
        database,
        `insert into access_log.entries (id, time, request_id, operation, phase, subscription, scope)
select gen_random_uuid(), '2019-02-03Z', n::text, '10 journalNotes', 'done', 'app', 's' from generate_series(1, 1200) n`,
      );
      await migrateNow(database);
      await server.query(database, 'analyze access_log.entries');
      const { status, err } = await run(database, ['retain', '--months', '60'], { input: 'no\n' });
      expect(status).toBe(1);
      expect(err).toContain('This drops 1 month (2019-02) with about 1,200 entries from the access log.');
      expect(await count(database)).toHaveLength(1200);
    });

    test('as JSON: the months that were dropped', async () => {
      const database = await withOldMonths();
      const asked = await run(database, ['retain', '--months', '60', '--json'], { input: 'yes\n' });
      expect({ status: asked.status, out: JSON.parse(asked.out) }).toEqual({
        status: 0,
        out: { dropped: ['2019-02', '2019-03'] },
      });
      const again = await run(database, ['retain', '--months', '60', '--json']);
      expect(again).toEqual({ status: 0, out: '{"dropped":[]}\n', err: '' });
    });

    test.each(['', 'y\n'])('answered with %j, it drops nothing', async input => {
      const database = await withOldMonths();
      const { status, err } = await run(database, ['retain', '--months', '60'], { input });
      expect({ status, isSaid: err.includes('Nothing was dropped.') }).toEqual({ status: 1, isSaid: true });
      expect(await count(database)).toHaveLength(2);
    });

    test('with --yes it does not ask; with nothing older it says so', async () => {
      const database = await withOldMonths();
      expect(await run(database, ['retain', '--months', '60', '--yes'])).toMatchObject({
        status: 0,
        err: '',
      });
      expect(await run(database, ['retain', '--months', '60', '--yes'])).toMatchObject({
        status: 0,
        out: 'There are no months to drop.\n',
      });
      expect(await partitions(database)).not.toHaveLength(0);
    });

    test('a month that is being read is not dropped, and entries are appended as before', async () => {
      const database = await withOldMonths();
      const reading = expect(
        server.query(database, 'select pg_sleep(120) from access_log.entries_2019_02'),
      ).rejects.toThrow('canceling statement due to user request');
      await until('the month is being read', async () => {
        const sleeping =
          "select pid from pg_stat_activity where wait_event = 'PgSleep' and query like 'select pg_sleep(120)%'";
        return (await server.query<{ pid: number }>(database, sleeping))[0];
      });
      const { status, err } = await run(database, ['retain', '--months', '60', '--yes']);
      expect({ status, err }).toEqual({
        status: 1,
        err: 'The database: a lock took too long (127.0.0.1, 55P03).\n',
      });
      const asJson = await run(database, ['retain', '--months', '60', '--yes', '--json']);
      expect(asJson).toMatchObject({ status: 1, out: '{"dropped":[]}\n' });
      const cancel =
        "select pg_cancel_backend(pid) from pg_stat_activity where query like 'select pg_sleep(120)%'";
      await server.query(database, cancel);
      await reading;
      expect(await count(database)).toHaveLength(2);
    });

    test('less than the law or the profile asks for is refused, and so is anything during a legal hold', async () => {
      const database = await withOldMonths();
      expect(await run(database, ['retain', '--months', '59', '--yes'])).toMatchObject({
        status: 1,
        err: 'Entries are kept for 60 months at least (retentionMonths in the region profile).\n',
      });
      const folder = newFolder();
      const profile = join(folder, 'region.json');
      const systems = {
        ehr: { adapter: 'extracts', baseUrl: 'https://ehr.test', headers: { 'x-key': 'env:EHR_KEY' } },
      };
      const region = {
        name: 'Region Prov',
        timeZone: 'Europe/Stockholm',
        release: 'ehr',
        systems,
        retentionMonths: 120,
      };
      writeFileSync(profile, JSON.stringify(region));
      const env = { ACCESS_LOG_URL: server.url('owner', database), REGION_FILE: profile };
      expect(
        await runTool('access-log', ['retain', '--months', '119', '--yes'], { cwd: folder, env }),
      ).toMatchObject({ status: 1, err: expect.stringMatching(/^Entries are kept for 120 months/) });

      const retain = (...argv: string[]) => run(database, ['retain', ...argv]);
      expect(await retain('--hold', 'case 7\u001b[2J')).toMatchObject({
        status: 0,
        out: expect.stringMatching(/nothing is dropped/),
      });
      const held = await retain('--months', '60', '--yes');
      expect(held.status).toBe(1);
      expect(held.err).toMatch(
        /^There is a legal hold since \d{4}-\d\d-\d\d \(case 7\\u001b\[2J\): nothing more is dropped\.\n$/,
      );
      expect(await count(database)).toHaveLength(2);
      // One that is set while the command waits for its "yes".
      await expect(
        owner(database, client => dropPartition(client, 'entries_2019_02', { question: {} })),
      ).rejects.toThrow('there is a legal hold');
      await migrateNow(database);
      expect((await retain('--months', '60', '--yes')).status).toBe(1);
      expect(await retain('--release')).toMatchObject({ status: 0 });
      expect(await retain('--months', '60', '--yes')).toMatchObject({
        status: 0,
        out: expect.stringMatching(/^Dropped/),
      });
    });

    test.each([
      [[]],
      [['--months', '0']],
      [['--months', 'x']],
      [['--hold', ' ']],
      [['--hold', 'x', '--release']],
    ])('%j: the usage, and status 2', async argv => {
      const { status } = await run('postgres', ['retain', ...argv]);
      expect(status).toBe(2);
    });
  });
});
