// Times and amounts as the user reads them. Times of the region are shown as they are, in no other zone.
import { w } from './words/words.js';

const formats = new Map();
/** A format of the current language, made once. Times are written as if they were UTC, so that no zone changes them. */
const formatOf = options => {
  const key = JSON.stringify([w().locale, options]);
  if (!formats.has(key))
    formats.set(key, new Intl.DateTimeFormat(w().locale, { timeZone: 'UTC', ...options }));
  return formats.get(key);
};

/** Times of day that stand for a date alone: as a beginning, and as an end. */
const wholeDays = ['000000', '235959'];

/** @returns the date of a local time of 8 or 14 digits, and its time of day if it has one; undefined if it is no such time. */
const parsed = compact => {
  const [, year, month, day, clock] = /^(\d{4})(\d\d)(\d\d)(\d{6})?$/.exec(compact ?? '') ?? [];
  if (year === undefined) return undefined;
  const time = new Date(Date.UTC(year, month - 1, day, clock?.slice(0, 2) ?? 0, clock?.slice(2, 4) ?? 0));
  return { time, clock };
};

const written = ({ time }, options) => formatOf(options).format(time);

/** `09:30` */
const writtenClock = one => written(one, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

const withClock = (one, dateStyle) => `${written(one, { dateStyle })} ${w().at} ${writtenClock(one)}`;

/** `20260115093000` → `15 January 2026 at 09:30`; `20260115000000`, `20260115` → `15 January 2026` */
export const readable = compact => {
  const one = parsed(compact);
  if (one === undefined) return undefined;
  const isDay = one.clock === undefined || wholeDays.includes(one.clock);
  return isDay ? written(one, { dateStyle: 'long' }) : withClock(one, 'long');
};

/** The time of day of a local time of 14 digits, `09:30`. */
export const clockOf = compact => {
  const one = parsed(compact);
  return one && writtenClock(one);
};

/** When something was read, by a local time of 14 digits: `09:30`, or with its day if that is not the day of `now`. */
export const readTime = (compact, now) =>
  compact.slice(0, 8) === now.slice(0, 8) ? clockOf(compact) : withClock(parsed(compact), 'long');

/** The day of a time, `15 January 2026`. */
export const readableDay = compact => readable(compact?.slice(0, 8));

/** The month of a time, `March 2010`. */
export const readableMonth = compact => {
  const one = parsed(compact?.slice(0, 8));
  return one && written(one, { month: 'long', year: 'numeric' });
};

/** A day without its year, `15 January`. */
export const dayOfYear = compact => {
  const one = parsed(compact?.slice(0, 8));
  return one && written(one, { day: 'numeric', month: 'long' });
};

/** Since which day something is, without its year in the year of `now`. */
export const sinceDay = (compact, now) =>
  compact?.slice(0, 4) === now.slice(0, 4) ? dayOfYear(compact) : readableDay(compact);

/** The parts of a date tile. */
export const tileOf = compact => {
  const one = parsed(compact?.slice(0, 8));
  return (
    one && {
      weekday: written(one, { weekday: 'short' }),
      day: written(one, { day: 'numeric' }),
      month: written(one, { month: 'short' }),
    }
  );
};

/** `2026-01-15 09:30` → `20260115093000`; `2026-01-15`, whose time of day is not known, → `20260115` */
export const compactStart = start => {
  const digits = start?.replaceAll(/\D/g, '') ?? '';
  return digits.length === 12 ? `${digits}00` : digits;
};

/** Sorts times of one form, the earliest first; one that is empty is before all others. */
export const compareTimes = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** A booking's start. Midnight is a time of day there: a start without one has the day alone. */
export const readableStart = start => {
  const one = parsed(compactStart(start));
  if (one === undefined) return undefined;
  return one.clock === undefined ? written(one, { dateStyle: 'long' }) : withClock(one, 'long');
};

/** The time of day of a booking's start, `09:30`; undefined if it is not known. */
export const clockOfStart = start => {
  const one = parsed(compactStart(start));
  return one?.clock === undefined ? undefined : writtenClock(one);
};

/** An amount: `137,50 kr`, `200 kr` */
export const money = amount =>
  `${amount.toLocaleString('sv-SE', Number.isInteger(amount) ? {} : { minimumFractionDigits: 2, maximumFractionDigits: 2 })} kr`;

/**
 * A time as 14 digits, in local time of the region: `20260115093000`
 * @param {string | undefined} timeZone that of the region (IANA); that of the device if it is undefined.
 */
export const localTime = (timeZone, at = new Date()) =>
  at.toLocaleString('sv-SE', { timeZone }).replaceAll(/\D/g, '');

const hour = 3_600_000;

/**
 * When the next day of the region begins, in milliseconds since 1970. In two nights a year it is an hour earlier or later.
 * @param {string | undefined} timeZone as in `localTime`.
 */
export const nextMidnight = (timeZone, now = Date.now()) => {
  const dayAt = time => localTime(timeZone, new Date(time)).slice(0, 8);
  const clock = localTime(timeZone, new Date(now));
  const [hours, minutes, seconds] = [8, 10, 12].map(place => Number(clock.slice(place, place + 2)));
  const usual = Math.floor(now / 1000) * 1000 + (24 - hours) * hour - minutes * 60_000 - seconds * 1000;
  return [usual - hour, usual].find(time => dayAt(time) !== dayAt(now)) ?? usual + hour;
};
