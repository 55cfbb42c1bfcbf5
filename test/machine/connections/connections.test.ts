// Connection limits (D31e): a new client is always served, and the process survives running out of file descriptors.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readdirSync, utimesSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { credentials, everyScope, raw } from '../../http/contract.ts';
import { forThisFile } from '../../support/for-this-file.ts';
import { describeWith } from '../../support/programs.ts';
import { newFolder, runRefused, type ServiceProcess, startProcess } from '../../support/service/process.ts';
import { startService } from '../../support/service/service.ts';
import { unhurried, until } from '../../support/until.ts';
import { patient, startWorld, usualAnswer } from '../world.ts';

vi.setConfig(unhurried);

const world = await forThisFile(startWorld());
beforeEach(() => {
  world.ehr.answer = usualAnswer;
});

/** Opens a connection from a loopback address; undefined when it is refused. The caller closes it. */
const open = async (url: string, localAddress: string): Promise<Socket | undefined> => {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress });
  socket.on('error', () => socket.destroy());
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return socket.destroyed ? undefined : socket;
};

const openMany = async (url: string, count: number, localAddress = '127.0.0.1'): Promise<Socket[]> => {
  const opened = await Promise.all(Array.from({ length: count }, () => open(url, localAddress)));
  return opened.filter(socket => socket !== undefined);
};

const closeAll = (sockets: readonly Socket[]) => {
  for (const socket of sockets) socket.destroy();
};

const withFiles = (count: number) => ['sh', '-c', `ulimit -n ${count}; exec "$@"`, 'sh'] as const;

/** Expects a patient's call and a readiness probe, from an otherwise unused address, to succeed. */
const expectServed = async (service: ServiceProcess, localAddress = '127.0.0.9') => {
  const { status } = await service.ask({ ...world.usual(10), localAddress });
  expect(status).toBe(200);
  const probe = await service.send({ path: '/health/ready', key: null, localAddress });
  expect(probe.status).toBe(200);
};

test('more connections than available file descriptors do not affect other clients', async () => {
  // 300 descriptors, less 128 for the process and 64 for calls to the EHR: 108 connections.
  await using service = await startProcess({ ...world.here, through: withFiles(300) });
  const addresses = ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4'];
  for (let round = 0; round < 3; round++) {
    const sockets = await Promise.all(addresses.map(address => openMany(service.url, 150, address)));
    for (let asked = 0; asked < 5; asked++) await expectServed(service);
    closeAll(sockets.flat());
  }
  const warnings = service.log().filter(({ level }) => level === 'warn');
  expect(warnings.map(({ msg }) => msg)).toEqual(['nearly all connections are taken: idle ones are closed']);
});

test('one address has at most half of the connections, even when all of them are busy', async () => {
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  world.ehr.answer = async (received, response) => {
    await promise;
    return usualAnswer(received, response);
  };
  const service = await startService({ ...world.here, limits: { connections: 32 } });
  const busy: Socket[] = [];
  const gone = () => busy.filter(socket => socket.destroyed).length;
  for (let at = 0; at < 20; at++) {
    // A different user for each call: a single user may not have this many in flight (D31b).
    const token = await world.issuer.sign({ patient, sub: `user ${at}`, scope: everyScope });
    const head = raw(world.usual(10), credentials(token)).replace('connection: close\r\n', '');
    for (const socket of await openMany(service.url, 1)) {
      socket.on('data', () => {});
      socket.write(head);
      busy.push(socket);
    }
    await wait(20);
  }
  await until('the connections beyond half are closed', () => gone() === 4);
  const others = await openMany(service.url, 10, '127.0.0.2');
  expect(others).toHaveLength(10);
  for (const socket of others) socket.write('GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n');
  const answers = await Promise.all(others.map(socket => once(socket, 'data')));
  expect(answers.map(([chunk]) => String(chunk).slice(0, 12))).toEqual(Array(10).fill('HTTP/1.1 200'));
  expect(gone()).toBe(4);
  letGo();
  closeAll([...busy, ...others]);
  await service.close();
});

