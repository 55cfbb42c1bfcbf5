// Reads the ways in which a scheme says how much and how often, as far as a sentence can say it (D38).
import type { Dose, DoseLimit, Intake, Portion, Sayable } from '../../translation/dosage/dosage.ts';
import { limitPeriod, maxOccasions } from '../../translation/dosage/dosage.ts';
import { exactly, type Period } from '../../translation/dosage/time-units.ts';
import { timeOfDay } from '../../translation/dosage/times-of-day.ts';
import { valuesIn } from '../../values/unread.ts';
import { nonBlank } from '../../values/values.ts';
import { peek } from '../../xml/tracked-document.ts';
import type { PqIntervalType } from '../wire-types.ts';
import { doseIn, frequencyOf, mostOf, timePeriodOf, type UnitDose } from './quantities.ts';
import type { SchemeType } from './wire-types.ts';

/** Whether an element has any value. */
export const isSent = (element: object | undefined): boolean => valuesIn(peek(element ?? {})) > 0;

/** How much, if anything was sent of it; undefined if it cannot be read. */
const portionOf = (dose: PqIntervalType | undefined, unit: UnitDose): { dose?: Dose } | undefined => {
  if (dose === undefined || !isSent(dose)) return {};
  const read = doseIn(dose, unit);
  return read && { dose: read };
};

const once = { low: 1, high: 1 };
const oneDay: Period = { ...once, unit: 'DAY' };

/** The most days that a period may have. */
const mostDays: Readonly<Record<string, number>> = { DAY: 1, WEEK: 7, MONTH: 31, YEAR: 366 };

/** A period of whole days in hours is one of days: `24 h`. */
const inDays = (period: Period | undefined): Period | undefined => {
  const days = period?.unit === 'HOUR' ? period.low / 24 : 0.5;
  return Number.isInteger(days) ? { low: days, high: days, unit: 'DAY' } : period;
};

type OccasionDosage = NonNullable<SchemeType['occasionDosage']>;
type Administration = NonNullable<OccasionDosage['administration']>[number];

/** An administration, and its day; undefined if a part of it cannot be read. */
const occasionOf = ({ dose, time: written, dayOfPeriod }: Administration, unit: UnitDose, last: number) => {
  const portion = portionOf(dose, unit);
  const time = nonBlank(written) === undefined ? undefined : timeOfDay(written ?? '');
  const day = nonBlank(dayOfPeriod) === undefined ? 1 : Number(dayOfPeriod);
  const isRead = time !== undefined || nonBlank(written) === undefined;
  const isDay = nonBlank(dayOfPeriod) === undefined || (Number.isInteger(day) && day >= 1 && day <= last);
  return portion === undefined || !isRead || !isDay ? undefined : { day, portion: { ...portion, time } };
};

/** What is the same on every day of a period; undefined if the days differ, or one has none. */
const onEveryDay = (occasions: readonly { day: number; portion: Portion }[], days: number) => {
  const byDay = [...Map.groupBy(occasions, ({ day }) => day).values()].map(ofDay =>
    ofDay.map(({ portion }) => portion),
  );
  const same = new Set(
    byDay.map(portions => JSON.stringify(portions.map(one => JSON.stringify(one)).sort())),
  );
  return byDay.length === days && same.size === 1 ? byDay[0] : undefined;
};

/**
 * Doses at times of a day: one in a period, whatever its day, or the same ones on every day of it. Equal doses without times are one, so
 * many times a day. Other schemes by day are not said.
 */
const byOccasion = (
  { period: written, administration = [] }: OccasionDosage,
  unit: UnitDose,
): Intake | undefined => {
  const period = inDays(timePeriodOf(written));
  if (period === undefined || administration.length > maxOccasions) return undefined;
  const last = period.low * (mostDays[period.unit] ?? 0);
  const occasions = administration.flatMap(one => occasionOf(one, unit, last) ?? []);
  if (occasions.length < administration.length) return undefined;
  const [only, ...others] = occasions;
  if (only !== undefined && others.length === 0)
    return { portions: [only.portion], timing: { times: once, period } };
  const isOfDays = ['DAY', 'WEEK'].includes(period.unit);
  const portions = isOfDays ? onEveryDay(occasions, last) : undefined;
  if (portions === undefined) return undefined;
  const timing = { times: { low: portions.length, high: portions.length }, period: oneDay };
  const isEqual = new Set(portions.map(portion => JSON.stringify(portion))).size === 1;
  return { portions: isEqual ? portions.slice(0, 1) : portions, timing };
};

/** The ways to say it, each with its reader. Ramps are not said. */
const ways = {
  frequencyDosage: ({ frequencyDosage: { dose, frequency } = {} }: SchemeType, unit: UnitDose) => {
    const [portion, timing] = [portionOf(dose, unit), frequencyOf(frequency)];
    return portion && timing && { portions: [portion], timing };
  },
  periodDosage: ({ periodDosage: { dose, period: written } = {} }: SchemeType, unit: UnitDose) => {
    const [portion, period] = [portionOf(dose, unit), timePeriodOf(written)];
    return portion && period && { portions: [portion], timing: { times: once, period } };
  },
  occasionDosage: ({ occasionDosage = {} }: SchemeType, unit: UnitDose) => byOccasion(occasionDosage, unit),
  singleDose: ({ singleDose: { dose, time } = {} }: SchemeType, unit: UnitDose) => {
    const portion = portionOf(dose, unit);
    return portion && { portions: [portion], timing: { count: 1, dates: time === undefined ? [] : [time] } };
  },
  rampedDosage: () => undefined,
} satisfies Partial<Record<keyof SchemeType, (scheme: SchemeType, unit: UnitDose) => Intake | undefined>>;

const wayNames = Object.keys(ways) as (keyof typeof ways)[];

/** What a scheme says in doses. Several ways beside each other say nobody knows what. */
export const intakeOf = (scheme: SchemeType = {}, unit: UnitDose): Sayable<Intake> => {
  const [way, ...others] = wayNames.filter(name => isSent(scheme[name]));
  if (way === undefined) return undefined;
  return (others.length === 0 ? ways[way](scheme, unit) : undefined) ?? 'unsaid';
};

/** The free text of a scheme. */
export const freeText = ({ unstructuredDosageInformation: free }: SchemeType = {}): string | undefined =>
  nonBlank(free?.text);

/** The most that may be taken in a period. A number of times, and what is said in another way, is not said. */
export const maximumOf = (scheme: SchemeType = {}, unit: UnitDose): Sayable<DoseLimit> => {
  const { frequencyDosage: frequent, periodDosage: periodic } = scheme;
  if (!isSent(scheme)) return undefined;
  const sent = Object.keys(peek(scheme)).filter(name => isSent(scheme[name as keyof SchemeType]));
  if (sent.length !== 1) return 'unsaid';
  const frequency = frequencyOf(frequent?.frequency);
  const isOnce = frequency !== undefined && exactly(frequency.times) === 1;
  const most = mostOf(frequent?.dose ?? periodic?.dose, unit);
  const period = isOnce
    ? frequency.period
    : frequent === undefined
      ? timePeriodOf(periodic?.period)
      : undefined;
  const per = period && limitPeriod(period.low, period.unit);
  return most === undefined || per === undefined ? 'unsaid' : { ...most, per };
};
