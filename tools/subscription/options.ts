// The options of `add` and `change`, as members of a subscription. The service's own reader checks what they say.
import type { OperationName } from '../../src/domain/model/operation-names.ts';
import { UsageError } from '../command.ts';
import type { Options } from './change.ts';

export const optionsConfig = {
  'rate-limit': { type: 'string' },
  'user-rate-limit': { type: 'string' },
  clients: { type: 'string' },
  expires: { type: 'string' },
  contact: { type: 'string' },
  operations: { type: 'string' },
  networks: { type: 'string' },
} as const;

type Values = { readonly [Option in keyof typeof optionsConfig]?: string | undefined };

const rateLimitIn = (option: string, text: string): number => {
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw new UsageError(`--${option}: a whole number of calls per 5 seconds, 1 to 9999999.`);
  return Number(text);
};

const listIn = (option: string, text: string): string[] => {
  const items = text.split(',').map(item => item.trim());
  if (items.includes('')) throw new UsageError(`--${option}: one or more, separated by commas.`);
  return items;
};

/** Gives a member its default again. */
const none = 'none';

/** Member → how its option is read. */
const readers = {
  rateLimit: ['rate-limit', rateLimitIn],
  userRateLimit: ['user-rate-limit', rateLimitIn],
  clients: ['clients', listIn],
  expires: ['expires', (_, text) => text],
  contact: ['contact', (_, text) => text],
  // The reader of the file names the operations, if this is none of them.
  operations: ['operations', (option, text) => listIn(option, text) as OperationName[]],
  networks: ['networks', listIn],
} as const satisfies {
  readonly [Name in keyof Options]-?: readonly [
    option: keyof Values,
    read: (option: string, text: string) => Options[Name],
  ];
};

/** @returns the members that are given, and those that get their default again. Throws a usage error for any other text. */
export const readOptions = (
  values: Values,
): { readonly options: Options; readonly removed: ReadonlySet<keyof Options> } => {
  const names = Object.keys(readers) as (keyof Options)[];
  const given = names.flatMap(name => {
    const [option, read] = readers[name];
    const text = values[option];
    return text === undefined ? [] : [{ name, text, read: () => read(option, text) }];
  });
  return {
    options: Object.fromEntries(
      given.filter(({ text }) => text !== none).map(({ name, read }) => [name, read()]),
    ),
    removed: new Set(given.filter(({ text }) => text === none).map(({ name }) => name)),
  };
};
