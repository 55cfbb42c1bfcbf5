// The subscriptions file (configuration.md): its format, and that it holds only hashes of keys (D3).
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { faultList } from '../../src/config/files.ts';
import { readSubscriptions, unreadMembers } from '../../src/config/subscriptions.ts';
import { folderWith } from './support.ts';

const hash = (digit: string) => `sha256:${digit.repeat(64)}`;
const app = { name: 'check-in-app', keys: [hash('a')] };

const read = (content: unknown) => {
  const list = faultList();
  const folder = folderWith({ 'subscriptions.json': content });
  const subscriptions = readSubscriptions(join(folder, 'subscriptions.json'), list);
  return { subscriptions, faults: list.faults };
};

describe('accepted', () => {
  test.each<[string, object[]]>([
    ['a name and a key', [app]],
    ['a name with all that a name may have', [{ ...app, name: 'App_1.test-2' }]],
    ['two keys', [{ ...app, keys: [hash('a'), hash('b')] }]],
    ['a rate limit and clients', [{ ...app, rateLimit: 200, clients: ['check-in'] }]],
    ['a rate limit of one user', [{ ...app, userRateLimit: 40 }]],
    ['dates of keys', [{ ...app, keysAdded: { [hash('a')]: '2026-01-15' } }]],
    ['a date of a key that was removed by hand', [{ ...app, keysAdded: { [hash('b')]: '2026-01-15' } }]],
    ['an end', [{ ...app, expires: '2028-02-29' }]],
    ['a pause', [{ ...app, paused: true }]],
    ['a contact', [{ ...app, contact: 'Åsa, Vendor AB, support@vendor.example' }]],
    ['operations', [{ ...app, operations: ['paymentNotice', 'journalNotes'] }]],
    ['networks', [{ ...app, networks: ['192.0.2.7', '10.0.0.0/8', '2001:db8::/32', '::1'] }]],
    ['several', [app, { name: 'partner', keys: [hash('0')], rateLimit: 1 }]],
  ])('%s', (_, written) => {
    const { subscriptions, faults } = read(written);
    expect(faults).toEqual([]);
    expect(subscriptions).toEqual(written);
  });
});

