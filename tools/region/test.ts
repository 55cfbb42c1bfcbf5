// npm run region -- test: the samples of a region's tables against what is expected of them, and damaged in each value.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type SampleFile, samplesOf, strangersAmong } from '../../src/adapters/ehr/table/samples/folder.ts';
import type { Region } from '../../src/config/region/region.ts';
import { isFailure } from '../../src/domain/model/failure.ts';
import type { PatientNumber } from '../../src/domain/model/patient-number.ts';
import type { RecordKind } from '../../src/domain/records/index.ts';
import { readArguments } from '../arguments.ts';
import { print, Refusal, UsageError, visible } from '../command.ts';
import { counted } from '../terminal/words.ts';
import { damagesOf } from './damages.ts';
import { loadRegion, patientIn } from './profile.ts';
import { type LeftOut, leftOutInWords } from './reading.ts';
import { reasonOf } from './reasons.ts';
import { onlySystem, patientOfFile, translateFile } from './translation.ts';

/** What is found beside the tables of a region. */
const besideTables = <T>({ systems }: Region, find: (tables: string) => readonly T[]): readonly T[] =>
  systems.flatMap(({ profileMembers, profileFolder }) => {
    const { tables } = profileMembers as { readonly tables?: unknown };
    return typeof tables === 'string' ? find(resolve(profileFolder, tables)) : [];
  });

const samplesIn = (region: Region): readonly SampleFile[] => besideTables(region, samplesOf);
const strangersIn = (region: Region): readonly string[] => besideTables(region, strangersAmong);

/** What became of a sample: its records and what was left out, or the failure. */
type Outcome =
  | { readonly records: readonly string[]; readonly leftOut: readonly LeftOut[] }
  | { readonly failure: string };

const outcomeOf = async (
  file: Uint8Array,
  { kind, region, patientOf }: { kind: RecordKind; region: Region; patientOf: () => PatientNumber },
): Promise<Outcome> => {
  try {
    const { records, leftOut } = await translateFile(file, { region, kind, patient: patientOf() });
    return { records, leftOut };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { failure: reasonOf(error) };
  }
};

/** What nobody would see of a damage. */
type Silence = 'silent' | 'ignored' | undefined;

const silenceOf = (right: Outcome, damaged: Outcome): Silence => {
  if ('failure' in right || 'failure' in damaged) return undefined;
  if (!isDeepStrictEqual(right.leftOut, damaged.leftOut)) return undefined;
  return isDeepStrictEqual(right.records, damaged.records) ? 'ignored' : 'silent';
};

/** What is expected of a sample: the records alone, or what `translate --json` prints, which says too what is left out. */
type Expected = { readonly records: unknown; readonly leftOut: readonly LeftOut[] };

const readExpected = (file: string): Expected => {
  const written = JSON.parse(readFileSync(file, 'utf8')) as Expected | unknown[];
  return Array.isArray(written) ? { records: written, leftOut: [] } : written;
};

const textOf = ({ count, reason, path }: LeftOut): string => leftOutInWords([{ count, reason, path }]).join();

/** The events that only one of two lists has. */
const without = (events: readonly LeftOut[], others: readonly LeftOut[]): string[] => {
  const rest = others.map(textOf);
  return events.map(textOf).filter(text => {
    const at = rest.indexOf(text);
    if (at !== -1) rest.splice(at, 1);
    return at === -1;
  });
};

const compared = (outcome: Outcome, { expected }: SampleFile): string[] => {
  if ('failure' in outcome) return [outcome.failure];
  if (!existsSync(expected))
    return [`there is no ${expected}: translate --json prints what to look at and save there`];
  const { records, leftOut } = readExpected(expected);
  const same = isDeepStrictEqual(
    outcome.records.map(record => JSON.parse(record)),
    records,
  );
  return [
    ...(same ? [] : ['the records are not those that are expected']),
    ...without(outcome.leftOut, leftOut).map(text => `not expected: ${text}`),
    ...without(leftOut, outcome.leftOut).map(text => `expected, but not left out: ${text}`),
  ];
};

/** How many damages that passed are named. */
const mostNamed = 20;

export const runTest = async (argv: readonly string[]): Promise<number> => {
  const { values, positionals } = readArguments({
    args: [...argv],
    options: { patient: { type: 'string' } },
    allowPositionals: true,
  });
  const [path = '', ...more] = positionals;
  if (path === '' || more.length > 0) throw new UsageError('Which profile? Name one file.');
  const region = await loadRegion(path, { isOffline: true });
  const samples = samplesIn(region);
  const strangers = strangersIn(region);
  if (strangers.length > 0)
    throw new Refusal(
      `${strangers.join(', ')}: not the name of a sample, which is that of its table and a number, as contacts-1.json.`,
    );
  const named = values.patient === undefined ? undefined : await patientIn(values.patient, region);
  if (samples.length === 0) throw new Refusal('The tables have no samples, such as samples/contacts-1.json.');
  let wrong = 0;
  const silences: Silence[] = [];
  const passed: string[] = [];
  for (const sample of samples) {
    const { name, kind, file } = sample;
    const bytes = readFileSync(file);
    const only = onlySystem(region, kind);
    const asked = { kind, region: only, patientOf: () => named ?? patientOfFile(bytes, only) };
    const right = await outcomeOf(bytes, asked);
    const faults = compared(right, sample);
    if (faults.length > 0) wrong++;
    print(`${faults.length === 0 ? 'ok     ' : 'FAILED '} ${name}`, { isFailure: faults.length > 0 });
    for (const fault of faults) print(`  ${fault}`);
    for (const { where, bytes: damaged } of damagesOf(bytes)) {
      const silence = silenceOf(right, await outcomeOf(damaged, asked));
      silences.push(silence);
      if (silence === 'silent') passed.push(`${name}: ${where}`);
    }
  }
  const silent = silences.filter(one => one === 'silent').length;
  const ignored = silences.filter(one => one === 'ignored').length;
  print();
  print(
    `${counted(silences.length, 'damage')}: ${silent} published in silence, ${ignored} in values that the tables ignore`,
  );
  for (const where of passed.slice(0, mostNamed)) print(`  in silence: ${visible(where)}`);
  return wrong > 0 || silent > 0 ? 1 : 0;
};
