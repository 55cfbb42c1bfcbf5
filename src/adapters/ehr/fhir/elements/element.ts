// Reads the elements of a resource. A value of another JSON type than the standard's is counted as unreadable (D29).
//
// | word                | meaning
// |---------------------|---------------------------------------------------------------------------------------------------------
// | tally               | what is counted of one record: losses, and what has been read (tally.ts)
// | countLoss           | counts a value that the record lacks, and returns undefined in its place; `addOnce`: once a record and key
// | hides, hiding       | what the access rules cannot tell if something in the element is lost (D36); `hidingNothing`: nothing
// | read                | the names of the members that somebody has read: the rest is counted at the end (unread.ts)
// | judged              | members that decide what becomes of the resource and say no more: neither published nor counted
// | beside              | what stands beside a primitive: the element `_name` with its extensions
// | masked              | the server says that it withholds the value (`data-absent-reason`): counted as withheld
// | sent, present       | a member that is there, readable or not; `wasSent` is also true of a masked one
// | repeated            | the reason of those that the record has no room for: it takes the first of a list
// | container, root     | the resource whose `contained` resolves `#id`; the element of a whole resource
//
// Values may be read from an element that is undefined: what an absent element holds is absent.
import { isJsonObject, type Json, type JsonObject } from '../../../../domain/model/json.ts';
import { type Hidden, type LossReason, timesOf } from '../../../../domain/model/loss.ts';
import { memoize } from '../../../../domain/model/memoize.ts';
import { markPart } from '../../values/unread.ts';
import { isAbsent } from '../../values/values.ts';
import { objectsIn, type Resource, type ResourceTypes, type Sent } from '../json/resource.ts';
import { r4Types } from '../json/resource-types.ts';
import { addOnce, addTally, markCounted, newTally, type Tally } from './tally.ts';

/**
 * An element and its position in the resource. `T` is its type in R4: a member that R4 does not define does not compile.
 */
export type Element<T> = {
  readonly node: Sent<T>;
  readonly name: string;
  readonly parent: AnyElement | undefined;
  /** The resource whose `contained` resolves references such as `#id`. */
  readonly container: JsonObject;
  readonly tally: Tally;
  /** The names of the members that have been read (tally.ts); undefined until one is, or if nobody asks for the rest. */
  readonly read: Set<string> | undefined;
  /** What the access rules cannot tell if something in the element is lost (D36); empty where they read nothing. */
  readonly hides: readonly Hidden[];
  /** Never set. It makes the compiler compare what the members of R4 types hold. */
  readonly [shape]?: { readonly [K in keyof T]-?: NonNullable<T[K]> };
};

declare const shape: unique symbol;

/** An element of any type. None of its members can be read. */
export type AnyElement = Element<object>;

/** An element with a member of this name that R4 defines to hold such a value. */
export type With<M extends string, V> = Element<Readonly<Record<M, V>>>;

type Member<T> = keyof T & string;
/** The object that a member holds. A member that holds none gives an element whose members cannot be read. */
type Single<V> =
  NonNullable<V> extends readonly unknown[]
    ? object
    : NonNullable<V> extends object
      ? NonNullable<V>
      : object;
type Item<V> = NonNullable<V> extends readonly (infer I extends object)[] ? I : object;

/** The type of a resource if it is one of R4. Paths are logged, so they must not contain any other text of the EHR. */
export const typeName = ({ resourceType }: { readonly resourceType?: unknown }): string =>
  typeof resourceType === 'string' && r4Types.has(resourceType) ? resourceType : 'Resource';

/** The root element of a resource. For a contained resource, `container` is the resource around it. */
export const rootElement = <T>(
  resource: Resource<T>,
  tally: Tally = newTally(),
  container: JsonObject = resource as JsonObject,
): Element<T> => ({
  node: resource as Sent<T>,
  name: typeName(resource),
  parent: undefined,
  container,
  tally,
  read: tally.reads && markPart(tally.reads, resource),
  hides: [],
});

