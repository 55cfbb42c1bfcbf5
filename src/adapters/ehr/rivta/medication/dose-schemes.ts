// Reads the ways in which a scheme says how much and how often.
//
// A function returns undefined if a part that was sent cannot be read: a dosage is shown whole or not at all.
import { exactSpan, isZero } from '../../translation/dosage/digits.ts';
import {
  type AmountRange,
  type DoseLimit,
  type DosePart,
  maxOccasions,
  type Timing,
} from '../../translation/dosage/dosage.ts';
import { daysIn } from '../../translation/dosage/sentence.ts';
import { dayUnit, everyPeriod, hour, type Period } from '../../translation/dosage/time-units.ts';
import { type TimeOfDay, timeOfDay } from '../../translation/dosage/times-of-day.ts';
import { valuesIn } from '../../values/unread.ts';
import { nonBlank } from '../../values/values.ts';
import { peek } from '../../xml/tracked-document.ts';
import type { PqIntervalType } from '../wire-types.ts';
import type { RampEndpointType, SchemeType } from './drug-choice.ts';
import {
  changeOf,
  doseOf,
  dosePeriodOf,
  frequencyOf,
  hasAmount,
  limitOf,
  type UnitDose,
} from './quantities.ts';

type Parts = readonly DosePart[] | undefined;

/** The parts of all; undefined if one of them cannot be read. */
const together = <T>(...all: readonly (readonly T[] | undefined)[]): readonly T[] | undefined =>
  all.includes(undefined) ? undefined : all.flatMap(parts => parts ?? []);

/** How much; empty if nothing is said of it; undefined if it cannot be read. */
const doseIn = (dose: PqIntervalType | undefined, unit: UnitDose): { dose?: AmountRange } | undefined => {
  if (!hasAmount(dose)) return {};
  const read = doseOf(dose, unit);
  return read && { dose: read };
};

/** Whether an element has any value. */
const isSent = (element: object | undefined): boolean => valuesIn(peek(element ?? {})) > 0;

const intake = (dose: { dose?: AmountRange } | undefined, timing: Timing | undefined): Parts =>
  dose === undefined || timing === undefined ? undefined : [{ kind: 'intake', ...dose, timing }];

const byFrequency = ({ frequencyDosage: frequent }: RampEndpointType, unit: UnitDose): Parts =>
  hasAmount(frequent?.dose) || isSent(frequent?.frequency)
    ? intake(doseIn(frequent?.dose, unit), frequencyOf(frequent?.frequency))
    : [];

const byPeriod = ({ periodDosage: periodic }: RampEndpointType, unit: UnitDose): Parts => {
  if (!hasAmount(periodic?.dose) && !isSent(periodic?.period)) return [];
  const period = dosePeriodOf(periodic?.period);
  return intake(doseIn(periodic?.dose, unit), period && { times: exactSpan('1'), period });
};

const singleDose = ({ singleDose: { dose, time } = {} }: RampEndpointType, unit: UnitDose): Parts =>
  hasAmount(dose) || nonBlank(time) !== undefined
    ? intake(doseIn(dose, unit), { count: exactSpan('1'), dates: time === undefined ? [] : [time] })
    : [];

/** An administration of an occasion dosage. */
type Occasion = {
  readonly dose?: AmountRange;
  readonly time: TimeOfDay | undefined;
  readonly day: number | undefined;
};

/** The most days that a period may have. */
const mostDays: Readonly<Record<string, number>> = { MONTH: 31, YEAR: 366 };

type Administrations = NonNullable<NonNullable<RampEndpointType['occasionDosage']>['administration']>;

const occasionsIn = (administrations: Administrations, period: Period, unit: UnitDose) => {
  const last = daysIn(period) ?? Number(period.low) * (mostDays[period.unit.type ?? ''] ?? 0);
  const occasions: Occasion[] = [];
  for (const { dose, time: written, dayOfPeriod } of administrations) {
    const amount = doseIn(dose, unit);
    const time = nonBlank(written) === undefined ? undefined : timeOfDay(written ?? '');
    const day = nonBlank(dayOfPeriod) === undefined ? undefined : Number(dayOfPeriod);
    const isDay = day === undefined || (Number.isInteger(day) && day >= 1 && day <= last);
    if (amount === undefined || !isDay || (time === undefined && nonBlank(written) !== undefined))
      return undefined;
    occasions.push({ ...amount, time, day });
  }
  return occasions.length > maxOccasions ? undefined : occasions;
};

/** A period of whole days in hours is one of days: `24 h`. */
const inDays = (period: Period | undefined): Period | undefined => {
  const length = period?.unit === hour ? daysIn(period) : undefined;
  return length === undefined ? period : { ...exactSpan(String(length)), unit: dayUnit };
};

/** Groups items in the order of the first of each group. */
const groupedBy = <T>(items: readonly T[], key: (item: T) => string): readonly [T, ...T[]][] =>
  [...Map.groupBy(items, key).values()] as [T, ...T[]][];

/** The occasions of one dose on one day: at their times, or as many times as there are. */
const ofOneDay = (occasions: readonly Occasion[]) => {
  const [{ dose, day } = {}] = occasions;
  const timesOfDay = occasions.flatMap(({ time }) => time ?? []);
  const timing: Timing =
    timesOfDay.length > 0 ? { timesOfDay } : { times: exactSpan(String(occasions.length)) };
  return { dose: dose === undefined ? {} : { dose }, day, timing };
};

