// Reads video meetings by their table.
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import { spanOfMeeting, type TimedMeeting } from '../../../../domain/model/video-meeting.ts';
import type { VideoMeeting } from '../../../../domain/records/video-meeting.ts';
import type { Reader } from '../../../../ports/ehr.ts';
import type { Moment } from '../../../time/local-time.ts';
import { type KindConnection, kindReader } from './kind-reader.ts';
import type { Fields } from './record-reading.ts';

const meetingOf = (fields: Fields): TimedMeeting => {
  const { startDateTimeInUnix: first, endDateTimeInUnix: last, ...rest } = fields;
  const [start, end] = [first, last] as (Moment | undefined)[];
  const times = omitUndefined<VideoMeeting>({
    startDateTimeInUnix: start?.epoch,
    endDateTimeInUnix: end?.epoch,
  });
  return { meeting: { ...rest, ...times }, start: start?.local, end: end?.local };
};

/** Creates the reader of video meetings; undefined if the tables do not have them. */
export const readTableVideoMeetings = (
  connection: KindConnection,
): Reader<TimedMeeting | undefined> | undefined =>
  kindReader(connection, 'videoMeetings', () => ({ fields }) => {
    const record = meetingOf(fields);
    const { actionId } = record.meeting;
    return { record, id: actionId?.toString(), span: spanOfMeeting(record), stated: {} };
  });
