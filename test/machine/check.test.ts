// npm start -- --check: says what a start would say of its configuration, and starts nothing.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { newFolder } from '../support/new-folder.ts';
import { runToItsEnd } from '../support/service/process.ts';
import { hashOf, settingsFor, writeConfiguration } from '../support/service/service.ts';
import { unhurried } from '../support/until.ts';

vi.setConfig(unhurried);

const issuer = { url: 'https://issuer.example.test' };

const check = (folder: string, more: Readonly<Record<string, string>> = {}) =>
  runToItsEnd({ ...settingsFor(folder, issuer), ...more }, folder, {
    through: ['sh', '-c', 'exec "$@" "$0"', '--check'],
  });

test('a configuration without faults: what would start, with its warnings, and status 0', async () => {
  const folder = newFolder();
  writeConfiguration(folder, {
    ehr: 'http://127.0.0.1:9',
    subscriptions: [{ name: 'app', keys: [hashOf('secret-key')], note: 'of the operator' }],
  });
  const { status, stdout, stderr } = await check(folder, { PORT: '3000' });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout.split('\n')).toEqual([
    'The configuration has no faults; nothing was started.',
    expect.stringMatching(/^ {2}Region Prov, profile [0-9a-f]{12}$/),
    '  system ehr: extracts at http://127.0.0.1:9',
    '  1 subscription',
    '  it would listen on http://127.0.0.1:3000',
    '1 warning:',
    '  SUBSCRIPTIONS_FILE /0/note: nothing reads this member',
    '',
  ]);
  // Neither opened nor locked.
  expect(existsSync(join(folder, 'access.log'))).toBe(false);
});

test('the faults of settings, profile and subscriptions together, without values, and status 1', async () => {
  const folder = newFolder();
  writeConfiguration(folder, { ehr: 'http://127.0.0.1:9', profile: { timeZone: 'secret-zone' } });
  writeFileSync(join(folder, 'subscriptions.json'), JSON.stringify([{ name: 'app', keys: ['secret-key'] }]));
  const { status, stdout, stderr } = await check(folder, { RATE_LIMIT: 'secret-limit' });
  expect([status, stdout]).toEqual([1, '']);
  for (const place of ['RATE_LIMIT', 'REGION_FILE /timeZone', 'SUBSCRIPTIONS_FILE /0/keys/0'])
    expect(stderr).toContain(`  ${place}: expected `);
  expect(stderr).not.toContain('secret');
});

test('an argument beside it is refused', async () => {
  const folder = newFolder();
  const { status, stderr } = await runToItsEnd({}, folder, {
    through: ['sh', '-c', 'exec "$@" "$0" now', '--check'],
  });
  expect(status).toBe(2);
  expect(stderr).toContain('Unexpected argument');
});
