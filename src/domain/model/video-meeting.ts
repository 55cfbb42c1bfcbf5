import type { VideoMeeting } from '../records/video-meeting.ts';

/** A video meeting and its local times as compact timestamps, which intervals are compared with (D8). */
export type TimedMeeting = {
  readonly meeting: VideoMeeting;
  readonly start: string | undefined;
  readonly end: string | undefined;
};
