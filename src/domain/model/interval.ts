// Intervals: what a client asks for, and which records it covers (D8).
import { type CompactTimestamp, compactTimestamp } from './timestamp.ts';

/** Both ends inclusive; a missing end is open. */
export type Interval = { readonly from?: CompactTimestamp; readonly to?: CompactTimestamp };

/** When a record holds: a missing end is open. Undefined for a record without any usable time. */
export type TimeSpan = { readonly from?: string; readonly to?: string } | undefined;

const wireForm = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)$/;

/** `YYYY-MM-DDThh:mm:ss` as a compact timestamp; undefined for any other form and for no real calendar time. */
export const parseIntervalEnd = (text: string): CompactTimestamp | undefined =>
  wireForm.test(text) ? compactTimestamp(text.replace(wireForm, '$1$2$3$4$5$6')) : undefined;

/** Whether an interval covers a span. A record without any usable time is kept. */
export const overlaps = ({ from, to }: Interval, span: TimeSpan): boolean => {
  if (span === undefined) return true;
  const endsBefore = from !== undefined && span.to !== undefined && span.to < from;
  const beginsAfter = to !== undefined && span.from !== undefined && span.from > to;
  return !endsBefore && !beginsAfter;
};

/** A point in time. */
export const spanAt = (time: string | undefined): TimeSpan =>
  time === undefined ? undefined : { from: time, to: time };

/**
 * From a begin to an end. Without an end it is still open; without a begin it is the end. Where the two are swapped
 * it is what lies between, so that a mistyped time hides nothing.
 */
export const spanBetween = (begin: string | undefined, end: string | undefined): TimeSpan => {
  if (begin === undefined) return spanAt(end);
  if (end === undefined) return { from: begin };
  return begin <= end ? { from: begin, to: end } : { from: end, to: begin };
};
