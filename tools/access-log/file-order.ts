// The order of log files, and which of them a run after an entry reads.
import { Refusal } from '../command.ts';
import { chainedLinesOf } from './chained-lines.ts';
import { firstOf, type HandedOnEntry } from './entries.ts';

/** A file with what orders it: the number and the time of its first entry; 0 and an empty text for what is not there. */
type OrderedFile = { readonly file: string; readonly time: string; readonly number: number };

const orderedFiles = async (files: readonly string[]): Promise<OrderedFile[]> => {
  const begun: OrderedFile[] = [];
  for (const file of files) {
    const { time = '', number = 0 }: Partial<HandedOnEntry> = (await firstOf(file)) ?? {};
    begun.push({ file, time, number });
  }
  return begun.toSorted((a, b) => a.number - b.number || a.time.localeCompare(b.time));
};

/** The files in the order of their first entries: of their numbers, where they have some. Those without an entry come first. */
export const inOrder = async (files: readonly string[]): Promise<string[]> =>
  (await orderedFiles(files)).map(({ file }) => file);

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
export const filesFrom = async (after: string | undefined, files: readonly string[]): Promise<string[]> => {
  const ordered = await orderedFiles(files);
  const names = ordered.map(({ file }) => file);
  if (after === undefined) return names;
  if (ordered.some(({ number }) => number > 0))
    throw new Refusal(
      '--after is not for entries that were handed on from a database: verify reads all of them.',
    );
  let at = names.length - 1;
  // The last file that has it: a copy in an earlier one would only add to what is read.
  while (at >= 0 && !(await hasEntry(names[at] ?? '', after))) at--;
  if (at < 0)
    throw new Refusal('No entry has the hash of --after: its file is missing, or its end was cut off.');
  return names.filter((_, index) => index >= at - 1 || ordered[index]?.time === '');
};
