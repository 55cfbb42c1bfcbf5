// Building blocks of a translation, whatever it is from. What is absent or empty stays absent.
import { omitUndefined } from '../../../domain/model/omit-undefined.ts';
import type { Identifier } from '../../../domain/records/shared/common.ts';
import { numberRoots } from '../../../domain/rules/foreign.ts';
import type { Loss } from '../../../ports/ehr.ts';

/** Counts a value that the record lacks (D29), by its element path. */
export type CountLoss = (path: string, reason?: Loss['reason']) => void;

/** An object of the members that are there; undefined where there is none. */
export const partialObject = <T extends object>(
  members: { [K in keyof T]: T[K] | undefined },
): T | undefined => {
  const found = omitUndefined<T>(members);
  return Object.keys(found).length === 0 ? undefined : found;
};

/** A text that says something. */
export const nonBlank = (text: string | undefined): string | undefined =>
  text === undefined || text.trim() === '' ? undefined : text;

/** The texts that say something, each once. */
export const uniqueTexts = (...texts: readonly (string | undefined)[]): string[] => [
  ...new Set(texts.flatMap(text => nonBlank(text) ?? [])),
];

/** The texts that say something, a line each. */
export const joinedLines = (...texts: readonly (string | undefined)[]): string | undefined =>
  nonBlank(uniqueTexts(...texts).join('\n'));

/** A list with something in it. */
export const nonEmptyList = <T>(items: readonly (T | undefined)[]): T[] | undefined => {
  const found = items.filter(item => item !== undefined);
  return found.length === 0 ? undefined : found;
};

export const timeValue = (time: string | undefined) => (time === undefined ? undefined : { value: time });

/** Root of the national ids of units and staff. */
export const hsaRoot = '1.2.752.129.2.1.4.1';

export const hsaId = (id: string | undefined): Identifier | undefined =>
  nonBlank(id) === undefined ? undefined : omitUndefined<Identifier>({ root: hsaRoot, extension: id });

/** The root of a person number; the region's own for reserve numbers. */
export const numberRoot = (
  kind: 'personal' | 'coordination' | 'reserve',
  reserveRoot: string | undefined,
): string => (kind === 'reserve' ? (reserveRoot ?? '') : numberRoots[kind]);
