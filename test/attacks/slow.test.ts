// Slow clients: none can hold a connection or the bytes of an answer indefinitely.
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { call, credentials, everyScope, headerLines, rowOf, smallEhr } from '../http/contract.ts';
import { forThisFile } from '../support/for-this-file.ts';
import { ehrServer, xml } from '../support/servers/ehr-server.ts';
import { startIssuer } from '../support/servers/issuer.ts';
import { startService, type TestService } from '../support/service/service.ts';

const own = '191212121212';
const contacts = rowOf(6);
const arrival = rowOf(2);
const path = contacts.path;
const patience = 220_000;

const issuer = await forThisFile(startIssuer());
const ehr = await forThisFile(ehrServer(smallEhr()));
const service = await forThisFile(startService({ issuer, ehr: ehr.url }));
const token = await issuer.sign({ patient: own, scope: everyScope });
const trusted = headerLines(credentials(token));

const longId = 'x'.repeat(10_000);
const record = `<ContactEHRExtract><ehr_id extension="${longId}"/><Patient><PatientID extension="${own}"/></Patient></ContactEHRExtract>`;
/** Some 15 MB of JSON: more than the buffers between two programs take. */
const largeAnswer = `<ContactEHRExtracts>${record.repeat(1500)}</ContactEHRExtracts>`;

const request = () => `GET ${path} HTTP/1.1\r\nhost: x\r\n${trusted}\r\n`;

const portOf = ({ url }: TestService) => Number(new URL(url).port);

type Options = Partial<Parameters<typeof startService>[0]>;

/** A service of which a user may hold one large answer, and not two: an eighth of the budget (D31). */
const withLargeAnswers = async (timeoutMs: number, { settings, ...options }: Options = {}) => {
  const large = await ehrServer((_, response) => xml(response, largeAnswer));
  const one = await startService({
    issuer,
    ehr: large.url,
    // A busy machine needs long for an answer of this size.
    settings: { LOG_LEVEL: 'silent', REQUEST_TIMEOUT_MS: String(timeoutMs), ...settings },
    system: { timeoutMs },
    ...options,
  });
  const close = async () => {
    await one.close();
    await large.close();
  };
  return { one, status: async () => (await one.ask(call(contacts, { token }))).status, close };
};

const budget = { ANSWER_BUDGET_BYTES: '160000000' };

