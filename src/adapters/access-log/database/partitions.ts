// The partitions of the entries' table: one for each month (UTC), created ahead of time and dropped as a whole.
import type pg from 'pg';
import type { AdministrationAct } from '../administration.ts';
import { insertAct } from './administration.ts';
import { inTransaction } from './connection.ts';
import { requireNoHold } from './hold.ts';
import { chainLinksIn } from './links.ts';

/** The month of a moment, or another one relative to it: from `begin` until `end` (exclusive), and the name of its partition. */
export const monthOf = (moment: Date, offset = 0) => {
  const [year, month] = [moment.getUTCFullYear(), moment.getUTCMonth() + offset];
  const begin = new Date(Date.UTC(year, month, 1));
  const written = begin.toISOString().slice(0, 7).replace('-', '_');
  return { name: `entries_${written}`, begin, end: new Date(Date.UTC(year, month + 1, 1)) };
};

type Month = ReturnType<typeof monthOf>;

/** Months that have entries but no partition, because `migrate` was not run in time. */
const strayMonths = async (client: pg.ClientBase): Promise<Month[]> => {
  const { rows } = await client.query<{ month: Date }>(
    `select distinct date_trunc('month', time, 'UTC') as month from access_log.entries_other`,
  );
  return rows.map(({ month }) => monthOf(month));
};

/** A literal in UTC. Bounds of partitions take no parameters. */
const literal = (moment: Date) => `'${moment.toISOString()}'`;

/** Creates the partition of a month, and moves its entries there from the default partition. */
const createPartition = async (client: pg.ClientBase, { name, begin, end }: Month): Promise<void> => {
  const [from, to] = [literal(begin), literal(end)];
  await client.query(`create table access_log.${name} (like access_log.entries including all)`);
  // An index on the numbers cannot be on the whole table, see `indexNumbers`.
  await client.query(`create index ${name}_number on access_log.${name} (number)`);
  await client.query(`with moved as (delete from access_log.entries_other where time >= ${from} and time < ${to} returning *)
insert into access_log.${name} select * from moved;
alter table access_log.entries attach partition access_log.${name} for values from (${from}) to (${to})`);
};

/**
 * Creates the indexes on the numbers of entries in partitions that are older than the numbers, while entries are being inserted.
 * They are on the partitions, and not on the whole table, because only so can they be built without stopping the inserts.
 */
export const indexNumbers = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(`select c.relname as name
from pg_inherits i join pg_class c on c.oid = i.inhrelid
where i.inhparent = 'access_log.entries'::regclass and not exists (
  select from pg_index x join pg_class n on n.oid = x.indexrelid
  where x.indrelid = c.oid and n.relname = c.relname || '_number' and x.indisvalid)
order by 1`);
  for (const { name } of rows) {
    // One that is left over from an attempt that was cut off is not valid.
    await client.query(`drop index concurrently if exists access_log.${name}_number`);
    await client.query(`create index concurrently ${name}_number on access_log.${name} (number)`);
  }
};

/** The names of the monthly partitions, oldest first. */
export const partitionNames = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(`select c.relname as name
from pg_inherits i join pg_class c on c.oid = i.inhrelid
where i.inhparent = 'access_log.entries'::regclass and c.relname ~ '^entries_[0-9]{4}_[0-9]{2}$'
order by 1`);
  return rows.map(({ name }) => name);
};

/**
 * Creates the partitions that are missing: from the month of `now` to `months` after it, and those of entries in the
 * default partition. Resolves with the names of the new ones, and the end of the last month.
 */
export const ensurePartitions = async (
  client: pg.ClientBase,
  { now, months }: { now: Date; months: number },
): Promise<{ created: readonly string[]; until: Date }> => {
  const ahead = Array.from({ length: months + 1 }, (_, offset) => monthOf(now, offset));
  const existing = new Set(await partitionNames(client));
  const created: string[] = [];
  for (const month of [...(await strayMonths(client)), ...ahead]) {
    if (existing.has(month.name)) continue;
    await createPartition(client, month);
    existing.add(month.name);
    created.push(month.name);
  }
  return { created, until: monthOf(now, months).end };
};

/** The partitions of the months that lie more than `months` months before the month of `now`. */
export const partitionsBefore = async (
  client: pg.ClientBase,
  { now, months }: { now: Date; months: number },
): Promise<string[]> => {
  const first = monthOf(now, -months).name;
  return (await partitionNames(client)).filter(name => name < first);
};

/** The month of a partition, such as `2026-01`. */
export const monthOfPartition = (name: string): string => name.slice('entries_'.length).replace('_', '-');

/**
 * About how many entries these partitions have, without reading them: what the server counted when it last analyzed
 * them. Undefined if it has not analyzed all of them.
 */
export const estimatedEntries = async (
  client: pg.ClientBase,
  names: readonly string[],
): Promise<number | undefined> => {
  const { rows } = await client.query<{ entries: number | null }>(
    `select case when min(reltuples) >= 0 then sum(reltuples)::float8 end as entries
from pg_class where relnamespace = 'access_log'::regnamespace and relname = any($1)`,
    [names],
  );
  return rows[0]?.entries ?? undefined;
};

/** How many entries a partition has, and the last hash of each chain in it. Reads the whole partition. */
const contentOf = async (
  client: pg.ClientBase,
  name: string,
): Promise<{ entries: number; last: readonly string[] }> => {
  const { rows: counts } = await client.query<{ entries: string; number: string | null }>(
    `select count(*) as entries, max(number) as number from access_log.${name} group by instance`,
  );
  const from = `from access_log.${name} where number = any($1::bigint[]) order by number`;
  const numbers = counts.map(({ number }) => number).filter(number => number !== null);
  const last = await chainLinksIn(client, { from, values: [numbers] });
  return {
    entries: counts.reduce((sum, { entries }) => sum + Number(entries), 0),
    last: last.map(({ hash }) => hash),
  };
};

/**
 * Drops a partition with all its entries, and records how many they were and the last hash of each chain. This needs a short lock on
 * the whole table. It rejects if it does not get the lock within the connection's `lock_timeout`; entries are then appended as before.
 * @throws LegalHold if there is one, also one that was set a moment ago.
 */
export const dropPartition = (
  client: pg.ClientBase,
  name: string,
  act: Pick<AdministrationAct, 'question' | 'reason' | 'login'>,
): Promise<unknown> =>
  inTransaction(client, async () => {
    await requireNoHold(client);
    const content = await contentOf(client, name);
    await insertAct(client, { ...act, ...content, action: 'retain', months: [monthOfPartition(name)] });
    await client.query(`drop table access_log.${name}`);
  });
