// Converts days and times of the proleptic Gregorian calendar by arithmetic. Every time of a FHIR record is converted, and a
// `Date`, or formatting a number of 14 digits, takes two to four times as long.

/** Days of 400 years, after which the calendar repeats. */
const daysInCycle = 146_097;
/**
 * Days from 1 March of the year -400 until 1970-01-01. A year that begins in March has its leap day at its end. Counted from that
 * day, no day of the years 0000 to 9999 is negative.
 */
const daysBefore1970 = 865_565;

/** Days before a month of a year that begins in March, where the lengths 31, 30, 31, 30 and 31 repeat. */
const daysBefore = (month: number): number => Math.trunc((153 * month + 2) / 5);

/** Days from 1970-01-01 until a date of the years 0 to 10,000. Month and day count from 1. */
export const epochDay = (year: number, month: number, day: number): number => {
  const sinceMarch = month > 2 ? month - 3 : month + 9;
  const years = year + (month > 2 ? 400 : 399);
  const leapDays = Math.trunc(years / 4) - Math.trunc(years / 100) + Math.trunc(years / 400);
  return years * 365 + leapDays + daysBefore(sinceMarch) + day - 1 - daysBefore1970;
};

const zero = 0x30;
const tens = (value: number): number => zero + Math.trunc(value / 10);
const ones = (value: number): number => zero + (value % 10);

/** A time as 14 digits, from its milliseconds since 1970-01-01T00:00:00. Only for the years 0000 to 9999. */
export const compactOf = (milliseconds: number): string => {
  const seconds = Math.floor(milliseconds / 1000);
  const epochDays = Math.floor(seconds / 86_400);
  const clock = seconds - epochDays * 86_400;

  const days = epochDays + daysBefore1970;
  const cycle = Math.trunc(days / daysInCycle);
  const dayOfCycle = days - cycle * daysInCycle;
  // Removes the leap days: one in 4 years, none in 100, one in 400.
  const withoutLeapDays =
    dayOfCycle -
    Math.trunc(dayOfCycle / 1460) +
    Math.trunc(dayOfCycle / 36_524) -
    Math.trunc(dayOfCycle / 146_096);
  const yearOfCycle = Math.trunc(withoutLeapDays / 365);
  const dayOfYear =
    dayOfCycle - (yearOfCycle * 365 + Math.trunc(yearOfCycle / 4) - Math.trunc(yearOfCycle / 100));
  const sinceMarch = Math.trunc((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - daysBefore(sinceMarch) + 1;
  const month = sinceMarch < 10 ? sinceMarch + 3 : sinceMarch - 9;
  const year = (cycle - 1) * 400 + yearOfCycle + (month > 2 ? 0 : 1);

  const century = Math.trunc(year / 100);
  const yearOfCentury = year % 100;
  const hour = Math.trunc(clock / 3600);
  const minute = Math.trunc(clock / 60) % 60;
  const second = clock % 60;
  // One flat string: V8 would have to flatten a concatenated one when it is compared or written.
  return String.fromCharCode(
    tens(century),
    ones(century),
    tens(yearOfCentury),
    ones(yearOfCentury),
    tens(month),
    ones(month),
    tens(day),
    ones(day),
    tens(hour),
    ones(hour),
    tens(minute),
    ones(minute),
    tens(second),
    ones(second),
  );
};
