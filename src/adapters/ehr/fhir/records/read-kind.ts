// Reads the kinds whose records are single resources: searches, fetches references, classifies and translates.
import type * as R4 from 'fhir/r4.js';
import { overlaps } from '../../../../domain/model/interval.ts';
import { newYielding } from '../../../../domain/model/yield-to-event-loop.ts';
import type { RecordOf } from '../../../../domain/records/index.ts';
import type { Identifier } from '../../../../domain/records/shared/common.ts';
import { type ExtractKind, type Facts, factsOf } from '../../../../domain/rules/facts.ts';
import type { EhrQuery, Found, Reader } from '../../../../ports/ehr.ts';
import { answerMeter, type Meter } from '../../meter.ts';
import { type Element, ignoringLosses, pathOf, rootElement } from '../elements/element.ts';
import { countNarratives } from '../elements/narrative.ts';
import { type RecordTexts, recordTexts } from '../elements/record-texts.ts';
import { recordTally } from '../elements/tally.ts';
import type { Resource, ResourceTypes } from '../json/resource.ts';
import type { ResourceType } from '../members.ts';
import { fetchReferences } from '../search/fetch-references.ts';
import { withdrawingElement, withholdingElement } from '../search/labels.ts';
import { ownerOf } from '../search/owner.ts';
import { type Match, type RecordSearch, searchRecords } from '../search/search-records.ts';
import type { ServerContext } from '../search/server-context.ts';
import { openQuestion, type PatientContext, type Reading } from './context.ts';
import { recordLosses } from './record-losses.ts';

export type RecordKindOf = Exclude<ExtractKind, 'patients'>;

/** Resource types that may be records of a kind. */
export type RecordType = Exclude<ResourceType, 'Binary'>;

/** What becomes of a resource that is not published. */
export type Fate =
  /** @see Found.unlistedCategories */
  | { readonly is: 'withheld'; readonly unlistedCategories?: readonly string[] }
  /** The kind has no place for it because of this member, and it is counted as unmapped (D29). */
  | { readonly is: 'placeless'; readonly by: string }
  | { readonly is: 'foreign' };

/** One resource type of a kind. */
export type RecordSource<K extends RecordKindOf, X, T extends RecordType = RecordType> = RecordSearch<T> & {
  /** The reference to the patient. */
  patient(root: Element<ResourceTypes[T]>): Element<R4.Reference> | undefined;
  /**
   * Members that decide what is done with a resource, and whose values say no more than that the record is there: they are neither
   * published nor counted.
   */
  judged?(resource: Resource<ResourceTypes[T]>): readonly string[];
  /** Whether a resource is a record of the kind. By default, every resource is. */
  isOfKind?(resource: Resource<ResourceTypes[T]>): boolean;
  /** What becomes of a record of the patient that is not withheld for a reason that all resources may have; undefined if it is published. */
  fateOf?(resource: Resource<ResourceTypes[T]>, context: ServerContext): Fate | undefined;
  /** Whether it is withheld because of a resource that it refers to. Called when all references have been fetched; counts nothing. */
  hasWithheldPart?(reading: Reading<ResourceTypes[T]>): boolean;
  /** A record with only its times, by which the rules know when it applies (rules/facts.ts). What is lost of them is not counted. */
  timesOnly(reading: Reading<ResourceTypes[T]>): RecordOf<K>;
  /** Undefined if what has been prepared says that no patient may see the record. */
  record(reading: Reading<ResourceTypes[T]>, prepared: X): RecordOf<K> | undefined;
  /** What is said of the record beside it. */
  beside?(reading: Reading<ResourceTypes[T]>, prepared: X): Omit<Found<unknown>, 'record' | 'losses'>;
};

/** A record of any kind. */
export type AnyReading = Reading<ResourceTypes[RecordType]>;

/** Reads for a record what is not in its elements, or takes long: the content of a note. */
export type Prepared<X> = (reading: AnyReading, texts: RecordTexts) => X | Promise<X>;

export type FhirKind<K extends RecordKindOf, X = undefined> = {
  readonly kind: K;
  readonly sources: readonly { readonly [T in RecordType]: RecordSource<K, X, T> }[RecordType][];
  /** Whether its records have a member for secrecy levels. */
  readonly hasLevels?: boolean;
  /** A record with only its patient: it stands for a record of another patient (D17). */
  readonly foreign: (patientId: Identifier) => RecordOf<K>;
};

/** A match. Another patient's has the reading of that patient. */
type Classified<K extends RecordKindOf, X> = {
  readonly reading: AnyReading;
  readonly meter: Meter;
  readonly source: RecordSource<K, X>;
  readonly fate: Fate | undefined;
};

