// Reads the amounts of a dosage. What has no value or a unit that no patient can read is counted, and the dosage is not shown whole.
import type * as R4 from 'fhir/r4.js';
import type { Amount, AmountRange, TimeAmount } from '../../translation/dosage/dosage.ts';
import { type Noun, type TimeUnit, timeUnitOf } from '../../translation/dosage/time-units.ts';
import { unitOf } from '../../translation/dosage/units.ts';
import { countLoss, type Element, isPresent, objectAt, type With } from '../elements/element.ts';
import type { ReadDigits } from '../elements/primitives.ts';
import { type Quantity, quantity } from '../elements/quantities.ts';

/** The unit of a quantity; `none` if it has none. UCUM's `1` means none. Undefined for an unknown code. */
const nounOf = ({ unit, code }: Quantity): Noun | 'none' | undefined => {
  const [name, ofCode] = [unit, code].map(written => (written === '1' ? undefined : written));
  return name === undefined && ofCode === undefined ? 'none' : unitOf(name, ofCode);
};

/** An amount. @param readDigits by default, a number above zero. */
export const amountIn = <M extends string>(
  element: With<M, R4.Quantity>,
  member: M,
  readDigits?: ReadDigits,
): Amount | undefined => {
  const read = quantity(element, member, readDigits);
  if (read === undefined) return undefined;
  const noun = nounOf(read);
  if (noun === undefined) return countLoss<Record<M, R4.Quantity>>(element, member);
  return { digits: read.digits, unit: noun === 'none' ? undefined : noun, comparator: read.comparator };
};

/** A unit of time; a unit that is not one of time stays as the source names it. */
export const timeUnitIn = (read: Quantity): TimeUnit | undefined => {
  const unit = timeUnitOf(read.code) ?? timeUnitOf(read.unit);
  const noun = unit === undefined ? nounOf(read) : 'none';
  return noun === 'none' || noun === undefined ? unit : { noun, ofLimit: noun };
};

/** A length of time. Its unit is undefined if it has none. */
export const timeIn = <M extends string>(
  element: With<M, R4.Quantity>,
  member: M,
): TimeAmount | undefined => {
  const read = quantity(element, member);
  const unit = read && timeUnitIn(read);
  return read && { digits: read.digits, comparator: read.comparator, unit: unit?.noun, type: unit?.type };
};

/** Whether the first end of a range is above the other, in the same unit. */
const isReversed = ({ low, high }: AmountRange): boolean =>
  low !== undefined &&
  high !== undefined &&
  low.unit?.[0] === high.unit?.[0] &&
  Number(low.digits) > Number(high.digits);

type ReadAmount<A> = (element: Element<R4.Range>, member: 'low' | 'high') => A | undefined;

/**
 * A range. The unit of one end holds for both. An end without a value is counted, and so is a range without ends, with its first end
 * above the other, or with a comparator, which R4 does not allow there.
 */
export const rangeIn = <M extends string, A extends Amount>(
  element: With<M, R4.Range>,
  member: M,
  readAmount: ReadAmount<A>,
): { readonly low: A | undefined; readonly high: A | undefined } | undefined => {
  const range = objectAt<R4.Range, M>(element, member);
  if (range === undefined) return undefined;
  if (!isPresent(range, 'low') && !isPresent(range, 'high')) return countLoss(range);
  const [low, high] = [readAmount(range, 'low'), readAmount(range, 'high')];
  if ((low?.comparator ?? high?.comparator) !== undefined) return countLoss(range);
  const inUnitOf = (end: A | undefined, other: A | undefined) =>
    end === undefined || end.unit !== undefined || other === undefined
      ? end
      : { ...other, digits: end.digits };
  const ends = { low: inUnitOf(low, high), high: inUnitOf(high, low) };
  if (isReversed(ends)) return countLoss(range);
  return low === undefined && high === undefined ? undefined : ends;
};
