// Calling a system: what is sent, the limits of an answer, and what each failure means (D14).
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../../sandbox/listen.ts';
import type { System } from '../../../../src/adapters/ehr/adapter.ts';
import {
  otherServer,
  type Upstream,
  type UpstreamRequest,
  upstream,
} from '../../../../src/adapters/ehr/transport/upstream.ts';
import { type EhrServer, ehrServer, xml } from '../../../support/servers/ehr-server.ts';
import { consumerOf, failureOf, newCall, requestId, systemAt } from '../calls.ts';

const start = async (answer: EhrServer['answer'] = (_, response) => xml(response, '<a/>')) => {
  const server = await ehrServer(answer);
  onTestFinished(server.close);
  return server;
};

const openAt = (baseUrl: string, members: Partial<System> = {}): Upstream => {
  const opened = upstream(systemAt(baseUrl, members));
  onTestFinished(opened.close);
  return opened;
};

/** A request that is sent once, unless the test says otherwise. */
const get = (members: Partial<UpstreamRequest> = {}): UpstreamRequest => ({
  method: 'GET',
  path: '/bookings',
  retryable: false,
  call: newCall(),
  ...members,
});

const readAll = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

/** Sends a request and reads the answer to its end. */
const ask = async (opened: Upstream, request = get()) => {
  const { status, contentType, body } = await opened.send(request);
  return { status, contentType, text: await readAll(body) };
};

describe('a request has', () => {
  test('method, path and query', async () => {
    const server = await start();
    const query = { patient: '191212121212', from: 'å &=+/' };
    await ask(openAt(server.url), get({ query }));
    const [asked] = server.received;
    expect(asked).toMatchObject({ method: 'GET', path: '/bookings', body: '' });
    expect([...(asked?.query ?? [])]).toEqual(Object.entries(query));
  });

  test.each<[string, Record<string, string>, string]>([
    ['none', {}, ''],
    ['plain values', { a: '1', 'b.c-d_e': '' }, '?a=1&b.c-d_e='],
    ['a value that is encoded', { a: '1', b: 'x y' }, '?a=1&b=x+y'],
    ['a name that is encoded', { a: '1', 'b&': '2' }, '?a=1&b%26=2'],
  ])('a query of %s', async (_, query, search) => {
    const urls: (string | undefined)[] = [];
    const server = await listen((request: IncomingMessage, response: ServerResponse) => {
      urls.push(request.url);
      xml(response, '<a/>');
    }, 0);
    onTestFinished(server.close);
    await ask(openAt(`${server.url}/base/`), get({ query }));
    expect(urls).toEqual([`/base/bookings${search}`]);
  });

  test('another origin, whose path is complete', async () => {
    const [server, other] = [await start(), await start()];
    await ask(openAt(`${server.url}/base`), get({ origin: other.url, path: '/signed', query: { a: '1' } }));
    expect(server.received).toEqual([]);
    expect(other.received).toMatchObject([{ path: '/signed' }]);
    expect(other.received[0]?.query.get('a')).toBe('1');
  });

  test('a base URL with a path', async () => {
    const server = await start();
    await ask(openAt(`${server.url}/region/cosmic`), get({ path: '/extracts/patient' }));
    expect(server.received.map(({ path }) => path)).toEqual(['/region/cosmic/extracts/patient']);
  });

  test('accept, the request id, and no trace if there is none', async () => {
    const server = await start();
    await ask(openAt(server.url));
    const headers = server.received[0]?.headers;
    expect(headers).toMatchObject({ accept: 'application/xml', 'x-request-id': requestId });
    expect(headers).not.toHaveProperty('traceparent');
    expect(headers).not.toHaveProperty('content-type');
  });

  test('no content type without a body, though it has headers of its own', async () => {
    const server = await start();
    await ask(openAt(server.url), get({ headers: { accept: 'application/fhir+json' } }));
    expect(server.received[0]?.headers).toMatchObject({ accept: 'application/fhir+json' });
    expect(server.received[0]?.headers).not.toHaveProperty('content-type');
  });

  test('the trace', async () => {
    const server = await start();
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await ask(openAt(server.url), get({ call: newCall({ traceparent }) }));
    expect(server.received[0]?.headers).toMatchObject({ traceparent, 'x-request-id': requestId });
  });

  test('fixed headers of the system, which do not replace the request id', async () => {
    const server = await start();
    const headers = {
      'x-api-key': 'test-api-key',
      authorization: 'Basic dGVzdDp0ZXN0',
      'x-request-id': 'fixed',
    };
    await ask(openAt(server.url, { headers }));
    expect(server.received[0]?.headers).toMatchObject({
      'x-api-key': 'test-api-key',
      authorization: 'Basic dGVzdDp0ZXN0',
      'x-request-id': requestId,
      accept: 'application/xml',
    });
  });

  test('a body, as XML in UTF-8', async () => {
    const server = await start();
    await ask(openAt(server.url), get({ method: 'POST', path: '/payments', body: '<å/>' }));
    expect(server.received[0]).toMatchObject({ method: 'POST', path: '/payments', body: '<å/>' });
    const headers = { 'content-type': 'application/json-patch+json', 'if-match': 'W/"1"' };
    await ask(openAt(server.url), get({ method: 'PATCH', path: '/Appointment/1', headers, body: '[]' }));
    expect(server.received[1]).toMatchObject({
      method: 'PATCH',
      path: '/Appointment/1',
      headers,
      body: '[]',
    });
    expect(server.received[0]?.headers['content-type']).toBe('application/xml; charset=utf-8');
  });

  test('reused connections', async () => {
    const ports: (number | undefined)[] = [];
    const server = await listen((request: IncomingMessage, response: ServerResponse) => {
      ports.push(request.socket.remotePort);
      xml(response, '<a/>');
    }, 0);
    onTestFinished(server.close);
    const opened = openAt(server.url);
    for (let count = 0; count < 10; count++) await ask(opened);
    expect(ports).toHaveLength(10);
    expect(new Set(ports).size).toBeLessThanOrEqual(2);
  });
});

