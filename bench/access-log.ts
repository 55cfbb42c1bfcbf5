// npm run bench:access-log -- [--entries N]: how long the entries of one patient take among N in PostgreSQL, and its plan.
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { withClient } from '../src/adapters/access-log/database/connection.ts';
import { readEntries, selection } from '../src/adapters/access-log/database/read.ts';
import { migrate } from '../src/adapters/access-log/database/schema.ts';
import { startPostgresql } from '../test/support/postgresql.ts';
import { findProgram } from '../test/support/programs.ts';

const usage =
  'npm run bench:access-log -- [--entries N] (5000000; the goal is stated for 100000000, which takes 50 GB and hours)';

const { values } = parseArgs({ options: { entries: { type: 'string', default: '5000000' } } });
const entries = Number(values.entries);
const program = findProgram('postgres');
if (!/^\d+$/.test(values.entries) || program === undefined) {
  throw new Error(program === undefined ? 'postgres is not installed' : usage);
}

/** A year of entries; one patient has about forty of them, as one who looks twice a month at two things has. */
const months = 12;
const perPatient = 40;
const patients = Math.max(1, Math.floor(entries / perPatient));

/** Reserve numbers: nobody's, and twelve characters like all others. `%` spreads a patient's entries over the year. */
const insertMonth = `insert into access_log.entries (id, time, request_id, operation, phase, subscription, client, caller, caller_patient,
subject, ground, scope, status, records, left_out_records, left_out_values, left_out_sources)
select gen_random_uuid(), $1::timestamptz + n * ($2::timestamptz - $1::timestamptz) / $3::int, gen_random_uuid()::text,
'10 journalNotes', 'done', 'patient-app', 'patient-app', 'user-' || p, p, p, 'self', 'user/JournalNote-read', 200, 12, 0, 0, 0
from (select n, 'X' || lpad((n::bigint * 7919 % $4::int)::text, 11, '0') as p from generate_series(0, $3::int - 1) n) as made`;

const milliseconds = async <T>(work: () => Promise<T>): Promise<[took: number, made: T]> => {
  const began = performance.now();
  const made = await work();
  return [performance.now() - began, made];
};

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

const settings = [
  'shared_buffers=256MB',
  'max_wal_size=4GB',
  'checkpoint_timeout=30min',
  'wal_compression=on',
  'jit=off',
];
const server = await startPostgresql(program, { flags: settings, walSegmentMb: 64 });
try {
  await server.query('postgres', 'create database bench');
  const to = server.connection('owner', 'bench');
  await withClient(to, { statementMs: 7_200_000 }, async (client: pg.Client) => {
    const first = new Date('2026-01-01T00:00:00Z');
    await migrate(client, { now: first, months });
    const each = Math.ceil(entries / months);
    const [filling] = await milliseconds(async () => {
      for (let month = 0; month < months; month++) {
        const [from, before] = [month, month + 1].map(at => new Date(Date.UTC(2026, at)));
        await client.query(insertMonth, [from, before, each, patients]);
      }
      await client.query('vacuum analyze access_log.entries');
    });
    const { rows } = await client.query<{ size: string }>(
      `select pg_size_pretty(sum(pg_total_relation_size(inhrelid))) as size from pg_inherits
where inhparent = 'access_log.entries'::regclass`,
    );
    const made = `${each * months} entries of ${patients} patients in ${months} months`;
    process.stdout.write(`${made}: ${rows[0]?.size}, made in ${seconds(filling)}\n\n`);

    process.stdout.write('| entries of one patient | found | ms |\n|---|---|---|\n');
    for (let at = 0; at < 5; at++) {
      const subject = `X${String(Math.floor((patients / 5) * at)).padStart(11, '0')}`;
      const [took, found] = await milliseconds(() => Array.fromAsync(readEntries(client, { subject })));
      process.stdout.write(
        `| of a patient ${at === 0 ? 'in the first query of a connection' : 'not asked for before'} | ${found.length} | ${took.toFixed(1)} |\n`,
      );
    }
    const [callerTook, ofCaller] = await milliseconds(() =>
      Array.fromAsync(readEntries(client, { caller: 'user-X00000000001' })),
    );
    process.stdout.write(`| of a caller | ${ofCaller.length} | ${callerTook.toFixed(1)} |\n`);

    const { text, values: parameters } = selection({ subject: 'X00000000002' });
    const plan = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers, costs off) ${text}`,
      parameters,
    );
    process.stdout.write(`\n${plan.rows.map(row => row['QUERY PLAN']).join('\n')}\n`);
  });
} finally {
  await server.close();
}
