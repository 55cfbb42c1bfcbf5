// Walks the chain of entries in log files (D23), also of entries that were handed on from a database.
import { hashOf } from '../../src/adapters/access-log/chain.ts';
import { hashedText, valuesOf } from '../../src/adapters/access-log/database/columns.ts';
import { errorCode } from '../../src/faults/error-code.ts';
import { visible } from '../command.ts';
import { counted } from '../terminal/words.ts';
import { type ChainedLine, chainedLinesOf, hashOfFile } from './chained-lines.ts';
import type { HandedOnEntry } from './entries.ts';
import { type Copies, filesFrom, relationOf } from './file-order.ts';
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

const forkAt = (line: EntryLine, other: EntryLine): Break =>
  breakAt(
    `${named(line)} and ${named(other)} follow the same entry: one was inserted, or the chain was forked.`,
    ...[line.hash, other.hash].toSorted(),
  );

type Walk = Walked & {
  /** The first lines of files that follow no entry that was read. */
  readonly astray: readonly EntryLine[];
};

/** Walks files that are in order and among which are no copies. */
const walk = async (
  ordered: readonly string[],
  { onHash, isKept }: { onHash: (hash: string) => void; isKept: (hash: string) => boolean },
): Promise<Walk> => {
  let [linked, unlinked] = [0, 0];
  const notes: string[] = [];
  const breaks: Break[] = [];
  const astray: EntryLine[] = [];
  const seams: Seam[] = [];
  /** The last entries of the files, by their hashes. */
  const ends = new Map<string, EntryLine>();
  let before: EntryLine | undefined;
  /** The hashes of lines after it that are no entries. A process that starts behind such a line follows it, one that runs does not. */
  let between: string[] = [];
  /** What could not be read before the next entry, and its hash: nothing can be compared with that entry. */
  let unread: { readonly what: string; readonly hash: string } | undefined;
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
          breakAt(
            `${named(line)} has no "prev": another program or an earlier version wrote it.`,
            before?.hash ?? '',
            line.hash,
          ),
        );
      unlinked++;
      return;
    }
    linked++;
    if (unread !== undefined) return breakUnread(prev ?? '');
    noteClock(line);
    if (before === undefined || line.file !== before.file) seams.push({ line, before, between });
    else if (prev !== before.hash && !between.includes(prev ?? '')) breaks.push(gap(line, before));
  };

  /** What lies on both sides is part of the id: a file that is known to be damaged hides nothing that is removed beside it. */
  const breakUnread = (behind: string) => {
    if (unread !== undefined) breaks.push(breakAt(unread.what, before?.hash ?? '', unread.hash, behind));
    unread = undefined;
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
      if (line.isEnded || !isLastFile)
        breaks.push(breakAt(`${place(line)} is not an entry.`, before?.hash ?? '', line.hash));
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
    breakUnread('');
    onHash(line.hash);
  };

  for (const file of ordered) {
    try {
      for await (const line of chainedLinesOf(file)) take(line, file === ordered.at(-1));
    } catch (error) {
      const what = `${visible(file)} could not be read to its end (${errorCode(error)}).`;
      breakUnread('');
      unread = { what, hash: await hashOfFile(file, errorCode(error)) };
    }
    if (before?.file === file && unread === undefined && between.length === 0) ends.set(before.hash, before);
  }

  breakUnread('');

  /** Whether the files were read in another order than that of the chain. */
  const isReordered = ends.has(seams[0]?.line.entry.prev ?? '');
  const begun = seams.filter(
    ({ line, before: earlier }) => line.entry.prev === null && earlier !== undefined,
  );
  if (isReordered) begun.shift();
  /** The first line that follows an entry, by the hash of that. */
  const followers = new Map<string, EntryLine>();
  for (const seam of seams) {
    const { line, before: earlier, between: others } = seam;
    const { prev } = line.entry;
    const other = prev == null ? undefined : followers.get(prev);
    if (other !== undefined) {
      // If it is the same entry, the files part later, and that is said already.
      if (other.hash !== line.hash) breaks.push(forkAt(line, other));
      continue;
    }
    if (prev != null) followers.set(prev, line);
    if (prev != null && others.length > 0 && [earlier?.hash, ...others].includes(prev)) continue;
    const follows = prev == null ? undefined : ends.get(prev);
    if (follows !== undefined) {
      if (ordered.indexOf(follows.file) > ordered.indexOf(line.file))
        notes.push(`${named(line)} follows ${named(follows)}, which is later: the clock was set back.`);
    } else if (begun.includes(seam) && earlier !== undefined) {
      notes.push(
        `${named(line)} begins a new chain: nothing proves that no entry is missing after ${place(earlier)}.`,
      );
    } else if (prev != null) {
      if (earlier !== undefined) {
        breaks.push(gap(line, earlier));
        astray.push(line);
      } else if (!isKept(prev))
        notes.push(`${named(line)} continues a file that was not read, with the last hash ${prev}.`);
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
    upTo: before?.hash,
    astray,
  };
};

/** The original of a file that begins in the middle of another one and has nothing else. */
const originalOf = async ({ file }: EntryLine, files: readonly string[]): Promise<string | undefined> => {
  for (const other of files) if (other !== file && (await relationOf(file, other)) === 'within') return other;
  return undefined;
};

const walkWithoutCopies = async (
  { files, copies }: Copies,
  options: Parameters<typeof walk>[1],
): Promise<{ walked: Walk; copies: ReadonlyMap<string, string> }> => {
  const walked = await walk(files, options);
  const found = new Map(copies);
  for (const line of walked.astray) {
    const original = await originalOf(line, files);
    if (original !== undefined) found.set(line.file, original);
  }
  if (found.size === copies.size) return { walked, copies };
  return walkWithoutCopies(
    { files: files.filter(file => !found.has(file)), copies: found, forks: [] },
    options,
  );
};

/**
 * @param options.onHash is called with the hash of each entry that is read.
 * @param options.isKept whether a hash is that of an entry that an earlier run has seen.
 * @param options.after the hash of an entry: files before it are not read, see `filesFrom`. Throws `Refusal` if no entry has it.
 */
export const verifyFiles = async (
  files: readonly string[],
  {
    onHash = () => {},
    isKept = () => false,
    after,
  }: {
    onHash?: (hash: string) => void;
    isKept?: (hash: string) => boolean;
    after?: string | undefined;
  } = {},
): Promise<Walked> => {
  const from = await filesFrom(after, files);
  const unread = files.length - from.files.length - from.copies.size;
  const { walked, copies } = await walkWithoutCopies(from, { onHash, isKept });
  const forks = from.forks.flatMap(({ here, there }) =>
    isEntryLine(here) && isEntryLine(there) ? [forkAt(here, there)] : [],
  );
  const notes = [
    ...(unread === 0 ? [] : [`Not read: ${counted(unread, 'file')} before the entry of --after.`]),
    ...walked.notes,
  ];
  const named = [...copies].map(
    ([file, other]) =>
      `${visible(file)} is a copy of ${visible(other)}, or an earlier state of it: its entries are counted once.`,
  );
  const part = unread === 0 ? undefined : `${from.files.length} of ${counted(files.length, 'file')}`;
  return { ...walked, part, notes, copies: named, breaks: [...forks, ...walked.breaks] };
};
