// Reads the elements of a resource. A value of another JSON type than the standard's is counted as unreadable (D29).
import type { Loss, LossReason } from '../../../../domain/model/loss.ts';
import { memoize } from '../../../../domain/model/memoize.ts';
import { isBlank } from '../../translation/values.ts';
import { resourceTypes } from '../members.ts';
import { idOf } from '../wire/bundle.ts';
import { isExact, isObject, type Json, type JsonObject } from '../wire/json.ts';
import { addOnce, newTally, type Tally } from './tally.ts';

/** An element and its position in the resource. */
export type Element = {
  readonly node: JsonObject;
  readonly name: string;
  readonly parent: Element | undefined;
  /** The resource whose `contained` resolves references such as `#id`. */
  readonly container: JsonObject;
  readonly tally: Tally;
};

/** The type of a resource if this adapter knows it. Paths are logged, so they must not contain any other text of the EHR. */
export const typeName = ({ resourceType }: JsonObject): string =>
  typeof resourceType === 'string' && resourceTypes.has(resourceType) ? resourceType : 'Resource';

/** The root element of a resource. For a contained resource, `container` is the resource around it. */
export const rootElement = (
  resource: JsonObject,
  tally: Tally = newTally(),
  container: JsonObject = resource,
): Element => ({
  node: resource,
  name: typeName(resource),
  parent: undefined,
  container,
  tally,
});

/** The path of an element or member: names separated by slashes, without indexes. */
export const pathOf = (element: Element, member?: string): string => {
  const own = element.parent === undefined ? element.name : pathOf(element.parent, element.name);
  return member === undefined ? own : `${own}/${member}`;
};

/** Counts a value that the record lacks. Returns undefined, to be returned in place of the value. */
export const countLoss = (
  element: Element,
  member?: string,
  reason: LossReason = 'unreadable',
): undefined => {
  element.tally.losses.push({ path: pathOf(element, member), reason });
};

/** Counts a loss with a path of its own, once per record and key. */
export const countLossOnce = ({ tally }: Element, key: string, loss: Loss): undefined => {
  addOnce(tally, key, loss);
};

const absenceUrl = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';

const isMask = (value: Json | undefined): boolean =>
  isObject(value) &&
  Array.isArray(value.extension) &&
  value.extension.some(one => isObject(one) && one.url === absenceUrl && one.valueCode === 'masked');

/** The name of the member with the extensions of a primitive (`_name`). Memoized, because reading nearly every element needs one. */
export const underscored = memoize((member: string) => `_${member}`);

/** Whether an element, or the extension of a primitive, says that the value is masked. */
export const isMasked = ({ node }: Element, member: string): boolean =>
  isMask(node[member]) || isMask(node[underscored(member)]);

/** Counts a primitive without a value as withheld if its extension says that the value is masked. */
const countMask = (element: Element, member: string): undefined => {
  const beside = element.node[underscored(member)];
  if (beside !== undefined && isMask(beside)) countLoss(element, member, 'withheld');
};

const isMissing = (value: Json | undefined): value is undefined | null =>
  value === undefined || value === null;

/** A string. If a server sends a number instead, its digits. */
const asText = (value: Json): string | undefined => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return isExact(value) ? value.rawJSON : undefined;
};

/** A string member; undefined if it is blank. */
export const text = (element: Element, member: string): string | undefined => {
  const value = element.node[member];
  if (isMissing(value)) return countMask(element, member);
  const found = typeof value === 'string' ? value : asText(value);
  if (found === undefined) return countLoss(element, member);
  return isBlank(found) ? undefined : found;
};

/** Like `countMask`, for the items of a list of primitives. */
const countItemMasks = (element: Element, member: string, items: readonly Json[]): void => {
  const beside = element.node[underscored(member)];
  if (!Array.isArray(beside)) return;
  for (const [at, one] of (beside as readonly Json[]).entries())
    if (isMissing(items[at]) && isMask(one)) countLoss(element, member, 'withheld');
};

const noItems: readonly Json[] = [];

/** The strings of a list that are not blank, with their indexes. `null` stands for one that only has extensions. */
export const textsAt = (
  element: Element,
  member: string,
): { readonly text: string; readonly at: number }[] => {
  const value = element.node[member] ?? noItems;
  if (!Array.isArray(value)) {
    countLoss(element, member);
    return [];
  }
  const items = value as readonly Json[];
  countItemMasks(element, member, items);
  const found: { text: string; at: number }[] = [];
  for (const [at, item] of items.entries()) {
    if (item === null) continue;
    const written = asText(item);
    if (written === undefined) countLoss(element, member);
    else if (!isBlank(written)) found.push({ text: written, at });
  }
  return found;
};

