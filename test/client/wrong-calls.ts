// Calls that must not compile: proof that the generated types are not all `any`.
import createClient from 'openapi-fetch';
import type { components, paths } from './generated/api.ts';

const client = createClient<paths>();

export const wrongCalls = [
  () => client.GET('/patients/nothing/'),
  () => client.PUT('/patients/appointments/', { body: { status: 'arrived' } }),
  () => client.PUT('/patients/appointments/', { params: { query: { id: '1' } }, body: { status: 'gone' } }),
];

export const wrongWord: components['schemas']['ErrorWord'] = 'no-such-word';
