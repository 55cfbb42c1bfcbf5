// Reads a damaged answer, and judges what the service would make of it.
import type { Hidden } from '../../../../src/domain/model/loss.ts';
import { memoize } from '../../../../src/domain/model/memoize.ts';
import type { SourceKind } from '../../../../src/domain/records/index.ts';
import { hideable } from '../../../../src/domain/records/shared/hiding.ts';
import { recordedLog } from '../../recorded-log.ts';
import type { AnswerPlaces, DamagedKind, DamageHarness, RunningAdapter } from './damage-harness.ts';
import { type Edit, innermost, isWithin, type ParsedDocument, type Place } from './document.ts';
import { interceptingEhr, type Replacement, type RightAnswer } from './intercepting-ehr.ts';
import { jsonDocument } from './json-document.ts';
import { countsMore, isSame, isUncounted, judge, uncounted, unnoticed, type Views } from './judge.ts';
import { othersAt } from './persons.ts';
import { type Published, publish, type Readings, readAll } from './published.ts';
import { quotesIn } from './quotes.ts';
import { xmlDocument } from './xml-document.ts';

export const startAdapter = async (harness: DamageHarness): Promise<RunningAdapter> => {
  const simulator = await harness.simulator();
  const writes = Object.values(harness.writes ?? {}).map(({ request }) => request);
  const fake = await interceptingEhr(simulator.url, harness.nameOf, name => writes.includes(name));
  const { log, logged } = recordedLog();
  const { ehr, close } = harness.open(fake.url, log);
  return {
    harness,
    fake,
    ehr,
    logged,
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
  readonly kind: SourceKind;
  readonly damagedKind: DamagedKind;
  readonly answers: readonly RightAnswer[];
  readonly patients: Readings | undefined;
  readonly good: Views;
};

type Viewing = Pick<Prepared, 'adapter' | 'kind' | 'damagedKind' | 'patients'>;

/** What a test answers in place of the simulator: request → answer. */
export type Served = Readonly<Record<string, Replacement>>;

/** Everything that an adapter reads of a kind, and where it quotes an answer. */
export type Read = Readings & { readonly quotes: readonly string[] };

/** Reads a kind while the fake EHR answers some requests in another way. */
export const readServed = async (
  { adapter, kind }: Pick<Prepared, 'adapter' | 'kind'>,
  served: Served,
  query: Partial<Parameters<typeof readAll>[2]> = {},
): Promise<Read> => {
  const { fake, ehr, harness, logged } = adapter;
  const { patient } = harness;
  const already = logged.length;
  for (const [request, answer] of Object.entries(served)) fake.serve(request, answer);
  try {
    const readings = await readAll(ehr, kind, { patient, ...query });
    return { ...readings, quotes: quotesIn(readings, { patient, logged: logged.slice(already) }) };
  } finally {
    for (const request of Object.keys(served)) fake.serve(request, undefined);
  }
};

/** What the service publishes of what was read. */
export const publishRead = (
  { adapter, kind, patients }: Pick<Prepared, 'adapter' | 'kind' | 'patients'>,
  readings: Readings,
  view: Parameters<typeof publish>[1] = {},
): Promise<Published> => publish({ kind, patient: adapter.harness.patient, readings, patients }, view);

const viewsOf = async (viewing: Viewing, { quotes, ...readings }: Read): Promise<Views> => {
  const { rules = [], interval = {} } = viewing.damagedKind;
  const ruled = new Map<string, Published>();
  for (const { name, withhold } of rules)
    ruled.set(name, await publishRead(viewing, readings, { release: { withhold } }));
  return {
    plain: await publishRead(viewing, readings),
    acting: await publishRead(viewing, readings, { ground: 'acts_for' }),
    inInterval: await publishRead(viewing, readings, { interval }),
    ruled,
    hidden: hiddenBy(readings),
    quotes,
  };
};

/** What the losses of a reading hide. */
const hiddenBy = ({ yielded }: Readings): ReadonlySet<Hidden> => {
  const losses = yielded.flatMap(item => {
    if ('omitted' in item) return [];
    const { appointments = [], registered = [] } = (item.record ?? {}) as {
      readonly appointments?: readonly Pick<typeof item, 'losses'>[];
      readonly registered?: readonly Pick<typeof item, 'losses'>[];
    };
    return [item, ...appointments, ...registered].flatMap(({ losses: own = [] }) => own);
  });
  // A loss that does not say what it hides, hides everything (D36).
  return new Set(losses.flatMap(({ hides }) => (Array.isArray(hides) ? hides : hideable)));
};

/** Reads the right answers of a kind. */
export const prepare = async (adapter: RunningAdapter, kind: SourceKind): Promise<Prepared> => {
  const { harness, fake, ehr } = adapter;
  const damagedKind = harness.kinds[kind];
  if (damagedKind === undefined) throw new TypeError(`${kind} is not damaged`);
  const { patient } = harness;
  const isPatient = kind === 'patients';
  const patients =
    isPatient || ehr.patients === undefined ? undefined : await readAll(ehr, 'patients', { patient });
  fake.forget();
  const viewing = { adapter, kind, damagedKind, patients };
  const good = await viewsOf(viewing, await readServed(viewing, {}));
  return { ...viewing, answers: fake.answers(), good };
};

/** What the service makes of the kind while the fake EHR answers a request with these bytes. */
export const viewsWith = async (
  prepared: Prepared,
  { request, headers }: RightAnswer,
  bytes: Uint8Array,
): Promise<Views> => viewsOf(prepared, await readServed(prepared, { [request]: { headers, bytes } }));

/** The same kind, with another right answer to one request. */
export const prepareWith = async (prepared: Prepared, answer: RightAnswer): Promise<Prepared> => ({
  ...prepared,
  answers: prepared.answers.map(existing => (existing.request === answer.request ? answer : existing)),
  good: await viewsWith(prepared, answer, answer.bytes),
});

export type Damage = { readonly edits: readonly Edit[] };

/** The first member of each object that is a record or within one: an unknown one is put beside it. */
const firstMembers = (document: ParsedDocument, places: AnswerPlaces): readonly Place[] => {
  const { records, meaningless = [], publishesNothing = false, isReferredTo = false } = places;
  if (publishesNothing || isReferredTo) return [];
  const holders = innermost(document.places, records);
  const isInside = (place: Place) =>
    records === undefined || holders.some(holder => holder !== place && isWithin(place, holder));
  const seen = new Set<string>();
  return document.places.filter(place => {
    const { path } = place;
    const parent = path.slice(0, path.lastIndexOf('/'));
    if (path.endsWith('[]') || path.includes('@') || seen.has(parent) || !isInside(place)) return false;
    if (meaningless.some(({ place: pattern }) => pattern.test(path))) return false;
    seen.add(parent);
    return true;
  });
};

/** Every damage of one place of an answer. */
export const damagesOf = (
  document: ParsedDocument,
  places: AnswerPlaces,
  { patient }: Pick<DamageHarness, 'patient'>,
): Damage[] => {
  const { forbidden = [], protects = [], notOwner = [] } = places;
  const single = document.places.flatMap(place =>
    place.changes.map(change => ({ edits: [{ place, change }] })),
  );
  const strange = firstMembers(document, places).map(place => ({
    edits: [{ place, change: 'stranger' as const }],
  }));
  const set = [...forbidden, ...protects].flatMap(({ place: pattern, value }) =>
    document.places
      .filter(place => place.isValue && pattern.test(place.path) && place.text !== value)
      .map(place => ({ edits: [{ place, change: 'set' as const, value }] })),
  );
  const foreign = document.places
    .filter(({ path }) => !notOwner.some(({ place }) => place.test(path)))
    .flatMap(place =>
      othersAt(place, patient).map(value => ({ edits: [{ place, change: 'set' as const, value }] })),
    );
  return [...set, ...foreign, ...single, ...strange];
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

export type Judgement = {
  /** What the service does wrong, in words. */
  readonly findings: readonly string[];
  /** What the losses of the damaged answer hide. */
  readonly hidden: ReadonlySet<Hidden>;
};

/** What is published when a place of an answer is missing. It is read once per place: several of its damages compare with it. */
export const publishedWithout = (
  prepared: Prepared,
  { request, headers }: RightAnswer,
  document: ParsedDocument,
): ((place: Place) => Promise<Published>) =>
  memoize(async place => {
    const bytes = document.edited([{ place, change: 'removed' }]);
    return publishRead(prepared, await readServed(prepared, { [request]: { headers, bytes } }));
  });

type DamagedAnswer = {
  readonly answer: RightAnswer;
  readonly places: AnswerPlaces;
  readonly document: ParsedDocument;
  readonly damage: Damage;
  readonly without: ReturnType<typeof publishedWithout>;
  /** Whether it is read for an interval too, which holds everything. */
  readonly inInterval: boolean;
};

/** What the service does when an answer has this damage. */
export const judgeDamage = async (
  prepared: Prepared,
  { answer, places, document, damage, without, inInterval }: DamagedAnswer,
): Promise<Judgement> => {
  const { adapter, kind, damagedKind, good } = prepared;
  const { pending, patient } = adapter.harness;
  const { edits } = damage;
  const bytes = document.edited(edits);
  const damaged = await viewsWith(prepared, answer, bytes);
  const judged = { kind, damagedKind, places, edits, good, damaged, patient };
  let findings = judge(judged, document.places);
  const [edit] = edits;
  const isOfPlace = edit !== undefined && !['removed', 'stranger'].includes(edit.change);
  if (isOfPlace && findings.some(isUncounted)) {
    const removed = await without(edit.place);
    findings = findings.filter(finding => !isRefuted(finding, removed, { good, damaged }));
  }
  const { interval } = damagedKind;
  if (inInterval && interval !== undefined) {
    const served = { [answer.request]: { headers: answer.headers, bytes } };
    const read = await publishRead(prepared, await readServed(prepared, served, { interval }), { interval });
    if (!isSame(read, damaged.plain)) findings.push('is another answer to a question with an interval');
  }
  return {
    findings: findings
      .map(finding => `${kind}: ${nameOfDamage(damage)}: ${finding}`)
      .filter(finding => pending?.test(finding) !== true),
    hidden: damaged.hidden,
  };
};
