// swagger-typescript-api, as the guide sets it up.
import { exactFetch } from '../generated/exact-fetch.ts';
import { Api, type Booking, type Unit } from '../generated/swagger-api.ts';
import type { Call } from './called.ts';

export const call: Call = async ({ baseUrl, headers }) => {
  const api = new Api({ baseUrl, baseApiParams: { headers, format: 'json' }, customFetch: exactFetch });
  const { data: meetings } = await api.patients.videoMeetings();
  const { data } = await api.patients.appointments();
  const booking: Booking | undefined = data[0]?.Booking[0];
  const unit: Unit | undefined = booking?.PerformingUnit;
  return {
    actionIds: meetings.map(({ actionId }) => String(actionId)),
    state: booking?.Any[0]?.Status,
    unit: unit?.Name,
  };
};
