// What goes along with the calls that are made for a request.
import { type Span, type SpanStart, traceIdIn } from './tracing.ts';

/** Whose share of the service a call uses (D31). Texts that can only be compared: they are neither logged nor sent. */
export type Consumer = {
  /** A user of a subscription; for a partner, the patient asked for (D13). */
  readonly user: string;
  /** Undefined where there is one subscription alone: it need not leave anything to others. */
  readonly subscription: string | undefined;
  /** The patient asked for; undefined where none is named. */
  readonly patient: string | undefined;
};

/** Counts memory to the budget of all answers (D32). */
export type MemoryMeter = {
  /**
   * Takes bytes, or gives them back where they are negative.
   * Throws `Failure` `budget-exceeded` where there is no more.
   */
  add(bytes: number): void;
};

/** What goes along with every call outward that is made for one request. */
export type Call = {
  /** The service's own request id, passed on as `x-request-id`. */
  readonly requestId: string;
  /** W3C trace context, passed on where there is one. */
  readonly traceparent?: string | undefined;
  /** Begins a span below that of the call, for one HTTP exchange; undefined where the other side must not hear of it. */
  readonly beginSpan?: ((start: Omit<SpanStart, 'parent'>) => Span) | undefined;
  /** Aborted when the client goes away; its reason is the `Failure` `client-gone`. */
  readonly signal: AbortSignal;
  /** When the request's time is over, on the clock of `performance.now()`: milliseconds, never set back. */
  readonly deadline: number;
  readonly consumer: Consumer;
  /** Where what is being built of the answer is counted; undefined where nobody counts, as in the operators' tools. */
  readonly memory?: MemoryMeter | undefined;
};

/** The ids of the request and of its trace, for a line of the log. */
export const idsOf = ({ requestId, traceparent }: Call) => ({ requestId, traceId: traceIdIn(traceparent) });
