// One page of search results: the matches, the included resources, and the server's issues.
import type * as R4 from 'fhir/r4.js';
import { unusableAnswer } from '../../../../domain/model/failure.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../../domain/model/json.ts';
import { newYielding } from '../../../../domain/model/yield-to-event-loop.ts';
import {
  idOf,
  isFilled,
  isResource,
  isShortened,
  mayMeanOpposite,
  type Resource,
  type ResourceTypes,
} from '../json/resource.ts';
import { r4Types } from '../json/resource-types.ts';
import type { ResourceType } from '../members.ts';
import { type Issue, isOutcome, readableIssues } from './outcome.ts';

export type Entry<R = R4.DomainResource> = {
  readonly resource: Resource<R>;
  readonly fullUrl: string | undefined;
};

export const unusableSearch = (detail: string) => unusableAnswer('ehr-document', detail);

/**
 * What an entry is. No search asks for resources of its own type to come along, so one of that type is a match whatever its mode says:
 * taken for an included one, the only allergy would read as none.
 */
const modeOf = (entry: JsonObject, resource: Resource, type: string): string => {
  const mode = isJsonObject(entry.search) ? entry.search.mode : undefined;
  if (isOutcome(resource)) return 'outcome';
  if (resource.resourceType === type) return 'match';
  if (typeof mode === 'string') return mode;
  if (mode !== undefined && mode !== null) throw unusableSearch('an entry with an unreadable mode');
  // It may be what was asked for, under another name.
  if (!r4Types.has(resource.resourceType)) throw unusableSearch('an entry of an unknown type without a mode');
  return 'include';
};

/** The issues of an outcome in an entry. An unreadable one may say that something is missing, so it throws. */
const readIssues = (resource: Resource): Issue[] => {
  const issues = mayMeanOpposite(resource) ? undefined : readableIssues(resource);
  if (issues === undefined) throw unusableSearch('an unreadable outcome');
  return issues;
};

/** @param what the items in words. */
const itemsOf = (value: Json | undefined, what: string): readonly Json[] => {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw unusableSearch(`${what} that are not a list`);
  return value;
};

/** The links to the next page; empty on the last page. */
const linksOf = (bundle: JsonObject): string[] =>
  itemsOf(bundle.link, 'links').flatMap(link => {
    // It may be the one to the next page.
    if (!isJsonObject(link) || typeof link.relation !== 'string' || isFilled(link.modifierExtension))
      throw unusableSearch('an unreadable link');
    if (link.relation !== 'next') return [];
    return typeof link.url === 'string' ? link.url : '';
  });

/** Whether something in an entry changes the meaning of the entry itself. */
const isModified = ({ modifierExtension, search }: JsonObject): boolean =>
  isFilled(modifierExtension) || (isJsonObject(search) && isFilled(search.modifierExtension));

/** The members of a Bundle in R4. Any other may hold the entries under another name (D29, nothing is left out in silence). */
const bundleMembers = new Set(
  'resourceType id meta implicitRules language identifier type timestamp total link entry signature'.split(
    ' ',
  ),
);

/** Those of an entry. Any other may say what became of it. */
const entryMembers = new Set(
  'id extension modifierExtension link fullUrl resource search request response'.split(' '),
);

const hasUnknownMember = (object: JsonObject, known: ReadonlySet<string>): boolean =>
  Object.keys(object).some(name => !known.has(name.replace(/^_/, '')));

/** How many matches the server says that the whole search has; undefined if it does not say. */
const totalOf = ({ total }: JsonObject): number | undefined => {
  if (total === undefined) return undefined;
  if (!Number.isSafeInteger(total) || (total as number) < 0)
    throw unusableSearch('a total that cannot be read');
  return total as number;
};

/** Reads a page of a search for a type: each match has an id. Throws `Failure` `ehr-unusable` for any other answer. */
export const readPage = async <T extends ResourceType>(answer: Json, type: T) => {
  if (!isJsonObject(answer) || answer.resourceType !== 'Bundle' || answer.type !== 'searchset') {
    throw unusableSearch('an answer that is not a searchset');
  }
  if (isFilled(answer.implicitRules)) throw unusableSearch('a searchset with rules that are not known');
  if (hasUnknownMember(answer, bundleMembers)) throw unusableSearch('a searchset with an unknown member');
  const matches: Entry<ResourceTypes[T]>[] = [];
  const included: Entry[] = [];
  const issues: Issue[] = [];
  const yieldIfSlow = newYielding();
  for (const entry of itemsOf(answer.entry, 'entries')) {
    const yielded = yieldIfSlow();
    if (yielded !== undefined) await yielded;
    const resource = isJsonObject(entry) ? entry.resource : undefined;
    if (!isJsonObject(entry) || !isResource(resource)) throw unusableSearch('an entry without a resource');
    if (isModified(entry)) throw unusableSearch('an entry with a modifier extension');
    if (hasUnknownMember(entry, entryMembers)) throw unusableSearch('an entry with an unknown member');
    const received = { resource, fullUrl: typeof entry.fullUrl === 'string' ? entry.fullUrl : undefined };
    const mode = modeOf(entry, resource, type);
    if (mode === 'outcome') for (const issue of readIssues(resource)) issues.push(issue);
    else if (mode === 'include') {
      // A shortened resource is ignored, so the complete one is fetched.
      if (!isShortened(resource)) included.push(received);
    } else {
      if (resource.resourceType !== type) throw unusableSearch('a match of another type');
      if (idOf(resource) === undefined) throw unusableSearch('a match without an id');
      if (isShortened(resource)) throw unusableSearch('a match that is not complete');
      matches.push({ ...received, resource: resource as Resource<ResourceTypes[T]> });
    }
  }
  return { matches, included, issues, total: totalOf(answer), next: linksOf(answer) };
};
