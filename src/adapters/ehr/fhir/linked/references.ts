// What a reference leads to, among all that came for a question.
import { countLossOnce, type Element, rootElement, text, typeName } from '../elements/element.ts';
import type { Translation } from '../translation.ts';
import { idOf, isResource, keyOf, type Resource } from '../wire/bundle.ts';
import type { Json } from '../wire/json.ts';
import type { ResourcePool } from '../wire/pool.ts';
import { withholdingElement } from './labels.ts';

/** A resource that a reference leads to, as the root of its elements; its losses are those of the record. */
export type Target = { readonly resource: Resource; readonly root: Element };

/** What became of a reference: found; there, but no patient may see it; or not there. */
export type Lookup =
  | { readonly state: 'found'; readonly target: Target }
  | { readonly state: 'withheld' }
  | { readonly state: 'missing' };

export type References = {
  /** Looks up a Reference. A withheld one is counted, once a record. */
  lookUp(reference: Element): Lookup;
  /** The target of a Reference, where it is one of these types; undefined where it is not there for us. */
  find(reference: Element | undefined, ...types: readonly string[]): Target | undefined;
  /** Looks up the text of a Reference in the pool alone: neither counted nor withheld. */
  peek(reference: string, container: Element['container']): Resource | undefined;
  /** The type of what a Reference leads to: of the resource where it is there, else as the reference says. */
  typeOf(reference: Element): string | undefined;
};

/** The end of a literal reference: a URL before it may have segments that look like types. */
const typeAndId = /(?:^|\/)([A-Z][A-Za-z]+)\/[A-Za-z0-9.-]{1,64}(?:\/_history\/[A-Za-z0-9.-]{1,64})?$/;

const containedIn = (container: Element['container'], id: string): Resource | undefined => {
  const contained: readonly Json[] = Array.isArray(container.contained) ? container.contained : [];
  return contained.filter(isResource).find(one => idOf(one) === id);
};

const missing = { state: 'missing' } as const;

export const referencesIn = (pool: ResourcePool, { addresses, members }: Translation): References => {
  const withheld = new Map<Resource, string | undefined>();

  const withholding = (resource: Resource): string | undefined => {
    if (!withheld.has(resource)) withheld.set(resource, withholdingElement(resource, members));
    return withheld.get(resource);
  };

  const peek: References['peek'] = (reference, container) => {
    if (reference.startsWith('#')) return containedIn(container, reference.slice(1));
    const key = addresses.localKey(reference);
    return (key === undefined ? undefined : pool.byKey(key)) ?? pool.byFullUrl(reference);
  };

  const lookUp: References['lookUp'] = reference => {
    const literal = text(reference, 'reference');
    const resource = literal === undefined ? undefined : peek(literal, reference.container);
    if (resource === undefined) return missing;
    const because = withholding(resource);
    if (because !== undefined) {
      const path = `${typeName(resource)}/${because}`;
      countLossOnce(reference, `${keyOf(resource) ?? literal} withheld`, { path, reason: 'withheld' });
      return { state: 'withheld' };
    }
    // What is contained in a resource refers to what else is contained in it.
    const isContained = literal?.startsWith('#') === true;
    const root = rootElement(resource, reference.tally, isContained ? reference.container : resource);
    return { state: 'found', target: { resource, root } };
  };

  const typeOf: References['typeOf'] = ({ node: { reference: literal, type }, container }) => {
    const [resource, written] =
      typeof literal === 'string' ? [peek(literal, container), typeAndId.exec(literal)?.[1]] : [];
    return resource?.resourceType ?? written ?? (typeof type === 'string' ? type : undefined);
  };

  return {
    lookUp,
    peek,
    typeOf,
    find: (reference, ...types) => {
      if (reference === undefined) return undefined;
      const found = lookUp(reference);
      return found.state === 'found' && types.includes(found.target.resource.resourceType)
        ? found.target
        : undefined;
    },
  };
};
