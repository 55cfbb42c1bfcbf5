// Parses JSON from a FHIR server: strict UTF-8, limits that are checked before parsing (D32), and exact digits if needed.
import { Failure } from '../../../../domain/model/failure.ts';

/**
 * A number that JavaScript would write differently (`1.50`), as the original text; `JSON.stringify` writes it unchanged.
 * An interface rather than a type, so that TypeScript does not take it for a `JsonObject`.
 */
export interface ExactNumber {
  readonly rawJSON: string;
}

export type Json = string | number | boolean | null | ExactNumber | JsonObject | readonly Json[];
export type JsonObject = { readonly [member: string]: Json | undefined };

/** Limits: bytes and nesting levels of one answer, and members of one resource. */
export const limits = { bytes: 8 * 1024 * 1024, levels: 100, members: 200_000 } as const;

/** `JSON.rawJSON` and the reviver's `context` are missing from TypeScript's types. */
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

/** The index of the closing quote of the string that begins at an index. */
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

/** Counts members and rejects deep nesting. Ignores what is inside strings. */
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

/** The number of members of a parsed value, at all levels. Loops, because every answer is counted. */
const membersIn = (value: Json | undefined): number => {
  let members = 0;
  if (Array.isArray(value)) for (const item of value as readonly Json[]) members += membersIn(item);
  else if (isObject(value)) {
    for (const name in value) members += 1 + membersIn(value[name]);
  }
  return members;
};

/** The resources in a Bundle; any other document counts as one resource. */
const resourcesIn = (value: Json): (Json | undefined)[] => {
  const entries = isObject(value) ? value.entry : undefined;
  return Array.isArray(entries)
    ? entries.map((entry: Json) => (isObject(entry) ? entry.resource : undefined))
    : [value];
};

/**
 * Possible numbers in JSON: they follow a member's name, a bracket or a comma. Not any colon, because strings with times have
 * colons too, and nearly every document would match.
 */
const numbers = /(?:"\s*:|[[,])\s*(-?\d[\d.eE+-]*)/g;

/** Whether parsing would change the digits of a number. Digits in strings may give a false positive: it only costs time. */
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
    // A reviver makes parsing five times slower: it is used only if it makes a difference.
    return exact && hasInexact(text) ? parseWith(text, keepDigits) : parseWith(text);
  } catch {
    // The parser's message quotes the document, so it is not passed on.
    throw unusable('ehr-not-well-formed', 'not JSON');
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
  // The parser keeps only the last of several members with one name: a patient or a list of reactions would be lost.
  if (membersIn(value) !== members) throw unusable('ehr-not-well-formed', 'an object with a member twice');
  const isLarge = members > limits.members && resourcesIn(value).some(one => membersIn(one) > limits.members);
  if (isLarge) throw unusable('ehr-limit', `a resource of more than ${limits.members} members`);
  return value;
};
