// The commands that print entries: what was asked for, a sample, a patient's own list, a month, or what is new since a cursor.
import { once } from 'node:events';
import type { AdministrationAct } from '../../src/adapters/access-log/administration.ts';
import type { EntryFilter } from '../../src/adapters/access-log/database/read.ts';
import type { AccessEntry } from '../../src/ports/access-log.ts';
import { readArguments } from '../arguments.ts';
import { UsageError, visible, warn } from '../command.ts';
import { progress } from '../terminal/progress.ts';
import { counted } from '../terminal/words.ts';
import { recordAct } from './administration.ts';
import type { OnTrouble, Trouble } from './entries.ts';
import { askedInWords, askedMembers, askedOptions, filterOf, patientOf } from './filter-options.ts';
import { monthPeriod, periodOf } from './period.ts';
import { exportPrinter, linePrinter, type Printer } from './printers.ts';
import { asCsv, asJsonLines, entryTable } from './render.ts';
import { newSeed, samplePrinter, sampleSizeOf } from './sample.ts';
import { cursorSource } from './since.ts';
import { entrySource, filesOrDatabase } from './sources.ts';

const report = ({ file, lines, what }: Trouble) =>
  warn(`${visible(file)}${lines === undefined ? '' : `:${lines.first}`}: ${what}`);

/** Waits for a slower reader, so unread output does not fill the memory. */
const printPaced = async (line: string) => {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
};

const options = {
  ...askedOptions,
  csv: { type: 'boolean' },
  json: { type: 'boolean' },
  html: { type: 'boolean' },
  sample: { type: 'string' },
  seed: { type: 'string' },
  'for-patient': { type: 'boolean' },
  'without-own': { type: 'boolean' },
  'newest-first': { type: 'boolean' },
  export: { type: 'string' },
  since: { type: 'string' },
  format: { type: 'string' },
  reason: { type: 'string' },
} as const;

type Option = keyof typeof options;
type Values = ReturnType<typeof readArguments<{ options: typeof options }>>['values'];

/** What is printed, and how. */
type Printing = {
  readonly filter: EntryFilter;
  readonly printer: Printer;
  /** `the patient`, in the line that counts the entries. */
  readonly of: string;
  readonly action: AdministrationAct['action'];
  /** Further lines for standard error. */
  readonly notes?: readonly string[];
  /** In addition to the options. */
  readonly question?: Readonly<Record<string, unknown>>;
};

/** Milliseconds after the end of a month in which its last entries may still be written. */
const graceMs = 3_600_000;

/** Throws `UsageError` for an option that is given and not one of these. */
const requireOnly = (values: Values, name: Option, allowed: readonly Option[]): void => {
  const other = (Object.keys(options) as Option[]).find(
    option => values[option] !== undefined && option !== name && !allowed.includes(option),
  );
  if (other !== undefined) throw new UsageError(`--${other} does not go with --${name}.`);
};

const ofMonth = (values: Values, month: string): Printing => {
  requireOnly(values, 'export', ['format', 'reason']);
  const filter = monthPeriod(month);
  const isOver = Date.now() >= filter.before.getTime() + graceMs;
  return {
    filter,
    printer: exportPrinter(values.format ?? 'csv', printPaced),
    of: 'the month',
    action: 'export',
    notes: isOver ? [] : [`${month} is not over, or was until a moment ago: export it again later.`],
  };
};

const forPatient = async (values: Values): Promise<Printing> => {
  requireOnly(values, 'for-patient', [
    'patient',
    'reserve',
    'from',
    'to',
    'csv',
    'html',
    'without-own',
    'newest-first',
    'reason',
  ]);
  if (values.patient === undefined) throw new UsageError('--for-patient: whose list? Give --patient.');
  if (values.csv && values.html) throw new UsageError('--csv or --html, not both.');
  // Loaded only here: time zones are large.
  const { regionFacts } = await import('./for-patient/region-facts.ts');
  const { patientPrinter } = await import('./for-patient/printer.ts');
  const region = await regionFacts();
  const subject = await patientOf(values.patient, values);
  const form = values.csv ? 'csv' : 'text';
  const printer = patientPrinter({
    form: values.html ? 'html' : form,
    about: {
      patient: subject,
      from: values.from,
      to: values.to,
      withoutOwn: values['without-own'] === true,
      newestFirst: values['newest-first'] === true,
      madeAt: Date.now(),
    },
    region,
    print: printPaced,
  });
  const filter = { subject, ...periodOf(values.from, values.to, region.instantOf) };
  return { filter, printer, of: 'the patient', action: 'read' };
};

