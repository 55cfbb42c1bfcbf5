// Calls through a proxy: to a system and to the issuer, over real tunnels. The proxy resolves names, so ehr.example is
// reached through it alone.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { System } from '../../../src/adapters/ehr/adapter.ts';
import { type Upstream, upstream } from '../../../src/adapters/ehr/transport/upstream.ts';
import { issuerClient } from '../../../src/adapters/identity/issuer-client.ts';
import { type Authority, newAuthority } from '../../support/servers/certificates.ts';
import { type ConnectProxyOptions, startConnectProxy } from '../../support/servers/connect-proxy.ts';
import { failureOf, newCall, systemAt } from '../ehr/calls.ts';

let authority: Authority;
beforeAll(async () => {
  authority = await newAuthority('CA of the test');
});

const proxyWith = async (options?: ConnectProxyOptions) => {
  const proxy = await startConnectProxy(options);
  onTestFinished(proxy.close);
  return proxy;
};

/** An HTTPS server that only the proxy can reach by its name. */
const startServer = async (answer: (request: IncomingMessage, response: ServerResponse) => void) => {
  const received: IncomingMessage[] = [];
  const server: Server = createServer(await authority.server('ehr.example'), (request, response) => {
    received.push(request);
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `https://ehr.example:${port}`, target: `ehr.example:${port}`, received };
};

const startEhr = () => startServer((_, response) => void response.end('<a/>'));

const openThrough = (proxy: string | undefined, baseUrl: string, members: Partial<System> = {}): Upstream => {
  const tls = { ca: authority.cert };
  const opened = upstream(systemAt(baseUrl, { tls, proxyFor: () => proxy, ...members }));
  onTestFinished(opened.close);
  return opened;
};

const read = async (opened: Upstream, members: { onSending?: () => void; retryable?: boolean } = {}) => {
  const query = { patient: '191212121212' };
  const request = { method: 'GET', path: '/bookings', query, retryable: false, call: newCall() } as const;
  const answer = await opened.send({ ...request, ...members });
  let text = '';
  for await (const chunk of answer.body) text += Buffer.from(chunk).toString();
  return { status: answer.status, text };
};

describe('a system', () => {
  test('is called through a tunnel that the proxy cannot look into, and that is reused', async () => {
    const [ehr, proxy] = [await startEhr(), await proxyWith()];
    const opened = openThrough(proxy.url, ehr.url);
    for (let count = 0; count < 3; count++) expect(await read(opened)).toEqual({ status: 200, text: '<a/>' });
    expect(ehr.received.map(({ url }) => url)).toEqual(Array(3).fill('/bookings?patient=191212121212'));
    expect(new Set(proxy.tunnels.map(({ target }) => target))).toEqual(new Set([ehr.target]));
    expect(proxy.tunnels.length).toBeLessThan(3);
    expect(proxy.tunnels[0]?.authorization).toBeUndefined();
    expect(proxy.others).toEqual([]);
    expect(proxy.sent().length).toBeGreaterThan(0);
    expect(proxy.sent().includes('191212121212')).toBe(false);
  });

  test('does not get the credentials of the proxy', async () => {
    const authorization = `Basic ${Buffer.from('user@region:p@ss').toString('base64')}`;
    const [ehr, proxy] = [await startEhr(), await proxyWith({ authorization })];
    const url = proxy.url.replace('//', '//user%40region:p%40ss@');
    expect(await read(openThrough(url, ehr.url))).toMatchObject({ status: 200 });
    expect(proxy.tunnels[0]?.authorization).toBe(authorization);
    expect(ehr.received[0]?.headers).not.toHaveProperty('proxy-authorization');
  });

  test('is called through a proxy that itself speaks TLS', async () => {
    const trusted = getCACertificates('default');
    onTestFinished(() => setDefaultCACertificates(trusted));
    setDefaultCACertificates([...trusted, authority.cert]);
    const [ehr, proxy] = [
      await startEhr(),
      await proxyWith({ certified: await authority.server('127.0.0.1') }),
    ];
    expect(await read(openThrough(proxy.url, ehr.url))).toMatchObject({ status: 200 });
    expect(proxy.tunnels).toHaveLength(1);
  });

  test('with a certificate of another authority gets nothing', async () => {
    const [ehr, proxy] = [await startEhr(), await proxyWith()];
    const { cert } = await newAuthority('somebody else');
    const opened = openThrough(proxy.url, ehr.url, { tls: { ca: cert } });
    expect(await failureOf(read(opened))).toBe('ehr-unreachable');
    expect(ehr.received).toEqual([]);
  });

  test.each([
    ['that requires credentials', { authorization: 'Basic bm90OnVz' }, 'the proxy answered 407'],
    ['that does not reach it', { status: 502 }, 'the proxy answered 502'],
    ['that refuses the address', { status: 403 }, 'the proxy answered 403'],
  ])('behind a proxy %s: certainly not sent, even by a write', async (_, options, detail) => {
    const [ehr, proxy] = [await startEhr(), await proxyWith(options)];
    let isSent = false;
    const reading = read(openThrough(proxy.url, ehr.url), { onSending: () => (isSent = true) });
    const { code, message } = await reading.catch(error => error);
    expect({ code, message }).toEqual({ code: 'ehr-unreachable', message: `no connection (${detail})` });
    expect(isSent).toBe(false);
    expect(ehr.received).toEqual([]);
  });

  test('behind a proxy that is gone: certainly not sent', async () => {
    const [ehr, proxy] = [await startEhr(), await startConnectProxy()];
    await proxy.close();
    expect(await failureOf(read(openThrough(proxy.url, ehr.url)))).toBe('ehr-unreachable');
    expect(ehr.received).toEqual([]);
  });

  test('behind a proxy that closes every connection: certainly not sent', async () => {
    const ehr = await startEhr();
    const server = createTcpServer(socket => void socket.on('error', () => {}).destroy());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const proxy = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await failureOf(read(openThrough(proxy, ehr.url)))).toBe('ehr-unreachable');
    expect(ehr.received).toEqual([]);
  });

  test('behind a proxy that never answers: too slow', async () => {
    const [ehr, proxy] = [await startEhr(), await proxyWith({ status: undefined })];
    const opened = openThrough(proxy.url, ehr.url, { timeoutMs: 300 });
    expect(await failureOf(read(opened))).toBe('ehr-too-slow');
    expect(proxy.tunnels).toHaveLength(1);
  });

  test('that breaks off a write after it was sent: it may have been received', async () => {
    const ehr = await startServer(request => void request.socket.destroy());
    const proxy = await proxyWith();
    let isSent = false;
    const reading = read(openThrough(proxy.url, ehr.url), { onSending: () => (isSent = true) });
    expect(await failureOf(reading)).toBe('ehr-unavailable');
    expect(isSent).toBe(true);
    expect(ehr.received).toHaveLength(1);
  });
});

