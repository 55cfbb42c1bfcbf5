// The ways in which a scheme says how much and how often, each as a line for the patient: `2 tabletter, 3 gånger per dag`.
//
// A function returns undefined if a part that was sent cannot be read: a dosage is shown whole or not at all.
import { everyPeriod, timesText } from '../../translation/swedish-dosage.ts';
import { valuesIn } from '../../translation/unread.ts';
import { nonBlank } from '../../translation/values.ts';
import { peek } from '../../xml/tracked-document.ts';
import type { CvType, PqIntervalType } from '../wire-types.ts';
import type { RampEndpointType } from './drug-choice.ts';
import {
  dateAndTime,
  doseText,
  frequencyOf,
  frequencyText,
  hasAmount,
  type Period,
  periodOf,
  timeOfDay,
} from './quantities.ts';

/** The unit of the doses that have none of their own. */
export type Unit = CvType | undefined;
export type Lines = readonly string[] | undefined;

/** The parts that are not empty, with commas between them. */
const withCommas = (...parts: readonly string[]): string => parts.filter(part => part !== '').join(', ');

/** The lines of all parts; undefined if one of them cannot be read. */
export const together = (...parts: readonly Lines[]): Lines =>
  parts.includes(undefined) ? undefined : parts.flatMap(lines => lines ?? []);

/** The amount of a dose; empty if it has none; undefined if it cannot be read. */
export const amountOf = (dose: PqIntervalType | undefined, unit: Unit): string | undefined =>
  hasAmount(dose) ? doseText(dose, unit) : '';

/** Whether an element has any value. */
export const isSent = (element: object | undefined): boolean => valuesIn(peek(element ?? {})) > 0;

type Administrations = NonNullable<NonNullable<RampEndpointType['occasionDosage']>['administration']>;

/** The days of a period; undefined if it is not made of whole days. */
const daysIn = ({ digits, unit }: Period): number | undefined => {
  const days: Readonly<Record<string, number>> = { HOUR: 1 / 24, DAY: 1, WEEK: 7 };
  const number = Number(digits) * (days[unit.type ?? ''] ?? Number.NaN);
  return Number.isInteger(number) ? number : undefined;
};

const mostDays: Readonly<Record<string, number>> = { MONTH: 31, YEAR: 366 };

/** On which days: `varje dag`, `varannan dag`, `dag 1 varje vecka`, `dag 4 av 28, sedan börjar det om`. */
const daysText = (dayOfPeriod: string | undefined, period: Period, isFirstDayOnly: boolean) => {
  const every = everyPeriod(period.digits, period.unit);
  if (dayOfPeriod === undefined) return every;
  const [day, days] = [Number(dayOfPeriod), daysIn(period)];
  const last = days ?? Number(period.digits) * (mostDays[period.unit.type ?? ''] ?? 0);
  if (!Number.isInteger(day) || day < 1 || day > last) return undefined;
  if (days === undefined || every === 'varje vecka') return `dag ${day} ${every}`;
  if (days === 1) return 'varje dag';
  return isFirstDayOnly ? every : `dag ${day} av ${days}, sedan börjar det om`;
};

/** Joins equal lines into one with their number. As lines of a text, they would be removed as duplicates. */
const withCounts = (doses: readonly { readonly dose: string; readonly days: string }[]): string[] => {
  const counts = new Map<string, number>();
  const lines = new Map(doses.map(({ dose, days }) => [`${dose}\n${days}`, { dose, days }]));
  for (const { dose, days } of doses) {
    counts.set(`${dose}\n${days}`, (counts.get(`${dose}\n${days}`) ?? 0) + 1);
  }
  return [...lines].map(([line, { dose, days }]) => {
    const count = counts.get(line) ?? 1;
    return withCommas(dose, count === 1 ? days : `${timesText(String(count))} ${days}`);
  });
};

/** Doses at times of day and on days of a period that repeats. */
export const occasionLines = ({ occasionDosage: occasional }: RampEndpointType, unit: Unit): Lines => {
  const administrations: Administrations = occasional?.administration ?? [];
  if (administrations.length === 0 && !isSent(occasional?.period)) return [];
  const period = periodOf(occasional?.period);
  if (period === undefined) return undefined;
  if (administrations.length === 0) return [everyPeriod(period.digits, period.unit)];
  const isFirstDayOnly = administrations.every(({ dayOfPeriod }) => Number(nonBlank(dayOfPeriod)) === 1);
  const doses = administrations.map(({ dose, time, dayOfPeriod }) => {
    const amount = amountOf(dose, unit);
    const at = nonBlank(time) === undefined ? '' : timeOfDay(time)?.inText;
    const days = daysText(nonBlank(dayOfPeriod), period, isFirstDayOnly);
    return amount === undefined || at === undefined || days === undefined
      ? undefined
      : { dose: `${amount}${at}`.replace(/^,? /, ''), days };
  });
  return doses.includes(undefined) ? undefined : withCounts(doses.filter(dose => dose !== undefined));
};

/** A dose that is taken once. */
export const singleDoseLines = ({ singleDose }: RampEndpointType, unit: Unit): Lines => {
  const { dose, time } = singleDose ?? {};
  if (!hasAmount(dose) && nonBlank(time) === undefined) return [];
  const amount = amountOf(dose, unit);
  return amount === undefined
    ? undefined
    : [withCommas(amount, 'en gång', time === undefined ? '' : dateAndTime(time))];
};

const frequencyLines = ({ frequencyDosage: frequent }: RampEndpointType, unit: Unit): Lines => {
  if (!hasAmount(frequent?.dose) && !isSent(frequent?.frequency)) return [];
  const [amount, frequency] = [amountOf(frequent?.dose, unit), frequencyOf(frequent?.frequency)];
  return amount === undefined || frequency === undefined
    ? undefined
    : [withCommas(amount, frequencyText(frequency))];
};

const periodLines = ({ periodDosage: periodic }: RampEndpointType, unit: Unit): Lines => {
  if (!hasAmount(periodic?.dose) && !isSent(periodic?.period)) return [];
  const [amount, period] = [amountOf(periodic?.dose, unit), periodOf(periodic?.period)];
  return amount === undefined || period === undefined
    ? undefined
    : [withCommas(amount, everyPeriod(period.digits, period.unit))];
};

/** A line for each way in which the scheme says how much and how often. */
export const schemeLines = (scheme: RampEndpointType, unit: Unit): Lines =>
  together(
    frequencyLines(scheme, unit),
    periodLines(scheme, unit),
    occasionLines(scheme, unit),
    singleDoseLines(scheme, unit),
  );