describe.concurrent('clients that hold connections', () => {
  it(
    'by sending slowly are cut off, with a word',
    async ({ expect }) => {
      const port = portOf(service);
      const head = (line: string) => `${line} HTTP/1.1\r\nhost: x\r\n`;
      const write = `${head(`PUT ${arrival.path}${arrival.query}`)}${trusted}`;
      const slow: readonly [string, string, string][] = [
        ['says nothing', '', ''],
        ['headers', head(`GET ${path}`), 'a: b\r\n'],
        ['a body', `${write}content-length: 60000\r\n\r\n`, ' '],
        ['chunks', `${write}transfer-encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
        ['a body that is not read', `${head('PUT /x')}content-length: 60000\r\n\r\n`, ' '],
        ['a body of a read', `${head(`GET ${path}`)}${trusted}content-length: 60000\r\n\r\n`, ' '],
      ];
      const hold = ([what, first, drop]: (typeof slow)[number]) =>
        new Promise<readonly [string, string]>(resolve => {
          let text = '';
          const socket = connect(port, '127.0.0.1', () => socket.write(first));
          const dripping = setInterval(() => socket.write(drop), 500);
          socket.on('data', chunk => {
            text += chunk;
          });
          socket.on('error', () => {});
          socket.on('close', () => {
            clearInterval(dripping);
            resolve([what, text]);
          });
        });
      const held = new Map(await Promise.all(slow.map(hold)));
      for (const what of ['says nothing', 'headers', 'a body', 'chunks']) {
        expect(held.get(what)).toMatch(/^HTTP\/1.1 408 /);
      }
      const timedOut = () =>
        service.log().filter(({ reason }) => /^(http-request|body)-timeout$/.test(`${reason}`));
      await expect.poll(() => timedOut().length).toBeGreaterThanOrEqual(4);
      expect(new Set(timedOut().map(({ reason }) => reason))).toEqual(
        new Set(['http-request-timeout', 'body-timeout']),
      );
      expect(new Set(timedOut().map(({ status }) => status))).toEqual(new Set([408]));
      expect(held.get('a body that is not read')).toMatch(/^HTTP\/1.1 404 /);
      expect(held.get('a body of a read')).toMatch(/^HTTP\/1.1 200 /);
      expect(ehr.received.map(({ method }) => method)).toEqual(['GET']);
    },
    patience,
  );

  it(
    'by not reading an answer let go of what it holds',
    async () => {
      const { one: greedy, status, close } = await withLargeAnswers(25_000, { settings: budget });
      const until = async (expected: number) => {
        const end = Date.now() + patience / 2;
        // Each time, 15 MB are read before it is refused.
        while ((await status()) !== expected && Date.now() < end) await wait(2000);
        expect(await status()).toBe(expected);
      };
      expect(await status()).toBe(200);
      const socket = connect(portOf(greedy), '127.0.0.1', () => socket.write(request()));
      socket.on('error', () => {});
      socket.pause();
      try {
        // The entry is written once the whole answer is complete, before it is sent.
        while (greedy.entries().length < 2) await wait(10);
        expect(await status()).toBe(503);
        await until(200);
      } finally {
        socket.destroy();
        await close();
      }
    },
    patience,
  );

  it(
    'by reading an answer slowly are cut off, and let go of what it holds (D31d)',
    async () => {
      const slowly = { settings: budget, limits: { sendTimeoutMs: 10_000 } };
      const { one, status, close } = await withLargeAnswers(60_000, slowly);
      const first = await one.ask(call(contacts, { token }));
      expect(first.status).toBe(200);
      const whole = first.text.length;
      const socket = connect(portOf(one), '127.0.0.1', () => socket.write(request()));
      const ended = new Promise(done => socket.on('close', done));
      socket.on('error', () => {});
      // A little at a time, so the connection is never still.
      socket.pause();
      const reading = setInterval(() => socket.read(2048), 20);
      try {
        while (one.entries().length < 2) await wait(10);
        expect(await status()).toBe(503);
        while ((await status()) !== 200) await wait(200);
        clearInterval(reading);
        socket.resume();
        await ended;
        expect(socket.bytesRead).toBeLessThan(whole);
      } finally {
        clearInterval(reading);
        socket.destroy();
        await close();
      }
    },
    patience,
  );

  it(
    'by not reading an answer, and then send what is no HTTP, get nothing between its bytes',
    async () => {
      const { one, close } = await withLargeAnswers(60_000);
      const heard = await new Promise<string>((resolve, reject) => {
        let text = '';
        const socket = connect(portOf(one), '127.0.0.1', () => socket.write(request()));
        socket.once('data', () => {
          socket.pause();
          socket.write('no HTTP\r\n\r\n', () => setTimeout(() => socket.resume(), 500));
        });
        socket.on('data', chunk => {
          text += chunk.toString('latin1');
        });
        socket.on('error', (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ECONNRESET') reject(error);
        });
        socket.on('close', () => resolve(text));
      });
      await close();
      expect(heard).toMatch(/^HTTP\/1.1 200 /);
      const body = heard.slice(heard.indexOf('\r\n\r\n') + 4);
      expect(body.slice(0, Number(/content-length: (\d+)/.exec(heard)?.[1]))).not.toContain('HTTP/1.1');
    },
    patience,
  );
});

it('clients that break off their body are recorded as gone, and are not an error of the service', async () => {
  const one = await startService({ issuer, ehr: ehr.url });
  const socket = connect(portOf(one), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`PUT ${arrival.path}${arrival.query} HTTP/1.1\r\nhost: x\r\n${trusted}`);
  socket.write('content-type: application/json\r\ncontent-length: 100\r\n\r\n{"sta');
  // The gates have let it in by then.
  await wait(1000);
  socket.destroy();
  const statuses = () => one.entries().map(({ status }) => status);
  for (let at = 0; statuses().length === 0 && at < 500; at++) await wait(20);
  expect(statuses()).toEqual([499]);
  expect(one.log().filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]);
  const lines = one.log().filter(({ method }) => method === 'PUT');
  expect(lines).toEqual([
    expect.objectContaining({
      status: 499,
      reason: 'client-gone',
      subscription: 'app',
      operation: '2 appointmentChange',
    }),
  ]);
  await one.close();
});

it('a write whose client goes away has its true outcome on record, a failing one too', async () => {
  const arrivalReceived = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  // Breaks off when it receives the arrival, once the client has left, and does not answer from then on.
  const failing = await ehrServer(async (received, response) => {
    if (received.method === 'GET' && failing.received.length === 1) return smallEhr()(received, response);
    arrivalReceived.resolve();
    await left.promise;
    return response.writeHead(503).end();
  });
  const one = await startService({ issuer, ehr: failing.url, settings: { LOG_LEVEL: 'silent' } });
  const socket = connect(portOf(one), '127.0.0.1');
  socket.on('error', () => {});
  const body = JSON.stringify({ status: 'arrived' });
  socket.write(`PUT ${arrival.path}${arrival.query} HTTP/1.1\r\nhost: x\r\n${trusted}`);
  socket.write(`content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  await arrivalReceived.promise;
  socket.destroy();
  // The service has seen it leave by then.
  await wait(300);
  left.resolve();
  const ended = () => one.entries().find(({ phase }) => phase === 'done');
  for (let at = 0; ended() === undefined && at < 1000; at++) await wait(20);
  expect(ended()?.status).toBe(504);
  await one.close();
  await failing.close();
});
