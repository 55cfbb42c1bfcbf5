// The one error class of the service, with codes. Only http/errors/faults.ts turns a code into a status and a message.
import {
  type CodeWithReasons,
  type FailureCode,
  type FailureReason,
  failureReasons,
  type ReasonOf,
} from './failure-reasons.ts';

export type { FailureCode };

export type FailureDetail = {
  /** A message for the client, more precise than the code's own: which input, in which format. Never a value. */
  readonly hint?: string;
  /** A message for the service log. Never a personal number, token, key or record content. */
  readonly detail?: string;
  readonly cause?: unknown;
  /** Seconds after which a system says that it can be called again. */
  readonly retryAfterS?: number | undefined;
};

/** The arguments after the code: `reason` is required if the code has several. */
type Details<C extends FailureCode> = C extends CodeWithReasons
  ? [detail: FailureDetail & { readonly reason: ReasonOf<C> }]
  : [detail?: FailureDetail & { readonly reason?: ReasonOf<C> }];

export class Failure<C extends FailureCode = FailureCode> extends Error {
  readonly code: C;
  /** Why, for the service log and the metrics; never shown to clients (D30). */
  readonly reason: FailureReason;
  readonly hint: string | undefined;
  readonly retryAfterS: number | undefined;

  constructor(code: C, ...[detail]: Details<C>) {
    super(detail?.detail ?? code, detail?.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'Failure';
    this.code = code;
    this.reason = detail?.reason ?? failureReasons[code][0];
    this.hint = detail?.hint;
    this.retryAfterS = detail?.retryAfterS;
  }
}

/** The failure for an answer of an EHR that cannot be used. @param detail for the service log, never content. */
export const unusableAnswer = (
  reason: ReasonOf<'ehr-unusable'>,
  detail: string,
  cause?: unknown,
): Failure<'ehr-unusable'> => new Failure('ehr-unusable', { reason, detail, cause });

/** The failure where data of a source system behind the EHR are missing. @param detail for the service log, never content. */
export const sourceUnavailable = (detail: string): Failure<'ehr-unavailable'> =>
  new Failure('ehr-unavailable', { reason: 'ehr-source-unavailable', detail });

export const isFailure = <C extends FailureCode = FailureCode>(
  error: unknown,
  ...codes: C[]
): error is Failure<C> =>
  error instanceof Failure && (codes.length === 0 || (codes as FailureCode[]).includes(error.code));

/**
 * Whether a call to a system was refused here, because too many were in flight or a share was used up (D31). The system was not
 * asked, so a client hears that the service is busy and not that the system is away (D14): a failure in its place must not hide it.
 */
export const isOverShare = (error: unknown): error is Failure<'ehr-unreachable'> =>
  isFailure(error, 'ehr-unreachable') &&
  (error.reason === 'ehr-places-taken' || error.reason === 'ehr-share-taken');