/**
 * Doses at times of day and on days of a period that repeats. Equal doses of a day are one, at several times or several times a day;
 * what is equal on several days is one, on these days.
 */
const byOccasion = ({ occasionDosage: occasional }: RampEndpointType, unit: UnitDose): Parts => {
  const { administration = [] } = occasional ?? {};
  if (administration.length === 0 && !isSent(occasional?.period)) return [];
  const period = inDays(dosePeriodOf(occasional?.period));
  const occasions = period && occasionsIn(administration, period, unit);
  if (period === undefined || occasions === undefined) return undefined;
  if (occasions.length === 0) return intake({}, { period });
  const length = daysIn(period);
  const isFirstDayOnly =
    length !== undefined && everyPeriod(period) !== 'varje vecka' && occasions.every(({ day }) => day === 1);
  const sameDay = groupedBy(occasions, ({ dose, day, time }) =>
    JSON.stringify([dose, day, time === undefined]),
  );
  const sameDose = groupedBy(sameDay.map(ofOneDay), ({ day, ...rest }) =>
    JSON.stringify([rest, day === undefined]),
  );
  return sameDose.flatMap(days => {
    const [{ dose, day, timing } = { dose: {}, timing: {} }] = days;
    const isEveryDay = day === undefined || length === 1 || isFirstDayOnly;
    const daysOfPeriod = isEveryDay ? undefined : days.flatMap(each => each.day ?? []);
    return intake(dose, { ...timing, period, days: daysOfPeriod }) ?? [];
  });
};

/** What a scheme says in doses. */
const schemeParts = (scheme: RampEndpointType, unit: UnitDose): Parts =>
  together(
    byFrequency(scheme, unit),
    byPeriod(scheme, unit),
    byOccasion(scheme, unit),
    singleDose(scheme, unit),
  );

/** The free text of a scheme. */
export const freeText = ({
  unstructuredDosageInformation: free,
}: RampEndpointType = {}): string | undefined => nonBlank(free?.text);

const textPart = (scheme: RampEndpointType | undefined): readonly DosePart[] => {
  const text = freeText(scheme);
  return text === undefined ? [] : [{ kind: 'text', text }];
};

const endOfRamp = (end: RampEndpointType = {}, unit: UnitDose): Parts => {
  const parts = together(schemeParts(end, unit), textPart(end));
  return parts?.length === 0 ? undefined : parts;
};

const rampParts = ({ rampedDosage: ramp }: SchemeType, unit: UnitDose): Parts => {
  if (ramp === undefined) return [];
  const [change, every] = [changeOf(ramp.doseStep, unit), dosePeriodOf(ramp.timeStep)];
  const [from, to] = [endOfRamp(ramp.rampStart, unit), endOfRamp(ramp.rampEnd, unit)];
  return change === undefined || every === undefined || from === undefined || to === undefined
    ? undefined
    : [{ kind: 'ramp', ...change, every, from, to }];
};

/** All doses of a scheme, without its free text. */
export const dosesOf = (scheme: SchemeType = {}, unit: UnitDose): Parts =>
  together(schemeParts(scheme, unit), rampParts(scheme, unit));

/** The doses of a scheme and its free text, each under a condition, if there is one. */
export const dosesAndText = (scheme: SchemeType | undefined, unit: UnitDose): Parts =>
  together(dosesOf(scheme, unit), textPart(scheme));

const byFrequencyAtMost = (
  { frequencyDosage: frequent }: SchemeType,
  unit: UnitDose,
): readonly DoseLimit[] | undefined => {
  if (!hasAmount(frequent?.dose) && !isSent(frequent?.frequency)) return [];
  const frequency = frequencyOf(frequent?.frequency);
  const most = hasAmount(frequent?.dose) ? limitOf(frequent?.dose, unit) : {};
  if (frequency === undefined || most === undefined) return undefined;
  return [
    {
      kind: 'limit',
      most: hasAmount(frequent?.dose) ? most : undefined,
      times: frequency.times,
      per: frequency.period,
    },
  ];
};

const byPeriodAtMost = (
  { periodDosage: periodic }: SchemeType,
  unit: UnitDose,
): readonly DoseLimit[] | undefined => {
  if (!hasAmount(periodic?.dose) && !isSent(periodic?.period)) return [];
  const [most, per] = [limitOf(periodic?.dose, unit), dosePeriodOf(periodic?.period)];
  return most === undefined || per === undefined ? undefined : [{ kind: 'limit', most, per }];
};

/** The doses of a limit. A limit of zero cannot be read. */
const aboveZero = (parts: Parts): Parts =>
  parts?.some(part => part.kind === 'intake' && isZero(part.dose?.high?.digits ?? '1')) ? undefined : parts;

/** The most that may be taken. */
export const doseLimitsOf = (scheme: SchemeType = {}, unit: UnitDose) =>
  together<DoseLimit | DosePart>(
    byFrequencyAtMost(scheme, unit),
    byPeriodAtMost(scheme, unit),
    aboveZero(byOccasion(scheme, unit)),
    aboveZero(singleDose(scheme, unit)),
    rampParts(scheme, unit),
    textPart(scheme),
  );
