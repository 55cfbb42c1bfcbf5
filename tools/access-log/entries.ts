// Reads entries from access log files, merging several files by time.
import { columns } from '../../src/adapters/access-log/database/columns.ts';
import { errorCode } from '../../src/faults/error-code.ts';
import type { AccessEntry } from '../../src/ports/access-log.ts';
import { linesOf } from './lines.ts';

/** A file, or lines of it, that could not be read. Their content is never included. */
export type Trouble = {
  readonly file: string;
  /** The number of the lines, and that of the first one; undefined if the file itself could not be read. */
  readonly lines?: { readonly count: number; readonly first: number };
  readonly what: string;
};
export type OnTrouble = (trouble: Trouble) => void;

/** An entry that was handed on from a database, with its number: what `verify` needs to find its chain. */
export type HandedOnEntry = AccessEntry & { readonly number?: number };

/** Type of a column → whether a member of an entry may be written to it. */
const fits: Readonly<Record<(typeof columns)[number]['type'], (value: unknown) => boolean>> = {
  timestamptz: value =>
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
  text: value => typeof value === 'string',
  integer: value => Number.isSafeInteger(value),
  jsonb: value => Array.isArray(value) && value.every(item => typeof item === 'string'),
};

/** Members without which a line is of another log. */
const required: ReadonlySet<string> = new Set(['time', 'requestId', 'operation']);

/** Whether each member that is there is of its type: whoever changes a file can write anything, which must not end the reading of it. */
export const isEntry = (value: unknown): value is HandedOnEntry => {
  if (typeof value !== 'object' || value === null) return false;
  const entry = value as Readonly<Record<string, unknown>>;
  const { subject, number = 0 } = entry;
  return (
    subject !== undefined &&
    Number.isSafeInteger(number) &&
    columns.every(({ member, type }) =>
      entry[member] == null ? !required.has(member) : fits[type](entry[member]),
    )
  );
};

export const parse = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

const notEntries = (count: number): string => {
  const what =
    count === 1 ? 'not an access log entry' : `${count} lines from here on are not access log entries`;
  return `${what} (cut off, or written by another program)`;
};

/**
 * The entries of a file. Lines that are not entries are skipped, and reported once at the end: a log of another program has
 * nothing else. The rest of an unreadable file is reported, too.
 */
const entriesOf = async function* (file: string, onTrouble: OnTrouble): AsyncGenerator<AccessEntry> {
  let [count, first] = [0, 0];
  try {
    for await (const { number, text } of linesOf(file)) {
      if (text?.trim() === '') continue;
      const value = parse(text);
      if (isEntry(value)) yield value;
      else {
        if (count === 0) first = number;
        count++;
      }
    }
  } catch (error) {
    onTrouble({ file, what: `could not be read to the end (${errorCode(error)})` });
  }
  if (count > 0) onTrouble({ file, lines: { count, first }, what: notEntries(count) });
};

type Source = {
  readonly file: string;
  /** The next entry; the first one until the file is opened. */
  next: AccessEntry;
  rest: AsyncGenerator<AccessEntry> | undefined;
};

export const firstOf = async (file: string): Promise<AccessEntry | undefined> => {
  for await (const entry of entriesOf(file, () => {})) return entry;
  return undefined;
};

const nextOf = async (entries: AsyncGenerator<AccessEntry>): Promise<AccessEntry | undefined> => {
  const { value, done } = await entries.next();
  return done ? undefined : value;
};

const isSameEntry = (one: AccessEntry, other: AccessEntry | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * Takes the next entry. A file is opened only when its first entry is due, which keeps few rotated files open at a time. By
 * then, its path may lead to another file.
 */
const take = async (source: Source, onTrouble: OnTrouble): Promise<AccessEntry | undefined> => {
  if (source.rest !== undefined) return nextOf(source.rest);
  let isUnreadable = false;
  source.rest = entriesOf(source.file, trouble => {
    isUnreadable ||= trouble.lines === undefined;
    onTrouble(trouble);
  });
  const first = await nextOf(source.rest);
  if (isSameEntry(source.next, first)) return nextOf(source.rest);
  if (!isUnreadable)
    onTrouble({ file: source.file, what: 'was rotated while it was read: run the command again' });
  return first;
};

const earliestOf = (sources: ReadonlySet<Source>): Source | undefined => {
  let earliest: Source | undefined;
  for (const source of sources) {
    if (earliest === undefined || source.next.time < earliest.next.time) earliest = source;
  }
  return earliest;
};

/** How many entries are remembered, to know them when another file has them, too. */
const maxRemembered = 10_000;

/** Whether an entry is new: a copy of a file, whole or of a part, has entries that another one has. Without a hash, none is known again. */
const newEntries = () => {
  const remembered = new Set<string>();
  return (entry: AccessEntry): boolean => {
    if (entry.prev === undefined) return true;
    const key = JSON.stringify(entry);
    if (remembered.has(key)) return false;
    remembered.add(key);
    const [oldest] = remembered;
    if (remembered.size > maxRemembered && oldest !== undefined) remembered.delete(oldest);
    return true;
  };
};

/**
 * Merges the entries of all files by time; each file is expected to be in order already. An entry that several files have comes once.
 */
export const entriesByTime = async function* (
  files: readonly string[],
  onTrouble: OnTrouble,
): AsyncGenerator<AccessEntry> {
  const sources = new Set<Source>();
  for (const file of files) {
    const next = await firstOf(file);
    if (next !== undefined) sources.add({ file, next, rest: undefined });
    // The file has no entry: read it now so that its faults are reported.
    else for await (const _ of entriesOf(file, onTrouble));
  }
  const isNew = newEntries();
  for (let source = earliestOf(sources); source !== undefined; source = earliestOf(sources)) {
    if (isNew(source.next)) yield source.next;
    const next = await take(source, onTrouble);
    if (next === undefined) sources.delete(source);
    else source.next = next;
  }
};
