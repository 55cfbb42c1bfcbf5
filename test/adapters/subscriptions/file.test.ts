// Subscriptions from a file that is read again when it changes (D3; configuration.md).
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { subscriptionsFile } from '../../../src/adapters/subscriptions/file.ts';
import { faultList } from '../../../src/config/files.ts';
import { readSubscriptions } from '../../../src/config/subscriptions.ts';
import { reportWarnings, subscriptionWarnings } from '../../../src/config/warnings.ts';
import { hashOf } from '../../support/service/service.ts';
import { recordedLog } from '../recorded-log.ts';

const closers: (() => void)[] = [];

afterAll(() => {
  for (const close of closers.reverse()) close();
});

const write = (name: string, content: unknown) =>
  writeFileSync(name, typeof content === 'string' ? content : JSON.stringify(content));

/**
 * A file, opened as the composition opens it.
 * @param meanwhile what happens to it after the configuration was checked and before it is opened.
 */
const open = (content: unknown, meanwhile = (_path: string) => {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'subscriptions-'));
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'subscriptions.json');
  write(path, content);
  const reload = () => {
    const list = faultList();
    const subscriptions = readSubscriptions(path, list);
    if (subscriptions === undefined) return { faults: list.faults };
    return {
      subscriptions,
      warn: () =>
        reportWarnings(
          subscriptionWarnings(
            { subscriptions, settings: { RATE_LIMIT: 100 }, region: { timeZone: 'Europe/Stockholm' } },
            new Date(),
          ),
          recorded.log,
        ),
    };
  };
  const recorded = recordedLog();
  const first = reload();
  if ('faults' in first) throw new Error('the first version is faulty');
  meanwhile(path);
  const file = subscriptionsFile({
    path,
    first: first.subscriptions,
    limitsOf: ({ name, rateLimit, userRateLimit, clients, paused }) => ({
      name,
      rateLimit,
      userRateLimit,
      clients,
      isPaused: paused,
    }),
    reload,
    log: recorded.log,
  });
  closers.push(file.close);
  return { folder, path, find: file.find, ...recorded };
};

/** Opened, with its first check of the file done: the operating system answers in order. */
const openAndLook = async (content: unknown) => {
  const opened = open(content);
  for (let count = 0; count < 20; count++) await stat(opened.path);
  return opened;
};

const eventually = (assert: () => void, timeout = 5000) => vi.waitFor(assert, { timeout, interval: 20 });

describe('looking up', () => {
  test('by the key as it was sent; a subscription has one or two', () => {
    const { find } = open([
      { name: 'one', keys: [hashOf('key-1')] },
      {
        name: 'two',
        keys: [hashOf('key-2'), hashOf('key-2-next')],
        rateLimit: 200,
        userRateLimit: 30,
        clients: ['c', 'd'],
      },
    ]);
    expect(find('key-1')).toEqual({ name: 'one', isOnly: false });
    const two = { name: 'two', rateLimit: 200, userRateLimit: 30, clients: ['c', 'd'], isOnly: false };
    expect([find('key-2'), find('key-2-next')]).toEqual([two, two]);
  });

  const hash = hashOf('key-1');
  test.each(['', 'key', 'key-1 ', 'KEY-1', hash, hash.slice(7), '__proto__', 'constructor'])(
    'not by %j',
    sent => {
      expect(open([{ name: 'one', keys: [hash] }]).find(sent)).toBeUndefined();
    },
  );

  test('by the SHA-256 of a key that another program has computed', () => {
    // printf abc | sha256sum
    const abc = 'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(open([{ name: 'one', keys: [abc] }]).find('abc')).toEqual({ name: 'one', isOnly: true });
  });
});

