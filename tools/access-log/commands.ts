// npm run access-log: who accessed a patient's data, what a caller accessed, and maintenance of the log (D23).
import { once } from 'node:events';
import type { EntryFilter } from '../../src/adapters/access-log/database/read.ts';
import { parsePatientNumber } from '../../src/domain/model/patient-number.ts';
import type { AccessEntry } from '../../src/ports/access-log.ts';
import { readArguments } from '../arguments.ts';
import { commandTool, UsageError, visible, warn } from '../command.ts';
import { secretLine } from '../terminal/ask.ts';
import { progress } from '../terminal/progress.ts';
import { counted } from '../terminal/words.ts';
import type { OnTrouble, Trouble } from './entries.ts';
import { runMigrate } from './migrate.ts';
import { monthPeriod, periodOf } from './period.ts';
import { exportPrinter, linePrinter, type Printer } from './printers.ts';
import { asCsv, asJsonLines, callerTable, patientTable } from './render.ts';
import { runRetain } from './retain.ts';
import { cursorSource } from './since.ts';
import { entrySource } from './sources.ts';
import { runVerify } from './verify.ts';

const usage = `npm run access-log -- --patient N [--from T] [--to T] [--csv|--json] [FILE…]
npm run access-log -- --caller SUB [--from T] [--to T] [--csv|--json] [FILE…]
npm run access-log -- --export YYYY-MM [--format csv|json|fhir] [FILE…]
npm run access-log -- --since CURSOR [--format json|csv|fhir] [FILE…]
npm run access-log -- verify [--head] [--expect HASH]… [--expect-heads LIST] [--known LIST] [--after ENTRY] [--strict] [FILE…]
npm run access-log -- migrate [--months N] [--json]
npm run access-log -- retain --months N [--yes] [--json]
npm run access-log -- retain --hold REASON | --release

Without a command, prints every entry of the patient, of the caller, or of both, in order of time, including refused
requests. Times are UTC.

  --patient N   12 digits, or 8 digits, a hyphen and 4; with "-" the command asks for it without showing it, or reads it
                from standard input: the number then stays out of the shell's history
  --reserve     N is a reserve number of the region, which is searched for exactly as written
  --caller SUB  the caller's "sub" in the access token, exactly as in the log
  --from, --to  YYYY-MM-DD or YYYY-MM-DDThh:mm:ss in UTC, both inclusive
  --csv         all members of the entries, for a spreadsheet (use npm run -s: npm prints a heading of its own)
  --json        the entries as JSON lines, as they are in the log
  --export M    all entries of a month (UTC), for an archive: as CSV, as JSON lines, or with --format fhir as batch Bundles
                of AuditEvents, one Bundle a line
  --since C     the entries after a cursor, in the order in which they were written. The last line on standard error is
                "cursor: …", for the next run; nothing is left out between two runs. The first one is --since start
  FILE…         log files, also .gz; without any, the log that the environment or .env names: the database ACCESS_LOG_URL,
                or ACCESS_LOG_FILE and the rotated files beside it (ACCESS_LOG_FILE.*, ACCESS_LOG_FILE-*)

The table has 100 columns. It shortens long ids in the middle (…); --csv and --json print everything:

  OUTCOME       the result of a write, otherwise the HTTP status; "begun" before a write is sent to the EHR
  RECORDS       how many records were returned; "2 of 5" if three were left out, "2 of 2+" if a source did not answer
  GROUND        why access was granted (acts+reg: acts_for and register), or "refused"
  CALLER        the caller's personal number, otherwise their "sub"

Whether the log was changed:

  verify        checks that each entry carries the hash of the one before it, in the files or of each instance in the
                database, and names each that does not, with an id of the break. What it cannot see is an end that was cut
                off: --head prints the latest hash of each chain, to be kept elsewhere; --expect HASH, or --expect-heads with
                a file of what --head printed, says if one is gone
  --known LIST  a file of breaks that were looked at, a line each: the id of the break and the reason. They are no failure
  --after E     begins after an entry: its hash in files, its number in a database
  --strict      the exit status is 3 for what is in order but cannot be proved; it is 1 for a break in any case

For a database (ACCESS_LOG_URL of a role that owns the tables):

  migrate       creates missing tables, roles and monthly partitions; changes nothing if none is missing.
                --months N: how many months of partitions ahead (24)
  retain        drops the months that are more than N whole months ago, after asking; --yes does not ask. N is at least the
                region's retentionMonths (60). --hold stops it for a legal hold, until --release

For lines that are not entries, standard error has their count and the number of the first one in each file. The exit status
is 1 if a line or a file could not be read, because entries may be missing. It is 0 if everything was read, even if nothing
was found.`;

const patientOf = async (given: string, isReserve: boolean | undefined): Promise<string> => {
  const written = given === '-' ? await secretLine('Patient number (not shown): ') : given;
  const rules = isReserve ? { reserve: /^\S+$/ } : {};
  const patient = parsePatientNumber(written, rules);
  if (patient === undefined) {
    throw new UsageError(
      '--patient: 12 digits, or 8 digits, a hyphen and 4, with a correct check digit; or any number with --reserve.',
    );
  }
  return patient;
};

