// Failure code → HTTP status, message, word and headers, and the two shapes of an error body (D12, D14). The only place where an
// error becomes a body.
import { Failure, type FailureCode } from '../../domain/model/failure.ts';
import { type FailureReason, failureReasons } from '../../domain/model/failure-reasons.ts';
import { algorithms } from '../authentication/decode-jwt.ts';
import type { TokenScheme } from '../authentication/sender.ts';
import type { Operation, Shape } from '../request/operation.ts';
import type { ErrorWord } from './error-words.ts';

type Fault = {
  readonly status: number;
  /** The exact message (decisions.md). If a failure has a hint, the hint replaces it. */
  readonly text: string;
  /** The word for programs; undefined if no client ever gets this answer (D30). */
  readonly word: ErrorWord | undefined;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Seconds after which a client may try again, unless a system asks for more. */
const retryAfterS = 5;
const retryLater = { 'retry-after': String(retryAfterS) };
/** The most seconds of a system that are handed on: a day. */
const maxRetryAfterS = 86_400;
const unavailable = 'The service is not available. Try again later.';
const ehrUnavailable = 'The health record system is not available. Try again later.';
const notAllowed = 'Not allowed to act for this patient.';

/**
 * The challenge for a subscription key: a scheme of its own, which names the header. A client that obeys a `Bearer` challenge
 * would fetch a new token again and again.
 */
const keyChallenge = {
  'www-authenticate': 'SubscriptionKey realm="patient data", header="Ocp-Apim-Subscription-Key"',
};

const faults: Readonly<Record<FailureCode, Fault>> = {
  'proxy-required': {
    status: 403,
    word: 'proxy-required',
    text: 'HTTPS through the trusted proxy is required.',
  },
  overloaded: { status: 503, word: 'overloaded', text: unavailable, headers: retryLater },
  'path-unknown': { status: 404, word: 'not-found', text: 'Resource not found' },
  'method-unknown': { status: 405, word: 'method-not-allowed', text: 'Method not allowed' },
  'key-missing': {
    status: 401,
    word: 'key-missing',
    text: 'Access denied due to missing subscription key.',
    headers: keyChallenge,
  },
  'key-unknown': {
    status: 401,
    word: 'key-invalid',
    text: 'Access denied due to invalid subscription key.',
    headers: keyChallenge,
  },
  'address-not-allowed': {
    status: 403,
    word: 'subscription-not-allowed',
    text: 'Not allowed from this address.',
  },
  'rate-exceeded': {
    status: 429,
    word: 'rate-limited',
    text: 'Rate limit is exceeded. Try again in 5 seconds.',
    headers: retryLater,
  },
  'token-missing': {
    status: 401,
    word: 'token-invalid',
    text: 'Invalid access token.',
    headers: { 'www-authenticate': 'Bearer' },
  },
  'token-invalid': { status: 401, word: 'token-invalid', text: 'Invalid access token.' },
  'proof-invalid': { status: 401, word: 'token-invalid', text: 'Invalid access token.' },
  'replay-unknown': { status: 503, word: 'service-unavailable', text: unavailable, headers: retryLater },
  'keys-unavailable': { status: 503, word: 'service-unavailable', text: unavailable, headers: retryLater },
  'key-of-another-client': {
    status: 403,
    word: 'client-mismatch',
    text: 'The subscription key belongs to another client.',
  },
  'scope-missing': { status: 403, word: 'scope-missing', text: 'Insufficient scope.' },
  'operation-not-allowed': {
    status: 403,
    word: 'subscription-not-allowed',
    text: 'This subscription may not call this operation.',
  },
  'number-invalid': {
    status: 400,
    word: 'invalid-parameter',
    text: 'The header patient must be one patient number: 12 digits, or 8, a hyphen and 4, with a real date and a correct check digit, for example 191212121212.',
  },
  'subject-missing': {
    status: 403,
    word: 'no-patient',
    text: 'No patient in the access token or the patient header.',
  },
  'representation-refused': { status: 403, word: 'not-allowed-for-patient', text: notAllowed },
  'media-type-unknown': {
    status: 415,
    word: 'unsupported-media-type',
    text: 'Send application/json in UTF-8.',
  },
  'body-too-slow': { status: 408, word: 'invalid-body', text: 'The body did not arrive in time.' },
  'body-too-large': { status: 413, word: 'body-too-large', text: 'The body is larger than 64 KiB.' },
  'input-invalid': { status: 400, word: 'invalid-parameter', text: 'The request is not valid.' },
  'request-unreadable': { status: 400, word: 'request-unreadable', text: 'The request cannot be read.' },
  'not-offered': { status: 501, word: 'not-offered', text: 'Not offered by this region.' },
  'patient-unknown': { status: 404, word: 'no-such-patient', text: 'No such patient.' },
  // Never answered: a transition says it in its result (D19, D20).
  'booking-unknown': { status: 404, word: undefined, text: 'No such appointment.' },
  'booking-incomplete': { status: 502, word: undefined, text: 'The appointment lacks information.' },
  'ehr-unavailable': { status: 503, word: 'ehr-unavailable', text: ehrUnavailable, headers: retryLater },
  // The EHR was not even notified: the same for a client, but not for the logic of writes (D21).
  'ehr-unreachable': { status: 503, word: 'ehr-unavailable', text: ehrUnavailable, headers: retryLater },
  'ehr-too-slow': {
    status: 504,
    word: 'ehr-too-slow',
    text: 'The health record system did not answer in time.',
  },
  'ehr-unusable': {
    status: 502,
    word: 'ehr-unusable',
    text: 'The health record system gave an unusable answer.',
  },
  'outcome-unknown': {
    status: 504,
    word: 'outcome-unknown',
    text: 'The outcome is not known. Repeating the request is safe.',
  },
  // Nothing would keep the repeated request from being done a second time (D21).
  'outcome-unreadable': {
    status: 504,
    word: 'outcome-unknown',
    text: 'The outcome is not known. Ask the care unit before repeating the request.',
  },
  // Nobody receives this. 499 is the status that servers usually log for it.
  'client-gone': { status: 499, word: undefined, text: 'The client went away.' },
  stopping: { status: 503, word: 'service-unavailable', text: unavailable, headers: retryLater },
  'budget-exceeded': { status: 503, word: 'overloaded', text: unavailable, headers: retryLater },
  'log-unavailable': { status: 503, word: 'service-unavailable', text: unavailable, headers: retryLater },
  unexpected: { status: 500, word: 'unexpected', text: 'Unexpected error.' },
};

/** What is different for some reasons of a code. */
const ofReasons: Readonly<Partial<Record<FailureReason, Partial<Fault>>>> = {
  'http-request-timeout': { status: 408 },
  'http-expectation': { status: 417 },
  'http-headers-too-large': { status: 431 },
  'http-transfer-encoding': { status: 501 },
  'http-version': { status: 505 },
  'body-invalid': { word: 'invalid-body' },
  // Refused here: the EHR was not asked (D14).
  'ehr-places-taken': { word: 'overloaded', text: unavailable },
  'ehr-share-taken': { word: 'overloaded', text: unavailable },
};

/** The fault of a failure, but for operation 8. */
const faultFor = (code: FailureCode, reason: FailureReason): Fault => ({
  ...faults[code],
  ...ofReasons[reason],
});

/** Word → the statuses with which it is answered, ascending; operation 8 has 404 and 500 instead of some. */
export const statusesOf = (word: ErrorWord): readonly number[] => {
  const codes = Object.keys(failureReasons) as FailureCode[];
  const answers = codes.flatMap(code => failureReasons[code].map(reason => faultFor(code, reason)));
  const statuses = answers.filter(answer => answer.word === word).map(({ status }) => status);
  return [...new Set(statuses)].sort((a, b) => a - b);
};

/** Fastify's own errors, by code. */
const fastifyErrors: Readonly<Record<string, (cause: unknown) => Failure>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: cause => new Failure('body-too-large', { cause }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: cause => new Failure('media-type-unknown', { cause }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: cause =>
    new Failure('request-unreadable', { reason: 'http-malformed', cause }),
  FST_ERR_BAD_URL: cause => new Failure('request-unreadable', { reason: 'http-url', cause }),
};

const codeOf = (error: unknown): string | undefined => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
};

/** Turns any error into a failure: an unforeseen one is `unexpected`, with the error as its cause. */
export const failureOf = (error: unknown): Failure => {
  if (error instanceof Failure) return error;
  const code = codeOf(error);
  const convert = code !== undefined && Object.hasOwn(fastifyErrors, code) ? fastifyErrors[code] : undefined;
  return convert?.(error) ?? new Failure('unexpected', { cause: error });
};

/** The request whose failure is rendered: its operation, if any, and its path. */
export type FaultContext = {
  readonly operation: Operation | undefined;
  readonly path: string;
  /** The scheme of its `Authorization` header; by default `Bearer`. */
  readonly scheme?: TokenScheme;
  readonly now: number;
};

const maxErrorLength = 1024;
const maxPathLength = 128;

const bodies: Readonly<Record<Shape, (status: number, text: string, place: FaultContext) => object>> = {
  message: (statusCode, message) => ({ statusCode, message }),
  error: (status, text, { path, now }) => ({
    error: text.slice(0, maxErrorLength),
    path: path.slice(0, maxPathLength),
    status,
    timestamp: now,
  }),
};

/** The contract of operation 8 has no 5xx but 500, and 404 for what is not offered. */
const statusFor = ({ code }: Failure, status: number, operation: Operation | undefined): number => {
  if (operation?.number !== 8) return status;
  if (code === 'not-offered') return 404;
  return status >= 500 ? 500 : status;
};

/** The headers of a fault. A longer `Retry-After` of the system takes the place of ours (D14, failures of the EHR). */
const headersOf = ({ headers }: Fault, { retryAfterS: ofSystem = 0 }: Failure): Fault['headers'] => {
  if (headers !== retryLater || ofSystem <= retryAfterS) return headers;
  return { 'retry-after': String(Math.min(ofSystem, maxRetryAfterS)) };
};

/** The challenge for an access token (RFC 6750, section 3; RFC 9449, section 7.1); undefined if it is not at fault. */
const challengeOf = ({ code, reason }: Failure, { scheme, operation }: FaultContext): string | undefined => {
  const needsProof = code === 'proof-invalid' || reason === 'token-without-proof';
  const challenge = (error: string) =>
    needsProof || scheme === 'DPoP'
      ? `DPoP error="${error}", algs="${algorithms.join(' ')}"`
      : `Bearer error="${error}"`;
  if (code === 'token-invalid') return challenge('invalid_token');
  if (code === 'proof-invalid') return challenge('invalid_dpop_proof');
  if (code !== 'scope-missing' || operation === undefined) return undefined;
  return `${challenge('insufficient_scope')}, scope="${operation.scope}"`;
};

/** Failures before an operation is chosen: their body always has the first shape, whatever the path (D1, D12). */
const beforeRouting: ReadonlySet<FailureCode> = new Set([
  'path-unknown',
  'method-unknown',
  'request-unreadable',
]);

/** Renders a failure as a response. */
export const faultOf = (failure: Failure, place: FaultContext) => {
  const operation = beforeRouting.has(failure.code) ? undefined : place.operation;
  const fault = faultFor(failure.code, failure.reason);
  const { word, text } = fault;
  const status = statusFor(failure, fault.status, operation);
  const challenge = challengeOf(failure, place);
  return {
    status,
    word,
    headers: {
      ...(word === undefined ? {} : { 'x-error': word }),
      ...headersOf(fault, failure),
      ...(challenge === undefined ? {} : { 'www-authenticate': challenge }),
    },
    body: bodies[operation?.shape ?? 'message'](status, failure.hint ?? text, place),
  };
};
