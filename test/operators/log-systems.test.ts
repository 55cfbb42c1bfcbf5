// What docs/log-systems.md describes, with a real rsyslog and a real PostgreSQL: each entry arrives once, as it was written.

import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { databaseAccessLog } from '../../src/adapters/access-log/database/log.ts';
import { accessLogFile } from '../../src/adapters/access-log/file.ts';
import { verifyFiles } from '../../tools/access-log/verify.ts';
import { entryOf, within } from '../adapters/access-log/contract.ts';
import { recordedLog } from '../adapters/recorded-log.ts';
import { freePort } from '../support/free-port.ts';
import { describeWith } from '../support/programs.ts';
import { newAuthority } from '../support/servers/certificates.ts';
import { type PostgresqlServer, startPostgresql } from '../support/servers/postgresql.ts';
import { unhurried, until } from '../support/service/process.ts';
import { spawnChild } from '../support/spawn-child.ts';

vi.setConfig(unhurried);

const deploy = join(import.meta.dirname, '../../deploy');

const linesOf = (file: string) =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];

describeWith('rsyslogd', 'rsyslog', program => {
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
      until(`${count} entries`, () => linesOf(path('received')).length >= count);

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

    const walked = await verifyFiles([path('received')], () => {});
    expect(walked).toMatchObject({ linked: 5, notes: [] });
    const { tips } = await verifyFiles([path('access.log-1'), path('access.log')], () => {});
    expect(walked.tips[0]?.hash).toBe(tips[0]?.hash);
    // Nothing of the log in the host's own files.
    const local = existsSync(path('local')) ? readFileSync(path('local'), 'utf8') : '';
    expect(local).not.toContain('191212121212');
  });
});

describeWith('postgres', 'export-access-log.sh', program => {
  let server: PostgresqlServer;
  beforeAll(async () => {
    server = await startPostgresql(program);
  });
  afterAll(() => server.close());

  test('hands on each entry once, and again only if the command failed', async () => {
    const database = await server.newDatabase();
    const folder = mkdtempSync(join(tmpdir(), 'export-test-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const received = join(folder, 'received');
    const log = await databaseAccessLog(server.connection('service', database), { log: recordedLog().log });
    const run = async (command: string) => {
      const argv = [join(deploy, 'export-access-log.sh'), folder, 'sh', '-c', command];
      const env = { PATH: process.env.PATH, ACCESS_LOG_URL: server.url('owner', database) };
      const child = spawnChild('sh', argv, { stdio: 'ignore', env });
      const [status] = (await once(child, 'exit')) as [number | null];
      const ids = linesOf(received).map(line => (JSON.parse(line) as { requestId: string }).requestId);
      return { status, ids };
    };
    const take = `cat >>${received}`;

    for (const id of ['1', '2']) await log.append(entryOf(id), within(60_000));
    expect(await run('exit 3')).toEqual({ status: 3, ids: [] });
    expect(await run(take)).toEqual({ status: 0, ids: ['1', '2'] });
    await log.append(entryOf('3'), within(60_000));
    await log.close();
    expect(await run(take)).toEqual({ status: 0, ids: ['1', '2', '3'] });
    expect(await run(take)).toEqual({ status: 0, ids: ['1', '2', '3'] });
  });
});
