// Tests a saved answer beside a region's tables: against the records that are expected of it, and damaged in each value.
import { existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { SampleFile } from '../../src/adapters/ehr/table/samples/folder.ts';
import type { Region } from '../../src/config/region/region.ts';
import { isJsonList, isJsonObject, type Json } from '../../src/domain/model/json.ts';
import { damagesOf } from './damages.ts';
import { type LeftOut, leftOutInWords } from './left-out-words.ts';
import {
  type Outcome,
  type ReadAnswer,
  type SampleOfSystem,
  sampleReader,
  type Whose,
} from './sample-answer.ts';

/** What clients get, as JSON: records, or the word that there is no such patient or booking. Every other failure is noticed. */
const statement = (outcome: Outcome): string | undefined => {
  if ('records' in outcome) return `[${outcome.records.join(',')}]`;
  const { failure } = outcome;
  return failure === 'patient-unknown' || failure === 'booking-unknown'
    ? JSON.stringify({ failure })
    : undefined;
};

const statementValue = (outcome: Outcome): Json | undefined => {
  const text = statement(outcome);
  return text === undefined ? undefined : (JSON.parse(text) as Json);
};

/** What nobody would see of a damage. */
type Silence = 'silent' | 'ignored' | undefined;

const keyOf = ({ count, reason, path = '' }: LeftOut): string => `${count} ${reason} ${path}`;

const silenceOf = (right: Outcome, damaged: Outcome): Silence => {
  if (statement(damaged) === undefined) return undefined;
  // Each translation is a request of its own, whose id its events have.
  const [before, after] = [right, damaged].map(one => ('leftOut' in one ? one.leftOut.map(keyOf) : []));
  if ('leftOut' in damaged && !isDeepStrictEqual(before, after)) return undefined;
  return statement(right) === statement(damaged) ? 'ignored' : 'silent';
};

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

/** What is expected of a sample: records, or what another answer says, and what is left out; or a failure. */
type Expected =
  | { readonly records: readonly unknown[]; readonly leftOut?: readonly LeftOut[] }
  | { readonly failure: string };

/** Reads what is expected: records alone, what `translate --json` prints, or what the answer of another call says. */
const readExpected = (file: string): Expected => {
  const written = JSON.parse(readFileSync(file, 'utf8')) as Expected | readonly unknown[];
  if (Array.isArray(written)) return { records: written };
  return 'records' in written || 'failure' in written ? (written as Expected) : { records: [written] };
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

/** What a person looks at to say what is expected: `translate --json` prints the records, and the others are short. */
const toLookAt = (outcome: Outcome, answerOf: SampleFile['answerOf']): string => {
  if ('failure' in outcome) return JSON.stringify({ failure: outcome.failure });
  const { records, leftOut } = outcome;
  return 'call' in answerOf
    ? (records[0] ?? '')
    : `{"records":[${records}],"leftOut":${JSON.stringify(leftOut)}}`;
};

const differences = (outcome: Outcome, { expected, answerOf, status }: SampleFile): string[] => {
  if (!existsSync(expected)) {
    const isOfRecords = 'kind' in answerOf && status === 200;
    if (isOfRecords && 'failure' in outcome) return [outcome.reason];
    const seen = isOfRecords
      ? 'translate --json prints what to look at and save there'
      : `look at what to save there: ${toLookAt(outcome, answerOf)}`;
    return [`there is no ${expected}: ${seen}`];
  }
  const wanted = readExpected(expected);
  if ('failure' in outcome)
    return 'failure' in wanted && wanted.failure === outcome.failure ? [] : [outcome.reason];
  if ('failure' in wanted) return [`expected, but not so: the failure ${wanted.failure}`];
  const { records, leftOut = [] } = wanted;
  return [
    ...(isDeepStrictEqual(statementValue(outcome), records)
      ? []
      : ['the records are not those that are expected']),
    ...without(outcome.leftOut, leftOut).map(text => `not expected: ${text}`),
    ...without(leftOut, outcome.leftOut).map(text => `expected, but not left out: ${text}`),
  ];
};

/** A sample that has been translated. */
type Compared = {
  readonly bytes: Buffer;
  readonly read: ReadAnswer;
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

/** Translates a sample, and says how it differs from what is expected of it. */
export const compareSample = async (
  sample: SampleOfSystem,
  region: Region,
  whose: Whose,
): Promise<Compared> => {
  const bytes = readFileSync(sample.file);
  const read = sampleReader(sample, region, whose);
  const right = await read(bytes);
  return { bytes, read, right, faults: differences(right, sample) };
};

/** Compares a sample with what is expected of it, and damages each of its values. */
export const testSample = async (
  sample: SampleOfSystem,
  region: Region,
  whose: Whose,
): Promise<TestedSample> => {
  const { name } = sample;
  const { bytes, read, right, faults } = await compareSample(sample, region, whose);
  const silent: Silent[] = [];
  let [damages, ignored] = [0, 0];
  for (const { where, bytes: damaged } of damagesOf(bytes)) {
    const outcome = await read(damaged);
    const silence = silenceOf(right, outcome);
    damages++;
    if (silence === 'ignored') ignored++;
    if (silence === 'silent')
      silent.push({ sample: name, where, ...firstChange(statementValue(right), statementValue(outcome)) });
  }
  return { name, faults, damages, ignored, silent };
};
