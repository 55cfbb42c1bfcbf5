// Searches of the simulator: matches, included resources, and pages.
import { randomUUID } from 'node:crypto';
import { invalid, Refusal } from './refusal.ts';
import { includes, isSearched, parameterOf } from './search-parameters.ts';
import type { Resource, Store } from './store.ts';

type Bundle = { readonly resourceType: 'Bundle'; readonly [member: string]: unknown };

type Opened = {
  readonly type: string;
  readonly matches: readonly Resource[];
  readonly include: readonly string[];
  readonly size: number;
};

/** Parameters that control the result instead of filtering it. */
const control = new Set(['_count', '_include']);

const sizeOf = (query: URLSearchParams, most: number): number => {
  const written = query.get('_count');
  if (written === null || !/^[1-9]\d*$/.test(written))
    throw invalid('_count is missing or not a positive integer');
  return Math.min(Number(written), most);
};

const includeOf = (query: URLSearchParams, type: string): string[] =>
  query.getAll('_include').map(written => {
    const [source, parameter = '', ...more] = written.split(':');
    const included = includes[type];
    if (source !== type || more.length > 0 || included === undefined || !Object.hasOwn(included, parameter)) {
      throw invalid('the type has no such _include');
    }
    return parameter;
  });

const matching = (store: Store, type: string, query: URLSearchParams): Resource[] => {
  const tests = [...query].filter(([name]) => !control.has(name));
  if (tests.length === 0) throw invalid('a search needs at least one filter');
  const isAppointments = type === 'Appointment' && !query.has('_id');
  if (isAppointments && !query.has('date')) throw invalid('a search for appointments needs a date');
  const checked = tests.map(([name, value]) => {
    const test = parameterOf(type, name);
    if (test === undefined) throw invalid(`${type} cannot be searched by ${name}`);
    return (resource: Resource) => test(resource, value);
  });
  // Run on a probe first, so malformed values are refused even if the store has no resource of this type.
  const probe = { resourceType: type, id: 'probe', participant: [] };
  for (const test of checked) test(probe);
  return store.all(type).filter(resource => checked.every(test => test(resource)));
};

/** Creates the search functions of a simulator. @param base its base URL. */
export const createSearches = (
  store: Store,
  { base, mostPerPage }: { base: () => string; mostPerPage: number },
) => {
  const opened = new Map<string, Opened>();

  const entryOf = (resource: Resource, mode: 'match' | 'include') => ({
    fullUrl: `${base()}/${resource.resourceType}/${resource.id}`,
    resource,
    search: { mode },
  });

  const includedWith = (
    type: string,
    matches: readonly Resource[],
    parameters: readonly string[],
  ): Resource[] => {
    const keys = parameters.flatMap(parameter =>
      matches.flatMap(resource => includes[type]?.[parameter]?.(resource) ?? []),
    );
    const resources = new Map<string, Resource>();
    for (const key of keys) {
      const { reference } = (key ?? {}) as { reference?: string };
      const [target = '', id = ''] = reference?.split('/') ?? [];
      const resource = store.get(target, id);
      if (resource !== undefined) resources.set(`${target}/${id}`, resource);
    }
    return [...resources.values()];
  };

  const page = (id: string, { type, matches, include, size }: Opened, offset: number): Bundle => {
    const shown = matches.slice(offset, offset + size);
    const next =
      offset + size < matches.length
        ? `${base()}?_getpages=${id}&_getpagesoffset=${offset + size}`
        : undefined;
    return {
      resourceType: 'Bundle',
      type: 'searchset',
      total: matches.length,
      link: [
        { relation: 'self', url: `${base()}/${type}` },
        ...(next === undefined ? [] : [{ relation: 'next', url: next }]),
      ],
      entry: [
        ...shown.map(resource => entryOf(resource, 'match')),
        ...includedWith(type, shown, include).map(resource => entryOf(resource, 'include')),
      ],
    };
  };

  return {
    /** The first page of a search. */
    search: (type: string, query: URLSearchParams): Bundle => {
      if (!isSearched(type)) throw new Refusal(404, 'not-supported', `${type} cannot be searched`);
      const opening = {
        type,
        matches: matching(store, type, query),
        include: includeOf(query, type),
        size: sizeOf(query, mostPerPage),
      };
      const id = randomUUID();
      if (opening.matches.length > opening.size) opened.set(id, opening);
      return page(id, opening, 0);
    },
    /** A further page, requested by the `next` link of the previous one. */
    next: (query: URLSearchParams): Bundle => {
      const id = query.get('_getpages') ?? '';
      const opening = opened.get(id);
      const offset = Number(query.get('_getpagesoffset'));
      if (opening === undefined || !Number.isSafeInteger(offset))
        throw new Refusal(410, 'not-found', 'the page has expired');
      return page(id, opening, offset);
    },
  };
};
