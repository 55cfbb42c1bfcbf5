// The ends of the certificates of Redis and of proxies, seen when a connection is opened. Of the database: see its own tests.
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { outgoingAgent } from '../../../src/adapters/http-client/outgoing-agent.ts';
import { connectRedis } from '../../../src/adapters/redis/connection.ts';
import { type Certified, newAuthority } from '../../support/servers/certificates.ts';
import { startConnectProxy } from '../../support/servers/connect-proxy.ts';

const authority = await newAuthority('CA of the region');

/** Node's own authorities and that of this file, as NODE_EXTRA_CA_CERTS adds it. */
const trustAuthority = () => {
  const trusted = getCACertificates('default');
  onTestFinished(() => setDefaultCACertificates(trusted));
  setDefaultCACertificates([...trusted, authority.cert]);
};

/** A server that takes TLS connections. It speaks as much of Redis as refuses every command. */
const startTls = async (certified: Certified): Promise<number> => {
  const sockets = new Set<TLSSocket>();
  const server = createServer(certified, socket => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', () => socket.write('-ERR refused\r\n'));
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

const endOf = ({ cert }: Certified) => String(new X509Certificate(cert).validToDate);

test('that of Redis', async () => {
  trustAuthority();
  const certified = await authority.server('127.0.0.1');
  const port = await startTls(certified);
  const ends: Date[] = [];
  const { redis } = await connectRedis(`rediss://:a-password@127.0.0.1:${port}`, end => void ends.push(end));
  redis.disconnect();
  expect(new Set(ends.map(String))).toEqual(new Set([endOf(certified)]));
});

test('that of a Redis with another name is seen, and the server is refused', async () => {
  trustAuthority();
  const certified = await authority.server('redis.example');
  const port = await startTls(certified);
  const ends: Date[] = [];
  const { redis, causeOf } = await connectRedis(`rediss://127.0.0.1:${port}`, end => void ends.push(end));
  redis.disconnect();
  expect(new Set(ends.map(String))).toEqual(new Set([endOf(certified)]));
  expect(causeOf(new Error('a command'))).toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
});

test('without TLS, none is asked for', async () => {
  const proxy = await startConnectProxy();
  onTestFinished(proxy.close);
  const ends: Date[] = [];
  const { redis } = await connectRedis(proxy.url.replace('http:', 'redis:'), end => void ends.push(end));
  redis.disconnect();
  expect(ends).toEqual([]);
});

test('that of a proxy that is called by https, and not that of the server behind it', async () => {
  trustAuthority();
  const certified = await authority.server('127.0.0.1');
  const proxy = await startConnectProxy({ certified });
  onTestFinished(proxy.close);
  const behind = await startTls(await authority.serverValid(-1, 5));
  const ends: Date[] = [];
  const agent = outgoingAgent({
    connectTimeout: 5000,
    proxyFor: () => proxy.url,
    proxyCertificateSeen: end => void ends.push(end),
  });
  onTestFinished(() => agent.destroy());
  // The server behind it does not speak HTTP.
  await expect(request(`https://127.0.0.1:${behind}/`, { dispatcher: agent })).rejects.toThrow();
  expect(proxy.tunnels).toHaveLength(1);
  expect(new Set(ends.map(String))).toEqual(new Set([endOf(certified)]));
});
