// A process that measures the CPU of a contact read by tables, and by TypeScript from the same answer, and sends it to its parent.
import { deepStrictEqual } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyTables } from '../../sandbox/table/region.ts';
import { table } from '../../src/adapters/ehr/table/index.ts';
import { timeReader } from '../../src/adapters/ehr/values/written-times.ts';
import { regionTime } from '../../src/adapters/time/region-time.ts';
import { newCall, systemAt } from '../../test/adapters/ehr/calls.ts';
import type { TableCost } from '../measure/table.ts';
import { median } from '../statistics.ts';
import { patient, visitsAnswer } from './visits.ts';
import { readVisits } from './visits-reader.ts';

const contacts = 200;
const rounds = 60;

type Read = () => AsyncIterable<object>;

const cpuOf = async (read: Read): Promise<number> => {
  const before = process.cpuUsage();
  for await (const _ of read());
  const { user, system } = process.cpuUsage(before);
  return (user + system) / contacts;
};

const measureRun = async (byTable: Read, byTypescript: Read): Promise<TableCost> => {
  const costs: { table: number[]; typescript: number[] } = { table: [], typescript: [] };
  for (let round = 0; round < rounds; round++) {
    costs.table.push(await cpuOf(byTable));
    costs.typescript.push(await cpuOf(byTypescript));
  }
  return { table: median(costs.table), typescript: median(costs.typescript) };
};

/** Measures both in turns, after they have been seen to read the same. */
const measure = async (): Promise<TableCost> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-table-'));
  const time = regionTime('Europe/Stockholm');
  const answer = visitsAnswer(contacts);
  const system = systemAt('http://127.0.0.1', { profileMembers: { tables: copyTables('json', folder) } });
  const opened = table.openFile?.(answer, system, { time, clock: Date.now, reserveNumbersRoot: undefined });
  rmSync(folder, { recursive: true });
  const readContacts = opened?.ehr.contacts;
  if (readContacts === undefined) throw new TypeError('the tables have no contacts');
  const times = timeReader(time);
  const byTable = () => readContacts({ patient, interval: {}, call: newCall() });
  const byTypescript = () => readVisits(answer, { times, call: newCall() });
  const [read, expected] = [await Array.fromAsync(byTable()), await Array.fromAsync(byTypescript())];
  const translated = (found: (typeof expected)[number]) =>
    'record' in found && { record: found.record, losses: found.losses };
  deepStrictEqual(read.map(translated), expected.map(translated));
  // Until all of it is compiled, which comes late for what the tables call least.
  for (let warmup = 0; warmup < 3; warmup++) await measureRun(byTable, byTypescript);
  return measureRun(byTable, byTypescript);
};

process.on('disconnect', () => process.exit());
process.send?.(await measure());
