// deploy/nginx.conf with a real nginx in front of the service.
import { createHash, X509Certificate } from 'node:crypto';
import { Agent } from 'node:https';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { maxBodyBytes } from '../../../src/http/operations/body.ts';
import { everyScope } from '../../http/contract.ts';
import { patient, startWorld, stranger, type World } from '../../machine/world.ts';
import { freePort } from '../../support/free-port.ts';
import { describeWith } from '../../support/programs.ts';
import { newAuthority } from '../../support/servers/certificates.ts';
import { type Nginx, nginxSite, startNginx } from '../../support/servers/nginx.ts';
import { startProcess, unhurried, until } from '../../support/service/process.ts';

vi.setConfig(unhurried);

describeWith('nginx', 'nginx in front of the service', program => {
  let world: World;
  let ask: Nginx['send'];
  let log: Nginx['log'];
  let ca: string;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    world = await startWorld();
    closing.push(world.close);
    const service = await startProcess({
      ...world.here,
      // The subscription has a limit of its own; this one is for unknown keys.
      settings: {
        TRUST_PROXY: '127.0.0.1',
        RATE_LIMIT: '3',
        AUTH_CLIENT_CERTIFICATE: 'X-Client-Cert:pem',
      },
    });
    closing.push(() => service[Symbol.asyncDispose]());
    // The second instance is not running: nobody notices.
    const nginx = await startNginx(program, [Number(new URL(service.url).port), await freePort()]);
    closing.push(nginx.close);
    ({ send: ask, log, ca } = nginx);
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

  test('a body that is too large gets the answer of the service', async () => {
    const { status, body } = await ask({ ...world.usual(2), body: { a: 'x'.repeat(maxBodyBytes) } });
    expect(status).toBe(413);
    expect(body).toBeDefined();
  });

  test.each([
    '/health/ready',
    '/health/ready/',
    '/health/ready?x=1',
    '//health/ready',
    '/Health/Ready',
    '/%68ealth/ready',
    '/health/live/../ready',
    '/metrics',
  ])('%s is not handed to the internet', async path => {
    const { status, body } = await ask({ path, key: null });
    expect({ status, body }).toEqual({
      status: 404,
      body: { statusCode: 404, message: 'Resource not found' },
    });
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
});

test('nginx closes idle connections before the service does, and waits longer than the service answers', () => {
  const seconds = (name: string) => Number(new RegExp(`^ +${name} (\\d+)s;`, 'm').exec(nginxSite)?.[1]);
  expect(seconds('keepalive_timeout')).toBeLessThan(72);
  // For the national contracts, docs/region-profile.md raises REQUEST_TIMEOUT_MS to 36 s.
  expect(seconds('proxy_read_timeout')).toBeGreaterThan(36);
});
