// Reading the files and secrets that the configuration names.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Fault } from './fault.ts';
import { jsonFaultPlace } from './json-place.ts';
import type { Environment } from './settings/settings.ts';

/** Collects faults, so that all of them are reported at once. */
export type FaultList = { add(where: string, expected: string): void; readonly faults: Fault[] };

export const faultList = (): FaultList => {
  const faults: Fault[] = [];
  return { faults, add: (where, expected) => void faults.push({ where, expected }) };
};

/** The text of a file, without the byte-order mark that some editors write; undefined, with a fault added, if it cannot be read. */
export const readText = (path: string, where: string, list: FaultList): string | undefined => {
  try {
    return readFileSync(path, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    list.add(where, `a readable file (${(error as NodeJS.ErrnoException).code ?? 'unreadable'})`);
    return undefined;
  }
};

/** The JSON in a file; undefined, with a fault added, if it cannot be read or parsed. */
export const readJson = (path: string, where: string, list: FaultList): unknown => {
  const text = readText(path, where, list);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const { line, column } = jsonFaultPlace(text);
    list.add(where, `a file with valid JSON; it cannot be read at line ${line}, column ${column}`);
    return undefined;
  }
};

/** Resolves a secret: the text itself, `env:NAME`, or `file:PATH` (relative to the profile's folder). */
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
    if (value === undefined || value === '') list.add(where, `the environment variable ${name}`);
    return value;
  }
  if (!written.startsWith('file:')) return written;
  return readText(resolve(folder, written.slice('file:'.length)), where, list)?.replace(/\r?\n$/, '');
};
