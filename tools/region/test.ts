// npm run region -- test: the samples of a region's tables against what is expected of them, and damaged in each value.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type SampleFile, samplesOf } from '../../src/adapters/ehr/table/samples/folder.ts';
import type { Region } from '../../src/config/region/region.ts';
import { isFailure } from '../../src/domain/model/failure.ts';
import { isJsonList, isJsonObject, type Json } from '../../src/domain/model/json.ts';
import type { RecordKind } from '../../src/domain/records/index.ts';
import { parseStrictJson } from '../../src/json/strict-json.ts';
import { readArguments } from '../arguments.ts';
import { print, Refusal, UsageError } from '../command.ts';
import { counted } from '../terminal/words.ts';
import { loadRegion } from './profile.ts';
import { leftOutInWords } from './reading.ts';
import { reasonOf } from './reasons.ts';
import { onlySystem, patientOfFile, translateFile } from './translation.ts';

/** The samples of all tables of a region. */
const samplesIn = ({ systems }: Region): readonly SampleFile[] =>
  systems.flatMap(({ profileMembers, profileFolder }) => {
    const { tables } = profileMembers as { readonly tables?: unknown };
    return typeof tables === 'string' ? samplesOf(resolve(profileFolder, tables)) : [];
  });

/** What became of a sample: its records and what was left out, or the failure. */
type Outcome =
  | { readonly records: readonly string[]; readonly leftOut: readonly string[] }
  | { readonly failure: string };

const outcomeOf = async (
  file: Uint8Array,
  kind: RecordKind,
  region: Region,
  patientFrom: Uint8Array,
): Promise<Outcome> => {
  try {
    const patient = patientOfFile(patientFrom, region);
    const { records, leftOut } = await translateFile(file, { region, kind, patient });
    return { records, leftOut: leftOutInWords(leftOut) };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { failure: reasonOf(error) };
  }
};

/** Copies of a JSON value in which one value is an object that no record can hold. */
const damagedJson = (whole: Json): string[] => {
  const all: string[] = [];
  const walk = (value: Json, rebuild: (inner: Json) => Json): void => {
    if (isJsonList(value))
      for (const [at, item] of value.entries()) walk(item, inner => rebuild(value.with(at, inner) as Json));
    else if (isJsonObject(value))
      for (const [name, member] of Object.entries(value))
        walk(member ?? null, inner => rebuild({ ...value, [name]: inner }));
    else if (value !== null && value !== '') all.push(JSON.stringify(rebuild({ damaged: true })));
  };
  walk(whole, inner => inner);
  return all;
};

/** Copies of an XML text in which one text is an element. */
const damagedXml = (text: string): string[] =>
  [...text.matchAll(/>[^<>]*[^<>\s][^<>]*</g)].map(
    ({ index, 0: found }) => `${text.slice(0, index)}><damaged/><${text.slice(index + found.length)}`,
  );

const damagesOf = (file: Buffer): Buffer[] => {
  const text = file.toString('utf8').replace(/^\ufeff/, '');
  const damaged = text.trimStart().startsWith('<')
    ? damagedXml(text)
    : damagedJson(parseStrictJson(text, { exact: true }));
  return damaged.map(one => Buffer.from(one));
};

/** What nobody would see of a damage. */
type Silence = 'silent' | 'ignored' | undefined;

const silenceOf = (right: Outcome, damaged: Outcome): Silence => {
  if ('failure' in right || 'failure' in damaged) return undefined;
  if (!isDeepStrictEqual(right.leftOut, damaged.leftOut)) return undefined;
  return isDeepStrictEqual(right.records, damaged.records) ? 'ignored' : 'silent';
};

const compared = (outcome: Outcome, { expected }: SampleFile): string[] => {
  if ('failure' in outcome) return [outcome.failure];
  if (!existsSync(expected))
    return [`there is no ${expected}: translate prints what to look at and save there`];
  const wanted = JSON.parse(readFileSync(expected, 'utf8'));
  const same = isDeepStrictEqual(
    outcome.records.map(record => JSON.parse(record)),
    wanted,
  );
  return [...(same ? [] : ['the records are not those that are expected']), ...outcome.leftOut];
};

export const runTest = async (argv: readonly string[]): Promise<number> => {
  const { positionals } = readArguments({ args: [...argv], options: {}, allowPositionals: true });
  const [path = '', ...more] = positionals;
  if (path === '' || more.length > 0) throw new UsageError('Which profile? Name one file.');
  const region = await loadRegion(path, { isOffline: true });
  const samples = samplesIn(region);
  if (samples.length === 0) throw new Refusal('The tables have no samples, such as samples/contacts-1.json.');
  let wrong = 0;
  const silences: Silence[] = [];
  for (const sample of samples) {
    const { name, kind, file } = sample;
    const bytes = readFileSync(file);
    const only = onlySystem(region, kind);
    const right = await outcomeOf(bytes, kind, only, bytes);
    const faults = compared(right, sample);
    if (faults.length > 0) wrong++;
    print(`${faults.length === 0 ? 'ok     ' : 'FAILED '} ${name}`, { isFailure: faults.length > 0 });
    for (const fault of faults) print(`  ${fault}`);
    for (const damaged of damagesOf(bytes))
      silences.push(silenceOf(right, await outcomeOf(damaged, kind, only, bytes)));
  }
  const silent = silences.filter(one => one === 'silent').length;
  const ignored = silences.filter(one => one === 'ignored').length;
  print();
  print(
    `${counted(silences.length, 'damage')}: ${silent} published in silence, ${ignored} in values that the tables ignore`,
  );
  return wrong > 0 || silent > 0 ? 1 : 0;
};
