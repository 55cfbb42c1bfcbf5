// Reading the files and secrets that the configuration names.
import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { type Json, jsonPointer } from '../domain/model/json.ts';
import { errorCode } from '../faults/error-code.ts';
import { JsonFault, parseStrictJson, placeIn } from '../json/strict-json.ts';
import type { Environment } from './environment.ts';

/** Something wrong with the configuration: where, and what was expected. Never the value. */
export type Fault = { readonly where: string; readonly expected: string };

/** Collects faults, so all of them are reported at once. `add` returns undefined: the value that could not be read. */
export type FaultList = { add(where: string, expected: string): undefined; readonly faults: Fault[] };

/** An empty list of faults. */
export const faultList = (): FaultList => {
  const faults: Fault[] = [];
  return { faults, add: (where, expected) => void faults.push({ where, expected }) };
};

/** What a file is read for. */
export type FileUse = {
  /** The setting or member that names the file. */
  readonly where: string;
  readonly list: FaultList;
  /** The folder of the profile, if the profile names the file: relative paths start there, not at the working directory. */
  readonly profileFolder?: string;
};

/** Anything longer, or with a line break, is probably a key that was pasted in place of its path, and is not shown. */
const maxShownPath = 128;
const isShown = (path: string): boolean => path.length <= maxShownPath && !/\p{Cc}/u.test(path);

/**
 * What was tried, after an error. A path in the profile is shown, if it looks like one. One in a setting never is: faults of
 * the settings do not show values (configuration.md).
 */
const attemptInWords = (path: string, code: string, profileFolder: string | undefined): string => {
  const tried = profileFolder !== undefined && isShown(path) ? `: ${resolve(profileFolder, path)}` : '';
  if (code !== 'ENOENT' || isAbsolute(path)) return tried;
  const start = profileFolder === undefined ? `working directory, ${resolve('.')}` : 'folder of the profile';
  return `${tried}; a relative path starts at the ${start}`;
};

const readBytes = (path: string, { where, list, profileFolder }: FileUse): Buffer | undefined => {
  try {
    return readFileSync(profileFolder === undefined ? path : resolve(profileFolder, path));
  } catch (error) {
    const code = errorCode(error);
    return list.add(where, `a readable file (${code})${attemptInWords(path, code, profileFolder)}`);
  }
};

/** Without the byte-order mark that some editors write. */
const decoded = (bytes: Buffer): string => bytes.toString('utf8').replace(/^\ufeff/, '');

/**
 * The text of a file; undefined, with a fault added, if it cannot be read or is not UTF-8. Read in the wrong encoding, a
 * release rule such as a keyword would match nothing.
 */
export const readText = (path: string, use: FileUse): string | undefined => {
  const bytes = readBytes(path, use);
  if (bytes === undefined) return undefined;
  if (isUtf8(bytes)) return decoded(bytes);
  return use.list.add(use.where, 'a file in UTF-8');
};

/** The text of a PEM file. PEM itself is ASCII; the comments between its blocks may have any encoding. */
export const readPem = (path: string, use: FileUse): string | undefined => {
  const bytes = readBytes(path, use);
  return bytes === undefined ? undefined : decoded(bytes);
};

/**
 * The text of a file, and the JSON in it; undefined, with a fault added, if it cannot be read or parsed, or if an object has a member
 * twice.
 */
export const readJsonFile = (path: string, use: FileUse): { text: string; json: Json } | undefined => {
  const { where, list } = use;
  const text = readText(path, use);
  if (text === undefined) return undefined;
  const repeated = new Set<string>();
  try {
    const json = parseStrictJson(text, { onRepeated: path => repeated.add(jsonPointer(path)) });
    for (const member of repeated) list.add(`${where} ${member}`, 'only one member of this name');
    return repeated.size === 0 ? { text, json } : undefined;
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const { line, column } = placeIn(text, error.at);
    const place = `line ${line}, column ${column}${error.kind === 'limit' ? ` (${error.message})` : ''}`;
    return list.add(where, `a file with valid JSON; it cannot be read at ${place}`);
  }
};

const isBlank = (value: string): boolean => value.trim() === '';

/** What a secret is read for. */
export type SecretUse = FileUse & { readonly environment: Environment };

/** The path in `file:PATH`; undefined for any other text. */
export const referredFile = (written: string): string | undefined =>
  written.startsWith('file:') ? written.slice('file:'.length) : undefined;

/** Resolves a secret: the text itself, `env:NAME`, or `file:PATH`. Blank ones are faults: the system would refuse every call. */
export const readSecret = (written: string, use: SecretUse): string | undefined => {
  const { environment, where, list } = use;
  if (written.startsWith('env:')) {
    const name = written.slice('env:'.length);
    const value = environment[name];
    if (value !== undefined && !isBlank(value)) return value;
    return list.add(where, `the environment variable ${name}`);
  }
  const path = referredFile(written);
  if (path === undefined) return written;
  const value = readText(path, use)?.replace(/[\r\n]+$/, '');
  if (value === undefined || !isBlank(value)) return value;
  return list.add(where, 'a file with the secret; this one is empty');
};
