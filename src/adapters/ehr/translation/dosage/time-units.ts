// Units of time and what is said with them, in Swedish: frequencies, intervals and the periods of limits.
import { type DigitSpan, exactly, inSentence } from './digits.ts';

/** A noun, singular and plural. */
export type Noun = readonly [singular: string, plural: string];

/** A unit of time. */
export type TimeUnit = {
  readonly noun: Noun;
  /** The unit of a limit: `högst 8 per dygn`, where `dag` could be read as the hours of daylight. */
  readonly ofLimit: Noun;
  /** Whether the noun is neuter (`vartannat år`). */
  readonly isNeuter?: true;
  /** Its name in the published dosage. Seconds have none. */
  readonly type?: string;
};

/** A length of time. */
export type Period = DigitSpan & { readonly unit: TimeUnit };

const timeUnit = (noun: Noun, more: Partial<TimeUnit> = {}): TimeUnit => ({ noun, ofLimit: noun, ...more });

const second = timeUnit(['sekund', 'sekunder']);
const minute = timeUnit(['minut', 'minuter'], { type: 'MINUTE' });
export const hour = timeUnit(['timme', 'timmar'], { type: 'HOUR' });
export const dayUnit = timeUnit(['dag', 'dagar'], { type: 'DAY', ofLimit: ['dygn', 'dygn'] });
export const week = timeUnit(['vecka', 'veckor'], { type: 'WEEK' });
export const month = timeUnit(['månad', 'månader'], { type: 'MONTH' });
const year = timeUnit(['år', 'år'], { type: 'YEAR', isNeuter: true });

/** UCUM's units of time, and the Swedish words that are sent in their place. */
const timeUnits: ReadonlyMap<string, TimeUnit> = new Map([
  ['s', second],
  ['sekund', second],
  ['sekunder', second],
  ['min', minute],
  ['minut', minute],
  ['minuter', minute],
  ['h', hour],
  ['tim', hour],
  ['timme', hour],
  ['timmar', hour],
  ['d', dayUnit],
  ['dag', dayUnit],
  ['dagar', dayUnit],
  ['dygn', dayUnit],
  ['wk', week],
  ['vecka', week],
  ['veckor', week],
  ['mo', month],
  ['månad', month],
  ['månader', month],
  ['a', year],
  ['år', year],
]);

/** The unit of time of a code or word; undefined for any other unit. */
export const timeUnitOf = (unit: string | undefined): TimeUnit | undefined =>
  unit === undefined ? undefined : timeUnits.get(unit);

/** `0` and all above `1` are plural: `0 tabletter`, `0,5 tablett`, `1 tablett`, `1,5 tabletter`. */
export const nounFor = (digits: string, [singular, plural]: Noun): string => {
  const number = Number(digits);
  return number > 0 && number <= 1 ? singular : plural;
};

/** A number or a range in a sentence: `2`, `1-3`, `högst 3`, `minst 2`. */
const spanText = (span: DigitSpan): string => {
  const { low = '', high = '' } = span;
  if (low === '') return `högst ${inSentence(high)}`;
  if (high === '') return `minst ${inSentence(low)}`;
  return exactly(span) === undefined ? `${inSentence(low)}-${inSentence(high)}` : inSentence(low);
};

/** A number or a range with its noun. The upper end decides the form: `0,5-1 tablett`. */
const spanWithNoun = (span: DigitSpan, noun: Noun): string =>
  `${spanText(span)} ${nounFor(span.high ?? span.low ?? '', noun)}`;

/** How many times: `3 gånger`, `högst 1 gång`. */
export const timesText = (times: DigitSpan): string => spanWithNoun(times, ['gång', 'gånger']);

/** A length of time: `1 vecka`, `30-60 minuter`. */
export const periodText = (period: Period): string => spanWithNoun(period, period.unit.noun);

const per = (period: Period, noun: Noun): string =>
  `per ${exactly(period) === 1 ? noun[0] : spanWithNoun(period, noun)}`;

/** The period of a frequency: `per dag`, `per 8 timmar`. */
export const perPeriod = (period: Period): string => per(period, period.unit.noun);

/** The period of a limit: `per dygn`, `per 24 timmar`. */
export const perLimitPeriod = (period: Period): string => per(period, period.unit.ofLimit);

const ordinal = (number: number): string =>
  `${number}:${[1, 2].includes(number % 10) && ![11, 12].includes(number % 100) ? 'a' : 'e'}`;

/** An interval: `varje dag`, `varannan vecka`, `var 8:e timme`, `var 4:e till 6:e timme`, `med 1,5 dagars mellanrum`. */
export const everyPeriod = (period: Period): string => {
  const { noun, isNeuter } = period.unit;
  const [singular] = noun;
  const [low, high] = [Number(period.low), Number(period.high)];
  const isWhole = Number.isInteger(low) && Number.isInteger(high);
  const every = isNeuter === true ? 'vart' : 'var';
  if (isWhole && low === high) {
    if (low === 1) return `varje ${singular}`;
    if (low === 2) return `${isNeuter === true ? 'vartannat' : 'varannan'} ${singular}`;
    return `${every} ${ordinal(low)} ${singular}`;
  }
  return isWhole && low > 1
    ? `${every} ${ordinal(low)} till ${ordinal(high)} ${singular}`
    : `med ${periodText(period)}s mellanrum`;
};
