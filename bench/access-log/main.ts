// npm run bench:access-log: measures how long reading the access log takes in PostgreSQL.
import { withClient } from '../../src/adapters/access-log/database/connection.ts';
import { type EntryFilter, readEntries, selection } from '../../src/adapters/access-log/database/read.ts';
import { findProgram } from '../../test/support/programs.ts';
import { type PostgresqlServer, startPostgresql } from '../../test/support/servers/postgresql.ts';
import { readOptions } from '../options.ts';
import { restartCold } from './cold.ts';
import { busyCaller, busyPatient, type Filling, fill, patientAt } from './fill.ts';
import { runReader } from './reader.ts';

const usage = `npm run bench:access-log -- [--entries N]: measures the time to read the entries of one patient and of one caller among N
in PostgreSQL, the query plans, and the memory of the reader.
  --entries N   (5000000); 100000000 take 40 GB of the folder for temporary files, TMPDIR`;

const values = readOptions(usage, { entries: { type: 'string', default: '5000000' } });
const program = findProgram('postgres');
if (!/^\d+$/.test(values.entries) || program === undefined) {
  throw new Error(program === undefined ? 'postgres is not installed' : usage);
}
const entries = Number(values.entries);

const database = 'bench';
/** Settings that trade durability for speed: without `fsync` and, for loaded data, without write-ahead log. */
const flags = [
  'fsync=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=4GB',
  'checkpoint_timeout=1h',
  'autovacuum=off',
  'shared_buffers=256MB',
  'jit=off',
  'track_io_timing=on',
];

const print = (line = ''): void => void process.stdout.write(`${line}\n`);
const patience = { statementMs: 7_200_000 };

const fillServer = async (server: PostgresqlServer): Promise<Filling> => {
  const began = performance.now();
  await server.query('postgres', `create database ${database}`);
  return withClient(server.connection('owner', database), patience, async client => {
    const onMonth = (name: string) =>
      process.stderr.write(`${name} after ${Math.round((performance.now() - began) / 1000)} s\n`);
    const filling = await fill(client, { entries, onMonth });
    const { rows } = await client.query<{ size: string; of_indexes: string }>(
      `select pg_size_pretty(sum(pg_total_relation_size(inhrelid))) as size, pg_size_pretty(sum(pg_indexes_size(inhrelid))) as of_indexes
from pg_inherits where inhparent = 'access_log.entries'::regclass`,
    );
    const made = `${filling.entries} entries of ${filling.patients} patients in ${filling.months} months`;
    const took = Math.round((performance.now() - began) / 1000);
    print(`${made}: ${rows[0]?.size}, of which indexes ${rows[0]?.of_indexes}; made in ${took} s\n`);
    return filling;
  });
};

type Question = readonly [name: string, filter: EntryFilter];

const questionsOf = ({ patients }: Filling): readonly Question[] => [
  ...[0, 1, 2, 3].map(
    at => ['a patient', { subject: patientAt(Math.floor((patients / 4) * at) + at) }] as const,
  ),
  ['a caller', { caller: `user-${patientAt(1)}` }],
  ['the busiest patient', { subject: busyPatient }],
  ['the busiest caller', { caller: busyCaller }],
];

/** Reads over a new connection; resolves with the number of entries and the milliseconds, those of connecting included. */
const measureQuery = async (server: PostgresqlServer, filter: EntryFilter): Promise<[number, number]> => {
  const began = performance.now();
  const count = await withClient(server.connection('owner', database), patience, async client => {
    let entries = 0;
    for await (const _ of readEntries(client, filter)) entries++;
    return entries;
  });
  return [count, performance.now() - began];
};

/** The reader's arguments for a query. The bench's fictional patient numbers count as reserve numbers. */
const flagsOf = ({ subject, caller }: EntryFilter): string[] => [
  ...(subject === undefined ? [] : ['--reserve', '--patient', subject]),
  ...(caller === undefined ? [] : ['--caller', caller]),
  '--csv',
];

const measureQuestion = async (server: PostgresqlServer, [name, filter]: Question): Promise<void> => {
  await restartCold(server);
  const [entries, cold] = await measureQuery(server, filter);
  const [, warm] = await measureQuery(server, filter);
  const reader = await runReader(server.url('owner', database), flagsOf(filter));
  const times = [cold, warm, reader.milliseconds].map(value => value.toFixed(value < 100 ? 1 : 0));
  print(`| ${[name, entries, ...times, `${Math.round(reader.peak / 2 ** 20)} MiB`].join(' | ')} |`);
};

/** Prints the plan of the reader's cursor, with cold caches. */
const printPlan = async (server: PostgresqlServer, [name, filter]: Question): Promise<void> => {
  await restartCold(server);
  const { text, values: parameters } = selection(filter);
  const plan = await withClient(server.connection('owner', database), patience, async client => {
    await client.query('set cursor_tuple_fraction = 0.01');
    return client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers, costs off) ${text}`,
      parameters,
    );
  });
  print(`\nPlan of ${name}, nothing in memory:\n\n${plan.rows.map(row => row['QUERY PLAN']).join('\n')}`);
};

const server = await startPostgresql(program, { flags, walSegmentMb: 64 });
try {
  const filling = await fillServer(server);
  print('| entries of | found | nothing in memory, ms | again, ms | npm run access-log, ms | its memory |');
  print('|---|---|---|---|---|---|');
  const questions = questionsOf(filling);
  for (const question of questions) await measureQuestion(server, question);
  // One of each name.
  for (const question of new Map(questions)) await printPlan(server, question);
} finally {
  await server.close();
}
