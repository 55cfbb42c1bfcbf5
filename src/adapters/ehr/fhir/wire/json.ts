// JSON of a FHIR server: strict UTF-8, with limits that hold before it is parsed (D32), and exact digits where needed.
import { Failure } from '../../../../domain/model/failure.ts';

/**
 * A number that JavaScript would write otherwise, by its own digits. `JSON.stringify` writes them again. An interface, so
 * that it is not taken for an object of the document.
 */
export interface ExactNumber {
  readonly rawJSON: string;
}

export type Json = string | number | boolean | null | ExactNumber | JsonObject | readonly Json[];
export type JsonObject = { readonly [member: string]: Json | undefined };

/** Bytes and levels of one answer, and members of one resource in it. */
export const limits = { bytes: 8 * 1024 * 1024, levels: 100, members: 200_000 } as const;

/** Source texts of numbers, which TypeScript does not know yet. */
const { rawJSON, isRawJSON } = JSON as unknown as {
  rawJSON(text: string): ExactNumber;
  isRawJSON(value: unknown): value is ExactNumber;
};
type Reviver = (
  this: unknown,
  name: string,
  value: unknown,
  context: { readonly source?: string },
) => unknown;
const parseWith = JSON.parse as (text: string, reviver?: Reviver) => Json;

export const isExact = isRawJSON;

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawJSON(value);

const unusable = (reason: 'ehr-not-well-formed' | 'ehr-encoding' | 'ehr-limit', detail: string) =>
  new Failure('ehr-unusable', { reason, detail });

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const openers = new Set([0x5b, 0x7b]);
const closers = new Set([0x5d, 0x7d]);

/** The end of a string that begins at an index: that of its closing quote. */
const endOfString = (bytes: Uint8Array, begin: number): number => {
  let end = bytes.indexOf(quote, begin + 1);
  while (end !== -1) {
    let escapes = 0;
    while (bytes[end - 1 - escapes] === backslash) escapes++;
    if (escapes % 2 === 0) return end;
    end = bytes.indexOf(quote, end + 1);
  }
  return bytes.length;
};

/** Counts members, and refuses what is nested too deep. Only brackets outside strings count. */
const countMembers = (bytes: Uint8Array): number => {
  let depth = 0;
  let members = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) at = endOfString(bytes, at);
    else if (byte === colon) members++;
    else if (openers.has(byte)) {
      if (++depth > limits.levels) throw unusable('ehr-limit', `more than ${limits.levels} levels`);
    } else if (closers.has(byte)) depth--;
  }
  return members;
};

/** The members of a parsed value, its own and those below. */
const membersIn = (value: Json | undefined): number => {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + membersIn(item), 0);
  if (!isObject(value)) return 0;
  const inner = Object.values(value);
  return inner.reduce<number>((sum, item) => sum + membersIn(item), inner.length);
};

/** Each resource of a Bundle, or the one resource that it is. */
const resourcesIn = (value: Json): (Json | undefined)[] => {
  const entries = isObject(value) ? value.entry : undefined;
  return Array.isArray(entries)
    ? entries.map((entry: Json) => (isObject(entry) ? entry.resource : undefined))
    : [value];
};

/**
 * A number as it may stand in JSON: after the colon of a member, a bracket or a comma. A colon in a string, as times have
 * one, is none of a member: else nearly every document would be taken for one with such numbers.
 */
const numbers = /(?:"\s*:|[[,])\s*(-?\d[\d.eE+-]*)/g;

/** Whether a text has a number whose digits a parser would not keep. A number in a string may be taken for one. */
const hasInexact = (text: string): boolean => {
  for (const [, found] of text.matchAll(numbers)) if (String(Number(found)) !== found) return true;
  return false;
};

const keepDigits: Reviver = (_name, value, { source }) =>
  typeof value === 'number' && source !== undefined && String(value) !== source ? rawJSON(source) : value;

const decoded = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw unusable('ehr-encoding', `not UTF-8: ${(cause as Error).name}`);
  }
};

const parsed = (text: string, exact: boolean): Json => {
  try {
    // A reviver on everything costs five times a plain parse: it is used where it makes a difference.
    return exact && hasInexact(text) ? parseWith(text, keepDigits) : parseWith(text);
  } catch {
    // The error's own words quote the document.
    throw unusable('ehr-not-well-formed', 'no JSON');
  }
};

/**
 * Reads a JSON document.
 * @param exact whether numbers keep their digits.
 * Throws `Failure` `ehr-unusable`.
 */
export const readJson = (bytes: Uint8Array, { exact = false }: { readonly exact?: boolean } = {}): Json => {
  if (bytes.length > limits.bytes)
    throw unusable('ehr-limit', `an answer of more than ${limits.bytes} bytes`);
  const members = countMembers(bytes);
  const value = parsed(decoded(bytes), exact);
  const isLarge = members > limits.members && resourcesIn(value).some(one => membersIn(one) > limits.members);
  if (isLarge) throw unusable('ehr-limit', `a resource of more than ${limits.members} members`);
  return value;
};
