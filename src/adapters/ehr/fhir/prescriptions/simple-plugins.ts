// The dosage plugins for one dose at regular times. A dosage that none of them can fully express needs IX3Dosage.
import type { Static } from 'typebox';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { DosagePlugin } from '../../../../domain/records/prescription/dosage.ts';
import type { Quantity } from '../elements/quantities.ts';
import { type Dosage, hasLength, hasLimits } from './dosage.ts';
import { hasOnly, type Repeat } from './timing.ts';

export type Plugin = Static<typeof DosagePlugin>;

/** What is published once for all dosages of a prescription. */
export type SharedDosage = {
  /** True if all are as needed, false if none is, undefined if they differ. */
  readonly whenNeeded: boolean | undefined;
  /** Whether all have the same period, or none has one. */
  readonly arePeriodsShared: boolean;
  readonly start: string | undefined;
  readonly end: string | undefined;
};

/** Longer numbers are not compared, and count as inexact. This also bounds the work of the regular expressions. */
const maxLength = 40;

const form = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** A number without insignificant zeros, as its digits and the exponent of the last of them; undefined for any other text. */
const normalized = (written: string): string | undefined => {
  const [all, sign = '', whole = '', fraction = '', exponent = '0'] = form.exec(written) ?? [];
  if (all === undefined) return undefined;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
};

/** The value of a number; undefined if a JavaScript number cannot represent it (`1e400`), or if it is longer than `maxLength`. */
const exactValue = (digits: string): number | undefined => {
  const value = Number(digits);
  return digits.length <= maxLength && normalized(digits) === normalized(String(value)) ? value : undefined;
};

/** One dose in numbers. */
type SingleDose = {
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly unit: string | undefined;
};

const numberOf = (end: Quantity | undefined) => (end === undefined ? undefined : exactValue(end.digits));

/**
 * The dose, if there is exactly one, in one unit and in numbers that keep their value, without a comparator or a rate. A lower end
 * alone is none: readers take it for the dose.
 */
const singleDose = ({ entries, doses, rate }: Dosage): SingleDose | undefined => {
  const [dose] = doses;
  if (dose === undefined || doses.length > 1 || entries !== 1 || rate !== undefined) return undefined;
  const { low, high } = dose;
  if (high === undefined) return undefined;
  if (low?.comparator !== undefined || high.comparator !== undefined) return undefined;
  if (low?.unit !== undefined && high.unit !== undefined && low.unit !== high.unit) return undefined;
  const [min, max] = [numberOf(low), numberOf(high)];
  const isExact = (min !== undefined || low === undefined) && max !== undefined;
  return isExact ? { min, max, unit: low?.unit ?? high.unit } : undefined;
};

/** Whether a dosage has something that only IX3Dosage can express. */
const needsIx3Dosage = (dosage: Dosage, { whenNeeded, arePeriodsShared }: SharedDosage): boolean => {
  const { period } = dosage;
  return (
    !dosage.isReadable ||
    dosage.rate !== undefined ||
    dosage.isAsNeededFor ||
    (dosage.asNeeded !== undefined && whenNeeded === undefined) ||
    hasLength(dosage) ||
    (!arePeriodsShared && (period.start !== undefined || period.end !== undefined)) ||
    hasLimits(dosage)
  );
};

const integerIn = (written: string | undefined): number | undefined => {
  const value = written === undefined ? undefined : exactValue(written);
  return value !== undefined && Number.isSafeInteger(value) && value > 0 ? value : undefined;
};

/** Whether the period of a repeat is one unit of time. */
const isPer = ({ period, periodUnit }: Repeat, unit: string): boolean =>
  Number(period) === 1 && periodUnit === unit;

const hasNoPeriod = ({ period, periodUnit }: Repeat): boolean =>
  period === undefined && periodUnit === undefined;

/** Whether the frequency is missing, or the one that follows from the other members. */
const isFrequency = ({ frequency }: Repeat, expected: number): boolean =>
  frequency === undefined || Number(frequency) === expected;

type PluginInput = { readonly dose: SingleDose; readonly repeat: Repeat; readonly lines: string | undefined };

const doseMembers = ({ min, max, unit }: SingleDose) => ({ MinDose: min, MaxDose: max, Unit: unit });

const normal = ({ dose, repeat, lines }: PluginInput): Plugin | undefined => {
  const times = integerIn(repeat.frequency);
  if (times === undefined || !isPer(repeat, 'd')) return undefined;
  if (!hasOnly(repeat, 'frequency', 'period', 'periodUnit')) return undefined;
  return {
    NormalDosage: omitUndefined({ ...doseMembers(dose), Time: { TimesPerDay: times }, DosageText: lines }),
  };
};

