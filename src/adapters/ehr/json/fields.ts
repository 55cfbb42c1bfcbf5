// Reads the members of JSON objects, for adapters that are written in TypeScript. A value that cannot be read is a loss that says
// what it hides (D36), and what nobody has read is counted as unmapped (D29), so nothing is lost in silence. What is absent,
// null or blank is absent, and no loss.

import {
  isExactNumber,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../../../domain/model/json.ts';
import type { Hidden, Loss } from '../../../domain/model/loss.ts';
import { boundedPaths, type PathOf, shownName } from '../../../domain/model/loss-paths.ts';
import { markPart, markRead, type Reads, unreadPaths } from '../translation/unread.ts';
import { definedItems, isBlank } from '../translation/values.ts';
import type { Moment, TimeReader } from '../xml/times.ts';
import { type Parsed, unreadable } from '../xml/values.ts';

/** The words of an EHR, and what each means. */
export type Words<T> = Readonly<Record<string, T>>;

/**
 * The members of an object. Every method takes what the loss of the member hides from the access rules: an empty list if none of
 * them needs the value. Reading a member twice reports its loss twice.
 */
export type Fields = {
  /** A text that is not blank. A number is a loss: how it is written may matter. */
  text(name: string, hides: readonly Hidden[]): string | undefined;
  flag(name: string, hides: readonly Hidden[]): boolean | undefined;
  /** A number; a `bigint` if it is an integer beyond what a number holds exactly (D25). */
  number(name: string, hides: readonly Hidden[]): number | bigint | undefined;
  /** The digits of a number, exactly as sent. */
  digits(name: string, hides: readonly Hidden[]): string | undefined;
  /** A time in one of the usual forms, as 14 digits of the region's local time. */
  time(name: string, hides: readonly Hidden[]): string | undefined;
  /** A time with its instant, which differs from the local time's if the EHR gives an offset in the hour that comes twice. */
  moment(name: string, hides: readonly Hidden[]): Moment | undefined;
  /** A date, or the date of a time, as 8 digits. */
  day(name: string, hides: readonly Hidden[]): string | undefined;
  /**
   * What a word of a closed list means. The EHR may send it as a text, a number or a boolean. An unknown one is a loss.
   * @param unknown what stands for a value that is not understood, if that differs from none.
   */
  word<T>(name: string, words: Words<T>, hides: readonly Hidden[], unknown?: T): T | undefined;
  object(name: string, hides: readonly Hidden[]): Fields | undefined;
  /** The objects of a list; other items are left out. Empty without a list. */
  list(name: string, hides: readonly Hidden[]): readonly Fields[];
  /** The texts of a list that are not blank. */
  texts(name: string, hides: readonly Hidden[]): readonly string[];
  /** Reports a value that has been read and cannot be published. */
  lose(name: string, loss: Omit<Loss, 'path'>): void;
};

export type FieldReading = {
  readonly fields: Fields;
  /** Reports every value that has not been read by now. Call it when the record has been made. */
  readonly reportUnread: () => void;
};

type Context = { readonly times: TimeReader; readonly report: (loss: Loss) => void };
type Reading = Context & { readonly reads: Reads };

const digitsOf = (value: Json): string | undefined => {
  if (typeof value === 'number') return String(value);
  return isExactNumber(value) ? value.rawJSON : undefined;
};

const integerForm = /^-?\d+$/;

/** A JSON number; undefined for any other value, and for a number that cannot be represented. */
const numberOf = (value: Json): number | bigint | undefined => {
  const digits = digitsOf(value);
  if (digits === undefined) return undefined;
  const number = Number(digits);
  if (!Number.isFinite(number)) return undefined;
  if (!Number.isInteger(number) || Number.isSafeInteger(number)) return number;
  // `1e20`: which integer is meant is not written.
  return integerForm.test(digits) ? BigInt(digits) : undefined;
};

const wordIn = (value: Json): string | undefined => {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'boolean' ? String(value) : digitsOf(value);
};

const isAbsent = (value: Json | undefined): value is null | undefined =>
  value === undefined || value === null || (typeof value === 'string' && isBlank(value));

const fieldsIn = (node: JsonObject, prefix: string, reading: Reading): Fields => {
  const { times, report, reads } = reading;
  markPart(reads, node);
  const lose: Fields['lose'] = (name, loss) => report({ path: `${prefix}${name}`, ...loss });

  /** The value that a function makes of a member. If it makes none, that is a loss. */
  const read = <T>(
    name: string,
    hides: readonly Hidden[],
    make: (value: Json) => T | undefined,
  ): T | undefined => {
    markRead(reads, node, name);
    const value = Object.hasOwn(node, name) ? node[name] : undefined;
    if (isAbsent(value)) return undefined;
    const made = make(value);
    if (made === undefined) lose(name, { reason: 'unreadable', hides });
    return made;
  };

  const inText =
    <T>(read: (text: string) => Parsed<T>) =>
    (value: Json): T | undefined => {
      const parsed = typeof value === 'string' ? read(value) : undefined;
      return parsed === unreadable ? undefined : parsed;
    };

  /** What a function makes of each item of a list. An item of which it makes nothing is a loss. */
  const items = <T>(name: string, hides: readonly Hidden[], make: (item: Json) => T | undefined): T[] => {
    const list = read(name, hides, value => (isJsonList(value) ? value : undefined)) ?? [];
    const made = list.map(item => {
      if (isAbsent(item)) return undefined;
      const value = make(item);
      if (value === undefined) lose(name, { reason: 'unreadable', hides });
      return value;
    });
    return definedItems(made);
  };

  const inside = (name: string) => (value: Json | undefined) =>
    isJsonObject(value) ? fieldsIn(value, `${prefix}${name}/`, reading) : undefined;

  return {
    text: (name, hides) => read(name, hides, value => (typeof value === 'string' ? value : undefined)),
    flag: (name, hides) => read(name, hides, value => (typeof value === 'boolean' ? value : undefined)),
    digits: (name, hides) => read(name, hides, digitsOf),
    number: (name, hides) => read(name, hides, numberOf),
    time: (name, hides) => read(name, hides, inText(times.time)),
    moment: (name, hides) => read(name, hides, inText(times.moment)),
    day: (name, hides) => read(name, hides, inText(times.date)),
    word: (name, words, hides, unknown) =>
      read(name, hides, value => {
        const word = wordIn(value);
        return word !== undefined && Object.hasOwn(words, word) ? words[word] : undefined;
      }) ?? (isAbsent(node[name]) ? undefined : unknown),
    object: (name, hides) => read(name, hides, inside(name)),
    list: (name, hides) => items(name, hides, inside(name)),
    texts: (name, hides) => items(name, hides, item => (typeof item === 'string' ? item : undefined)),
    lose,
  };
};

/**
 * The members of an object, usually one record of an answer.
 * @param context.report takes each loss. Paths are relative to the object.
 */
export const readFields = (object: JsonObject, context: Context): FieldReading => {
  const bounded = boundedPaths();
  const reads: Reads = new Map();
  return {
    fields: fieldsIn(object, '', { ...context, reads }),
    reportUnread: () => {
      const pathOf: PathOf = (parent, name) => bounded(parent, shownName(name));
      for (const path of unreadPaths(object, reads, { pathOf }))
        context.report({ path, reason: 'unmapped', hides: [] });
    },
  };
};
