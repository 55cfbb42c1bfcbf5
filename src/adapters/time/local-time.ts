// The region's local time of a date and a time of day as they are written, with or without an offset. The formats differ by
// protocol; what their digits mean does not.
import { isCalendarTime } from '../../domain/model/timestamp.ts';
import { millisecondsOf } from './calendar.ts';
import type { RegionTime } from './region-time.ts';

/** A time as the region's local time (14 digits), and as an instant (milliseconds since the epoch). */
export type Moment = { readonly local: string; readonly epoch: number };

/** Like `Moment`; without an offset, the instant is unknown. */
export type LocalTime = { readonly local: string; readonly epoch: number | undefined };

/** A time, or a day alone: 8 digits, without an instant. */
export type MomentOrDay = Moment | (LocalTime & { readonly epoch: undefined });

/** Milliseconds east of UTC; undefined for an invalid offset. */
const eastOf = (offset: string): number | undefined => {
  if (offset === 'Z') return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = offset.length > 3 ? Number(offset.slice(-2)) : 0;
  if (hours > 23 || minutes > 59) return undefined;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
};

/**
 * Reads a time; undefined if it does not exist, or not in the years 0000 to 9999.
 * @param digits 14 digits: year, month, day, hour, minute and second as written.
 * @param offset `Z`, `+hh`, `+hhmm` or `+hh:mm`, with either sign; undefined for local time.
 */
export const localTimeOf = (
  { digits, offset }: { readonly digits: string; readonly offset: string | undefined },
  region: RegionTime,
): LocalTime | undefined => {
  if (!isCalendarTime(digits)) return undefined;
  if (offset === undefined) return { local: digits, epoch: undefined };
  const east = eastOf(offset);
  if (east === undefined) return undefined;
  const epoch = millisecondsOf(digits) - east;
  const local = region.toLocal(epoch);
  return local === undefined ? undefined : { local, epoch };
};
