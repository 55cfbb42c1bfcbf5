// `npm run fuzz`: damages answers of the EHR at random, several places at a time, and prints the first answer that the service
// takes for something else.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { seededNumbers } from '../../../../sandbox/extracts/xml/variation.ts';
import type { SourceKind } from '../../../../src/domain/records/index.ts';
import { damageHarness as extracts } from '../extracts/damage-harness.ts';
import { randomExtracts } from '../extracts/random-extracts.ts';
import { damageHarness as fhir } from '../fhir/damage-harness.ts';
import { damageHarness as rivta } from '../rivta/damage-harness.ts';
import { randomDocuments } from '../rivta/random-documents.ts';
import { damagesIn as tables } from '../table/damage-harness.ts';
import { openmrsDamages as openmrs } from '../table/openmrs/damage-harness.ts';
import type { DamageHarness, RunningAdapter } from './damage-harness.ts';
import {
  type Damage,
  damagesOf,
  judgeDamage,
  type Prepared,
  parsed,
  prepare,
  prepareWith,
  publishedWithout,
  startAdapter,
} from './damages.ts';
import type { Edit } from './document.ts';
import { hostileDamages } from './hostile-texts.ts';
import type { RightAnswer } from './intercepting-ehr.ts';
import { uncounted, unnoticed } from './judge.ts';

/** Random right answers to a request; undefined if there are none for it. */
type RandomAnswer = (request: string, seed: number) => Uint8Array | undefined;

type Region = {
  readonly harness: DamageHarness;
  readonly randomAnswer?: RandomAnswer;
  /** Values of random answers that may be published or counted together with others: whether one is there may not show. */
  readonly coinciding?: RegExp;
};

const regions: Readonly<Record<string, Region>> = {
  extracts: { harness: extracts, randomAnswer: randomExtracts },
  rivta: {
    harness: rivta,
    randomAnswer: randomDocuments,
    // Agents of the same name are one agent. The causes and the day of a death count once, together. A random status is unknown already.
    coinciding: /\/hypersensitivityAgent$|\/Personpost\/Avregistrering\/|\/prescriptionStatus$/,
  },
  fhir: { harness: fhir },
  'table-json': { harness: tables('json') },
  'table-xml': { harness: tables('xml') },
  'table-openmrs': { harness: openmrs },
};

const usage = `npm run fuzz -- [--minutes N] [--region NAME | --harness FILE] [--seed N]

--minutes N    how long, 10 by default; the regions take turns
--region NAME  ${Object.keys(regions).join(', ')}; by default all of them
--harness FILE an adapter of your own: a file that exports its damageHarness
--seed N       where to begin: a finding names the seed that repeats it`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    region: { type: 'string' },
    harness: { type: 'string' },
    seed: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});

const write = (text: string) => process.stdout.write(`${text}\n`);

const isInside = ({ place: { steps } }: Edit, { place: outer }: Edit) =>
  steps.length > outer.steps.length && outer.steps.every((step, at) => step === steps[at]);

/** Some of the damages at once. Of two, one inside the other, the outer one is made. */
const combined = (damages: readonly Damage[], random: () => number): Damage => {
  const count = 1 + Math.floor(random() * 4);
  const picked = Array.from({ length: count }, () => damages[Math.floor(random() * damages.length)]);
  const edits = picked.flatMap(damage => damage?.edits ?? []);
  const places = new Set<string>();
  return {
    edits: edits.filter(edit => {
      const place = edit.place.steps.join('/');
      if (places.has(place) || edits.some(other => isInside(edit, other))) return false;
      places.add(place);
      return true;
    }),
  };
};

/** The random numbers of one damage: the seed alone decides them. */
const choose = <T>(items: readonly T[], random: () => number): T => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new TypeError('nothing to choose from');
  return item;
};

type Running = {
  readonly region: Region;
  readonly adapter: RunningAdapter;
  readonly prepared: Map<SourceKind, Prepared>;
};

