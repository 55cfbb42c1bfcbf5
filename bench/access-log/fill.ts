// Fills the tables created by `migrate`, fast enough for 100 million entries: each month is loaded without indexes, which
// are created when it is attached. The index definitions come from the parent table, as in production.
import type pg from 'pg';
import { indexNumber, monthOf } from '../../src/adapters/access-log/database/partitions.ts';
import { migrate } from '../../src/adapters/access-log/database/schema.ts';

/** A year of entries, plus the empty future months that `migrate` creates. */
const filled = 12;
const ahead = 24;
const first = new Date('2026-01-01T00:00:00Z');

/** About forty entries per patient and year: two reads, twice a month. */
const perPatient = 40;

/** A busy caller, such as staff who serve patients all day: a hundredth of all entries. */
export const busyCaller = 'partner-1';
/** A patient with a hundred times as many entries as the others. */
export const busyPatient = 'X99999999999';

export type Filling = { readonly entries: number; readonly patients: number; readonly months: number };

/** A fictional patient number of twelve characters. */
export const patientAt = (at: number): string => `X${String(at).padStart(11, '0')}`;

/** The factor is coprime to the number of patients, so consecutive entries belong to different patients, as in production. */
const insertMonth = (
  partition: string,
) => `insert into ${partition} (id, time, request_id, operation, phase, subscription,
client, caller, caller_patient, subject, ground, scope, status, records, left_out_records, left_out_values, left_out_sources,
left_out_unmapped, region, instance, address, systems, units, prev)
select gen_random_uuid(), $1::timestamptz + n * ($2::timestamptz - $1::timestamptz) / $3::int, gen_random_uuid()::text,
'10 journalNotes', 'done', 'patient-app', 'patient-app', case when n % 100 = 7 then '${busyCaller}' else 'user-' || p end,
case when n % 100 = 7 then null else p end, case when n % 25000 = 3 then '${busyPatient}' else p end,
case when n % 100 = 7 then 'partner' else 'self' end, 'user/JournalNote-read', 200, 12, 0, 0, 0, 0,
'Region Exempel', 'patient-data-access-7d9f-x2/' || substr(md5((n % 4)::text), 1, 12), '10.20.' || n % 200 || '.' || n % 250,
'["ehr"]'::jsonb, jsonb_build_array('SE2321000016-' || n % 900, 'SE2321000016-' || n % 70), md5(n::text) || md5(p)
from (select n, 'X' || lpad((n::bigint * 7919 % $4::int)::text, 11, '0') as p
from (select generate_series(0, $3::int - 1) as n) as numbers) as made`;

/** The definitions of a partition's indexes, without the partition's name. */
const indexesOf = async (client: pg.Client, partition: string): Promise<string> => {
  const { rows } = await client.query<{ made: string }>(
    'select indexdef as made from pg_indexes where schemaname = $1 and tablename = $2',
    ['access_log', partition],
  );
  return rows
    .map(({ made }) => made.replaceAll(partition, 'entries').replace(/INDEX \S+/, 'INDEX'))
    .sort()
    .join('\n');
};

/** Replaces an empty partition in one transaction, so PostgreSQL with `wal_level=minimal` skips the write-ahead log. */
const fillMonth = async (
  client: pg.Client,
  { offset, entries, patients }: { offset: number; entries: number; patients: number },
): Promise<void> => {
  const { name, begin, end } = monthOf(first, offset);
  const [partition, from, to] = [`access_log.${name}`, begin.toISOString(), end.toISOString()];
  await client.query('begin');
  await client.query(`drop table ${partition}`);
  await client.query(`create table ${partition} (like access_log.entries including all excluding indexes)`);
  await client.query(insertMonth(partition), [begin, end, entries, patients]);
  await indexNumber(client, name);
  await client.query(
    `alter table access_log.entries attach partition ${partition} for values from ('${from}') to ('${to}')`,
  );
  await client.query('commit');
};

/** @throws Error if the indexes of a filled month differ from those created by `migrate`. */
export const fill = async (
  client: pg.Client,
  { entries, onMonth }: { entries: number; onMonth: (name: string) => void },
): Promise<Filling> => {
  await migrate(client, { now: first, months: filled - 1 + ahead });
  const each = Math.ceil(entries / filled);
  const patients = Math.max(1, Math.floor(entries / perPatient));
  await client.query("set maintenance_work_mem = '512MB'");
  await client.query('set max_parallel_maintenance_workers = 0');
  for (let offset = 0; offset < filled; offset++) {
    await fillMonth(client, { offset, entries: each, patients });
    const { name } = monthOf(first, offset);
    if ((await indexesOf(client, name)) !== (await indexesOf(client, monthOf(first, filled).name))) {
      throw new Error(`the indexes of ${name} differ from those that migrate creates`);
    }
    onMonth(name);
  }
  await client.query('analyze access_log.entries');
  return { entries: each * filled, patients, months: filled };
};
