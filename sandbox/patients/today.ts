// Times of the day on which the sandbox starts, or is reset: so that on any day there is a visit to go to, and a meeting to join.

/** A local time in Sweden as 14 digits, `YYYYMMDDhhmmss`. */
const localTime = (at: Date): string =>
  at.toLocaleString('sv-SE', { timeZone: 'Europe/Stockholm' }).replaceAll(/\D/g, '');

/** Today in Sweden, `YYYYMMDD`. */
export const today = (now = new Date()): string => localTime(now).slice(0, 8);

const day = 86_400_000;

/** A day in Sweden some days after today, `YYYYMMDD`. */
export const dayAfterToday = (days: number, now = new Date()): string =>
  today(new Date(now.getTime() + days * day));

export type TodaysVideoVisit = { readonly start: string; readonly end: string };

const minute = 60_000;

/** A visit by video that begins in five to ten minutes, and so can be joined now. */
export const videoVisitSoon = (now = new Date()): TodaysVideoVisit => {
  const start = Math.ceil((now.getTime() + 5 * minute) / (5 * minute)) * 5 * minute;
  return { start: localTime(new Date(start)), end: localTime(new Date(start + 30 * minute)) };
};
