// Reads entries in the order of their time. A cursor keeps the memory constant, however many entries there are.
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { AccessEntry } from '../../../ports/access-log.ts';
import { columnNames, type EntryRow, entryOf } from './columns.ts';
import { readRows } from './read-rows.ts';
import { indexedCaller } from './schema.ts';

/** Selects the entries that match all given members. `from` is inclusive, `before` exclusive. */
export type EntryFilter = {
  readonly subject?: string | undefined;
  /** The token's `sub`. */
  readonly caller?: string | undefined;
  // There is no index for the members from here on: whoever asks for one of them names a period, too.
  readonly user?: string | undefined;
  readonly unit?: string | undefined;
  readonly client?: string | undefined;
  readonly subscription?: string | undefined;
  readonly address?: string | undefined;
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
};

/** Member of a filter → its condition. That of the caller repeats the expression of the index, so the index is used. */
const conditions: Readonly<Record<keyof EntryFilter, (parameter: string) => string>> = {
  subject: parameter => `subject = ${parameter}`,
  caller: parameter =>
    `left(caller, ${indexedCaller}) = left(${parameter}, ${indexedCaller}) and caller = ${parameter}`,
  user: parameter => `user_id = ${parameter}`,
  unit: parameter => `unit = ${parameter}`,
  client: parameter => `client = ${parameter}`,
  subscription: parameter => `subscription = ${parameter}`,
  address: parameter => `address = ${parameter}`,
  from: parameter => `time >= ${parameter}`,
  before: parameter => `time < ${parameter}`,
};

/** The statement that selects the entries, and its parameters. */
export const selection = (filter: EntryFilter): { text: string; values: (string | Date)[] } => {
  const values: (string | Date)[] = [];
  const terms = (Object.keys(conditions) as (keyof EntryFilter)[]).flatMap(member => {
    const value = filter[member];
    return value === undefined ? [] : [conditions[member](`$${values.push(value)}`)];
  });
  const where = terms.length === 0 ? '' : ` where ${terms.join(' and ')}`;
  return {
    text: `select ${columnNames} from access_log.entries${where} order by time, phase, id`,
    values,
  };
};

/** The entries that match the filter, as of the moment when reading began. Throws what `pg` throws. */
export const readEntries = async function* (
  client: pg.ClientBase,
  filter: EntryFilter,
): AsyncGenerator<AccessEntry> {
  const { text, values } = selection(filter);
  for await (const row of readRows<EntryRow>(client, text, values)) yield entryOf(row);
};

/** The database is a standby, which does not know what is being inserted. */
export class Standby extends Error {}

/** Milliseconds between two looks at the inserts in flight. */
const pollMs = 50;

/**
 * The number of the last entry, once every insert that may have taken a number up to it has ended: numbers are taken before a
 * commit, so an entry may be committed after one with a higher number. An insert holds its lock on the table from before it takes
 * a number until its entries can be seen.
 * @returns undefined if an insert has not ended within `patienceMs`.
 * @throws Standby if the database is one: the inserts in flight are at its primary, and its number is one of the future.
 */
export const settledNumber = async (
  client: pg.ClientBase,
  patienceMs: number,
): Promise<bigint | undefined> => {
  const { rows } = await client.query<{ last: string; standby: boolean }>(
    'select case when is_called then last_value else 0 end as last, pg_is_in_recovery() as standby from access_log.entry_numbers',
  );
  if (rows[0]?.standby) throw new Standby('a standby');
  const writers = async () => {
    const locks = await client.query<{ id: string }>(
      `select virtualtransaction as id from pg_locks where locktype = 'relation' and mode = 'RowExclusiveLock' and granted
and relation = 'access_log.entries'::regclass and database = (select oid from pg_database where datname = current_database())`,
    );
    return new Set(locks.rows.map(({ id }) => id));
  };
  const end = performance.now() + patienceMs;
  for (let before = await writers(); before.size > 0; before = before.intersection(await writers())) {
    if (performance.now() > end) return undefined;
    await wait(pollMs);
  }
  return BigInt(rows[0]?.last ?? 0);
};

/** The numbered entries after a number and up to another one, in order. */
export const numberedEntries = async function* (
  client: pg.ClientBase,
  { after, upTo }: { after: bigint; upTo: bigint },
): AsyncGenerator<{ readonly number: number; readonly entry: AccessEntry }> {
  const text = `select number, ${columnNames} from access_log.entries where number > $1 and number <= $2 order by number`;
  for await (const row of readRows<EntryRow & { readonly number: string }>(client, text, [after, upTo]))
    yield { number: Number(row.number), entry: entryOf(row) };
};
