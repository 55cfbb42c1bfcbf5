// The closed list of the sentences about doses that this service writes (D38, one dosage in every region). docs/dosages.md is made from it
// and from its cases, an example that fits and a dangerous neighbour that must not, for a pharmacist to check line by line: a sentence that
// nobody at the clinic could have signed is not written.
import type { Intake, Timing } from './dosage.ts';
import { exactly, type NumberRange, type Period, type TimeUnit } from './time-units.ts';

/** One form of a sentence. */
export type Form = {
  readonly number: number;
  /** What the source has to say. */
  readonly when: string;
  /** The sentence. A slot that is empty goes, with the comma or the colon that separates it. */
  readonly template: string;
  /** Whether an intake is of this form; undefined for a form that adds to others. */
  readonly fits?: (intake: Intake) => boolean;
};

/** Whether a timing says nothing but these. */
const saysOnly = (timing: Timing, ...names: readonly (keyof Timing)[]): boolean =>
  Object.entries(timing).every(([name, said]) => said === undefined || names.some(one => one === name));

/** Whether a source says nothing of how many times, or exactly so many. */
const isUnsaidOr = (times: NumberRange | undefined, number: number): boolean =>
  times === undefined || exactly(times) === number;

/** Whether a number of times is whole, from 1 to `most`. */
const isWithin = (times: NumberRange | undefined, most: number): boolean =>
  times !== undefined &&
  [times.low, times.high].every(Number.isInteger) &&
  times.low >= 1 &&
  times.high <= most;

const isOne = (period: Period | undefined, ...units: readonly TimeUnit[]): boolean =>
  period !== undefined && exactly(period) === 1 && units.includes(period.unit);

/** Whether a period is a whole number of such units, more than one. */
const isSeveral = (period: Period | undefined, ...units: readonly TimeUnit[]): boolean =>
  period !== undefined &&
  units.includes(period.unit) &&
  isWithin(period, Number.MAX_SAFE_INTEGER) &&
  (exactly(period) ?? 0) > 1;

/** How many times of the day are named; undefined if they are no times of one day: a meal in general, one twice, or both kinds. */
const timesOfDay = ({ portions }: Intake): number | undefined => {
  const times = portions.flatMap(({ time }) => time ?? []);
  if (times.length === 0) return portions.length === 1 ? 0 : undefined;
  const kinds = new Set(times.map(({ kind }) => kind));
  const isOneDay = kinds.size === 1 && !kinds.has('meal');
  const names = new Set(times.map(({ name }) => name));
  return isOneDay && names.size === portions.length ? names.size : undefined;
};

/** Whether it is taken at as many times of every day. */
const isEveryDay = (intake: Intake): boolean => {
  const { times, period } = intake.timing;
  const number = timesOfDay(intake) ?? 0;
  return (
    number > 0 &&
    saysOnly(intake.timing, 'times', 'period') &&
    (period === undefined || isOne(period, 'DAY')) &&
    isUnsaidOr(times, number)
  );
};

const isSameDose = ({ portions: [first, ...others] }: Intake): boolean =>
  others.every(({ dose }) => JSON.stringify(dose) === JSON.stringify(first?.dose));

/** Whether it is taken a number of times a day. */
const isTimesADay = ({ timing }: Intake): boolean =>
  saysOnly(timing, 'times', 'period') && isOne(timing.period, 'DAY') && isWithin(timing.times, 24);

/** Whether it is taken in a period, at so many times of the day at most, and nothing else is said. */
const isPeriodic = (intake: Intake, most: 0 | 1): boolean => {
  const isWithinDay = (timesOfDay(intake) ?? most + 1) <= most;
  return isWithinDay && saysOnly(intake.timing, 'times', 'period');
};

