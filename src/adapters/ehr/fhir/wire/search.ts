// Searches: all pages of the result, or a failure.
import { isDeepStrictEqual } from 'node:util';
import { newYielding } from '../../../../domain/model/yield-to-event-loop.ts';
import type { Call } from '../../../../ports/call.ts';
import { keyOf, type Resource, type ResourceTypes } from '../json/resource.ts';
import type { ResourceType } from '../members.ts';
import { type Addresses, pageLinks } from './addresses.ts';
import { type Entry, readPage, unusableSearch } from './bundle.ts';
import type { FhirClient, Request } from './client.ts';
import { hidesRecord, type Issue, incompleteAnswer, makesUnusable } from './outcome.ts';

/** Parameters in the order in which they are sent; a name may be repeated. */
export type Parameters = readonly (readonly [name: string, value: string])[];

export type Search<T extends ResourceType = ResourceType> = {
  readonly type: T;
  /** Without the size of the pages. */
  readonly parameters: Parameters;
  /** Whether to search with POST, which keeps the parameters out of the URL. */
  readonly byPost?: boolean;
};

/** Creates the empty pool of one request: the resources that are received, against which references are resolved. */
export const newPool = () => {
  const keys = new Map<string, Resource>();
  const urls = new Map<string, Resource>();
  return {
    /** Adds a resource and returns it; if one of the same type and id is already there, keeps and returns that one. */
    add: <R>({ resource, fullUrl }: Entry<R>): Resource<R> => {
      const key = keyOf(resource);
      const earlier = key === undefined ? undefined : keys.get(key);
      if (key !== undefined && earlier === undefined) keys.set(key, resource as Resource);
      // The same key is the same type.
      const kept = (earlier as Resource<R> | undefined) ?? resource;
      if (fullUrl !== undefined && !urls.has(fullUrl)) urls.set(fullUrl, kept as Resource);
      return kept;
    },
    byKey: (key: string | undefined) => (key === undefined ? undefined : keys.get(key)),
    byFullUrl: (url: string) => urls.get(url),
  };
};
export type ResourcePool = ReturnType<typeof newPool>;

/** Who asks, and where all that is received is kept. */
type Asking = {
  readonly client: FhirClient;
  readonly pool: ResourcePool;
  readonly addresses: Addresses;
};

/** The most records that a server may hide or leave out (D29): each is counted, and a total is one number. */
const maxSuppressed = 10_000;

const encoded = (parameters: Parameters): string =>
  parameters.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');

const requestFor = ({ type, parameters, byPost }: Search, pageSize: number): Request => {
  const query = encoded([...parameters, ['_count', String(pageSize)]]);
  return byPost === true
    ? {
        method: 'POST',
        path: `/${type}/_search`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: query,
      }
    : { method: 'GET', path: `/${type}?${query}` };
};

/**
 * Runs a search and adds everything received to the pool. If any page fails, so does the search: it never returns part of a list.
 * Returns the resources of the type, without duplicates (`matches`), and how many records the server hides (`suppressed`): one for each
 * issue that stands for one, or as many as its `total` is above what it sent.
 * Throws `Failure` like `FhirClient.read`, and `ehr-unusable` for an incomplete answer, a link that cannot be followed, a resource that
 * came twice with different content, a `total` without any match, or one that is thousands above what was sent (D29).
 */
export const search = async <T extends ResourceType>(
  { client, pool, addresses }: Asking,
  query: Search<T>,
  call?: Call,
) => {
  const first = requestFor(query, client.server.members.pageSize);
  const nextOf = pageLinks(addresses, first.path);
  /** Each match, with the page on which it came first. The pool returns the same resource for each type and id. */
  const matches = new Map<Resource<ResourceTypes[T]>, object>();
  /** Equal issues of one page are several records; those of several pages may be the same ones again. */
  const suppressed = new Map<string, number>();
  /**
   * Matches of all pages, also those that came twice on one. One that comes again on a later page is a sign that another was passed over,
   * and does not count towards `total`: the server's last word on how many there are.
   */
  let received = 0;
  let repeated = 0;
  let total: number | undefined;
  let request: Request | undefined = first;
  const yieldIfSlow = newYielding();
  while (request !== undefined) {
    const page = await readPage(await client.read(request, call), query.type);
    const missing = page.issues.filter(makesUnusable);
    if (missing.length > 0) throw incompleteAnswer(missing);
    client.logAddedIssues(page.issues);
    const hasMatches = received + page.matches.length > 0;
    // Only the patient is searched for by number: "not found" is then the server's word (D15).
    const isUnknown = ({ code }: Issue) => query.type === 'Patient' && code === 'not-found' && !hasMatches;
    const hiding = page.issues.filter(issue => hidesRecord(issue, hasMatches) && !isUnknown(issue));
    const hidden = Map.groupBy(hiding, ({ node }) => JSON.stringify(node));
    for (const [issue, { length }] of hidden)
      suppressed.set(issue, Math.max(suppressed.get(issue) ?? 0, length));
    for (const entry of page.included) pool.add(entry);
    for (const entry of page.matches) {
      const yielded = yieldIfSlow();
      if (yielded !== undefined) await yielded;
      const kept = pool.add(entry);
      if (kept !== entry.resource && !isDeepStrictEqual(kept, entry.resource))
        throw unusableSearch('a resource that came twice with different content');
      if ((matches.get(kept) ?? page) !== page) repeated++;
      else {
        matches.set(kept, page);
        received++;
      }
    }
    total = page.total ?? total;
    const path = nextOf(page.next);
    request = path === undefined ? undefined : { method: 'GET', path };
  }
  const hidden = suppressed.values().reduce((sum, count) => sum + count, 0);
  if (total === undefined && repeated > 0)
    client.server.log?.warn(
      { requestId: client.call.requestId, system: client.server.system.name, count: repeated },
      'records came again on a later page: others may have been passed over',
    );
  const stated = total ?? 0;
  if (received === 0 && stated > hidden) throw unusableSearch('a total without any match');
  // A total may include the records that issues say are hidden.
  const all = Math.max(hidden, stated - received);
  if (all > maxSuppressed)
    throw unusableSearch(`a total of more than ${maxSuppressed} records that were not sent`);
  return { type: query.type, matches: [...matches.keys()], suppressed: all };
};
export type SearchResult<T extends ResourceType> = Awaited<ReturnType<typeof search<T>>>;
