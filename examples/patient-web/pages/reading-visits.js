// Reads bookings and the video meetings from a month ago on, and joins them.
import { pathWith, reads } from '../reads.js';
import { joinableFrom, visitsOf } from '../records/bookings.js';

const days = 31;

/** The beginning of the day that is some days before a local time of 14 digits. */
const daysBefore = now => {
  const day = new Date(Date.UTC(now.slice(0, 4), now.slice(4, 6) - 1, Number(now.slice(6, 8)) - days));
  return `${day.toISOString().slice(0, 10)}T00:00:00`;
};

/** The path of the meetings from a month ago on: an answer has room for 64, and those of the past may fill it. */
const pathOfMeetings = ({ now, hasInterval }) =>
  pathWith(reads.meetings.path, {
    fromDateTime: hasInterval(reads.meetings.operation) ? daysBefore(now) : undefined,
  });

/**
 * @returns the visits; what the answer says beside the bookings; what either answer lacks; whether the meetings could not be read, so
 *   that a booking may be one by video; and whether an answer without visits means that there are none.
 */
export const readVisits = async context => {
  const { read, isOffered, localTimeOf } = context;
  const [bookings, meetings] = await Promise.all([
    isOffered(reads.visits.operation) ? read(reads.visits.path) : { json: [{}], leftOut: {} },
    isOffered(reads.meetings.operation)
      ? read(pathOfMeetings(context)).catch(error => ({ json: [], leftOut: {}, error }))
      : { json: [], leftOut: {} },
  ]);
  for (const meeting of meetings.json) {
    context.changesAt(joinableFrom(meeting));
    context.changesAt(meeting.endDateTimeInUnix + 1);
  }
  const [{ Booking, RegisteredBooking, ...others } = {}] = bookings.json;
  const leftOut = {
    records: (bookings.leftOut.records ?? 0) + (meetings.leftOut.records ?? 0),
    values: (bookings.leftOut.values ?? 0) + (meetings.leftOut.values ?? 0),
    sources: Math.max(bookings.leftOut.sources ?? 0, meetings.leftOut.sources ?? 0),
  };
  const haveMeetingsFailed = meetings.error !== undefined;
  return {
    visits: visitsOf({ Booking, RegisteredBooking }, meetings.json, { localTimeOf }),
    others,
    leftOut,
    haveMeetingsFailed,
    // With ERROR, the health record system says in a comment why it has no list.
    isCertain:
      others.ResultCode !== 'ERROR' &&
      !haveMeetingsFailed &&
      Object.values(leftOut).every(count => count === 0),
  };
};

/** Reads a visit anew, by its key. */
export const findVisit = (context, key) => async () => {
  const { visits } = await readVisits(context);
  return visits.find(one => one.key === key);
};
