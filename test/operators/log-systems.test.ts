// What docs/log-systems.md and docs/backup.md describe, with a real rsyslog and a real PostgreSQL: each entry arrives once, as it
// was written, and is there after a restore.

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { freePort } from '../../sandbox/listen.ts';
import { databaseAccessLog } from '../../src/adapters/access-log/database/log.ts';
import { accessLogFile } from '../../src/adapters/access-log/file.ts';
import { verifyFiles } from '../../tools/access-log/verify-files.ts';
import { within } from '../adapters/access-log/contract.ts';
import { entryOf } from '../adapters/access-log/entry.ts';
import { recordedLog } from '../adapters/recorded-log.ts';
import { describeWith, findProgram } from '../support/programs.ts';
import { newAuthority } from '../support/servers/certificates.ts';
import { type PostgresqlServer, startPostgresql } from '../support/servers/postgresql.ts';
import { spawnChild } from '../support/spawn-child.ts';
import { unhurried, until } from '../support/until.ts';

vi.setConfig(unhurried);

const root = join(import.meta.dirname, '../..');
const deploy = join(root, 'deploy');

const linesOf = (file: string) =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];

// The module for TLS (Debian's rsyslog-gnutls), which needs rsyslog itself.
describeWith('lmnsd_gtls.so', 'rsyslog', () => {
  const program = findProgram('rsyslogd') ?? 'rsyslogd';
  let folder: string;
  const path = (name: string) => join(folder, name);
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rsyslog-test-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Starts rsyslog; it ends with the test. */
  const startRsyslog = (name: string, configuration: string) => {
    mkdirSync(path(`${name}.d`), { recursive: true });
    writeFileSync(path(`${name}.conf`), `global(workDirectory="${path(`${name}.d`)}")\n${configuration}`);
    const argv = ['-n', '-f', path(`${name}.conf`), '-i', path(`${name}.pid`)];
    const child = spawnChild(program, argv, { stdio: 'ignore' });
    const stop = async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    };
    onTestFinished(async () => {
      if (child.exitCode === null) await stop();
    });
    return { stop };
  };

  test('takes the file through a rotation and a restart of the log server, and what arrives is the whole chain', async () => {
    const authority = await newAuthority('Logs');
    const { cert, key } = await authority.server('logs.example.internal');
    for (const [name, text] of Object.entries({ ca: authority.cert, cert, key }))
      writeFileSync(path(name), text);
    const port = await freePort();
    const startServer = () =>
      startRsyslog(
        'server',
        `global(maxMessageSize="128k" defaultNetstreamDriver="gtls" defaultNetstreamDriverCAFile="${path('ca')}"
  defaultNetstreamDriverCertFile="${path('cert')}" defaultNetstreamDriverKeyFile="${path('key')}")
module(load="imtcp" streamDriver.name="gtls" streamDriver.mode="1" streamDriver.authMode="anon")
template(name="message" type="string" string="%msg%\\n")
ruleset(name="entries") { action(type="omfile" file="${path('received')}" template="message") }
input(type="imtcp" port="${port}" address="127.0.0.1" ruleset="entries")`,
      );
    const agent = Object.entries({
      '/etc/ssl/certs/ca-certificates.crt': path('ca'),
      '/var/log/patient-data-access/access.log': path('access.log'),
      'target="logs.example.internal" port="6514"': `target="127.0.0.1" port="${port}"`,
    }).reduce(
      (text, [written, here]) => {
        expect(text).toContain(written);
        return text.replace(written, here);
      },
      readFileSync(join(deploy, 'rsyslog.conf'), 'utf8'),
    );

    const recorded = recordedLog();
    const log = await accessLogFile(path('access.log'), { log: recorded.log });
    const append = (id: string) =>
      log.append(entryOf(id, { caller: `å${'x'.repeat(20_000)}` }), within(60_000));
    const arrives = (count: number) =>
      until(`${count} entries`, () => new Set(linesOf(path('received'))).size >= count);

    const server = startServer();
    startRsyslog('agent', `*.* action(type="omfile" file="${path('local')}")\n${agent}`);
    await append('1');
    await arrives(1);
    renameSync(path('access.log'), path('access.log-1'));
    await append('2');
    await log.reopen();
    await append('3');
    await arrives(3);
    await server.stop();
    await append('4');
    startServer();
    await append('5');
    await arrives(5);
    await log.close();

    // Syslog has no acknowledgement: what was in flight when a connection broke may come twice.
    const distinct = [...new Set(linesOf(path('received')))];
    writeFileSync(path('distinct'), distinct.map(line => `${line}\n`).join(''));
    const walked = await verifyFiles([path('distinct')]);
    expect(walked).toMatchObject({ linked: 5, notes: [], breaks: [] });
    const { tips } = await verifyFiles([path('access.log-1'), path('access.log')]);
    expect(walked.tips[0]?.hash).toBe(tips[0]?.hash);
    // Nothing of the log in the host's own files.
    const local = existsSync(path('local')) ? readFileSync(path('local'), 'utf8') : '';
    expect(local).not.toContain('191212121212');
  });
});

