// npm run subscription: adds, rotates, revokes and lists the keys of the service's clients (D3).
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { ParseArgsOptionsConfig } from 'node:util';
import { readArguments } from '../arguments.ts';
import {
  commandTool,
  print,
  Refusal,
  type Run,
  readEnvironment,
  UsageError,
  visible,
  warn,
} from '../command.ts';
import {
  add,
  change,
  type NewKey,
  pause,
  resume,
  revokeAll,
  revokeKey,
  revokeOld,
  rotate,
  type Subscriptions,
} from './change.ts';
import { changeFile, readList } from './file.ts';
import { listLines } from './list.ts';
import { optionsConfig, readOptions } from './options.ts';

const usage = `npm run subscription -- COMMAND

  add NAME [OPTIONS]            adds a subscription and prints its key, once
  change NAME OPTIONS           changes these options; "none" gives one its default again
    --rate-limit N              calls per 5 seconds, instead of RATE_LIMIT
    --user-rate-limit N         calls per 5 seconds of one user, instead of half of them (at least 20)
    --clients ID,ID             the clients that may use it, instead of any
    --expires YYYY-MM-DD        the last day on which it may be used, in the region's time
    --contact TEXT              whom to ask about it; the service ignores it
    --operations NAME,NAME      the operations that it may call, instead of all
    --networks NETWORK,NETWORK  the addresses and networks that it may be used from, instead of any
  pause NAME                    refuses its keys, until it is resumed
  resume NAME                   accepts them again
  rotate NAME                   adds a second key; both work
  revoke NAME --old             revokes the older of two keys
  revoke NAME --key sha256:HEX  revokes the key whose hash starts with these digits (8 or more)
  revoke NAME --all             removes the subscription
  list                          names, limits, keys (the start of each hash, the date it was added in UTC), clients, and the rest

  --json                        prints each command's outcome as JSON

The file is SUBSCRIPTIONS_FILE in the environment or .env, or --file FILE. The service reads a change within a second.
Only the key itself is printed on standard output. It is not stored anywhere: the file holds its SHA-256 and the date.`;

const parse = <T extends ParseArgsOptionsConfig>(argv: readonly string[], options: T) => {
  const { values, positionals } = readArguments(argv, {
    options: { ...options, file: { type: 'string' }, json: { type: 'boolean' } },
    allowPositionals: true,
  });
  const { file = readEnvironment().SUBSCRIPTIONS_FILE ?? '', json = false } = values as {
    file?: string;
    json?: boolean;
  };
  if (file === '') throw new UsageError('Which file? Set SUBSCRIPTIONS_FILE or use --file.');
  return { values, positionals, file, json };
};

const nameIn = (positionals: readonly string[]): string => {
  const [name = '', ...more] = positionals;
  if (name === '' || more.length > 0) throw new UsageError('Give the name of one subscription.');
  return name;
};

/** A new key. Its prefix lets scanners of code and logs find one that has leaked. */
const newKey = () => {
  const key = `pda_${randomBytes(32).toString('base64url')}`;
  const hash = `sha256:${createHash('sha256').update(key).digest('hex')}`;
  return { key, hash, date: new Date().toISOString().slice(0, 'YYYY-MM-DD'.length) };
};

type Given = { readonly name: string; readonly file: string; readonly json: boolean };

/** Prints a key only once its hash is in the file. */
const giveKey = async (
  { name, file, json }: Given,
  change: (added: NewKey) => (list: Subscriptions) => Subscriptions,
) => {
  const { key, hash, date } = newKey();
  await changeFile(file, change({ hash, date }));
  warn('The key, which is not shown again:');
  print(json ? JSON.stringify({ name, key, hash }) : key);
};

/** Changes members of a subscription, and prints what it is then. */
const changeMembers = async (
  { name, file, json }: Given,
  changed: (list: Subscriptions) => Subscriptions,
): Promise<number> => {
  requireFile(file);
  const after = (await changeFile(file, changed)).filter(one => one.name === name);
  if (json) print(JSON.stringify(after[0]));
  else for (const line of listLines(after)) print(line);
  return 0;
};

/** Throws a refusal for a missing file: whoever wants to show or change subscriptions has probably named the wrong one. */
const requireFile = (file: string) => {
  if (!existsSync(file)) throw new Refusal(`There is no file ${visible(file)}.`);
};

const commands: Readonly<Record<string, Run>> = {
  add: async argv => {
    const { values, positionals, ...given } = parse(argv, optionsConfig);
    const name = nameIn(positionals);
    const { options } = readOptions(values);
    await giveKey({ ...given, name }, key => list => add(list, { name, ...key, ...options }));
    return 0;
  },

  change: async argv => {
    const { values, positionals, ...given } = parse(argv, optionsConfig);
    const name = nameIn(positionals);
    const { options, removed } = readOptions(values);
    if (removed.size === 0 && Object.values(options).every(option => option === undefined))
      throw new UsageError('Say what to change, such as --expires 2026-12-31.');
    return changeMembers({ ...given, name }, list => change(list, { name, removed, ...options }));
  },

  pause: argv => {
    const { positionals, ...given } = parse(argv, {});
    const name = nameIn(positionals);
    return changeMembers({ ...given, name }, list => pause(list, name));
  },

  resume: argv => {
    const { positionals, ...given } = parse(argv, {});
    const name = nameIn(positionals);
    return changeMembers({ ...given, name }, list => resume(list, name));
  },

  rotate: async argv => {
    const { positionals, file, json } = parse(argv, {});
    const name = nameIn(positionals);
    requireFile(file);
    await giveKey({ name, file, json }, key => list => rotate(list, { name, ...key }));
    warn(`The old key still works. Once every client uses the new one: revoke ${visible(name)} --old`);
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
      if (key !== undefined) return revokeKey(list, { name, start: key });
      return all ? revokeAll(list, name) : revokeOld(list, name);
    });
    const { keys = [] } = changed.find(one => one.name === name) ?? {};
    if (json) print(JSON.stringify({ name, keys }));
    else print(keys.length === 0 ? `"${visible(name)}" was removed.` : `"${visible(name)}" now has one key.`);
    return 0;
  },

  list: argv => {
    const { positionals, file, json } = parse(argv, {});
    if (positionals.length > 0) throw new UsageError('"list" takes no arguments.');
    requireFile(file);
    const list = readList(file);
    if (json) print(JSON.stringify(list, undefined, 2));
    else for (const line of listLines(list)) print(line);
    return 0;
  },
};

export const subscription = commandTool({ name: 'subscription', usage, commands });
