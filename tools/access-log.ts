// npm run access-log: who saw what of one patient, from the log files (D23).
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseIntervalEnd } from '../src/domain/model/interval.ts';
import { parsePatientNumber } from '../src/domain/model/patient-number.ts';
import { entriesByTime, type Trouble } from './access-log/entries.ts';
import { asCsv, asTable } from './access-log/render.ts';
import { Refusal, readEnvironment, runCommand, UsageError, visible, warn } from './command.ts';

const usage = `npm run access-log -- --patient N [--from T] [--to T] [--csv] [FILE…]

Prints every entry whose subject is the patient, refused ones too, by time. Times are UTC, as in the files.

  --patient N   12 digits, or 8 digits, a hyphen and 4; "-" reads it from standard input, so that it stands in no history
  --reserve     N is a reserve number of the region, and is looked for as it is written
  --from, --to  YYYY-MM-DDThh:mm:ss in UTC, both inclusive
  --csv         all members of the entries, for a spreadsheet (run with npm run -s: npm prints a heading of its own)
  FILE…         log files, also .gz; where none is named, ACCESS_LOG_FILE of the environment or .env and what has been
                rotated beside it (ACCESS_LOG_FILE.*, ACCESS_LOG_FILE-*)

A line that is no entry is named on standard error by its number. The status is 1 where a line or a file could not be
read: then entries may be missing; it is 0 where all was read, also where nothing was found.`;

const inputLine = async (): Promise<string> => {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8') as AsyncIterable<string>) {
    text += chunk;
    if (text.includes('\n')) break;
  }
  return text.split('\n')[0]?.trim() ?? '';
};

const patientOf = async (given: string | undefined, isReserve: boolean | undefined): Promise<string> => {
  if (given === undefined) throw new UsageError('--patient is missing.');
  const written = given === '-' ? await inputLine() : given;
  const rules = isReserve ? { reserve: /^\S+$/ } : {};
  const patient = parsePatientNumber(written, rules);
  if (patient === undefined) {
    throw new UsageError('--patient: 12 digits, or 8 digits, a hyphen and 4, with a correct check digit.');
  }
  return patient;
};

const endOf = (name: string, written: string | undefined): string | undefined => {
  if (written === undefined) return undefined;
  const time = parseIntervalEnd(written);
  if (time === undefined)
    throw new UsageError(`--${name}: YYYY-MM-DDThh:mm:ss, such as 2026-01-15T08:30:00.`);
  return time;
};

/** The log and what has been rotated; not its lock. */
const ownFiles = (): string[] => {
  const { ACCESS_LOG_FILE: log = '' } = readEnvironment();
  if (log === '') throw new UsageError('Which files? Name them, or set ACCESS_LOG_FILE.');
  const [folder, name] = [dirname(log), basename(log)];
  if (!existsSync(folder)) throw new Refusal(`There is no folder ${folder}.`);
  const files = readdirSync(folder)
    .filter(file => file === name || file.startsWith(`${name}.`) || file.startsWith(`${name}-`))
    .filter(file => !/\.lock(-journal)?$/.test(file))
    .map(file => join(folder, file));
  if (files.length === 0) throw new Refusal(`There is no file ${log}, and none rotated beside it.`);
  return files;
};

/** `2026-01-15T08:30:00.000Z` as 14 digits, to be compared with the ends. */
const compact = (time: string) => time.slice(0, 19).replaceAll(/\D/g, '');

const tell = ({ file, line, what }: Trouble) =>
  warn(`${visible(file)}${line === undefined ? '' : `:${line}`}: ${what}`);

/** Waits while whoever reads is slower, so that what waits to be read does not fill the memory. */
const printSlowly = async (line: string) => {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
};

await runCommand(usage, async argv => {
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: {
      patient: { type: 'string' },
      reserve: { type: 'boolean' },
      from: { type: 'string' },
      to: { type: 'string' },
      csv: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  const [from, to] = [endOf('from', values.from), endOf('to', values.to)];
  if (from !== undefined && to !== undefined && from > to) throw new UsageError('--from is after --to.');
  const files = positionals.length > 0 ? positionals : ownFiles();
  const patient = await patientOf(values.patient, values.reserve);

  const isWithin = (time: string) => (from === undefined || time >= from) && (to === undefined || time <= to);
  const { head, line } = values.csv ? asCsv : asTable;
  let [found, troubles] = [0, 0];
  const onTrouble = (trouble: Trouble) => {
    troubles++;
    tell(trouble);
  };
  await printSlowly(head);
  for await (const entry of entriesByTime(files, onTrouble)) {
    if (entry.subject !== patient || !isWithin(compact(entry.time))) continue;
    found++;
    await printSlowly(line(entry));
  }
  warn(`${found} entries of the patient in ${files.length} files.`);
  if (troubles > 0) warn(`${troubles} lines or files could not be read: entries may be missing.`);
  return troubles > 0 ? 1 : 0;
});
