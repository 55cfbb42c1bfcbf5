// Reads the kinds whose records are single resources: searches, fetches references, classifies and translates.
import { overlaps } from '../../../../domain/model/interval.ts';
import type { Loss } from '../../../../domain/model/loss.ts';
import type { RecordOf } from '../../../../domain/records/index.ts';
import type { Identifier } from '../../../../domain/records/shared/common.ts';
import { type ExtractKind, type Facts, factsOf } from '../../../../domain/rules/facts.ts';
import type { EhrQuery, Found, Reader } from '../../../../ports/ehr.ts';
import { definedItems } from '../../translation/values.ts';
import { child, rootElement } from '../elements/element.ts';
import { newTally } from '../elements/tally.ts';
import type { Resource } from '../json/resource.ts';
import type { ResourceType } from '../members.ts';
import { fetchReferences } from '../reading/fetch-references.ts';
import { findPatient } from '../reading/find-patient.ts';
import { withholdingElement } from '../reading/labels.ts';
import { ownerOf } from '../reading/owner.ts';
import { type RecordSearch, searchRecords } from '../reading/search-records.ts';
import type { Translation } from '../reading/translation.ts';
import { type FhirClient, fhirClient, type Server } from '../wire/client.ts';
import { newPool } from '../wire/pool.ts';
import { type Context, contextFor, type Reading } from './context.ts';

export type RecordKindOf = Exclude<ExtractKind, 'patients' | 'patientsV2'>;

/** One resource type of a kind. */
export type RecordSource = RecordSearch & {
  readonly type: ResourceType;
  /** The member that names the patient. */
  readonly patient: 'patient' | 'subject';
  /** Whether a resource is a record of the kind. By default, every resource is. */
  readonly isOfKind?: (resource: Resource, translation: Translation) => boolean;
  /** Whether it is withheld from patients for a reason other than those for all resources. */
  readonly isWithheld?: (resource: Resource, translation: Translation) => boolean;
  /** Whether it is withheld because of a resource that it refers to. Called when all references have been fetched; counts nothing. */
  readonly hasWithheldPart?: (reading: Reading) => boolean;
};

/** Data that was fetched for a record in advance, such as the content of a note. */
export type Prepared<X> = (reading: Reading) => X;

export type FhirKind<K extends RecordKindOf, X = undefined> = {
  readonly kind: K;
  readonly sources: readonly RecordSource[];
  /** Element path → the published path that access rules look at (D26): losses are reported with it. */
  readonly rulePaths?: readonly (readonly [path: RegExp, published: string])[];
  /** A record with only its patient: it stands for a record of another patient (D17). */
  readonly foreign: (patientId: Identifier) => RecordOf<K>;
  readonly record: (reading: Reading, prepared: X) => RecordOf<K>;
};

/** A match: another patient's, withheld, or the patient's. */
type Classified =
  | { readonly state: 'foreign'; readonly patientId: Identifier }
  | { readonly state: 'ours' | 'withheld'; readonly reading: Reading; readonly source: RecordSource };

const classify = (resource: Resource, source: RecordSource, context: Context): Classified | undefined => {
  const { translation } = context;
  const root = rootElement(resource, newTally());
  const owner = ownerOf(child(root, source.patient), context);
  if (!owner.isPatient) return { state: 'foreign', patientId: owner.patientId };
  if (source.isOfKind?.(resource, translation) === false) return undefined;
  const { patientId, internalId } = owner;
  const isWithheld =
    withholdingElement(resource, translation.members) !== undefined ||
    source.isWithheld?.(resource, translation) === true;
  return {
    state: isWithheld ? 'withheld' : 'ours',
    reading: { ...context, root, patientId, internalId },
    source,
  };
};

/** Fetches what the records need in addition to their references. */
export type Prepare<K extends RecordKindOf, X> = (asked: {
  readonly client: FhirClient;
  readonly readings: readonly Reading[];
  /** The time span of a record. It does not depend on prepared data. */
  readonly spanOf: (reading: Reading) => Facts['span'];
  readonly interval: EhrQuery['interval'];
  readonly kind: FhirKind<K, X>;
}) => Promise<Prepared<X>>;

/** The same reading with a separate tally, for looking at its times only. */
const withoutLosses = (reading: Reading): Reading => ({
  ...reading,
  root: { ...reading.root, tally: newTally() },
});

export const readKind = <K extends RecordKindOf, X>(
  server: Server,
  translation: Translation,
  {
    kind,
    prepare,
    empty,
  }: { readonly kind: FhirKind<K, X>; readonly prepare: Prepare<K, X>; readonly empty: X },
): Reader<RecordOf<K> | undefined> => {
  const sources = kind.sources.filter(({ type }) => server.members.resources.has(type));
  const facts = factsOf[kind.kind] as (record: RecordOf<K>) => Facts;
  const underRulePaths = (losses: readonly Loss[]): readonly Loss[] => {
    // Most records have lost nothing.
    const { rulePaths: paths } = kind;
    if (losses.length === 0 || paths === undefined) return losses;
    return losses.map(loss => {
      const [, published] = paths.find(([path]) => path.test(loss.path)) ?? [];
      return published === undefined ? loss : { ...loss, path: published };
    });
  };
  const spanOf = (reading: Reading) => facts(kind.record(withoutLosses(reading), empty)).span;

  return async function* ({ patient, interval, call }) {
    const client = fhirClient(server, call);
    const pool = newPool();
    const person = await findPatient(client, translation, { number: patient, pool });
    const context = contextFor(translation, person, pool);
    const passed = server.system.intervalAtEhr.has(kind.kind) ? interval : {};
    const found = await searchRecords(client, sources, { translation, person, pool, interval: passed });

    const first = definedItems(
      found.matches.map(({ source, resource }) => classify(resource, source, context)),
    );
    const own = first.filter(one => one.state !== 'foreign');
    await fetchReferences(
      client,
      own.map(({ reading: { root } }) => root.node as Resource),
      { translation, pool, references: context.references },
    );
    const classified = first.map(one =>
      one.state === 'ours' && one.source.hasWithheldPart?.(one.reading) === true
        ? ({ ...one, state: 'withheld' } as const)
        : one,
    );
    const ours: Reading[] = [];
    for (const one of classified) if (one.state === 'ours') ours.push(one.reading);
    const prepared = await prepare({ client, readings: ours, spanOf, interval, kind });

    for (const one of classified) {
      if (one.state === 'foreign') yield { record: kind.foreign(one.patientId), losses: [] };
      else if (one.state === 'withheld') {
        if (overlaps(interval, spanOf(one.reading))) yield { record: undefined, losses: [] };
      } else {
        const record = kind.record(one.reading, prepared(one.reading));
        yield { record, losses: underRulePaths(one.reading.root.tally.losses) } satisfies Found<RecordOf<K>>;
      }
    }
    for (let left = found.suppressed; left > 0; left--) yield { record: undefined, losses: [] };
  };
};

/** For kinds whose records need only their references. */
export const prepareNothing: Prepare<RecordKindOf, undefined> = async () => () => undefined;
