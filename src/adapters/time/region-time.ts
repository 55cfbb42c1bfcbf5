// Conversion between the region's local time and UTC, with its changes to and from summer time.
import { Temporal } from 'temporal-polyfill';

export type RegionTime = {
  /**
   * The instant of a local time, in milliseconds since the epoch. Of a local time that occurs twice, the first instant
   * counts; one that is skipped is moved forward by the length of the gap (extracts.md, "Bookings").
   */
  toEpoch(compact: string): number;
  /** An instant in local time, 14 digits; undefined outside the years 0000 to 9999. */
  toLocal(epochMilliseconds: number): string | undefined;
};

/** A time between two changes of the clocks. */
type Span = { readonly begin: number; readonly end: number; readonly offset: number };

/** Spans that are kept: those of two centuries, where clocks change twice a year. */
const mostSpans = 400;

/** The offsets of a time zone. Asking Temporal for each time costs more than all else that is done with it. */
const offsets = (timeZone: string) => {
  const spans: Span[] = [];

  const spanAt = (epoch: number): Span => {
    const at = Temporal.Instant.fromEpochMilliseconds(epoch).toZonedDateTimeISO(timeZone);
    const next = at.getTimeZoneTransition('next');
    // A change at this very moment is behind it.
    const last = at.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
    return {
      begin: last?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
      end: next?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
      offset: at.offsetNanoseconds / 1_000_000,
    };
  };

  /** Milliseconds east of UTC. */
  return (epoch: number): number => {
    for (const { begin, end, offset } of spans) if (begin <= epoch && epoch < end) return offset;
    const found = spanAt(epoch);
    if (spans.length === mostSpans) spans.length = 0;
    spans.push(found);
    return found.offset;
  };
};

/** @param timeZone an IANA name, such as `Europe/Stockholm`; throws a RangeError for an unknown one. */
export const regionTime = (timeZone: string): RegionTime => {
  Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone);
  const offsetAt = offsets(timeZone);
  return {
    toEpoch: compact =>
      Temporal.PlainDateTime.from({
        year: Number(compact.slice(0, 4)),
        month: Number(compact.slice(4, 6)),
        day: Number(compact.slice(6, 8)),
        hour: Number(compact.slice(8, 10)),
        minute: Number(compact.slice(10, 12)),
        second: Number(compact.slice(12, 14)),
      }).toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds,
    toLocal: epochMilliseconds => {
      const local = new Date(epochMilliseconds + offsetAt(epochMilliseconds));
      const year = local.getUTCFullYear();
      if (!(year >= 0 && year <= 9999)) return undefined;
      const date = (year * 100 + local.getUTCMonth() + 1) * 100 + local.getUTCDate();
      const clock = (local.getUTCHours() * 100 + local.getUTCMinutes()) * 100 + local.getUTCSeconds();
      return String(date * 1_000_000 + clock).padStart(14, '0');
    },
  };
};
