// What can go wrong, as one class with codes. Its rendering (status and words) is http/errors/faults.ts alone.
import {
  type CodeWithReasons,
  type FailureCode,
  type FailureReason,
  failureReasons,
  type ReasonOf,
} from './failure-reasons.ts';

export type { FailureCode };

export type FailureDetail = {
  /** Words for the client, where the code alone does not say enough: which input, in what form. Never a value. */
  readonly hint?: string;
  /** Words for the operator's log: never a personal number, a token, a key or a record's content. */
  readonly detail?: string;
  readonly cause?: unknown;
};

/** The detail of a failure; where its code has several reasons, one of them must be named. */
type Details<C extends FailureCode> = C extends CodeWithReasons
  ? [detail: FailureDetail & { readonly reason: ReasonOf<C> }]
  : [detail?: FailureDetail & { readonly reason?: ReasonOf<C> }];

export class Failure<C extends FailureCode = FailureCode> extends Error {
  readonly code: C;
  /** Why, for the operators' log and metrics: never shown to clients (D30). */
  readonly reason: FailureReason;
  readonly hint: string | undefined;

  constructor(code: C, ...[detail]: Details<C>) {
    super(detail?.detail ?? code, detail?.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'Failure';
    this.code = code;
    this.reason = detail?.reason ?? failureReasons[code][0];
    this.hint = detail?.hint;
  }
}

export const isFailure = <C extends FailureCode = FailureCode>(
  error: unknown,
  ...codes: C[]
): error is Failure<C> =>
  error instanceof Failure && (codes.length === 0 || (codes as FailureCode[]).includes(error.code));
