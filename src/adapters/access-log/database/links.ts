// Reads what verify compares of entries: their numbers and hashes, without a value of JavaScript for each column (D23).
import type pg from 'pg';
import type { AccessEntry } from '../../../ports/access-log.ts';
import { hashOf } from '../chain.ts';
import { columns, hashedTextOfWritten, writtenColumns } from './columns.ts';
import { readPages } from './read-rows.ts';

/** The least number that a column holds. A sequence gives none below 1, but whoever changes the table may. */
const minNumber = -(2n ** 63n);

/**
 * What verify compares of an entry: its number and its hash, which the next entry of its instance carries. `instance` and `prev` are
 * undefined in an entry of an earlier version.
 */
export type ChainLink = {
  readonly number: bigint;
  readonly hash: string;
  readonly entry: Pick<AccessEntry, 'requestId' | 'time' | 'instance' | 'prev'>;
};

const at = (name: string) => 1 + columns.findIndex(column => column.name === name);
const places = { time: at('time'), requestId: at('request_id'), instance: at('instance'), prev: at('prev') };

/** The link of a row of a number and `writtenColumns`. */
const linkOf = (row: readonly (string | null)[]): ChainLink => {
  const instance = row[places.instance] ?? undefined;
  return {
    number: BigInt(row[0] ?? 0),
    hash: hashOf(hashedTextOfWritten(row)),
    entry: {
      time: row[places.time] ?? '',
      requestId: row[places.requestId] ?? '',
      ...(instance === undefined ? {} : { instance, prev: row[places.prev] ?? null }),
    },
  };
};

/** A statement from its `from` on. */
type Selection = { readonly from: string; readonly values: readonly unknown[] };

/** The links of the rows that a statement selects, many at a time. */
const linkPages = async function* (
  client: pg.ClientBase,
  { from, values }: Selection,
): AsyncGenerator<readonly ChainLink[]> {
  const text = `select number, ${writtenColumns} ${from}`;
  for await (const rows of readPages<readonly (string | null)[]>(client, text, values, { isWritten: true }))
    yield rows.map(linkOf);
};

/** The links of all rows that a statement selects. */
export const chainLinksIn = async (client: pg.ClientBase, selection: Selection): Promise<ChainLink[]> =>
  (await Array.fromAsync(linkPages(client, selection))).flat();

/** The numbered entries after a number, many at a time, in order: each instance's in the order of its chain. */
export const chainLinksOf = (
  client: pg.ClientBase,
  after: bigint | undefined,
): AsyncGenerator<readonly ChainLink[]> => {
  const least = after === undefined ? minNumber : after + 1n;
  const from = 'from access_log.entries where number >= $1 order by number';
  return linkPages(client, { from, values: [least] });
};

/** The entries that follow one of these hashes. They are searched for in the whole table. */
export const followersOf = (client: pg.ClientBase, hashes: readonly string[]): Promise<ChainLink[]> => {
  const from = 'from access_log.entries where number is not null and prev = any($1) order by number';
  return chainLinksIn(client, { from, values: [hashes] });
};

/** The entry with a number. */
export const linkWithNumber = async (
  client: pg.ClientBase,
  number: bigint,
): Promise<ChainLink | undefined> => {
  const from = 'from access_log.entries where number = $1';
  return (await chainLinksIn(client, { from, values: [number] }))[0];
};

/** An instance's last entry up to a number. */
export const lastLinkOf = async (
  client: pg.ClientBase,
  { instance, upTo }: { instance: string; upTo: bigint },
): Promise<ChainLink | undefined> => {
  const from = 'from access_log.entries where number <= $2 and instance = $1 order by number desc limit 1';
  return (await chainLinksIn(client, { from, values: [instance, upTo] }))[0];
};

/**
 * How many entries have no number, which those of before the numbers lack, and those of them that have an instance and therefore had
 * a number.
 */
export const unnumberedLinks = async (
  client: pg.ClientBase,
): Promise<{ count: number; strays: readonly ChainLink[] }> => {
  const counted = await client.query<{ count: string }>(
    'select count(*) as count from access_log.entries where number is null',
  );
  const from = 'from access_log.entries where number is null and instance is not null order by time, id';
  return { count: Number(counted.rows[0]?.count), strays: await chainLinksIn(client, { from, values: [] }) };
};