export const texts = (element: Element, member: string): string[] =>
  // Most lists are missing.
  isMissing(element.node[member]) && element.node[underscored(member)] === undefined
    ? []
    : textsAt(element, member).map(({ text: found }) => found);

export const bool = (element: Element, member: string): boolean | undefined => {
  const value = element.node[member];
  if (isMissing(value)) return countMask(element, member);
  return typeof value === 'boolean' ? value : countLoss(element, member);
};

/** A number, with its digits exactly as sent. */
export const digits = (element: Element, member: string): string | undefined => {
  const value = element.node[member];
  if (isMissing(value)) return countMask(element, member);
  if (typeof value === 'number') return String(value);
  return isExact(value) ? value.rawJSON : countLoss(element, member);
};

/** A safe integer. */
export const integer = (element: Element, member: string): number | undefined => {
  const written = digits(element, member);
  if (written === undefined) return undefined;
  const value = Number(written);
  return Number.isSafeInteger(value) ? value : countLoss(element, member);
};

const childElement = (node: JsonObject, name: string, parent: Element): Element => {
  const { container, tally } = parent;
  const found = { node, name, parent, container, tally };
  if (node.extension !== undefined && isMask(node)) countLoss(found, undefined, 'withheld');
  return found;
};

/** An object member. */
export const child = (element: Element, member: string): Element | undefined => {
  const value = element.node[member];
  if (isMissing(value)) return undefined;
  return isObject(value) ? childElement(value, member, element) : countLoss(element, member);
};

/** The objects of a list member. */
export const children = (element: Element, member: string): Element[] => {
  const value = element.node[member];
  if (isMissing(value)) return [];
  if (!Array.isArray(value)) {
    countLoss(element, member);
    return [];
  }
  const items = value as readonly Json[];
  const [only] = items;
  // Most lists have one item: an array that grows by `push` begins with room for 17.
  if (items.length === 1 && isObject(only)) return [childElement(only, member, element)];
  const found: Element[] = [];
  for (const item of items) {
    if (isObject(item)) found.push(childElement(item, member, element));
    else if (item !== null) countLoss(element, member);
  }
  return found;
};

const definitions = /^http:\/\/hl7\.org\/fhir\/StructureDefinition\//;

/** The type that a Reference states (`Patient`), which may be written as the URL of its definition. */
export const statedType = ({ node: { type } }: Element): string | undefined =>
  typeof type === 'string' ? type.replace(definitions, '') : undefined;

/** The first item. The others are counted as repeated: the record has room for one. */
export const first = <T>(items: readonly T[], element: Element, member: string): T | undefined => {
  for (let at = 1; at < items.length; at++) countLoss(element, member, 'repeated');
  return items[0];
};

/** The first object of a list member; the others are counted as repeated. */
export const firstChild = (element: Element, member: string): Element | undefined =>
  first(children(element, member), element, member);

/**
 * The id of a resource on its server; undefined for a contained one, whose id means nothing outside its container.
 * @param root the root element of the resource.
 */
export const serverId = ({ node, container }: Element): string | undefined =>
  node === container ? idOf(node) : undefined;

/** Like `serverId`, as `Type/id`. */
export const serverKey = (root: Element): string | undefined => {
  const id = serverId(root);
  return id === undefined ? undefined : `${root.name}/${id}`;
};

/** Whether a member was sent and is not blank, even if it is unreadable. */
export const isPresent = ({ node }: Element, member: string): boolean => {
  const value = node[member];
  return !isMissing(value) && !(typeof value === 'string' && isBlank(value));
};

/** Whether a text was sent that is masked or unreadable, so that `text` counts it. */
const isTextLost = ({ node }: Element, member: string): boolean => {
  const value = node[member];
  return isMissing(value) ? isMask(node[underscored(member)]) : asText(value) === undefined;
};

/** Counts a Reference that was looked up in vain, unless that has been counted for what is masked or unreadable in it. */
export const countUnresolved = (reference: Element): undefined => {
  if (!isMask(reference.node) && !isTextLost(reference, 'reference')) countLoss(reference);
};

/** Whether a member was sent, even if it is unreadable or masked. */
export const wasSent = (element: Element, member: string): boolean =>
  isPresent(element, member) || isMasked(element, member);

/** The same element with a separate tally: for reading values whose losses are counted elsewhere. */
export const ignoringLosses = ({ node, name, parent, container }: Element): Element => ({
  node,
  name,
  parent,
  container,
  tally: newTally(),
});