describe('a system whose files are renewed', () => {
  test('has its new headers from then on; a call in flight ends on its old connection', async () => {
    const held: ServerResponse[] = [];
    const server = await start((_, response) => held.push(response));
    let renew: ((renewed: System) => void) | undefined;
    const opened = openAt(server.url, {
      headers: { 'x-api-key': 'old' },
      onRenewed: use => {
        renew = use;
      },
    });
    const before = ask(opened);
    await expect.poll(() => held.length).toBe(1);
    renew?.(systemAt(server.url, { headers: { 'x-api-key': 'new' } }));
    const after = ask(opened);
    await expect.poll(() => held.length).toBe(2);
    for (const response of held) xml(response, '<a/>');
    expect([(await before).status, (await after).status]).toEqual([200, 200]);
    expect(server.received.map(({ headers }) => headers['x-api-key'])).toEqual(['old', 'new']);
  });

  test('is another server for its tokens: with its authority, and nothing else of it', () => {
    const [auth, key] = [{} as NonNullable<System['auth']>, 'key'];
    const used: System[] = [];
    let renew: ((renewed: System) => void) | undefined;
    const system = systemAt('https://a.example', {
      auth,
      headers: { 'x-api-key': 'secret' },
      tls: { ca: 'authority', cert: 'certificate', key },
      onRenewed: use => {
        renew = use;
      },
    });
    const other = otherServer(system, { baseUrl: 'https://b.example', maxAnswerBytes: 7 });
    const bare = { baseUrl: 'https://b.example', maxAnswerBytes: 7, headers: {}, name: 'ehr' };
    expect(other).toMatchObject({ ...bare, tls: { ca: 'authority' } });
    expect(other.tls).toEqual({ ca: 'authority' });
    expect(other).not.toHaveProperty('auth');
    other.onRenewed?.(renewed => void used.push(renewed));
    renew?.(
      systemAt('https://c.example', { auth, headers: { 'x-api-key': 'new' }, tls: { cert: 'x', key } }),
    );
    expect(used).toHaveLength(1);
    expect(used[0]).toMatchObject({ ...bare, tls: {} });
    expect(used[0]?.tls).toEqual({});
    expect(used[0]).not.toHaveProperty('auth');
    expect(otherServer(systemAt('https://a.example'), {})).not.toHaveProperty('onRenewed');
  });
});

