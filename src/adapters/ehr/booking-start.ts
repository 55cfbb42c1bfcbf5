// The start of a booking as it is published (D16), and what is counted of it (D8).
import type { Booking } from '../../domain/records/appointment.ts';
import type { Loss } from '../../ports/ehr.ts';
import type { MomentOrDay } from '../time/local-time.ts';

/** Local time as people read it: 14 digits as `YYYY-MM-DD hh:mm`, 8 digits as `YYYY-MM-DD`. */
export const readableTime = (local: string): string => {
  const day = `${local.slice(0, 4)}-${local.slice(4, 6)}-${local.slice(6, 8)}`;
  return local.length === 8 ? day : `${day} ${local.slice(8, 10)}:${local.slice(10, 12)}`;
};

/**
 * The start as local time, `YYYY-MM-DD hh:mm`, and in UTC, `YYYY-MM-DDThh:mm:ssZ`. A day alone is no midnight (D8, the interval): it
 * is `YYYY-MM-DD`, without a time in UTC.
 */
export const startTexts = (
  start: MomentOrDay | undefined,
): Pick<Booking, 'StartTime' | 'TypedStartDateTime'> => {
  if (start === undefined) return {};
  const { local, epoch } = start;
  const StartTime = readableTime(local);
  if (epoch === undefined) return { StartTime };
  return { StartTime, TypedStartDateTime: `${new Date(epoch).toISOString().slice(0, 19)}Z` };
};

/** Counts a start without a time of day. It hides nothing: the whole day is compared with the interval. */
export const startLosses = (start: MomentOrDay | undefined, path: string): readonly Loss[] =>
  start !== undefined && start.epoch === undefined ? [{ path, reason: 'unreadable', hides: [] }] : [];
