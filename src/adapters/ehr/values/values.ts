// Building blocks of translations from any protocol. What is absent or empty stays absent.
import { omitUndefined } from '../../../domain/model/omit-undefined.ts';
import type { Identifier } from '../../../domain/records/shared/common.ts';
import { numberRoots } from '../../../domain/rules/foreign.ts';

/** An object without the undefined members; undefined if no member is left. */
export const partialObject = <T extends object>(
  members: { [K in keyof T]: T[K] | undefined },
): T | undefined => {
  const object = omitUndefined<T>(members);
  for (const _ in object) return object;
  return undefined;
};

/** Whether a text is only white space. Nearly every text begins with a visible character, and then need not be trimmed to find out. */
export const isBlank = (text: string): boolean => {
  const code = text.charCodeAt(0);
  return !(code > 0x20 && code < 0x7f) && text.trim() === '';
};

/** Whether a value of any format says nothing. */
export const isAbsent = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || (typeof value === 'string' && isBlank(value));

/** The text; undefined if it is blank. */
export const nonBlank = (text: string | undefined): string | undefined =>
  text === undefined || isBlank(text) ? undefined : text;

const isBlankText = (text: string | undefined): boolean => text !== undefined && isBlank(text);

/** The texts that are not blank, without duplicates. Takes a list, because an EHR may send more texts than a call can have arguments. */
export const uniqueTexts = (texts: readonly (string | undefined)[]): string[] => {
  const nonBlankTexts = definedItems(texts.some(isBlankText) ? texts.map(nonBlank) : texts);
  // Most lists have one text.
  return nonBlankTexts.length < 2 ? nonBlankTexts : [...new Set(nonBlankTexts)];
};

/** The distinct texts that are not blank, joined into one; undefined if there are none. */
export const joinedTexts = (
  texts: readonly (string | undefined)[],
  separator: string,
): string | undefined => {
  const distinct = uniqueTexts(texts);
  return distinct.length < 2 ? distinct[0] : distinct.join(separator);
};

/** The distinct texts that are not blank, one per line; undefined if there are none. */
export const joinedLines = (texts: readonly (string | undefined)[]): string | undefined =>
  joinedTexts(texts, '\n');

/** The list without undefined items; the list itself if it has none. */
export const definedItems = <T>(items: readonly (T | undefined)[]): T[] =>
  items.includes(undefined) ? items.filter(item => item !== undefined) : (items as T[]);

/** The list without undefined items; undefined if it is empty. */
export const nonEmptyList = <T>(items: readonly (T | undefined)[]): T[] | undefined => {
  const defined = definedItems(items);
  return defined.length === 0 ? undefined : defined;
};

/** The `TimeValue` of a time. */
export const timeValue = (time: string | undefined) => (time === undefined ? undefined : { value: time });

/** Root of HSA-ids, the national ids of units and staff. */
export const hsaRoot = '1.2.752.129.2.1.4.1';

/** The identifier of an HSA-id. */
export const hsaId = (id: string | undefined): Identifier | undefined =>
  nonBlank(id) === undefined ? undefined : omitUndefined<Identifier>({ root: hsaRoot, extension: id });

/** The root of a kind of person number. Reserve numbers have the region's root. */
export const numberRoot = (
  kind: 'personal' | 'coordination' | 'reserve',
  reserveRoot: string | undefined,
): string => (kind === 'reserve' ? (reserveRoot ?? '') : numberRoots[kind]);
