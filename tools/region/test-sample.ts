// Tests a saved answer beside a region's tables: against the records that are expected of it, and damaged in each value.
import { existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { SampleFile } from '../../src/adapters/ehr/table/samples/folder.ts';
import type { Region } from '../../src/config/region/region.ts';
import { isFailure } from '../../src/domain/model/failure.ts';
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
  readonly silent: readonly string[];
};

/** Translates a sample, and says how it differs from what is expected of it. */
export const compareSample = async (
  sample: SampleFile,
  region: Region,
  { patient, id }: Whose,
): Promise<Compared> => {
  const { kind, file } = sample;
  const bytes = readFileSync(file);
  const only = onlySystem(region, kind);
  const asked: Asked = { kind, region: only, patient: patient ?? patientOfFile(bytes, only), id };
  const right = await outcomeOf(bytes, asked);
  return { bytes, asked, right, faults: differences(right, sample) };
};

/** Compares a sample with what is expected of it, and damages each of its values. */
export const testSample = async (sample: SampleFile, region: Region, whose: Whose): Promise<TestedSample> => {
  const { name } = sample;
  const { bytes, asked, right, faults } = await compareSample(sample, region, whose);
  const silent: string[] = [];
  let [damages, ignored] = [0, 0];
  for (const { where, bytes: damaged } of damagesOf(bytes)) {
    const silence = silenceOf(right, await outcomeOf(damaged, asked));
    damages++;
    if (silence === 'ignored') ignored++;
    if (silence === 'silent') silent.push(`${name}: ${where}`);
  }
  return { name, faults, damages, ignored, silent };
};
