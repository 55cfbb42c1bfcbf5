// Reads a damaged answer, and judges what the service would make of it.
import type { RecordKind } from '../../../../src/domain/records/index.ts';
import type { AnswerPlaces, DamagedKind, DamageHarness, RunningAdapter } from './damage-harness.ts';
import type { Edit, ParsedDocument } from './document.ts';
import { interceptingEhr, type RightAnswer } from './intercepting-ehr.ts';
import { jsonDocument } from './json-document.ts';
import { countsMore, isUncounted, judge, uncounted, unnoticed, type Views } from './judge.ts';
import { type Published, publish, type Readings, readAll } from './published.ts';
import { xmlDocument } from './xml-document.ts';

export const startAdapter = async (harness: DamageHarness): Promise<RunningAdapter> => {
  const simulator = await harness.simulator();
  const fake = await interceptingEhr(simulator.url, harness.nameOf);
  const { ehr, close } = harness.open(fake.url);
  return {
    harness,
    fake,
    ehr,
    close: async () => {
      await close();
      await fake.close();
      await simulator.close();
    },
  };
};

export const parsed = ({ format }: DamageHarness, bytes: Uint8Array): ParsedDocument =>
  format === 'json' ? jsonDocument(bytes) : xmlDocument(bytes);

/** One kind of an adapter, with its right answers and what the service makes of them. */
export type Prepared = {
  readonly adapter: RunningAdapter;
  readonly kind: RecordKind;
  readonly damagedKind: DamagedKind;
  readonly answers: readonly RightAnswer[];
  readonly patients: Readings | undefined;
  readonly good: Views;
};

type Viewing = Pick<Prepared, 'adapter' | 'kind' | 'damagedKind' | 'patients'>;

const viewsOf = async (
  { adapter, kind, damagedKind, patients }: Viewing,
  readings: Readings,
): Promise<Views> => {
  const read = { kind, patient: adapter.harness.patient, readings, patients };
  const { rules = [], interval = {} } = damagedKind;
  const ruled = new Map<string, Views['plain']>();
  for (const { name, withhold } of rules) ruled.set(name, await publish(read, { release: { withhold } }));
  return {
    plain: await publish(read, {}),
    acting: await publish(read, { ground: 'acts_for' }),
    inInterval: await publish(read, { interval }),
    ruled,
  };
};

/** Reads the right answers of a kind. */
export const prepare = async (adapter: RunningAdapter, kind: RecordKind): Promise<Prepared> => {
  const { harness, fake, ehr } = adapter;
  const damagedKind = harness.kinds[kind];
  if (damagedKind === undefined) throw new TypeError(`${kind} is not damaged`);
  const { patient } = harness;
  const isPatient = kind === 'patients' || kind === 'patientsV2';
  const patients =
    isPatient || ehr.patients === undefined ? undefined : await readAll(ehr, 'patients', { patient });
  fake.forget();
  const readings = await readAll(ehr, kind, { patient });
  const answers = fake.answers();
  const viewing = { adapter, kind, damagedKind, patients };
  return { ...viewing, answers, good: await viewsOf(viewing, readings) };
};

/** What the service makes of the kind while the fake EHR answers a request with these bytes. */
export const viewsWith = async (
  prepared: Prepared,
  { request, headers }: RightAnswer,
  bytes: Uint8Array,
): Promise<Views> => {
  const { adapter, kind } = prepared;
  const { fake, ehr, harness } = adapter;
  fake.serve(request, { headers, bytes });
  try {
    return await viewsOf(prepared, await readAll(ehr, kind, { patient: harness.patient }));
  } finally {
    fake.serve(request, undefined);
  }
};

/** The same kind, with another right answer to one request. */
export const prepareWith = async (prepared: Prepared, answer: RightAnswer): Promise<Prepared> => ({
  ...prepared,
  answers: prepared.answers.map(existing => (existing.request === answer.request ? answer : existing)),
  good: await viewsWith(prepared, answer, answer.bytes),
});

export type Damage = { readonly edits: readonly Edit[] };

/** Every damage of one place of an answer. */
export const damagesOf = (document: ParsedDocument, places: AnswerPlaces): Damage[] => {
  const { forbidden = [], protects = [] } = places;
  const single = document.places.flatMap(place =>
    place.changes.map(change => ({ edits: [{ place, change }] })),
  );
  const set = [...forbidden, ...protects].flatMap(({ place: pattern, value }) =>
    document.places
      .filter(place => place.isValue && pattern.test(place.path) && place.text !== value)
      .map(place => ({ edits: [{ place, change: 'set' as const, value }] })),
  );
  return [...set, ...single];
};

export const nameOfDamage = ({ edits }: Damage): string =>
  edits
    .map(({ place, change, value }) => `${place.path} ${change}${value === undefined ? '' : ` to ${value}`}`)
    .join(' and ');

/**
 * Whether a finding about one damage is refuted by the counts of the same answer without the value. Where a count is smaller
 * without it, the right value was counted as it is, because no record has a member for it: another one in its place changes
 * nothing. Where a count is smaller than that of the damaged answer, the damage is counted: the right value had losses of its own.
 */
const isRefuted = (
  finding: string,
  removed: Published,
  { good, damaged }: Record<'good' | 'damaged', Views>,
) => {
  if (removed.failure !== undefined) return false;
  const { unmapped, values } = removed.leftOut;
  if (finding === unnoticed)
    return unmapped < good.plain.leftOut.unmapped || values < good.plain.leftOut.values;
  return finding === uncounted && countsMore(removed.leftOut, damaged.plain.leftOut);
};

/** What the service does wrong, in words, when an answer has this damage. */
export const findingsOf = async (
  prepared: Prepared,
  { answer, document, damage }: { answer: RightAnswer; document: ParsedDocument; damage: Damage },
): Promise<string[]> => {
  const { kind, damagedKind, good } = prepared;
  const places = damagedKind.answers[answer.request] ?? {};
  const { edits } = damage;
  const damaged = await viewsWith(prepared, answer, document.edited(edits));
  const findings = judge({ kind, damagedKind, places, edits, good, damaged }, document.places);
  const [edit] = edits;
  let kept = findings;
  if (edit !== undefined && edit.change !== 'removed' && findings.some(isUncounted)) {
    const without = document.edited([{ place: edit.place, change: 'removed' }]);
    const removed = await viewsWith(prepared, answer, without);
    kept = findings.filter(finding => !isRefuted(finding, removed.plain, { good, damaged }));
  }
  const { pending } = prepared.adapter.harness;
  return kept
    .map(finding => `${kind}: ${nameOfDamage(damage)}: ${finding}`)
    .filter(finding => pending?.test(finding) !== true);
};
