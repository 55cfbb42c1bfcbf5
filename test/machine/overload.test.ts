// Overload (D2, D12): new requests get 503 before any other check; requests already accepted are answered.
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { call, credentials, everyScope, raw, rows } from '../http/contract.ts';
import { forThisFile } from '../support/for-this-file.ts';
import type { Sent } from '../support/send.ts';
import { type ServiceProcess, startProcess } from '../support/service/process.ts';
import { unhurried, until } from '../support/until.ts';
import { faultBody, notAvailable, patient, startWorld, usualAnswer } from './world.ts';

vi.setConfig(unhurried);

/** The most requests in flight before the service is overloaded, and the most unanswered on one connection (D31a). */
const most = 2000;
const mostOnOne = 16;

const world = await forThisFile(startWorld());
/** Answers that the EHR holds back, and the function that releases them. */
let held: number;
let releaseAnswers: () => void;

beforeEach(() => {
  const { promise, resolve } = Promise.withResolvers<void>();
  held = 0;
  releaseAnswers = resolve;
  world.ehr.answer = async (received, response) => {
    held++;
    await promise;
    return usualAnswer(received, response);
  };
});

/** A process without limits on the time and number of EHR calls. */
const start = () =>
  startProcess({
    ...world.here,
    settings: { REQUEST_TIMEOUT_MS: '600000' },
    system: { timeoutMs: 600_000, maxConcurrent: 2 * most },
  });

/** One request for every operation and one for an unknown path, without credentials, and both health checks. */
const askAll = (service: ServiceProcess) =>
  Promise.all([
    Promise.all(rows.map(row => service.send(call(row, { key: null })))),
    service.send({ path: '/nowhere', key: null }),
    Promise.all(['live', 'ready'].map(name => service.send({ path: `/health/${name}`, key: null }))),
  ]);

const expectOverload = ([operations, nowhere, health]: Awaited<ReturnType<typeof askAll>>) => {
  for (const [at, row] of rows.entries()) {
    const { status, body, headers } = operations[at] as Sent;
    const expected = row.number === 8 ? 500 : 503;
    expect({ status, body }).toStrictEqual({
      status: expected,
      body: faultBody(row, expected, notAvailable),
    });
    expect(headers['retry-after']).toBe('5');
    expect(headers['cache-control']).toBe('no-store');
  }
  expect({ status: nowhere.status, body: nowhere.body }).toEqual({
    status: 503,
    body: { statusCode: 503, message: notAvailable },
  });
  expect(health.map(({ status }) => status)).toEqual([200, 200]);
};

const expectUsual = async (service: ServiceProcess) => {
  const { status } = await service.ask(world.usual(10));
  expect(status).toBe(200);
};

/** The reasons of refused requests in the service log (D30). */
const reasonsIn = (service: ServiceProcess) =>
  [...new Set(service.log().map(({ reason }) => reason))].filter(reason => reason !== undefined);

const timesIn = (text: string, part: string): number => text.split(part).length - 1;

test('too many requests in flight', async () => {
  await using service = await start();
  const sockets: Socket[] = [];
  // One user may have eight EHR calls in flight (D31): half of them remain for requests that replace refused ones.
  const tokens = await Promise.all(
    Array.from({ length: most / 4 }, (_, at) =>
      world.issuer.sign({ sub: `user-${at}`, patient, scope: everyScope }),
    ),
  );
  let asked = 0;
  let answers = '';
  /** Sends requests on one connection, without waiting for their answers. */
  const pipeline = (count: number) => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.setEncoding('utf8').on('data', text => {
      answers += text;
    });
    const { path } = world.usual(10);
    const next = () => {
      const token = tokens[asked++ % tokens.length] ?? '';
      const request = raw({ path }, [['connection', 'keep-alive'], ...credentials(token)]);
      return request.replace('connection: close\r\n', '');
    };
    socket.write(Array.from({ length: count }, next).join(''));
    sockets.push(socket);
  };
  // On a slow machine some are refused before the limit is reached; more requests replace them. Their 503 cannot be waited for:
  // it comes after the answers that are held back on the same connection.
  while (held < most) {
    const wanted = Math.min(held + mostOnOne, most);
    pipeline(wanted - held);
    const end = performance.now() + 2000;
    await until('more are in flight', () => held >= wanted || performance.now() > end);
  }
  expect(held).toBe(most);
  expectOverload(await askAll(service));
  expect(held).toBe(most);
  await until('the refusals are logged', () => reasonsIn(service).includes('overload-requests'));

  releaseAnswers();
  await until('all are answered', () => timesIn(answers, 'HTTP/1.1 200') === most);
  expect(timesIn(answers, '"JournalNoteEHRExtract"')).toBe(most);
  expect(service.entries().map(({ status }) => status)).toEqual(Array(most).fill(200));
  await expectUsual(service);
  for (const socket of sockets) socket.destroy();
});

test('an event loop that lags', async () => {
  await using service = await start();
  const accepted = [10, 3, 9, 6].map(number => service.ask(world.usual(number)));
  await until('they are in flight', () => held === accepted.length);

  // The first stop ends the current measuring interval; the second then fills the whole next one.
  const refused = await until('it measures the lag', async () => {
    service.signal('SIGSTOP');
    await wait(1200);
    service.signal('SIGCONT');
    await wait(5);
    service.signal('SIGSTOP');
    await wait(2500);
    const asked = askAll(service);
    await wait(50);
    service.signal('SIGCONT');
    const answers = await asked;
    return answers[0].every(({ status }) => status >= 500) ? answers : undefined;
  });
  expectOverload(refused);
  expect(held).toBe(accepted.length);
  // Requests of an earlier attempt, before the lag was measured, are refused for other reasons.
  await until('the refusals are logged', () => reasonsIn(service).includes('overload-event-loop'));

  releaseAnswers();
  expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await until('it has recovered', async () => (await service.send(world.usual(10))).status === 200);
});
