// FHIR times as the region's local time. Wherever an incomplete date (`2024-03`) is used as a time, that is counted.
import { isCalendarDate, isClockTime } from '../../../../domain/model/timestamp.ts';
import type { RegionTime } from '../../../time/region-time.ts';
import { countLoss, type Element, text } from './element.ts';

/** Local time as 14 digits, and the instant in milliseconds. */
export type Moment = { readonly local: string; readonly epoch: number };

/** A parsed value: `YYYY`, `YYYYMM`, `YYYYMMDD`, or a local time of 14 digits, with the instant if it had an offset. */
type Written =
  | { readonly precision: 'year' | 'month' | 'day'; readonly digits: string }
  | { readonly precision: 'time'; readonly digits: string; readonly epoch: number | undefined };

const form = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?)?)?$/;

/** Milliseconds east of UTC; undefined for an invalid offset. */
const offsetOf = (offset: string): number | undefined => {
  if (offset === 'Z') return 0;
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(4, 6))];
  if (hours > 14 || minutes > 59) return undefined;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
};

/** Does not use `Date.UTC`, which takes the years 0 to 99 for 1900 to 1999. */
const epochOf = (digits: string): number => {
  const at = (begin: number, end: number) => Number(digits.slice(begin, end));
  const date = new Date(0);
  date.setUTCFullYear(at(0, 4), at(4, 6) - 1, at(6, 8));
  date.setUTCHours(at(8, 10), at(10, 12), at(12, 14));
  return date.getTime();
};

export type TimeReader = {
  /** When something begins. An incomplete date gives its first possible moment, and is counted. */
  begin(element: Element, member: string): string | undefined;
  /** When something ends, inclusive. An incomplete date gives its last possible moment, and is counted. */
  end(element: Element, member: string): string | undefined;
  /** A point in time. An incomplete date is left out, and counted. */
  point(element: Element, member: string): string | undefined;
  /** A complete date, as 8 digits. */
  date(element: Element, member: string): string | undefined;
  /** A date with a time of day. A date alone is counted as unreadable. */
  moment(element: Element, member: string): Moment | undefined;
  /** The instant of a time, in milliseconds. For comparisons: counts nothing. */
  instant(text: string | undefined): number | undefined;
  /** Like `point`, for a text. Counts nothing. */
  pointOf(text: string): string | undefined;
  /**
   * The day (8 digits) from which or until which something certainly applies. For an incomplete date, this is the last
   * possible day of a start, and the first possible day of an end.
   */
  certainDay(text: string, as: 'begin' | 'end'): string | undefined;
};

const lastDay = (year: number, month: number): string => {
  const day = [31, 30, 29, 28].find(length => isCalendarDate(year, month, length)) ?? 28;
  return String(day).padStart(2, '0');
};

/** The first and the last possible day of a date. */
const daysOf = ({ precision, digits }: Written): { first: string; last: string } => {
  if (precision === 'year') return { first: `${digits}0101`, last: `${digits}1231` };
  if (precision === 'month') {
    return {
      first: `${digits}01`,
      last: `${digits}${lastDay(Number(digits.slice(0, 4)), Number(digits.slice(4)))}`,
    };
  }
  return { first: digits.slice(0, 8), last: digits.slice(0, 8) };
};

const isFullDate = ({ precision }: Written) => precision === 'day' || precision === 'time';

export const timeReader = (region: RegionTime): TimeReader => {
  const timeOf = (digits: string, offset: string | undefined): Written | undefined => {
    if (offset === undefined) return { precision: 'time', digits, epoch: undefined };
    const east = offsetOf(offset);
    const epoch = east === undefined ? undefined : epochOf(digits) - east;
    const local = epoch === undefined ? undefined : region.toLocal(epoch);
    return local === undefined ? undefined : { precision: 'time', digits: local, epoch };
  };

  const read = (written: string): Written | undefined => {
    const [all, year = '', month, day, hour, minute = '', second = '00', offset] =
      form.exec(written.trim()) ?? [];
    if (all === undefined) return undefined;
    if (month === undefined) return { precision: 'year', digits: year };
    if (Number(month) < 1 || Number(month) > 12) return undefined;
    if (day === undefined) return { precision: 'month', digits: `${year}${month}` };
    if (!isCalendarDate(Number(year), Number(month), Number(day))) return undefined;
    const date = `${year}${month}${day}`;
    if (hour === undefined) return { precision: 'day', digits: date };
    if (!isClockTime(Number(hour), Number(minute), Number(second))) return undefined;
    return timeOf(`${date}${hour}${minute}${second}`, offset);
  };

  /** Reads a member. Counts it if it is unreadable. */
  const readAt = (element: Element, member: string): Written | undefined => {
    const written = text(element, member);
    if (written === undefined) return undefined;
    return read(written) ?? countLoss(element, member);
  };

  const timeText = (found: Written, end: boolean): string => {
    if (found.precision === 'time') return found.digits;
    return end ? `${daysOf(found).last}235959` : `${daysOf(found).first}000000`;
  };

  const pointIn = (found: Written): string | undefined =>
    isFullDate(found) ? timeText(found, false) : undefined;

  return {
    begin: (element, member) => {
      const found = readAt(element, member);
      if (found === undefined) return undefined;
      if (!isFullDate(found)) countLoss(element, member);
      return timeText(found, false);
    },
    end: (element, member) => {
      const found = readAt(element, member);
      if (found === undefined) return undefined;
      if (!isFullDate(found)) countLoss(element, member);
      return timeText(found, true);
    },
    point: (element, member) => {
      const found = readAt(element, member);
      return found === undefined ? undefined : (pointIn(found) ?? countLoss(element, member));
    },
    date: (element, member) => {
      const found = readAt(element, member);
      if (found === undefined) return undefined;
      return isFullDate(found) ? found.digits.slice(0, 8) : countLoss(element, member);
    },
    moment: (element, member) => {
      const found = readAt(element, member);
      if (found === undefined) return undefined;
      if (found.precision !== 'time') return countLoss(element, member);
      return { local: found.digits, epoch: found.epoch ?? region.toEpoch(found.digits) };
    },
    instant: written => {
      const found = written === undefined ? undefined : read(written);
      return found?.precision === 'time' ? (found.epoch ?? region.toEpoch(found.digits)) : undefined;
    },
    pointOf: written => {
      const found = read(written);
      return found === undefined ? undefined : pointIn(found);
    },
    certainDay: (written, as) => {
      const found = read(written);
      return found === undefined ? undefined : daysOf(found)[as === 'begin' ? 'last' : 'first'];
    },
  };
};
