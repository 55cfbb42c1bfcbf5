// Reads entries from files, filtered here, or from the database, filtered by the query.
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type EntryFilter, readEntries } from '../../src/adapters/access-log/database/read.ts';
import type { AccessEntry } from '../../src/ports/access-log.ts';
import { Refusal, refusalBecause, UsageError, visible } from '../command.ts';
import { counted } from '../terminal/words.ts';
import { administrationName } from './administration.ts';
import { entriesByTime, type OnTrouble } from './entries.ts';
import { isWithin } from './period.ts';
import { placeInSettings, withDatabase } from './place.ts';

/** Whether a file is a compressed copy of another one, which is there until the copy is complete. */
const isCopy = (file: string, files: readonly string[]): boolean =>
  file.endsWith('.gz') && files.includes(file.slice(0, -'.gz'.length));

const namesIn = (folder: string): string[] => {
  if (!existsSync(folder)) throw new Refusal(`There is no folder ${folder}.`);
  try {
    return readdirSync(folder);
  } catch (error) {
    throw refusalBecause(`The folder ${folder} cannot be read`, error);
  }
};

/** The log file and its rotated files, without entries that are in two of them. */
export const rotatedWith = (log: string): string[] => {
  const [folder, name] = [dirname(log), basename(log)];
  const files = namesIn(folder)
    // The file of what was done with the log may begin with its name.
    .filter(file => file !== administrationName)
    .filter(file => file === name || file.startsWith(`${name}.`) || file.startsWith(`${name}-`))
    .filter((file, _, all) => !isCopy(file, all))
    .map(file => join(folder, file));
  if (files.length === 0) throw new Refusal(`There is no file ${log}, and no rotated file beside it.`);
  return files;
};

const holds = ({ from, before, ...members }: EntryFilter, entry: AccessEntry): boolean => {
  const asked = Object.entries(members) as [keyof typeof members, string | undefined][];
  return (
    asked.every(([member, value]) => value === undefined || entry[member] === value) &&
    isWithin({ from, before }, entry.time)
  );
};

/** A log to read. `visit` is awaited for each entry that matches the filter, in order of time. */
export type EntrySource = {
  /** Display name: `3 files` or `the database`. */
  readonly name: string;
  read(filter: EntryFilter, visit: (entry: AccessEntry) => Promise<void>): Promise<void>;
};

const ofFiles = (files: readonly string[], onTrouble: OnTrouble): EntrySource => ({
  name: counted(files.length, 'file'),
  read: async (filter, visit) => {
    for await (const entry of entriesByTime(files, onTrouble)) if (holds(filter, entry)) await visit(entry);
  },
});

const ofDatabase: EntrySource = {
  name: 'the database',
  read: (filter, visit) =>
    withDatabase(async client => {
      for await (const entry of readEntries(client, filter)) await visit(entry);
    }),
};

/** The given files, or else the log named in the settings; `files` is undefined for a database. Throws if there is neither. */
export const filesOrDatabase = (
  given: readonly string[],
): { readonly files: readonly string[] | undefined; readonly name: string } => {
  for (const file of given) if (!existsSync(file)) throw new Refusal(`There is no file ${visible(file)}.`);
  const place = given.length > 0 ? undefined : placeInSettings();
  if (given.length === 0 && place === undefined)
    throw new UsageError('Which files? Name them, or set ACCESS_LOG_FILE or ACCESS_LOG_URL.');
  if (place?.database !== undefined) return { files: undefined, name: 'the database' };
  const files = place?.file === undefined ? given : rotatedWith(place.file);
  return { files, name: counted(files.length, 'file') };
};

export const entrySource = (given: readonly string[], onTrouble: OnTrouble): EntrySource => {
  const { files } = filesOrDatabase(given);
  return files === undefined ? ofDatabase : ofFiles(files, onTrouble);
};