describe('answers', () => {
  test.each([200, 204, 400, 404, 409, 500, 503])(
    'status %i is returned, with type and body',
    async status => {
      const server = await start((_, response) =>
        response
          .writeHead(status, { 'content-type': 'text/xml; charset=utf-16' })
          .end(status === 204 ? '' : '<a>å</a>'),
      );
      expect(await ask(openAt(server.url))).toEqual({
        status,
        contentType: 'text/xml; charset=utf-16',
        text: status === 204 ? '' : '<a>å</a>',
      });
    },
  );

  test.each([301, 302, 303, 307, 308])('a redirect (%i) is returned, not followed', async status => {
    const server = await start((_, response) => response.writeHead(status, { location: '/elsewhere' }).end());
    expect(await ask(openAt(server.url))).toMatchObject({ status });
    expect(server.received.map(({ path }) => path)).toEqual(['/bookings']);
  });

  test('an informational response (early hints) is not the answer', async () => {
    const server = await start((_, response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      xml(response, '<a/>');
    });
    expect(await ask(openAt(server.url))).toMatchObject({
      status: 200,
      contentType: 'application/xml',
      text: '<a/>',
    });
  });

  test('a long answer is complete, even if it is read more slowly than it arrives', async () => {
    const long = Buffer.from('<a>å</a>'.repeat(200_000));
    const server = await start((_, response) => xml(response, long));
    const { body } = await openAt(server.url, { maxAnswerBytes: long.length }).send(get());
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) {
      chunks.push(chunk);
      await setImmediate();
    }
    expect(Buffer.concat(chunks).equals(long)).toBe(true);
  });

  test.each<[string, Record<string, string>, number | undefined]>([
    ['seconds', { 'retry-after': '7' }, 7],
    ['a time', { 'retry-after': 'Thu, 15 Jan 2026 11:00:09 GMT', date: 'Thu, 15 Jan 2026 11:00:00 GMT' }, 9],
    ['nothing', {}, undefined],
  ])('a Retry-After of %s', async (_, headers, seconds) => {
    const server = await start((_received, response) => response.writeHead(503, headers).end());
    const answer = await openAt(server.url).send(get());
    answer.discard();
    expect(answer.retryAfterS).toBe(seconds);
  });

  test('a Content-Type may be missing', async () => {
    const server = await start((_, response) => response.writeHead(200).end('<a/>'));
    expect(await ask(openAt(server.url))).toMatchObject({ contentType: undefined, text: '<a/>' });
  });
});

const text = '<a>å</a>'.repeat(1000);

const compressed: readonly [encoding: string, bytes: Buffer][] = [
  ['gzip', gzipSync(text)],
  ['x-gzip', gzipSync(text)],
  ['GZIP', gzipSync(text)],
  ['deflate', deflateSync(text)],
  ['deflate', deflateRawSync(text)],
  ['Deflate', deflateRawSync(text, { level: 0 })],
  ['identity', Buffer.from(text)],
];

const encoded = (encoding: string, bytes: Buffer) => (_: unknown, response: ServerResponse) =>
  response.writeHead(200, { 'content-encoding': encoding }).end(bytes);

describe('compressed answers', () => {
  test.each(compressed)('%s', async (encoding, bytes) => {
    const server = await start(encoded(encoding, bytes));
    expect(await ask(openAt(server.url))).toMatchObject({ status: 200, text });
    expect(server.received[0]?.headers['accept-encoding']).toMatch(/gzip.*deflate/);
  });

  test.each([
    ['an unknown encoding', 'br', Buffer.from(text)],
    ['an uncompressed body', 'gzip', Buffer.from(text)],
    ['a body in another compression', 'deflate', gzipSync(text)],
    ['a truncated body (gzip)', 'gzip', gzipSync(text).subarray(0, -9)],
    ['a truncated body (deflate)', 'deflate', deflateSync(text).subarray(0, -5)],
    ['a truncated body (deflate, without the wrapper)', 'deflate', deflateRawSync(text).subarray(0, -2)],
    ['a damaged body', 'gzip', Buffer.concat([gzipSync(text).subarray(0, -8), Buffer.alloc(8)])],
    ['an empty body', 'gzip', Buffer.alloc(0)],
    ['an empty body (deflate)', 'deflate', Buffer.alloc(0)],
  ])('%s is unusable (%s)', async (_, encoding, bytes) => {
    const server = await start(encoded(encoding, bytes));
    expect(await failureOf(ask(openAt(server.url)))).toBe('ehr-unusable');
  });
});

