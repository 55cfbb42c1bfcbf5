// Parses JSON from a FHIR server: strict UTF-8, limits that are checked before parsing (D32), and exact digits if needed.
import { isUtf8 } from 'node:buffer';
import { Failure } from '../../../../domain/model/failure.ts';
import { withDigits } from './exact-numbers.ts';
import { scanJson } from './json-scan.ts';

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

/** Missing from TypeScript's types. */
const { isRawJSON } = JSON as unknown as { isRawJSON(value: unknown): value is ExactNumber };

/** Whether an object is an exact number. Looks for its member first: asking V8 costs more, and few objects have the member. */
const isRaw = (value: object): value is ExactNumber =>
  (value as { readonly rawJSON?: unknown }).rawJSON !== undefined && isRawJSON(value);

export const isExact = (value: Json | undefined): value is ExactNumber =>
  typeof value === 'object' && value !== null && isRaw(value);

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRaw(value);

const unusable = (reason: 'ehr-not-well-formed' | 'ehr-encoding' | 'ehr-limit', detail: string) =>
  new Failure('ehr-unusable', { reason, detail });

/** The number of members of a parsed value, at all levels, before numbers get their digits back. Loops, because every answer is counted. */
const membersIn = (value: Json | undefined): number => {
  if (typeof value !== 'object' || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) members += membersIn(item);
    return members;
  }
  const object = value as JsonObject;
  for (const name in object) {
    members++;
    const inner = object[name];
    // Most members are texts, which need no call.
    if (typeof inner === 'object') members += membersIn(inner);
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

/** Without the byte-order mark that some servers write. */
const decoded = (bytes: Uint8Array): string => {
  if (!isUtf8(bytes)) throw unusable('ehr-encoding', 'not UTF-8');
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  return text.startsWith('\ufeff') ? text.slice(1) : text;
};

const parsed = (text: string): Json => {
  try {
    return JSON.parse(text) as Json;
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
  const text = decoded(bytes);
  const scan = scanJson(text, { maxLevels: limits.levels, exact });
  if (scan === undefined) throw unusable('ehr-limit', `more than ${limits.levels} levels`);
  const { members, inexact } = scan;
  const value = parsed(text);
  // The parser keeps only the last of several members with one name: a patient or a list of reactions would be lost.
  if (membersIn(value) !== members) throw unusable('ehr-not-well-formed', 'an object with a member twice');
  const isLarge = members > limits.members && resourcesIn(value).some(one => membersIn(one) > limits.members);
  if (isLarge) throw unusable('ehr-limit', `a resource of more than ${limits.members} members`);
  return inexact.length > 0 ? (withDigits({ value, text, inexact }) as Json) : value;
};
