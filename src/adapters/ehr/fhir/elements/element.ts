// Reading elements of a resource: a value of another shape than the standard's cannot be read, and is counted (D29).
import type { Loss, LossReason } from '../../../../domain/model/loss.ts';
import { resourceTypes } from '../members.ts';
import { isExact, isObject, type Json, type JsonObject } from '../wire/json.ts';

/** What a record has lost so far. */
export type Tally = {
  readonly losses: Loss[];
  /** What is counted once a record, however often it is met. */
  readonly counted: Set<string>;
};

export const newTally = (): Tally => ({ losses: [], counted: new Set() });

/** An element, and where it stands. */
export type Element = {
  readonly node: JsonObject;
  readonly name: string;
  readonly parent: Element | undefined;
  /** The resource whose `contained` its references may name. */
  readonly container: JsonObject;
  readonly tally: Tally;
};

/** The type of a resource where it is one that this adapter knows: a path is logged, and must hold no other word of the EHR. */
export const typeName = ({ resourceType }: JsonObject): string =>
  typeof resourceType === 'string' && resourceTypes.has(resourceType) ? resourceType : 'Resource';

/** A resource as the root of its elements; a contained one has another one as its container. */
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

/** Element names with slashes between, without indexes. */
export const pathOf = (element: Element, member?: string): string => {
  const own = element.parent === undefined ? element.name : pathOf(element.parent, element.name);
  return member === undefined ? own : `${own}/${member}`;
};

/** Counts a value that the record lacks. */
export const countLoss = (
  element: Element,
  member?: string,
  reason: LossReason = 'unreadable',
): undefined => {
  element.tally.losses.push({ path: pathOf(element, member), reason });
};

/** Counts under a path of its own, once a record. */
export const countLossOnce = ({ tally }: Element, key: string, loss: Loss): undefined => {
  if (tally.counted.has(key)) return;
  tally.counted.add(key);
  tally.losses.push(loss);
};

const absenceUrl = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';

const isMask = (value: Json | undefined): boolean =>
  isObject(value) &&
  Array.isArray(value.extension) &&
  value.extension.some(one => isObject(one) && one.url === absenceUrl && one.valueCode === 'masked');

/** A primitive without a value may say that it is hidden. */
const countMask = (element: Element, member: string) => {
  if (isMask(element.node[`_${member}`])) countLoss(element, member, 'withheld');
};

const isMissing = (value: Json | undefined): value is undefined | null =>
  value === undefined || value === null;

/** A text as its characters; a number where the standard has a text as its digits. */
const asText = (value: Json): string | undefined => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return isExact(value) ? value.rawJSON : undefined;
};

/** A text that says something. */
export const text = (element: Element, member: string): string | undefined => {
  const value = element.node[member];
  if (isMissing(value)) return void countMask(element, member);
  const found = asText(value);
  if (found === undefined) return countLoss(element, member);
  return found.trim() === '' ? undefined : found;
};

/** The texts of a list that say something, with their places in it. `null` stands for one that has extensions alone. */
export const textsAt = (
  element: Element,
  member: string,
): { readonly text: string; readonly at: number }[] => {
  const value = element.node[member];
  if (isMissing(value)) return [];
  if (!Array.isArray(value)) {
    countLoss(element, member);
    return [];
  }
  const beside = element.node[`_${member}`];
  return value.flatMap((item: Json, at) => {
    if (item === null) {
      if (Array.isArray(beside) && isMask(beside[at] as Json)) countLoss(element, member, 'withheld');
      return [];
    }
    const found = asText(item);
    if (found === undefined) countLoss(element, member);
    return found === undefined || found.trim() === '' ? [] : [{ text: found, at }];
  });
};

export const texts = (element: Element, member: string): string[] =>
  textsAt(element, member).map(({ text: found }) => found);

export const bool = (element: Element, member: string): boolean | undefined => {
  const value = element.node[member];
  if (isMissing(value)) return void countMask(element, member);
  return typeof value === 'boolean' ? value : countLoss(element, member);
};

/** A decimal or an integer, with its digits as they are written. */
export const digits = (element: Element, member: string): string | undefined => {
  const value = element.node[member];
  if (isMissing(value)) return void countMask(element, member);
  if (typeof value === 'number') return String(value);
  return isExact(value) ? value.rawJSON : countLoss(element, member);
};

/** A whole number that a double holds exactly. */
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

/** A member that is an object. */
export const child = (element: Element, member: string): Element | undefined => {
  const value = element.node[member];
  if (isMissing(value)) return undefined;
  return isObject(value) ? childElement(value, member, element) : countLoss(element, member);
};

/** The objects of a list. */
export const children = (element: Element, member: string): Element[] => {
  const value = element.node[member];
  if (isMissing(value)) return [];
  if (!Array.isArray(value)) {
    countLoss(element, member);
    return [];
  }
  return value.flatMap((item: Json) => {
    if (isObject(item)) return [childElement(item, member, element)];
    if (item !== null) countLoss(element, member);
    return [];
  });
};

/** The first of a list; each other one is a second value of a member that has one. */
export const first = <T>(items: readonly T[], element: Element, member: string): T | undefined => {
  for (const _ of items.slice(1)) countLoss(element, member, 'repeated');
  return items[0];
};

/** The first object of a list, likewise. */
export const firstChild = (element: Element, member: string): Element | undefined =>
  first(children(element, member), element, member);

/** Whether a member was sent, be it as something that cannot be read. */
export const isPresent = ({ node }: Element, member: string): boolean => {
  const value = node[member];
  return !isMissing(value) && !(typeof value === 'string' && value.trim() === '');
};

/** The same element, for a reading whose losses are counted elsewhere. */
export const ignoringLosses = (element: Element): Element => ({ ...element, tally: newTally() });
