// Reading the subscriptions file. It holds only hashes of the keys (D3).
import { type Static, Type } from 'typebox';
import { parseIntervalEnd } from '../domain/model/interval.ts';
import { operationNames } from '../domain/model/operation-names.ts';
import { schemaFaults, unknownMember, unknownMembers } from '../faults/schema-faults.ts';
import { similarName } from '../faults/similar-name.ts';
import { type FaultList, readJsonFile } from './files.ts';
import { networks } from './settings/addresses.ts';

const where = 'SUBSCRIPTIONS_FILE';

const keyForm =
  'sha256: and the 64 hex digits of a hash, in lower case; "npm run subscription -- add" makes a key and its hash';

const expiryForm = 'a date that exists, such as 2026-12-31';
const networkForm =
  'an address or a network, such as 192.0.2.7 or 10.1.0.0/16, of at most /8 (IPv4) or /7 (IPv6)';

const WrittenSubscription = Type.Object(
  {
    // It is a label of metrics, a key in Redis, and part of commands and file names.
    name: Type.String({
      pattern: '^[\\p{L}\\p{N}][\\p{L}\\p{N}._-]{0,127}$',
      description:
        'a name of 1 to 128 characters: letters, digits, and after the first also ".", "_" and "-"',
    }),
    keys: Type.Array(Type.String({ pattern: '^sha256:[0-9a-f]{64}$', description: keyForm }), {
      minItems: 1,
      maxItems: 2,
      description: `one or two keys, each as ${keyForm}`,
    }),
    rateLimit: Type.Optional(
      Type.Integer({ minimum: 1, description: 'a whole number of calls per 5 seconds, at least 1' }),
    ),
    userRateLimit: Type.Optional(
      Type.Integer({ minimum: 1, description: 'a whole number of calls per 5 seconds and user, at least 1' }),
    ),
    clients: Type.Optional(
      Type.Array(
        Type.String({
          pattern: '^[^*]+$',
          description: 'the id of a client; * does not stand for any client',
        }),
        {
          description: 'ids of clients',
        },
      ),
    ),
    expires: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: expiryForm })),
    paused: Type.Optional(Type.Boolean({ description: 'true or false' })),
    // Informational: the service ignores it.
    contact: Type.Optional(
      Type.String({
        pattern: '^[^\\p{Cc}]{1,256}$',
        description: 'a text of 1 to 256 characters on one line: whom to ask',
      }),
    ),
    operations: Type.Optional(
      Type.Array(Type.Enum(operationNames), {
        minItems: 1,
        description: `at least one of ${operationNames.join(', ')}`,
      }),
    ),
    networks: Type.Optional(
      Type.Array(Type.String({ description: networkForm }), {
        minItems: 1,
        description: `at least one network, each as ${networkForm}`,
      }),
    ),
    // Informational: the service ignores it. By hash, so removing a key by hand does not assign its date to another key.
    keysAdded: Type.Optional(
      Type.Record(
        Type.String(),
        Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'a date, such as 2026-01-15' }),
        { description: 'the date on which each key was added, by its hash' },
      ),
    ),
  },
  { description: 'a subscription: an object with its name and keys' },
);
export type WrittenSubscription = Static<typeof WrittenSubscription>;

const File = Type.Array(WrittenSubscription, { description: 'an array of subscriptions' });

/** The members of a subscription. */
export const subscriptionMembers: readonly string[] = Object.keys(WrittenSubscription.properties);

/** What a subscription may have. The required members cannot be misspelled unnoticed. */
const optional = subscriptionMembers.filter(
  name => !WrittenSubscription.required.some(member => member === name),
);

/** Paths of members that nothing reads, such as an operator's notes. */
export const unreadMembers = (subscriptions: readonly WrittenSubscription[]): string[] =>
  subscriptions.flatMap((subscription, at) => unknownMembers(WrittenSubscription, subscription, `/${at}`));

/** Adds a fault for each misspelled member: without its `clients`, the key of a subscription is open to any client. */
const checkSpelling = (subscriptions: readonly WrittenSubscription[], list: FaultList): void => {
  for (const path of unreadMembers(subscriptions)) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (similarName(name, optional) !== undefined)
      list.add(`${where} ${path}`, unknownMember(name, optional));
  }
};

/** Adds faults for what the schema cannot check: whether days exist, and whether networks do. */
const checkLimits = (subscriptions: readonly WrittenSubscription[], list: FaultList): void => {
  for (const [at, { expires, networks: written = [] }] of subscriptions.entries()) {
    if (expires !== undefined && parseIntervalEnd(`${expires}T00:00:00`) === undefined)
      list.add(`${where} /${at}/expires`, expiryForm);
    for (const [networkAt, network] of written.entries()) {
      if (networks([network]) === undefined) list.add(`${where} /${at}/networks/${networkAt}`, networkForm);
    }
  }
};

/** Adds a fault for each text that occurs earlier in the file, with the place of the earlier one. */
const checkDistinct = (
  placed: readonly (readonly [text: string, path: string])[],
  what: string,
  list: FaultList,
) => {
  const first = new Map<string, string>();
  for (const [text, path] of placed) {
    const earlier = first.get(text);
    if (earlier === undefined) first.set(text, path);
    else list.add(`${where} ${path}`, `a ${what} other than the one at ${earlier}`);
  }
};

/** Reads the file; undefined, with faults added to the list, if anything is wrong. */
export const readSubscriptions = (path: string, list: FaultList): WrittenSubscription[] | undefined => {
  const before = list.faults.length;
  const file = readJsonFile(path, { where, list });
  if (file === undefined) return undefined;
  list.faults.push(...schemaFaults(where, File, file.json));
  if (list.faults.length > before) return undefined;
  const subscriptions = file.json as WrittenSubscription[];
  checkSpelling(subscriptions, list);
  checkLimits(subscriptions, list);
  const names = subscriptions.map(({ name }, at) => [name, `/${at}/name`] as const);
  const keys = subscriptions.flatMap((subscription, at) =>
    subscription.keys.map((key, keyAt) => [key, `/${at}/keys/${keyAt}`] as const),
  );
  checkDistinct(names, 'name', list);
  checkDistinct(keys, 'key', list);
  return list.faults.length > before ? undefined : subscriptions;
};