describeWith('postgres', 'the access log', program => {
  let server: PostgresqlServer;
  beforeAll(async () => {
    server = await startPostgresql(program);
  });
  afterAll(() => server.close());

  describe('export-access-log.sh', () => {
    let folder: string;
    let log: Awaited<ReturnType<typeof databaseAccessLog>>;
    let url: string;
    beforeEach(async () => {
      const database = await server.newDatabase();
      folder = mkdtempSync(join(tmpdir(), 'export-test-'));
      log = await databaseAccessLog(server.connection('service', database), { log: recordedLog().log });
      url = server.url('owner', database);
      for (const id of ['1', '2']) await log.append(entryOf(id), within(60_000));
    });
    afterEach(async () => {
      await log.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const received = () =>
      linesOf(join(folder, 'received')).map(line => (JSON.parse(line) as { requestId: string }).requestId);
    const start = (command: string, { cwd = root, kept = folder } = {}) => {
      const argv = [join(deploy, 'export-access-log.sh'), kept, 'sh', '-c', command];
      const { PATH, NODE_COMPILE_CACHE } = process.env;
      const env = { PATH, NODE_COMPILE_CACHE, ACCESS_LOG_URL: url };
      const child = spawnChild('sh', argv, { stdio: 'ignore', env, cwd });
      return { pid: Number(child.pid), ended: once(child, 'exit') as Promise<[number | null]> };
    };
    const run = async (...[command, where]: Parameters<typeof start>) => {
      const [status] = await start(command, where).ended;
      return { status, ids: received() };
    };

    test('hands on each entry once, and again only if the command failed', async () => {
      const take = `cat >>${folder}/received`;
      expect(await run('exit 3')).toEqual({ status: 3, ids: [] });
      expect(await run(take)).toEqual({ status: 0, ids: ['1', '2'] });
      await log.append(entryOf('3'), within(60_000));
      expect(await run(take)).toEqual({ status: 0, ids: ['1', '2', '3'] });
      expect(await run(take)).toEqual({ status: 0, ids: ['1', '2', '3'] });
    });

    test('what was handed on proves itself, also where a run failed after its command had taken it', async () => {
      const take = `cat >>${folder}/received`;
      for (const id of ['a', 'b', 'c']) {
        await log.append(entryOf(id, { instance: 'host/1', units: ['SE1'], caller: 'å' }), within(60_000));
        await run(id === 'b' ? `${take}; exit 3` : take);
      }
      const { linked, unlinked, notes, breaks } = await verifyFiles([join(folder, 'received')]);
      expect({ ids: received(), linked, unlinked, notes, breaks }).toEqual({
        ids: ['1', '2', 'a', 'b', 'b', 'c'],
        linked: 3,
        // The first two name no instance, as those of an earlier version.
        unlinked: 2,
        notes: [expect.stringMatching(/\(request a, .*\) of host\/1 continues entries that were not read/)],
        breaks: [],
      });
    });

    test('takes a folder and a command relative to where it is run', async () => {
      mkdirSync(join(folder, 'kept'));
      const relative = { cwd: folder, kept: 'kept' };
      expect(await run('cat >>received', relative)).toEqual({ status: 0, ids: ['1', '2'] });
      expect(readdirSync(join(folder, 'kept')).toSorted()).toEqual(['cursor', 'lock']);
    });

    /** The command line of a process; empty if it has ended since it was listed. */
    const commandOf = (pid: string): string => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch (error) {
        if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
        throw error;
      }
    };

    test('waits for another run that has the same folder', async () => {
      const go = join(folder, 'go');
      const take = `cat >>${folder}/received`;
      const first = start(`${take}; until [ -e ${go} ]; do sleep 0.05; done`);
      await until('the first run hands on', () => received().length === 2);
      const second = start(take);
      const children = `/proc/${second.pid}/task/${second.pid}/children`;
      const isWaiting = () =>
        readFileSync(children, 'utf8')
          .split(' ')
          .some(pid => pid !== '' && commandOf(pid).startsWith('flock'));
      await until('the second run waits', () => received().length > 2 || isWaiting());
      writeFileSync(go, '');
      expect([await first.ended, await second.ended].map(([status]) => status)).toEqual([0, 0]);
      expect(received()).toEqual(['1', '2']);
    });
  });

  describe('the commands of docs/backup.md', () => {
    const page = readFileSync(join(root, 'docs/backup.md'), 'utf8');
    const commandsOf = (heading: string) =>
      new RegExp(`^## ${heading}$.*?^\`\`\`sh$(.*?)^\`\`\`$`, 'ms').exec(page)?.[1] ?? 'false';

    const run = (heading: string, env: Readonly<Record<string, string>>): string =>
      execFileSync('sh', ['-e', '-c', commandsOf(heading)], {
        cwd: root,
        env: { PATH: process.env.PATH, HOME: env.BACKUP, ...env },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    let folder: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'backup-test-'));
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    test('a database is restored on another server, where it is verified, and continued', async () => {
      const database = await server.newDatabase();
      const open = (from: PostgresqlServer, name: string) =>
        databaseAccessLog(from.connection('service', name), { log: recordedLog().log });
      const log = await open(server, database);
      for (const id of ['1', '2', '3']) await log.append(entryOf(id, { instance: 'one' }), within(60_000));
      await log.close();
      const other = await startPostgresql(program);
      try {
        await other.query('postgres', 'drop role service; drop role access_log_writer');
        await other.query('postgres', 'create database restored');
        const here = { BACKUP: folder, ACCESS_LOG_URL: server.url('owner', database) };
        run('A database: back up', here);
        const [head = ''] = readFileSync(join(folder, 'heads.txt'), 'utf8').split(' ');
        const there = { ...here, ACCESS_LOG_URL: other.url('owner', 'restored'), HEAD: head, CURSOR: '500' };
        run('A database: restore', there);

        await other.query('postgres', 'create role service login in role access_log_writer');
        const restored = await open(other, 'restored');
        await restored.append(entryOf('4'), within(60_000));
        await restored.close();
        const rows = await other.query<{ request_id: string; number: string }>(
          'restored',
          'select request_id, number from access_log.entries order by number',
        );
        expect(rows.map(({ request_id }) => request_id)).toEqual(['1', '2', '3', '4']);
        expect(Number(rows[3]?.number)).toBeGreaterThan(500);
      } finally {
        await other.close();
      }
    });

    test('a file is restored, verified, and continued', async () => {
      const [logs, backup] = [join(folder, 'logs'), join(folder, 'backup')];
      mkdirSync(logs);
      mkdirSync(backup);
      const file = join(logs, 'access.log');
      const log = await accessLogFile(file, { log: recordedLog().log });
      await log.append(entryOf('1'), within(60_000));
      renameSync(file, `${file}-1`);
      await log.reopen();
      await log.append(entryOf('2'), within(60_000));
      run('A file: back up', { LOGS: logs, BACKUP: backup });
      await log.close();
      rmSync(logs, { recursive: true });
      mkdirSync(logs);
      const [head = ''] = readFileSync(join(backup, 'heads.txt'), 'utf8').split(' ');
      run('A file: restore', { LOGS: logs, BACKUP: backup, HEAD: head });
      const restored = await accessLogFile(file, { log: recordedLog().log });
      await restored.append(entryOf('3'), within(60_000));
      await restored.close();
      expect(await verifyFiles([`${file}-1`, file])).toMatchObject({ linked: 3, notes: [], breaks: [] });
      expect(statSync(file).mode & 0o777).toBe(0o600);
    });
  });
});
