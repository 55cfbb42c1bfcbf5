// Days and times of the proleptic Gregorian calendar, as numbers and as digits.

/** Days from 1970-01-01 until a date of the years 0 to 10,000. Month and day count from 1. */
export const epochDay = (year: number, month: number, day: number): number => {
  // `Date.UTC` would read the years 0 to 99 as 1900 to 1999.
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() / 86_400_000;
};

/** A time as 14 digits, from its milliseconds since 1970-01-01T00:00:00. Only for the years 0000 to 9999. */
export const compactOf = (milliseconds: number): string => {
  const iso = new Date(milliseconds).toISOString();
  const date = iso.slice(0, 4) + iso.slice(5, 7) + iso.slice(8, 10);
  return date + iso.slice(11, 13) + iso.slice(14, 16) + iso.slice(17, 19);
};
