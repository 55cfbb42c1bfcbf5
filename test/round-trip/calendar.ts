// Converts local time in Europe/Stockholm to an instant with Intl only, independently of the service's code.

const format = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Stockholm',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** The local time in Stockholm at an instant, as 14 digits. */
const shownAt = (epoch: number): string => format.format(epoch).replace(/\D/g, '');

const asIfUtc = (compact: string): number =>
  Date.parse(compact.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z'));

const minute = 60_000;

/**
 * The instant of a local time from 1980 on, in milliseconds since the epoch: the first of two, and for a time that does not
 * exist, the time shifted forward by the gap.
 */
export const instantOf = (compact: string): number => {
  const summer = asIfUtc(compact) - 120 * minute;
  const winter = asIfUtc(compact) - 60 * minute;
  return shownAt(summer) === compact ? summer : winter;
};
