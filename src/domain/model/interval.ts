// Intervals: the one that a client asks for, and the time spans of records that overlap it (D8).
import { type CompactTimestamp, compactTimestamp } from './timestamp.ts';

/** Both ends are inclusive; a missing end is open. */
export type Interval = { readonly from?: CompactTimestamp; readonly to?: CompactTimestamp };

/** When a record applies; a missing end is open. Undefined for a record without a usable time. */
export type TimeSpan = { readonly from?: string; readonly to?: string } | undefined;

const wireForm = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)$/;

/** Parses `YYYY-MM-DDThh:mm:ss`. Undefined for any other format, and for a time that does not exist. */
export const parseIntervalEnd = (text: string): CompactTimestamp | undefined =>
  wireForm.test(text) ? compactTimestamp(text.replace(wireForm, '$1$2$3$4$5$6')) : undefined;

/** Whether a record's span overlaps the interval. A record without a usable time always does. */
export const overlaps = ({ from, to }: Interval, span: TimeSpan): boolean => {
  if (span === undefined) return true;
  const endsBefore = from !== undefined && span.to !== undefined && span.to < from;
  const beginsAfter = to !== undefined && span.from !== undefined && span.from > to;
  return !endsBefore && !beginsAfter;
};

/** The span of a single point in time; of a day alone (8 digits), the whole day. */
export const spanAt = (time: string | undefined): TimeSpan => {
  if (time === undefined) return undefined;
  return time.length === 8 ? { from: `${time}000000`, to: `${time}235959` } : { from: time, to: time };
};

/**
 * The span from a start to an end. Without an end it is open; without a start it is the end alone. Swapped ends are put
 * in order, so a mistyped time does not hide the record.
 */
export const spanBetween = (begin: string | undefined, end: string | undefined): TimeSpan => {
  if (begin === undefined) return spanAt(end);
  if (end === undefined) return { from: begin };
  return begin <= end ? { from: begin, to: end } : { from: end, to: begin };
};

/** The same of what ends at a known time: without a start, it may have begun at any time before. */
export const spanUntil = (begin: string | undefined, end: string | undefined): TimeSpan =>
  begin === undefined && end !== undefined ? { to: end } : spanBetween(begin, end);
