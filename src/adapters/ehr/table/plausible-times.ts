// Times of an EHR that are read only if they are plausible: within the years of people who live, and not skipped by the region's clock.
import type { RegionTime } from '../../time/region-time.ts';
import type { TimeReader } from '../values/written-times.ts';
import { type Parsed, unreadable } from '../values/written-values.ts';

const firstYear = 1800;
const lastYear = 2200;

/**
 * A reader of times for which others are unreadable: an earlier or later year is a mistake of the tables (seconds as milliseconds) or a
 * word of the EHR's (9999), and a local time in the hour that summer time skips would be published as another one.
 */
export const plausibleTimes = (times: TimeReader, region: Pick<RegionTime, 'exists'>): TimeReader => {
  const isPlausible = (local: string): boolean => {
    const year = Number(local.slice(0, 4));
    if (year < firstYear || year > lastYear) return false;
    // Midnight of a day alone is not a time that somebody wrote.
    return local.endsWith('000000') || region.exists(local);
  };
  const time = (text: string): Parsed<string> => {
    const local = times.time(text);
    return typeof local !== 'string' || isPlausible(local) ? local : unreadable;
  };
  const checked =
    <T>(read: (text: string) => Parsed<T>) =>
    (text: string): Parsed<T> => {
      const local = time(text);
      return typeof local === 'string' ? read(text) : local;
    };
  return {
    time,
    end: checked(times.end),
    date: checked(times.date),
    dayOrTime: checked(times.dayOrTime),
    birthDate: checked(times.birthDate),
    moment: checked(times.moment),
    start: checked(times.start),
    timeOfDay: checked(times.timeOfDay),
  };
};
