// Reads times in all forms of extracts.md ("Times on the wire") as the region's local time.
import { isCalendarDate, isCalendarTime, isClockTime } from '../../../domain/model/timestamp.ts';
import { type LocalTime, localTimeOf, type Moment, type MomentOrDay } from '../../time/local-time.ts';
import type { RegionTime } from '../../time/region-time.ts';
import { type Parsed, unreadable } from './written-values.ts';

const digitsOnly = /^\d+$/;
const offsetPart = '(Z|[+-]\\d\\d(?::?\\d\\d)?)?';
const fractionPart = '(?:[.,]\\d+)?';
const compactForm = new RegExp(`^(\\d{14})${fractionPart}${offsetPart}$`);
const isoForm = new RegExp(
  `^(\\d{4})-(\\d\\d)-(\\d\\d)(?:T(\\d\\d):(\\d\\d)(?::(\\d\\d)${fractionPart})?${offsetPart})?$`,
);

/** A day without a time. */
export const isDay = /^\s*(?:\d{8}|\d{4}-\d\d-\d\d)\s*$/;

/** A time in a compact form with more than digits, or in one of ISO 8601. A fraction is dropped. */
const fromForms = (text: string, region: RegionTime): LocalTime | undefined => {
  const iso = isoForm.exec(text);
  if (iso === null) {
    const [, digits, offset] = compactForm.exec(text) ?? [];
    return digits === undefined ? undefined : localTimeOf({ digits, offset }, region);
  }
  const [, year, month, day, hour = '00', minute = '00', second = '00', offset] = iso;
  return localTimeOf({ digits: `${year}${month}${day}${hour}${minute}${second}`, offset }, region);
};

const part = (text: string, from: number) => Number(text.slice(from, from + 2));

/** A fast path for the most frequent forms: 8, 12 and 14 digits. */
const fromDigits = (text: string): string | undefined => {
  if (!digitsOnly.test(text)) return undefined;
  if (text.length === 14) return isCalendarTime(text) ? text : undefined;
  if (!isCalendarDate(Number(text.slice(0, 4)), part(text, 4), part(text, 6))) return undefined;
  if (text.length === 8) return `${text}000000`;
  return text.length === 12 && isClockTime(part(text, 8), part(text, 10), 0) ? `${text}00` : undefined;
};

/** Reads times of any written form into the region's local time; `unreadable` for other texts. */
export const timeReader = (region: RegionTime) => {
  const localTime = (text: string): Parsed<LocalTime> => {
    const trimmed = text.trim();
    if (trimmed === '') return undefined;
    const local = fromDigits(trimmed);
    return local === undefined ? (fromForms(trimmed, region) ?? unreadable) : { local, epoch: undefined };
  };
  /** 14 digits of local time. */
  const time = (text: string): Parsed<string> => {
    const read = localTime(text);
    return typeof read === 'object' ? read.local : read;
  };
  /** The same of an end: of a day alone its last second (D8). */
  const end = (text: string): Parsed<string> => {
    const read = time(text);
    return isDay.test(text) && typeof read === 'string' ? `${read.slice(0, 8)}235959` : read;
  };
  /** 8 digits of a local date; also that of birth. */
  const date = (text: string): Parsed<string> => {
    const read = time(text);
    return typeof read === 'string' ? read.slice(0, 8) : read;
  };
  /** 14 digits of local time; a day alone is 8 digits. */
  const dayOrTime = (text: string): Parsed<string> => (isDay.test(text) ? date(text) : time(text));
  /** Local time and instant. Without an offset, the instant follows from the region's time zone. */
  const moment = (text: string): Parsed<Moment> => {
    const read = localTime(text);
    if (typeof read !== 'object') return read;
    return { local: read.local, epoch: read.epoch ?? region.toEpoch(read.local) };
  };
  /** The same. A day alone is 8 digits without an instant. */
  const start = (text: string): Parsed<MomentOrDay> => {
    const read = moment(text);
    return isDay.test(text) && typeof read === 'object'
      ? { local: read.local.slice(0, 8), epoch: undefined }
      : read;
  };
  /** The same. A day alone is unreadable. */
  const timeOfDay = (text: string): Parsed<Moment> => (isDay.test(text) ? unreadable : moment(text));
  return { time, end, date, birthDate: date, dayOrTime, moment, start, timeOfDay };
};
export type TimeReader = ReturnType<typeof timeReader>;

const midnight = /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ]?00:?00(?::?00(?:[.,]0+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/;

/** A day, or that of a time that is midnight as it is written, whatever its offset: somebody wrote a day. 8 digits. */
export const writtenDay = (text: string): string | undefined => midnight.exec(text.trim())?.slice(1).join('');

/**
 * Reads days as D8 says for every region but the extracts: a time that is midnight of its own offset is the day as it is written; of
 * another time the day is that of the region, and that of birth only if it is midnight there.
 */
export const withDaysAsWritten = (times: TimeReader): TimeReader => {
  const dayOf = (text: string, isDay: (local: string) => boolean): Parsed<string> => {
    const local = times.time(text);
    if (typeof local !== 'string') return local;
    return writtenDay(text) ?? (isDay(local) ? local.slice(0, 8) : unreadable);
  };
  return {
    ...times,
    date: text => dayOf(text, () => true),
    birthDate: text => dayOf(text, local => local.endsWith('000000')),
  };
};
