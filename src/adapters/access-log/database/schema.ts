// The tables of the access log, as numbered changes. They are applied in order. A released one is never edited.
import type pg from 'pg';
import type { AdministrationAct } from '../administration.ts';
import { insertAct } from './administration.ts';
import { inTransaction } from './connection.ts';
import { ensurePartitions, monthOfPartition, partitionNames } from './partitions.ts';

/** The version of the tables that this service needs. A start refuses any other one. */
export const neededVersion = 4;

/** Characters of a caller's id that are indexed. A much longer id would not fit into a page of the index. */
export const indexedCaller = 200;

/** The statements of each change; the first one leads from no tables to version 1. */
export const changes: readonly string[] = [
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
comment on table access_log.entries_other is 'Entries of months without a partition; migrate moves them.';`,
  'alter table access_log.entries add column left_out_unmapped integer;',
  // A column without a default, and a default that is set later, rewrite nothing: rows that exist keep null.
  `alter table access_log.entries add column region text, add column instance text, add column address text,
  add column unit text, add column user_id text, add column systems jsonb, add column units jsonb, add column prev text,
  add column number bigint;
create sequence access_log.entry_numbers as bigint;
alter table access_log.entries alter column number set default nextval('access_log.entry_numbers');
create index entries_other_number on access_log.entries_other (number);
comment on column access_log.entries.number is 'In the order of insertion; of an instance, the order of its chain.';
alter table access_log.version add column held_since timestamptz, add column held_because text;`,
  // Whoever adds an entry sets neither its time nor the user.
  `create table access_log.administration (
  number bigint generated always as identity primary key,
  time timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  action text not null check (action in ('read', 'export', 'verify', 'retain', 'hold', 'release-hold', 'migrate')),
  user_name text not null default session_user,
  login text,
  question jsonb not null,
  reason text,
  months jsonb,
  entries bigint,
  last jsonb,
  prev text
);
comment on table access_log.administration is 'Who read, exported, verified and changed the log: a chain of its own.';`,
];

/**
 * What each role may do. `migrate` always sets it, even if somebody has changed it. Whoever may only read cannot claim that a month was
 * dropped by `retain`.
 */
const rights = `
revoke all on all tables in schema access_log from public, access_log_writer, access_log_reader;
grant usage on schema access_log to access_log_writer, access_log_reader;
grant insert on access_log.entries to access_log_writer;
grant usage on sequence access_log.entry_numbers to access_log_writer;
grant select on sequence access_log.entry_numbers to access_log_reader;
grant select on access_log.version to access_log_writer, access_log_reader;
grant select on access_log.entries, access_log.administration to access_log_reader;
grant insert (action, login, question, reason, months, entries, last, prev) on access_log.administration to access_log_reader;
create or replace function access_log.check_action() returns trigger language plpgsql as $check$
begin
  if new.action not in ('read', 'export', 'verify')
  and not pg_has_role((select relowner from pg_class where oid = tg_relid), 'usage') then
    raise insufficient_privilege using message = 'only the owner of the tables drops, holds and migrates';
  end if;
  return new;
end $check$;
create or replace trigger check_action before insert on access_log.administration
for each row execute function access_log.check_action();`;

const roles = ['access_log_writer', 'access_log_reader'] as const;

const createRoles = async (client: pg.ClientBase): Promise<void> => {
  for (const role of roles) {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
    if (rowCount === 0) await client.query(`create role ${role} nologin`);
  }
};

type Version = {
  readonly version: number;
  /** The first moment without a monthly partition. */
  readonly partitionsUntil: Date;
};

/** The version of the tables; undefined if there are none. Throws what `pg` throws. */
export const readVersion = async (client: pg.ClientBase): Promise<Version | undefined> => {
  const { rows: tables } = await client.query<{ name: string | null }>(
    "select to_regclass('access_log.version')::text as name",
  );
  if (tables[0]?.name == null) return undefined;
  const { rows } = await client.query<Version>(
    'select version, partitions_until as "partitionsUntil" from access_log.version',
  );
  return rows[0];
};

/** The key of the advisory lock: any number that no other program uses in this database. */
const migrationLock = 2_301_202_634;

/**
 * Creates the tables, roles, rights and partitions that are missing, and records that. Concurrent migrations wait for each other.
 * @param now a moment of the first month that gets a partition; `months` is the number of months after it.
 * @param by who runs it, and why.
 */
export const migrate = (
  client: pg.ClientBase,
  { now, months, by }: { now: Date; months: number; by?: Pick<AdministrationAct, 'login' | 'reason'> },
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
    const { created, until } = await ensurePartitions(client, { now, months });
    await client.query(
      'update access_log.version set version = $1, partitions_until = greatest(partitions_until, $2)',
      [to, until],
    );
    await client.query(rights);
    await insertAct(client, {
      action: 'migrate',
      question: { months, from, to },
      ...by,
      months: (await partitionNames(client)).map(monthOfPartition),
    });
    return { from, to, partitions: created };
  });
