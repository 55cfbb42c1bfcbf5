// Quantities: exact digits, unit and comparator.
import type * as R4 from 'fhir/r4.js';
import { countLoss, isMasked, isPresent, objectAt, type With } from './element.ts';
import { codeValue } from './listed-words.ts';
import { exactText, positiveDigitsAt, type ReadDigits, text } from './primitives.ts';
import { readPart } from './tally.ts';

/** Those that R4 defines. */
const comparators = new Set(['<', '<=', '>=', '>']);

/**
 * Reads a quantity; undefined if it has no value, or if another part of it is unreadable: without its comparator, `<5` would be 5, and
 * without its unit, `500 mg` could be 500 tablets. One that was sent without a value is counted: it says nothing of how much or how long.
 * @param readDigits by default, a number above zero.
 */
export const quantity = <M extends string>(
  parent: With<M, R4.Quantity>,
  member: M,
  readDigits: ReadDigits = positiveDigitsAt,
) => {
  const element = objectAt<R4.Quantity, M>(parent, member);
  if (element === undefined) return undefined;
  // A masked one is counted as withheld.
  if (!isPresent(element, 'value') && !isMasked(parent, member) && !isMasked(element, 'value'))
    countLoss(element);
  const digits = readDigits(element, 'value');
  if (digits === undefined) return undefined;
  const { value, isComplete } = readPart(element, () => ({
    comparator: codeValue(element, 'comparator', sent => (comparators.has(sent) ? sent : undefined)),
    unit: text(element, 'unit'),
    /** Of the unit, usually UCUM. */
    code: exactText(element, 'code'),
  }));
  return isComplete ? { digits, ...value } : undefined;
};
export type Quantity = NonNullable<ReturnType<typeof quantity>>;