describe('refused', () => {
  const plain = 'plain-key-0123456789abcdef';

  test.each<[string, unknown]>([
    ['no JSON', '[{'],
    ['no array', app],
    ['null', null],
    ['no name', [{ keys: [hash('a')] }]],
    ['an empty name', [{ ...app, name: '' }]],
    ['a name with a blank and a path', [{ ...app, name: 'bad name/..' }]],
    ['a name of dots', [{ ...app, name: '..' }]],
    ['a name with a control character', [{ ...app, name: 'a\u001b[31m' }]],
    ['a wildcard for clients', [{ ...app, clients: ['*'] }]],
    ['no keys', [{ name: 'check-in-app' }]],
    ['an empty list of keys', [{ ...app, keys: [] }]],
    ['three keys', [{ ...app, keys: [hash('a'), hash('b'), hash('c')] }]],
    ['a plain key', [{ ...app, keys: [plain] }]],
    ['a plain key beside a hash', [{ ...app, keys: [hash('a'), plain] }]],
    ['a hash without its name', [{ ...app, keys: ['a'.repeat(64)] }]],
    ['another hash', [{ ...app, keys: [`md5:${'a'.repeat(32)}`] }]],
    ['63 digits', [{ ...app, keys: [`sha256:${'a'.repeat(63)}`] }]],
    ['65 digits', [{ ...app, keys: [`sha256:${'a'.repeat(65)}`] }]],
    ['no hex', [{ ...app, keys: [hash('g')] }]],
    ['a rate limit of 0', [{ ...app, rateLimit: 0 }]],
    ['a negative rate limit', [{ ...app, rateLimit: -1 }]],
    ['a broken rate limit', [{ ...app, rateLimit: 1.5 }]],
    ['a rate limit that is text', [{ ...app, rateLimit: '200' }]],
    ['a rate limit of 0 of one user', [{ ...app, userRateLimit: 0 }]],
    ['a rate limit of one user that is text', [{ ...app, userRateLimit: '40' }]],
    ['clients that are one text', [{ ...app, clients: 'check-in' }]],
    ['clients that are not strings', [{ ...app, clients: [7] }]],
    ['dates of keys as a list', [{ ...app, keysAdded: ['2026-01-15'] }]],
    ['a date of another form', [{ ...app, keysAdded: { [hash('a')]: '15/1 2026' } }]],
    ['an end that is no day of the calendar', [{ ...app, expires: '2026-02-29' }]],
    ['an end with a time', [{ ...app, expires: '2026-12-31T12:00:00' }]],
    ['an end that is a number', [{ ...app, expires: 20261231 }]],
    ['a pause that is text', [{ ...app, paused: 'yes' }]],
    ['a contact on two lines', [{ ...app, contact: 'a\nb' }]],
    ['an empty contact', [{ ...app, contact: '' }]],
    ['no operations', [{ ...app, operations: [] }]],
    ['an operation by its number', [{ ...app, operations: ['10 journalNotes'] }]],
    ['an operation that there is not', [{ ...app, operations: ['journalnotes'] }]],
    ['no networks', [{ ...app, networks: [] }]],
    ['networks that are one text', [{ ...app, networks: '192.0.2.0/24' }]],
    ['a name as a network', [{ ...app, networks: ['localhost'] }]],
    ['a prefix that is too long', [{ ...app, networks: ['192.0.2.0/33'] }]],
    ['a network that is nearly everything', [{ ...app, networks: ['128.0.0.0/1'] }]],
    ['one key of two subscriptions', [app, { ...app, name: 'partner' }]],
  ])('%s', (_, written) => {
    const { subscriptions, faults } = read(written);
    expect(subscriptions).toBeUndefined();
    expect(faults.length).toBeGreaterThan(0);
    for (const { where, expected } of faults) {
      expect(where).toMatch(/^SUBSCRIPTIONS_FILE/);
      expect(expected).toMatch(/\w{3}/);
    }
    expect(JSON.stringify(faults)).not.toContain(plain);
  });

  test('a file that is not there', () => {
    const list = faultList();
    expect(readSubscriptions(join(folderWith({}), 'missing.json'), list)).toBeUndefined();
    expect(list.faults).toMatchObject([{ where: 'SUBSCRIPTIONS_FILE' }]);
  });

  test('a file that is no array: what was expected instead', () => {
    expect(read(app).faults).toEqual([
      { where: 'SUBSCRIPTIONS_FILE', expected: 'an array of subscriptions' },
    ]);
  });

  test('an item that is no subscription: what was expected instead', () => {
    expect(read([app, 7]).faults).toEqual([
      { where: 'SUBSCRIPTIONS_FILE /1', expected: 'a subscription: an object with its name and keys' },
    ]);
  });

  test('a malformed key: the fault gives the format and the command that makes a key', () => {
    const expected =
      'sha256: and the 64 hex digits of a hash, in lower case; "npm run subscription -- add" makes a key and its hash';
    expect(read([{ ...app, keys: [hash('A')] }]).faults).toEqual([
      { where: 'SUBSCRIPTIONS_FILE /0/keys/0', expected },
    ]);
    expect(read([{ ...app, keys: [] }]).faults).toEqual([
      { where: 'SUBSCRIPTIONS_FILE /0/keys', expected: `one or two keys, each as ${expected}` },
    ]);
  });

  test('equal names and keys: which ones', () => {
    const [a, b] = [hash('a'), hash('b')];
    const written = [
      { name: 'one', keys: [a] },
      { name: 'two', keys: [b, b] },
      { name: 'one', keys: [hash('c'), a] },
    ];
    expect(read(written).faults).toEqual([
      { where: 'SUBSCRIPTIONS_FILE /2/name', expected: 'a name other than the one at /0/name' },
      { where: 'SUBSCRIPTIONS_FILE /1/keys/1', expected: 'a key other than the one at /1/keys/0' },
      { where: 'SUBSCRIPTIONS_FILE /2/keys/1', expected: 'a key other than the one at /0/keys/0' },
    ]);
  });

  test('every fault is reported, by its path', () => {
    const { faults } = read([app, { name: '', keys: [plain], rateLimit: 0 }]);
    expect(faults.map(({ where }) => where).sort()).toEqual([
      'SUBSCRIPTIONS_FILE /1/keys/0',
      'SUBSCRIPTIONS_FILE /1/name',
      'SUBSCRIPTIONS_FILE /1/rateLimit',
    ]);
  });
});

describe('a member that nothing reads', () => {
  test.each([
    ['client', 'clients'],
    ['Clients', 'clients'],
    ['clientIds', 'clients'],
    ['ratelimit', 'rateLimit'],
    ['rate_limit', 'rateLimit'],
    ['userRatelimits', 'userRateLimit'],
    ['keyAdded', 'keysAdded'],
    ['expire', 'expires'],
    ['pause', 'paused'],
    ['operation', 'operations'],
    ['network', 'networks'],
  ])('is a fault if it is probably misspelled: %s', (name, meant) => {
    const { subscriptions, faults } = read([app, { name: 'b', keys: [hash('b')], [name]: ['secret'] }]);
    expect(subscriptions).toBeUndefined();
    expect(faults).toEqual([
      {
        where: `SUBSCRIPTIONS_FILE /1/${name}`,
        expected: `no member of that name; did you mean "${meant}"?`,
      },
    ]);
  });

  test.each(['note', 'owner', 'key', 'constructor'])('is reported otherwise: %s', name => {
    const { subscriptions, faults } = read([
      app,
      { name: 'b', keys: [hash('b')], [name]: 'of the operator' },
    ]);
    expect(faults).toEqual([]);
    expect(unreadMembers(subscriptions ?? [])).toEqual([`/1/${name}`]);
  });

  test('is none of those that the service or its commands read', () => {
    const full = {
      ...app,
      rateLimit: 1,
      userRateLimit: 1,
      clients: ['a'],
      keysAdded: { [hash('a')]: '2026-01-15' },
    };
    expect(unreadMembers(read([full]).subscriptions ?? [])).toEqual([]);
  });
});
