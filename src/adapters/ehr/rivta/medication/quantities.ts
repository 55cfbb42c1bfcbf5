// Quantities and times of a dosage in a patient's words. A function returns undefined for what is absent or cannot be read;
// `hasAmount` tells them apart.
import { isClockTime } from '../../../../domain/model/timestamp.ts';
import {
  amountText,
  everyPeriod,
  perPeriod,
  positiveDigits,
  type TimeUnit,
  timesText,
  timeUnitOf,
} from '../../translation/swedish-dosage.ts';
import { nonBlank } from '../../translation/values.ts';
import { displayText } from '../values.ts';
import type { CvType, PqIntervalType, PqType } from '../wire-types.ts';

/** The unit of a dose: its own, else that of the dosage. UCUM's `1` means no unit. */
const unitOf = (unit: string | undefined, unitDose: CvType | undefined): string | undefined => {
  const own = nonBlank(unit);
  return own === undefined || own === '1' ? displayText(unitDose) : own;
};

/** Digits with their unit; undefined without a unit, because a number alone could mean anything. */
const withUnit = (digits: string | undefined, unit: string | undefined): string | undefined =>
  digits === undefined || unit === undefined ? undefined : amountText(digits, unit);

/** Whether a dose says how much. */
export const hasAmount = ({ low, high }: PqIntervalType = {}): boolean =>
  nonBlank(low) !== undefined || nonBlank(high) !== undefined;

/** Digits in a text: `1.0` is written `1`, because it is easily read as 10. */
const shortDigits = (written: string | undefined): string | undefined =>
  positiveDigits(written)?.replace(/\.0+$/, '');

/** The ends of a dose, each with the unit and its digits as written: `0.50 tablett`. A lower end alone is the dose, and so both ends. */
export const endsOf = (dose: PqIntervalType, unitDose: CvType | undefined) => {
  const unit = unitOf(dose.unit, unitDose);
  const low = withUnit(positiveDigits(nonBlank(dose.low)), unit);
  const high = nonBlank(dose.high);
  return { low, high: high === undefined ? low : withUnit(positiveDigits(high), unit) };
};

const rangeOf = ({ low, high }: PqIntervalType): string | undefined => {
  const [least, most] = [shortDigits(nonBlank(low)), shortDigits(nonBlank(high))];
  if (least === undefined || most === undefined || Number(least) > Number(most)) return undefined;
  return Number(least) === Number(most) ? least : `${least}-${most}`;
};

/** How much: `2 tabletter`, `1-2 tabletter`, `högst 2 tabletter`. A lower end alone is the dose. */
export const doseText = (dose: PqIntervalType = {}, unitDose?: CvType): string | undefined => {
  const unit = unitOf(dose.unit, unitDose);
  const [low, high] = [nonBlank(dose.low), nonBlank(dose.high)];
  if (low !== undefined) return withUnit(high === undefined ? shortDigits(low) : rangeOf(dose), unit);
  const most = withUnit(shortDigits(high), unit);
  return most === undefined ? undefined : `högst ${most}`;
};

/** A change of a dose: `minskas med 5 mg`. A positive one may be meant either way. */
export const changeText = ({ value, unit }: PqType = {}, unitDose?: CvType): string | undefined => {
  const written = nonBlank(value);
  const isReduction = written?.startsWith('-') === true;
  const change = withUnit(shortDigits(isReduction ? written?.slice(1) : written), unitOf(unit, unitDose));
  return change === undefined ? undefined : `${isReduction ? 'minskas' : 'ändras'} med ${change}`;
};

/** A length of time. */
export type Period = { readonly digits: string; readonly unit: TimeUnit };

export const periodOf = ({ value, unit: written }: PqType = {}): Period | undefined => {
  const [digits, unit] = [shortDigits(nonBlank(value)), timeUnitOf(nonBlank(written)?.toLowerCase())];
  return digits === undefined || unit === undefined ? undefined : { digits, unit };
};

