// Walks the chain of entries in log files (D23), also of entries that were handed on from a database.
import { hashOf } from '../../src/adapters/access-log/chain.ts';
import { hashedText, valuesOf } from '../../src/adapters/access-log/database/columns.ts';
import { errorCode } from '../../src/faults/error-code.ts';
import { visible } from '../command.ts';
import { counted } from '../terminal/words.ts';
import { type ChainedLine, chainedLinesOf } from './chained-lines.ts';
import type { HandedOnEntry } from './entries.ts';
import { filesFrom } from './file-order.ts';
import { instanceChains, requestIn } from './instance-chains.ts';
import { type Break, breakAt, type Walked } from './walked.ts';

type EntryLine = ChainedLine & { readonly entry: HandedOnEntry };

/** The first entry of a file that has a hash, the entry before it, which is in another file, and the hashes of the lines between them. */
type Seam = {
  readonly line: EntryLine;
  readonly before: EntryLine | undefined;
  readonly between: readonly string[];
};

/** Milliseconds that an entry may be earlier than the one before it: requests end in another order than they begin. */
const clockToleranceMs = 60_000;

const place = ({ file, number }: ChainedLine) => `${visible(file)}:${number}`;
const named = (line: EntryLine) => `${place(line)} (${requestIn(line.entry)})`;

const isEntryLine = (line: ChainedLine): line is EntryLine => line.entry !== undefined;

/**
 * @param options.onHash is called with the hash of each entry that is read.
 * @param options.after the hash of an entry: files before it are not read, see `filesFrom`. Throws `Refusal` if no entry has it.
 */
export const verifyFiles = async (
  files: readonly string[],
  { onHash = () => {}, after }: { onHash?: (hash: string) => void; after?: string | undefined } = {},
): Promise<Walked> => {
  const ordered = await filesFrom(after, files);
  const unread = files.length - ordered.length;
  let [linked, unlinked] = [0, 0];
  const notes = unread === 0 ? [] : [`Not read: ${counted(unread, 'file')} before the entry of --after.`];
  const breaks: Break[] = [];
  const seams: Seam[] = [];
  /** The last entries of the files, by their hashes. */
  const ends = new Map<string, EntryLine>();
  let before: EntryLine | undefined;
  /** The hashes of lines after it that are no entries. A process that starts behind such a line follows it, one that runs does not. */
  let between: string[] = [];
  /** Whether the end of a file could not be read: then nothing can be compared with it. */
  let isUnknown = false;
  /** The entry before, of either kind: written to this file, or handed on from a database. */
  let neighbour: (EntryLine & { readonly isHandedOn: boolean }) | undefined;

  /** One log has no entries of both kinds: one of two such neighbours is in no chain that goes through the other. */
  const noteKind = (line: EntryLine, isHandedOn: boolean) => {
    if (neighbour !== undefined && isHandedOn !== neighbour.isHandedOn)
      breaks.push(
        breakAt(
          `${named(line)} comes after ${named(neighbour)}, and only one of them was handed on from a database: one was inserted, or they are of two logs.`,
          neighbour.hash,
          line.hash,
        ),
      );
    neighbour = { ...line, isHandedOn };
  };

  const noteClock = (line: EntryLine) => {
    if (line.file !== before?.file) return;
    const back = Date.parse(before.entry.time) - Date.parse(line.entry.time);
    if (back > clockToleranceMs)
      notes.push(
        `${named(line)} is ${Math.round(back / 1000)} s earlier than the entry before it: the clock was set back.`,
      );
  };

  const compare = (line: EntryLine) => {
    const { prev } = line.entry;
    if (prev === undefined) {
      if (linked > 0)
        breaks.push(
          breakAt(`${named(line)} has no "prev": another program or an earlier version wrote it.`, line.hash),
        );
      unlinked++;
      return;
    }
    linked++;
    if (isUnknown) return;
    noteClock(line);
    if (before === undefined || line.file !== before.file) seams.push({ line, before, between });
    else if (prev !== before.hash && !between.includes(prev ?? '')) breaks.push(gap(line, before));
  };

  const gap = (line: EntryLine, earlier: EntryLine): Break =>
    breakAt(
      `${named(line)} does not follow ${named(earlier)}: one of them was changed, or entries between them are missing.`,
      earlier.hash,
      line.hash,
    );

  const handedOn = instanceChains({
    onHash,
    onFirst: (here, { entry: { prev } }) =>
      notes.push(`${here} continues entries that were not read, with the last hash ${prev}.`),
    mayRepeat: true,
  });

  const take = (line: ChainedLine, isLastFile: boolean) => {
    if (!isEntryLine(line)) {
      if (line.isEnded || !isLastFile) breaks.push(breakAt(`${place(line)} is not an entry.`, line.hash));
      else notes.push(`${place(line)} is incomplete: it is being written, or its process was killed.`);
      between.push(line.hash);
      return;
    }
    const { number, ...entry } = line.entry;
    const isHandedOn = number !== undefined && entry.prev !== undefined;
    noteKind(line, number !== undefined);
    if (isHandedOn) {
      const hash = hashOf(hashedText(valuesOf(entry)));
      handedOn.take({ number: BigInt(number), hash, entry }, place(line));
      return;
    }
    compare(line);
    before = line;
    between = [];
    isUnknown = false;
    onHash(line.hash);
  };

  for (const file of ordered) {
    try {
      for await (const line of chainedLinesOf(file)) take(line, file === ordered.at(-1));
    } catch (error) {
      const what = `${visible(file)} could not be read to its end (${errorCode(error)}).`;
      breaks.push(breakAt(what, file));
      isUnknown = true;
    }
    if (before?.file === file && !isUnknown && between.length === 0) ends.set(before.hash, before);
  }

  /** Whether the files were read in another order than that of the chain. */
  const isReordered = ends.has(seams[0]?.line.entry.prev ?? '');
  const begun = seams.filter(
    ({ line, before: earlier }) => line.entry.prev === null && earlier !== undefined,
  );
  if (isReordered) begun.shift();
  for (const seam of seams) {
    const { line, before: earlier, between: others } = seam;
    const { prev } = line.entry;
    if (prev != null && others.length > 0 && [earlier?.hash, ...others].includes(prev)) continue;
    const follows = prev == null ? undefined : ends.get(prev);
    if (follows !== undefined) {
      if (follows !== earlier)
        notes.push(`${named(line)} follows ${named(follows)}, which is later: the clock was set back.`);
    } else if (begun.includes(seam) && earlier !== undefined) {
      notes.push(
        `${named(line)} begins a new chain: nothing proves that no entry is missing after ${place(earlier)}.`,
      );
    } else if (prev != null) {
      if (earlier === undefined)
        notes.push(`${named(line)} continues a file that was not read, with the last hash ${prev}.`);
      else breaks.push(gap(line, earlier));
    }
  }
  const continued = new Set(seams.map(({ line }) => line.entry.prev));
  const tips = [...ends.values()]
    .filter(({ hash }) => !continued.has(hash))
    .map(line => ({ hash: line.hash, where: `${place(line)} ${line.entry.time}` }));
  const ofDatabase = handedOn.result();
  return {
    linked: linked + ofDatabase.linked,
    unlinked,
    tips: [...tips, ...ofDatabase.tips],
    notes,
    breaks: [...breaks, ...ofDatabase.breaks],
  };
};
