// Conversion between the region's local time and UTC, with its changes to and from summer time.
import { Temporal } from 'temporal-polyfill';
import { compactOf, epochDay, millisecondsOf } from './calendar.ts';

/** The time between two changes of the offset. */
type Span = { readonly begin: number; readonly end: number; readonly offset: number };

/** The most spans in the cache: those of two centuries in a zone with summer time. */
const maxSpans = 400;

/** Creates the lookup of a time zone's offsets. It caches them, because Temporal takes longer for a time than everything else. */
const offsetLookup = (timeZone: string) => {
  /** Sorted by their begin. */
  const spans: Span[] = [];

  const spanAt = (epoch: number): Span => {
    const at = Temporal.Instant.fromEpochMilliseconds(epoch).toZonedDateTimeISO(timeZone);
    const next = at.getTimeZoneTransition('next');
    // A change at this very instant belongs to the past.
    const last = at.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
    return {
      begin: last?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
      end: next?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
      offset: at.offsetNanoseconds / 1_000_000,
    };
  };

  /** How many spans begin at or before an instant. */
  const countBegun = (epoch: number): number => {
    let [low, high] = [0, spans.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((spans[middle]?.begin ?? Number.NaN) <= epoch) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  /** Milliseconds east of UTC. */
  return (epoch: number): number => {
    const cached = spans[countBegun(epoch) - 1];
    if (cached !== undefined && epoch < cached.end) return cached.offset;
    const span = spanAt(epoch);
    if (spans.length === maxSpans) spans.length = 0;
    spans.splice(countBegun(epoch), 0, span);
    return span.offset;
  };
};

const day = 86_400_000;
/** The years 0000 to 9999, in milliseconds: those that 14 digits can express. */
const firstTime = epochDay(0, 1, 1) * day;
const endOfTime = epochDay(10_000, 1, 1) * day;

const newRegionTime = (timeZone: string) => {
  Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone);
  const offsetAt = offsetLookup(timeZone);
  return {
    /**
     * The instant of a local time, in milliseconds since the epoch. If a local time occurs twice, the first instant counts. One
     * that is skipped is moved forward by the length of the gap (extracts.md, "Bookings").
     */
    toEpoch: (compact: string): number =>
      Temporal.PlainDateTime.from({
        year: Number(compact.slice(0, 4)),
        month: Number(compact.slice(4, 6)),
        day: Number(compact.slice(6, 8)),
        hour: Number(compact.slice(8, 10)),
        minute: Number(compact.slice(10, 12)),
        second: Number(compact.slice(12, 14)),
      }).toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds,
    /** An instant in local time, 14 digits; undefined outside the years 0000 to 9999. */
    toLocal: (epochMilliseconds: number): string | undefined => {
      // Temporal throws for instants far outside. An offset is less than a day.
      const isNear = epochMilliseconds > firstTime - day && epochMilliseconds < endOfTime + day;
      if (!isNear) return undefined;
      const local = epochMilliseconds + offsetAt(epochMilliseconds);
      return local >= firstTime && local < endOfTime ? compactOf(local) : undefined;
    },
    /** An instant in local time with its offset, to the second: `2026-01-15T09:30:00+01:00`. */
    toOffsetTime: (epochMilliseconds: number): string =>
      Temporal.Instant.fromEpochMilliseconds(epochMilliseconds)
        .toZonedDateTimeISO(timeZone)
        .toString({ timeZoneName: 'never', smallestUnit: 'second' }),
    /** Whether a local time is that of an instant: one that is skipped is not. Only for the years 0001 to 9998. */
    exists: (compact: string): boolean => {
      const local = millisecondsOf(compact);
      const isAt = (offset: number) => offsetAt(local - offset) === offset;
      // Its offset can only be that of the day before or of the day after.
      return isAt(offsetAt(local - day)) || isAt(offsetAt(local + day));
    },
  };
};

export type RegionTime = ReturnType<typeof newRegionTime>;

/** The times of each zone, with what has been looked up of it. */
const timesOf = new Map<string, RegionTime>();

/** @param timeZone an IANA name, such as `Europe/Stockholm`; throws a RangeError for an unknown one. */
export const regionTime = (timeZone: string): RegionTime => {
  const time = timesOf.get(timeZone) ?? newRegionTime(timeZone);
  timesOf.set(timeZone, time);
  return time;
};

/**
 * The first moment after a day in the region's time, in milliseconds since the epoch.
 * @param calendarDay `YYYY-MM-DD`, a day that exists.
 */
export const endOfLocalDay = (calendarDay: string, time: RegionTime): number =>
  time.toEpoch(`${calendarDay.replaceAll('-', '')}235959`) + 1000;
