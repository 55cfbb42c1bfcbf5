// Tests a saved answer beside a region's tables: against the records that are expected of it, and damaged in each value.
import { existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { SampleFile } from '../../src/adapters/ehr/table/samples/folder.ts';
import type { Region } from '../../src/config/region/region.ts';
import { isFailure } from '../../src/domain/model/failure.ts';
import { isJsonList, isJsonObject, type Json } from '../../src/domain/model/json.ts';
import { parsePatientNumber } from '../../src/domain/model/patient-number.ts';
import { Refusal } from '../command.ts';
import { damagesOf } from './damages.ts';
import { type LeftOut, leftOutInWords } from './left-out-words.ts';
import { reasonOf } from './reasons.ts';
import { type Asked, onlySystem, patientOfFile, translateFile } from './translation.ts';

/** What became of a sample: its records and what was left out, or the failure. */
type Outcome =
  | { readonly records: readonly string[]; readonly leftOut: readonly LeftOut[] }
  | { readonly failure: string };

/** Whose samples they are; the patient is by default the first whose number a sample has. */
type Whose = Pick<Asked, 'patient' | 'id'>;

const outcomeOf = async (file: Uint8Array, asked: Asked): Promise<Outcome> => {
  try {
    const { records, leftOut } = await translateFile(file, asked);
    return { records, leftOut };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { failure: reasonOf(error) };
  }
};

/** What nobody would see of a damage. */
type Silence = 'silent' | 'ignored' | undefined;

const keyOf = ({ count, reason, path = '' }: LeftOut): string => `${count} ${reason} ${path}`;

const silenceOf = (right: Outcome, damaged: Outcome): Silence => {
  if ('failure' in right || 'failure' in damaged) return undefined;
  // Each translation is a request of its own, whose id its events have.
  if (!isDeepStrictEqual(right.leftOut.map(keyOf), damaged.leftOut.map(keyOf))) return undefined;
  return isDeepStrictEqual(right.records, damaged.records) ? 'ignored' : 'silent';
};

const recordsOf = (outcome: Outcome): Json =>
  'records' in outcome ? outcome.records.map(record => JSON.parse(record) as Json) : [];

/** The first value in which two of them differ. */
const firstChange = (
  before: Json | undefined,
  after: Json | undefined,
  path = '',
): Omit<Silent, 'sample' | 'where'> => {
  const isPart = (value: Json | undefined) => isJsonObject(value) || isJsonList(value);
  if (isPart(before) && isPart(after)) {
    const [first, second] = [before, after] as Readonly<Record<string, Json>>[];
    const name = Object.keys({ ...first, ...second }).find(
      key => !isDeepStrictEqual(first?.[key], second?.[key]),
    );
    if (name !== undefined)
      return firstChange(first?.[name], second?.[name], path === '' ? name : `${path}/${name}`);
  }
  const shown = (value: Json | undefined) => JSON.stringify(value) ?? 'nothing';
  return { path, before: shown(before), after: shown(after) };
};

/** What is expected of a sample: the records alone, or what `translate --json` prints, which says too what is left out. */
type Expected = { readonly records: unknown; readonly leftOut: readonly LeftOut[] };

const readExpected = (file: string): Expected => {
  const written = JSON.parse(readFileSync(file, 'utf8')) as Expected | unknown[];
  return Array.isArray(written) ? { records: written, leftOut: [] } : written;
};

/** The events that only the first of two lists has, in words. */
const without = (events: readonly LeftOut[], others: readonly LeftOut[]): string[] => {
  const rest = others.map(keyOf);
  const own = events.filter(event => {
    const at = rest.indexOf(keyOf(event));
    if (at !== -1) rest.splice(at, 1);
    return at === -1;
  });
  return leftOutInWords(own);
};

const differences = (outcome: Outcome, { expected }: SampleFile): string[] => {
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

/** A sample that has been translated. */
type Compared = {
  readonly bytes: Buffer;
  readonly asked: Asked;
  readonly right: Outcome;
  readonly faults: readonly string[];
};

/** What a test of a sample has found. */
export type TestedSample = {
  readonly name: string;
  /** How it differs from what is expected of it, in words. */
  readonly faults: readonly string[];
  /** How many damages were made, and how many of them in values of which nothing is published. */
  readonly damages: number;
  readonly ignored: number;
  /** Where the damages are that changed a record without being counted. */
  readonly silent: readonly Silent[];
};

/** A damage that passed: where it was done, and the first published value that it changed. */
export type Silent = {
  readonly sample: string;
  readonly where: string;
  readonly path: string;
  readonly before: string;
  readonly after: string;
};

/** Whose a sample is, by the file beside it: `{ "patient": "191212121212", "id": "K-7" }`. */
const ownerBeside = ({ patient: file }: SampleFile, { numbers }: Region): Partial<Whose> => {
  if (!existsSync(file)) return {};
  const { patient, id } = JSON.parse(readFileSync(file, 'utf8')) as { patient?: string; id?: string };
  const number = patient === undefined ? undefined : parsePatientNumber(patient, numbers);
  if (patient !== undefined && number === undefined)
    throw new Refusal(`${file}: not the number of a patient.`);
  return { ...(number === undefined ? {} : { patient: number }), ...(id === undefined ? {} : { id }) };
};

/** Translates a sample, and says how it differs from what is expected of it. */
export const compareSample = async (sample: SampleFile, region: Region, whose: Whose): Promise<Compared> => {
  const { kind, file, table } = sample;
  const bytes = readFileSync(file);
  const only = onlySystem(region, kind);
  const { patient, id } = { ...whose, ...ownerBeside(sample, region) };
  const asked: Asked = { kind, region: only, patient: patient ?? patientOfFile(bytes, only), id, table };
  const right = await outcomeOf(bytes, asked);
  return { bytes, asked, right, faults: differences(right, sample) };
};

/** Compares a sample with what is expected of it, and damages each of its values. */
export const testSample = async (sample: SampleFile, region: Region, whose: Whose): Promise<TestedSample> => {
  const { name } = sample;
  const { bytes, asked, right, faults } = await compareSample(sample, region, whose);
  const silent: Silent[] = [];
  let [damages, ignored] = [0, 0];
  for (const { where, bytes: damaged } of damagesOf(bytes)) {
    const outcome = await outcomeOf(damaged, asked);
    const silence = silenceOf(right, outcome);
    damages++;
    if (silence === 'ignored') ignored++;
    if (silence === 'silent')
      silent.push({ sample: name, where, ...firstChange(recordsOf(right), recordsOf(outcome)) });
  }
  return { name, faults, damages, ignored, silent };
};
