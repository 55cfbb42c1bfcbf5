// What goes along with the calls that are made for a request.
import { type Span, type SpanStart, traceIdIn } from './tracing.ts';

/** Whose share of the service a call uses (D31). The texts are opaque: they are compared, never logged or sent. */
export type Consumer = {
  /** A user of a subscription; for a partner, the requested patient (D13). */
  readonly user: string;
  /** Undefined if there is only one subscription, which may use everything. */
  readonly subscription: string | undefined;
  /** The requested patient; undefined if the request names none. */
  readonly patient: string | undefined;
};

/** Counts memory against the budget for all answers (D32). */
export type MemoryMeter = {
  /**
   * Takes bytes from the budget; a negative number gives them back.
   * Throws `Failure` `budget-exceeded` if the budget is exhausted.
   */
  add(bytes: number): void;
};

/** The context that every outgoing call made for one request carries. */
export type Call = {
  /**
   * Stands for the request: the same object in each of its calls. An adapter keeps by it what it asks only once for a request.
   * Undefined where a call stands alone, as in the operators' tools.
   */
  readonly request?: object | undefined;
  /** The service's own request id, passed on as `x-request-id`. */
  readonly requestId: string;
  /** W3C trace context, passed on if there is one. */
  readonly traceparent?: string | undefined;
  /** Starts a child span for one HTTP exchange; undefined if the trace context must not be sent to the other side. */
  readonly beginSpan?: ((start: Omit<SpanStart, 'parent'>) => Span) | undefined;
  /** Aborted when the connection to the client ends; the reason is the `Failure` `client-gone`, or `stopping` if the service cut it. */
  readonly signal: AbortSignal;
  /** When the request times out: milliseconds, as in `performance.now()`. */
  readonly deadline: number;
  readonly consumer: Consumer;
  /** Counts the answer while it is built; undefined where there is no budget, as in the operators' tools. */
  readonly memory?: MemoryMeter | undefined;
  /** Called with the name of each system that has answered, for the access log; undefined in the operators' tools. */
  readonly answered?: ((system: string) => void) | undefined;
};

/** The ids of the request and of its trace, for a line of the log. */
export const idsOf = ({ requestId, traceparent }: Call) => ({ requestId, traceId: traceIdIn(traceparent) });