const report = ({ file, lines, what }: Trouble) =>
  warn(`${visible(file)}${lines === undefined ? '' : `:${lines.first}`}: ${what}`);

/** Waits for a slower reader, so unread output does not fill the memory. */
const printPaced = async (line: string) => {
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
  since: { type: 'string' },
  format: { type: 'string' },
} as const;

/** Options that say which entries are read. */
const selecting = ['patient', 'reserve', 'caller', 'from', 'to'] as const;

/** Milliseconds after the end of a month in which its last entries may still be written. */
const graceMs = 3_600_000;

type Values = ReturnType<typeof readArguments<{ options: typeof options }>>['values'];

/** Reads from the options which entries to print, and how. */
const printing = async (values: Values): Promise<{ filter: EntryFilter; printer: Printer; of: string }> => {
  if (values.export !== undefined) {
    const others = [...selecting, 'csv', 'json'] as const;
    const other = others.find(name => values[name] !== undefined);
    if (other !== undefined) throw new UsageError(`--${other} does not go with --export.`);
    const printer = exportPrinter(values.format ?? 'csv', printPaced);
    return { filter: monthPeriod(values.export), printer, of: 'the month' };
  }
  if (values.format !== undefined) throw new UsageError('--format goes with --export and --since.');
  const period = periodOf(values.from, values.to);
  const { patient, caller } = values;
  if (patient === undefined && caller === undefined) {
    throw new UsageError('Whose entries? Give --patient, --caller, or both.');
  }
  const subject = patient === undefined ? undefined : await patientOf(patient, values.reserve);
  const forPeople = subject === undefined ? callerTable : patientTable;
  if (values.csv && values.json) throw new UsageError('--csv or --json, not both.');
  const rendering = values.json ? asJsonLines : forPeople;
  const printer = linePrinter(values.csv ? asCsv : rendering, printPaced);
  const of = subject === undefined ? 'the caller' : 'the patient';
  return { filter: { subject, caller, ...period }, printer, of };
};

type EntrySource<T> = {
  /** Display name of what is read. */
  readonly name: string;
  /** Passes the entries to `visit`, and what could not be read to `onTrouble`. */
  read(visit: (entry: AccessEntry) => Promise<void>): Promise<T>;
};

/** Prints entries while they are read, and then how many there were. Resolves with what reading gave, and the exit status. */
const printEntries = async <T>(
  open: (onTrouble: OnTrouble) => EntrySource<T>,
  { printer, of }: { printer: Printer; of: string },
): Promise<{ result: T; status: number }> => {
  let [entries, troubles] = [0, 0];
  const source = open(trouble => {
    troubles += trouble.lines?.count ?? 1;
    waiting.clear();
    report(trouble);
  });
  const waiting = progress(() => `reading ${source.name}: ${counted(entries, 'entry', 'entries')} so far`);
  await printer.begin();
  const result = await source.read(async entry => {
    entries++;
    waiting.clear();
    await printer.entry(entry);
  });
  waiting.end();
  await printer.end();
  warn(`${counted(entries, 'entry', 'entries')} of ${of} in ${source.name}.`);
  if (troubles > 0) {
    warn(`${counted(troubles, 'line or file', 'lines or files')} could not be read: entries may be missing.`);
  }
  return { result, status: troubles > 0 ? 1 : 0 };
};

/** Prints the entries after a cursor, and last the cursor after them. */
const runSince = async (cursor: string, values: Values, files: readonly string[]): Promise<number> => {
  const other = [...selecting, 'csv', 'json', 'export'] as const;
  const wrong = other.find(name => values[name] !== undefined);
  if (wrong !== undefined) throw new UsageError(`--${wrong} does not go with --since.`);
  const printer = exportPrinter(values.format ?? 'json', printPaced);
  const { result, status } = await printEntries(
    onTrouble => {
      const source = cursorSource(files, onTrouble);
      return { name: source.name, read: visit => source.read(cursor, visit) };
    },
    { printer, of: 'the time since the cursor' },
  );
  warn(`cursor: ${result}`);
  return status;
};

const runRead = async (argv: readonly string[]): Promise<number> => {
  const { values, positionals } = readArguments({ args: [...argv], options, allowPositionals: true });
  if (values.since !== undefined) return runSince(values.since, values, positionals);
  const { filter, ...printed } = await printing(values);
  const { status } = await printEntries(onTrouble => {
    const source = entrySource(positionals, onTrouble);
    return { name: source.name, read: visit => source.read(filter, visit) };
  }, printed);
  if (
    values.export !== undefined &&
    filter.before !== undefined &&
    Date.now() < filter.before.getTime() + graceMs
  )
    warn(`${values.export} is not over, or was until a moment ago: export it again later.`);
  return status;
};

export const accessLog = commandTool({
  name: 'access-log',
  usage,
  commands: { migrate: runMigrate, retain: runRetain, verify: runVerify },
  otherwise: runRead,
});
