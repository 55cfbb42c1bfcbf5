// Compact timestamps: the region's local time as 14 digits, so sorting them as text sorts them by time.

declare const brand: unique symbol;

/** `YYYYMMDDhhmmss` in the region's local time; always a time that exists in the calendar. */
export type CompactTimestamp = string & { readonly [brand]: 'CompactTimestamp' };

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeapYear = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** The number of days of a month, which counts from 1; 0 for a month that does not exist. */
export const daysInMonth = (year: number, month: number): number =>
  month === 2 && isLeapYear(year) ? 29 : (monthLengths[month - 1] ?? 0);

/** Whether the day exists in the (proleptic) Gregorian calendar. Month and day count from 1. */
export const isCalendarDate = (year: number, month: number, day: number): boolean =>
  day >= 1 && day <= daysInMonth(year, month);

/** Whether the time of day exists: hour 24 and second 60 do not. */
export const isClockTime = (hour: number, minute: number, second: number): boolean =>
  hour <= 23 && minute <= 59 && second <= 59;

/** The two decimal digits at an index, as a number. Meaningless unless both characters are digits. */
export const twoDigitsAt = (text: string, at: number): number =>
  (text.charCodeAt(at) - 48) * 10 + (text.charCodeAt(at + 1) - 48);

/** Whether 14 characters are a time that exists. They must be decimal digits: this is not checked here. */
export const isCalendarTime = (digits: string): boolean =>
  isCalendarDate(
    twoDigitsAt(digits, 0) * 100 + twoDigitsAt(digits, 2),
    twoDigitsAt(digits, 4),
    twoDigitsAt(digits, 6),
  ) && isClockTime(twoDigitsAt(digits, 8), twoDigitsAt(digits, 10), twoDigitsAt(digits, 12));

/** Parses 14 digits; undefined if they are not a time that exists. */
export const compactTimestamp = (digits: string): CompactTimestamp | undefined =>
  /^\d{14}$/.test(digits) && isCalendarTime(digits) ? (digits as CompactTimestamp) : undefined;
