// Compact timestamps: local time of the region as 14 digits, so that text order is time order.

declare const brand: unique symbol;

/** `YYYYMMDDhhmmss`, local time of the region, a real calendar time. */
export type CompactTimestamp = string & { readonly [brand]: 'CompactTimestamp' };

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeapYear = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** Whether the day exists in the (proleptic) Gregorian calendar. Month and day count from 1. */
export const isCalendarDate = (year: number, month: number, day: number): boolean => {
  const length = month === 2 && isLeapYear(year) ? 29 : monthLengths[month - 1];
  return length !== undefined && day >= 1 && day <= length;
};

/** Whether the time of day exists on a clock: no hour 24, no second 60. */
export const isClockTime = (hour: number, minute: number, second: number): boolean =>
  hour <= 23 && minute <= 59 && second <= 59;

/** Two decimal digits at an index of a text, as a number; NaN-free only where both are digits. */
const two = (text: string, at: number) => (text.charCodeAt(at) - 48) * 10 + (text.charCodeAt(at + 1) - 48);

/** Whether 14 decimal digits are a real calendar time. The caller has made sure that they are digits. */
export const isCalendarTime = (digits: string): boolean =>
  isCalendarDate(two(digits, 0) * 100 + two(digits, 2), two(digits, 4), two(digits, 6)) &&
  isClockTime(two(digits, 8), two(digits, 10), two(digits, 12));

/** The timestamp of 14 digits; undefined where they are no real calendar time. */
export const compactTimestamp = (digits: string): CompactTimestamp | undefined =>
  /^\d{14}$/.test(digits) && isCalendarTime(digits) ? (digits as CompactTimestamp) : undefined;
