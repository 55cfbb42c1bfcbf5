// @hey-api/openapi-ts, as the guide sets it up.
import { exactFetch } from '../generated/exact-fetch.ts';
import { client } from '../generated/hey-api/client.gen.ts';
import { appointments, type Booking, type Unit, videoMeetings } from '../generated/hey-api/index.ts';
import type { Call } from './called.ts';

export const call: Call = async ({ baseUrl, headers }) => {
  client.setConfig({ baseUrl, headers, fetch: exactFetch });
  const { data: meetings = [] } = await videoMeetings();
  const { data } = await appointments();
  const booking: Booking | undefined = data?.[0]?.Booking[0];
  const unit: Unit | undefined = booking?.PerformingUnit;
  return {
    actionIds: meetings.map(({ actionId }) => String(actionId)),
    state: booking?.Any[0]?.Status,
    unit: unit?.Name,
  };
};
