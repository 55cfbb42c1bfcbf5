// deploy/nginx.conf with a real nginx in front of the service.
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { maxBodyBytes } from '../../../src/http/operations/body.ts';
import { patient, startWorld, stranger, type World } from '../../machine/world.ts';
import { describeWith } from '../../support/programs.ts';
import { type Sending, send } from '../../support/send.ts';
import { newAuthority } from '../../support/servers/certificates.ts';
import { type ServiceProcess, startProcess, unhurried, until } from '../../support/service/process.ts';
import { spawnChild } from '../../support/spawn-child.ts';

vi.setConfig(unhurried);

const site = readFileSync(join(import.meta.dirname, '../../../deploy/nginx.conf'), 'utf8');

/** Replaces a text that must be there. */
const replace = (text: string, changes: Readonly<Record<string, string>>): string =>
  Object.entries(changes).reduce((changed, [from, to]) => {
    expect(changed).toContain(from);
    return changed.replaceAll(from, to);
  }, text);

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

/** All that nginx itself needs, in a folder; of the site only addresses and paths are changed. */
const configurationIn = (folder: string, port: number, { url }: ServiceProcess): string => {
  const changed = replace(site, {
    'listen 443': `listen 127.0.0.1:${port}`,
    '127.0.0.1:3000': new URL(url).host,
    '/etc/nginx/tls': folder,
    '/var/log/nginx': folder,
  });
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return [
    'daemon off; master_process off;',
    `pid ${folder}/nginx.pid; error_log ${folder}/error.log;`,
    'events {}',
    `http { ${paths.map(name => `${name}_temp_path ${folder}/${name};`).join(' ')}`,
    `${changed}}`,
  ].join('\n');
};

describeWith('nginx', 'nginx in front of the service', program => {
  let world: World;
  let service: ServiceProcess;
  let ask: (asked: Omit<Sending, 'url'>) => ReturnType<typeof send>;
  const closing: (() => Promise<unknown>)[] = [];
  const read = (name: string) => readFileSync(join(service.folder, name), 'utf8');

  beforeAll(async () => {
    world = await startWorld();
    closing.push(world.close);
    service = await startProcess({
      ...world.here,
      // The subscription has a limit of its own; this one is for unknown keys.
      settings: { TRUST_PROXY: '127.0.0.1', RATE_LIMIT: '3' },
    });
    closing.push(() => service[Symbol.asyncDispose]());
    const { folder } = service;
    const authority = await newAuthority('nginx');
    const { cert, key } = await authority.server('127.0.0.1');
    const port = await freePort();
    writeFileSync(join(folder, 'chain.pem'), cert);
    writeFileSync(join(folder, 'key.pem'), key);
    writeFileSync(join(folder, 'nginx.conf'), configurationIn(folder, port, service));
    const nginx = spawnChild(program, ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' });
    const ended = once(nginx, 'close');
    closing.push(async () => {
      nginx.kill();
      await ended;
    });
    ask = asked => send({ url: `https://127.0.0.1:${port}`, ca: authority.cert, ...asked });
    await until(
      'nginx answers',
      async () => (await ask({ path: '/health/ready', key: null })).status === 200,
    );
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

  test('its log has the request id, but neither query nor numbers', async () => {
    const query = `?fromDateTime=2026-01-15T09:30:00&${stranger}`;
    const { path } = world.usual(10);
    const { headers } = await ask({ ...world.usual(10), path: `${path}${query}`, patient });
    const id = String(headers['x-request-id']);
    const line = await until('the line is there', () =>
      read('patient-data-access.log')
        .split('\n')
        .find(one => one.includes(id)),
    );
    expect(line).toContain(` GET ${path} 200 `);
    const log = read('patient-data-access.log') + read('error.log');
    for (const secret of ['fromDateTime', stranger, patient, world.token]) expect(log).not.toContain(secret);
  });
});

test('nginx closes idle connections before the service does, and waits longer than the service answers', () => {
  const seconds = (name: string) => Number(new RegExp(`^ +${name} (\\d+)s;`, 'm').exec(site)?.[1]);
  expect(seconds('keepalive_timeout')).toBeLessThan(72);
  // For the national contracts, docs/region-profile.md raises REQUEST_TIMEOUT_MS to 36 s.
  expect(seconds('proxy_read_timeout')).toBeGreaterThan(36);
});
