// What administers the access log leaves entries in a chain of its own, before anything is printed (D23).
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AdministrationEntry } from '../../../src/adapters/access-log/administration.ts';
import { chainedLines, hashOf } from '../../../src/adapters/access-log/chain.ts';
import { insertAct } from '../../../src/adapters/access-log/database/administration.ts';
import { inTransaction, withClient } from '../../../src/adapters/access-log/database/connection.ts';
import { databaseAccessLog } from '../../../src/adapters/access-log/database/log.ts';
import { migrate } from '../../../src/adapters/access-log/database/schema.ts';
import { administrationName } from '../../../tools/access-log/administration.ts';
import { within } from '../../adapters/access-log/contract.ts';
import { entryOf } from '../../adapters/access-log/entry.ts';
import { recordedLog } from '../../adapters/recorded-log.ts';
import { newFolder } from '../../support/new-folder.ts';
import { describeWith } from '../../support/programs.ts';
import { type PostgresqlServer, startPostgresql } from '../../support/servers/postgresql.ts';
import { unhurried } from '../../support/until.ts';
import { runTool } from '../run.ts';
import { spawnTool } from '../spawn-tool.ts';

vi.setConfig(unhurried);

const patient = '191212121212';
const log = chainedLines(
  ['a', 'b'].map(id => JSON.stringify(entryOf(id))),
  null,
).text;

