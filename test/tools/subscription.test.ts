// npm run subscription: keys are shown once and stored as hashes; the file is changed as a whole or not at all.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listed } from '../support/listed.ts';
import { newFolder } from '../support/new-folder.ts';
import { runTool } from './run.ts';
import { spawnTool } from './spawn-tool.ts';

const hashOf = (key: string) => `sha256:${createHash('sha256').update(key).digest('hex')}`;
const [first, second] = [hashOf('first'), hashOf('second')];

/** A file with these subscriptions, or none yet; and the tool for it. */
const fileWith = (subscriptions?: unknown) => {
  const folder = newFolder();
  const path = join(folder, 'subscriptions.json');
  if (subscriptions !== undefined) writeFileSync(path, JSON.stringify(subscriptions));
  return {
    folder,
    path,
    run: (...argv: string[]) =>
      runTool('subscription', argv, { cwd: folder, env: { SUBSCRIPTIONS_FILE: path } }),
    read: () => JSON.parse(readFileSync(path, 'utf8')),
  };
};

/** The date of a key that was added just now. */
const today = expect.stringMatching(/^20\d\d-\d\d-\d\d$/);

const one = { name: 'app', keys: [first] };
const two = { name: 'app', keys: [first, second] };

describe('add', () => {
  test('makes the file, and prints the key alone on standard output', async () => {
    const { run, read, path, folder } = fileWith();
    const limits = ['--rate-limit', '200', '--user-rate-limit', '40'];
    const { status, out, err } = await run('add', 'app', ...limits, '--clients', 'a, b');
    expect(status).toBe(0);
    expect(out).toMatch(/^pda_[\w-]{43}\n$/);
    expect(err).toContain('not shown again');
    const hash = hashOf(out.trim());
    expect(read()).toEqual([
      {
        name: 'app',
        keys: [hash],
        rateLimit: 200,
        userRateLimit: 40,
        clients: ['a', 'b'],
        keysAdded: { [hash]: today },
      },
    ]);
    expect(readFileSync(path, 'utf8')).not.toContain(out.trim());
    expect(readdirSync(folder)).toEqual(['subscriptions.json']);
    expect(statSync(path).mode & 0o007).toBe(0);
  });

  test('keeps what is there: others, members that it does not know, mode, symbolic link', async () => {
    const other = { name: 'other', keys: [first], note: 'of the operator' };
    const { run, read, folder, path } = fileWith([other]);
    chmodSync(path, 0o600);
    const link = join(folder, 'link.json');
    symlinkSync(path, link);
    const { status, out } = await run('add', 'app', '--file', link);
    expect(status).toBe(0);
    expect(read()).toMatchObject([other, { name: 'app', keys: [hashOf(out.trim())] }]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('several at once are all there', async () => {
    const { path, read, folder } = fileWith([]);
    const names = ['a', 'b', 'c', 'd'];
    const ran = await Promise.all(
      names.map(name => spawnTool('subscription', ['add', name, '--file', path], { cwd: folder })),
    );
    expect(ran.map(({ status }) => status)).toEqual([0, 0, 0, 0]);
    expect(new Set(ran.map(({ out }) => out)).size).toBe(4);
    expect(
      read()
        .map(({ name }: { name: string }) => name)
        .toSorted(),
    ).toEqual(names);
    expect(readdirSync(folder)).toEqual(['subscriptions.json']);
  });

  test.each([
    ['a name that is taken', ['add', 'app'], 'already'],
    ['a name that the service would refuse', ['add', 'x'.repeat(129)], '1 to 128 characters'],
  ])('refuses %s, and changes nothing', async (_, argv, words) => {
    const { run, read, folder } = fileWith([one]);
    const { status, out, err } = await run(...argv);
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toContain(words);
    expect(read()).toEqual([one]);
    expect(readdirSync(folder)).toEqual(['subscriptions.json']);
  });

  test('reports the faults of the file as the service does, and changes nothing', async () => {
    const faulty = [{ name: 'app', keys: ['secret-in-the-clear'] }];
    const { run, read } = fileWith(faulty);
    const { status, out, err } = await run('add', 'b');
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toContain(
      'SUBSCRIPTIONS_FILE /0/keys/0: expected sha256: and the 64 hex digits of a hash, in lower case',
    );
    expect(err).not.toContain('secret-in-the-clear');
    expect(read()).toEqual(faulty);
  });

  test('says which file is in the way when another run was killed', async () => {
    const { run, path, read } = fileWith([one]);
    writeFileSync(`${path}.new`, '');
    const { status, err } = await run('add', 'b');
    expect(status).toBe(1);
    expect(err).toContain(`${path}.new exists`);
    expect(existsSync(`${path}.new`)).toBe(true);
    expect(read()).toEqual([one]);
  });
});

describe('change', () => {
  const more = {
    expires: '2099-12-31',
    contact: 'Vendor AB',
    operations: ['appointments', 'patient'],
    networks: ['192.0.2.0/24', '2001:db8::/32'],
  };
  const options = [
    ...['--expires', '2099-12-31', '--contact', 'Vendor AB'],
    ...['--operations', 'appointments,patient', '--networks', '192.0.2.0/24, 2001:db8::/32'],
  ];

  test('sets what is given, keeps the rest, and shows what it is then', async () => {
    const { run, read } = fileWith([{ ...two, rateLimit: 7, note: 'of the operator' }]);
    const { status, out } = await run('change', 'app', ...options);
    expect(status).toBe(0);
    expect(read()).toEqual([{ ...two, rateLimit: 7, note: 'of the operator', ...more }]);
    expect(out).toContain('2099-12-31');
    expect(out).toContain('2001:db8::/32');
  });

  test('gives a member its default again', async () => {
    const { run, read } = fileWith([{ ...one, rateLimit: 7, ...more }]);
    const none = ['--rate-limit', 'none', '--expires', 'none', '--contact', 'none'];
    expect((await run('change', 'app', ...none, '--clients', 'a')).status).toBe(0);
    const { operations, networks } = more;
    expect(read()).toEqual([{ ...one, operations, networks, clients: ['a'] }]);
  });

  test('are options of add, too', async () => {
    const { run, read } = fileWith([]);
    const { status, out } = await run('add', 'app', ...options);
    expect(status).toBe(0);
    expect(read()).toMatchObject([{ name: 'app', keys: [hashOf(out.trim())], ...more }]);
  });

  test.each([
    ['a day that there is not', ['--expires', '2026-02-30'], '/0/expires: expected a date that exists'],
    ['an operation that there is not', ['--operations', 'notes'], '/0/operations/0'],
    ['a network that there is not', ['--networks', '192.0.2.0/33'], '/0/networks/0'],
  ])('refuses %s as the service does, and changes nothing', async (_, argv, words) => {
    const { run, read } = fileWith([one]);
    const { status, err } = await run('change', 'app', ...argv);
    expect(status).toBe(1);
    expect(err).toContain(words);
    expect(read()).toEqual([one]);
  });
});

describe('pause and resume', () => {
  test('refuse and accept the keys of one subscription', async () => {
    const other = { name: 'other', keys: [second] };
    const { run, read } = fileWith([one, other]);
    const paused = await run('pause', 'app', '--json');
    expect(JSON.parse(paused.out)).toEqual({ ...one, paused: true });
    expect(read()).toEqual([{ ...one, paused: true }, other]);
    expect((await run('list')).out).toMatch(/^app .*\n\s+paused\s+yes\nother /m);
    expect((await run('resume', 'app')).status).toBe(0);
    expect(read()).toEqual([one, other]);
  });

  test.each([
    ['resume', 'app', '"app" is not paused'],
    ['pause', 'nobody', 'There is no subscription "nobody"'],
  ])('%s refuses %s: %s', async (command, name, words) => {
    const { run, read } = fileWith([one]);
    const { status, err } = await run(command, name);
    expect(status).toBe(1);
    expect(err).toContain(words);
    expect(read()).toEqual([one]);
  });
});

describe('rotate', () => {
  test('adds a second key after the first, and says how to end the first', async () => {
    const { run, read } = fileWith([one]);
    const { status, out, err } = await run('rotate', 'app');
    expect(status).toBe(0);
    const hash = hashOf(out.trim());
    expect(read()).toEqual([{ name: 'app', keys: [first, hash], keysAdded: { [hash]: today } }]);
    expect(err).toContain('revoke app --old');
  });

  test('says which of two keys must go first', async () => {
    const { run, read } = fileWith([two]);
    const { status, out, err } = await run('rotate', 'app');
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toContain(first.slice(0, 19));
    expect(err).not.toContain(second.slice(0, 19));
    expect(read()).toEqual([two]);
  });

  test('refuses a name that is not there', async () => {
    const { status, err } = await fileWith([one]).run('rotate', 'nobody');
    expect(status).toBe(1);
    expect(err).toContain('There is no subscription "nobody"');
  });
});

describe('revoke', () => {
  test.each<[string, string[], unknown]>([
    ['--old: the older of two', ['--old'], [{ name: 'app', keys: [second] }]],
    ['--key: the one that begins so', ['--key', second.slice(0, 19)], [{ name: 'app', keys: [first] }]],
    ['--all: the subscription', ['--all'], []],
  ])('%s', async (_, argv, left) => {
    const { run, read } = fileWith([two]);
    expect((await run('revoke', 'app', ...argv)).status).toBe(0);
    expect(read()).toEqual(left);
  });

  test.each<[string, string[], unknown]>([
    ['--old', ['--old'], { keys: [second], keysAdded: { [second]: '2026-03-01' } }],
    ['--key', ['--key', second.slice(0, 19)], { keys: [first], keysAdded: { [first]: '2025-12-31' } }],
  ])('%s forgets the date of the revoked key alone', async (_, argv, left) => {
    const { run, read } = fileWith([
      { ...two, keysAdded: { [first]: '2025-12-31', [second]: '2026-03-01' }, rateLimit: 7 },
    ]);
    expect((await run('revoke', 'app', ...argv)).status).toBe(0);
    expect(read()).toEqual([{ name: 'app', rateLimit: 7, ...(left as object) }]);
  });

  test('the last date goes with its key', async () => {
    const { run, read } = fileWith([{ ...two, keysAdded: { [first]: '2025-12-31' } }]);
    expect((await run('revoke', 'app', '--old')).status).toBe(0);
    expect(read()).toEqual([{ name: 'app', keys: [second] }]);
  });

  test.each([
    ['the last key', ['--old'], '--all'],
    ['the last key by its hash', ['--key', first.slice(0, 19)], '--all'],
    ['a key that is not there', ['--key', second.slice(0, 19)], 'no key whose hash starts with'],
  ])('refuses %s', async (_, argv, words) => {
    const { run, read } = fileWith([one]);
    const { status, err } = await run('revoke', 'app', ...argv);
    expect(status).toBe(1);
    expect(err).toContain(words);
    expect(read()).toEqual([one]);
  });
});

describe('list', () => {
  test('names, limits, starts of hashes, dates, clients', async () => {
    const { run } = fileWith([
      { ...two, keysAdded: { [second]: '2026-03-01' } },
      { name: 'check-in-app', keys: [hashOf('third')], rateLimit: 7, userRateLimit: 3, clients: ['c'] },
    ]);
    const { status, out } = await run('list');
    expect(status).toBe(0);
    const [head = '', app = '', newer = '', checkIn = ''] = out.split('\n');
    expect(head.split(/\s+/)).toEqual(['NAME', 'LIMIT', 'USER', 'KEY', 'ADDED', 'CLIENTS']);
    expect(app.split(/\s+/)).toEqual(['app', '-', '-', first.slice(0, 19), 'unknown', 'any']);
    expect(newer.trim().split(/\s+/)).toEqual([second.slice(0, 19), '2026-03-01']);
    expect(checkIn.split(/\s+/)).toEqual([
      'check-in-app',
      '7',
      '3',
      hashOf('third').slice(0, 19),
      'unknown',
      'c',
    ]);
    expect(out).not.toContain(first);
  });

  test('the date of a key that was just added', async () => {
    const { run } = fileWith();
    const before = new Date().toISOString().slice(0, 10);
    await run('add', 'app');
    const after = new Date().toISOString().slice(0, 10);
    const [, app = ''] = (await run('list')).out.split('\n');
    expect([before, after]).toContain(app.split(/\s+/)[4]);
  });

  test('fits 100 columns, with all clients, whatever their number and their length', async () => {
    const clients = Array.from({ length: 12 }, (_, at) => `client-${at}`);
    const { run } = fileWith([
      {
        name: 'n'.repeat(128),
        keys: [first, second],
        clients,
        rateLimit: 1_000_000,
        userRateLimit: 1_000_000,
        contact: 'c'.repeat(256),
        operations: listed('paymentNotice appointmentChange appointments patient patientV2 journalNotes'),
      },
      { name: 'app', keys: [hashOf('third')], clients: ['c'.repeat(200)] },
    ]);
    const { out } = await run('list');
    const lines = out.split('\n');
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(100);
    const shown = lines.slice(1, -2).flatMap(line => line.match(/client-\d+/g) ?? []);
    expect(shown).toEqual(clients);
    expect(lines.filter(line => line.includes('sha256:'))).toHaveLength(3);
    expect(lines.at(-2)).toMatch(/c{5}…c{5}/);
  });

  test('as JSON, for programs; a new key too', async () => {
    const { run } = fileWith([one]);
    expect(JSON.parse((await run('list', '--json')).out)).toEqual([one]);
    const added = JSON.parse((await run('add', 'b', '--json')).out);
    expect(added).toEqual({ name: 'b', key: expect.stringMatching(/^pda_/), hash: hashOf(added.key) });
    const ended = await run('revoke', 'b', '--all', '--json');
    expect(JSON.parse(ended.out)).toEqual({ name: 'b', keys: [] });
  });

  test.each([
    ['list', ['list']],
    ['rotate', ['rotate', 'app']],
    ['revoke', ['revoke', 'app', '--all']],
  ])('%s of a file that is not there is an error', async (_, argv) => {
    const { run, path } = fileWith();
    const { status, out, err } = await run(...argv);
    expect({ status, out, err }).toEqual({ status: 1, out: '', err: `There is no file ${path}.\n` });
    expect(existsSync(path)).toBe(false);
  });

  test('the file is named in .env too', async () => {
    const { folder } = fileWith([one]);
    writeFileSync(join(folder, '.env'), 'SUBSCRIPTIONS_FILE=subscriptions.json\n');
    const { status, out } = await runTool('subscription', ['list'], { cwd: folder });
    expect(status).toBe(0);
    expect(out).toContain('app');
  });

  test('shows no control character to the terminal', async () => {
    const { status, out, err } = await fileWith([{ name: 'a\u001b[31m', keys: [first] }]).run('list');
    expect(status).toBe(1);
    expect(err).toContain('/0/name: expected a name of 1 to 128 characters');
    expect(out + err).not.toContain('\u001b[31m');
  });
});

test.each([
  ['no command', []],
  ['an unknown one', ['delete', 'app']],
  ['one of Object', ['constructor']],
  ['no name', ['add']],
  ['two names', ['add', 'a', 'b']],
  ['an option of another command', ['list', '--old']],
  ['no number', ['add', 'b', '--rate-limit', 'many']],
  ['no number for a user', ['add', 'b', '--user-rate-limit', '0']],
  ['no ids', ['add', 'b', '--clients', 'a,,b']],
  ['revoke without saying what', ['revoke', 'app']],
  ['revoke with two answers', ['revoke', 'app', '--old', '--all']],
  ['nothing to change', ['change', 'app']],
  ['an option of another command for pause', ['pause', 'app', '--old']],
  ['no hash', ['revoke', 'app', '--key', 'first']],
])('%s: what is wrong, where the usage is, and status 2', async (_, argv) => {
  const { run, read } = fileWith([one]);
  const { status, out, err } = await run(...argv);
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(err).toContain('npm run subscription -- --help');
  expect(read()).toEqual([one]);
});

test('no file named: the usage, and status 2', async () => {
  const { status, err } = await runTool('subscription', ['list'], { cwd: newFolder() });
  expect(status).toBe(2);
  expect(err).toContain('SUBSCRIPTIONS_FILE');
});

test('--help', async () => {
  const { status, out } = await fileWith().run('--help');
  expect(status).toBe(0);
  expect(out).toContain('npm run subscription -- COMMAND');
});
