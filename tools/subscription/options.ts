// The options of `add` and `change`, as members of a subscription. The service's own reader checks what they say.
import type { OperationName } from '../../src/domain/model/operation-names.ts';
import { UsageError } from '../command.ts';
import type { Options } from './change.ts';

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

/** Member → how the text of its option is read. */
const readers = {
  rateLimit: rateLimitIn,
  userRateLimit: rateLimitIn,
  clients: listIn,
  expires: (_, text) => text,
  contact: (_, text) => text,
  // The reader of the file names the operations, if this is none of them.
  operations: (option, text) => listIn(option, text) as OperationName[],
  networks: listIn,
} as const satisfies { readonly [Name in keyof Options]-?: (option: string, text: string) => Options[Name] };

/** `rate-limit` for `rateLimit`. */
const optionOf = (member: string): string =>
  member.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

const members = Object.keys(readers) as (keyof Options)[];

export const optionsConfig: Readonly<Record<string, { readonly type: 'string' }>> = Object.fromEntries(
  members.map(member => [optionOf(member), { type: 'string' }]),
);

/** @returns the members that are given, and those that get their default again. Throws a usage error for any other text. */
export const readOptions = (
  values: Readonly<Record<string, unknown>>,
): { readonly options: Options; readonly removed: ReadonlySet<keyof Options> } => {
  const options: Record<string, unknown> = {};
  const removed = new Set<keyof Options>();
  for (const member of members) {
    const option = optionOf(member);
    const text = values[option];
    if (typeof text !== 'string') continue;
    if (text === none) removed.add(member);
    else options[member] = readers[member](option, text);
  }
  return { options, removed };
};