describe('beside a file', () => {
  const folderWithLog = () => {
    const folder = newFolder();
    const file = join(folder, 'access.log');
    writeFileSync(file, log, { mode: 0o600 });
    const env = { ACCESS_LOG_FILE: file };
    const run = (...argv: string[]) => runTool('access-log', argv, { cwd: folder, env });
    const path = join(folder, administrationName);
    const lines = () => readFileSync(path, 'utf8').trimEnd().split('\n');
    return { folder, file, env, run, path, lines };
  };

  test('reading, exporting and verifying: who, what was asked and why, each linked to the one before it', async () => {
    const { run, lines, path } = folderWithLog();
    const reading = ['--patient', '19121212-1212', '--from', '2026-01-01', '--reason', 'case 7'];
    expect((await run(...reading)).status).toBe(0);
    expect((await run('--sample', '1', '--seed', 's', '--from', '2026-01-01')).status).toBe(0);
    expect((await run('--export', '2026-01')).status).toBe(0);
    expect((await run('--since', 'start')).status).toBe(0);
    expect((await run('verify', '--strict')).status).toBe(0);
    const entries = lines().map(line => JSON.parse(line) as AdministrationEntry);
    expect(entries.map(({ action, question, reason }) => [action, question, reason])).toEqual([
      ['read', { patient, from: '2026-01-01' }, 'case 7'],
      ['read', { sample: '1', seed: 's', from: '2026-01-01' }, null],
      ['export', { export: '2026-01' }, null],
      ['export', { since: 'start' }, null],
      ['verify', { strict: true }, null],
    ]);
    const { username } = userInfo();
    for (const entry of entries) expect(entry).toMatchObject({ user: username, login: username });
    expect(entries.map(({ prev }) => prev)).toEqual([null, ...lines().slice(0, -1).map(hashOf)]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('the command that prints them: those of a period, its own included', async () => {
    const { run } = folderWithLog();
    await run('--patient', patient, '--reason', 'case\u001b 7');
    const { status, out, err } = await run('administration');
    const lines = out.trimEnd().split('\n');
    expect([status, err]).toEqual([0, '2 entries of what was done with the log in 1 file.\n']);
    expect(lines.map(line => line.split(/ {2,}/))).toEqual([
      ['TIME (UTC)', 'ACTION', 'USER', 'LOGIN', 'QUESTION AND REASON'],
      [
        expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        'read',
        userInfo().username,
        userInfo().username,
        `{"patient":"${patient}"} case\\u001b 7`,
      ],
      [expect.any(String), 'read', expect.any(String), expect.any(String), '{"administration":true}'],
    ]);
    const json = await run('administration', '--json', '--to', '2020-01-01');
    expect([json.status, json.out]).toEqual([0, '']);
    const all = (await run('administration', '--json')).out.trimEnd().split('\n');
    expect(all.map(line => (JSON.parse(line) as AdministrationEntry).action)).toEqual(Array(4).fill('read'));
  });

  test('behind sudo: whoever called it', async () => {
    const { folder, env, lines } = folderWithLog();
    const sudo = { ...env, SUDO_USER: 'anna' };
    await runTool('access-log', ['--patient', patient], { cwd: folder, env: sudo });
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject({ login: 'anna', user: userInfo().username });
  });

  test('where it cannot be left, nothing is printed', async () => {
    const { run, path } = folderWithLog();
    mkdirSync(path);
    for (const argv of [['--patient', patient], ['--export', '2026-01'], ['--since', 'start'], ['verify']]) {
      const { status, out, err } = await run(...argv);
      expect([status, out], argv[0]).toEqual([1, '']);
      expect(err).toMatch(
        /access-log-administration\.jsonl cannot be written \(EISDIR\): nothing is read unless it can be recorded .*\.\n$/,
      );
    }
  });

  test('a file of something else is not appended to', async () => {
    const { run, path } = folderWithLog();
    writeFileSync(path, 'notes of mine\n');
    const { status, out, err } = await run('--patient', patient);
    expect([status, out]).toEqual([1, '']);
    expect(err).toMatch(/is not a file of what was done with the access log: its first line is not an entry/);
    expect(readFileSync(path, 'utf8')).toBe('notes of mine\n');
  });

  test('commands that run at the same time write one chain', async () => {
    const { folder, env, lines, run } = folderWithLog();
    const ran = await Promise.all(
      ['a', 'b', 'c', 'd'].map(reason =>
        spawnTool('access-log', ['--patient', patient, '--reason', reason], { cwd: folder, env }),
      ),
    );
    expect(ran.map(({ status }) => status)).toEqual([0, 0, 0, 0]);
    expect(
      lines()
        .map(line => (JSON.parse(line) as AdministrationEntry).reason)
        .toSorted(),
    ).toEqual(['a', 'b', 'c', 'd']);
    expect((await run('verify')).status).toBe(0);
  });

  test('verify names an entry that was changed, and heads prove one that was cut off', async () => {
    const { run, path, lines } = folderWithLog();
    await run('--patient', patient, '--reason', 'case 7');
    await run('--caller', 'x');
    const { out } = await run('verify', '--head');
    const [, head = ''] = /^([0-9a-f]{64}) {2}administration /m.exec(out) ?? [];
    expect((await run('verify', '--expect', head)).status).toBe(0);
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, `${lines().slice(0, 1).join('\n')}\n`);
    expect((await run('verify', '--expect', head)).status).toBe(1);
    writeFileSync(path, whole.replace('case 7', 'case 8'));
    const { status, out: broken } = await run('verify');
    expect(status).toBe(1);
    expect(broken).toMatch(
      /^[0-9a-f]{16} {2}.*jsonl:2 \(read\) does not follow .*jsonl:1 \(read\): one of them was changed/,
    );
  });

  test('the log may be called so that the file of the chain begins with its name', async () => {
    const folder = newFolder();
    const file = join(folder, 'access-log');
    writeFileSync(file, log);
    const run = () =>
      runTool('access-log', ['--patient', patient], { cwd: folder, env: { ACCESS_LOG_FILE: file } });
    for (let times = 0; times < 2; times++)
      expect(await run()).toMatchObject({ status: 0, err: '2 entries of the patient in 1 file.\n' });
  });
});

describeWith('postgres', 'in a database', program => {
  let server: PostgresqlServer;
  beforeAll(async () => {
    server = await startPostgresql(program);
    await server.query('postgres', "create role auditor login password 'synthetic-auditor'");
  });
  afterAll(() => server.close());

  const newDatabase = async () => {
    const database = await server.newDatabase();
    await server.query('postgres', 'grant access_log_reader to auditor');
    return database;
  };
  const run = (url: string, ...argv: string[]) =>
    runTool('access-log', argv, { cwd: newFolder(), env: { ACCESS_LOG_URL: url, SUDO_USER: 'anna' } });
  const asOwner = (database: string, ...argv: string[]) => run(server.url('owner', database), ...argv);
  const asAuditor = (database: string, ...argv: string[]) =>
    run(`postgresql://auditor:synthetic-auditor@127.0.0.1:${server.port}/${database}`, ...argv);

  const acts = (database: string) =>
    server.query<{ action: string; user_name: string; login: string; question: object; reason: string }>(
      database,
      'select * from access_log.administration order by number',
    );

  const append = async (database: string, instance: string, times: readonly string[]) => {
    const opened = await databaseAccessLog(server.connection('service', database), {
      log: recordedLog().log,
    });
    for (const time of times) await opened.append(entryOf(time, { time, instance }), within(60_000));
    await opened.close();
  };

  const migrateNow = (database: string) =>
    withClient(server.connection('owner', database), { statementMs: 60_000 }, client =>
      migrate(client, { now: new Date(), months: 1 }),
    );

  test('a role that may only read leaves its entry, under the name that the database knows, and cannot change it', async () => {
    const database = await newDatabase();
    const { status } = await asAuditor(database, '--patient', patient, '--reason', 'case\u0000 7');
    expect(status).toBe(0);
    expect((await acts(database)).at(-1)).toMatchObject({
      action: 'read',
      user_name: 'auditor',
      login: 'anna',
      question: { patient },
      reason: 'case\ufffd 7',
    });
    const refused = (text: string) =>
      expect(
        withClient(
          { ...server.connection('owner', database), user: 'auditor', password: 'synthetic-auditor' },
          { statementMs: 10_000 },
          client => client.query(text),
        ),
      ).rejects.toMatchObject({ code: '42501' });
    for (const action of ['retain', 'hold', 'release-hold', 'migrate'])
      await refused(`insert into access_log.administration (action, question) values ('${action}', '{}')`);
    await refused("update access_log.administration set reason = 'x'");
    await refused('delete from access_log.administration');
    await refused(
      "insert into access_log.administration (action, question, user_name) values ('read', '{}', 'x')",
    );
    await refused(
      "insert into access_log.administration (action, question, time) values ('read', '{}', now())",
    );
  });

  test('the command that prints them', async () => {
    const database = await newDatabase();
    const { status, out } = await asAuditor(database, 'administration', '--json');
    expect(status).toBe(0);
    expect(
      out
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line) as AdministrationEntry)
        .map(({ action, user }) => [action, user]),
    ).toEqual([
      ['migrate', 'admin'],
      ['read', 'auditor'],
    ]);
  });

  test('the role of the service has no right to it', async () => {
    const database = await newDatabase();
    const { status, out, err } = await run(server.url('service', database), '--patient', patient);
    expect([status, out]).toEqual([1, '']);
    expect(err).toBe('The database: the role lacks a right (127.0.0.1, 42501).\n');
  });

  test('tables without it: what to run', async () => {
    const database = await newDatabase();
    await server.query(database, 'drop table access_log.administration');
    expect(await asOwner(database, '--patient', patient)).toMatchObject({
      status: 1,
      out: '',
      err: expect.stringMatching(/run npm run access-log -- migrate/),
    });
  });

  test('holds, their release and migrations leave entries, which verify compares', async () => {
    const database = await newDatabase();
    await asOwner(database, 'retain', '--hold', 'case 7');
    await asOwner(database, 'retain', '--release', '--reason', 'case 7 is closed');
    await asOwner(database, 'migrate', '--months', '5');
    expect((await acts(database)).map(({ action, reason }) => [action, reason])).toEqual([
      ['migrate', null],
      ['hold', 'case 7'],
      ['release-hold', 'case 7 is closed'],
      ['migrate', null],
    ]);
    expect(await asAuditor(database, 'verify')).toMatchObject({ status: 0 });
    await server.query(database, "update access_log.administration set reason = 'x' where action = 'hold'");
    const { status, out } = await asAuditor(database, 'verify');
    expect([status, out]).toEqual([
      1,
      expect.stringMatching(
        /^[0-9a-f]{16} {2}administration entry 3 \(release-hold, .*\) does not follow administration entry 2 \(hold, .*\n$/,
      ),
    ]);
  });

  test('after retain, verify says which months are missing, and the chains that continue from them are in order', async () => {
    const database = await newDatabase();
    await append(database, 'one', [
      '2019-01-30T08:00:00.000Z',
      '2019-01-31T08:00:00.000Z',
      '2019-02-01T08:00:00.000Z',
    ]);
    await append(database, 'two', ['2019-01-31T09:00:00.000Z', '2019-03-01T08:00:00.000Z']);
    await migrateNow(database);
    const kept = await asAuditor(database, 'verify', '--head');
    expect(kept.status).toBe(0);
    await server.query(database, "delete from access_log.administration where action = 'verify'");
    const retained = await asOwner(database, 'retain', '--months', '60', '--yes', '--reason', 'five years');
    expect(retained.out).toBe('Dropped 2019-01.\nDropped 2019-02.\nDropped 2019-03.\n');
    const dropped = (await acts(database)).filter(({ action }) => action === 'retain');
    expect(dropped).toMatchObject([
      {
        months: ['2019-01'],
        entries: '3',
        last: [expect.any(String), expect.any(String)],
        question: { months: 60 },
      },
      { months: ['2019-02'], entries: '1' },
      { months: ['2019-03'], entries: '1' },
    ]);
    const { status, err } = await asAuditor(database, 'verify', '--strict');
    expect([status, err.split('\n').slice(0, 3)]).toEqual([
      0,
      [
        expect.stringMatching(
          /^2019-01 with 3 entries is missing: retain dropped it \(owner, .*, five years\)\.$/,
        ),
        expect.stringMatching(/^2019-02 with 1 entry is missing/),
        expect.stringMatching(/^2019-03 with 1 entry is missing/),
      ],
    ]);
  });

  test('of a chain whose beginning retain dropped: in order; without the entry of retain it is a break, and so is the month', async () => {
    const database = await newDatabase();
    await append(database, 'one', ['2019-01-31T08:00:00.000Z', new Date().toISOString()]);
    await migrateNow(database);
    await asOwner(database, 'retain', '--months', '60', '--yes');
    expect(await asAuditor(database, 'verify', '--strict')).toMatchObject({ status: 0, out: '' });
    await server.query(
      database,
      "delete from access_log.administration where action in ('retain', 'verify')",
    );
    const { status, out } = await asAuditor(database, 'verify');
    expect(status).toBe(1);
    expect(out).toMatch(/ {2}2019-01 is missing, and no entry says that retain dropped it\.\n/);
    expect(out).toMatch(/ {2}entry \d+ \(request .*\) of one continues an entry that is not there\.\n/);
  });

  test('heads that were kept of a month that retain dropped are no break', async () => {
    const database = await newDatabase();
    await append(database, 'one', ['2019-01-31T08:00:00.000Z']);
    await migrateNow(database);
    const folder = newFolder();
    const heads = join(folder, 'heads');
    const { out } = await asAuditor(database, 'verify', '--head');
    writeFileSync(heads, out);
    await asOwner(database, 'retain', '--months', '60', '--yes');
    expect(await asAuditor(database, 'verify', '--expect-heads', heads)).toMatchObject({
      status: 0,
      out: '',
    });
    // The chain of what was done with the log keeps all its months.
    const lost = 'a'.repeat(64);
    writeFileSync(heads, `${lost}  administration 2019-01-31T08:00:00.000Z\n`);
    expect(await asAuditor(database, 'verify', '--expect-heads', heads)).toMatchObject({
      status: 1,
      out: expect.stringContaining(`No entry has the hash ${lost}`),
    });
  });

  test('an entry that says that a month went which is there excuses no head that is missing', async () => {
    const database = await newDatabase();
    const now = new Date().toISOString();
    await append(database, 'one', [now, now]);
    await migrateNow(database);
    const heads = join(newFolder(), 'heads');
    const { out: kept } = await asAuditor(database, 'verify', '--head');
    writeFileSync(heads, kept);
    await server.query(
      database,
      'delete from access_log.entries where number = (select max(number) from access_log.entries)',
    );
    const month = now.slice(0, 7);
    await withClient(server.connection('owner', database), { statementMs: 10_000 }, client =>
      inTransaction(client, () =>
        insertAct(client, { action: 'retain', question: {}, months: [month], entries: 1, last: [] }),
      ),
    );
    const { status, out } = await asAuditor(database, 'verify', '--expect-heads', heads);
    expect(status).toBe(1);
    expect(out).toMatch(new RegExp(` {2}${month} is there, and an entry says that retain dropped it\\.\n`));
    expect(out).toMatch(new RegExp(` {2}No entry has the hash ${kept.slice(0, 64)}: `));
  });
});
