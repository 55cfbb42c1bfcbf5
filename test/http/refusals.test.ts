// Every way to be refused: how to provoke it, and what comes of it. The client gets a status, a sentence and a word in one of two
// shapes, and a challenge (D12, D14, D30); the operators a reason in the log and in the metric, with the subscription.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { memoryRateCounter } from '../../src/adapters/rate-limit/memory.ts';
import { Failure } from '../../src/domain/model/failure.ts';
import { failureReasons, type RefusalReason } from '../../src/domain/model/failure-reasons.ts';
import { forger } from '../attacks/tokens/forge.ts';
import { forThisFile } from '../support/for-this-file.ts';
import { inTurn } from '../support/in-turn.ts';
import { samplesOf, sumOf } from '../support/scrape.ts';
import { send } from '../support/send.ts';
import { type EhrServer, ehrServer, unknownPatient, xml } from '../support/servers/ehr-server.ts';
import { newKey, type SignOptions, startIssuer } from '../support/servers/issuer.ts';
import {
  hashOf,
  key,
  type ServiceOptions,
  startService,
  type TestService,
} from '../support/service/service.ts';
import {
  type AskOptions,
  call,
  credentials,
  documentOf,
  everyScope,
  expectFault,
  type Row,
  raw,
  rowOf,
  rows,
  type Said,
  said,
  smallEhr,
  speak,
  subscription,
} from './contract.ts';

type Claims = Readonly<Record<string, unknown>>;
type Answer = EhrServer['answer'];

const own = '191212121212';
const child = '201907152399';
/** Enough patients, whose failures open a circuit. */
const others = ['198507302381', '199906062386', '196204052382', '194001172396', child, '189001019802'];

const issuer = await forThisFile(startIssuer());
const silent = await forThisFile(startIssuer());
silent.available = false;
/** A key that the issuer does not publish. */
const unpublished = await newKey();
const ehr = await forThisFile(ehrServer(smallEhr()));
const clients = ['kiosk', 'check-in'];
const subscriptions = [
  { name: 'app', keys: [hashOf('older-key'), hashOf(key)], rateLimit: 1_000_000 },
  subscription('kiosks', { clients }),
  subscription('expired', { expires: '2024-02-29' }),
  subscription('paused', { paused: true }),
  subscription('elsewhere', { networks: ['192.0.2.0/24', '2001:db8::/32'] }),
  subscription('payments', { clients, operations: ['paymentNotice'] }),
  subscription('journals', { clients, operations: ['journalNotes'] }),
  subscription('user', { userRateLimit: 1 }),
  subscription('small', { rateLimit: 1 }),
  ...rows.map(({ number }) => subscription(`once-${number}`, { rateLimit: 1 })),
];

/** A service whose rate limits count all calls in one window. */
const start = ({ settings, replaced, ...options }: Partial<ServiceOptions> = {}) =>
  startService({
    ...{ issuer, ehr: ehr.url, subscriptions },
    settings: { ADMIN_PORT: '0', ...settings },
    replaced: { counter: memoryRateCounter(() => 0), ...replaced },
    ...options,
  });
const service = await forThisFile(start());

const sign = (claims: Claims = {}, options: SignOptions = {}) =>
  issuer.sign({ patient: own, scope: everyScope, ...claims }, options);
/** The usual token: a patient's, with every scope. */
const token = await sign();

/** How a request differs from the usual one of its operation. */
type Way = AskOptions & {
  readonly method?: string;
  readonly path?: string;
  /** Claims that differ from those of the usual token. */
  readonly claims?: Claims;
  readonly authorization?: string;
  /** Sent in place of the request, as it is. */
  readonly bytes?: string;
  readonly ehr?: Answer;
  /** For a service of its own. */
  readonly own?: Partial<ServiceOptions>;
  /** The same request has been sent before. */
  readonly isSecond?: true;
};
type Ways = Readonly<Record<string, Way | ((row: Row) => Way | Promise<Way>)>>;

type Refusal = {
  readonly reason: RefusalReason;
  readonly said: Said;
  /** The operations that it is tried with; `undefined` for none: then the error has the shape 1. */
  readonly tried: readonly (Row | undefined)[];
  /** The subscription that operators see; undefined before the key is known. */
  readonly of: string | ((row: Row) => string) | undefined;
};
type Tried = Pick<Refusal, 'tried' | 'of'>;

const cases: (Refusal & { readonly name: string; readonly way: Ways[string] })[] = [];

/** Adds rows to the table. */
const refused = (reason: RefusalReason, words: Said, tried: Tried, ways: Ways) => {
  for (const [name, way] of Object.entries(ways)) cases.push({ reason, said: words, ...tried, name, way });
};
const on = (...numbers: number[]): Tried => ({ tried: numbers.map(rowOf), of: 'app' });
const usual = on(10);
const all: Tried = { tried: rows, of: 'app' };
const from = (number: number): Tried => ({ tried: rows.slice(number - 1), of: 'app' });
const allOf = (of: Refusal['of']): Tried => ({ tried: rows, of });
const nobody: Tried = { ...usual, of: undefined };
const nowhere: Tried = { tried: [undefined], of: undefined };

