// A check-in kiosk: client credentials, today's bookings of one patient, arrival and payment.
//
//   KEY=… node examples/kiosk.js            asks for the patient's number without showing it
//   echo 197010632391 | KEY=… node examples/kiosk.js
//
// The sandbox prints the key. For any other installation, set SERVICE, ISSUER, CLIENT_ID and CLIENT_SECRET too; its operator
// must list the client in AUTH_PARTNER_CLIENTS.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

const {
  SERVICE = 'http://127.0.0.1:3000',
  ISSUER = 'http://127.0.0.1:3002',
  CLIENT_ID = 'partner',
  CLIENT_SECRET = 'partner-secret',
  KEY = '',
} = process.env;

/** Prints a message and ends the kiosk. */
const stop = sentence => {
  console.error(sentence);
  process.exit(1);
};

if (KEY === '') stop('Set KEY to the subscription key, for example KEY=… node examples/kiosk.js');

/** Reads the number from the terminal or a pipe. It is not an argument, because those stay in the shell's history. */
const readNumber = async () => {
  const isTyped = process.stdin.isTTY === true;
  if (isTyped) process.stderr.write('Patient number (not shown): ');
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: isTyped });
  const [line = ''] = await Promise.race([once(lines, 'line'), once(lines, 'close')]);
  lines.close();
  if (isTyped) process.stderr.write('\n');
  return line.trim();
};

const json = async (url, options) => {
  const response = await fetch(url, options).catch(error =>
    stop(`${new URL(url).origin} cannot be reached (${error.cause?.code ?? error.message}).`),
  );
  const answer = await response.json().catch(() => ({}));
  return { response, answer };
};

/** The token endpoint differs between issuers, so it is read from the issuer's metadata. */
const findTokenEndpoint = async () => {
  const { response, answer } = await json(`${ISSUER}/.well-known/openid-configuration`);
  return answer.token_endpoint ?? stop(`No metadata at ISSUER ${ISSUER} (status ${response.status}).`);
};

/** The kiosk's own token. With it the kiosk may name any patient, because the operator lists it as a partner. */
const getToken = async () => {
  const { response, answer } = await json(await findTokenEndpoint(), {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}` },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'user/Appointment-read user/Appointment-write user/PaymentNotice-write',
    }),
  });
  return answer.access_token ?? stop(`No token: ${response.status} ${answer.error ?? ''}`);
};

const patient = await readNumber();
if (patient === '') stop('Give the patient number on standard input.');
let token = await getToken();

/** What the kiosk says, by the word in `x-error`: the texts of the service are for developers. */
const sentences = {
  'invalid-parameter': 'This is not a valid patient number.',
  'not-allowed-for-patient': 'This kiosk may not act for this patient.',
  'key-missing': 'This kiosk has no subscription key.',
  'key-invalid': 'The subscription key of this kiosk is not valid.',
  'rate-limited': 'This kiosk makes too many calls. Try again in a moment.',
  'ehr-unavailable': 'The health record system cannot be reached. Ask at the reception.',
  'outcome-unknown': 'Nobody knows whether it is done. Ask at the reception.',
};

/** Prepares for repeating a call, writes included; false if repeating does not help, or could do a write twice. */
const prepareRepeat = async (word, response, { message }) => {
  switch (word) {
    case 'token-invalid':
      token = await getToken();
      return true;
    case 'rate-limited':
    case 'overloaded':
    case 'service-unavailable':
    case 'ehr-unavailable':
      await wait(Number(response.headers.get('retry-after') ?? 5) * 1000);
      return true;
    case 'ehr-too-slow':
      return true;
    case 'outcome-unknown':
      // Where the bookings of a region do not tell whether a write is done, a repeated one could be done, too.
      return !message?.includes('Ask the care unit');
    default:
      return false;
  }
};

/** Whether the user must hear that something is missing. For unmapped values nobody must. */
const isIncomplete = response => /\b(records|values|sources)=/.test(response.headers.get('x-left-out') ?? '');

const call = async (method, path, body, { isRepeated = false } = {}) => {
  const { response, answer } = await json(`${SERVICE}${path}`, {
    method,
    headers: {
      'Ocp-Apim-Subscription-Key': KEY,
      Authorization: `Bearer ${token}`,
      patient,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.ok) {
    if (isIncomplete(response)) console.log('The list is not complete: ask at the reception.');
    return answer;
  }
  const word = response.headers.get('x-error');
  if (!isRepeated && (await prepareRepeat(word, response, answer))) {
    return call(method, path, body, { isRepeated: true });
  }
  const sentence = sentences[word] ?? `${response.status} ${answer.message}`;
  // Support needs the request id, never the patient's number.
  return stop(`${sentence} (${word}, request ${response.headers.get('x-request-id')})`);
};

// The interval is in the region's local time, which is also the kiosk's.
const day = new Date().toLocaleDateString('sv-SE');
const [{ ResultCode: code, Comment: comment, Booking: bookings }] = await call(
  'GET',
  `/patients/appointments/?fromDateTime=${day}T00:00:00&toDateTime=${day}T23:59:59`,
);
if (code === 'ERROR') stop(comment);
if (bookings.length === 0) console.log('No booking today.');

for (const booking of bookings) {
  const { ContactId: id, StartTime: start, PerformingUnit: unit, PaymentDetails: payment } = booking;
  // The first object of Any is the state, as far as the region knows it.
  const [{ Status: status, PaymentStatus: paymentStatus } = {}] = booking.Any;
  const price = payment?.Price === undefined ? undefined : `${payment.Price} kr`;
  console.log([start, unit?.Name, price].filter(Boolean).join('  '));
  // A state that is not understood may mean that the visit is cancelled.
  if (status === 'UNKNOWN' || paymentStatus === 'UNKNOWN') {
    console.error('Ask at the reception.');
    process.exitCode = 1;
    continue;
  }
  const arrived = await call('PUT', `/patients/appointments/?id=${encodeURIComponent(id)}`, {
    status: 'arrived',
  });
  console.log(`  arrival: ${arrived.ResultCode} ${arrived.Comment}`);
  // No payment without an arrival. INFO means that the patient had already arrived.
  if (arrived.ResultCode === 'ERROR') {
    console.error('Ask at the reception.');
    process.exitCode = 1;
    continue;
  }
  if (paymentStatus === 'PAID') {
    console.log('  payment: already paid');
    continue;
  }
  if (payment?.Price === 0) {
    console.log('  payment: nothing to pay');
    continue;
  }
  if (payment?.Price === undefined) {
    // Without a price, the kiosk takes no money.
    console.error('Ask at the reception what to pay.');
    process.exitCode = 1;
    continue;
  }
  const [paid] = await call('POST', '/patients/paymentnotice/', {
    status: 'PAID',
    contactId: id,
    paymentType: 'CARD',
  });
  console.log(`  payment: ${paid.ResultCode} ${paid.Comment}`);
}
