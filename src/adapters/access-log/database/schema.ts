// The tables of the access log, as numbered changes that are made one after the other and never edited afterwards.
import type pg from 'pg';
import { inTransaction } from './connection.ts';
import { ensurePartitions } from './partitions.ts';

/** The version of the tables that this service needs. Later ones only add to it, so they serve too. */
export const neededVersion = 1;

/** Characters of a caller's id in the index: a longer id would not fit into a page of it. */
export const indexedCaller = 200;

/** Version → what leads to it from the one before. */
const changes: readonly string[] = [
  `create table access_log.entries (
  id uuid not null,
  time timestamptz not null,
  request_id text not null,
  operation text not null,
  phase text not null check (phase in ('begun', 'done')),
  subscription text not null,
  client text,
  caller text,
  caller_patient text,
  subject text,
  ground text,
  scope text not null,
  status integer,
  result text,
  records integer,
  left_out_records integer,
  left_out_values integer,
  left_out_sources integer,
  primary key (time, id)
) partition by range (time);
create index entries_of_subject on access_log.entries (subject, time);
create index entries_of_caller on access_log.entries (left(caller, ${indexedCaller}), time);
create table access_log.entries_other partition of access_log.entries default;
comment on table access_log.entries_other is 'Entries of months that have no partition: migrate moves them.';`,
];

/** What each role may do. Run every time, so that a right that somebody has changed is set again. */
const rights = `
revoke all on all tables in schema access_log from public, access_log_writer, access_log_reader;
grant usage on schema access_log to access_log_writer, access_log_reader;
grant insert on access_log.entries to access_log_writer;
grant select on access_log.version to access_log_writer, access_log_reader;
grant select on access_log.entries to access_log_reader;`;

const roles = ['access_log_writer', 'access_log_reader'] as const;

const createRoles = async (client: pg.ClientBase): Promise<void> => {
  for (const role of roles) {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
    if (rowCount === 0) await client.query(`create role ${role} nologin`);
  }
};

type Version = {
  readonly version: number;
  /** The first moment that has no partition of its own. */
  readonly partitionsUntil: Date;
};

/** The version of the tables; undefined where there are none. Throws what `pg` throws. */
export const readVersion = async (client: pg.ClientBase): Promise<Version | undefined> => {
  const { rows: found } = await client.query<{ found: string | null }>(
    "select to_regclass('access_log.version')::text as found",
  );
  if (found[0]?.found == null) return undefined;
  const { rows } = await client.query<{ version: number; partitions_until: Date }>(
    'select version, partitions_until from access_log.version',
  );
  const [row] = rows;
  return row && { version: row.version, partitionsUntil: row.partitions_until };
};

/** Any number that no other program uses for a lock in this database. */
const migrationLock = 2_301_202_634;

/**
 * Makes the tables, roles, rights and partitions that are missing; does nothing where none is. Two at the same time run
 * one after the other.
 * @param now the month from which partitions are made, and `months` how many beyond it.
 */
export const migrate = (
  client: pg.ClientBase,
  { now, months }: { now: Date; months: number },
): Promise<{ from: number; to: number; partitions: readonly string[] }> =>
  inTransaction(client, async () => {
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    await createRoles(client);
    const before = await readVersion(client);
    if (before === undefined) {
      await client.query(`create schema if not exists access_log;
create table access_log.version (version integer not null, partitions_until timestamptz not null);
insert into access_log.version values (0, 'epoch')`);
    }
    const from = before?.version ?? 0;
    for (const change of changes.slice(from)) await client.query(change);
    const to = Math.max(from, changes.length);
    const { made, until } = await ensurePartitions(client, { now, months });
    await client.query(
      'update access_log.version set version = $1, partitions_until = greatest(partitions_until, $2)',
      [to, until],
    );
    await client.query(rights);
    return { from, to, partitions: made };
  });
