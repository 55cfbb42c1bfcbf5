// Quantities: exact digits, unit and comparator.
import { child, countLoss, type Element, isMasked, isPresent } from './element.ts';
import { digits, text } from './primitives.ts';
import { lossesSoFar } from './tally.ts';

export type Quantity = {
  readonly digits: string;
  readonly unit: string | undefined;
  /** The code of the unit, usually UCUM. */
  readonly code: string | undefined;
  readonly comparator: string | undefined;
};

/** Reads a quantity; undefined if it has no value, or if its comparator is unreadable: `<5` would be 5. */
export const quantityIn = (element: Element | undefined): Quantity | undefined => {
  if (element === undefined) return undefined;
  const value = digits(element, 'value');
  if (value === undefined) return undefined;
  const before = lossesSoFar(element);
  const comparator = text(element, 'comparator');
  if (lossesSoFar(element) > before) return undefined;
  const code = text(element, 'code');
  return {
    digits: value,
    unit: text(element, 'unit') ?? code,
    code,
    comparator,
  };
};

export const quantity = (element: Element, member: string): Quantity | undefined =>
  quantityIn(child(element, member));

/** Like `quantity`. One that was sent without a value is counted: it says nothing of how much or how long. */
export const knownQuantity = (element: Element, member: string): Quantity | undefined => {
  const found = child(element, member);
  if (found === undefined) return undefined;
  // A masked one is counted as withheld.
  if (!isPresent(found, 'value') && !isMasked(element, member) && !isMasked(found, 'value')) countLoss(found);
  return quantityIn(found);
};

/** A quantity as text: `<5 mg`. */
export const quantityText = ({ comparator = '', digits: value, unit }: Quantity): string =>
  unit === undefined ? `${comparator}${value}` : `${comparator}${value} ${unit}`;
