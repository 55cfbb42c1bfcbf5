// openapi-typescript with openapi-fetch, as the guide sets it up.
import createClient from 'openapi-fetch';
import { exactFetch } from '../generated/exact-fetch.ts';
import type { components, paths } from '../generated/openapi-typescript.ts';
import type { Call } from './called.ts';

export const call: Call = async ({ baseUrl, headers }) => {
  const client = createClient<paths>({ baseUrl, headers, fetch: exactFetch });
  const { data: meetings = [] } = await client.GET('/patients/videomeetings/');
  const { data: appointments } = await client.GET('/patients/appointments/');
  const booking: components['schemas']['Booking'] | undefined = appointments?.[0]?.Booking[0];
  const unit: components['schemas']['Unit'] | undefined = booking?.PerformingUnit;
  return {
    actionIds: meetings.map(({ actionId }) => String(actionId)),
    state: booking?.Any[0]?.Status,
    unit: unit?.Name,
  };
};
