// A check-in kiosk with types from the API description: today's bookings of one patient, arrival and payment.
//
//   npm install && npm run api              makes api.ts from the description of $SERVICE
//   echo 197010632391 | node kiosk.ts       needs Node 24
//
// The sandbox prints a line that sets SERVICE, ISSUER and KEY. For any other installation, set CLIENT_ID and CLIENT_SECRET too.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { components, paths } from './api.ts';

type Booking = components['schemas']['Booking'];
type ErrorWord = components['schemas']['ErrorWord'];

const {
  SERVICE = 'http://127.0.0.1:3000',
  ISSUER = 'http://127.0.0.1:3002',
  CLIENT_ID = 'partner',
  CLIENT_SECRET = 'partner-secret',
  KEY = '',
} = process.env;

/** Prints a message and ends the kiosk. */
const stop = (sentence: string): never => {
  console.error(sentence);
  process.exit(1);
};

/** What to do before a call is repeated once; `stop` if repeating does not help. */
type Remedy = 'stop' | 'get a token' | 'wait' | 'repeat';

const busy = 'Please try again in a moment.';
const unreachable = 'Your health record cannot be reached. Please ask at the reception.';
const misconfigured = 'This kiosk is not set up correctly. Please ask at the reception.';

/** Every word of `x-error`: a new one in the description does not compile until it has a row. */
const remedies: Readonly<Record<ErrorWord, readonly [Remedy, sentence: string]>> = {
  'token-invalid': ['get a token', misconfigured],
  'rate-limited': ['wait', busy],
  overloaded: ['wait', busy],
  'service-unavailable': ['wait', busy],
  'ehr-unavailable': ['wait', unreachable],
  'ehr-too-slow': ['repeat', unreachable],
  'outcome-unknown': ['repeat', 'Nobody knows whether it is done. Please ask at the reception.'],
  'ehr-unusable': ['stop', unreachable],
  'no-such-patient': ['stop', 'Nobody with this number is known here. Please ask at the reception.'],
  'not-allowed-for-patient': ['stop', 'Please check in at the reception.'],
  'not-offered': ['stop', 'This region has no check-in. Please ask at the reception.'],
  // Of the parameters, only the number is typed by the patient.
  'invalid-parameter': ['stop', 'This is not a valid patient number.'],
  'invalid-body': ['stop', misconfigured],
  'body-too-large': ['stop', misconfigured],
  'unsupported-media-type': ['stop', misconfigured],
  'request-unreadable': ['stop', misconfigured],
  'no-patient': ['stop', misconfigured],
  'key-missing': ['stop', misconfigured],
  'key-invalid': ['stop', misconfigured],
  'client-mismatch': ['stop', misconfigured],
  'subscription-not-allowed': ['stop', misconfigured],
  'scope-missing': ['stop', misconfigured],
  'proxy-required': ['stop', misconfigured],
  'not-found': ['stop', misconfigured],
  'method-not-allowed': ['stop', misconfigured],
  unexpected: ['stop', unreachable],
};

const isErrorWord = (word: string | null): word is ErrorWord =>
  word !== null && Object.hasOwn(remedies, word);

/** The remedy for an error. A word that is newer than this kiosk is treated by its status, as what no service sent is. */
const remedyOf = ({ status, headers }: Response): readonly [Remedy, sentence: string] => {
  const word = headers.get('x-error');
  if (isErrorWord(word)) return remedies[word];
  return status >= 500 ? ['wait', unreachable] : ['stop', misconfigured];
};

