// The parts of a dosage that the published form has no member for, as Swedish text with exact digits: a dose without its
// frequency and limits would be dangerous. Nothing is said that nobody sent: no number of times where only the times are known.
import {
  durationText,
  everyPeriod,
  perLimitPeriod,
  perPeriod,
  type TimeUnit,
  timesText,
  timeUnitOf,
} from '../../translation/swedish-dosage.ts';
import { definedItems } from '../../translation/values.ts';
import type { Quantity } from '../elements/quantities.ts';
import type { Dosage, Limits } from './dosage.ts';
import { amountWords, type Dose } from './dose.ts';
import { eventTimingText } from './event-timing.ts';
import { listedTimes, type Repeat, weekdayText } from './timing.ts';
import { unitCode } from './treatment-length.ts';

const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} och ${items.at(-1)}`;

/** A number or a range of two: `2`, `1-3`, `högst 3`; undefined without either end. */
const range = (low: string | undefined, high: string | undefined): string | undefined => {
  if (low === undefined) return high === undefined ? undefined : `högst ${high}`;
  return high === undefined || Number(high) === Number(low) ? low : `${low}-${high}`;
};

/** A range with its noun. @param withNoun adds the noun to a number, or to a range of two. */
const rangeText = (written: string, withNoun: (digits: string) => string): string =>
  written.replace(/[\d.].*/, withNoun);

const times = (written: string): string => rangeText(written, timesText);

const isOnce = (written: string): boolean => Number(written) === 1;

/** `varannan vecka`, `med 4-6 timmars mellanrum`. */
const interval = (period: string, unit: TimeUnit): string =>
  Number.isInteger(Number(period))
    ? everyPeriod(period, unit)
    : `med ${durationText(period, unit)}s mellanrum`;

/** How often: the frequency and its period. Without a frequency, the interval, or the number of the times that are listed. */
const oftenText = (repeat: Repeat): string | undefined => {
  const { frequency, frequencyMax, period, periodMax, periodUnit } = repeat;
  const unit = timeUnitOf(periodUnit);
  const length = range(period, periodMax);
  const often = range(frequency, frequencyMax);
  // A frequency without a period is the number of the times that are listed.
  if (length === undefined || unit === undefined) return undefined;
  if (often !== undefined) {
    const isInterval = isOnce(often) && Number.isInteger(Number(length));
    if (isOnce(length)) return `${times(often)} ${perPeriod(length, unit)}`;
    return `${times(often)} ${isInterval ? everyPeriod(length, unit) : perPeriod(length, unit)}`;
  }
  const isDaily = isOnce(length) && unit.type === 'DAY';
  const perDay = isDaily ? listedTimes({ ...repeat, dayOfWeek: [] }) : undefined;
  return perDay === undefined || perDay === 0
    ? interval(length, unit)
    : `${timesText(String(perDay))} ${perPeriod(length, unit)}`;
};

/** How often, on which days and at which times. Times of day have a member: they are only said beside other words. */
const whenText = (repeat: Repeat): string | undefined => {
  const { dayOfWeek, timeOfDay, when, offset } = repeat;
  const words = definedItems([
    oftenText(repeat),
    dayOfWeek.length === 0 ? undefined : listed(definedItems(dayOfWeek.map(weekdayText))),
  ]);
  const named = listed(definedItems(when.map(code => eventTimingText(code, offset))));
  const clock = timeOfDay.length > 0 && (words.length > 0 || named !== '') ? `kl. ${listed(timeOfDay)}` : '';
  return [...words, clock, named].filter(part => part !== '').join(', ') || undefined;
};

const countText = ({ count, countMax }: Repeat): string | undefined => {
  const written = range(count, countMax);
  return written === undefined ? undefined : `sammanlagt ${times(written)}`;
};

/** How long each time takes. A range is said whole, because the member has its lower end alone. */
const lengthOfTime = (
  { duration, durationMax, durationUnit }: Repeat,
  isMember: boolean,
): string | undefined => {
  const unit = timeUnitOf(durationUnit);
  const written = range(duration, durationMax);
  if (unit === undefined || written === undefined || (isMember && durationMax === undefined))
    return undefined;
  return `pågår ${rangeText(written, digits => durationText(digits, unit))}`;
};

/** The period of a limit: `per dygn`, `per 24 timmar`. A unit that is not one of time stays as written. */
const perText = (per: Quantity): string => {
  const unit = timeUnitOf(unitCode(per)) ?? timeUnitOf(per.unit);
  return unit === undefined || per.comparator !== undefined
    ? `per ${amountWords(per)}`
    : perLimitPeriod(per.digits, unit);
};

const limitTexts = ({ perPeriod: limit, perAdministration, perLifetime }: Limits): (string | undefined)[] => [
  limit && `högst ${amountWords(limit.most)} ${perText(limit.per)}`,
  perAdministration && `högst ${amountWords(perAdministration)} per tillfälle`,
  perLifetime && `högst ${amountWords(perLifetime)} under livet`,
];

/** A lower end without an upper one: `minst 1 tablett`. As a member alone, it is easily read as the dose. */
const lowerEndText = ({ low, high }: Dose): string | undefined =>
  low === undefined || high !== undefined ? undefined : `minst ${amountWords(low)}`;

/**
 * One line; undefined if there is nothing to add. The frequency is always in it: the published dosage has a number of times, but
 * not of which period.
 * @param hasDurationMember whether a member has the duration.
 */
export const dosageText = (
  { repeat, limits, doses }: Dosage,
  { hasDurationMember }: { readonly hasDurationMember: boolean },
): string | undefined => {
  const ofRepeat =
    repeat === undefined
      ? []
      : [whenText(repeat), lengthOfTime(repeat, hasDurationMember), countText(repeat)];
  const parts = definedItems([...doses.map(lowerEndText), ...ofRepeat, ...limitTexts(limits)]);
  return parts.length === 0 ? undefined : parts.join('; ');
};
