// orval, as the guide sets it up.
import { settings } from '../generated/call-service.ts';
import { appointments, type Booking, type Unit, videoMeetings } from '../generated/orval.ts';
import type { Call } from './called.ts';

export const call: Call = async ({ baseUrl, headers }) => {
  Object.assign(settings, { baseUrl, headers });
  const meetings = await videoMeetings();
  const list = await appointments();
  if (meetings.status !== 200 || list.status !== 200) throw new Error(`${meetings.status}, ${list.status}`);
  const booking: Booking | undefined = list.data[0]?.Booking[0];
  const unit: Unit | undefined = booking?.PerformingUnit;
  return {
    actionIds: meetings.data.map(({ actionId }) => String(actionId)),
    state: booking?.Any[0]?.Status,
    unit: unit?.Name,
  };
};
