// Reads times in all forms of extracts.md ("Times on the wire") as the region's local time.
import { isCalendarDate, isCalendarTime, isClockTime } from '../../../domain/model/timestamp.ts';
import type { RegionTime } from '../../time/region-time.ts';
import { type Parsed, unreadable } from './values.ts';

const digitsOnly = /^\d+$/;
const offsetPart = '(Z|[+-]\\d\\d(?::?\\d\\d)?)?';
const fractionPart = '(?:[.,]\\d+)?';
const compactForm = new RegExp(`^(\\d{14})${fractionPart}${offsetPart}$`);
const isoForm = new RegExp(
  `^(\\d{4})-(\\d\\d)-(\\d\\d)(?:T(\\d\\d):(\\d\\d)(?::(\\d\\d)${fractionPart})?${offsetPart})?$`,
);

/** Minutes east of UTC; undefined for an invalid offset. */
const offsetMinutes = (offset: string): number | undefined => {
  if (offset === 'Z') return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = offset.length > 3 ? Number(offset.slice(-2)) : 0;
  if (hours > 23 || minutes > 59) return undefined;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
};

/** Like `Date.UTC`, but without reading the years 0 to 99 as 1900 to 1999. */
const epochOfUtc = (compact: string): number => {
  const part = (from: number, to: number) => Number(compact.slice(from, to));
  const date = new Date(0);
  date.setUTCFullYear(part(0, 4), part(4, 6) - 1, part(6, 8));
  date.setUTCHours(part(8, 10), part(10, 12), part(12, 14));
  return date.getTime();
};

/** A time as the region's local time (14 digits), and as an instant (milliseconds since the epoch). */
export type Moment = { readonly local: string; readonly epoch: number };

type Written = { readonly digits: string; readonly offset: string | undefined };

/** The 14 digits and the offset of a compact or ISO 8601 form. A fraction is dropped. */
const written = (text: string): Written | undefined => {
  const compact = compactForm.exec(text);
  if (compact !== null) return { digits: compact[1] ?? '', offset: compact[2] };
  const iso = isoForm.exec(text);
  if (iso === null) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', offset] = iso;
  return { digits: `${year}${month}${day}${hour}${minute}${second}`, offset };
};

/** The instant of 14 digits with an offset; undefined for an invalid offset. */
const instantOf = (digits: string, offset: string): number | undefined => {
  const minutes = offsetMinutes(offset);
  return minutes === undefined ? undefined : epochOfUtc(digits) - minutes * 60_000;
};

/** A time in a form with more than digits. Its instant is known if it has an offset. */
const fromForms = (
  text: string,
  region: RegionTime,
): { readonly local: string; readonly epoch?: number } | undefined => {
  const parsed = written(text);
  if (parsed === undefined || !isCalendarTime(parsed.digits)) return undefined;
  if (parsed.offset === undefined) return { local: parsed.digits };
  const epoch = instantOf(parsed.digits, parsed.offset);
  const local = epoch === undefined ? undefined : region.toLocal(epoch);
  return epoch === undefined || local === undefined ? undefined : { local, epoch };
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

export type TimeReader = {
  /** 14 digits of local time. */
  time(text: string): Parsed<string>;
  /** 8 digits of a local date. */
  date(text: string): Parsed<string>;
  /** Local time and instant. Without an offset, the instant follows from the region's time zone. */
  moment(text: string): Parsed<Moment>;
};

export const timeReader = (region: RegionTime): TimeReader => {
  const time = (text: string): Parsed<string> => {
    const trimmed = text.trim();
    if (trimmed === '') return undefined;
    return fromDigits(trimmed) ?? fromForms(trimmed, region)?.local ?? unreadable;
  };
  const date = (text: string): Parsed<string> => {
    const read = time(text);
    return typeof read === 'string' ? read.slice(0, 8) : read;
  };
  const moment = (text: string): Parsed<Moment> => {
    const trimmed = text.trim();
    if (trimmed === '') return undefined;
    const local = fromDigits(trimmed);
    const read = local === undefined ? fromForms(trimmed, region) : { local };
    return read === undefined ? unreadable : { epoch: region.toEpoch(read.local), ...read };
  };
  return { time, date, moment };
};
