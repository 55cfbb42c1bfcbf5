// Reads how much of a medicine is taken: the doses and rates of a Dosage.
import type * as R4 from 'fhir/r4.js';
import { amountText } from '../../translation/swedish-dosage.ts';
import { conceptOf } from '../elements/coded.ts';
import { child, countLoss, type Element, isPresent, objectAt, type With } from '../elements/element.ts';
import { knownQuantity, type Quantity, quantity, quantityText } from '../elements/quantities.ts';

/** A dose, from `low` to `high`, without a rate. */
export type Dose = { readonly low: Quantity | undefined; readonly high: Quantity | undefined };

/** Whether both ends are there and the first is above the other, in the same unit. */
const isReversed = ({ low, high }: Dose): boolean =>
  low !== undefined &&
  high !== undefined &&
  (low.unit === high.unit || low.unit === undefined || high.unit === undefined) &&
  Number(low.digits) > Number(high.digits);

/**
 * A Range of quantities; undefined without an end. An end without a value is counted, and so is a range without ends, or with its
 * first end above the other.
 */
export const rangeIn = <M extends string>(element: With<M, R4.Range>, member: M): Dose | undefined => {
  const range = objectAt<R4.Range, M>(element, member);
  if (range === undefined) return undefined;
  if (!isPresent(range, 'low') && !isPresent(range, 'high')) return countLoss(range);
  const [low, high] = [knownQuantity(range, 'low'), knownQuantity(range, 'high')];
  if (isReversed({ low, high })) return countLoss(range);
  return low === undefined && high === undefined ? undefined : { low, high };
};

/** The unit of an amount; undefined if it has none. UCUM's `1` means none. */
const unitOf = ({ unit }: Quantity): string | undefined => (unit === '1' ? undefined : unit);

/** Whether an amount has no unit, or one that a patient can read: `732936001` is none. */
const isReadableAmount = (amount: Quantity): boolean => {
  const unit = unitOf(amount);
  return unit === undefined || amountText(amount.digits, unit) !== undefined;
};

/** An amount in words: `2 tabletter`, `<5 mg`. */
export const amountWords = (amount: Quantity): string => {
  const unit = unitOf(amount);
  const words = unit === undefined ? undefined : amountText(amount.digits, unit);
  return `${amount.comparator ?? ''}${words ?? amount.digits}`;
};

/** An amount of a medicine. One without a value, or whose unit is a code, is counted. */
export const amountIn = <M extends string>(
  element: With<M, R4.Quantity>,
  member: M,
): Quantity | undefined => {
  const amount = knownQuantity(element, member);
  return amount === undefined || isReadableAmount(amount)
    ? amount
    : countLoss<Record<M, R4.Quantity>>(element, member);
};

/** The one of several members that is there. An element allows one: of several, any may be meant, so all are counted. */
const onlyOf = <M extends keyof R4.DosageDoseAndRate>(
  entry: Element<R4.DosageDoseAndRate>,
  members: readonly M[],
): M | undefined => {
  let only: M | undefined;
  let count = 0;
  for (const member of members) {
    if (!isPresent(entry, member)) continue;
    only = member;
    count++;
  }
  if (count < 2) return only;
  for (const member of members) if (isPresent(entry, member)) countLoss(entry, member);
  return undefined;
};

const doseMembers = ['doseQuantity', 'doseRange'] as const;
const rateMembers = ['rateRatio', 'rateRange', 'rateQuantity'] as const;

/** The dose of an entry of `doseAndRate`; undefined if it has none. A quantity without a value is counted. */
export const doseOf = (entry: Element<R4.DosageDoseAndRate>): Dose | undefined => {
  const member = onlyOf(entry, doseMembers);
  if (member === 'doseRange') {
    const range = rangeIn(entry, member);
    const isReadable = [range?.low, range?.high].every(end => end === undefined || isReadableAmount(end));
    return isReadable ? range : countLoss(entry, member);
  }
  const amount = member === undefined ? undefined : amountIn(entry, member);
  return amount === undefined ? undefined : { low: amount, high: amount };
};

/** The unit of both ends. That of one end holds for both; undefined if they differ. */
export const sharedUnit = (
  { low, high }: Dose,
  unitOf: (end: Quantity | undefined) => string | undefined = end => end?.unit,
): string | undefined => {
  const [lowUnit, highUnit] = [unitOf(low), unitOf(high)];
  return lowUnit === undefined || highUnit === undefined || lowUnit === highUnit
    ? (lowUnit ?? highUnit)
    : undefined;
};

/**
 * A range in words: `50-100 ml/h`, `50 ml/h till 0.1 l/h`, `högst 100 ml/h`; undefined without an end.
 * @param textOf how an end is written with its unit.
 */
export const rangeText = (
  range: Dose,
  textOf: (end: Quantity) => string = quantityText,
): string | undefined => {
  const { low, high } = range;
  if (low === undefined) return high === undefined ? undefined : `högst ${textOf(high)}`;
  if (high === undefined) return `minst ${textOf(low)}`;
  const unit = sharedUnit(range);
  const hasTwoUnits = unit === undefined && low.unit !== undefined;
  if (hasTwoUnits) return `${textOf(low)} till ${textOf(high)}`;
  return `${quantityText({ ...low, unit: undefined })}-${textOf({ ...high, unit })}`;
};

/** A rate by the amount and its time; counted if one of the two is missing. */
const ratioText = (ratio: Element<R4.Ratio>): string | undefined => {
  const [top, bottom] = [quantity(ratio, 'numerator'), quantity(ratio, 'denominator')];
  if (top === undefined || bottom === undefined) return countLoss(ratio);
  const isPerUnit = Number(bottom.digits) === 1 && bottom.comparator === undefined;
  return `${quantityText(top)}/${isPerUnit ? (bottom.unit ?? '1') : quantityText(bottom)}`;
};

/** The rate of an entry of `doseAndRate`, in words; undefined if it has none. */
export const rateText = (entry: Element<R4.DosageDoseAndRate>): string | undefined => {
  const member = onlyOf(entry, rateMembers);
  if (member === undefined) return undefined;
  if (member === 'rateRange') {
    const range = rangeIn(entry, member);
    return range === undefined ? undefined : rangeText(range);
  }
  if (member === 'rateQuantity') {
    const single = knownQuantity(entry, member);
    return single === undefined ? undefined : quantityText(single);
  }
  const ratio = child(entry, member);
  return ratio === undefined ? undefined : ratioText(ratio);
};

const typeOf = (entry: Element<R4.DosageDoseAndRate>): string | undefined =>
  conceptOf(child(entry, 'type'))?.codings.find(({ code }) => code !== undefined)?.code;

/** The entries of `doseAndRate` without those that only repeat what others order: the calculated ones. */
export const orderedAmong = (
  all: readonly Element<R4.DosageDoseAndRate>[],
): readonly Element<R4.DosageDoseAndRate>[] => {
  const types = all.map(typeOf);
  if (!types.includes('ordered')) return all;
  return all.filter((_, at) => types[at] !== 'calculated');
};