const start = async (region: Region): Promise<Running> => {
  const adapter = await startAdapter(region.harness);
  const prepared = new Map<SourceKind, Prepared>();
  for (const kind of Object.keys(region.harness.kinds) as SourceKind[])
    prepared.set(kind, await prepare(adapter, kind));
  return { region, adapter, prepared };
};

/** Damages one answer. Returns what is found, in words. */
const damageOne = async ({ region, prepared }: Running, seed: number): Promise<readonly string[]> => {
  const random = seededNumbers(seed);
  const [kind, right] = choose([...prepared], random);
  const [request, places] = choose(Object.entries(region.harness.kinds[kind]?.answers ?? {}), random);
  const answer = right.answers.find(candidate => candidate.request === request);
  if (answer === undefined) throw new TypeError(`no answer of ${request}`);
  const bytes = random() < 0.5 ? region.randomAnswer?.(request, seed) : undefined;
  const given: RightAnswer = bytes === undefined ? answer : { ...answer, bytes: Buffer.from(bytes) };
  const base = bytes === undefined ? right : await prepareWith(right, given);
  // A random answer may be unusable as it is, or a record of it may say nothing and be left out; then there is nothing to compare with.
  const { failure, leftOut } = base.good.plain;
  if (failure !== undefined || (bytes !== undefined && leftOut.records > 0)) return [];
  const document = parsed(region.harness, given.bytes);
  const damages = [...damagesOf(document, places, region.harness), ...hostileDamages(document)];
  const damage = combined(damages, random);
  const without = publishedWithout(base, given, document);
  const damaged = { answer: given, places, document, damage, without, inInterval: random() < 0.5 };
  const { findings } = await judgeDamage(base, damaged);
  const [edit] = damage.edits;
  const coincides = bytes !== undefined && edit !== undefined && region.coinciding?.test(edit.place.path);
  if (coincides !== true) return findings;
  return findings.filter(finding => !finding.endsWith(unnoticed) && !finding.endsWith(uncounted));
};

/** The regions to fuzz, by the option that names each. */
const chosenRegions = async (): Promise<ReadonlyMap<string, Region>> => {
  const { region: name, harness: file } = values;
  if (file !== undefined) {
    const { damageHarness: harness } = (await import(pathToFileURL(resolve(file)).href)) as {
      readonly damageHarness?: DamageHarness;
    };
    if (harness === undefined) throw new Error(`${file} exports no damageHarness\n\n${usage}`);
    return new Map([[`--harness ${file}`, { harness }]]);
  }
  const all = Object.entries(regions).filter(([key]) => name === undefined || key === name);
  if (all.length === 0) throw new Error(`no region is called ${name}\n\n${usage}`);
  return new Map(all.map(([key, region]) => [`--region ${key}`, region]));
};

const fuzz = async (): Promise<boolean> => {
  const chosen = await chosenRegions();
  const options = [...chosen.keys()];
  const first = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
  write(`seed ${first}`);
  const running = await Promise.all([...chosen.values()].map(start));
  const end = performance.now() + Number(values.minutes) * 60_000;
  let count = 0;
  let findings: readonly string[] = [];
  // At least one, so a seed repeats its finding even with --minutes 0.
  do {
    for (const [at, target] of running.entries()) {
      findings = await damageOne(target, first + count);
      if (findings.length === 0) continue;
      write(findings.join('\n'));
      write(`Again: npm run fuzz -- ${options[at]} --seed ${first + count} --minutes 0`);
      break;
    }
    count++;
  } while (findings.length === 0 && performance.now() < end);
  await Promise.all(running.map(({ adapter }) => adapter.close()));
  write(
    `${count * running.length} damaged answers, ${findings.length === 0 ? 'nothing' : 'something'} found`,
  );
  return findings.length === 0;
};

if (values.help === true) write(usage);
else process.exitCode = (await fuzz()) ? 0 : 1;