/** The forms, in the order of the page. */
export const forms: readonly Form[] = [
  {
    number: 1,
    when: 'n (or a to b) times in 1 day, whole, 1 to 24; no times of the day, no days',
    template: '{dose}, {times} per dag',
    fits: intake => timesOfDay(intake) === 0 && isTimesADay(intake),
  },
  {
    number: 2,
    when: 'every N hours, N whole, or a range of hours; no times of the day, no days',
    template: '{dose}, {every}',
    fits: intake => {
      const { period, times } = intake.timing;
      const isWhole = period?.unit === 'HOUR' && isWithin(period, Number.MAX_SAFE_INTEGER);
      return isPeriodic(intake, 0) && isWhole && isUnsaidOr(times, 1);
    },
  },
  {
    number: 3,
    when: 'one time of the day; 1 day or no period; the number of times 1 or unsaid',
    template: '{dose}, varje dag',
    fits: intake => timesOfDay(intake) === 1 && isEveryDay(intake),
  },
  {
    number: 4,
    when: 'several times of one day; the number of times equal to them or unsaid',
    template: '{dose}, varje dag',
    fits: intake => isEveryDay(intake) && isSameDose(intake),
  },
  {
    number: 5,
    when: 'doses that differ by the time of the day, at once',
    template: '{dose}, varje dag',
    fits: intake => isEveryDay(intake) && !isSameDose(intake),
  },
  {
    number: 6,
    when: 'meals in general, with a number of times in 1 day',
    template: '{dose}, {times} per dag',
    fits: intake =>
      intake.portions.length === 1 && intake.portions[0]?.time?.kind === 'meal' && isTimesADay(intake),
  },
  {
    number: 7,
    when: 'every N days, N whole, more than 1; the number of times 1 or unsaid; at most one time of the day',
    template: '{every}: {dose}',
    fits: intake => {
      const { period, times } = intake.timing;
      return isPeriodic(intake, 1) && isSeveral(period, 'DAY') && isUnsaidOr(times, 1);
    },
  },
  {
    number: 8,
    when: 'n times in 1 week, n from 1 to 6; no day named; at most one time of the day',
    template: '{times} per vecka: {dose}',
    fits: intake => {
      const { period, times } = intake.timing;
      const isExact = isWithin(times, 6) && times?.low === times?.high;
      return isPeriodic(intake, 1) && isOne(period, 'WEEK') && isExact;
    },
  },
  {
    number: 9,
    when: 'weekdays; the period 1 week, 1 day or none; the number of times unsaid, or days × times of the day (1 day: the times of the day)',
    template: '{weekdays}: {dose}',
    fits: intake => {
      const { weekdays = [], period, times } = intake.timing;
      const ofDay = timesOfDay(intake);
      const number = Math.max(ofDay ?? 0, 1) * (isOne(period, 'DAY') ? 1 : weekdays.length);
      return (
        ofDay !== undefined &&
        weekdays.length > 0 &&
        new Set(weekdays).size === weekdays.length &&
        saysOnly(intake.timing, 'weekdays', 'times', 'period') &&
        (period === undefined || isOne(period, 'DAY', 'WEEK')) &&
        isUnsaidOr(times, number)
      );
    },
  },
  {
    number: 10,
    when: 'once in 1 month or year; once every N weeks or months, N whole; no times of the day',
    template: '{every}: {dose}',
    fits: intake => {
      const { period, times } = intake.timing;
      const isInterval = isOne(period, 'MONTH', 'YEAR') || isSeveral(period, 'WEEK', 'MONTH');
      return isPeriodic(intake, 0) && isInterval && times !== undefined && exactly(times) === 1;
    },
  },
  {
    number: 11,
    when: 'once: a count of 1, or exactly one day or moment; no period',
    template: '{dose}, en gång, {date}',
    fits: intake => {
      const { dates = [], count } = intake.timing;
      const isOnce = count === undefined ? dates.length === 1 : count === 1 && dates.length < 2;
      return (
        timesOfDay(intake) === 0 &&
        saysOnly(intake.timing, 'dates', 'count') &&
        isOnce &&
        intake.portions[0]?.dose !== undefined
      );
    },
  },
  {
    number: 12,
    when: 'as needed, a dose, nothing of how often',
    template: '{dose}',
    fits: intake =>
      timesOfDay(intake) === 0 && saysOnly(intake.timing) && intake.portions[0]?.dose !== undefined,
  },
  {
    number: 13,
    when: 'as needed or for a condition in words, nothing else',
    template: '{condition}',
    fits: ({ portions, timing }) => portions.length === 0 && saysOnly(timing),
  },
  {
    number: 14,
    when: '1 to 8, 10 or 15, as needed or for a condition in words; "varje dag" is left out',
    template: '{condition}: {sentence}',
  },
  {
    number: 15,
    when: '1 to 4 or 6 to 10 without a dose (ointments), and no dose was sent',
    template: '{sentence}',
  },
  {
    number: 16,
    when: '1 to 15 with a dose, and a most per day, N hours or occasion: in the same unit, and not smaller than the upper end of one dose, nor than the lowest dose times the lowest number of times of that period (each taken a day)',
    template: '{sentence}; högst {limit}',
  },
  {
    number: 17,
    when: '1 to 15 with a length in whole hours, days, weeks, months or years',
    template: '{sentence}, i {length}',
  },
  {
    number: 18,
    when: "1 to 15 with an end (a day alone is that day; an end with a time of the day is written with it), with its start, or with a start alone that lies ahead by the region's clock (its day alone)",
    template: '{sentence}, från {start} till {end}',
  },
  {
    number: 19,
    when: 'several dosages of one prescription, each its sentence, only if (a) one `sequence` or none in any, the same bounds and length, and either all every day, each at times of its own, all by the clock or all by name, or all by weekdays, no weekday and time twice; or (b) each has a start and an end, in the order of the starts, and they do not overlap; or (c) one `sequence` or none in any, at most one without a condition and the others each under another one',
    template: '{sentence} {sentence}',
  },
];

/** The forms that a condition may stand before. */
const underCondition: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 13]);
/** The forms that are said without one. */
const always: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
/** The forms in which a dose of 0 is an instruction. */
export const withZero: ReadonlySet<number> = new Set([1, 3, 4, 5, 9]);

/** The form of an intake; undefined if the list has none. */
export const sentenceForm = (intake: Intake): Form | undefined => {
  const allowed = intake.condition === undefined ? always : underCondition;
  return forms.find(({ number, fits }) => allowed.has(number) && fits?.(intake) === true);
};
