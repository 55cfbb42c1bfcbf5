// The operators' server (ADMIN_PORT): it answers only under its own names, so no web page can read it through the
// browser of somebody in its network.
import { once } from 'node:events';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { startWorld } from '../machine/world.ts';
import { forThisFile } from '../support/for-this-file.ts';
import { startService } from '../support/service/service.ts';

const world = await forThisFile(startWorld());
const settings = { ADMIN_PORT: '0', ADMIN_NAMES: 'access-1.region.example, Metrics', LOG_LEVEL: 'silent' };
const service = await forThisFile(startService({ ...world.here, settings }));

/** The status for header lines. */
const statusFor = async (lines: string, method = 'GET'): Promise<string> => {
  const socket = connect(Number(new URL(service.adminUrl).port), '127.0.0.1');
  socket.write(`${method} /metrics HTTP/1.1\r\n${lines}connection: close\r\n\r\n`);
  const [chunk] = await once(socket, 'data');
  socket.destroy();
  return String(chunk).slice(9, 12);
};

test.each([
  'localhost',
  'localhost:9464',
  '127.0.0.1:9464',
  '10.1.2.3',
  '[::1]:9464',
  '[2001:db8::1]',
  'access-1.region.example:9464',
  'ACCESS-1.region.example',
  'metrics',
  hostname(),
])('%s is its own', async host => {
  expect(await statusFor(`host: ${host}\r\n`)).toBe('200');
});

test.each([
  'attacker.example',
  'attacker.example:9464',
  'localhost.attacker.example',
  'x.access-1.region.example',
  '127.0.0.1.attacker.example:9464',
  '127.0.0.1@attacker.example',
  '[::1].attacker.example',
  '',
])('%j is not', async host => {
  expect(await statusFor(`host: ${host}\r\n`)).toBe('421');
});

test('a request without a Host is refused too', async () => {
  expect(await statusFor('')).toBe('421');
});

test('a request that names the type of a body but has none is answered', async () => {
  expect(await statusFor('host: localhost\r\ncontent-type: application/json\r\n', 'POST')).toBe('404');
});
