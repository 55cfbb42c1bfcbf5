// Searching: every page of it, or none.
import type { Call } from '../../../../ports/call.ts';
import { type Addresses, pageLinks } from './addresses.ts';
import { keyOf, type Resource, readPage } from './bundle.ts';
import { type FhirClient, incompleteAnswer, type Request } from './client.ts';
import { isSuppressed, makesUnusable } from './outcome.ts';
import type { ResourcePool } from './pool.ts';

/** Parameters in the order in which they are sent; a name may come several times. */
export type Parameters = readonly (readonly [name: string, value: string])[];

export type Search = {
  readonly type: string;
  readonly parameters: Parameters;
  /** Whether the first page is asked for by a form, so that no URL has the parameters. */
  readonly byPost?: boolean;
  /** Whether numbers keep their digits. */
  readonly exact?: boolean;
};

export type SearchResult = {
  /** Of the type that was asked for, each once. */
  readonly matches: readonly Resource[];
  /** Records that are there, and that nobody may see: one an issue. */
  readonly suppressed: number;
};

const encoded = (parameters: Parameters): string =>
  parameters.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');

const requestFor = ({ type, parameters, byPost, exact = false }: Search): Request => {
  const query = encoded(parameters);
  return byPost === true
    ? {
        method: 'POST',
        path: `/${type}/_search`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: query,
        exact,
      }
    : { method: 'GET', path: `/${type}?${query}`, exact };
};

/**
 * Searches, and puts all that came into the pool. One page that fails fails the search: never a shorter list.
 * Throws `Failure` as `Inquiry.read`, and `ehr-unusable` for a link that cannot be followed and an answer that is not whole.
 */
export const search = async (
  client: FhirClient,
  asked: Search,
  {
    pool,
    addresses,
    call,
  }: { readonly pool: ResourcePool; readonly addresses: Addresses; readonly call?: Call },
): Promise<SearchResult> => {
  const first = requestFor(asked);
  const nextOf = pageLinks(addresses, first.path);
  const matches = new Map<string, Resource>();
  const suppressed = new Set<string>();
  let request: Request | undefined = first;
  while (request !== undefined) {
    const page = readPage(await client.read(request, call), asked.type);
    const missing = page.issues.filter(makesUnusable);
    if (missing.length > 0) throw incompleteAnswer(missing);
    client.logAddedIssues(page.issues);
    for (const issue of page.issues.filter(isSuppressed)) suppressed.add(JSON.stringify(issue.node));
    for (const entry of page.included) pool.add(entry);
    for (const entry of page.matches) {
      const resource = pool.add(entry);
      matches.set(keyOf(resource) ?? '', resource);
    }
    const path = nextOf(page.next);
    request = path === undefined ? undefined : { method: 'GET', path, exact: asked.exact ?? false };
  }
  return { matches: [...matches.values()], suppressed: suppressed.size };
};
