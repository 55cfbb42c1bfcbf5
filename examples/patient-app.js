// A patient's app: the patient signs in (authorization code with PKCE) and sees warnings and journal notes.
//
//   KEY=… node examples/patient-app.js
//
// It prints an address to open in a browser and waits for the sign-in. The sandbox prints the key.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

const {
  SERVICE = 'http://127.0.0.1:3000',
  ISSUER = 'http://127.0.0.1:3002',
  CLIENT_ID = 'patient-app',
  APP_PORT = '3200',
  KEY = '',
} = process.env;
/** Prints a message and ends the app. */
const stop = sentence => {
  console.error(sentence);
  process.exit(1);
};

if (KEY === '') stop('Set KEY to the subscription key, for example KEY=… node examples/patient-app.js');

const json = async (url, options) => {
  const reply = await fetch(url, options).catch(error =>
    stop(`${new URL(url).origin} cannot be reached (${error.cause?.code ?? error.message}).`),
  );
  const body = await reply.json().catch(() => ({}));
  return { reply, body };
};

// The sign-in and token endpoints differ between issuers, so they are read from the issuer's metadata.
const { reply: metadataReply, body: issuer } = await json(`${ISSUER}/.well-known/openid-configuration`);
if (issuer.authorization_endpoint === undefined || issuer.token_endpoint === undefined)
  stop(`No metadata at ISSUER ${ISSUER} (status ${metadataReply.status}).`);

const redirectUri = `http://127.0.0.1:${APP_PORT}/signed-in`;
const base64url = bytes => bytes.toString('base64url');

// PKCE: only a client that knows the verifier can use the code. The state ties the answer to this sign-in.
const verifier = base64url(randomBytes(32));
const state = base64url(randomBytes(16));
const query = new URLSearchParams({
  response_type: 'code',
  client_id: CLIENT_ID,
  redirect_uri: redirectUri,
  scope: 'openid user/AttentionSignal-read user/JournalNote-read',
  code_challenge: base64url(createHash('sha256').update(verifier).digest()),
  code_challenge_method: 'S256',
  state,
});

const server = createServer().listen(Number(APP_PORT), '127.0.0.1');
server.once('error', ({ code }) =>
  stop(`Port ${APP_PORT} cannot be used (${code}). Set APP_PORT to another one.`),
);
await once(server, 'listening');
console.log(`Open ${issuer.authorization_endpoint}?${query}`);
const [request, response] = await once(server, 'request');
const answer = new URL(request.url ?? '', redirectUri).searchParams;
response.setHeader('connection', 'close').end('You are signed in. Go back to the terminal.');
server.close();
if (answer.get('state') !== state) stop('This answer belongs to another sign-in.');
if (answer.has('error')) stop(`Not signed in: ${answer.get('error')}`);

const { reply: granted, body: tokens } = await json(issuer.token_endpoint, {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: CLIENT_ID,
    redirect_uri: redirectUri,
    code: answer.get('code') ?? '',
    code_verifier: verifier,
  }),
});
const { access_token: token } = tokens;
if (token === undefined) stop(`No token: ${granted.status} ${tokens.error ?? ''}`);

/** What the app says, by the word in `x-error`: the texts of the service are for developers. */
const sentences = {
  'token-invalid': 'Your sign-in has expired. Start the app again.',
  'no-such-patient': 'The health record system does not know you.',
  'not-offered': 'Your region does not show this.',
  'rate-limited': 'Too many calls. Try again in a moment.',
  'ehr-unavailable': 'The health record system cannot be reached. Try again later.',
  'ehr-too-slow': 'The health record system did not answer in time. Try again.',
};

/** `values=2, unmapped=80` → `values=2`: no user lacks a value for which no record has a member. */
const lackingIn = leftOut =>
  (leftOut ?? '')
    .split(', ')
    .filter(part => /^(records|values|sources)=/.test(part))
    .join(', ');

const read = async path => {
  const { reply, body } = await json(`${SERVICE}${path}`, {
    headers: { 'Ocp-Apim-Subscription-Key': KEY, Authorization: `Bearer ${token}` },
  });
  if (!reply.ok) {
    const word = reply.headers.get('x-error');
    const sentence = sentences[word] ?? `${reply.status} ${body.error ?? body.message}`;
    stop(`${sentence} (${word}, request ${reply.headers.get('x-request-id')})`);
  }
  const lacking = lackingIn(reply.headers.get('x-left-out'));
  if (lacking !== '') console.log(`This list is not complete (${lacking}).`);
  return body;
};

/** Local times of the region are compared as digits: 20260115093000. The end of a warning may be in the future. */
const { body: region } = await json(`${SERVICE}/capabilities`);
const now = new Date().toLocaleString('sv-SE', { timeZone: region.timeZone }).replaceAll(/\D/g, '');
const isInForce = ({ SignalActive: isActive, SignalDeletionDate: end, UnstructuredType: unstructured }) =>
  isActive !== false && unstructured?.Valid !== false && !(end?.value <= now);

// Warnings that still apply are always in the answer, whatever the interval.
for (const { AttentionSignalEHRExtract: [extract] = [] } of await read('/patients/attentionsignals/')) {
  const signal = extract?.AttentionSignal ?? {};
  // Exactly one of five blocks describes the warning.
  const block = Object.entries(signal).find(([name]) =>
    /^(Hyper|Contagious|NonStandard|Treatment|Unstr)/.test(name),
  );
  const what = block?.[1].Heading ?? signal.SignalWarningSubType ?? 'see your record';
  console.log(`${isInForce(signal) ? 'Warning' : 'No longer in force'}: ${what}`);
}
for (const { JournalNoteEHRExtract: [extract] = [] } of await read('/patients/journalnotes/')) {
  const note = extract?.Note ?? {};
  const isWithdrawn = note.NoteActive === false;
  // When it is about, else when it was written.
  const when = note.NoteDateTime?.value ?? note.NoteVersionDateTime?.value ?? 'at an unknown time';
  console.log(`${when}  ${note.NoteTemplateName ?? 'Note'}${isWithdrawn ? ' (withdrawn)' : ''}`);
}