/** The path of an element or member: names separated by slashes, without indexes. */
export const pathOf = (element: AnyElement, member?: string): string => {
  const own = element.parent === undefined ? element.name : pathOf(element.parent, element.name);
  return member === undefined ? own : `${own}/${member}`;
};

/** The same element, where the access rules read: what is lost in it hides this from them (D36). */
export const hiding = <T>(element: Element<T>, ...facts: readonly Hidden[]): Element<T> => ({
  ...element,
  hides: element.hides.length === 0 ? facts : [...new Set([...element.hides, ...facts])],
});

/** The same element, where the record has a value that the access rules can read in place of a lost one. */
export const hidingNothing = <T>(element: Element<T>): Element<T> => ({ ...element, hides: [] });

/**
 * Counts a value that the record lacks: a member, or the element as a whole. Values in it that are not read are not counted again.
 * Returns undefined, to be returned in place of the value.
 */
export const countLoss = <T>(
  element: Element<T>,
  member?: Member<T>,
  reason: LossReason = 'unreadable',
): undefined => {
  markCounted(element.tally, element.node, member);
  element.tally.losses.push({ path: pathOf(element, member), reason, hides: element.hides });
};

/** Counts so many values of a member that the record lacks, as one loss. */
export const countLosses = <T>(element: Element<T>, member: Member<T>, times: number): void => {
  if (times === 0) return;
  const { tally, node, hides } = element;
  markCounted(tally, node, member);
  tally.losses.push({ path: pathOf(element, member), reason: 'unreadable', hides, times: timesOf(times) });
};

export const absenceUrl = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';

/** Whether the extension in an element or beside a primitive says that the value is masked. */
export const isMask = (value: Json | undefined): boolean =>
  isJsonObject(value) &&
  objectsIn(value.extension).some(({ url, valueCode }) => url === absenceUrl && valueCode === 'masked');

const markRead = ({ node, tally, read }: AnyElement, name: string): void => {
  if (tally.reads !== undefined) (read ?? markPart(tally.reads, node)).add(name);
};

/** The value of a member as it was sent. An absent one is marked where nothing is: the element has been read, and not as a whole. */
export const sentValue = <T>(element: Element<T>, member: Member<T>): Json | undefined => {
  const value = (element.node as JsonObject)[member];
  const hasMarks = element.read !== undefined && element.read.size > 0;
  if (value !== undefined || !hasMarks) markRead(element, member);
  return value;
};

const nameBeside = memoize((member: string) => `_${member}`);

/** What was sent beside a primitive: its extensions. */
export const sentBeside = <T>(element: Element<T>, member: Member<T>): Json | undefined => {
  const name = nameBeside(member);
  const beside = (element.node as JsonObject)[name];
  if (beside !== undefined) markRead(element, name);
  return beside;
};

/** Whether an element, or the extension of a primitive, says that the value is masked. */
export const isMasked = <T>(element: Element<T>, member: Member<T>): boolean =>
  isMask(sentValue(element, member)) || isMask(sentBeside(element, member));

export const isMissing = (value: Json | undefined): value is undefined | null =>
  value === undefined || value === null;

const childElement = <C>(node: JsonObject, name: string, parent: AnyElement): Element<C> => {
  const { container, tally, hides } = parent;
  const isMasked = isMask(node);
  const read = isMasked || tally.reads === undefined ? undefined : markPart(tally.reads, node);
  const element: Element<C> = { node: node as Sent<C>, name, parent, container, tally, read, hides };
  if (isMasked) {
    markCounted(tally, node);
    addOnce(tally, node, { path: pathOf(element), reason: 'withheld', hides });
  }
  return element;
};

