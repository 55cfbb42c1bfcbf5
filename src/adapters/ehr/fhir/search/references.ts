// Resolves references among the resources received for a request.
import type * as R4 from 'fhir/r4.js';
import type { Json, JsonObject } from '../../../../domain/model/json.ts';
import { memoize } from '../../../../domain/model/memoize.ts';
import { type Element, rootElement, rootOfType, sentValue, typeName } from '../elements/element.ts';
import { literalOf, statedType } from '../elements/reference.ts';
import { addOnce } from '../elements/tally.ts';
import { idOf, isResource, keyOf, type Resource, type ResourceTypes } from '../json/resource.ts';
import type { ResourcePool } from '../wire/search.ts';
import { withdrawingElement, withholdingElement } from './labels.ts';
import type { ServerContext } from './server-context.ts';

/**
 * The result of a lookup: the root of the resource, whose losses count for the record that refers to it; `withheld` if the resource was
 * received, but no patient may see it.
 */
export type Lookup =
  | { readonly state: 'found'; readonly root: Element<R4.DomainResource> }
  | { readonly state: 'withheld'; readonly root?: undefined }
  | { readonly state: 'missing'; readonly root?: undefined };

/** The type and id at the end of a reference. The URL before them may have segments that look like types. */
const typeAndId = /(?:^|\/)([A-Z][A-Za-z]+)\/[A-Za-z0-9.-]{1,64}(?:\/_history\/[A-Za-z0-9.-]{1,64})?$/;

/** The resources in a container, by their ids. Of several with one id, the first. */
const containedById = ({ contained }: JsonObject): ReadonlyMap<string, Resource> => {
  const byId = new Map<string, Resource>();
  for (const resource of Array.isArray(contained) ? (contained as readonly Json[]) : []) {
    const id = isResource(resource) ? idOf(resource) : undefined;
    if (id !== undefined && !byId.has(id)) byId.set(id, resource as Resource);
  }
  return byId;
};

const missing: Lookup = { state: 'missing' };

/** Resolves references among the resources of one request. */
export const referencesIn = (pool: ResourcePool, { addresses, members }: ServerContext) => {
  const withholding = memoize((resource: Resource) => withholdingElement(resource, members));
  const containedIn = memoize(containedById);
  /** Looks up a reference text without counting losses or checking whether the resource is withheld. */
  const peek = (reference: string, container: JsonObject): Resource | undefined => {
    if (reference.startsWith('#')) return containedIn(container).get(reference.slice(1));
    return pool.byKey(addresses.localKey(reference)) ?? pool.byFullUrl(reference);
  };

  /** Looks up a Reference. A withheld resource is counted once per record, and so is a withdrawn one, which is missing (D35). */
  const lookUp = (reference: Element<R4.Reference>): Lookup => {
    const literal = literalOf(reference);
    const resource = literal === undefined ? undefined : peek(literal, reference.container);
    if (resource === undefined) return missing;
    const count = (what: 'withheld' | 'withdrawn', because: string) => {
      const path = `${typeName(resource)}/${because}`;
      const key = `${keyOf(resource) ?? literal} ${what}`;
      addOnce(reference.tally, key, { path, reason: 'withheld', hides: reference.hides });
    };
    const because = withholding(resource);
    if (because !== undefined) {
      count('withheld', because);
      return { state: 'withheld' };
    }
    const withdrawnBy = withdrawingElement(resource);
    if (withdrawnBy !== undefined) {
      count('withdrawn', withdrawnBy);
      return missing;
    }
    // A contained resource may refer to the others in the same container.
    const isContained = literal?.startsWith('#') === true;
    const root = rootElement(resource, reference.tally, isContained ? reference.container : resource);
    return { state: 'found', root };
  };

  /** The type of the resource that a Reference names; if it was not received, according to the reference. */
  const typeOf = (reference: Element<R4.Reference>): string | undefined => {
    const literal = sentValue(reference, 'reference');
    const named =
      typeof literal === 'string'
        ? (peek(literal, reference.container)?.resourceType ?? typeAndId.exec(literal)?.[1])
        : undefined;
    return named ?? statedType(reference);
  };

  return {
    lookUp,
    peek,
    typeOf,
    /** The root of the resource that a Reference names, if it has one of these types; undefined if it is missing or withheld. */
    find: <T extends keyof ResourceTypes>(
      reference: Element<R4.Reference> | undefined,
      ...types: readonly T[]
    ): Element<ResourceTypes[T]> | undefined => {
      const root = reference && lookUp(reference).root;
      return types.map(type => rootOfType(root, type)).find(found => found !== undefined);
    },
  };
};
export type References = ReturnType<typeof referencesIn>;
