// FHIR times as the region's local time. Wherever an incomplete date (`2024-03`) is used as a time, that is counted.
import { daysInMonth, isCalendarDate, twoDigitsAt } from '../../../../domain/model/timestamp.ts';
import { compactOf, millisecondsOf } from '../../../time/calendar.ts';
import { localTimeOf, type Moment, type MomentOrDay } from '../../../time/local-time.ts';
import type { RegionTime } from '../../../time/region-time.ts';
import { countLoss, hidingNothing, type With } from './element.ts';
import { text } from './primitives.ts';

/** A parsed value: `YYYY`, `YYYYMM`, `YYYYMMDD`, or a local time of 14 digits, with the instant if it had an offset. */
type Written =
  | { readonly precision: 'year' | 'month' | 'day'; readonly digits: string }
  | {
      readonly precision: 'time';
      readonly digits: string;
      readonly epoch: number | undefined;
      /** The day as it is written, if the time is midnight as it is written. */
      readonly writtenDay: string | undefined;
    };

/** R4 has no year 0 and no offset beyond 14 hours. Only the end varies, so every part is at a known index. */
const form =
  /^(?!0000)\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)?)?)?)?$/;

/** Reads a time. One that cannot be read is counted. */
type ReadTime<V> = <M extends string>(element: With<M, string> | undefined, member: M) => V | undefined;

const dayDigits = (written: string): string =>
  written.slice(0, 4) + written.slice(5, 7) + written.slice(8, 10);

/** The first and the last possible day of a date. */
const daysOf = ({ precision, digits }: Written): { first: string; last: string } => {
  if (precision === 'year') return { first: `${digits}0101`, last: `${digits}1231` };
  if (precision === 'month') {
    const last = daysInMonth(Number(digits.slice(0, 4)), Number(digits.slice(4)));
    return { first: `${digits}01`, last: `${digits}${last}` };
  }
  return { first: digits.slice(0, 8), last: digits.slice(0, 8) };
};

/** The day before (-1) or after (1) a day of 8 digits; undefined after the year 9999. */
const dayBeside = (day: string, step: -1 | 1): string | undefined => {
  if (step === 1 && day === '99991231') return undefined;
  return compactOf(millisecondsOf(`${day}000000`) + step * 86_400_000).slice(0, 8);
};

/** The first or last whole day of something that begins or ends at a time of day. An end within the last minute ends the day. */
const wholeDay = (digits: string, hasFraction: boolean, as: 'begin' | 'end'): string | undefined => {
  const [day, clock] = [digits.slice(0, 8), digits.slice(8)];
  if (as === 'end') return clock >= '235900' ? day : dayBeside(day, -1);
  return clock === '000000' && !hasFraction ? day : dayBeside(day, 1);
};

const isIncomplete = ({ precision }: Written) => precision === 'year' || precision === 'month';
const isDayAlone = ({ precision }: Written) => precision === 'day';

