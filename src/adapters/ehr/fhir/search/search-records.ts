// The searches of a kind: one for each id of the patient, with `_include`, and with the interval if that is passed on.
import type { Interval } from '../../../../domain/model/interval.ts';
import { concurrencyLimit } from '../../transport/concurrency-limit.ts';
import type { Resource, ResourceTypes } from '../json/resource.ts';
import type { ResourceType } from '../members.ts';
import type { FhirClient } from '../wire/client.ts';
import { type Parameters, search } from '../wire/search.ts';
import { maxConcurrentCalls } from './fetch-references.ts';
import type { RequestedPatient } from './owner.ts';
import type { ServerContext } from './server-context.ts';

/** A search by `patient=`. */
export type RecordSearch<T extends ResourceType = ResourceType> = {
  readonly type: T;
  /** The parameter for the interval; undefined if it is never passed on. */
  readonly period?: 'date' | 'authoredon';
  /** Whether a start is always sent: some servers refuse a search without one. */
  readonly needsStart?: boolean;
  /** Additional parameters. */
  readonly parameters?: (context: ServerContext) => Parameters;
  /** For `_include`: the parameter, and the types that it can return. */
  readonly include?: readonly (readonly [parameter: string, ...types: ResourceType[]])[];
};

const hour = 3_600_000;
/** The start where none is asked for. */
const earliest = '1900-01-01T00:00:00Z';

/** An instant as a parameter; none if its year is not one of R4's, 0001 to 9999. The use case filters in any case (D8). */
const instantParameter = (period: string, prefix: 'ge' | 'lt', epoch: number | undefined): Parameters => {
  if (epoch === undefined) return [];
  const written = new Date(epoch).toISOString();
  return /^(?!0000)\d{4}-/.test(written) ? [[period, `${prefix}${written.slice(0, 19)}Z`]] : [];
};

/**
 * The parameters for an interval, with an hour on both sides for changes to and from daylight saving time.
 * @param before hours to add before its start.
 */
const periodParameters = (
  { period, needsStart = false }: RecordSearch,
  { from, to }: Interval,
  { region }: ServerContext,
  before: number,
): Parameters => {
  if (period === undefined) return [];
  const start = instantParameter(period, 'ge', from && region.toEpoch(from) - before * hour);
  const end = instantParameter(period, 'lt', to && region.toEpoch(to) + hour);
  return [...(start.length === 0 && needsStart ? [[period, `ge${earliest}`] as const] : start), ...end];
};

/** The `_include` parameters; none for a server that does not support them. */
const includes = ({ type, include = [] }: RecordSearch, { members }: ServerContext): Parameters =>
  members.include
    ? include
        .filter(([, ...types]) => types.some(target => members.resources.has(target)))
        .map(([parameter]) => ['_include', `${type}:${parameter}`] as const)
    : [];

/** A resource, and the search that found it. */
export type Match<S extends RecordSearch> = {
  readonly source: S;
  readonly resource: Resource<ResourceTypes[S['type']]>;
};

/** Searches each type by each id of the patient. Duplicates are removed. `suppressed` is how many records the server hides. */
export const searchRecords = async <S extends RecordSearch>(
  context: RequestedPatient,
  sources: readonly S[],
  { interval, hoursBefore = 1 }: { readonly interval: Interval; readonly hoursBefore?: number },
) => {
  const { client, person, members } = context;
  const searches = sources.flatMap(source =>
    [...person.keys].map(key => async (call: FhirClient['call']) => {
      const { parameters } = source;
      const type: S['type'] = source.type;
      const all: Parameters = [
        ['patient', key],
        ...periodParameters(source, interval, context, hoursBefore),
        ...(parameters?.(context) ?? []),
        ...Object.entries(members.search[type] ?? {}),
        ...includes(source, context),
      ];
      return { source, ...(await search(context, { type, parameters: all }, call)) };
    }),
  );
  const results = await concurrencyLimit(maxConcurrentCalls, searches, client.call);
  /** By resource: a search for another id of the patient may find it too. */
  const matches = new Map<object, Match<S>>();
  let suppressed = 0;
  for (const { source, matches: resources, suppressed: hidden } of results) {
    suppressed += hidden;
    for (const resource of resources) if (!matches.has(resource)) matches.set(resource, { source, resource });
  }
  return { matches: [...matches.values()], suppressed };
};
