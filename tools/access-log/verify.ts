// npm run access-log -- verify: whether each entry follows the one before it (D23).
import {
  type ChainedRow,
  chainedRowsOf,
  unnumberedEntries,
} from '../../src/adapters/access-log/database/read.ts';
import type { AccessEntry } from '../../src/ports/access-log.ts';
import { readArguments } from '../arguments.ts';
import { print, visible, warn } from '../command.ts';
import { counted } from '../terminal/words.ts';
import { type ChainedLine, chainedLinesOf, inOrder } from './chained-lines.ts';
import { withDatabase } from './place.ts';
import { filesOrDatabase } from './sources.ts';

type Client = Parameters<typeof chainedRowsOf>[0];

/** The first entry that does not follow the one before it. The message says where it is. */
class Break extends Error {}

/** The latest hash of a chain, and where it is. */
type Tip = { readonly hash: string; readonly where: string };

type Walked = {
  /** Entries whose hashes were compared. */
  readonly linked: number;
  /** Entries of earlier versions, which have no hash. */
  readonly unlinked: number;
  readonly tips: readonly Tip[];
  /** What is in order, but cannot be proved by what was read. */
  readonly notes: readonly string[];
};

type OnHash = (hash: string) => void;

const request = ({ requestId }: AccessEntry) => `request ${visible(requestId)}`;
const place = ({ file, number }: ChainedLine) => `${visible(file)}:${number}`;

/** Throws `Break` at the first line that does not follow the one before it. */
export const verifyFiles = async (files: readonly string[], onHash: OnHash): Promise<Walked> => {
  let [linked, unlinked] = [0, 0];
  const notes: string[] = [];
  let before: (ChainedLine & { readonly entry: AccessEntry }) | undefined;

  const follow = (line: ChainedLine, entry: AccessEntry) => {
    const here = `${place(line)} (${request(entry)})`;
    if (entry.prev === undefined) {
      if (linked > 0)
        throw new Break(`${here} has no "prev": another program or an earlier version wrote it.`);
      unlinked++;
      return;
    }
    linked++;
    if (before === undefined) {
      if (entry.prev !== null)
        notes.push(`${here} continues a file that was not read, with the last hash ${entry.prev}.`);
    } else if (entry.prev === null && line.file !== before.file) {
      notes.push(
        `${here} begins a new chain: nothing proves that no entry is missing after ${place(before)}.`,
      );
    } else if (entry.prev !== before.hash) {
      throw new Break(
        `${here} does not follow ${place(before)} (${request(before.entry)}): one of them was changed, or entries between them are missing.`,
      );
    }
  };

  const ordered = await inOrder(files);
  for (const file of ordered) {
    for await (const line of chainedLinesOf(file)) {
      const { entry } = line;
      if (entry === undefined) {
        if (line.isEnded || file !== ordered.at(-1)) throw new Break(`${place(line)} is not an entry.`);
        notes.push(`${place(line)} is incomplete: it is being written, or its process was killed.`);
        continue;
      }
      follow(line, entry);
      before = { ...line, entry };
      onHash(line.hash);
    }
  }
  const tips =
    before === undefined ? [] : [{ hash: before.hash, where: `${place(before)} ${before.entry.time}` }];
  return { linked, unlinked, tips, notes };
};

/**
 * Throws `Break` at the first entry of an instance that does not follow the one before it, or that has a hash and no number, and
 * what `pg` throws.
 */
export const verifyDatabase = async (client: Client, onHash: OnHash): Promise<Walked> => {
  let linked = 0;
  const notes: string[] = [];
  const last = new Map<string, ChainedRow>();
  const { count, stray } = await unnumberedEntries(client);
  if (stray !== undefined)
    throw new Break(`An entry (${request(stray)}, ${stray.time}) has no number: its number was removed.`);
  let unlinked = count;
  /** The oldest month of the table: entries before it may have been dropped. */
  let oldest: string | undefined;
  for await (const row of chainedRowsOf(client)) {
    const { entry, number } = row;
    oldest ??= entry.time.slice(0, 7);
    // An earlier version, which does not know of the chain, wrote it into these tables.
    if (entry.prev === undefined) {
      unlinked++;
      continue;
    }
    const instance = visible(entry.instance ?? '');
    const here = `entry ${number} (${request(entry)}, ${entry.time}) of ${instance}`;
    const before = last.get(instance);
    if (before === undefined) {
      if (entry.prev !== null) {
        const what = `${here} continues an entry that is not there`;
        if (entry.time.slice(0, 7) !== oldest) throw new Break(`${what}.`);
        notes.push(`${what}: that is in order only if the month before was dropped.`);
      }
    } else if (entry.prev !== before.hash) {
      throw new Break(
        `${here} does not follow entry ${before.number} (${request(before.entry)}): one of them was changed, or entries between them are missing.`,
      );
    }
    linked++;
    last.set(instance, row);
    onHash(row.hash);
  }
  const tips = [...last].map(([instance, { hash, entry }]) => ({ hash, where: `${instance} ${entry.time}` }));
  return { linked, unlinked, tips, notes };
};

const report = ({ linked, unlinked, notes }: Walked, name: string) => {
  for (const note of notes) warn(`Note: ${note}`);
  if (unlinked > 0)
    warn(
      `Note: ${counted(unlinked, 'entry', 'entries')} of an earlier version without a hash: changes to them do not show.`,
    );
  warn(`${counted(linked, 'entry', 'entries')} in ${name}: each follows the one before it.`);
};

export const runVerify = async (argv: readonly string[]): Promise<number> => {
  const { values, positionals } = readArguments({
    args: [...argv],
    options: { head: { type: 'boolean' }, expect: { type: 'string', multiple: true } },
    allowPositionals: true,
  });
  const expected = new Set(values.expect);
  const onHash = (hash: string) => void expected.delete(hash);
  const { files, name } = filesOrDatabase(positionals);
  let walked: Walked;
  try {
    walked =
      files === undefined
        ? await withDatabase(client => verifyDatabase(client, onHash))
        : await verifyFiles(files, onHash);
  } catch (error) {
    if (!(error instanceof Break)) throw error;
    print(error.message);
    return 1;
  }
  report(walked, name);
  if (values.head) for (const { hash, where } of walked.tips) print(`${hash}  ${where}`);
  for (const hash of expected)
    print(`No entry has the hash ${visible(hash)}: entries were cut off or replaced.`);
  return expected.size > 0 ? 1 : 0;
};
