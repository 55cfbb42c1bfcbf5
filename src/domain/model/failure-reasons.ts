// All failure codes, and the reasons that each may have (D30). A code decides what the client receives. A reason is for
// operators only: it is one of a closed list of words in the service log and in the metric of refused requests.

/** Code → its reasons. If there are several, throwing the failure takes one of them. */
export const failureReasons = {
  // The checks before a use case, in the order of D2.
  'proxy-required': ['proxy-required'],
  overloaded: ['overload-requests', 'overload-event-loop', 'overload-bodies'],
  'path-unknown': ['path-unknown'],
  'method-unknown': ['method-unknown'],
  'request-unreadable': [
    'http-malformed',
    'http-headers-too-large',
    'http-request-timeout',
    'http-expectation',
    'http-connect',
    'http-host',
    'http-url',
    'http-framing',
    'http-transfer-encoding',
    'http-version',
  ],
  'key-missing': ['key-missing'],
  'key-unknown': ['key-unknown', 'key-repeated', 'subscription-expired', 'subscription-paused'],
  'address-not-allowed': ['subscription-address'],
  'rate-exceeded': ['rate-subscription', 'rate-subscription-address', 'rate-address', 'rate-user'],
  'token-missing': ['token-missing'],
  'token-invalid': [
    'token-malformed',
    'token-type',
    'token-bound',
    'token-without-proof',
    'token-not-bound',
    'certificate-missing',
    'certificate-unreadable',
    'certificate-of-another',
    'token-algorithm',
    'token-key-unknown',
    'token-signature',
    'token-issuer',
    'token-audience',
    'token-expired',
    'token-not-yet-valid',
    'token-claims',
  ],
  'proof-invalid': [
    'proof-missing',
    'proof-repeated',
    'proof-malformed',
    'proof-algorithm',
    'proof-key',
    'proof-signature',
    'proof-method',
    'proof-url',
    'proof-token',
    'proof-time',
    'proof-used',
  ],
  'replay-unknown': ['proof-replay-unknown'],
  'keys-unavailable': ['issuer-keys-unavailable'],
  'key-of-another-client': ['client-mismatch'],
  'scope-missing': ['scope-missing'],
  'operation-not-allowed': ['subscription-operation'],
  'number-invalid': ['subject-number-invalid'],
  'subject-missing': ['subject-missing', 'subject-claim-invalid'],
  'representation-refused': ['subject-not-represented', 'subject-protected'],
  'media-type-unknown': ['body-media-type'],
  'body-too-large': ['body-too-large'],
  'body-too-slow': ['body-timeout'],
  'input-invalid': ['query-invalid', 'body-invalid'],
  // The EHR, and what else a use case depends on.
  'not-offered': ['not-offered'],
  'patient-unknown': ['patient-unknown'],
  'booking-unknown': ['booking-unknown'],
  // The booking lacks a value that the EHR needs for a write: nothing was sent, and repeating it does not help.
  'booking-incomplete': ['booking-incomplete'],
  'ehr-unavailable': [
    'ehr-says-unavailable',
    'ehr-no-answer',
    'ehr-register-unavailable',
    'ehr-source-unavailable',
    'ehr-token-unavailable',
  ],
  'ehr-unreachable': [
    'ehr-no-connection',
    'ehr-circuit-open',
    'ehr-places-taken',
    'ehr-share-taken',
    'ehr-not-notified',
  ],
  'ehr-too-slow': ['ehr-timeout', 'ehr-says-timeout'],
  'ehr-unusable': [
    'ehr-document',
    'ehr-unknown-element',
    'ehr-not-well-formed',
    'ehr-encoding',
    'ehr-limit',
    'ehr-status',
    'ehr-answer-broken-off',
    'ehr-answer-too-large',
    'ehr-fault',
    'ehr-result-error',
    'ehr-wrong-patient',
    'ehr-token-refused',
  ],
  'outcome-unknown': ['ehr-outcome-unknown'],
  // The same, and the booking does not tell either: the write is never sent again (D21).
  'outcome-unreadable': ['ehr-outcome-unreadable'],
  // The client has ended its connection.
  'client-gone': ['client-gone'],
  // The service stops, and the request has had its time.
  stopping: ['service-stopping'],
  'budget-exceeded': ['answer-budget-exceeded', 'answer-share-exceeded'],
  'log-unavailable': ['access-log-unwritable', 'access-log-timeout'],
  unexpected: ['unexpected'],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>;

type Reasons = typeof failureReasons;

export type FailureCode = keyof Reasons;

/** One of the closed list of reasons. */
export type FailureReason = Reasons[FailureCode][number];

/** Why a request was answered with a 4xx or 5xx: a failure, or a failing health check. */
export type RefusalReason = FailureReason | 'not-ready';

/** The reasons of one code. */
export type ReasonOf<C extends FailureCode> = Reasons[C][number];

/** The codes with several reasons: throwing one of them takes a reason. */
export type CodeWithReasons = {
  [C in FailureCode]: Reasons[C]['length'] extends 1 ? never : C;
}[FailureCode];
