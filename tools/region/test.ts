// npm run region -- test: the samples of a region's tables against what is expected of them, and damaged in each value.
import { resolve } from 'node:path';
import { samplesOf, strangersAmong } from '../../src/adapters/ehr/table/samples/folder.ts';
import type { Region } from '../../src/config/region/region.ts';
import { readArguments } from '../arguments.ts';
import { print, Refusal, UsageError, visible } from '../command.ts';
import { counted } from '../terminal/words.ts';
import { loadRegion, patientIn } from './profile.ts';
import type { SampleOfSystem } from './sample-answer.ts';
import { type TestedSample, testSample } from './test-sample.ts';

/** What is found beside the tables of a region. */
const besideTables = <T>(
  { systems }: Region,
  find: (tables: string, system: Region['systems'][number]) => readonly T[],
): readonly T[] =>
  systems.flatMap(system => {
    const { tables } = system.profileMembers as { readonly tables?: unknown };
    return typeof tables === 'string' ? find(resolve(system.profileFolder, tables), system) : [];
  });

/** The samples beside the tables of a region. */
export const samplesIn = (region: Region): readonly SampleOfSystem[] =>
  besideTables(region, (tables, system) => samplesOf(tables).map(sample => ({ ...sample, system })));
const strangersIn = (region: Region): readonly string[] => besideTables(region, strangersAmong);

/** How many damages that passed are named. */
const mostNamed = 20;

export const runTest = async (argv: readonly string[]): Promise<number> => {
  const { values, positionals } = readArguments(argv, {
    options: {
      patient: { type: 'string' },
      id: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
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
  const patient = values.patient === undefined ? undefined : await patientIn(values.patient, region);
  if (samples.length === 0) throw new Refusal('The tables have no samples, such as samples/contacts-1.json.');
  const tested: TestedSample[] = [];
  for (const sample of samples) {
    const one = await testSample(sample, region, { patient, id: values.id });
    tested.push(one);
    const isFailure = one.faults.length > 0;
    if (values.json) continue;
    print(`${isFailure ? 'FAILED ' : 'ok     '} ${one.name}`, { isFailure });
    for (const fault of one.faults) print(`  ${fault}`);
  }
  const sum = (of: (one: TestedSample) => number) => tested.reduce((total, one) => total + of(one), 0);
  const silent = tested.flatMap(one => one.silent);
  const damages = sum(one => one.damages);
  const ignored = sum(one => one.ignored);
  if (values.json) {
    const named = tested.map(({ name, faults }) => ({ name, faults }));
    print(JSON.stringify({ samples: named, damages, silent, ignored }, undefined, 2));
  } else {
    print();
    print(
      `${counted(damages, 'damage')}: ${silent.length} published in silence, ${ignored} in values of which nothing is published`,
    );
    for (const { sample, where, path, before, after } of silent.slice(0, mostNamed))
      print(`  in silence: ${visible(`${sample}: ${where}: ${path} was ${before}, and is ${after}`)}`);
  }
  return silent.length > 0 || tested.some(({ faults }) => faults.length > 0) ? 1 : 0;
};