describe('the byte limit', () => {
  const bytes = (count: number) => Buffer.alloc(count, 'x');

  test.each([
    ['exactly the limit', '', bytes(10_000), 'no failure'],
    ['one more', '', bytes(10_001), 'ehr-unusable'],
    ['as many once decompressed (gzip)', 'gzip', gzipSync(bytes(10_000)), 'no failure'],
    ['one more once decompressed (gzip)', 'gzip', gzipSync(bytes(10_001)), 'ehr-unusable'],
    ['one more once decompressed (deflate)', 'deflate', deflateSync(bytes(10_001)), 'ehr-unusable'],
    ['one more once decompressed (deflate, bare)', 'deflate', deflateRawSync(bytes(10_001)), 'ehr-unusable'],
    ['a thousand times as many in a few bytes', 'gzip', gzipSync(bytes(10_000_000)), 'ehr-unusable'],
  ])('%s', async (_, encoding, body, outcome) => {
    const server = await start(encoded(encoding === '' ? 'identity' : encoding, body));
    const opened = openAt(server.url, { maxAnswerBytes: 10_000 });
    expect(await failureOf(ask(opened))).toContain(outcome);
  });

  test('an endless answer is aborted', async () => {
    const server = await start((_, response) => {
      const write = () => {
        while (response.write(bytes(1000)));
        response.once('drain', write);
      };
      write();
    });
    expect(await failureOf(ask(openAt(server.url, { maxAnswerBytes: 50_000 })))).toBe('ehr-unusable');
  });
});

describe('timeouts', () => {
  const silent = () => undefined;
  const halting = (_: unknown, response: ServerResponse) => response.writeHead(200).write('<a>');
  const sooner = (milliseconds: number) => newCall({ deadline: performance.now() + milliseconds });

  test.each([
    ['no status line', silent],
    ['a body that halts', halting],
  ])("%s within the system's timeout is too slow", async (_, answer) => {
    const server = await start(answer);
    expect(await failureOf(ask(openAt(server.url, { timeoutMs: 50 })))).toBe('ehr-too-slow');
  });

  test.each([
    ['no status line', silent],
    ['a body that halts', halting],
  ])("%s within the request's remaining time is too slow", async (_, answer) => {
    const server = await start(answer);
    expect(await failureOf(ask(openAt(server.url), get({ call: sooner(50) })))).toBe('ehr-too-slow');
  });

  test('a request without remaining time is too slow, however fast the answer would be', async () => {
    const server = await start();
    const opened = openAt(server.url);
    const codes: string[] = [];
    for (let count = 0; count < 30; count++) {
      codes.push(await failureOf(ask(opened, get({ call: sooner(-1) }))));
    }
    expect(new Set(codes)).toEqual(new Set(['ehr-too-slow']));
  });

  test('bytes that arrive slowly do not extend the timeout', async () => {
    const server = await start((_, response) => {
      const drip = setInterval(() => response.write('x'), 10);
      response.once('close', () => clearInterval(drip));
    });
    expect(await failureOf(ask(openAt(server.url, { timeoutMs: 100 })))).toBe('ehr-too-slow');
  });
});

describe('a client that disconnects', () => {
  test('before the call: nothing is sent', async () => {
    const server = await start();
    const call = newCall();
    call.leave();
    expect(await failureOf(ask(openAt(server.url), get({ call })))).toBe('client-gone');
    expect(server.received).toEqual([]);
  });

  test.each([
    ['before the status line', (_response: ServerResponse) => undefined],
    ['within the answer', (response: ServerResponse) => response.writeHead(200).write('<a>')],
  ])('%s: the call is aborted and the connection closed', async (_, answer) => {
    const call = newCall();
    let closed: Promise<unknown> | undefined;
    const server = await start((_received, response) => {
      closed = new Promise(resolve => response.once('close', resolve));
      answer(response);
      void setImmediate().then(call.leave);
    });
    expect(await failureOf(ask(openAt(server.url), get({ call })))).toBe('client-gone');
    await closed;
  });

  test('an answer that nobody reads is discarded', async () => {
    let closed: Promise<unknown> | undefined;
    const server = await start((_, response) => {
      closed = new Promise(resolve => response.once('close', resolve));
      response.writeHead(200).write('<a>');
    });
    const answer = await openAt(server.url).send(get());
    answer.discard();
    await closed;
    expect(answer.status).toBe(200);
  });
});

