// Entries of access logs: read from lines, and those of several files in the order of their time.
import type { AccessEntry } from '../../src/ports/access-log.ts';
import { linesOf } from './lines.ts';

/** What could not be read: of a file, or of one line in it. Its content is not told. */
export type Trouble = { readonly file: string; readonly line?: number; readonly what: string };
export type OnTrouble = (trouble: Trouble) => void;

const isEntry = (value: unknown): value is AccessEntry => {
  if (typeof value !== 'object' || value === null) return false;
  const { time, operation, subject } = value as Partial<Record<keyof AccessEntry, unknown>>;
  const isTime = typeof time === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/.test(time);
  return isTime && typeof operation === 'string' && (subject === null || typeof subject === 'string');
};

const parse = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'unreadable';

/** The entries of a file. What is none is reported, and read over; so is the rest of a file that breaks off. */
export const entriesOf = async function* (file: string, onTrouble: OnTrouble): AsyncGenerator<AccessEntry> {
  try {
    for await (const { number, text } of linesOf(file)) {
      if (text?.trim() === '') continue;
      const value = parse(text);
      if (isEntry(value)) yield value;
      else onTrouble({ file, line: number, what: 'no entry of an access log (torn, or of another program)' });
    }
  } catch (error) {
    onTrouble({ file, what: `cannot be read to its end (${codeOf(error)})` });
  }
};

type Source = {
  readonly file: string;
  /** Its next entry; while the file is not open yet, its first one. */
  next: AccessEntry;
  rest: AsyncGenerator<AccessEntry> | undefined;
};

const firstOf = async (file: string): Promise<AccessEntry | undefined> => {
  for await (const entry of entriesOf(file, () => {})) return entry;
  return undefined;
};

/** A source is opened when its first entry is due, so that of many rotated files few are open at a time. */
const take = async (source: Source, onTrouble: OnTrouble): Promise<AccessEntry | undefined> => {
  if (source.rest === undefined) {
    source.rest = entriesOf(source.file, onTrouble);
    await source.rest.next();
  }
  const { value, done } = await source.rest.next();
  return done ? undefined : value;
};

const earliestOf = (sources: ReadonlySet<Source>): Source | undefined => {
  let earliest: Source | undefined;
  for (const source of sources) {
    if (earliest === undefined || source.next.time < earliest.next.time) earliest = source;
  }
  return earliest;
};

/** The entries of all files in the order of their time, as far as each file is in that order. */
export const entriesByTime = async function* (
  files: readonly string[],
  onTrouble: OnTrouble,
): AsyncGenerator<AccessEntry> {
  const sources = new Set<Source>();
  for (const file of files) {
    const next = await firstOf(file);
    if (next !== undefined) sources.add({ file, next, rest: undefined });
    // No entry at all: whatever is wrong with it is told now.
    else for await (const _ of entriesOf(file, onTrouble));
  }
  for (let source = earliestOf(sources); source !== undefined; source = earliestOf(sources)) {
    yield source.next;
    const next = await take(source, onTrouble);
    if (next === undefined) sources.delete(source);
    else source.next = next;
  }
};
