// Reads the files of a region's tables, within limits, and knows the place of everything in them.

import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { isJsonObject, type JsonObject, type JsonStep, jsonPointer } from '../../../../domain/model/json.ts';
import type { SourceKind } from '../../../../domain/records/index.ts';
import { similarName } from '../../../../faults/similar-name.ts';
import { JsonFault, parseStrictJson, placeIn } from '../../../../json/strict-json.ts';
import { acceptedHintsFile, kindOfTable, tableFiles } from '../format/kinds.ts';

const maxFileBytes = 256 * 1024;
const maxFileDepth = 40;

/** Something wrong in a file: `nordvik/contacts.json:6:3`, and what was expected. */
export type TableFault = { readonly where: string; readonly expected: string };

/** What is allowed but probably not meant. `acceptAs` names it in the list of accepted hints: its file and place, without the line. */
export type TableHint = { readonly where: string; readonly message: string; readonly acceptAs: string };

/** A file that has been read: an object, and where each of its members stands. */
export type TableFile = {
  /** Below the folder, with `/`: `parts/unit.json`. */
  readonly name: string;
  readonly value: JsonObject;
  /** Reports a fault at a member or item, by its JSON pointer. The empty pointer is the file. */
  readonly fault: (pointer: string, expected: string) => void;
  /** Reports what is probably not meant there. */
  readonly hint: (pointer: string, message: string) => void;
  /** Where that is: `nordvik/system.json:23:18`. */
  readonly where: (pointer: string) => string;
};

export type TableFolder = {
  /** A file that has been read; undefined if it does not exist or has faults, which have been reported. */
  readonly file: (name: string) => TableFile | undefined;
  readonly has: (name: string) => boolean;
  /** The names of the files in `words` or `parts`, without `.json`. */
  readonly namesIn: (folder: 'words' | 'parts') => readonly string[];
  /** The tables of a kind. */
  readonly tablesOf: (kind: SourceKind) => readonly string[];
  readonly faults: readonly TableFault[];
  readonly hints: readonly TableHint[];
  /** SHA-256 over the names and bytes of all files, as 64 hexadecimal digits. */
  readonly hash: string;
};

/** The folders that are read, beside the folder itself. `samples` is for `region test`. */
const folders = ['words', 'parts'] as const;
const knownFiles: readonly string[] = ['system.json', ...Object.values(tableFiles), acceptedHintsFile];
/** Whether a file may be read: a further table of a kind is `contacts-visits.json`. */
const isKnown = (name: string): boolean =>
  knownFiles.includes(name) || kindOfTable(name.replace('.json', '')) !== undefined;

const entriesIn = (path: string): Dirent[] => {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
};

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
};

/** What a text holds, and where everything in it stands: JSON pointer → index. Throws `JsonFault`. */
export const parsedWithPlaces = (
  text: string,
  options: Omit<Parameters<typeof parseStrictJson>[1] & object, 'onPlace'>,
) => {
  const places = new Map<string, number>();
  const onPlace = (path: readonly JsonStep[], at: number) => void places.set(jsonPointer(path), at);
  return { value: parseStrictJson(text, { ...options, onPlace }), text, places };
};

const faultWords = ({ kind, message }: JsonFault): string => {
  if (kind === 'repeated-member') return 'a member of another name: the object has this one already';
  if (kind === 'proto-member') return 'a member of another name than __proto__';
  return kind === 'limit' ? `a smaller file (${message})` : 'valid JSON';
};

const isTable = ({ name }: Dirent) => name.endsWith('.json') && !name.startsWith('.');

/** The names of the tables in a folder, sorted. */
const namesOf = (path: string) =>
  entriesIn(path)
    .filter(isTable)
    .map(({ name }) => name)
    .sort();

/** The paths of the tables of a region, and of their folders. */
export const pathsIn = (folder: string): string[] =>
  [folder, ...folders.map(inner => join(folder, inner))].flatMap(path => [
    path,
    ...namesOf(path).map(name => join(path, name)),
  ]);

