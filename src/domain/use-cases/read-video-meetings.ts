// Reading the video meetings, within the contract's limits (D8, D18, D24, D27).
import type { Clock } from '../../ports/clock.ts';
import { Failure } from '../model/failure.ts';
import { overlaps } from '../model/interval.ts';
import { hides } from '../model/loss.ts';
import { withoutRepetitions } from '../model/repeated.ts';
import { spanOfMeeting } from '../model/video-meeting.ts';
import type { VideoMeeting } from '../records/video-meeting.ts';
import { selectMeetings, withinBounds } from '../rules/video-meetings.ts';
import { leftOutTally } from './left-out.ts';
import { type Answer, type ReadDeps, type ReadQuery, readAtOnce } from './read-records.ts';

export const readVideoMeetings =
  ({ ehr, protection, telemetry, clock }: ReadDeps & { readonly clock: Clock }) =>
  (question: ReadQuery): Answer<'videoMeetings'> => {
    const { interval, call } = question;
    const leftOut = leftOutTally({ kind: 'videoMeetings', call });

    const readMeetings = async (): Promise<VideoMeeting[]> => {
      if (ehr.videoMeetings === undefined) throw new Failure('not-offered');
      await protection.enforce(question);
      try {
        const read = [];
        for await (const reading of ehr.videoMeetings(question)) {
          if ('omitted' in reading) {
            leftOut.omission(reading);
            continue;
          }
          const { record, losses } = reading;
          if (record === undefined) leftOut.record('withheld');
          else read.push({ ...record, losses });
        }
        const meetings = withoutRepetitions(read, ({ meeting }) => meeting.actionId).filter(meeting =>
          overlaps(interval, hides(meeting.losses, 'time') ? undefined : spanOfMeeting(meeting)),
        );
        const selected = selectMeetings(meetings, clock());
        for (let left = meetings.length - selected.length; left > 0; left--) leftOut.record('out-of-bounds');
        return selected.map(({ meeting, losses }) => {
          const bounded = withinBounds(meeting);
          leftOut.values([...losses, ...bounded.losses]);
          return bounded.meeting;
        });
      } finally {
        leftOut.report(telemetry);
      }
    };

    return { kind: 'videoMeetings', records: readAtOnce(readMeetings), leftOut: leftOut.total };
  };
