// Walks the chains of entries in the database: each instance has one of its own (D23).
import { readActs } from '../../src/adapters/access-log/database/administration.ts';
import {
  type ChainLink,
  chainLinksOf,
  followersOf,
  lastLinkOf,
  unnumberedLinks,
} from '../../src/adapters/access-log/database/links.ts';
import { monthOfPartition, partitionNames } from '../../src/adapters/access-log/database/partitions.ts';
import { counted } from '../terminal/words.ts';
import { gapBetween, instanceChains, requestIn } from './instance-chains.ts';
import { verifyActs } from './verify-administration.ts';
import { type Break, breakAt, type Walked } from './walked.ts';

type Client = Parameters<typeof lastLinkOf>[0];

/**
 * @param options.onHash is called with the hash of each entry.
 * @param options.after the number of an entry: only those after it are read.
 * Throws what `pg` throws.
 */
export const verifyDatabase = async (
  client: Client,
  { onHash = () => {}, after }: { onHash?: (hash: string) => void; after?: bigint | undefined } = {},
): Promise<Walked> => {
  const notes: string[] = [];
  const breaks: Break[] = [];
  const { months, ...administration } = await verifyActs(readActs(client), onHash);
  const { count, strays } = await unnumberedLinks(client);
  const [stray] = strays;
  if (stray !== undefined)
    breaks.push(
      breakAt(
        `${counted(strays.length, 'entry', 'entries')} (the first: ${requestIn(stray.entry)}, ${stray.entry.time}) without a number: it was removed.`,
        ...strays.map(({ hash }) => hash),
      ),
    );
  let unlinked = count;
  let upTo = after;
  /** The oldest month of the table: entries before it may have been dropped before anything said so. */
  let oldest: string | undefined;

  /** With `after`, the first row that was read of each instance that continues another row. */
  const continued: { readonly here: string; readonly row: ChainLink }[] = [];
  /** The first rows of chains that begin with another one's hash. */
  const firsts: { readonly here: string; readonly row: ChainLink }[] = [];
  const onFirst = (here: string, row: ChainLink) =>
    (after === undefined ? firsts : continued).push({ here, row });

  const judgeFirst = (here: string, { entry, hash }: ChainLink) => {
    if (months.droppedHashes.has(entry.prev ?? '')) return;
    const what = `${here} continues an entry that is not there`;
    const isKnown = months.found.some(month => month < (oldest ?? ''));
    if (isKnown || entry.time.slice(0, 7) !== oldest) breaks.push(breakAt(`${what}.`, hash));
    else notes.push(`${what}: that is in order only if the month before was dropped.`);
  };

  const chains = instanceChains({ onHash, onFirst, mayRepeat: false });
  for await (const rows of chainLinksOf(client, after))
    for (const row of rows) {
      oldest ??= row.entry.time.slice(0, 7);
      upTo = row.number;
      // An earlier version, which does not know of the chain, wrote it into these tables.
      if (row.entry.prev === undefined) unlinked++;
      else chains.take(row);
    }
  // What is read must follow what is not read.
  for (const { here, row } of continued) {
    const before = await lastLinkOf(client, { instance: row.entry.instance ?? '', upTo: after ?? 0n });
    if (before === undefined) firsts.push({ here, row });
    else if (row.entry.prev !== before.hash) breaks.push(gapBetween(here, row, before));
  }
  const heads = firsts.map(({ row }) => row.entry.prev ?? '');
  const followers = Map.groupBy(
    heads.length === 0 ? [] : await followersOf(client, heads),
    ({ entry }) => entry.prev,
  );
  for (const { here, row } of firsts) {
    const other = followers.get(row.entry.prev)?.find(({ number }) => number !== row.number);
    if (other === undefined) judgeFirst(here, row);
    else
      breaks.push(
        breakAt(
          `${here} and entry ${other.number} (${requestIn(other.entry)}) follow the same entry: one was inserted, or the chain was forked.`,
          ...[row.hash, other.hash].toSorted(),
        ),
      );
  }
  const existing = new Set((await partitionNames(client)).map(monthOfPartition));
  const gone = months.found.filter(month => !existing.has(month) && !months.dropped.has(month));
  for (const month of gone)
    breaks.push(breakAt(`${month} is missing, and no entry says that retain dropped it.`, month));
  // An entry alone excuses no head that is missing in a month that is there.
  const [there, dropped] = [
    [...months.dropped.keys()].filter(month => existing.has(month)),
    new Map(months.dropped),
  ];
  for (const month of there) {
    dropped.delete(month);
    breaks.push(breakAt(`${month} is there, and an entry says that retain dropped it.`, month));
  }
  if (after !== undefined) notes.push(`Entries up to number ${after} were not read.`);
  const { linked, breaks: inChains, tips } = chains.result();
  return {
    linked,
    unlinked,
    part: after === undefined ? undefined : `the database after number ${after}`,
    upTo: upTo === undefined ? undefined : String(upTo),
    tips: [...tips, ...administration.tips],
    notes,
    dropped,
    breaks: [...breaks, ...inChains, ...administration.breaks],
  };
};
