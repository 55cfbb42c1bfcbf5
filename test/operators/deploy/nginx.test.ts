// deploy/nginx.conf with a real nginx in front of the service.
import { createHash, X509Certificate } from 'node:crypto';
import { Agent } from 'node:https';
import { text as readText } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort, listen } from '../../../sandbox/listen.ts';
import { maxBodyBytes } from '../../../src/http/operations/body.ts';
import { operations } from '../../../src/http/operations/operations.ts';
import { everyScope } from '../../http/contract.ts';
import { patient, startWorld, stranger, type World } from '../../machine/world.ts';
import { listed } from '../../support/listed.ts';
import { describeWith } from '../../support/programs.ts';
import { newAuthority } from '../../support/servers/certificates.ts';
import { type Nginx, nginxSite, startNginx } from '../../support/servers/nginx.ts';
import { startProcess } from '../../support/service/process.ts';
import { unhurried, until } from '../../support/until.ts';

vi.setConfig(unhurried);

/** The headers of an answer of nginx itself: those of the service (D12, D30). */
const expectOwn = (headers: Readonly<Record<string, unknown>>, word: string): void =>
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-error': word,
    'x-request-id': expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/),
  });

describeWith('nginx', 'nginx in front of the service', program => {
  let world: World;
  let ask: Nginx['send'];
  let log: Nginx['log'];
  let url: string;
  let ca: string;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    world = await startWorld();
    closing.push(world.close);
    const service = await startProcess({
      ...world.here,
      // The subscription has a limit of its own; this one is for unknown keys.
      settings: { TRUST_PROXY: '127.0.0.1', RATE_LIMIT: '3', AUTH_CLIENT_CERTIFICATE: 'X-Client-Cert:pem' },
    });
    closing.push(() => service[Symbol.asyncDispose]());
    // The second instance is not running: nobody notices.
    const nginx = await startNginx(program, [Number(new URL(service.url).port), await freePort()]);
    closing.push(nginx.close);
    ({ send: ask, log, url, ca } = nginx);
  });

  afterAll(async () => {
    for (const close of closing.toReversed()) await close();
  });

  test('reads and writes arrive', async () => {
    for (let number = 1; number <= 10; number++) {
      const { status, text } = await ask(world.usual(number));
      expect({ number, status, text }).toEqual({ number, status: 200, text: expect.stringMatching(/^[[{]/) });
    }
  });

  test('the service sees the address of the client, not what the client claims', async () => {
    const statuses: number[] = [];
    for (let count = 1; count <= 6; count++) {
      const headers = { 'x-forwarded-for': `203.0.113.${count}`, 'x-forwarded-proto': 'http' };
      statuses.push((await ask({ ...world.usual(1), key: 'unknown-key', headers })).status);
    }
    expect(statuses).toContain(429);
    expect(statuses).not.toContain(403);
  });

  test('a body that is too large gets the answer of the service, one that is far too large the same from nginx', async () => {
    const bodyOf = (length: number) => ask({ ...world.usual(2), body: { a: 'x'.repeat(length) } });
    const [service, own] = [await bodyOf(maxBodyBytes), await bodyOf(2 ** 20)];
    expect(service.status).toBe(413);
    expect({ status: own.status, body: own.body }).toEqual({ status: 413, body: service.body });
    expectOwn(own.headers, 'body-too-large');
  });

  /** Sends bytes as they are, and reads the answer. */
  const sendRaw = async (head: string) => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), ca });
    socket.end(head);
    const [top = '', body = ''] = (await readText(socket)).split('\r\n\r\n');
    const [line = '', ...fields] = top.split('\r\n');
    const headers = Object.fromEntries(
      fields.map(field => [
        field.split(':', 1)[0]?.toLowerCase(),
        field.slice(field.indexOf(':') + 1).trim(),
      ]),
    );
    return { status: Number(line.split(' ')[1]), headers, body };
  };

  const host = 'Host: api.region.example\r\n';
  test.each([
    ['no valid HTTP', 'nothing of HTTP\r\n\r\n', 400],
    ['no Host', 'GET /health/live HTTP/1.1\r\n\r\n', 400],
    ['no valid length', `PUT /patients/appointments/?id=1 HTTP/1.1\r\n${host}Content-Length: x\r\n\r\n`, 400],
    ['no Host, of an operation with the second shape', 'GET /patients/contacts/ HTTP/1.1\r\n\r\n', 400],
    ['a long URL', `GET /?${'x'.repeat(40_000)} HTTP/1.1\r\n${host}\r\n`, 414],
    ['a long header', `GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['a coding that is not known', `GET / HTTP/1.1\r\n${host}Transfer-Encoding: gzip, chunked\r\n\r\n`, 501],
    ['a version that is not known', `GET / HTTP/3.0\r\n${host}\r\n`, 505],
  ])('%s: the answer of nginx is JSON in the first shape', async (_, head, statusCode) => {
    const { status, headers, body } = await sendRaw(head);
    expect({ status, body: JSON.parse(body) }).toEqual({
      status: statusCode,
      body: { statusCode, message: 'The request cannot be read.' },
    });
    expectOwn(headers, 'request-unreadable');
  });

  test('TRACE gets the answer of the service', async () => {
    const { status, headers, body } = await sendRaw(`TRACE /patients/contacts/ HTTP/1.1\r\n${host}\r\n`);
    const message = 'Method not allowed';
    expect({ status, body: JSON.parse(body) }).toEqual({ status: 405, body: { statusCode: 405, message } });
    expectOwn(headers, 'method-not-allowed');
  });

  test.each(
    listed(`
    /health/ready /health/ready/ /health/ready?x=1 //health/ready /Health/Ready /%68ealth/ready
    /health/live/../ready /metrics
  `),
  )('%s is not handed to the internet', async path => {
    const { status, headers, body } = await ask({ path, key: null });
    expect({ status, body }).toEqual({
      status: 404,
      body: { statusCode: 404, message: 'Resource not found' },
    });
    expectOwn(headers, 'not-found');
  });

  test('a token that is bound to a client certificate is good over a connection with it alone', async () => {
    const { cert, key } = await (await newAuthority('Anybody')).client('kiosk');
    const thumbprint = createHash('sha256').update(new X509Certificate(cert).raw).digest('base64url');
    const token = await world.issuer.sign({ patient, scope: everyScope, cnf: { 'x5t#S256': thumbprint } });
    const { path } = world.usual(10);
    // What a client writes in the header of the proxy never arrives.
    const headers = { 'x-client-cert': encodeURIComponent(cert) };
    const certified = new Agent({ ca, cert, key });
    expect((await ask({ path, token, agent: certified })).status).toBe(200);
    expect((await ask({ path, token, headers })).status).toBe(401);
    certified.destroy();
  });

  test('its log has the request id, but neither query nor numbers', async () => {
    const query = `?fromDateTime=2026-01-15T09:30:00&${stranger}`;
    const { path } = world.usual(10);
    const { headers } = await ask({ ...world.usual(10), path: `${path}${query}`, patient });
    const id = String(headers['x-request-id']);
    const line = await until('the line is there', () =>
      log()
        .split('\n')
        .find(one => one.includes(id)),
    );
    expect(line).toContain(` GET ${path} 200 `);
    for (const secret of ['fromDateTime', stranger, patient, world.token])
      expect(log()).not.toContain(secret);
  });

  test('its logs have the route of a request, and of no other path a word', async () => {
    const number = '19121212-1212';
    const logged = async (path: string, more: Partial<Parameters<typeof ask>[0]> = {}) => {
      const { headers } = await ask({ path, token: world.token, ...more });
      const id = String(headers['x-request-id']);
      return await until('the line is there', () =>
        log()
          .split('\n')
          .find(one => one.endsWith(id)),
      );
    };
    expect(await logged('/patients/contacts')).toContain(' GET /patients/contacts 200 ');
    for (const before of ['/care', `/${number}`])
      expect(await logged(`${before}/patients/contacts/`)).toContain(' GET /patients/contacts/ 404 ');
    for (const path of [
      `/patients/${number}`,
      `/patients/contacts/${number}`,
      `/patients/contacts/;${number}`,
      `/patients/contacts/%2F${number}`,
      `/health/ready/../../${number}`,
    ])
      expect(await logged(path)).toContain(' GET - 404 ');
    // nginx describes these in its error log, with the whole request line.
    const query = `/patients/appointments/?id=${number}`;
    await logged(query, { method: 'PUT', body: { a: 'x'.repeat(2 ** 20) } });
    await sendRaw(`GET /patients/${number} HTTP/1.1\r\n\r\n`);
    await sendRaw(`GET /patients/${number}?x=${'x'.repeat(40_000)} HTTP/1.1\r\n${host}\r\n`);
    expect(log()).not.toContain(number);
  });
});

describeWith('nginx', 'nginx without an instance', program => {
  let nginx: Nginx;
  const closing: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    // One that ends while nginx runs.
    const first = await listen((_, response) => void response.end(), 0);
    nginx = await startNginx(program, [Number(new URL(first.url).port), await freePort()]);
    closing.push(nginx.close);
    await first.close();
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });

  const error = 'The service is not available. Try again later.';
  test.each([
    ['/patients/journalnotes/?patient=19121212-1212', 503, { statusCode: 503, message: error }],
    [
      '/patients/contacts/',
      503,
      { error, path: '/patients/contacts/', status: 503, timestamp: expect.any(Number) },
    ],
    [
      '/care/patients/contacts',
      503,
      { error, path: '/care/patients/contacts', status: 503, timestamp: expect.any(Number) },
    ],
    // Operation 8 has 500 in place of 502, 503 and 504.
    [
      '/patients/videomeetings/',
      500,
      { error, path: '/patients/videomeetings/', status: 500, timestamp: expect.any(Number) },
    ],
  ])('%s is answered in the shape of its operation', async (path, status, body) => {
    const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
    const answer = await nginx.send({ path, headers: { 'x-request-id': id } });
    expect({ status: answer.status, body: answer.body }).toEqual({ status, body });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '5',
      'x-error': 'service-unavailable',
      'x-request-id': id,
    });
    if ('timestamp' in body) expect(Math.abs(answer.body.timestamp - Date.now())).toBeLessThan(3_600_000);
    expect(nginx.log()).not.toContain('19121212-1212');
  });
});

test('nginx knows the path of each operation', () => {
  const names = /\/patients\/\(([a-z|]+)\)\/\?\)\)/.exec(nginxSite)?.[1]?.split('|');
  const paths = new Set(operations.map(({ path }) => path));
  expect(names?.map(name => `/patients/${name}/`).toSorted()).toEqual([...paths].toSorted());
});

test('nginx closes idle connections before the service does, and waits longer than the service answers', () => {
  const seconds = (name: string) => Number(new RegExp(`^ +${name} (\\d+)s;`, 'm').exec(nginxSite)?.[1]);
  expect(seconds('keepalive_timeout')).toBeLessThan(72);
  // For the national contracts, docs/region-profile.md raises REQUEST_TIMEOUT_MS to 36 s.
  expect(seconds('proxy_read_timeout')).toBeGreaterThan(36);
});