/** Opens the folder of a region's tables. Whatever cannot be read becomes a fault. */
export const openFolder = (folder: string): TableFolder => {
  const faults: TableFault[] = [];
  const hints: TableHint[] = [];
  const shown = basename(folder);
  const files = new Map<string, TableFile | undefined>();
  const hash = createHash('sha256');
  const placeOf = (name: string, place: { line: number; column: number }): string =>
    `${shown}/${name}:${place.line}:${place.column}`;
  const report = (name: string, expected: string, place?: { line: number; column: number }): undefined => {
    const file = name === '' ? shown : `${shown}/${name}`;
    faults.push({ where: place === undefined ? file : placeOf(name, place), expected });
  };

  const readBytes = (name: string): Buffer | undefined => {
    const path = join(folder, name);
    try {
      if (!realpathSync(path).startsWith(`${realpathSync(folder)}${sep}`))
        return report(name, 'a file within the folder, and no link out of it');
      if (statSync(path).size > maxFileBytes)
        return report(name, `a file of at most ${maxFileBytes / 1024} KiB`);
      return readFileSync(path);
    } catch (error) {
      return report(name, `a readable file (${(error as NodeJS.ErrnoException).code ?? 'unreadable'})`);
    }
  };

  const readFile = (name: string): TableFile | undefined => {
    const bytes = readBytes(name);
    if (bytes === undefined) return undefined;
    hash.update(`${name}\0${bytes.length}\0`).update(bytes);
    if (!isUtf8(bytes)) return report(name, 'a file in UTF-8');
    const text = bytes.toString('utf8').replace(/^\ufeff/, '');
    try {
      const limits = { depth: maxFileDepth };
      const { value, places } = parsedWithPlaces(text, { refusesProto: true, limits });
      const lineOf = (pointer: string) => {
        // A member that is missing has no place: the object that lacks it has.
        let present = pointer;
        while (present !== '' && !places.has(present)) present = present.slice(0, present.lastIndexOf('/'));
        return placeIn(text, places.get(present) ?? 0);
      };
      const fault: TableFile['fault'] = (pointer, expected) => report(name, expected, lineOf(pointer));
      const where: TableFile['where'] = pointer => placeOf(name, lineOf(pointer));
      const hint: TableFile['hint'] = (pointer, message) => {
        const acceptAs = `${name}${pointer === '' ? '' : `#${pointer}`}: ${message}`;
        // What several kinds have in common is said once.
        if (!hints.some(known => known.acceptAs === acceptAs))
          hints.push({ where: where(pointer), message, acceptAs });
      };
      return isJsonObject(value)
        ? { name, value, fault, hint, where }
        : report(name, 'an object', lineOf(''));
    } catch (error) {
      if (!(error instanceof JsonFault)) throw error;
      return report(name, faultWords(error), placeIn(text, error.at));
    }
  };

  const top = namesOf(folder);
  if (!isFolder(folder)) report('', 'a folder of tables, with a file system.json');
  else if (!top.includes('system.json')) report('system.json', 'this file: it says how the EHR is called');
  for (const name of top) {
    if (isKnown(name)) continue;
    const meant = similarName(name, knownFiles);
    const words = meant === undefined ? `one of ${knownFiles.join(', ')}` : `${meant}, probably`;
    report(name, `a file that is read: ${words}`);
  }
  const read = [
    ...top.filter(isKnown),
    ...folders.flatMap(inner => namesOf(join(folder, inner)).map(name => `${inner}/${name}`)),
  ];
  for (const name of read) files.set(name, readFile(name));

  return {
    file: name => files.get(name),
    has: name => files.has(name),
    namesIn: inner =>
      [...files.keys()]
        .filter(name => name.startsWith(`${inner}/`))
        .map(name => name.slice(inner.length + 1, -'.json'.length)),
    tablesOf: kind => [...files.keys()].filter(name => kindOfTable(name.replace('.json', '')) === kind),
    faults,
    hints,
    hash: hash.digest('hex'),
  };
};
