// What can go wrong, as one class with codes. Its rendering (status and words) is http/faults.ts alone.

/** Codes of the checks before a use case, in the order of D2. */
export type RefusalCode =
  | 'proxy-required'
  | 'overloaded'
  | 'path-unknown'
  | 'method-unknown'
  | 'key-missing'
  | 'key-unknown'
  | 'rate-exceeded'
  | 'token-missing'
  | 'token-invalid'
  | 'keys-unavailable'
  | 'key-of-another-client'
  | 'scope-missing'
  | 'number-invalid'
  | 'subject-missing'
  | 'representation-refused'
  | 'media-type-unknown'
  | 'body-too-large'
  | 'input-invalid'
  | 'request-unreadable';

/** Codes of what happens behind a use case. */
export type EhrFailureCode =
  | 'not-offered'
  | 'patient-unknown'
  | 'booking-unknown'
  | 'ehr-unavailable'
  | 'ehr-unreachable'
  | 'ehr-too-slow'
  | 'ehr-unusable'
  | 'outcome-unknown'
  | 'client-gone'
  | 'budget-exceeded'
  | 'log-unavailable'
  | 'unexpected';

export type FailureCode = RefusalCode | EhrFailureCode;

export type FailureDetail = {
  /** Words for the client, where the code alone does not say enough: which input, in what form. Never a value. */
  readonly hint?: string;
  /** Words for the operator's log: never a personal number, a token, a key or a record's content. */
  readonly detail?: string;
  readonly cause?: unknown;
};

export class Failure extends Error {
  readonly code: FailureCode;
  readonly hint: string | undefined;

  constructor(code: FailureCode, { hint, detail, cause }: FailureDetail = {}) {
    super(detail ?? code, cause === undefined ? undefined : { cause });
    this.name = 'Failure';
    this.code = code;
    this.hint = hint;
  }
}

export const isFailure = (error: unknown, ...codes: FailureCode[]): error is Failure =>
  error instanceof Failure && (codes.length === 0 || codes.includes(error.code));