/** The object of a member that R4 defines to hold a `C`. */
export const objectAt = <C, M extends string>(
  element: With<M, C> | undefined,
  member: M,
): Element<C> | undefined => {
  const value = element && sentValue(element, member);
  if (element === undefined || isMissing(value)) return undefined;
  return isJsonObject(value) ? childElement<C>(value, member, element) : countLoss(element, member);
};

/** The objects of a list member that R4 defines to hold a list of `C`. */
export const objectsAt = <C, M extends string>(
  element: With<M, readonly C[]> | undefined,
  member: M,
): readonly Element<C>[] => {
  const value = element && sentValue(element, member);
  if (element === undefined || isMissing(value)) return [];
  if (!Array.isArray(value)) {
    countLoss(element, member);
    return [];
  }
  const elements: Element<C>[] = [];
  for (const item of value as readonly Json[]) {
    if (isJsonObject(item)) elements.push(childElement<C>(item, member, element));
    else if (item !== null) countLoss(element, member);
  }
  return elements;
};

/** An object member. */
export const child = <T, M extends Member<T>>(
  element: Element<T> | undefined,
  member: M,
): Element<Single<T[M]>> | undefined => objectAt<Single<T[M]>, M>(element as With<M, Single<T[M]>>, member);

/** The objects of a list member. */
export const children = <T, M extends Member<T>>(
  element: Element<T> | undefined,
  member: M,
): readonly Element<Item<T[M]>>[] =>
  objectsAt<Item<T[M]>, M>(element as With<M, readonly Item<T[M]>[]>, member);

/** The first item. The others are counted as repeated: the record has room for one. */
export const first = <I, T>(items: readonly I[], element: Element<T>, member: Member<T>): I | undefined => {
  for (let at = 1; at < items.length; at++) countLoss(element, member, 'repeated');
  return items[0];
};

/** The first object of a list member; the others are counted as repeated. */
export const firstChild = <T, M extends Member<T>>(
  element: Element<T> | undefined,
  member: M,
): Element<Item<T[M]>> | undefined => {
  const [first, ...others] = children(element, member);
  for (const other of others) countLoss(other, undefined, 'repeated');
  return first;
};

/** Whether a member was sent and is not blank, even if it is unreadable. */
export const isPresent = <T>(element: Element<T> | undefined, member: Member<T>): boolean =>
  element !== undefined && !isAbsent(sentValue(element, member));

/** Whether a member was sent, even if it is unreadable or masked. */
export const wasSent = <T>(element: Element<T>, member: Member<T>): boolean =>
  isPresent(element, member) || isMasked(element, member);

/** The same element with another tally. */
export const withTally = <T>(element: Element<T>, tally: Tally): Element<T> => ({
  ...element,
  tally,
  read: undefined,
});

/** The same element with a separate tally: for reading values whose losses are counted elsewhere. */
export const ignoringLosses = <T>(element: Element<T>): Element<T> =>
  withTally(element, newTally(element.tally.meter));

/**
 * Wraps a translation of resources that many records refer to, such as units and professionals: each is translated once, and what it lacks
 * is counted for every record that uses it. The result must not contain elements of the resource: what is read from them later would be
 * counted for no record, or for all.
 */
export const readOnce = <R, T>(read: (root: Element<R>) => T): ((root: Element<R>) => T) => {
  const results = new Map<object, { readonly value: T; readonly tally: Tally }>();
  return root => {
    let result = results.get(root.node);
    if (result === undefined) {
      const tally = newTally(root.tally.meter);
      result = { value: read(withTally(root, tally)), tally };
      results.set(root.node, result);
    }
    addTally(root.tally, result.tally);
    return result.value;
  };
};

/** The root element of a resource, if the resource is of a type. */
export const rootOfType = <T extends keyof ResourceTypes>(
  root: AnyElement | undefined,
  type: T,
): Element<ResourceTypes[T]> | undefined =>
  root?.parent === undefined && root?.name === type ? (root as Element<ResourceTypes[T]>) : undefined;