describe.concurrent('changes', () => {
  const old = [{ name: 'old', keys: [hashOf('old')] }];
  const changed = [{ name: 'new', keys: [hashOf('new')], rateLimit: 7 }];

  test('are read: new keys are known, removed keys are not', async ({ expect }) => {
    const { path, find, levels } = await openAndLook(old);
    expect(find('old')).toBeDefined();
    expect(find('new')).toBeUndefined();
    write(path, changed);
    await eventually(() => expect(find('new')).toEqual({ name: 'new', rateLimit: 7, isOnly: true }));
    expect(find('old')).toBeUndefined();
    expect(levels()).toEqual(['info']);
  });

  test('are read: a pause holds at once, and until it is taken out again', async ({ expect }) => {
    const { path, find } = await openAndLook(old);
    write(path, [{ ...old[0], paused: true }]);
    await eventually(() => expect(find('old')?.isPaused).toBe(true));
    write(path, old);
    await eventually(() => expect(find('old')?.isPaused).toBeUndefined());
  });

  test('are read with members that nothing reads, which are reported without content', async ({ expect }) => {
    const { path, find, logged, levels } = await openAndLook(old);
    write(path, [{ ...changed[0], note: 'secret-note' }]);
    await eventually(() => expect(levels()).toEqual(['info', 'warn']));
    expect(find('new')).toBeDefined();
    expect(JSON.stringify(logged)).toContain('/0/note');
    expect(JSON.stringify(logged)).not.toContain('secret');
  });

  test('are read with a limit that never applies, which is reported', async ({ expect }) => {
    const { path, logged, levels } = await openAndLook(old);
    write(path, [{ ...changed[0], userRateLimit: 8 }]);
    await eventually(() => expect(levels()).toEqual(['info', 'warn']));
    expect(logged[1]?.message).toMatch(/^SUBSCRIPTIONS_FILE \/0\/userRateLimit: 8 calls are never reached/);
  });

  test('with a misspelled member are reported, and the old ones stay', async ({ expect }) => {
    const { path, find, levels } = await openAndLook(old);
    write(path, [{ ...changed[0], client: ['new'] }]);
    await eventually(() => expect(levels()).toEqual(['error']));
    expect(find('new')).toBeUndefined();
    expect(find('old')).toBeDefined();
  });

  test('are read: a subscription to which another is added is no longer the only one', async ({ expect }) => {
    const { path, find } = await openAndLook(old);
    expect(find('old')).toEqual({ name: 'old', isOnly: true });
    write(path, [...old, ...changed]);
    await eventually(() => expect(find('old')).toEqual({ name: 'old', isOnly: false }));
  });

  test('are read when another file takes the name', async ({ expect }) => {
    const { folder, path, find } = await openAndLook(old);
    write(join(folder, 'next.json'), changed);
    renameSync(join(folder, 'next.json'), path);
    await eventually(() => expect(find('new')).toBeDefined());
    expect(find('old')).toBeUndefined();
  });

  test('are read when a symbolic link on the path is replaced, as Kubernetes replaces a Secret', async ({
    expect,
  }) => {
    // subscriptions.json → ..data/subscriptions.json, and ..data → a folder for each version.
    const { folder, path, find } = open(old, given => {
      const top = dirname(given);
      unlinkSync(given);
      mkdirSync(join(top, '..version-1'));
      write(join(top, '..version-1', 'subscriptions.json'), old);
      symlinkSync('..version-1', join(top, '..data'));
      symlinkSync(join('..data', 'subscriptions.json'), given);
    });
    for (let count = 0; count < 20; count++) await stat(path);
    expect(find('old')).toBeDefined();
    mkdirSync(join(folder, '..version-2'));
    write(join(folder, '..version-2', 'subscriptions.json'), changed);
    symlinkSync('..version-2', join(folder, '..data_tmp'));
    renameSync(join(folder, '..data_tmp'), join(folder, '..data'));
    await eventually(() => expect(find('new')).toBeDefined());
    expect(find('old')).toBeUndefined();
  });

  test('are read also between the check of the configuration and the first check of the file', async ({
    expect,
  }) => {
    const { find } = open(old, path => write(path, changed));
    await eventually(() => expect(find('new')).toBeDefined(), 2000);
    expect(find('old')).toBeUndefined();
  });

  test.each([
    ['no JSON', '[{ "name": "secret-name", '],
    ['empty', ''],
    ['of another form', { name: 'secret-name' }],
    ['with a key in the clear', [{ name: 'secret-name', keys: ['secret-key'] }]],
    ['with three keys', [{ name: 'secret-name', keys: ['a', 'b', 'c'].map(hashOf) }]],
    ['with a key twice', [...changed, { name: 'secret-name', keys: [hashOf('new')] }]],
  ])('that are faulty are reported without content, and the old ones stay: %s', async (_, faulty) => {
    const { path, find, logged, levels } = await openAndLook(old);
    write(path, faulty);
    await eventually(() => expect(levels()).toEqual(['error']));
    expect([find('old'), find('new'), find('secret-key')]).toEqual([
      { name: 'old', isOnly: true },
      undefined,
      undefined,
    ]);
    expect(JSON.stringify(logged)).not.toContain('secret');
    write(path, changed);
    await eventually(() => expect(find('new')).toBeDefined());
  });

  test('while the file is missing the old ones stay; when it returns it is read', async ({ expect }) => {
    const { path, find, levels } = await openAndLook(old);
    unlinkSync(path);
    await eventually(() => expect(levels()).toEqual(['error']));
    expect(find('old')).toEqual({ name: 'old', isOnly: true });
    write(path, changed);
    await eventually(() => expect(find('new')).toBeDefined());
    expect(find('old')).toBeUndefined();
  });
});