// Before the gates.
const proxied = { own: { settings: { TRUST_PROXY: '192.0.2.1' } } };
refused('proxy-required', said.proxyRequired, nobody, { 'no trusted proxy': proxied });
refused('overload-requests', said.overloaded, nobody, {
  'too many requests in flight': { own: { limits: { requests: 0 } } },
});
refused('path-unknown', said.notFound, nowhere, { 'an unknown path': { path: '/nowhere/' } });
const preflight = { origin: 'https://evil.test', 'access-control-request-method': 'GET' };
refused('method-unknown', said.otherMethod, nowhere, {
  'another method': { method: 'DELETE' },
  'a preflight of an unlisted origin': { method: 'OPTIONS', headers: preflight },
});

// What Node or the router cannot read as a request of ours.
const contacts = '/patients/contacts/';
const unreadable = (reason: RefusalReason, status: number, requests: Readonly<Record<string, string>>) =>
  refused(
    reason,
    { ...said.unreadable, status },
    nowhere,
    Object.fromEntries(Object.entries(requests).map(([name, bytes]) => [name, { bytes }])),
  );
const host = 'host: service.test\r\nconnection: close\r\n';
const got = (lines: string) => `GET ${contacts} HTTP/1.1\r\n${lines}\r\n`;
const put = (lines: string) => `PUT ${contacts} HTTP/1.1\r\n${host}${lines}`;
const url = (path: string) => `GET ${path} HTTP/1.1\r\n${host}\r\n`;
unreadable('http-malformed', 400, {
  'no HTTP': 'GARBAGE\r\n\r\n',
  'a strange method': `FOO ${contacts} HTTP/1.1\r\n${host}\r\n`,
  'a strange version': `GET ${contacts} HTTP/9.9\r\n${host}\r\n`,
  'a header without colon': got(`${host}patient\r\n`),
  'a header name with a space': got(`${host}pat ient: x\r\n`),
  'a header that begins with a space': got(`${host} broken\r\n`),
  'two lengths': put('content-length: 1\r\ncontent-length: 2\r\n\r\nx'),
  'a length and chunks': put('content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'),
  'a length that is not a number': put('content-length: x\r\n\r\n'),
});
unreadable('http-version', 505, { 'another version': `GET / HTTP/2.0\r\n${host}\r\n` });
unreadable('http-host', 400, {
  'no host': got('connection: close\r\n'),
  'no host for a health check': 'GET /health/live HTTP/1.1\r\nconnection: close\r\n\r\n',
});
unreadable('http-expectation', 417, { 'a strange expectation': got(`${host}expect: miracles\r\n`) });
unreadable('http-connect', 400, { CONNECT: `CONNECT a:443 HTTP/1.1\r\nhost: a:443\r\n\r\n` });
unreadable('http-transfer-encoding', 501, {
  'a compressed transfer': put('transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n'),
});
unreadable('http-framing', 400, {
  'chunks in HTTP/1.0': `GET / HTTP/1.0\r\n${host}transfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
});
unreadable('http-headers-too-large', 431, {
  'oversized headers': got(`${host}x-large: ${'x'.repeat(20_000)}\r\n`),
  'an oversized URL': url(`${contacts}?x=${'x'.repeat(20_000)}`),
});
const badUrls = [
  '/patients/%zz/',
  '/%',
  `${contacts}%E0%A4%A`,
  '/patients/contacts%/?api-version=v2',
  '/health/live#a',
];
unreadable('http-url', 400, Object.fromEntries(badUrls.map(path => [`the URL ${path}`, url(path)])));

// The subscription key (D3). A client that obeyed a challenge for its token would fetch a new one in vain.
refused('key-missing', said.noKey, allOf(undefined), {
  'no key': { key: null },
  'a key in the URL': { key: null, more: `subscription-key=${key}` },
  'a key in the URL by its header name': { key: null, more: `Ocp-Apim-Subscription-Key=${key}` },
});
refused('key-unknown', said.badKey, allOf(undefined), {
  'an unknown key': { key: 'no-such-key' },
  'the hash of a key': { key: hashOf(key) },
  'part of a key': { key: key.slice(0, -1) },
});
const twoKeys = (second: string) => (row: Row) => ({
  bytes: raw(call(row), [...credentials(token), ['ocp-apim-subscription-key', second]]),
});
refused('key-repeated', said.badKey, allOf(undefined), {
  'a key twice': twoKeys(key),
  'two keys': twoKeys('older-key'),
  'a key and an unknown one': twoKeys('no-such-key'),
});
for (const [name, reason, words] of [
  ['expired', 'subscription-expired', said.badKey],
  ['paused', 'subscription-paused', said.badKey],
  ['elsewhere', 'subscription-address', said.otherAddress],
] as const)
  refused(reason, words, allOf(name), { [`a subscription that is ${name}`]: { key: `${name}-key` } });

// The rate (D13).
const oneEach = { own: { settings: { RATE_LIMIT: '1' } }, isSecond: true } as const;
refused('rate-address', said.tooMany, nobody, { 'calls without a key': { ...oneEach, key: null } });
const onceEach = allOf(row => `once-${row.number}`);
refused('rate-subscription-address', said.tooMany, onceEach, {
  'calls of a subscription from one address': row => ({ key: `once-${row.number}-key`, isSecond: true }),
});
const user: Tried = { ...usual, of: 'user' };
refused('rate-user', said.tooMany, user, { 'calls of one user': { key: 'user-key', isSecond: true } });

// The access token (D4).
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const part = (at: number) => token.split('.')[at] ?? '';
const kid = issuer.keys[0]?.kid;
const forged = (header: object, signature: (input: string) => string) => {
  const input = `${encode({ kid, typ: 'at+jwt', ...header })}.${part(1)}`;
  return { token: `${input}.${signature(input)}` };
};
const hmac = (input: string) =>
  createHmac('sha256', JSON.stringify(issuer.keys[0]?.jwk)).update(input).digest('base64url');
const signed = (claims: Claims, options?: SignOptions) => async () => ({
  token: await sign(claims, options),
});
const headed = (header: Claims, claims: Claims = {}) => signed(claims, { header });
/** By the clock of the test that sends it. */
const timed = (claims: (now: number) => Claims) => () => signed(claims(Math.floor(Date.now() / 1000)))();
const signature = () => Buffer.alloc(64, 1);
const tokens = (reason: RefusalReason, ways: Ways) => refused(reason, said.badToken, all, ways);
tokens('token-missing', { 'no token': { token: undefined } });
tokens('token-malformed', {
  Basic: { authorization: 'Basic dXNlcjpwYXNz' },
  'Basic with a good token': { authorization: `Basic ${token}` },
  'a scheme alone': { authorization: 'Bearer' },
  'a word': { token: 'not-a-token' },
  'three words with dots': { token: 'a.b.c' },
  'five parts': { token: `${token}.a.b` },
  'two parts': { token: `${part(0)}.${part(1)}` },
  'no signature': { token: `${part(0)}.${part(1)}.` },
  'alg none': forged({ alg: 'none' }, () => ''),
  'two tokens': { token: `${token} ${token}` },
  'two tokens with a comma': { token: `${token},${token}` },
  'a token that is sent twice': row => ({
    bytes: raw(call(row), [...credentials(token), ['authorization', `Bearer ${token}`]]),
  }),
});
tokens('token-expired', {
  expired: timed(now => ({ exp: now - 10 })),
  'long expired': timed(now => ({ exp: now - 60 })),
});
tokens('token-claims', { 'without exp': signed({ exp: undefined }) });
tokens('token-not-yet-valid', {
  'not yet valid': timed(now => ({ nbf: now + 20 })),
  'valid in ten minutes': timed(now => ({ nbf: now + 600 })),
});
tokens('token-audience', {
  'other audience': signed({ aud: 'urn:test:other' }),
  'other audiences': signed({ aud: ['urn:test:other', 'urn:test:patient-data-2'] }),
  'no audience': signed({ aud: undefined }),
});
tokens('token-issuer', {
  'other issuer': signed({ iss: 'https://issuer.example.test' }),
  'issuer with a slash': signed({ iss: `${issuer.url}/` }),
  'no issuer': signed({ iss: undefined }),
});
tokens('token-key-unknown', {
  'without kid': headed({ kid: undefined }),
  'an empty kid': headed({ kid: '' }),
  'an unknown kid': headed({ kid: 'no-such-kid' }),
  'a key that is not published': signed({}, { key: unpublished }),
});
tokens('token-signature', {
  'the kid of another key': signed({}, { key: unpublished, header: { kid } }),
  'changed claims': { token: `${part(0)}.${encode({ iss: issuer.url, patient: child })}.${part(2)}` },
  'a signature of nothing': async () => ({ token: await forger(issuer, {})({ signature }) }),
});
tokens('token-algorithm', {
  'alg none with a signature': forged({ alg: 'none' }, () => part(2)),
  'an HMAC by the public key': forged({ alg: 'HS256' }, hmac),
});
tokens('token-type', {
  'typ of an id token': headed({ typ: 'id+jwt' }),
  'typ of a logout token': headed({ typ: 'logout+jwt' }),
  'typ of a proof': headed({ typ: 'dpop+jwt' }),
  crit: headed({ crit: ['b64'], b64: true }),
  'claim typ ID': signed({ typ: 'ID' }),
  'claim typ Refresh': signed({ typ: 'Refresh' }),
  'claim typ in lower case': signed({ typ: 'bearer' }),
  'claim at_hash': signed({ at_hash: 'x' }),
  'claim c_hash': signed({ c_hash: 'x' }),
  'claim events': signed({ events: {} }),
  'nonce, typ JWT': headed({ typ: 'JWT' }, { nonce: 'x' }),
  'nonce, no typ': headed({ typ: undefined }, { nonce: 'x' }),
});
tokens('token-bound', { 'a token bound to a certificate': signed({ cnf: { 'x5t#S256': 'x'.repeat(43) } }) });
refused('issuer-keys-unavailable', said.unavailable, all, {
  'keys of the issuer that cannot be fetched': async () => ({
    token: await silent.sign({ patient: own, scope: everyScope }),
    own: { issuer: silent },
  }),
});

// The client (D3), the scope (D5), the operation (D3), the user's rate (D13), the subject.
refused(
  'client-mismatch',
  said.otherClient,
  allOf('kiosks'),
  Object.fromEntries(
    ['app', 'kios', 'Kiosk', '', undefined].map(client_id => [
      `the client ${client_id}`,
      { claims: { client_id }, key: 'kiosks-key' },
    ]),
  ),
);
/** Both spellings of all other scopes. */
const without = ({ scope }: Row) =>
  rows.filter(other => other.scope !== scope).map(other => `${other.scope} ${other.dotted}`);
const scoped = (claims: (row: Row) => Claims) => (row: Row) => ({ claims: claims(row) });
refused('scope-missing', said.noScope, all, {
  'no scope': { claims: { scope: undefined } },
  'an empty scope': { claims: { scope: '' } },
  'all other scopes': scoped(row => ({ scope: without(row).join(' ') })),
  'part of the scope': scoped(({ scope }) => ({ scope: scope.slice(0, -1) })),
  'more than the scope': scoped(({ scope }) => ({ scope: `${scope}s system/${scope} ${scope}/x` })),
  'the scope in upper case': scoped(({ scope }) => ({ scope: scope.toUpperCase() })),
  'read for write, write for read': scoped(({ scope }) => ({ scope: scope.replace(/-.*/, '-*') })),
  'the scope in another claim': scoped(({ scope }) => ({ scope: undefined, scopes: scope, roles: [scope] })),
  'the scope in an object': scoped(({ scope }) => ({ scope: { [scope]: true } })),
});
const otherOperation = ({ name }: Row) => (name === 'paymentNotice' ? 'journals' : 'payments');
refused('subscription-operation', said.otherOperation, allOf(otherOperation), {
  'a subscription for other operations': row => ({
    claims: { client_id: 'kiosk' },
    key: `${otherOperation(row)}-key`,
  }),
});
refused('subject-number-invalid', said.badNumber, usual, {
  'a malformed patient number': { patient: '19121212' },
  'a wrong check digit': { patient: '191212121213' },
});
refused('subject-missing', said.noPatient, usual, { 'no patient': { claims: { patient: undefined } } });
refused('subject-claim-invalid', said.noPatient, usual, {
  'no number in the token': { claims: { patient: 'nobody' } },
});
refused('subject-not-represented', said.notAllowed, usual, { 'somebody else’s patient': { patient: child } });
refused('subject-protected', said.notAllowed, usual, {
  'a protected child': { claims: { acts_for: child }, patient: child, ehr: smallEhr(() => true) },
});

// Input.
const spelled = (hint: string) => ({ ...said.badParameter, text: `The parameter ${hint}` });
const json = { 'content-type': 'application/json' };
const time =
  'fromDateTime must be one local time of the form YYYY-MM-DDThh:mm:ss, for example 2026-01-15T09:30:00.';
refused('query-invalid', spelled(time), usual, {
  'a misspelt time': { more: 'fromDateTime=yesterday' },
});
const noDay = 'fromDateTime must be a real calendar time, for example 2026-01-15T09:30:00.';
refused('query-invalid', spelled(noDay), usual, {
  'a day that is not there': { more: 'fromDateTime=2026-02-30T00:00:00' },
});
refused('query-invalid', spelled('api-version must be left out: this operation has no versions.'), usual, {
  'a version that is not there': { more: 'api-version=v9' },
});
refused('query-invalid', said.badParameter, usual, { 'a query that cannot be decoded': { more: 'x=%zz' } });
const id = 'id must be a string of 1 to 128 characters, none of them a control character, for example 59062.';
refused('query-invalid', spelled(id), on(2), { 'no id': { path: rowOf(2).path } });
refused('body-invalid', { ...said.badBody, text: 'The member status must be the text "arrived".' }, on(2), {
  'another status': { body: { status: 'gone' } },
});
const noBody =
  'The body must be a JSON object in UTF-8, with each member once and none called __proto__, for example {"status":"arrived"}.';
refused('body-invalid', { ...said.badBody, text: noBody }, on(2), {
  'no JSON': { body: '{', headers: json },
});
refused('body-invalid', said.badBody, on(1), {
  'no JSON': { body: '{', headers: json },
  'another status': { body: { status: 'UNPAID' } },
});
const form = { 'content-type': 'application/x-www-form-urlencoded' };
refused('body-media-type', said.otherMediaType, on(1, 2), {
  'a form': { body: '{"status":"arrived"}', headers: form },
  text: { body: '{}', headers: { 'content-type': 'text/plain' } },
  'a compressed body': { headers: { 'content-encoding': 'gzip' } },
});
refused('body-too-large', said.largeBody, on(1, 2), {
  'a large body': { body: { status: 'arrived', more: 'x'.repeat(66_000) } },
  'large white space': { body: ' '.repeat(70_000), headers: json },
});

// What the service itself needs.
const unwritable = {
  append: () => Promise.reject(new Failure('log-unavailable', { reason: 'access-log-unwritable' })),
  isWritable: async () => false,
  isKnownUnwritable: () => false,
};
refused('access-log-unwritable', said.unavailable, usual, {
  'an access log that cannot be written': { own: { replaced: { accessLog: unwritable } } },
});
const budget = (bytes: number) => ({ own: { settings: { ANSWER_BUDGET_BYTES: String(bytes) } } });
refused('answer-budget-exceeded', said.overloaded, usual, {
  'memory for answers that is taken': budget(1),
  'memory for answers that is small': budget(10),
});
refused('answer-share-exceeded', said.overloaded, usual, {
  'more than the share of a subscription': async row =>
    budget(4 * (await service.ask(call(row, { token }))).text.length),
});
const broken = () => {
  throw new Error('a bug');
};
refused('unexpected', said.unexpected, nobody, {
  'a fault of the service': { own: { replaced: { subscriptions: broken } } },
});

// The EHR (D14). The failures of one patient do not make a service stop asking it (D31).
const page = '<!DOCTYPE html><html><body>ehr-7.internal: patient 191212121212</body></html>';
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response.writeHead(code, { 'content-type': 'text/html', ...headers }).end(page);
const empty =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response.writeHead(code, headers).end();
const sends =
  (text: string | ((path: string) => string), code = 200): Answer =>
  ({ path }, response) =>
    xml(response, typeof text === 'string' ? text : text(path), code);
const brokenOff = (response: ServerResponse, text: string) => {
  response.writeHead(200, { 'content-type': 'application/xml', 'content-length': 10_000 });
  response.write(text, () => response.socket?.destroy());
};
const fails = (reason: RefusalReason, words: Said, tried: Tried, answers: Readonly<Record<string, Answer>>) =>
  refused(
    reason,
    words,
    tried,
    Object.fromEntries(
      Object.entries(answers).map(([name, answer]) => [`the EHR: ${name}`, { ehr: answer }]),
    ),
  );
const notes = (text: string) => `<JournalNoteEHRExtracts>${text}</JournalNoteEHRExtracts>`;
const deep = `<JournalNoteEHRExtract>${'<a>'.repeat(200)}${'</a>'.repeat(200)}</JournalNoteEHRExtract>`;
const some = on(3, 8, 10);
const { ehrAway, ehrLate, ehrUnusable } = said;
fails('ehr-says-unavailable', ehrAway, all, { 503: status(503) });
fails('ehr-says-unavailable', ehrAway, some, { 429: status(429), '503 without a body': empty(503) });
fails('ehr-says-timeout', ehrLate, all, { 504: status(504) });
fails('ehr-says-timeout', ehrLate, some, { '504 without a body': empty(504) });
fails('ehr-no-answer', ehrAway, all, { 'no status': (_, response) => response.socket?.destroy() });
fails('ehr-status', ehrUnusable, all, { 500: status(500), '404 of a proxy': status(404) });
fails('ehr-not-well-formed', ehrUnusable, all, { 'an HTML page': status(200) });
fails('ehr-status', ehrUnusable, some, {
  502: status(502),
  400: status(400),
  401: status(401),
  '404 without a body': empty(404),
  '404 with another fault': sends('<Fault><Code>NO_ROUTE</Code></Fault>', 404),
  '409': sends('<Conflict/>', 409),
  204: empty(204),
  'a redirect': empty(302, { location: '/' }),
});
fails('ehr-status', ehrUnusable, from(3), {
  'an unknown booking as the answer to a read': sends(unknownPatient.replace('PATIENT', 'BOOKING'), 404),
});
fails('ehr-document', ehrUnusable, some, {
  'another root': sends('<Answer/>'),
  'an HTML page in XML': sends('<html/>'),
});
fails('ehr-not-well-formed', ehrUnusable, some, {
  nothing: sends(''),
  JSON: sends('{"ResultCode":"OK"}'),
  'a document type': sends(path => `<!DOCTYPE x>${documentOf(path, own)}`),
  'a cut document': sends(path => documentOf(path, own).slice(0, -5)),
  'a root that is not closed': sends('<JournalNoteEHRExtracts>'),
});
fails('ehr-unknown-element', ehrUnusable, on(10), {
  'an unknown element': sends(notes('<JournalNoteExtract/>')),
});
fails('ehr-limit', ehrUnusable, on(10), { 'elements within elements': sends(notes(deep)) });
fails('ehr-encoding', ehrUnusable, on(10), {
  'another compression': (_, response) => response.writeHead(200, { 'content-encoding': 'br' }).end('x'),
  'an unknown encoding': sends('<?xml version="1.0" encoding="klingon"?><a/>'),
});
fails('ehr-answer-broken-off', ehrUnusable, some, {
  'half an answer': ({ path }, response) => brokenOff(response, documentOf(path, own)),
  'the beginning of an answer': (_, response) => brokenOff(response, '<JournalNoteEHRExtracts>'),
});
const silence = { ehr: () => undefined };
refused('ehr-timeout', ehrLate, some, {
  'the EHR: nothing in its time': { ...silence, own: { system: { timeoutMs: 60 } } },
  'the EHR: nothing in our time': { ...silence, own: { settings: { REQUEST_TIMEOUT_MS: '120' } } },
});
refused('ehr-no-connection', ehrAway, some, {
  'the EHR: refused': { own: { ehr: 'http://127.0.0.1:1' } },
});
refused('ehr-answer-too-large', ehrUnusable, usual, {
  'the EHR: a large answer': {
    ehr: sends(`<a>${'x'.repeat(5000)}</a>`),
    own: { system: { maxAnswerBytes: 2000 } },
  },
});
const ofAnother = `<Bookings><Patient><PersonNumbers><Number>${child}</Number></PersonNumbers></Patient></Bookings>`;
fails('ehr-wrong-patient', ehrUnusable, on(3), { 'bookings of another patient': sends(ofAnother) });
fails('patient-unknown', said.noSuchPatient, from(4), { 'an unknown patient': sends(unknownPatient, 404) });
/** Answers reads, and does something else with what is written. */
const onWrite =
  (answer: (response: ServerResponse) => unknown): Answer =>
  (received, response) =>
    received.method === 'GET' ? smallEhr()(received, response) : answer(response);
fails('ehr-outcome-unknown', said.outcomeUnknown, on(1, 2), {
  'a write that is answered by another text': onWrite(response =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end('done?'),
  ),
  'a write that is not answered': onWrite(response => response.destroy()),
});
refused('not-offered', said.notOffered, on(8, 10), {
  'an operation that the region does not have': { own: { profile: { sources: { patients: 'ehr' } } } },
});

beforeEach(() => {
  ehr.received.length = 0;
  ehr.answer = smallEhr();
});

const seen = new Set<string>();

/** The one line of a request's answer. */
const lineOf = async (at: TestService, requestId: string | null) => {
  const lines = () => at.log().filter(line => line.requestId === requestId && line.msg === 'answered');
  await expect.poll(lines).toHaveLength(1);
  return lines()[0] ?? {};
};

const countOf = async (at: TestService, reason: string, subscription = 'none') =>
  sumOf(samplesOf(await at.scrape()), 'pdas_refusals_total', { reason, subscription });

/** On operation 8, what is not offered is 404, and a 5xx is 500 (D12). */
const statusOn = (row: Row | undefined, status: number): number => {
  if (row?.number !== 8) return status;
  return status === 501 ? 404 : Math.min(status, 500);
};

const challengeOf = ({ reason, said: { word } }: Refusal, row: Row | undefined): string | null => {
  if (word === 'key-missing' || word === 'key-invalid')
    return 'SubscriptionKey realm="patient data", header="Ocp-Apim-Subscription-Key"';
  if (reason === 'token-missing') return 'Bearer';
  if (word === 'token-invalid') return 'Bearer error="invalid_token"';
  return word === 'scope-missing' ? `Bearer error="insufficient_scope", scope="${row?.scope}"` : null;
};

/** Sends the request of a way. */
const provoke = async (at: TestService, row: Row, way: Way) => {
  if (way.bytes !== undefined) return speak(at.url, way.bytes);
  const { method, path, claims, authorization, own: _own, ehr: _ehr, isSecond, ...options } = way;
  const headers = { ...options.headers, ...(authorization === undefined ? {} : { authorization }) };
  const given = claims === undefined ? {} : { token: await sign(claims) };
  const usual = call(row, {
    token: authorization === undefined ? token : undefined,
    ...given,
    ...options,
    headers,
  });
  const request = {
    ...usual,
    ...(method === undefined ? {} : { method }),
    ...(path === undefined ? {} : { path }),
  };
  if (isSecond) expect((await at.ask(request)).status).not.toBe(429);
  return at.ask(request);
};

/** Provokes a refusal, and judges what the client and the operators get. */
const expectRefusal = async (refusal: Refusal, row: Row | undefined, way: Way) => {
  const { reason, said: words, tried } = refusal;
  const of = typeof refusal.of === 'function' && row !== undefined ? refusal.of(row) : refusal.of?.toString();
  const at = way.own === undefined ? service : await start(way.own);
  try {
    ehr.answer = way.ehr ?? smallEhr();
    // What operators see does not depend on the operation, so it is looked up once.
    const isWatched = row === tried.at(-1);
    const before = isWatched ? await countOf(at, reason, of) : 0;
    const answered = await provoke(at, row ?? rowOf(10), way);
    expectFault(answered, row, { ...words, status: statusOn(row, words.status) });
    expect(answered.text).not.toContain(reason);
    if (reason !== 'ehr-outcome-unknown' && !way.isSecond)
      expect(ehr.received.filter(({ method }) => method !== 'GET')).toEqual([]);
    const { headers } = answered;
    expect(headers.get('www-authenticate')).toBe(challengeOf(refusal, row));
    if (answered.status === 503 || answered.status === 429) expect(headers.get('retry-after')).toBe('5');
    if (!isWatched) return;
    const {
      status: logged,
      reason: why,
      subscription: whose,
    } = await lineOf(at, headers.get('x-request-id'));
    expect({ logged, why, whose }).toEqual({ logged: answered.status, why: reason, whose: of });
    expect(await countOf(at, reason, of)).toBe(before + 1);
    seen.add(reason);
  } finally {
    if (at !== service) await at.close();
  }
};

describe.each(cases)('$name: $reason', refusal => {
  // What operators see is looked up on the last one.
  const tried = [...inTurn(refusal.tried.slice(0, -1), cases.indexOf(refusal)), refusal.tried.at(-1)];
  it.each(tried.map(row => [row?.number ?? 'none', row] as const))('operation %s', async (_, row) => {
    const { way } = refusal;
    await expectRefusal(refusal, row, typeof way === 'function' ? await way(row ?? rowOf(10)) : way);
  });
});

describe('what is refused', () => {
  it('has, on each operation, the statuses that the contract documents', () => {
    const missing = rows.map(row => {
      const provoked = cases.filter(({ tried }) => tried.includes(row));
      const statuses = new Set(provoked.map(refusal => statusOn(row, refusal.said.status)));
      return row.documented.filter(documented => !statuses.has(documented));
    });
    expect(missing.flat()).toEqual([]);
  });

  it('has all words of the description', async () => {
    const { body } = await service.ask({ path: '/openapi.json', key: null });
    const words = new Set(cases.map(refusal => refusal.said.word));
    expect([...body.components.schemas.ErrorWord.enum].sort()).toEqual([...words].sort());
  });

  it('has the words that the description lists for the answers of an operation', async () => {
    const { body } = await service.ask({ path: '/openapi.json', key: null });
    const { responses } = body.paths['/patients/appointments/'].put;
    const words = Object.fromEntries(
      Object.entries<{ headers: Record<string, { schema: { enum: string[] } }> }>(responses)
        .filter(([code]) => code !== '200')
        .map(([code, { headers }]) => [code, [...(headers['x-error']?.schema.enum ?? [])].sort().join(' ')]),
    );
    expect(words).toEqual({
      400: 'invalid-body invalid-parameter',
      401: 'key-invalid key-missing token-invalid',
      403: 'client-mismatch no-patient not-allowed-for-patient proxy-required scope-missing subscription-not-allowed',
      408: 'invalid-body',
      413: 'body-too-large',
      415: 'unsupported-media-type',
      429: 'rate-limited',
      500: 'unexpected',
      502: 'ehr-unusable',
      503: 'ehr-unavailable overloaded service-unavailable',
      504: 'ehr-too-slow outcome-unknown',
    });
    expect(responses[401].description).toContain(
      '[`key-missing`](#description/key-missing): Access denied due to missing subscription key.',
    );
  });
});

describe('what is not refused', () => {
  it('has the subscription in its line, and neither a reason nor a word', async () => {
    const { status: answered, headers } = await service.ask(call(rowOf(10), { token }));
    const line = await lineOf(service, headers.get('x-request-id'));
    expect({ answered, subscription: line.subscription }).toEqual({ answered: 200, subscription: 'app' });
    expect(line).not.toHaveProperty('reason');
  });

  it('has no word', async () => {
    const answers = [
      await service.ask(call(rowOf(10), { token })),
      await service.ask(call(rowOf(2), { token })),
      await service.ask({ path: '/health/live', key: null }),
      await service.ask({ path: '/docs', key: null }),
    ];
    expect(answers.map(answered => answered.status)).toEqual([200, 200, 200, 308]);
    for (const { headers } of answers) expect(headers.has('x-error')).toBe(false);
  });
});

describe('refusals that take more than one request', () => {
  it('not-ready', async () => {
    const at = await start({ replaced: { accessLog: { ...unwritable, append: async () => {} } } });
    const answered = await at.ask({ path: '/health/ready', key: null });
    const line = await lineOf(at, answered.headers.get('x-request-id'));
    expect(line).toMatchObject({ status: 503, reason: 'not-ready' });
    expect(line).not.toHaveProperty('subscription');
    expect(answered.text).not.toContain('not-ready');
    expect(await countOf(at, 'not-ready')).toBe(1);
    seen.add('not-ready');
    await at.close();
  });

  it('rate-subscription: from several addresses', async () => {
    const asked = call(rowOf(10), { token, key: 'small-key' });
    await service.ask(asked);
    const { status: answered, headers } = await send({
      ...asked,
      url: service.url,
      localAddress: '127.0.0.2',
    });
    expect(answered).toBe(429);
    const line = await lineOf(service, String(headers['x-request-id']));
    expect(line).toMatchObject({ reason: 'rate-subscription', subscription: 'small' });
    seen.add('rate-subscription');
  });

  it('a body that breaks when the gates have passed has one line and one entry, both with the status that was answered', async () => {
    const before = await countOf(service, 'http-malformed', 'app');
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    let heard = '';
    socket.on('data', bytes => {
      heard += String(bytes);
    });
    const known = service.entries().length;
    const { method, path, query } = rowOf(2);
    socket.write(
      raw({ method, path: path + query }, [...credentials(token), ['transfer-encoding', 'chunked']]),
    );
    // By then, the gates have let it in, and its body is awaited.
    await wait(300);
    socket.write('zz\r\n');
    await once(socket, 'close');
    expect(heard).toMatch(/^HTTP\/1.1 400 /);
    const requestId = /x-request-id: (\S+)/.exec(heard)?.[1] ?? '';
    const line = await lineOf(service, requestId);
    expect(line).toMatchObject({ status: 400, reason: 'http-malformed', subscription: 'app' });
    await expect.poll(() => service.entries().slice(known)).toHaveLength(1);
    expect(service.entries().at(-1)).toMatchObject({ requestId, status: 400, phase: 'done' });
    expect(service.log().filter(logged => logged.requestId === requestId)).toHaveLength(1);
    expect(await countOf(service, 'http-malformed', 'app')).toBe(before + 1);
  });

  it('ehr-not-notified: a write that certainly was not', async () => {
    const closing: EhrServer = await ehrServer((received, response) => {
      response.setHeader('connection', 'close');
      smallEhr()(received, response);
      return closing.close();
    });
    const refusal = { reason: 'ehr-not-notified', said: said.ehrAway, of: 'app', tried: [rowOf(2)] } as const;
    await expectRefusal(refusal, rowOf(2), { own: { ehr: closing.url } });
  });

  it.each([
    ['ehr-share-taken', 'more calls of one subscription than its share', subscriptions],
    ['ehr-places-taken', 'more calls than a system takes', subscriptions.slice(0, 1)],
  ])('%s: %s', async (reason, _, known) => {
    const at = await start({ system: { maxConcurrent: 1, timeoutMs: 300 }, subscriptions: known });
    ehr.answer = () => {};
    const asked = Array.from({ length: 6 }, () => at.ask(call(rowOf(6), { token })));
    const refusedOnes = (await Promise.all(asked)).filter(answered => answered.status === 503);
    expect(refusedOnes).not.toEqual([]);
    for (const answered of refusedOnes) {
      expect(await lineOf(at, answered.headers.get('x-request-id'))).toMatchObject({ reason });
      // The EHR was not asked: the client hears that the service is busy (D14).
      expectFault(answered, rowOf(6), said.overloaded);
    }
    seen.add(reason);
    await at.close();
  });

  it('ehr-circuit-open: after several failures to connect', async () => {
    const at = await start({ ehr: 'http://127.0.0.1:1' });
    for (const patient of [own, ...others]) {
      const answered = await at.ask(call(rowOf(9), { token: await sign({ patient }) }));
      expect(answered.status).toBe(503);
    }
    const before = await countOf(at, 'ehr-circuit-open', 'app');
    const answered = await at.ask(call(rowOf(9), { token }));
    expectFault(answered, rowOf(9), said.ehrAway);
    expect(answered.text).not.toContain('ehr-circuit-open');
    expect(await countOf(at, 'ehr-circuit-open', 'app')).toBe(before + 1);
    const line = await lineOf(at, answered.headers.get('x-request-id'));
    expect(line).toMatchObject({ status: 503, reason: 'ehr-circuit-open', subscription: 'app' });
    seen.add('ehr-circuit-open');
    await at.close();
  });
});

/** The other test files: they cover reasons that need a process, a second system or a guardian. */
const otherTests = () => {
  const root = join(import.meta.dirname, '../..');
  return globSync('test/**/*.test.ts', { cwd: root, exclude: name => name === 'node_modules' })
    .filter(name => name !== relative(root, import.meta.filename))
    .map(name => readFileSync(join(root, name), 'utf8'))
    .join();
};

it('every reason of the closed list occurs here or in another test', () => {
  const elsewhere = otherTests();
  expect(elsewhere.length).toBeGreaterThan(100_000);
  const reasons = [...Object.values(failureReasons).flat(), 'not-ready'];
  expect(reasons.filter(word => !seen.has(word) && !elsewhere.includes(`'${word}'`))).toEqual([]);
});
