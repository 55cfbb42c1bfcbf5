import type { VideoMeeting } from '../records/video-meeting.ts';

/** A video meeting with its local times as compact timestamps, which are compared with the interval (D8). */
export type TimedMeeting = {
  readonly meeting: VideoMeeting;
  readonly start: string | undefined;
  readonly end: string | undefined;
};
