// The health check of containers (deploy/Containerfile).
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newFolder } from '../support/new-folder.ts';
import { cert, key } from './self-signed.ts';
import { spawnTool } from './spawn-tool.ts';

const portOf = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return String((server.address() as AddressInfo).port);
};

const answering =
  (status: number): RequestListener =>
  ({ url }, response) => {
    response.writeHead(url === '/health/live' ? status : 404).end('{}');
  };

const check = (env: Readonly<Record<string, string>>, cwd = newFolder()) =>
  spawnTool('health', [], { cwd, env });

test('a service that is alive', async () => {
  const PORT = await portOf(createServer(answering(200)));
  expect(await check({ PORT })).toEqual({ status: 0, out: '', err: '' });
});

test('one that listens on all addresses, with a certificate', async () => {
  const PORT = await portOf(createTlsServer({ cert, key }, answering(200)));
  expect(await check({ PORT, HOST: '0.0.0.0', TLS_CERT_FILE: 'any.pem' })).toEqual({
    status: 0,
    out: '',
    err: '',
  });
});

test('the settings in .env count', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, '.env'), `PORT=${await portOf(createServer(answering(200)))}\n`);
  expect((await check({}, folder)).status).toBe(0);
});

test.each<[string, () => Promise<Readonly<Record<string, string>>>, string]>([
  [
    'another status',
    async () => ({ PORT: await portOf(createServer(answering(503))) }),
    'The service answers with status 503.',
  ],
  ['nothing listens', async () => ({ PORT: '9' }), 'The service does not answer: connect ECONNREFUSED'],
  [
    'no answer',
    async () => ({ PORT: await portOf(createServer(() => {})) }),
    'The service does not answer: timed out.',
  ],
])('%s is a failure, in one line', async (_, environment, words) => {
  const { status, out, err } = await check(await environment());
  expect({ status, out }).toEqual({ status: 1, out: '' });
  expect(err).toMatch(/^[^\n]*\n$/);
  expect(err).toContain(words);
});

test('so is an .env that cannot be read', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, '.env'));
  const { status, err } = await check({}, folder);
  expect(status).toBe(1);
  expect(err).toContain('.env');
  expect(err).not.toContain('    at ');
});
