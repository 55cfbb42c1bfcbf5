// Quantities: exact digits, unit and comparator.
import type * as R4 from 'fhir/r4.js';
import { countLoss, type Element, isMasked, isPresent, objectAt, type With } from './element.ts';
import { digits, text } from './primitives.ts';
import { readPart } from './tally.ts';

export type Quantity = {
  readonly digits: string;
  readonly unit: string | undefined;
  /** The code of the unit, usually UCUM. */
  readonly code: string | undefined;
  readonly comparator: string | undefined;
};

/** Reads a quantity; undefined if it has no value, or if its comparator is unreadable: `<5` would be 5. */
export const quantityIn = (element: Element<R4.Quantity> | undefined): Quantity | undefined => {
  if (element === undefined) return undefined;
  const value = digits(element, 'value');
  if (value === undefined) return undefined;
  const { value: comparator, isComplete } = readPart(element, () => text(element, 'comparator'));
  if (!isComplete) return undefined;
  const code = text(element, 'code');
  return {
    digits: value,
    unit: text(element, 'unit') ?? code,
    code,
    comparator,
  };
};

export const quantity = <M extends string>(element: With<M, R4.Quantity>, member: M): Quantity | undefined =>
  quantityIn(objectAt<R4.Quantity, M>(element, member));

/** Like `quantity`. One that was sent without a value is counted: it says nothing of how much or how long. */
export const knownQuantity = <M extends string>(
  element: With<M, R4.Quantity>,
  member: M,
): Quantity | undefined => {
  const found = objectAt<R4.Quantity, M>(element, member);
  if (found === undefined) return undefined;
  // A masked one is counted as withheld.
  if (!isPresent(found, 'value') && !isMasked(element, member) && !isMasked(found, 'value')) countLoss(found);
  return quantityIn(found);
};

/** A quantity as text: `<5 mg`. */
export const quantityText = ({ comparator = '', digits: value, unit }: Quantity): string =>
  unit === undefined ? `${comparator}${value}` : `${comparator}${value} ${unit}`;
