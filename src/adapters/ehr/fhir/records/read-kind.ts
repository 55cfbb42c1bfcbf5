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
import { unmappedLosses } from '../elements/unread.ts';
import type { Resource, ResourceTypes } from '../json/resource.ts';
import type { ResourceType } from '../members.ts';
import { fetchReferences } from '../search/fetch-references.ts';
import { placelessLabels, withdrawingElement, withholdingElement } from '../search/labels.ts';
import { ownerOf } from '../search/owner.ts';
import { type RecordSearch, searchRecords } from '../search/search-records.ts';
import type { ServerContext } from '../search/server-context.ts';
import { openQuestion, type PatientContext, type Reading } from './context.ts';

export type RecordKindOf = Exclude<ExtractKind, 'patients'>;

/** Resource types that may be records of a kind. */
export type RecordType = Exclude<ResourceType, 'Binary'>;

/** One resource type of a kind. */
export type RecordSource<T extends RecordType = RecordType> = RecordSearch<T> & {
  /** The reference to the patient. */
  patient(root: Element<ResourceTypes[T]>): Element<R4.Reference> | undefined;
  /**
   * Members that decide what is done with a resource, and whose values say no more than that the record is there: they are neither
   * published nor counted.
   */
  judged?(resource: Resource<ResourceTypes[T]>): readonly string[];
  /** Whether a resource is a record of the kind. By default, every resource is. */
  isOfKind?(resource: Resource<ResourceTypes[T]>, context: ServerContext): boolean;
  /** The member because of which the kind has no place for a resource, which is then counted as unmapped (D29); undefined for a record. */
  placelessBy?(resource: Resource<ResourceTypes[T]>, context: ServerContext): string | undefined;
  /** Whether it is withheld from patients for a reason other than those for all resources. */
  isWithheld?(resource: Resource<ResourceTypes[T]>, context: ServerContext): boolean;
  /** The codes of its categories if it is withheld because the profile lists none of them; undefined if it does. */
  unlistedCategories?(
    resource: Resource<ResourceTypes[T]>,
    context: ServerContext,
  ): readonly string[] | undefined;
  /** Whether it is withheld because of a resource that it refers to. Called when all references have been fetched; counts nothing. */
  hasWithheldPart?(reading: Reading<ResourceTypes[T]>): boolean;
};

/** A record of any kind. */
export type AnyReading = Reading<ResourceTypes[RecordType]>;

/** Reads for a record what is not in its elements, or takes long: the content of a note. */
export type Prepared<X> = (reading: AnyReading, texts: RecordTexts) => X | Promise<X>;

export type FhirKind<K extends RecordKindOf, X = undefined, T extends RecordType = RecordType> = {
  readonly kind: K;
  readonly sources: readonly { readonly [S in T]: RecordSource<S> }[T][];
  /** Whether its records have a member for secrecy levels. */
  readonly hasLevels?: boolean;
  /** A record with only its patient: it stands for a record of another patient (D17). */
  readonly foreign: (patientId: Identifier) => RecordOf<K>;
  /** A record with only its times, by which the rules know when it applies (rules/facts.ts). What is lost of them is not counted. */
  timesOnly(reading: Reading<ResourceTypes[T]>): RecordOf<K>;
  /** Undefined if what has been prepared says that no patient may see the record. */
  record(reading: Reading<ResourceTypes[T]>, prepared: X): RecordOf<K> | undefined;
  /** What is said of the record beside it. */
  beside?(reading: Reading<ResourceTypes[T]>, prepared: X): Omit<Found<unknown>, 'record' | 'losses'>;
};

/** A match: another patient's, or the patient's, which may be withheld. */
type Classified =
  | { readonly foreign: Identifier }
  | {
      readonly reading: AnyReading;
      readonly meter: Meter;
      readonly source: RecordSource;
      readonly isWithheld: boolean;
      readonly placelessBy: string | undefined;
      readonly unlistedCategories: readonly string[] | undefined;
    };

