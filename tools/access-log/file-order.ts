// The order of log files, which of them a run after an entry reads, and which of them are copies of others.
import { Refusal } from '../command.ts';
import { type ChainedLine, chainedLinesOf } from './chained-lines.ts';
import { firstOf, type HandedOnEntry } from './entries.ts';

/** A file with what orders it: its first entry, with its number and time; 0 and empty texts for what is not there. */
type OrderedFile = {
  readonly file: string;
  readonly time: string;
  readonly number: number;
  readonly first: string;
};

const orderedFiles = async (files: readonly string[]): Promise<OrderedFile[]> => {
  const begun: OrderedFile[] = [];
  for (const file of files) {
    const entry = await firstOf(file);
    const { time = '', number = 0 }: Partial<HandedOnEntry> = entry ?? {};
    begun.push({ file, time, number, first: entry === undefined ? '' : JSON.stringify(entry) });
  }
  return begun.toSorted((a, b) => a.number - b.number || a.time.localeCompare(b.time));
};

/** The entries of a file, up to where it cannot be read: `verify` reports that when it walks the file. */
const readableEntries = async function* (file: string): AsyncGenerator<ChainedLine> {
  try {
    for await (const line of chainedLinesOf(file)) if (line.entry !== undefined) yield line;
  } catch {
    // Reported by the walk.
  }
};

/** Two entries, in two files, that follow the same one. */
export type Fork = { readonly here: ChainedLine; readonly there: ChainedLine };

/**
 * How the entries of a file are related to those of another one: all of them are there (`within`), they leave it at a fork, or neither
 * (undefined).
 */
export const relationOf = async (file: string, other: string): Promise<'within' | Fork | undefined> => {
  const theirs = readableEntries(other);
  let hasBegun = false;
  const nextThere = async (): Promise<ChainedLine | undefined> => {
    const { value, done } = await theirs.next();
    return done ? undefined : value;
  };
  try {
    for await (const here of chainedLinesOf(file)) {
      // Of a copy, only the last line may be incomplete.
      if (here.entry === undefined && !here.isEnded) continue;
      if (here.entry === undefined) return undefined;
      let there = await nextThere();
      while (!hasBegun && there !== undefined && there.hash !== here.hash) there = await nextThere();
      if (there === undefined) return undefined;
      if (there.hash !== here.hash) return { here, there };
      hasBegun = true;
    }
    return hasBegun ? 'within' : undefined;
  } catch {
    // What cannot be read is no copy: the walk reports it.
    return undefined;
  } finally {
    await theirs.return(undefined);
  }
};

export type Copies = {
  /** The files without those all of whose entries are in another one. */
  readonly files: readonly string[];
  /** A file that is a copy of another one, or an earlier state of it → the other one. */
  readonly copies: ReadonlyMap<string, string>;
  readonly forks: readonly Fork[];
};

/** Finds copies and forks among files that begin with the same entry. Only those are read twice. */
const copiesAmong = async (ordered: readonly OrderedFile[]): Promise<Copies> => {
  const copies = new Map<string, string>();
  const forks: Fork[] = [];
  // Entries that were handed on are known again by their numbers: batches may overlap.
  const withEntries = ordered.filter(({ first, number }) => first !== '' && number === 0);
  for (const group of Map.groupBy(withEntries, ({ first }) => first).values()) {
    // Of equal files, the one with the shortest name stays: the others are named after it.
    const names = group.map(({ file }) => file).toSorted((a, b) => b.length - a.length);
    for (const [at, file] of names.entries()) {
      for (const other of names.filter(name => name !== file && !copies.has(name))) {
        const relation = await relationOf(file, other);
        if (relation === 'within') copies.set(file, other);
        else if (relation !== undefined && names.indexOf(other) > at) forks.push(relation);
        if (copies.has(file)) break;
      }
    }
  }
  const files = ordered.map(({ file }) => file).filter(file => !copies.has(file));
  return { files, copies, forks };
};

/**
 * The files in the order of their first entries: of their numbers, where they have some. Those without an entry come first, and copies
 * of others are left out.
 */
export const inOrder = async (files: readonly string[]): Promise<readonly string[]> =>
  (await copiesAmong(await orderedFiles(files))).files;

const hasEntry = async (file: string, hash: string): Promise<boolean> => {
  try {
    for await (const line of chainedLinesOf(file))
      if (line.hash === hash && line.entry !== undefined) return true;
  } catch {
    // If its entries are read, it is reported then that they cannot be.
  }
  return false;
};

/**
 * The files that a run after an entry reads, in order: that of the entry, the one before it, and all later ones. They are to be compared
 * whole, because where a line stands proves nothing: whoever can write the files can move or copy it. All that goes unread is files for
 * which the hash of the entry vouches. Files without an entry are always read, because nothing says where they belong.
 * @param after the hash of the entry; undefined to read all.
 * Throws `Refusal` if no entry has the hash, or entries were handed on from a database: an instance's previous one may be in any file.
 */
export const filesFrom = async (after: string | undefined, files: readonly string[]): Promise<Copies> => {
  const ordered = await orderedFiles(files);
  const among = await copiesAmong(ordered);
  const names = among.files;
  if (after === undefined) return among;
  if (ordered.some(({ number }) => number > 0))
    throw new Refusal(
      '--after is not for entries that were handed on from a database: verify reads all of them.',
    );
  let at = names.length - 1;
  // The last file that has it: a copy in an earlier one would only add to what is read.
  while (at >= 0 && !(await hasEntry(names[at] ?? '', after))) at--;
  if (at < 0)
    throw new Refusal('No entry has the hash of --after: its file is missing, or its end was cut off.');
  const timeOf = new Map(ordered.map(({ file, time }) => [file, time]));
  return { ...among, files: names.filter((name, index) => index >= at - 1 || timeOf.get(name) === '') };
};
