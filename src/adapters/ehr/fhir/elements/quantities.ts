// Quantities: exact digits, unit and comparator.
import type * as R4 from 'fhir/r4.js';
import { countLoss, type Element, isMasked, isPresent, objectAt, type With } from './element.ts';
import { exactText, positiveDigits, text } from './primitives.ts';
import { readPart } from './tally.ts';

export type Quantity = {
  readonly digits: string;
  readonly unit: string | undefined;
  /** The code of the unit, usually UCUM. */
  readonly code: string | undefined;
  readonly comparator: string | undefined;
};

const comparators: ReadonlySet<string> = new Set(['<', '<=', '>=', '>']);

/** A comparator. One that R4 does not define is counted. */
const comparatorOf = (element: Element<R4.Quantity>): string | undefined => {
  const comparator = text(element, 'comparator');
  return comparator === undefined || comparators.has(comparator)
    ? comparator
    : countLoss(element, 'comparator');
};

/**
 * Reads a quantity above zero; undefined if it has no value, or if another part of it is unreadable: without its comparator, `<5`
 * would be 5, and without its unit, `500 mg` could be 500 tablets.
 */
const quantityIn = (element: Element<R4.Quantity> | undefined): Quantity | undefined => {
  if (element === undefined) return undefined;
  const value = positiveDigits(element, 'value');
  if (value === undefined) return undefined;
  const { value: rest, isComplete } = readPart(element, () => ({
    comparator: comparatorOf(element),
    unit: text(element, 'unit'),
    code: exactText(element, 'code'),
  }));
  if (!isComplete) return undefined;
  const { comparator, unit, code } = rest;
  return { digits: value, unit: unit ?? code, code, comparator };
};

export const quantity = <M extends string>(element: With<M, R4.Quantity>, member: M): Quantity | undefined =>
  quantityIn(objectAt<R4.Quantity, M>(element, member));

/** Like `quantity`. One that was sent without a value is counted: it says nothing of how much or how long. */
export const knownQuantity = <M extends string>(
  element: With<M, R4.Quantity>,
  member: M,
): Quantity | undefined => {
  const quantity = objectAt<R4.Quantity, M>(element, member);
  if (quantity === undefined) return undefined;
  // A masked one is counted as withheld.
  if (!isPresent(quantity, 'value') && !isMasked(element, member) && !isMasked(quantity, 'value'))
    countLoss(quantity);
  return quantityIn(quantity);
};

/** A quantity as text: `<5 mg`. */
export const quantityText = ({ comparator = '', digits: value, unit }: Quantity): string =>
  unit === undefined ? `${comparator}${value}` : `${comparator}${value} ${unit}`;