const classify = (
  resource: Resource<ResourceTypes[RecordType]>,
  source: RecordSource,
  { meter, ...context }: PatientContext & { readonly meter: Meter },
): Classified | undefined => {
  const root = rootElement(resource, recordTally(meter));
  const owner = ownerOf(source.patient(root), context);
  if (!owner.isPatient) return { foreign: owner.patientId };
  if (source.isOfKind?.(resource, context) === false) return undefined;
  const { patientId, internalId } = owner;
  const isWithheld =
    withholdingElement(resource, context.members) !== undefined ||
    withdrawingElement(resource) !== undefined ||
    source.isWithheld?.(resource, context) === true;
  const placelessBy = isWithheld ? undefined : source.placelessBy?.(resource, context);
  const unlistedCategories = isWithheld ? undefined : source.unlistedCategories?.(resource, context);
  return {
    reading: { ...context, root, patientId, internalId },
    meter,
    source,
    isWithheld: isWithheld || unlistedCategories !== undefined,
    placelessBy,
    unlistedCategories,
  };
};

/** Fetches what the records need in addition to their references. */
export type Prepare<X> = (input: {
  readonly context: PatientContext;
  readonly readings: readonly AnyReading[];
  /** When a record applies. */
  readonly spanOf: (reading: AnyReading) => Facts['span'];
  readonly interval: EhrQuery['interval'];
}) => Promise<Prepared<X>>;

/** The same reading with a separate tally, for looking at its times only. */
const withoutLosses = (reading: AnyReading): AnyReading => ({
  ...reading,
  root: ignoringLosses(reading.root),
});

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
  const spanOf = (reading: AnyReading) => facts(kind.timesOnly(withoutLosses(reading))).span;

  return async function* (question) {
    const { interval, call } = question;
    const context = await openQuestion(server, question);
    const passed = server.system.intervalAtEhr.has(kind.kind) ? interval : {};
    const searchResult = await searchRecords(context, sources, { interval: passed });

    const yieldToEventLoop = newYielding();
    const beginRecord = answerMeter();
    const all: Classified[] = [];
    for (const { source, resource } of searchResult.matches) {
      const classified = classify(resource, source, { ...context, meter: beginRecord() });
      if (classified !== undefined) all.push(classified);
      const yielded = yieldToEventLoop();
      if (yielded !== undefined) await yielded;
    }
    const own = all.filter(one => 'reading' in one);
    await fetchReferences(
      context,
      own.map(({ reading: { root } }) => root.node as Resource),
    );
    const readings: AnyReading[] = [];
    for (const { reading, source, isWithheld, placelessBy } of own) {
      const yielded = yieldToEventLoop();
      if (yielded !== undefined) await yielded;
      if (!isWithheld && placelessBy === undefined && source.hasWithheldPart?.(reading) !== true)
        readings.push(reading);
    }
    const shown = new Set(readings);
    const prepared = await prepare({ context, readings, spanOf, interval });

    const texts = recordTexts(call.memory, beginRecord());
    for (const match of all) {
      // Also after those that the interval excludes, of which the caller hears nothing.
      const yielded = yieldToEventLoop();
      if (yielded !== undefined) await yielded;
      if ('foreign' in match) yield { record: kind.foreign(match.foreign), losses: [] };
      else if (!shown.has(match.reading)) {
        const { reading, placelessBy, unlistedCategories } = match;
        if (!overlaps(interval, spanOf(reading))) continue;
        if (placelessBy !== undefined) yield { omitted: 'unmapped', path: pathOf(reading.root, placelessBy) };
        else yield { record: undefined, losses: [], unlistedCategories };
      } else {
        const { reading, source, meter } = match;
        texts.nextRecord(meter);
        const preparing = prepared(reading, texts);
        const ready = preparing instanceof Promise ? await preparing : preparing;
        const record = kind.record(reading, ready);
        if (record === undefined) {
          if (overlaps(interval, spanOf(reading))) yield { record, losses: [] };
          continue;
        }
        const { root } = reading;
        if (root.tally.narratives.length > 0) await countNarratives(root.tally, texts);
        const unmapped = unmappedLosses(
          root,
          source.judged?.(root.node as Resource<ResourceTypes[RecordType]>),
        );
        const labels = kind.hasLevels === true ? [] : placelessLabels(root.node as Resource);
        const losses = [...root.tally.losses, ...labels, ...unmapped];
        yield { ...kind.beside?.(reading, ready), record, losses } satisfies Found<RecordOf<K>>;
      }
    }
    for (let left = searchResult.suppressed; left > 0; left--) yield { record: undefined, losses: [] };
  };
};

/** For kinds whose records need only their references. */
export const prepareNothing: Prepare<undefined> = async () => () => undefined;
