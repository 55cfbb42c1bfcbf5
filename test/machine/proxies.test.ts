// A service that reaches the issuer and the EHR through proxies alone: their names exist for the proxies only.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { everyScope } from '../http/contract.ts';
import { newFolder } from '../support/new-folder.ts';
import { type Authority, newAuthority } from '../support/servers/certificates.ts';
import { startConnectProxy } from '../support/servers/connect-proxy.ts';
import { startProcess } from '../support/service/process.ts';
import { unhurried } from '../support/until.ts';
import { patient, startWorld } from './world.ts';

vi.setConfig(unhurried);

/** Serves an HTTP server by TLS under a name. */
const behindTls = async (authority: Authority, name: string, url: string) => {
  const server = createServer(await authority.server(name), socket => {
    const plain = connect(Number(new URL(url).port), '127.0.0.1');
    for (const end of [socket, plain]) {
      end.on('error', () => {});
      end.on('close', () => {
        socket.destroy();
        plain.destroy();
      });
    }
    socket.pipe(plain).pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `${name}:${(server.address() as AddressInfo).port}`;
};

test('reads and writes go through the proxies, and the log names both without their credentials', async () => {
  const world = await startWorld();
  const authority = await newAuthority('CA of the region');
  const ofIssuer = await startConnectProxy();
  const ofEhr = await startConnectProxy({
    authorization: `Basic ${Buffer.from('service:the-password').toString('base64')}`,
  });
  onTestFinished(world.close);
  onTestFinished(ofIssuer.close);
  onTestFinished(ofEhr.close);
  const ehr = await behindTls(authority, 'ehr.example', world.ehr.url);
  const issuer = await behindTls(authority, 'issuer.example', world.issuer.url);
  const folder = newFolder();
  writeFileSync(join(folder, 'ca.pem'), authority.cert);
  writeFileSync(join(folder, 'proxy-url'), ofEhr.url.replace('//', '//service:the-password@'));

  await using service = await startProcess({
    folder,
    issuer: world.issuer,
    ehr: `https://${ehr}`,
    system: { proxy: 'file:proxy-url', tls: { caFile: 'ca.pem' } },
    settings: {
      AUTH_ISSUER: `https://${issuer}`,
      AUTH_JWKS_URI: `https://${issuer}/jwks`,
      HTTPS_PROXY: ofIssuer.url,
      NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
    },
  });
  const token = await world.issuer.sign({ iss: `https://${issuer}`, patient, scope: everyScope });
  for (const number of [2, 4, 10]) {
    const { status } = await service.ask({ ...world.usual(number), token });
    expect(status).toBe(200);
  }
  expect(world.writesReceived()).toHaveLength(1);
  expect(new Set(ofEhr.tunnels.map(({ target }) => target))).toEqual(new Set([ehr]));
  expect(new Set(ofIssuer.tunnels.map(({ target }) => target))).toEqual(new Set([issuer]));
  expect([...ofEhr.others, ...ofIssuer.others]).toEqual([]);

  const [started] = service.log().filter(({ msg }) => msg === 'the service has started');
  expect(started).toMatchObject({
    proxies: {
      issuer: { [`https://${issuer}`]: ofIssuer.url },
      'systems/ehr': { [`https://${ehr}`]: ofEhr.url },
    },
  });
  expect(JSON.stringify(service.log())).not.toContain('the-password');
});