/** The kiosk's own token. With it the kiosk may name any patient, because the operator lists it as a partner. */
const getToken = async (): Promise<string> => {
  const metadata = await fetch(`${ISSUER}/.well-known/openid-configuration`);
  const { token_endpoint: endpoint } = (await metadata.json()) as { token_endpoint: string };
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}` },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'user/Appointment-read user/Appointment-write user/PaymentNotice-write',
    }),
  });
  const { access_token: token, error } = (await response.json()) as { access_token?: string; error?: string };
  return token ?? stop(`No token: ${response.status} ${error}`);
};

const [patient = ''] = (await once(createInterface({ input: process.stdin }), 'line')) as [string?];
let token = await getToken();
const client = createClient<paths>({
  baseUrl: SERVICE,
  headers: { 'Ocp-Apim-Subscription-Key': KEY, patient },
});
client.use({ onRequest: ({ request }) => request.headers.set('Authorization', `Bearer ${token}`) });

/** Whether the patient must hear that something is missing. For unmapped values nobody must. */
const isIncomplete = ({ headers }: Response) =>
  /\b(records|values|sources)=/.test(headers.get('x-left-out') ?? '');

/** Whether a repeated write could be done twice, because the bookings of a region do not tell whether the first one is done. */
const isUnsafe = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'message' in error &&
  String(error.message).includes('Ask the care unit');

/** The answer of a call, which is repeated once where that helps. */
const answerOf = async <T>(
  call: () => Promise<{ data?: T; error?: unknown; response: Response }>,
  isRepeated = false,
): Promise<T> => {
  const { data, error, response } = await call();
  if (data !== undefined) {
    if (isIncomplete(response)) console.log('The list is not complete: please ask at the reception.');
    return data;
  }
  const [remedy, sentence] = remedyOf(response);
  if (isRepeated || remedy === 'stop' || isUnsafe(error)) {
    // Support needs the request id, never the patient's number.
    const { headers, status } = response;
    return stop(`${sentence} (${headers.get('x-error') ?? status}, request ${headers.get('x-request-id')})`);
  }
  if (remedy === 'get a token') token = await getToken();
  if (remedy === 'wait') await wait(Number(response.headers.get('retry-after') ?? 5) * 1000);
  return answerOf(call, true);
};

/** Marks one booking as arrived and paid. Returns whether the patient can sit down. */
const checkIn = async (booking: Booking): Promise<boolean> => {
  const {
    ContactId: id,
    Any: [state],
    PaymentDetails: payment,
  } = booking;
  // Regions differ in what they know about a booking. What the description does not promise may be missing.
  if (id === undefined) return false;
  // The first object of Any is the state, as far as the region knows it. One that is not understood may mean that the visit is cancelled.
  if (state?.Status === 'UNKNOWN' || state?.PaymentStatus === 'UNKNOWN') return false;
  const arrival = await answerOf(() =>
    client.PUT('/patients/appointments/', { params: { query: { id } }, body: { status: 'arrived' } }),
  );
  console.log(`  arrival: ${arrival.ResultCode} ${arrival.Comment}`);
  // No payment without an arrival. INFO means that the patient had already arrived.
  if (arrival.ResultCode === 'ERROR') return false;
  if (state?.PaymentStatus === 'PAID') {
    console.log('  payment: already paid');
    return true;
  }
  if (payment?.Price === 0) {
    console.log('  payment: nothing to pay');
    return true;
  }
  // Without a price, the kiosk takes no money.
  if (payment?.Price === undefined) return false;
  console.log(`  to pay: ${payment.Price} kr`);
  const [receipt] = await answerOf(() =>
    client.POST('/patients/paymentnotice/', { body: { status: 'PAID', contactId: id, paymentType: 'CARD' } }),
  );
  console.log(`  payment: ${receipt?.ResultCode} ${receipt?.Comment}`);
  return receipt?.ResultCode !== 'ERROR';
};

// The interval is in the region's local time, which is also the kiosk's.
const day = new Date().toLocaleDateString('sv-SE');
const [today] = await answerOf(() =>
  client.GET('/patients/appointments/', {
    params: { query: { fromDateTime: `${day}T00:00:00`, toDateTime: `${day}T23:59:59` } },
  }),
);
if (today === undefined || today.ResultCode === 'ERROR') stop(today?.Comment ?? misconfigured);
const bookings = today?.Booking ?? [];
if (bookings.length === 0) console.log('No booking today.');
for (const booking of bookings) {
  console.log(`${booking.StartTime}  ${booking.PerformingUnit?.Name ?? ''}`);
  if (await checkIn(booking)) continue;
  console.error('Please ask at the reception.');
  process.exitCode = 1;
}
