// Days and times of the proleptic Gregorian calendar, as numbers and as digits.
import { twoDigitsAt } from '../../domain/model/timestamp.ts';

/** The calendar repeats after 400 years. */
const daysOf400Years = 146_097;

/** Days from 1970-01-01 until a date of the years 0 to 10,000. Month and day count from 1. */
export const epochDay = (year: number, month: number, day: number): number =>
  // `Date.UTC` reads the years 0 to 99 as 1900 to 1999.
  Date.UTC(year + 400, month - 1, day) / 86_400_000 - daysOf400Years;

/** A time as 14 digits, from its milliseconds since 1970-01-01T00:00:00. Only for the years 0000 to 9999. */
export const compactOf = (milliseconds: number): string => {
  const time = new Date(milliseconds);
  const day = (time.getUTCFullYear() * 100 + time.getUTCMonth() + 1) * 100 + time.getUTCDate();
  const clock = (time.getUTCHours() * 100 + time.getUTCMinutes()) * 100 + time.getUTCSeconds();
  return String(day).padStart(8, '0') + String(clock).padStart(6, '0');
};

/** The milliseconds from 1970-01-01T00:00:00 until a time of 14 digits: the inverse of `compactOf`. */
export const millisecondsOf = (compact: string): number => {
  const year = twoDigitsAt(compact, 0) * 100 + twoDigitsAt(compact, 2);
  const day = epochDay(year, twoDigitsAt(compact, 4), twoDigitsAt(compact, 6));
  const minutes = (day * 24 + twoDigitsAt(compact, 8)) * 60 + twoDigitsAt(compact, 10);
  return (minutes * 60 + twoDigitsAt(compact, 12)) * 1000;
};