const intervals: Readonly<Record<string, string>> = { h: 'HOUR', d: 'DAY', wk: 'WEEK', mo: 'MONTH' };

const periodic = ({ dose, repeat, lines }: PluginInput): Plugin | undefined => {
  const period = integerIn(repeat.period);
  const code = repeat.periodUnit ?? '';
  const type = Object.hasOwn(intervals, code) ? intervals[code] : undefined;
  if (period === undefined || type === undefined || !isFrequency(repeat, 1)) return undefined;
  if (!hasOnly(repeat, 'frequency', 'period', 'periodUnit')) return undefined;
  const IntervalTime = { $self: period, Type: type };
  return { PeriodicDosage: omitUndefined({ ...doseMembers(dose), IntervalTime, DosageText: lines }) };
};

const occasion = ({ dose, repeat, lines }: PluginInput): Plugin | undefined => {
  const { timeOfDay } = repeat;
  if (timeOfDay.length === 0 || !hasOnly(repeat, 'timeOfDay', 'frequency', 'period', 'periodUnit'))
    return undefined;
  if (!isPer(repeat, 'd') && !hasNoPeriod(repeat)) return undefined;
  if (!isFrequency(repeat, timeOfDay.length)) return undefined;
  const { min, max, unit } = dose;
  const TimeOfDayDose = timeOfDay.map(Time => omitUndefined({ MinDose: min, MaxDose: max, Time }));
  return {
    OccasionDosage: omitUndefined({
      Unit: unit,
      Dosages: { TimeOfDayDosages: { TimeOfDayDose } },
      DosageText: lines,
    }),
  };
};

const weekly = ({ dose, repeat, lines }: PluginInput): Plugin | undefined => {
  const { dayOfWeek, timeOfDay } = repeat;
  const { min, max, unit } = dose;
  if (dayOfWeek.length === 0 || min === undefined || min !== max) return undefined;
  if (!hasOnly(repeat, 'dayOfWeek', 'timeOfDay', 'frequency', 'period', 'periodUnit')) return undefined;
  const timesADay = Math.max(timeOfDay.length, 1);
  const isByWeek =
    (isPer(repeat, 'wk') || hasNoPeriod(repeat)) && isFrequency(repeat, dayOfWeek.length * timesADay);
  const isByDay = isPer(repeat, 'd') && isFrequency(repeat, timesADay);
  if (!isByWeek && !isByDay) return undefined;
  const times = timeOfDay.length === 0 ? [undefined] : timeOfDay;
  const Dose = dayOfWeek.flatMap(Dayofweek =>
    times.map(timeofday => omitUndefined({ Dose: min, Dayofweek, timeofday })),
  );
  return {
    WeeklyDosage: omitUndefined({ Unit: unit, Weeks: { Week: [{ Doses: [{ Dose }] }] }, DosageText: lines }),
  };
};

/** The plugins for a repeat, in order of precedence. */
const byRepeat = [normal, periodic, occasion, weekly];

const once = (dose: SingleDose, dateTime: string, lines: string | undefined): Plugin => ({
  OnceDosage: omitUndefined({
    minDose: dose.min,
    maxDose: dose.max,
    unit: dose.unit,
    dateTime,
    dosageText: lines,
  }),
});

/** The first plugin that can express all of a dosage; undefined if none can. */
export const simplePlugin = (
  dosage: Dosage,
  shared: SharedDosage,
  lines: string | undefined,
): Plugin | undefined => {
  if (needsIx3Dosage(dosage, shared)) return undefined;
  const isRepeatEmpty = hasOnly(dosage.repeat);
  const [event] = dosage.events;
  if (dosage.entries === 0 && isRepeatEmpty && event === undefined) {
    return lines === undefined ? undefined : { FreeTextDosage: { Text: lines, DosageText: lines } };
  }
  const dose = singleDose(dosage);
  if (dose === undefined) return undefined;
  if (event !== undefined) {
    return isRepeatEmpty && dosage.events.length === 1 ? once(dose, event, lines) : undefined;
  }
  if (dosage.repeat === undefined) return undefined;
  const input = { dose, repeat: dosage.repeat, lines };
  for (const plugin of byRepeat) {
    const result = plugin(input);
    if (result !== undefined) return result;
  }
  return undefined;
};
