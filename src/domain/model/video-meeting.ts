import type { VideoMeeting } from '../records/video-meeting.ts';
import { spanUntil, type TimeSpan } from './interval.ts';

/** A video meeting with its local times as compact timestamps, which are compared with the interval (D8). */
export type TimedMeeting = {
  readonly meeting: VideoMeeting;
  readonly start: string | undefined;
  readonly end: string | undefined;
};

/**
 * When a meeting takes place (D8). Without a start it may have begun at any time before its end: no interval hides a meeting
 * whose start could not be read.
 */
export const spanOfMeeting = ({ start, end }: Pick<TimedMeeting, 'start' | 'end'>): TimeSpan =>
  spanUntil(start, end ?? start);
