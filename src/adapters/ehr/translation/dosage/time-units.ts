// Units of time, and what a sentence says with them, in Swedish.
import type { Noun } from './digits.ts';

/** A unit of time, by its name in the published dosage. Seconds have none there. */
export type TimeUnit = 'SECOND' | 'MINUTE' | 'HOUR' | 'DAY' | 'WEEK' | 'MONTH' | 'YEAR';

/** From one number to another, or exactly one, if both are equal. */
export type NumberRange = { readonly low: number; readonly high: number };

/** A length of time. */
export type Period = NumberRange & { readonly unit: TimeUnit };

/** The number that a span is, if it is exactly one. */
export const exactly = ({ low, high }: NumberRange): number | undefined => (low === high ? low : undefined);

const nouns: Readonly<Record<TimeUnit, Noun>> = {
  SECOND: ['sekund', 'sekunder'],
  MINUTE: ['minut', 'minuter'],
  HOUR: ['timme', 'timmar'],
  DAY: ['dag', 'dagar'],
  WEEK: ['vecka', 'veckor'],
  MONTH: ['månad', 'månader'],
  YEAR: ['år', 'år'],
};

/** UCUM's codes and the abbreviations that are sent in the place of a unit's noun. */
const codes: Readonly<Record<string, TimeUnit>> = {
  s: 'SECOND',
  min: 'MINUTE',
  h: 'HOUR',
  tim: 'HOUR',
  d: 'DAY',
  dygn: 'DAY',
  wk: 'WEEK',
  mo: 'MONTH',
  a: 'YEAR',
};

const unitsByText: ReadonlyMap<string, TimeUnit> = new Map([
  ...Object.entries(codes),
  ...Object.entries(nouns).flatMap(([unit, forms]) => forms.map(form => [form, unit as TimeUnit] as const)),
]);

/** The unit of time of a code or word; undefined for any other unit. */
export const timeUnitOf = (written: string | undefined): TimeUnit | undefined =>
  written === undefined ? undefined : unitsByText.get(written);

/** A number, or a range: `3`, `3-4`. */
export const spanText = ({ low, high }: NumberRange): string => (low === high ? `${low}` : `${low}-${high}`);

const counted = (span: NumberRange, [singular, plural]: Noun): string =>
  `${spanText(span)} ${span.high === 1 ? singular : plural}`;

/** How many times: `3 gånger`, `3-4 gånger`. */
export const timesText = (times: NumberRange): string => counted(times, ['gång', 'gånger']);

/** A length of time: `1 vecka`, `4-5 veckor`. */
export const periodText = (period: Period): string => counted(period, nouns[period.unit]);

const ordinal = (number: number): string =>
  `${number}:${[1, 2].includes(number % 10) && ![11, 12].includes(number % 100) ? 'a' : 'e'}`;

/** An interval of whole units: `varje timme`, `varannan dag`, `var 3:e månad`, `var 4:e till 6:e timme`. */
export const everyText = ({ low, high, unit }: Period): string => {
  const [singular] = nouns[unit];
  if (low !== high) return `var ${ordinal(low)} till ${ordinal(high)} ${singular}`;
  if (low === 1) return `varje ${singular}`;
  return low === 2 ? `varannan ${singular}` : `var ${ordinal(low)} ${singular}`;
};

/** The period of a limit: `per dygn` (`dag` could be read as the hours of daylight), `per timme`, `per 24 timmar`. */
export const perText = (number: number, unit: TimeUnit): string => {
  if (unit === 'DAY') return 'per dygn';
  const [singular, plural] = nouns[unit];
  return number === 1 ? `per ${singular}` : `per ${number} ${plural}`;
};

const months = 'januari februari mars april maj juni juli augusti september oktober november december'.split(
  ' ',
);

/** A day, or a moment, of 8 or 14 digits: `15 oktober 2026`, `15 oktober 2026 kl. 08:00`. */
export const dateText = (digits: string, { hasYear = true } = {}): string => {
  const month = months[Number(digits.slice(4, 6)) - 1] ?? '';
  const [hour, minute, second] = [8, 10, 12].map(at => digits.slice(at, at + 2));
  const clock = digits.length === 8 ? '' : ` kl. ${hour}:${minute}${second === '00' ? '' : `:${second}`}`;
  return `${Number(digits.slice(6, 8))} ${month}${hasYear ? ` ${digits.slice(0, 4)}` : ''}${clock}`;
};

/** The first moment of a day; a moment as it is. */
export const firstMoment = (digits: string): string => digits.padEnd(14, '0');

/** The last moment of a day; a moment as it is. */
export const lastMoment = (digits: string): string => (digits.length === 8 ? `${digits}235959` : digits);
