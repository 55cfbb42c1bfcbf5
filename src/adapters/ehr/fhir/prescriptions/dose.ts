// Reads how much of a medicine is taken, and how fast: the doses and rates of a Dosage.
import type * as R4 from 'fhir/r4.js';
import { isZero } from '../../translation/dosage/digits.ts';
import type { AmountRange } from '../../translation/dosage/dosage.ts';
import { timeUnitOf } from '../../translation/dosage/time-units.ts';
import { definedItems, isAbsent } from '../../values/values.ts';
import { conceptOf } from '../elements/coded.ts';
import { child, children, countLoss, type Element, ignoringLosses, isPresent } from '../elements/element.ts';
import { plainDigitsAt } from '../elements/primitives.ts';
import { amountIn, rangeIn } from './amounts.ts';

type Entry = Element<R4.DosageDoseAndRate>;

const doses = ['doseQuantity', 'doseRange'] as const;
const rates = ['rateRatio', 'rateRange', 'rateQuantity'] as const;

/** The one of several members that is there. An element allows one: of several, any may be meant, so all are counted. */
const onlyOf = <M extends keyof R4.DosageDoseAndRate>(entry: Entry, members: readonly M[]): M | undefined => {
  const present = members.filter(member => isPresent(entry, member));
  if (present.length > 1) for (const member of present) countLoss(entry, member);
  return present.length > 1 ? undefined : present[0];
};

/** The dose of an entry; undefined if it has none. A dose of 0 is an instruction, but `0 or more` and `<0` are none. */
const doseOf = (entry: Entry): AmountRange | undefined => {
  const member = onlyOf(entry, doses);
  if (member === 'doseQuantity') {
    const amount = amountIn(entry, member, plainDigitsAt);
    return amount?.comparator !== undefined && isZero(amount.digits)
      ? countLoss(entry, member)
      : amount && { low: amount, high: amount };
  }
  if (member === undefined) return undefined;
  const range = rangeIn(entry, member, (ends, end) => amountIn(ends, end, plainDigitsAt));
  return range?.low !== undefined && range.high === undefined && isZero(range.low.digits)
    ? countLoss(entry, member)
    : range;
};

/** A rate by the amount and its time: `1 l/8 h`. Counted if one of the two is missing, or has no unit. */
const ratioOf = (ratio: Element<R4.Ratio>): AmountRange | undefined => {
  const [amount, time] = [amountIn(ratio, 'numerator'), amountIn(ratio, 'denominator')];
  if (amount?.unit === undefined || time?.unit === undefined || time.comparator !== undefined)
    return countLoss(ratio);
  const per = Number(time.digits) === 1 ? time.unit[0] : `${time.digits} ${time.unit[0]}`;
  const [singular, plural] = amount.unit;
  const rate = { ...amount, unit: [`${singular}/${per}`, `${plural}/${per}`] as const };
  return { low: rate, high: rate };
};

const isTime = ({ low, high }: AmountRange): boolean =>
  [low, high].some(end => timeUnitOf(end?.unit?.[0]) !== undefined);

/** The rate of an entry; undefined if it has none. A length of time, such as `2-5 min`, is no rate, and is counted. */
const rateOf = (entry: Entry): AmountRange | undefined => {
  const member = onlyOf(entry, rates);
  if (member === undefined) return undefined;
  if (member === 'rateRatio') {
    const ratio = child(entry, member);
    return ratio && ratioOf(ratio);
  }
  const amount = member === 'rateQuantity' ? amountIn(entry, member) : undefined;
  const rate =
    member === 'rateRange' ? rangeIn(entry, member, amountIn) : amount && { low: amount, high: amount };
  return rate !== undefined && isTime(rate) ? countLoss(entry, member) : rate;
};

/** HL7's ways to tell one dose (code system dose-rate-type), the one to show first. */
const types = ['ordered', 'admin-amount', 'calculated'] as const;

/** The type of an entry; `none` if it has none. It is not published, and therefore counted. */
const typeOf = (counted: Entry): string => {
  if (isAbsent(counted.node.type)) return 'none';
  const codes = new Set(conceptOf(child(ignoringLosses(counted), 'type'))?.codings.map(({ code }) => code));
  return (codes.size === 1 ? [...codes][0] : undefined) ?? 'other';
};

const says = (entries: readonly Entry[], members: readonly (keyof R4.DosageDoseAndRate)[]): boolean =>
  entries.some(entry => members.some(member => isPresent(entry, member)));

const hasDose = (entry: Entry): boolean => says([entry], doses);

/** Whether entries tell one dose: a single one does, and so do a dose and a rate. */
const areOne = ([first, second, ...others]: readonly Entry[]): boolean =>
  first === undefined || second === undefined || (others.length === 0 && hasDose(first) !== hasDose(second));

/** Whether entries have neither a dose nor a rate where the others have none: without it, the dosage would not be whole. */
const sayNoMore = (repeated: readonly Entry[], others: readonly Entry[]): boolean =>
  [doses, rates].every(members => !says(repeated, members) || says(others, members));

/**
 * The entries of `doseAndRate` that say the dose, and those that only say it again (D38). Several types can tell one dose; where anything
 * else stands beside another entry, nobody knows whether both are to be taken, and they are counted.
 */
const entriesOf = (dosage: Element<R4.Dosage>) => {
  const all = children(dosage, 'doseAndRate');
  const typed = all.map(typeOf);
  const type = all.length === 1 && typed[0] === 'none' ? 'none' : types.find(known => typed.includes(known));
  const isKnown = (of: string) => of === type || types.some(known => known === of);
  const entries = all.filter((_, at) => typed[at] === type);
  const repeated = all.filter(entry => !entries.includes(entry));
  if (all.length > 0 && !(typed.every(isKnown) && areOne(entries) && sayNoMore(repeated, entries))) {
    countLoss(dosage, 'doseAndRate');
    return { entries: [], repeated: [] };
  }
  return { entries, repeated };
};

/** The dose and the rate of a dosage, and how many entries only say them again. */
export const doseAndRateOf = (dosage: Element<R4.Dosage>) => {
  const { entries, repeated } = entriesOf(dosage);
  // Each is counted as a whole.
  for (const { tally, node } of repeated) tally.reads?.delete(node);
  const [dose, ...otherDoses] = definedItems(entries.map(doseOf));
  const [rate, ...otherRates] = definedItems(entries.map(rateOf));
  if (otherDoses.length + otherRates.length > 0) countLoss(dosage, 'doseAndRate');
  return { dose, rate, repeated: repeated.length };
};
