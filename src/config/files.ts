// Reading the files and secrets that the configuration names.
import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import type { Fault } from './fault.ts';
import { jsonFaultPlace, repeatedMembers } from './json-place.ts';
import type { Environment } from './settings/settings.ts';

/** Collects faults, so that all of them are reported at once. */
export type FaultList = { add(where: string, expected: string): void; readonly faults: Fault[] };

export const faultList = (): FaultList => {
  const faults: Fault[] = [];
  return { faults, add: (where, expected) => void faults.push({ where, expected }) };
};

/** Where a relative path starts. The path itself is a value, and not shown. */
const startOf = (path: string, code: string): string =>
  code === 'ENOENT' && !isAbsolute(path)
    ? `; a relative path starts at the working directory, ${resolve('.')}`
    : '';

const readBytes = (path: string, where: string, list: FaultList): Buffer | undefined => {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    list.add(where, `a readable file (${code})${startOf(path, code)}`);
    return undefined;
  }
};

/** Without the byte-order mark that some editors write. */
const decoded = (bytes: Buffer): string => bytes.toString('utf8').replace(/^\ufeff/, '');

/**
 * The text of a file; undefined, with a fault added, if it cannot be read or is not UTF-8. Read in the wrong encoding, a
 * release rule such as a keyword would match nothing.
 */
export const readText = (path: string, where: string, list: FaultList): string | undefined => {
  const bytes = readBytes(path, where, list);
  if (bytes === undefined) return undefined;
  if (isUtf8(bytes)) return decoded(bytes);
  list.add(where, 'a file in UTF-8');
  return undefined;
};

/** The text of a PEM file. PEM itself is ASCII; the comments between its blocks may have any encoding. */
export const readPem = (path: string, where: string, list: FaultList): string | undefined => {
  const bytes = readBytes(path, where, list);
  return bytes === undefined ? undefined : decoded(bytes);
};

/** The JSON in a file; undefined, with a fault added, if it cannot be read or parsed, or if an object has a member twice. */
export const readJson = (path: string, where: string, list: FaultList): unknown => {
  const text = readText(path, where, list);
  if (text === undefined) return undefined;
  try {
    const value = JSON.parse(text) as unknown;
    const repeated = repeatedMembers(text);
    for (const member of repeated) list.add(`${where} ${member}`, 'only one member of this name');
    return repeated.length === 0 ? value : undefined;
  } catch {
    const { line, column } = jsonFaultPlace(text);
    list.add(where, `a file with valid JSON; it cannot be read at line ${line}, column ${column}`);
    return undefined;
  }
};

const isBlank = (value: string): boolean => value.trim() === '';

/**
 * Resolves a secret: the text itself, `env:NAME`, or `file:PATH` (relative to the profile's folder). Blank ones are faults:
 * the system would refuse every call.
 */
export const readSecret = (
  written: string,
  {
    environment,
    folder,
    where,
    list,
  }: { environment: Environment; folder: string; where: string; list: FaultList },
): string | undefined => {
  if (written.startsWith('env:')) {
    const name = written.slice('env:'.length);
    const value = environment[name];
    if (value !== undefined && !isBlank(value)) return value;
    list.add(where, `the environment variable ${name}`);
    return undefined;
  }
  if (!written.startsWith('file:')) return written;
  const value = readText(resolve(folder, written.slice('file:'.length)), where, list)?.replace(
    /[\r\n]+$/,
    '',
  );
  if (value === undefined || !isBlank(value)) return value;
  list.add(where, 'a file with the secret; this one is empty');
  return undefined;
};