/** Undefined for the patient's resource that is not of the kind. */
const classify = <K extends RecordKindOf, X>(
  { resource, source }: Match<RecordSource<K, X>>,
  { meter, ...context }: PatientContext & { readonly meter: Meter },
): Classified<K, X> | undefined => {
  const root = rootElement(resource, recordTally(meter));
  const { isPatient, ...owner } = ownerOf(source.patient(root), context);
  const classified = { reading: { ...context, ...owner, root }, meter, source };
  if (!isPatient) return { ...classified, fate: { is: 'foreign' } };
  if (source.isOfKind?.(resource) === false) return undefined;
  const isWithheld =
    withholdingElement(resource, context.members) !== undefined || withdrawingElement(resource) !== undefined;
  return { ...classified, fate: isWithheld ? { is: 'withheld' } : source.fateOf?.(resource, context) };
};

/** Fetches what the records need in addition to their references. */
export type Prepare<X> = (input: {
  readonly context: PatientContext;
  /** Those that patients may see, unless what is prepared says otherwise, and when each applies. */
  readonly records: readonly { readonly reading: AnyReading; readonly span: () => Facts['span'] }[];
  readonly interval: EhrQuery['interval'];
}) => Promise<Prepared<X>>;

/**
 * Reads one kind: searches its resources, fetches what those refer to, and translates each that is neither another patient's nor
 * withheld. The iteration throws `Failure` `ehr-unavailable`, `ehr-too-slow`, `ehr-unusable`, `budget-exceeded`.
 */
export const readKind = <K extends RecordKindOf, X>(
  server: ServerContext,
  { kind, prepare }: { readonly kind: FhirKind<K, X>; readonly prepare: Prepare<X> },
): Reader<RecordOf<K> | undefined> => {
  const sources = kind.sources.filter(({ type }) => server.members.resources.has(type));
  const facts = factsOf[kind.kind] as (record: RecordOf<K>) => Facts;
  const spanOf = ({ reading, source }: Classified<K, X>) =>
    facts(source.timesOnly({ ...reading, root: ignoringLosses(reading.root) })).span;

  return async function* (question) {
    const { interval, call } = question;
    const context = await openQuestion(server, question);
    const passed = server.system.intervalAtEhr.has(kind.kind) ? interval : {};
    const { matches, suppressed } = await searchRecords(context, sources, { interval: passed });

    const yieldToEventLoop = newYielding();
    const beginRecord = answerMeter();
    const all: Classified<K, X>[] = [];
    for (const match of matches) {
      const classified = classify(match, { ...context, meter: beginRecord() });
      if (classified !== undefined) all.push(classified);
      const yielded = yieldToEventLoop();
      if (yielded !== undefined) await yielded;
    }
    const own = all.filter(({ fate }) => fate?.is !== 'foreign');
    const roots = own.map(({ reading }) => reading.root);
    await fetchReferences(context, roots);
    const shown = new Set<Classified<K, X>>();
    for (const one of own) {
      const yielded = yieldToEventLoop();
      if (yielded !== undefined) await yielded;
      if (one.fate === undefined && one.source.hasWithheldPart?.(one.reading) !== true) shown.add(one);
    }
    const records = [...shown].map(one => ({ reading: one.reading, span: () => spanOf(one) }));
    const prepared = await prepare({ context, records, interval });

    const texts = recordTexts(call.memory, beginRecord());
    for (const match of all) {
      // Also after those that the interval excludes, of which the caller hears nothing.
      const yielded = yieldToEventLoop();
      if (yielded !== undefined) await yielded;
      const { reading, source, meter, fate } = match;
      if (fate?.is === 'foreign') yield { record: kind.foreign(reading.patientId), losses: [] };
      else if (!shown.has(match)) {
        if (!overlaps(interval, spanOf(match))) continue;
        if (fate?.is === 'placeless') yield { omitted: 'unmapped', path: pathOf(reading.root, fate.by) };
        else yield { record: undefined, losses: [], unlistedCategories: fate?.unlistedCategories };
      } else {
        texts.nextRecord(meter);
        const preparing = prepared(reading, texts);
        const ready = preparing instanceof Promise ? await preparing : preparing;
        const record = source.record(reading, ready);
        if (record === undefined) {
          if (overlaps(interval, spanOf(match))) yield { record, losses: [] };
          continue;
        }
        const { root } = reading;
        if (root.tally.narratives.length > 0) await countNarratives(root.tally, texts);
        const judged = source.judged?.(root.node as Resource<ResourceTypes[RecordType]>);
        const losses = recordLosses(root, { judged, hasLevels: kind.hasLevels });
        yield { ...source.beside?.(reading, ready), record, losses } satisfies Found<RecordOf<K>>;
      }
    }
    for (let left = suppressed; left > 0; left--) yield { record: undefined, losses: [] };
  };
};

/** For kinds whose records need only their references. */
export const prepareNothing: Prepare<undefined> = async () => () => undefined;
