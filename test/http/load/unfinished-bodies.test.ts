// Bodies that do not arrive: they take nothing from other callers, and none is waited for longer than its time (D31g).
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { forThisFile } from '../../support/for-this-file.ts';
import { ehrServer } from '../../support/servers/ehr-server.ts';
import { startIssuer } from '../../support/servers/issuer.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { call, credentials, everyScope, expectFault, headerLines, rowOf, smallEhr } from '../contract.ts';

const patient = '191212121212';
const arrival = rowOf(2);
const notes = rowOf(10);
const lateText = 'The body did not arrive in time.';
const overloadText = 'The service is not available. Try again later.';

let service: TestService;
const sockets = new Set<Socket>();

const issuer = await forThisFile(startIssuer());
const ehr = await forThisFile(ehrServer(smallEhr()));

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await service.close();
});

const start = async (limits: object) => {
  service = await startService({ issuer, ehr: ehr.url, limits });
};

const tokenOf = (user: string) => issuer.sign({ sub: user, patient, scope: everyScope });

/** Sends the head of an arrival with one byte of its body. Answers with what comes back, once the connection has ended. */
const halfSent = async (user: string, length = 100) => {
  const headers = headerLines(credentials(await tokenOf(user)));
  const head = `PUT ${arrival.path}${arrival.query} HTTP/1.1\r\nhost: x\r\n${headers}content-length: ${length}\r\n\r\n{`;
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => socket.write(head));
  sockets.add(socket);
  let text = '';
  socket.on('data', chunk => {
    text += chunk;
  });
  socket.on('error', () => {});
  const ended = new Promise<string>(resolve => socket.once('close', () => resolve(text)));
  return { socket, ended, soFar: () => text };
};

const read = async (user: string) => service.ask(call(notes, { token: await tokenOf(user) }));
const write = async (user: string) => service.ask(call(arrival, { token: await tokenOf(user) }));
const reasons = () => service.log().flatMap(({ reason }) => (reason === undefined ? [] : [reason]));

describe('a body that does not arrive', () => {
  it('is a 408 in the shape of the operation, and ends the connection', async () => {
    await start({ bodyTimeoutMs: 300 });
    const { ended } = await halfSent('one');
    const text = await ended;
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(text).toMatch(/\r\nx-error: invalid-body\r\n/i);
    expect(text).toMatch(/\r\nconnection: close\r\n/i);
    expect(text.endsWith(JSON.stringify({ statusCode: 408, message: lateText }))).toBe(true);
    await expect.poll(reasons).toEqual(['body-timeout']);
  });

  it('leaves the place of its user to the next one', async () => {
    await start({ bodyTimeoutMs: 300, bodiesPerUser: 1 });
    const { ended } = await halfSent('one');
    await ended;
    expect((await write('one')).status).toBe(200);
  });

  it('leaves its place if the client goes away', async () => {
    await start({ bodiesPerUser: 1 });
    const { socket } = await halfSent('one');
    await expect.poll(async () => (await write('one')).status).toBe(503);
    socket.destroy();
    await expect.poll(async () => (await write('one')).status).toBe(200);
  });

  it('is no load: reads and the writes of others are served', async () => {
    await start({ requests: 2, bodiesPerUser: 3 });
    const held = await Promise.all(['a', 'a', 'a', 'a'].map(user => halfSent(user)));
    const statuses = () => held.map(({ soFar }) => soFar().slice(9, 12)).sort();
    // Once one of them has found no place, the other three have one.
    await expect.poll(statuses).toEqual(['', '', '', '503']);
    expect((await read('e')).status).toBe(200);
    expect((await write('e')).status).toBe(200);
    expect(statuses()).toEqual(['', '', '', '503']);
  });
});

describe('a body that is refused before it has arrived', () => {
  it('gives its place back, and its time limit ends nothing', async () => {
    await start({ bodyTimeoutMs: 200, bodiesPerUser: 1 });
    const { ended, soFar } = await halfSent('one', 70_000);
    await expect.poll(soFar).toMatch(/^HTTP\/1\.1 413 /);
    // The place is free again without waiting for the rest.
    await expect.poll(async () => (await write('one')).status).toBe(200);
    // Longer than the time limit of the body: an error that nobody listens for would end the process.
    await wait(600);
    expect(soFar()).not.toMatch(/ 408 /);
    expect((await write('one')).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await ended;
  });
});

describe('a body that has arrived with its head', () => {
  it('takes no place', async () => {
    await start({ bodiesPerUser: 0 });
    const headers = headerLines(credentials(await tokenOf('one')));
    const body = JSON.stringify(arrival.body);
    const whole = `PUT ${arrival.path}${arrival.query} HTTP/1.1\r\nhost: x\r\n${headers}connection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => socket.write(whole));
    sockets.add(socket);
    let text = '';
    for await (const chunk of socket) text += chunk;
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('beyond the limit of unfinished bodies, a write is refused', () => {
  const cases: readonly (readonly [string, object, string, string])[] = [
    ['of a user', { bodiesPerUser: 2 }, 'a', 'b'],
    ['of a subscription', { bodiesPerSubscription: 2 }, 'b', ''],
    ['of all', { bodies: 2 }, 'b', ''],
  ];
  it.each(cases)('%s', async (_, limits, refused, served) => {
    await start(limits);
    await halfSent('a');
    await halfSent('a');
    await expect.poll(async () => (await write(refused)).status).toBe(503);
    const answer = await write(refused);
    expectFault(answer, arrival, { status: 503, text: overloadText });
    expect(answer.headers.get('x-error')).toBe('overloaded');
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(new Set(reasons())).toEqual(new Set(['overload-bodies']));
    if (served !== '') expect((await write(served)).status).toBe(200);
    expect((await read(refused)).status).toBe(200);
  });
});
