/** What goes along with every call outward that is made for one request. */
export type Call = {
  /** The service's own request id, passed on as `x-request-id`. */
  readonly requestId: string;
  /** W3C trace context, passed on where there is one. */
  readonly traceparent?: string | undefined;
  /** Aborted when the client goes away; its reason is the `Failure` `client-gone`. */
  readonly signal: AbortSignal;
  /** When the request's time is over, on the clock of `performance.now()`: milliseconds, never set back. */
  readonly deadline: number;
};