describe('a request is reported as sent', () => {
  const counted = () => {
    const calls = { count: 0 };
    return { calls, onSending: () => void calls.count++ };
  };

  test('once, if it is answered', async () => {
    const { calls, onSending } = counted();
    await ask(openAt((await start()).url), get({ onSending }));
    expect(calls.count).toBe(1);
  });

  test('though no answer comes', async () => {
    const { calls, onSending } = counted();
    const server = await start((_, response) => response.destroy());
    expect(await failureOf(ask(openAt(server.url), get({ onSending })))).toBe('ehr-unavailable');
    expect(calls.count).toBe(1);
  });

  test('not if its client leaves before there is a connection', async () => {
    const { calls, onSending } = counted();
    const server = await start();
    const call = newCall();
    const asked = failureOf(ask(openAt(server.url), get({ onSending, call })));
    call.leave();
    expect(await asked).toBe('client-gone');
    await setTimeout(50);
    expect(calls.count).toBe(0);
    expect(server.received).toEqual([]);
  });

  test('not if there is none', async () => {
    const { calls, onSending } = counted();
    const gone = await listen(() => undefined, 0);
    await gone.close();
    expect(await failureOf(ask(openAt(gone.url), get({ onSending })))).toBe('ehr-unreachable');
    expect(calls.count).toBe(0);
  });
});

describe('retries', () => {
  const passing: readonly [what: string, answer: (response: ServerResponse) => unknown][] = [
    ['503', response => response.writeHead(503).end()],
    ['a connection that broke before the status line', response => response.destroy()],
  ];

  /** Answers the first request in the given way, and the others successfully. */
  const wellAfter =
    (first: (response: ServerResponse) => unknown) => (_: unknown, response: ServerResponse) => {
      if (asked++ === 0) first(response);
      else xml(response, '<a/>');
    };
  let asked = 0;

  test.each(passing)('retries a read after %s', async (_, first) => {
    asked = 0;
    const server = await start(wellAfter(first));
    expect(await ask(openAt(server.url), get({ retryable: true }))).toMatchObject({
      status: 200,
      text: '<a/>',
    });
    expect(server.received).toHaveLength(2);
  });

  test.each(passing)('never retries a write, whatever its method, after %s', async (_, first) => {
    for (const method of ['GET', 'PUT', 'POST', 'PATCH'] as const) {
      asked = 0;
      const server = await start(wellAfter(first));
      await failureOf(ask(openAt(server.url), get({ method, body: '<b/>' })));
      expect(server.received).toHaveLength(1);
    }
  });

  test('does not retry a read whose answer broke off or was a permanent failure', async () => {
    const answers: readonly EhrServer['answer'][] = [
      (_, response) => response.writeHead(200).write('<a>', () => response.destroy()),
      (_, response) => response.writeHead(500).end(),
      (_, response) => response.writeHead(404).end(),
    ];
    const servers: EhrServer[] = [];
    for (const answer of answers) {
      const server = await start(answer);
      await failureOf(ask(openAt(server.url), get({ retryable: true })));
      servers.push(server);
    }
    // A retry would come after a delay.
    await setTimeout(250);
    expect(servers.map(({ received }) => received.length)).toEqual([1, 1, 1]);
  });

  test('does not retry after the request has timed out', async () => {
    const server = await start((_, response) => response.destroy());
    const call = newCall({ deadline: performance.now() + 30 });
    const code = await failureOf(ask(openAt(server.url), get({ retryable: true, call })));
    expect(['ehr-too-slow', 'ehr-unavailable']).toContain(code);
  });
});

/** Both are answered with 503 (D14). */
const notAvailable = /^ehr-(unreachable|unavailable)$/;

