// The searches of a kind: one for each id of the patient, with `_include`, and with the interval if that is passed on.
import type { Interval } from '../../../../domain/model/interval.ts';
import { concurrencyLimit } from '../../transport/concurrency-limit.ts';
import { exactTypes, maxConcurrentCalls } from '../linked/fetch-references.ts';
import type { ResourceType } from '../members.ts';
import type { Person } from '../people/find-patient.ts';
import type { Translation } from '../translation.ts';
import type { Resource } from '../wire/bundle.ts';
import type { FhirClient } from '../wire/client.ts';
import type { ResourcePool } from '../wire/pool.ts';
import { type Parameters, search } from '../wire/search.ts';

/** A search by `patient=`. */
export type RecordSearch = {
  readonly type: ResourceType;
  /** The parameter for the interval; undefined if it is never passed on. */
  readonly period?: 'date' | 'authoredon';
  /** Additional parameters. */
  readonly parameters?: (translation: Translation) => Parameters;
  /** For `_include`: the parameter, and the types that it can return. */
  readonly include?: readonly (readonly [parameter: string, ...types: ResourceType[]])[];
};

const hour = 3_600_000;
/** The start for servers that refuse a search without a date. */
export const earliest = '1900-01-01T00:00:00Z';

const instant = (epoch: number) => `${new Date(epoch).toISOString().slice(0, 19)}Z`;

/**
 * The parameters for an interval, with an hour on both sides for changes to and from daylight saving time.
 * @param before hours to add before its start.
 */
export const periodParameters = (
  { from, to }: Interval,
  {
    period,
    translation: { region },
    before = 1,
  }: { period: string; translation: Translation; before?: number },
): Parameters => [
  ...(from === undefined ? [] : [[period, `ge${instant(region.toEpoch(from) - before * hour)}`] as const]),
  ...(to === undefined ? [] : [[period, `lt${instant(region.toEpoch(to) + hour)}`] as const]),
];

/** The `_include` parameters; none for a server that does not support them. */
const includes = ({ type, include = [] }: RecordSearch, { members }: Translation): Parameters =>
  members.include
    ? include
        .filter(([, ...types]) => types.some(target => members.resources.has(target)))
        .map(([parameter]) => ['_include', `${type}:${parameter}`] as const)
    : [];

export type Found<S extends RecordSearch> = {
  readonly matches: readonly { readonly source: S; readonly resource: Resource }[];
  /** How many records the server hides. */
  readonly suppressed: number;
};

/** Searches each type by each id of the patient. Duplicates are removed. */
export const searchRecords = async <S extends RecordSearch>(
  client: FhirClient,
  sources: readonly S[],
  asked: {
    readonly translation: Translation;
    readonly person: Person;
    readonly pool: ResourcePool;
    readonly interval: Interval;
    readonly hoursBefore?: number;
  },
): Promise<Found<S>> => {
  const { translation, person, pool, interval, hoursBefore = 1 } = asked;
  const { members, addresses } = translation;
  const searches = sources.flatMap(source =>
    [...person.ids].map(id => async (call: FhirClient['call']) => {
      const { type, period, parameters } = source;
      const all: Parameters = [
        ['patient', `Patient/${id}`],
        ...(period === undefined
          ? []
          : periodParameters(interval, { period, translation, before: hoursBefore })),
        ...(parameters?.(translation) ?? []),
        ...Object.entries(members.search[type] ?? {}),
        ...includes(source, translation),
        ['_count', String(members.pageSize)],
      ];
      const recordSearch = { type, parameters: all, exact: exactTypes.has(type) };
      return { source, ...(await search(client, recordSearch, { pool, addresses, call })) };
    }),
  );
  const results = await concurrencyLimit(maxConcurrentCalls, searches, client.call);
  /** By resource: a search for another id of the patient may find it too. */
  const matches = new Map<Resource, { source: S; resource: Resource }>();
  let suppressed = 0;
  for (const { source, matches: found, suppressed: hidden } of results) {
    suppressed += hidden;
    for (const resource of found) if (!matches.has(resource)) matches.set(resource, { source, resource });
  }
  return { matches: [...matches.values()], suppressed };
};
