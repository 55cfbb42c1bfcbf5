// npm run access-log: who accessed a patient's data, what a caller accessed, and maintenance of the log (D23).
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import type { EntryFilter } from '../src/adapters/access-log/database/read.ts';
import { parsePatientNumber } from '../src/domain/model/patient-number.ts';
import type { Trouble } from './access-log/entries.ts';
import { runMigrate } from './access-log/migrate.ts';
import { monthPeriod, periodOf } from './access-log/period.ts';
import { exportPrinter, linePrinter, type Printer } from './access-log/printers.ts';
import { asCsv, asJsonLines, callerTable, patientTable } from './access-log/render.ts';
import { runRetain } from './access-log/retain.ts';
import { entrySource } from './access-log/sources.ts';
import { runCommands, UsageError, visible, warn } from './command.ts';
import { secretLine } from './terminal/ask.ts';
import { progress } from './terminal/progress.ts';
import { counted } from './terminal/words.ts';

const usage = `npm run access-log -- --patient N [--from T] [--to T] [--csv|--json] [FILE…]
npm run access-log -- --caller SUB [--from T] [--to T] [--csv|--json] [FILE…]
npm run access-log -- --export YYYY-MM [--format csv|fhir] [FILE…]
npm run access-log -- migrate [--months N]
npm run access-log -- retain --months N [--yes]

Without a command, prints every entry of the patient, of the caller, or of both, in order of time, including refused
requests. Times are UTC.

  --patient N   12 digits, or 8 digits, a hyphen and 4; "-" asks for it and does not show it, or reads it from standard input:
                so it stays out of the shell's history
  --reserve     N is a reserve number of the region, which is searched for exactly as written
  --caller SUB  the caller's "sub" in the access token, exactly as in the log
  --from, --to  YYYY-MM-DD or YYYY-MM-DDThh:mm:ss in UTC, both inclusive
  --csv         all members of the entries, for a spreadsheet (run with npm run -s: npm prints a heading of its own)
  --json        the entries as JSON lines, as they are in the log
  --export M    all entries of a month (UTC), for an archive: as CSV, or with --format fhir as Bundles of AuditEvents, one
                Bundle a line
  FILE…         log files, also .gz; where none is named, what the environment or .env says: the database ACCESS_LOG_URL,
                or ACCESS_LOG_FILE and what has been rotated beside it (ACCESS_LOG_FILE.*, ACCESS_LOG_FILE-*)

For a database (ACCESS_LOG_URL of a role that owns the tables):

  migrate       makes the tables, roles and monthly partitions that are missing; harmless when nothing is. --months: how
                many months of partitions ahead (24)
  retain        drops the months that lie further back than N whole months, after asking; --yes does not ask

Lines that are not entries are reported on standard error by number. The exit status is 1 if a line or a file could not be
read, because entries may be missing. It is 0 if everything was read, even if nothing was found.`;

const patientOf = async (given: string, isReserve: boolean | undefined): Promise<string> => {
  const written = given === '-' ? await secretLine('Patient number (not shown): ') : given;
  const rules = isReserve ? { reserve: /^\S+$/ } : {};
  const patient = parsePatientNumber(written, rules);
  if (patient === undefined) {
    throw new UsageError('--patient: 12 digits, or 8 digits, a hyphen and 4, with a correct check digit.');
  }
  return patient;
};

const tell = ({ file, line, what }: Trouble) =>
  warn(`${visible(file)}${line === undefined ? '' : `:${line}`}: ${what}`);

/** Waits for a slower reader, so that unread output does not fill the memory. */
const printSlowly = async (line: string) => {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
};

const options = {
  patient: { type: 'string' },
  reserve: { type: 'boolean' },
  caller: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  csv: { type: 'boolean' },
  json: { type: 'boolean' },
  export: { type: 'string' },
  format: { type: 'string' },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

/** Reads from the options which entries to print, and how. */
const printing = async (values: Values): Promise<{ filter: EntryFilter; printer: Printer; of: string }> => {
  if (values.export !== undefined) {
    const others = ['patient', 'reserve', 'caller', 'from', 'to', 'csv', 'json'] as const;
    const other = others.find(name => values[name] !== undefined);
    if (other !== undefined) throw new UsageError(`--${other} does not go with --export.`);
    const printer = exportPrinter(values.format ?? 'csv', printSlowly);
    return { filter: monthPeriod(values.export), printer, of: 'the month' };
  }
  if (values.format !== undefined) throw new UsageError('--format goes with --export.');
  const period = periodOf(values.from, values.to);
  const { patient, caller } = values;
  if (patient === undefined && caller === undefined) {
    throw new UsageError('Whose entries? Give --patient, --caller, or both.');
  }
  const subject = patient === undefined ? undefined : await patientOf(patient, values.reserve);
  const forPeople = subject === undefined ? callerTable : patientTable;
  if (values.csv && values.json) throw new UsageError('--csv or --json, not both.');
  const rendering = values.json ? asJsonLines : forPeople;
  const printer = linePrinter(values.csv ? asCsv : rendering, printSlowly);
  const of = subject === undefined ? 'the caller' : 'the patient';
  return { filter: { subject, caller, ...period }, printer, of };
};

const runRead = async (argv: readonly string[]): Promise<number> => {
  const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
  let [found, troubles] = [0, 0];
  const { filter, printer, of } = await printing(values);
  const source = entrySource(positionals, trouble => {
    troubles++;
    waiting.clear();
    tell(trouble);
  });
  const waiting = progress(() => `reading ${source.name}: ${counted(found, 'entry', 'entries')} so far`);
  await printer.begin();
  await source.read(filter, async entry => {
    found++;
    waiting.clear();
    await printer.entry(entry);
  });
  waiting.end();
  await printer.end();
  warn(`${counted(found, 'entry', 'entries')} of ${of} in ${source.name}.`);
  if (troubles > 0) {
    warn(`${counted(troubles, 'line or file', 'lines or files')} could not be read: entries may be missing.`);
  }
  return troubles > 0 ? 1 : 0;
};

await runCommands({
  name: 'access-log',
  usage,
  commands: { migrate: runMigrate, retain: runRetain },
  otherwise: runRead,
});
