// Quantities and times of a dosage as Swedish text. Digits are kept as written.
import { nonBlank } from '../../translation/values.ts';
import { words } from '../values.ts';
import type { CvType, PqIntervalType, PqType } from '../wire-types.ts';

/** Joins the parts that are defined; undefined if none is. */
export const joined = (separator: string, ...parts: readonly (string | undefined)[]): string | undefined =>
  nonBlank(parts.filter(part => part !== undefined).join(separator));

/** The unit of a dose: its own, else that of the dosage. UCUM's `1` means no unit. */
const unitOf = ({ unit }: PqIntervalType, unitDose: CvType | undefined) => {
  const own = nonBlank(unit);
  return own === undefined || own === '1' ? words(unitDose) : own;
};

/** The ends of a dose, each with the unit, because a number alone could mean anything: `0.5 tablett`. */
export const endsOf = (dose: PqIntervalType, unitDose: CvType | undefined) => {
  const [low, high] = [nonBlank(dose.low), nonBlank(dose.high)];
  if (low === undefined && high === undefined) return {};
  const unit = unitOf(dose, unitDose);
  return {
    low: low === undefined ? undefined : joined(' ', low, unit),
    high: high === undefined ? undefined : joined(' ', high, unit),
  };
};

/** How much: `2 tablett`, `1-2 tablett`, `minst 1 tablett`, `högst 2 tablett`; undefined without a number. */
export const amountOf = (dose: PqIntervalType = {}, unitDose?: CvType): string | undefined => {
  const [low, high] = [nonBlank(dose.low), nonBlank(dose.high)];
  const isOne = low !== undefined && high !== undefined && Number(low) === Number(high);
  if (low !== undefined && high !== undefined && !isOne) {
    return joined(' ', `${low}-${high}`, unitOf(dose, unitDose));
  }
  const ends = endsOf(dose, unitDose);
  if (isOne) return ends.low;
  if (ends.low !== undefined) return `minst ${ends.low}`;
  return ends.high === undefined ? undefined : `högst ${ends.high}`;
};

/** A unit of time: singular, plural, and its name in the published dosage. */
type TimeUnit = readonly [one: string, several: string, type: string];

const minute: TimeUnit = ['minut', 'minuter', 'MINUTE'];
const hour: TimeUnit = ['timme', 'timmar', 'HOUR'];
const day: TimeUnit = ['dag', 'dagar', 'DAY'];
const week: TimeUnit = ['vecka', 'veckor', 'WEEK'];
const month: TimeUnit = ['månad', 'månader', 'MONTH'];
const year: TimeUnit = ['år', 'år', 'YEAR'];

/** UCUM's units of time, and Swedish words that are used in place of them. */
const timeUnits: Readonly<Record<string, TimeUnit>> = {
  min: minute,
  minut: minute,
  h: hour,
  timme: hour,
  d: day,
  dag: day,
  dygn: day,
  wk: week,
  vecka: week,
  mo: month,
  månad: month,
  a: year,
  år: year,
};

const timeUnit = (unit: string | undefined) =>
  unit !== undefined && Object.hasOwn(timeUnits, unit) ? timeUnits[unit] : undefined;

/** The name of a unit of time in the published dosage. Other units are published unchanged. */
export const timeType = (unit: string | undefined): string | undefined => timeUnit(unit)?.[2] ?? unit;

/** How long: `8 timmar`, `1 vecka`. */
export const durationOf = ({ value, unit }: PqType = {}): string | undefined => {
  const [digits, written] = [nonBlank(value), nonBlank(unit)];
  const [one, several] = timeUnit(written) ?? [];
  return joined(' ', digits, (Number(digits) === 1 ? one : several) ?? written);
};

/** `per dag`, `per 8 timmar`. */
export const perDuration = (pq: PqType = {}): string | undefined => {
  const [digits, one] = [nonBlank(pq.value), timeUnit(nonBlank(pq.unit))?.[0]];
  const duration = Number(digits) === 1 && one !== undefined ? one : durationOf(pq);
  return duration === undefined ? undefined : `per ${duration}`;
};

/** What surrounds the unit of time in a rate: `/d`, `1/d`, `{times}/d`, `ggr/dag`, `d-1`. */
const aroundRate = /^(?:1|\{[^}]*\}|ggr|gånger)?\/|-1$/g;

/** How often: `3 gånger per dag`. The unit is a unit of time (`d`) or a rate. */
export const frequencyOf = ({ value, unit }: PqType = {}): string | undefined => {
  const [digits, written] = [nonBlank(value), nonBlank(unit)];
  if (digits === undefined && written === undefined) return undefined;
  const [one] = timeUnit(written?.replace(aroundRate, '')) ?? [];
  if (written !== undefined && one === undefined) return joined(' ', 'frekvens', digits, written);
  const times =
    digits === undefined ? undefined : joined(' ', digits, Number(digits) === 1 ? 'gång' : 'gånger');
  return joined(' ', times, one === undefined ? undefined : `per ${one}`);
};

/** Formats a time of 14 digits: `2026-01-16 08:00`. */
export const readableTime = (time: string | undefined): string | undefined =>
  time?.replace(
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/,
    (_, year, month, day, hour, minute, second) =>
      `${year}-${month}-${day} ${hour}:${minute}${second === '00' ? '' : `:${second}`}`,
  );