/** A length of treatment, with its digits as written: `7-10 dagar`. */
export const lengthOf = ({ low, high, unit }: PqIntervalType = {}): Period | undefined => {
  const digits = [low, high].map(nonBlank).filter(end => end !== undefined);
  const ends = digits.map(positiveDigits);
  const timeUnit = timeUnitOf(nonBlank(unit)?.toLowerCase());
  const [least, most = least] = ends;
  if (timeUnit === undefined || ends.includes(undefined) || Number(least) > Number(most)) return undefined;
  return { digits: [...new Set(ends)].join('-'), unit: timeUnit };
};

/** What surrounds the unit of time in a rate: `/d`, `1/d`, `{times}/d`, `ggr/dag`, `d-1`. */
const aroundRate = /^(?:1|\{[^}]*\}|ggr|gånger)?\/|-1$/g;

/** How often: so many times in a period. One of the two is 1. */
export type Frequency = { readonly times: string; readonly period: Period };

/** Units that cannot be read without a `/`: `6 h` may be six times an hour or every six hours. */
const ambiguousUnits = /^(?:min|h|minut|minuter|tim|timme|timmar)$/i;

/** Reads `3 per day`; also `0.5 per day`, which is every other day. Nobody takes a dose 1.5 times. */
export const frequencyOf = ({ value, unit }: PqType = {}): Frequency | undefined => {
  if (ambiguousUnits.test(unit?.trim() ?? '')) return undefined;
  const rate = periodOf({ value: value ?? '', unit: nonBlank(unit)?.replace(aroundRate, '') ?? '' });
  if (rate === undefined) return undefined;
  const number = Number(rate.digits);
  if (Number.isInteger(number)) return { times: rate.digits, period: { ...rate, digits: '1' } };
  const interval = 1 / number;
  return Number.isInteger(interval)
    ? { times: '1', period: { ...rate, digits: String(interval) } }
    : undefined;
};

/** `3 gånger per dag`, `1 gång varannan dag`. */
export const frequencyText = ({ times, period }: Frequency): string =>
  Number(period.digits) === 1
    ? `${timesText(times)} ${perPeriod('1', period.unit)}`
    : `${timesText(times)} ${everyPeriod(period.digits, period.unit)}`;

/** Times of day, as codes and in the words that some systems send in their place. */
const timesOfDay: Readonly<Record<string, string>> = {
  morning: 'på morgonen',
  morgon: 'på morgonen',
  forenoon: 'på förmiddagen',
  förmiddag: 'på förmiddagen',
  noon: 'mitt på dagen',
  middag: 'mitt på dagen',
  lunch: 'vid lunch',
  afternoon: 'på eftermiddagen',
  eftermiddag: 'på eftermiddagen',
  evening: 'på kvällen',
  kväll: 'på kvällen',
  bedtime: 'vid sänggåendet',
  night: 'till natten',
  natt: 'till natten',
};

const clockTime = /^(\d\d?)[:.]?(\d\d)(?:[:.]?(\d\d))?$/;

/**
 * A time of day: its name in the published dosage (`08:00`, `på morgonen`) and in a text (`kl. 08:00`). Undefined for a code without
 * words; a text in small letters is words.
 */
export const timeOfDay = (
  written: string | undefined,
): { readonly name: string; readonly inText: string } | undefined => {
  const time = nonBlank(written)?.trim();
  if (time === undefined) return undefined;
  const word = time.toLowerCase();
  if (Object.hasOwn(timesOfDay, word)) {
    const name = timesOfDay[word] ?? '';
    return { name, inText: ` ${name}` };
  }
  const [isClock, hour = '', minute = '', second = '00'] = clockTime.exec(time) ?? [];
  if (isClock === undefined) {
    return /\p{Ll}/u.test(time) && !time.includes('_') ? { name: time, inText: `, ${time}` } : undefined;
  }
  if (!isClockTime(Number(hour), Number(minute), Number(second))) return undefined;
  const name = [hour.padStart(2, '0'), minute, ...(second === '00' ? [] : [second])].join(':');
  return { name, inText: ` kl. ${name}` };
};

/** A time of 14 digits in a text: `2026-01-16 kl. 08:00`. */
export const dateAndTime = (time: string): string =>
  time.replace(
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/,
    (_, year, month, day, hour, minute, second) =>
      `${year}-${month}-${day} kl. ${hour}:${minute}${second === '00' ? '' : `:${second}`}`,
  );
