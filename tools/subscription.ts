// npm run subscription: gives, renews, ends and lists the keys of the service's clients (D3).
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import {
  print,
  Refusal,
  type Run,
  readEnvironment,
  runCommands,
  UsageError,
  visible,
  warn,
} from './command.ts';
import {
  add,
  revokeAll,
  revokeKey,
  revokeOld,
  rotate,
  type Subscriptions,
  shortHash,
} from './subscription/change.ts';
import { changeFile, readList } from './subscription/file.ts';
import { table } from './table.ts';

const usage = `npm run subscription -- COMMAND

  add NAME [OPTIONS]            a new subscription; its key is printed once
    --rate-limit N              calls per 5 seconds, instead of RATE_LIMIT
    --user-rate-limit N         calls per 5 seconds of one user, instead of half of them (20 at least)
    --clients ID,ID             the clients whose tokens go with it, instead of any
  rotate NAME                   a second key beside the first; both work
  revoke NAME --old             ends the older of two keys
  revoke NAME --key sha256:HEX  ends the key whose hash begins so (8 digits or more)
  revoke NAME --all             ends the subscription
  list                          names, limits, keys (the beginnings of their hashes), clients

  --json                        each command's outcome as JSON

The file is SUBSCRIPTIONS_FILE of the environment or .env, or --file FILE. The service reads a change within a second.
A key is printed on standard output, alone, and stored nowhere: the file holds its SHA-256.`;

const parse = <T extends ParseArgsOptionsConfig>(argv: readonly string[], options: T) => {
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: { ...options, file: { type: 'string' }, json: { type: 'boolean' } },
    allowPositionals: true,
  });
  const { file = readEnvironment().SUBSCRIPTIONS_FILE ?? '', json = false } = values as {
    file?: string;
    json?: boolean;
  };
  if (file === '') throw new UsageError('Which file? Set SUBSCRIPTIONS_FILE or give --file.');
  return { values, positionals, file, json };
};

const nameIn = (positionals: readonly string[]): string => {
  const [name = '', ...more] = positionals;
  if (name === '' || more.length > 0) throw new UsageError('Give one name of a subscription.');
  return name;
};

const rateLimitIn = (option: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw new UsageError(`--${option}: a whole number of calls per 5 seconds.`);
  return Number(text);
};

const clientsIn = (text: string | undefined): readonly string[] | undefined => {
  const clients = text?.split(',').map(client => client.trim());
  if (clients?.includes('')) throw new UsageError('--clients: ids of clients, with commas between them.');
  return clients;
};

/** A new key. Its beginning lets scanners of code and logs find one that has leaked. */
const newKey = () => {
  const key = `pda_${randomBytes(32).toString('base64url')}`;
  return { key, hash: `sha256:${createHash('sha256').update(key).digest('hex')}` };
};

type Given = { readonly name: string; readonly file: string; readonly json: boolean };

/** Shows a key only when its hash is in the file. */
const giveKey = async (
  { name, file, json }: Given,
  change: (hash: string) => (list: Subscriptions) => Subscriptions,
) => {
  const { key, hash } = newKey();
  await changeFile(file, change(hash));
  warn('The key, shown this once:');
  print(json ? JSON.stringify({ name, key, hash }) : key);
};

/** A missing file has no subscriptions to show or to change: it is probably another one. */
const requireFile = (file: string) => {
  if (!existsSync(file)) throw new Refusal(`There is no file ${visible(file)}.`);
};

/** A row a key: two keys of one subscription stand below each other, the older one first. */
const printList = (list: Subscriptions) => {
  const widest = Math.max(4, ...list.map(({ name }) => name.length));
  const { head, row } = table([
    { title: 'NAME', width: widest },
    { title: 'LIMIT', width: 7 },
    { title: 'USER', width: 7 },
    { title: 'KEY', width: 19 },
    { title: 'CLIENTS', width: 0 },
  ]);
  print(head);
  for (const { name, keys, rateLimit = '-', userRateLimit = '-', clients } of list) {
    const [first = '', ...others] = keys.map(shortHash);
    print(row([name, String(rateLimit), String(userRateLimit), first, clients?.join(',') ?? 'any']));
    for (const other of others) print(row(['', '', '', other]));
  }
};

const commands: Readonly<Record<string, Run>> = {
  add: async argv => {
    const { values, positionals, ...given } = parse(argv, {
      'rate-limit': { type: 'string' },
      'user-rate-limit': { type: 'string' },
      clients: { type: 'string' },
    });
    const name = nameIn(positionals);
    const members = {
      rateLimit: rateLimitIn('rate-limit', values['rate-limit']),
      userRateLimit: rateLimitIn('user-rate-limit', values['user-rate-limit']),
      clients: clientsIn(values.clients),
    };
    await giveKey({ ...given, name }, hash => list => add(list, { name, hash, ...members }));
    return 0;
  },

  rotate: async argv => {
    const { positionals, file, json } = parse(argv, {});
    const name = nameIn(positionals);
    requireFile(file);
    await giveKey({ name, file, json }, hash => list => rotate(list, name, hash));
    warn(`The first key still works. When every client uses the new one: revoke ${visible(name)} --old`);
    return 0;
  },

  revoke: async argv => {
    const { values, positionals, file, json } = parse(argv, {
      old: { type: 'boolean' },
      key: { type: 'string' },
      all: { type: 'boolean' },
    });
    const name = nameIn(positionals);
    const { old, key, all } = values;
    if (Object.values({ old, key, all }).filter(one => one !== undefined).length !== 1) {
      throw new UsageError('Say which key: --old, --key sha256:HEX or --all.');
    }
    if (key !== undefined && !/^sha256:[0-9a-f]{8,64}$/.test(key)) {
      throw new UsageError('--key: sha256: and 8 to 64 hex digits of the hash.');
    }
    requireFile(file);
    const changed = await changeFile(file, list => {
      if (key !== undefined) return revokeKey(list, name, key);
      return all ? revokeAll(list, name) : revokeOld(list, name);
    });
    const { keys = [] } = changed.find(one => one.name === name) ?? {};
    if (json) print(JSON.stringify({ name, keys }));
    else print(keys.length === 0 ? `"${visible(name)}" has ended.` : `"${visible(name)}" has one key now.`);
    return 0;
  },

  list: argv => {
    const { positionals, file, json } = parse(argv, {});
    if (positionals.length > 0) throw new UsageError('"list" takes no name.');
    requireFile(file);
    const list = readList(file);
    if (json) print(JSON.stringify(list, undefined, 2));
    else printList(list);
    return 0;
  },
};

await runCommands({ name: 'subscription', usage, commands });