test('at the limit, the longest idle connection of the client with the most connections is closed', async () => {
  const service = await startService({ ...world.here, limits: { connections: 16 } });
  // 15 of 16 connections: each further one displaces an idle one.
  const many: Socket[] = [];
  for (let at = 0; at < 8; at++) many.push(...(await openMany(service.url, 1, '127.0.0.2')));
  const few = [...(await openMany(service.url, 4, '127.0.0.3')), ...(await openMany(service.url, 3))];
  const closed = many.map(socket => once(socket.resume(), 'close'));
  const more = await openMany(service.url, 3, '127.0.0.4');
  await Promise.all(closed.slice(0, 3));
  expect(many.map(socket => socket.destroyed)).toEqual([true, true, true, ...Array(5).fill(false)]);
  expect([...few, ...more].some(socket => socket.destroyed)).toBe(false);
  closeAll([...many, ...few, ...more]);
  await service.close();
});

test('the service does not start when its limit of open files is too low', async () => {
  const folder = newFolder();
  const { status, stderr } = await runRefused({ ...world.here, folder, through: withFiles(150) });
  expect(status).toBe(70);
  expect(stderr).toContain('The process may open 150 files; with this region profile it needs at least 208.');
});

describeWith('prlimit', 'a process without free file descriptors', prlimit => {
  const openFiles = ({ pid }: ServiceProcess) => readdirSync(`/proc/${pid}/fd`).length;
  const limit = ({ pid }: ServiceProcess, count: number) =>
    execFileSync(prlimit, ['--pid', String(pid), `--nofile=${count}:20000`]);

  test('survives, serves the open connections, and recovers', async () => {
    await using service = await startProcess({ ...world.here, settings: { ADMIN_PORT: '0' } });
    const [connected] = await openMany(service.url, 1);
    if (connected === undefined) throw new Error('no connection');
    let text = '';
    connected.on('data', chunk => {
      text += chunk;
    });
    const answered = (status: number) => text.split(`HTTP/1.1 ${status}`).length - 1;

    // The service reads its files once more soon after the start.
    await wait(2000);
    limit(service, openFiles(service));
    const refused = await openMany(service.url, 20);
    // Longer than the interval of every periodic measurement.
    for (let asked = 1; asked <= 4; asked++) {
      connected.write('GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n');
      await until('it is answered', () => answered(200) === asked);
      await wait(1000);
    }
    connected.write(raw(world.usual(10), credentials(world.token)).replace('connection: close\r\n', ''));
    await until('no call to the EHR can be made', () => answered(503) === 1);
    closeAll(refused);
    limit(service, 20_000);
    await until('new connections are served', async () => {
      const { status } = await service.send(world.usual(10));
      return status === 200;
    });
    connected.destroy();
    expect(service.log().filter(({ level }) => level === 'fatal' || level === 'error')).toEqual([]);
  });

  test('reads files that have changed meanwhile when it can open files again', async () => {
    await using service = await startProcess(world.here);
    const logged = (words: string) => service.log().filter(({ msg }) => String(msg).startsWith(words)).length;
    const stale = async () => (await service.send({ path: '/health/ready', key: null })).body.stale;
    // The service reads its files once more soon after the start.
    await wait(2000);
    limit(service, openFiles(service));
    const connected = await openMany(service.url, 20);
    // Another time, and another text.
    utimesSync(join(service.folder, 'region.json'), 1, 1);
    appendFileSync(join(service.folder, 'subscriptions.json'), ' ');
    await until('one cannot be read', () => logged('the subscriptions have changed and are faulty') > 0);
    await until('nor the other', () => logged('the region profile has changed') > 0);
    closeAll(connected);
    limit(service, 20_000);
    await until('both are in use', async () => (await stale()) === undefined);
    expect(logged('the subscriptions have changed and are faulty')).toBe(1);
    expect(logged('the region profile has changed')).toBe(1);
  });
});