describe('the issuer', () => {
  const keys = { keys: [{ kty: 'RSA', kid: 'a' }] };

  const clientOf = (origin: string, proxy: string) => {
    const client = issuerClient({
      issuer: origin,
      jwksUri: `${origin}/keys`,
      mayFetch: () => true,
      proxyFor: () => proxy,
    });
    onTestFinished(client.close);
    return client;
  };

  test('is called through the proxy', async () => {
    const trusted = getCACertificates('default');
    onTestFinished(() => setDefaultCACertificates(trusted));
    setDefaultCACertificates([...trusted, authority.cert]);
    const issuer = await startServer((_, response) => void response.end(JSON.stringify(keys)));
    const proxy = await proxyWith();
    expect(await clientOf(issuer.url, proxy.url).keys()).toEqual({ ...keys, skipped: 0 });
    expect(proxy.tunnels.map(({ target }) => target)).toEqual([issuer.target]);
  });

  test('behind a proxy that refuses: the message says so', async () => {
    const [issuer, proxy] = [await startEhr(), await proxyWith({ status: 407 })];
    await expect(clientOf(issuer.url, proxy.url).keys()).rejects.toMatchObject({
      code: 'keys-unavailable',
      message: `${issuer.url}/keys: the proxy answered 407`,
    });
  });
});
