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

const digits = (value: number, length: number) => String(value).padStart(length, '0');

/** @param timeZone an IANA name, such as `Europe/Stockholm`; throws a RangeError for an unknown one. */
export const regionTime = (timeZone: string): RegionTime => {
  Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone);
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
      const local = Temporal.Instant.fromEpochMilliseconds(epochMilliseconds).toZonedDateTimeISO(timeZone);
      if (local.year < 0 || local.year > 9999) return undefined;
      const { year, month, day, hour, minute, second } = local;
      return digits(year, 4) + [month, day, hour, minute, second].map(part => digits(part, 2)).join('');
    },
  };
};
