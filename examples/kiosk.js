// A check-in kiosk: client credentials, today's bookings of one patient, arrival and payment.
//
//   KEY=… node examples/kiosk.js            asks for the patient's number, and does not show it
//   echo 197010632391 | KEY=… node examples/kiosk.js
//
// The operator lists the client in AUTH_PARTNER_CLIENTS. The sandbox prints the key. Everywhere else, SERVICE, ISSUER,
// CLIENT_ID and CLIENT_SECRET say where to call and as whom.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

const {
  SERVICE = 'http://127.0.0.1:3000',
  ISSUER = 'http://127.0.0.1:3002',
  CLIENT_ID = 'partner',
  CLIENT_SECRET = 'partner-secret',
  KEY = '',
} = process.env;

/** Ends the kiosk with one sentence. */
const stop = sentence => {
  console.error(sentence);
  process.exit(1);
};

if (KEY === '') stop('Set KEY to the subscription key, for example KEY=… node examples/kiosk.js');

/** The number that is typed or piped in. It is never an argument: those stay in the history of the shell. */
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

/** Where tokens are given: the issuer's own metadata says it, for each issuer differently. */
const findTokenEndpoint = async () => {
  const { response, answer } = await json(`${ISSUER}/.well-known/openid-configuration`);
  return answer.token_endpoint ?? stop(`No metadata at ISSUER ${ISSUER} (status ${response.status}).`);
};

/** A token of the kiosk itself: it may name any patient, because the operator lists it as a partner. */
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
const token = await getToken();

const call = async (method, path, body) => {
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
  // Support asks for the request id, never for the patient's number.
  if (!response.ok) stop(`${response.status} ${answer.message} (${response.headers.get('x-request-id')})`);
  if (response.headers.has('x-left-out')) console.log('The list is not complete: ask at the reception.');
  return answer;
};

// The interval is local time of the region, which is the kiosk's own.
const day = new Date().toLocaleDateString('sv-SE');
const [{ ResultCode: code, Comment: comment, Booking: bookings }] = await call(
  'GET',
  `/patients/appointments/?fromDateTime=${day}T00:00:00&toDateTime=${day}T23:59:59`,
);
if (code === 'ERROR') stop(comment);
if (bookings.length === 0) console.log('No booking today.');

for (const { ContactId: id, StartTime: start, PerformingUnit: unit, PaymentDetails: payment } of bookings) {
  console.log(`${start}  ${unit?.Name}  ${payment?.Price ?? 0} kr`);
  const arrived = await call('PUT', `/patients/appointments/?id=${encodeURIComponent(id)}`, {
    status: 'arrived',
  });
  console.log(`  arrival: ${arrived.ResultCode} ${arrived.Comment}`);
  // Whoever could not be marked as arrived does not pay here. INFO means that it was done before.
  if (arrived.ResultCode === 'ERROR') stop('Ask at the reception.');
  const [paid] = await call('POST', '/patients/paymentnotice/', {
    status: 'PAID',
    contactId: id,
    paymentType: 'CARD',
  });
  console.log(`  payment: ${paid.ResultCode} ${paid.Comment}`);
}