const ofQuestion = async (values: Values): Promise<Printing> => {
  if (values.format !== undefined) throw new UsageError('--format goes with --export and --since.');
  for (const option of ['html', 'without-own', 'newest-first'] as const)
    if (values[option]) throw new UsageError(`--${option} goes with --for-patient.`);
  if (values.seed !== undefined && values.sample === undefined)
    throw new UsageError('--seed goes with --sample.');
  if (values.csv && values.json) throw new UsageError('--csv or --json, not both.');
  const size = values.sample === undefined ? undefined : sampleSizeOf(values.sample);
  const period = periodOf(values.from, values.to);
  const filter = await filterOf(values, { period, isSampled: size !== undefined });
  const forPeople = values.json ? asJsonLines : entryTable(askedMembers(filter));
  const printer = linePrinter(values.csv ? asCsv : forPeople, printPaced);
  const of = askedInWords(filter);
  if (size === undefined) return { filter, printer, of, action: 'read' };
  const seed = values.seed ?? newSeed();
  return {
    filter,
    printer: samplePrinter(printer, { size, seed }),
    of,
    action: 'read',
    notes: [`Drawn: ${size} of them at most. The same again: --sample ${size} --seed ${visible(seed)}`],
    question: { seed },
  };
};

const printing = (values: Values): Promise<Printing> | Printing => {
  if (values.export !== undefined) return ofMonth(values, values.export);
  return values['for-patient'] ? forPatient(values) : ofQuestion(values);
};

type Readable<T> = {
  /** Display name of what is read. */
  readonly name: string;
  /** Passes the entries to `visit`, and what could not be read to `onTrouble`. */
  read(visit: (entry: AccessEntry) => Promise<void>): Promise<T>;
};

/** Prints entries while they are read, and then how many there were. Resolves with what reading gave, and the exit status. */
const printEntries = async <T>(
  open: (onTrouble: OnTrouble) => Readable<T>,
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
  await printer.end({ isWhole: troubles === 0 });
  warn(`${counted(entries, 'entry', 'entries')} of ${of} in ${source.name}.`);
  if (troubles > 0) {
    warn(`${counted(troubles, 'line or file', 'lines or files')} could not be read: entries may be missing.`);
  }
  return { result, status: troubles > 0 ? 1 : 0 };
};

/** Prints the entries after a cursor, and last the cursor after them. */
const runSince = async (cursor: string, values: Values, files: readonly string[]): Promise<number> => {
  requireOnly(values, 'since', ['format', 'reason']);
  const printer = exportPrinter(values.format ?? 'json', printPaced);
  const act = { action: 'export', question: { since: cursor }, reason: values.reason } as const;
  await recordAct(filesOrDatabase(files), act);
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

/** The options as they are recorded; the patient as in the log. */
const questionOf = (values: Values, { filter, question }: Printing): Readonly<Record<string, unknown>> => {
  const { reason: _, ...asked } = values;
  const patient = filter.subject === undefined ? {} : { patient: filter.subject };
  return { ...asked, ...patient, ...question };
};

export const runRead = async (argv: readonly string[]): Promise<number> => {
  const { values, positionals } = readArguments(argv, { options, allowPositionals: true });
  if (values.since !== undefined) return runSince(values.since, values, positionals);
  const what = await printing(values);
  const { filter, action, notes = [] } = what;
  const question = questionOf(values, what);
  await recordAct(filesOrDatabase(positionals), { action, question, reason: values.reason });
  const { status } = await printEntries(onTrouble => {
    const source = entrySource(positionals, onTrouble);
    return { name: source.name, read: visit => source.read(filter, visit) };
  }, what);
  for (const note of notes) warn(note);
  return status;
};
