// npm run bench:access-log -- [--entries N]: how long the entries of one patient, and of one caller, take to read among N in
// PostgreSQL, the plans, and what the reader holds in memory.
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { withClient } from '../../src/adapters/access-log/database/connection.ts';
import { type EntryFilter, selection } from '../../src/adapters/access-log/database/read.ts';
import { type PostgresqlServer, startPostgresql } from '../../test/support/postgresql.ts';
import { findProgram } from '../../test/support/programs.ts';
import { restartCold } from './cold.ts';
import { busyCaller, busyPatient, type Filling, fill, patientAt } from './fill.ts';
import { runReader } from './reader.ts';

const usage =
  'npm run bench:access-log -- [--entries N] (5000000; 100000000 take 40 GB of the folder for temporary files, TMPDIR)';

const { values } = parseArgs({ options: { entries: { type: 'string', default: '5000000' } } });
const program = findProgram('postgres');
if (!/^\d+$/.test(values.entries) || program === undefined) {
  throw new Error(program === undefined ? 'postgres is not installed' : usage);
}
const entries = Number(values.entries);

const database = 'bench';
/** Only the server of this bench may lose its data: without `fsync`, and without a log of what is loaded. */
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
const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;
const milliseconds = (value: number) => (value < 100 ? value.toFixed(1) : value.toFixed(0));

const fillServer = async (server: PostgresqlServer): Promise<Filling> => {
  const began = performance.now();
  await server.query('postgres', `create database ${database}`);
  return withClient(server.connection('owner', database), { statementMs: 7_200_000 }, async client => {
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

/** The reader's flags of a question. Numbers of the bench are nobody's: reserve numbers. */
const flagsOf = ({ subject, caller }: EntryFilter): string[] => [
  ...(subject === undefined ? [] : ['--reserve', '--patient', subject]),
  ...(caller === undefined ? [] : ['--caller', caller]),
  '--csv',
];

const questionsOf = ({ patients }: Filling): readonly (readonly [string, EntryFilter])[] => [
  ...[0, 1, 2, 3, 4].map(
    at => ['a patient', { subject: patientAt(Math.floor((patients / 5) * at)) }] as const,
  ),
  ['the busiest patient', { subject: busyPatient }],
  ['a caller', { caller: `user-${patientAt(1)}` }],
  ['the busiest caller', { caller: busyCaller }],
];

const measureQuestion = async (
  server: PostgresqlServer,
  [name, filter]: readonly [string, EntryFilter],
): Promise<void> => {
  await restartCold(server);
  const url = server.url('owner', database);
  const cold = await runReader(url, flagsOf(filter));
  const warm = await runReader(url, flagsOf(filter));
  const figures = [cold.lines - 1, milliseconds(cold.milliseconds), milliseconds(warm.milliseconds)];
  print(`| ${[name, ...figures, megabytes(Math.max(cold.peak, warm.peak))].join(' | ')} |`);
};

/** The plan as the reader's cursor has it, with nothing in memory. */
const printPlan = async (server: PostgresqlServer, name: string, filter: EntryFilter): Promise<void> => {
  await restartCold(server);
  const { text, values: parameters } = selection(filter);
  const options = { statementMs: 7_200_000 };
  const plan = await withClient(server.connection('owner', database), options, async (client: pg.Client) => {
    await client.query('set cursor_tuple_fraction = 1');
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
  print(
    '| entries of | found | nothing in memory, ms | again, ms | memory of the reader |\n|---|---|---|---|---|',
  );
  for (const question of questionsOf(filling)) await measureQuestion(server, question);
  await printPlan(server, 'a patient', { subject: patientAt(1) });
  await printPlan(server, 'a caller', { caller: `user-${patientAt(2)}` });
} finally {
  await server.close();
}
