// The parts of a dosage that the published form has no member for, as Swedish text with exact digits: a dose without its
// frequency and limits would be dangerous.
import type * as R4 from 'fhir/r4.js';
import { definedItems } from '../../translation/values.ts';
import { countLoss, type Element } from '../elements/element.ts';
import { quantity, quantityIn, quantityText } from '../elements/quantities.ts';
import type { Dosage } from './dosage.ts';
import { entryOf, isOne, lengthText, timeUnitWords } from './time-units.ts';
import type { Repeat } from './timing.ts';

const weekdays: Readonly<Record<string, string>> = {
  mon: 'mån',
  tue: 'tis',
  wed: 'ons',
  thu: 'tor',
  fri: 'fre',
  sat: 'lör',
  sun: 'sön',
};

const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} och ${items.at(-1)}`;

const range = (low: string | undefined, high: string | undefined): string | undefined =>
  low === undefined || high === undefined
    ? (low ?? (high === undefined ? undefined : `högst ${high}`))
    : `${low}-${high}`;

/** The period: `per vecka`, `per 8 timmar`. */
const perPeriod = ({ period, periodMax, periodUnit }: Repeat): string | undefined => {
  const unit = timeUnitWords(periodUnit);
  const written = range(period, periodMax);
  if (unit === undefined || written === undefined) return undefined;
  return isOne(written) ? `per ${unit[0]}` : `per ${written} ${unit[1]}`;
};

/** @param written a number, or a range of two (`högst 3`). */
const times = (written: string): string =>
  `${written} ${isOne(written.slice(written.lastIndexOf(' ') + 1)) ? 'gång' : 'gånger'}`;

/** Counts the readable parts of a frequency of which another part is unreadable: none of it is published. */
const countFrequency = (repeat: Repeat): void => {
  for (const member of ['frequency', 'frequencyMax', 'period', 'periodMax'] as const)
    if (repeat[member] !== undefined) countLoss(repeat.element, member, 'out-of-bounds');
};

/** How often: the frequency, the period and the days. */
const frequencyText = (repeat: Repeat, hasMember: boolean): string | undefined => {
  const { element, frequency, frequencyMax, period, periodMax, periodUnit, dayOfWeek } = repeat;
  const isInText = !hasMember && repeat.isFrequencyKnown;
  const often = isInText ? range(frequency, frequencyMax) : undefined;
  const per = isInText ? perPeriod(repeat) : undefined;
  if (isInText && per === undefined) {
    if (period !== undefined || periodMax !== undefined) countLoss(element, 'period', 'out-of-bounds');
    else if (periodUnit !== undefined) countLoss(element, 'periodUnit', 'out-of-bounds');
  }
  if (!repeat.isFrequencyKnown) countFrequency(repeat);
  const days = dayOfWeek.flatMap(
    day => entryOf(weekdays, day) ?? countLoss(element, 'dayOfWeek', 'out-of-bounds') ?? [],
  );
  const how = [often === undefined ? undefined : times(often), per].filter(part => part !== undefined);
  const words = how.length === 0 || often !== undefined ? how.join(' ') : `1 gång ${how.join(' ')}`;
  const parts = [words, listed(days)].filter(part => part !== '');
  return parts.length === 0 ? undefined : parts.join(', ');
};

const countText = ({ count, countMax }: Repeat): string | undefined => {
  const written = range(count, countMax);
  return written === undefined ? undefined : `sammanlagt ${times(written)}`;
};

/** How long each time takes. */
const durationText = (repeat: Repeat, hasMember: boolean): string | undefined => {
  const { element, duration, durationMax, durationUnit } = repeat;
  const written = hasMember ? undefined : duration;
  if (written === undefined && durationMax === undefined) {
    if (duration === undefined && durationUnit !== undefined)
      countLoss(element, 'durationUnit', 'out-of-bounds');
    return undefined;
  }
  const unit = timeUnitWords(durationUnit);
  if (unit === undefined) {
    if (written !== undefined) countLoss(element, 'duration', 'out-of-bounds');
    return durationMax === undefined ? undefined : countLoss(element, 'durationMax', 'out-of-bounds');
  }
  const length = (digits: string): string => `${digits} ${unit[isOne(digits) ? 0 : 1]}`;
  const parts = [
    written === undefined ? undefined : length(written),
    durationMax === undefined ? undefined : `högst ${length(durationMax)}`,
  ];
  return `pågår ${definedItems(parts).join(', ')}`;
};

const isBeforeMeal = (code: string): boolean => code.startsWith('AC');

const besideEvents = (when: readonly string[]): string => {
  if (when.every(isBeforeMeal)) return 'före';
  return when.some(isBeforeMeal) ? 'före respektive efter' : 'efter';
};

/** Minutes before or after an event: before, if the event is the time before a meal. */
const offsetText = ({ element, offset, when }: Repeat): string | undefined => {
  if (offset === undefined) return undefined;
  if (when.length === 0) return countLoss(element, 'offset', 'out-of-bounds');
  const unit = timeUnitWords('min')?.[isOne(offset) ? 0 : 1];
  return `${offset} ${unit} ${besideEvents(when)}`;
};

const maxPerPeriod = ({ element, maxPerPeriod: ratio }: Dosage): string | undefined => {
  if (ratio === undefined) return undefined;
  const most = quantity(ratio, 'numerator');
  const per = quantity(ratio, 'denominator');
  return most === undefined || per === undefined
    ? countLoss(element, 'maxDosePerPeriod', 'out-of-bounds')
    : `högst ${quantityText(most)} per ${lengthText(per)}`;
};

const maxAt = (limit: Element<R4.Quantity> | undefined, words: string): string | undefined => {
  if (limit === undefined) return undefined;
  const most = quantityIn(limit);
  return most === undefined
    ? countLoss(limit, undefined, 'out-of-bounds')
    : `högst ${quantityText(most)} ${words}`;
};

/**
 * One line; undefined if there is nothing to add. What cannot be expressed is counted.
 * @param members whether a member has the frequency and its period, and whether one has the duration.
 */
export const dosageText = (
  dosage: Dosage,
  members: { readonly frequency: boolean; readonly duration: boolean },
): string | undefined => {
  const { repeat } = dosage;
  const parts = [
    ...(repeat === undefined
      ? []
      : [
          frequencyText(repeat, members.frequency),
          offsetText(repeat),
          durationText(repeat, members.duration),
          countText(repeat),
        ]),
    maxPerPeriod(dosage),
    maxAt(dosage.maxPerAdministration, 'per tillfälle'),
    maxAt(dosage.maxPerLifetime, 'under livet'),
  ].filter(part => part !== undefined);
  return parts.length === 0 ? undefined : parts.join('; ');
};