/** Reads the times of elements in the region's local time. What cannot be read is counted. */
export const elementTimes = (region: RegionTime) => {
  const timeOf = (written: string): Written | undefined => {
    const hasSeconds = written[16] === ':';
    const clock = written.slice(11, 13) + written.slice(14, 16) + (hasSeconds ? written.slice(17, 19) : '00');
    const zone = written.endsWith('Z') ? 'Z' : written.slice(-6);
    const offset = /^[Z+-]/.test(zone) ? zone : undefined;
    const read = localTimeOf({ digits: dayDigits(written) + clock, offset }, region);
    if (read === undefined) return undefined;
    const writtenDay = /T00:00(?::00(?:\.0+)?)?(?:$|[Z+-])/.test(written) ? dayDigits(written) : undefined;
    return { precision: 'time', digits: read.local, epoch: read.epoch, writtenDay };
  };

  const read = (text: string): Written | undefined => {
    const written = text.trim();
    if (!form.test(written)) return undefined;
    if (written.length > 10) return timeOf(written);
    if (written.length === 4) return { precision: 'year', digits: written };
    const [year, month] = [Number(written.slice(0, 4)), twoDigitsAt(written, 5)];
    if (month < 1 || month > 12) return undefined;
    if (written.length === 7) return { precision: 'month', digits: written.replace('-', '') };
    return isCalendarDate(year, month, twoDigitsAt(written, 8))
      ? { precision: 'day', digits: dayDigits(written) }
      : undefined;
  };

  /** @param isCounted whether a time is counted of which there is a value all the same: that hides nothing. */
  const reading =
    <V>(valueIn: (time: Written) => V | undefined, isCounted?: (time: Written) => boolean): ReadTime<V> =>
    (element, member) => {
      const written = text(element, member);
      if (element === undefined || written === undefined) return undefined;
      const time = read(written);
      const value = time && valueIn(time);
      if (time === undefined || value === undefined) return countLoss(element, member);
      if (isCounted?.(time) === true) countLoss(hidingNothing(element), member);
      return value;
    };

  const dayIn = (time: Written, isDay: (local: string) => boolean): string | undefined => {
    if (time.precision === 'day') return time.digits;
    if (time.precision !== 'time') return undefined;
    return time.writtenDay ?? (isDay(time.digits) ? time.digits.slice(0, 8) : undefined);
  };

  const beginOf = (time: Written): string =>
    time.precision === 'time' ? time.digits : `${daysOf(time).first}000000`;

  const endOf = (time: Written): string =>
    time.precision === 'time' ? time.digits : `${daysOf(time).last}235959`;

  const pointIn = (time: Written): string | undefined => (isIncomplete(time) ? undefined : beginOf(time));

  const momentIn = (time: Written): Moment | undefined =>
    time.precision === 'time'
      ? { local: time.digits, epoch: time.epoch ?? region.toEpoch(time.digits) }
      : undefined;

  return {
    /** When something begins. An incomplete date gives its first possible moment, is counted, and hides nothing. */
    begin: reading(beginOf, isIncomplete),
    /** When something ends, inclusive. An incomplete date gives its last possible moment, is counted, and hides nothing. */
    end: reading(endOf, isIncomplete),
    /** A point in time. An incomplete date is left out, and counted. */
    point: reading(pointIn),
    /** A complete date, as 8 digits: of a time, the day as it is written if it is midnight there, else that of the region (D8). */
    date: reading(time => dayIn(time, () => true)),
    /** The same, of birth: a time that is midnight neither as it is written nor in the region is counted. */
    birthDate: reading(time => dayIn(time, local => local.endsWith('000000'))),
    /** A date with a time of day. A date alone is counted as unreadable. */
    moment: reading(momentIn),
    /** A booking's start. A date alone is counted as unreadable, and hides nothing: the whole day is compared (D8). */
    start: reading<MomentOrDay>(
      time => (isDayAlone(time) ? { local: time.digits, epoch: undefined } : momentIn(time)),
      isDayAlone,
    ),
    /** The instant of a time, in milliseconds. For comparisons: counts nothing. */
    instant: (written: string | undefined): number | undefined => {
      const time = written === undefined ? undefined : read(written);
      return time?.precision === 'time' ? (time.epoch ?? region.toEpoch(time.digits)) : undefined;
    },
    /** Like `point`, for a text. Counts nothing. */
    pointOf: (written: string): string | undefined => {
      const time = read(written);
      return time === undefined ? undefined : pointIn(time);
    },
    /**
     * The first or last day (8 digits) on the whole of which something certainly applies. For an incomplete date, this is the
     * last possible day of a start, and the first possible day of an end. A day that is begun or ended at a time of day counts
     * only if it is whole.
     */
    certainDay: (written: string, as: 'begin' | 'end'): string | undefined => {
      const time = read(written);
      if (time === undefined) return undefined;
      if (time.precision === 'time') return wholeDay(time.digits, /\.0*[1-9]/.test(written), as);
      return daysOf(time)[as === 'begin' ? 'last' : 'first'];
    },
  };
};
export type ElementTimes = ReturnType<typeof elementTimes>;
