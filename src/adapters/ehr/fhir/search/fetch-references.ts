// Fetches resources that a search did not include, by their ids or by what they refer to: in a few rounds, with many ids per call.
import { unusableAnswer } from '../../../../domain/model/failure.ts';
import type { JsonObject } from '../../../../domain/model/json.ts';
import { newYielding } from '../../../../domain/model/yield-to-event-loop.ts';
import type { Call } from '../../../../ports/call.ts';
import { concurrencyLimit } from '../../transport/concurrency-limit.ts';
import { definedItems } from '../../values/values.ts';
import type { AnyElement } from '../elements/element.ts';
import type { ResourceType } from '../members.ts';
import { search } from '../wire/search.ts';
import type { References } from './references.ts';
import type { QuestionContext } from './server-context.ts';
import { usedReferences } from './used-references.ts';

/** The longest chain is a role, its organisation, and the organisation above that. */
const rounds = 3;
const valuesPerCall = 50;
const maxReferences = 1000;
/** Concurrent calls for one request. */
export const maxConcurrentCalls = 4;

const fetched: ReadonlySet<string> = new Set<ResourceType>([
  'Organization',
  'Location',
  'HealthcareService',
  'Practitioner',
  'PractitionerRole',
  'Encounter',
  'Medication',
]);

/** A resource, the one in which it is contained, or itself, and whether it is a record. */
type Visited = { readonly resource: JsonObject; readonly container: JsonObject; readonly isRecord: boolean };

type Context = QuestionContext & { readonly references: References };

/** What has been followed for one request. */
type Followed = { readonly resources: Set<JsonObject>; readonly references: Set<string> };

/** Follows references through the resources received so far. Returns the keys of those that are missing. */
const missingFrom = async (
  begin: readonly Visited[],
  { addresses, members, references }: Context,
  followed: Followed,
): Promise<Set<string>> => {
  const missing = new Set<string>();
  const yieldToEventLoop = newYielding();
  const left = [...begin];
  for (const { resource, container, isRecord } of left) {
    if (followed.resources.has(resource)) continue;
    followed.resources.add(resource);
    const yielded = yieldToEventLoop();
    if (yielded !== undefined) await yielded;
    for (const reference of new Set(usedReferences(resource, isRecord))) {
      const isContained = reference.startsWith('#');
      if (!isContained) {
        // Most records refer to the same few resources.
        if (followed.references.has(reference)) continue;
        followed.references.add(reference);
      }
      const target = references.peek(reference, container);
      if (target !== undefined) {
        left.push({ resource: target, container: isContained ? container : target, isRecord: false });
        continue;
      }
      const key = addresses.localKey(reference);
      const type = key?.split('/', 1)[0] ?? '';
      if (key !== undefined && fetched.has(type) && members.resources.has(type as ResourceType))
        missing.add(key);
    }
  }
  return missing;
};

/** The searches of a type by a parameter that takes several values, 50 values a call. */
export const searchesFor = <T extends ResourceType>(
  context: QuestionContext,
  type: T,
  { parameter, values }: { readonly parameter: string; readonly values: readonly string[] },
) =>
  Array.from({ length: Math.ceil(values.length / valuesPerCall) }, (_, at) => {
    const chunk = values.slice(at * valuesPerCall, (at + 1) * valuesPerCall);
    return (call: Call) => search(context, { type, parameters: [[parameter, chunk.join(',')]] }, call);
  });

/** Fetches resources by id. Those that the server does not have stay missing. */
const fetchKeys = async (context: Context, keys: readonly string[]) => {
  // Only keys of the types in `fetched` are missing.
  const byType = Map.groupBy(keys, key => key.split('/', 1)[0] as ResourceType);
  const searches = [...byType].flatMap(([type, keysOfType]) => {
    const values = keysOfType.map(key => key.slice(type.length + 1));
    return searchesFor(context, type, { parameter: '_id', values });
  });
  await concurrencyLimit(maxConcurrentCalls, searches, context.client.call);
};

/**
 * Fetches what the records refer to, directly or indirectly, into the pool.
 * Throws `Failure` like `search`, and `ehr-unusable` for more than 1000 references.
 */
export const fetchReferences = async (context: Context, records: readonly AnyElement[]): Promise<void> => {
  const tried = new Set<string>();
  const followed: Followed = { resources: new Set(), references: new Set() };
  let begin: readonly Visited[] = records.map(({ container }) => ({
    resource: container,
    container,
    isRecord: true,
  }));
  for (let round = 0; round < rounds; round++) {
    const keys = [...(await missingFrom(begin, context, followed))].filter(key => !tried.has(key));
    if (keys.length === 0) return;
    for (const key of keys) tried.add(key);
    if (tried.size > maxReferences) {
      throw unusableAnswer('ehr-limit', `more than ${maxReferences} references`);
    }
    await fetchKeys(context, keys);
    begin = definedItems(keys.map(context.pool.byKey)).map(resource => ({
      resource,
      container: resource,
      isRecord: false,
    }));
  }
};
