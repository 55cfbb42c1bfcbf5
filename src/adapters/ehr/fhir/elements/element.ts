// Reads the elements of a resource. A value of another JSON type than the standard's is counted as unreadable (D29).
import type { Loss, LossReason } from '../../../../domain/model/loss.ts';
import { isBlank } from '../../translation/values.ts';
import { isObject, type Json, type JsonObject } from '../json/json.ts';
import { resourceTypes } from '../members.ts';
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
export const countLossOnce = ({ tally }: Element, key: unknown, loss: Loss): undefined => {
  addOnce(tally, key, loss);
};

const absenceUrl = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';

/** Whether the extension in an element or beside a primitive says that the value is masked. */
export const isMask = (value: Json | undefined): boolean =>
  isObject(value) &&
  Array.isArray(value.extension) &&
  value.extension.some(one => isObject(one) && one.url === absenceUrl && one.valueCode === 'masked');

/** The name of the member with the extensions of a primitive (`_name`). */
export const underscored = (member: string): string => `_${member}`;

/** Whether an element, or the extension of a primitive, says that the value is masked. */
export const isMasked = ({ node }: Element, member: string): boolean =>
  isMask(node[member]) || isMask(node[underscored(member)]);

export const isMissing = (value: Json | undefined): value is undefined | null =>
  value === undefined || value === null;

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
export const children = (element: Element, member: string): readonly Element[] => {
  const value = element.node[member];
  if (isMissing(value)) return [];
  if (!Array.isArray(value)) {
    countLoss(element, member);
    return [];
  }
  return (value as readonly Json[]).flatMap(item => {
    if (isObject(item)) return childElement(item, member, element);
    if (item !== null) countLoss(element, member);
    return [];
  });
};

/** The first item. The others are counted as repeated: the record has room for one. */
export const first = <T>(items: readonly T[], element: Element, member: string): T | undefined => {
  for (let at = 1; at < items.length; at++) countLoss(element, member, 'repeated');
  return items[0];
};

/** The first object of a list member; the others are counted as repeated. */
export const firstChild = (element: Element, member: string): Element | undefined =>
  first(children(element, member), element, member);

/** Whether a member was sent and is not blank, even if it is unreadable. */
export const isPresent = ({ node }: Element, member: string): boolean => {
  const value = node[member];
  return !isMissing(value) && !(typeof value === 'string' && isBlank(value));
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