describe('an overloaded or failing system', () => {
  test('excess calls are not sent and fail at once', async () => {
    const waiting: ServerResponse[] = [];
    const server = await start((_, response) => waiting.push(response));
    const opened = openAt(server.url, { maxConcurrent: 2 });
    const outcomes = Array.from({ length: 20 }, () => failureOf(ask(opened)));
    expect(await Promise.race(outcomes)).toMatch(notAvailable);
    await expect.poll(() => waiting.length).toBe(2);
    server.answer = (_, response) => xml(response, '<a/>');
    for (const response of waiting) xml(response, '<a/>');
    const codes = await Promise.all(outcomes);
    const refused = codes.filter(code => notAvailable.test(code));
    expect(refused.length).toBeGreaterThan(0);
    expect(server.received).toHaveLength(20 - refused.length);
    expect(await ask(opened)).toMatchObject({ status: 200 });
  });

  test('an answer that is not read to its end frees its slot in the bulkhead', async () => {
    const server = await start((_, response) => response.writeHead(200).write('<a>'));
    const opened = openAt(server.url, { maxConcurrent: 1 });
    for (let count = 0; count < 5; count++) (await opened.send(get())).discard();
    server.answer = (_, response) => xml(response, '<a/>');
    expect(await ask(opened)).toMatchObject({ status: 200 });
  });

  test('consecutive failures open the circuit; it closes when the system is healthy again', async () => {
    const server = await start((_, response) => response.writeHead(503).end());
    const opened = openAt(server.url);
    let patients = 0;
    const anybody = () => {
      const consumer = consumerOf({ patient: `patient-${patients++ % 3}` });
      return failureOf(ask(opened, get({ call: newCall({ consumer }) })));
    };
    for (let count = 0; count < 100 && !opened.isOpen(); count++) await anybody();
    expect(opened.isOpen()).toBe(true);
    const before = server.received.length;
    expect(await anybody()).toMatch(notAvailable);
    expect(server.received).toHaveLength(before);

    server.answer = (_, response) => xml(response, '<a/>');
    await expect.poll(anybody, { timeout: 5000, interval: 50 }).toContain('no failure');
    expect(opened.isOpen()).toBe(false);
  });

  test('failures of one patient do not open the circuit', async () => {
    const server = await start((_, response) => response.writeHead(503).end());
    const opened = openAt(server.url);
    for (let count = 0; count < 40; count++) await failureOf(ask(opened));
    expect(opened.isOpen()).toBe(false);
    expect(server.received).toHaveLength(40);
  });

  test("one user's excess calls are not sent; other users' calls are", async () => {
    const waiting: ServerResponse[] = [];
    const server = await start((_, response) => waiting.push(response));
    const opened = openAt(server.url);
    const outcomes = Array.from({ length: 20 }, () => failureOf(ask(opened)));
    await expect.poll(() => waiting.length).toBe(8);
    const call = newCall({ consumer: consumerOf({ user: 'user-2' }) });
    const other = ask(opened, get({ call }));
    await expect.poll(() => waiting.length).toBe(9);
    for (const response of waiting) xml(response, '<a/>');
    expect(await other).toMatchObject({ status: 200 });
    expect((await Promise.all(outcomes)).filter(code => notAvailable.test(code))).toHaveLength(12);
    expect(server.received).toHaveLength(9);
  });

  test.each([
    ['answers', (_: unknown, response: ServerResponse) => xml(response, '<Fault/>', 404)],
    ['unusable documents', (_: unknown, response: ServerResponse) => xml(response, 'x'.repeat(2000))],
  ])('%s do not open the circuit', async (_, answer) => {
    const server = await start(answer);
    const opened = openAt(server.url, { maxAnswerBytes: 1000 });
    for (let count = 0; count < 40; count++) await failureOf(ask(opened));
    expect(opened.isOpen()).toBe(false);
    expect(server.received).toHaveLength(40);
  });
});

describe('connections', () => {
  test('refused: unreachable, certainly not sent', async () => {
    const gone = await listen(() => undefined, 0);
    await gone.close();
    expect(await failureOf(ask(openAt(gone.url)))).toBe('ehr-unreachable');
  });

  test('broken before the status line: not available', async () => {
    const server = await start((_, response) => response.destroy());
    expect(await failureOf(ask(openAt(server.url)))).toBe('ehr-unavailable');
  });

  test.each([
    ['with its length', { 'content-length': 100 }],
    ['without its length', {}],
  ])('broken after the status line, %s: unusable', async (_, headers) => {
    const server = await start((_received, response) => {
      response.writeHead(200, headers);
      response.write('<a>', () => response.destroy());
    });
    expect(await failureOf(ask(openAt(server.url)))).toBe('ehr-unusable');
  });

  /** A server that answers with bytes as they are. */
  const rawServer = async (answer: string): Promise<string> => {
    const server = createServer(socket => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(answer));
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise(resolve => server.close(() => resolve())));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  test.each([
    ['a protocol other than HTTP', 'SSH-2.0-x\r\n\r\n'],
    ['an invalid length', 'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n'],
    ['invalid chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n<a/>\r\n0\r\n\r\n'],
    ['a missing last chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n<a/>\r\n'],
    ['headers of a megabyte', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(1_000_000)}\r\n\r\n<a/>`],
  ])('%s: unusable', async (_, answer) => {
    expect(await failureOf(ask(openAt(await rawServer(answer))))).toBe('ehr-unusable');
  });
});
