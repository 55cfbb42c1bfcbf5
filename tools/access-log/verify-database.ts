// Walks the chains of entries in the database: each instance has one of its own (D23).
import {
  type ChainedRow,
  chainedRowsOf,
  unnumberedEntries,
} from '../../src/adapters/access-log/database/read.ts';
import type { AccessEntry } from '../../src/ports/access-log.ts';
import { visible } from '../command.ts';
import { type Break, breakAt, type Walked } from './walked.ts';

type Client = Parameters<typeof chainedRowsOf>[0];

const request = ({ requestId }: AccessEntry) => `request ${visible(requestId)}`;

/**
 * @param options.onHash is called with the hash of each entry.
 * @param options.after the number of an entry: only those after it are read.
 * Throws what `pg` throws.
 */
export const verifyDatabase = async (
  client: Client,
  { onHash = () => {}, after }: { onHash?: (hash: string) => void; after?: bigint | undefined } = {},
): Promise<Walked> => {
  let linked = 0;
  const notes: string[] = [];
  const breaks: Break[] = [];
  const last = new Map<string, ChainedRow>();
  const { count, stray } = await unnumberedEntries(client);
  if (stray !== undefined)
    breaks.push(
      breakAt(
        `An entry (${request(stray)}, ${stray.time}) has no number: its number was removed.`,
        stray.requestId,
      ),
    );
  let unlinked = count;
  /** The oldest month of the table: entries before it may have been dropped. */
  let oldest: string | undefined;

  const begin = (what: string, row: ChainedRow) => {
    if (row.entry.prev === null || after !== undefined) return;
    if (row.entry.time.slice(0, 7) !== oldest) breaks.push(breakAt(`${what}.`, row.hash));
    else notes.push(`${what}: that is in order only if the month before was dropped.`);
  };

  for await (const row of chainedRowsOf(client, after === undefined ? {} : { after })) {
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
    if (before === undefined) begin(`${here} continues an entry that is not there`, row);
    else if (entry.prev !== before.hash)
      breaks.push(
        breakAt(
          `${here} does not follow entry ${before.number} (${request(before.entry)}): one of them was changed, or entries between them are missing.`,
          before.hash,
          row.hash,
        ),
      );
    linked++;
    last.set(instance, row);
    onHash(row.hash);
  }
  if (after !== undefined) notes.push(`Entries up to number ${after} were not read.`);
  const tips = [...last].map(([instance, { hash, entry }]) => ({ hash, where: `${instance} ${entry.time}` }));
  return { linked, unlinked, tips, notes, breaks };
};
