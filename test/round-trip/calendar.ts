// Local time of Europe/Stockholm as an instant, apart from the service's own way: by Intl alone.

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

/** What clocks in Stockholm show at an instant, as 14 digits. */
export const shownAt = (epoch: number): string => format.format(epoch).replace(/\D/g, '');

const asIfUtc = (compact: string): number =>
  Date.parse(compact.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z'));

const minute = 60_000;

/**
 * The instant of a local time from 1980 on, in milliseconds since the epoch: of two the first, and of one that does not
 * exist the one that is as long after the change as it would have been.
 */
export const instantOf = (compact: string): number => {
  const summer = asIfUtc(compact) - 120 * minute;
  const winter = asIfUtc(compact) - 60 * minute;
  return shownAt(summer) === compact ? summer : winter;
};
