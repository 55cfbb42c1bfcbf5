/** Whose share of the service a call uses (D31). Texts that can only be compared: they are neither logged nor sent. */
export type Consumer = {
  /** A user of a subscription; for a partner, the patient asked for (D13). */
  readonly user: string;
  /** Undefined where there is one subscription alone: it need not leave anything to others. */
  readonly subscription: string | undefined;
  /** The patient asked for; undefined where none is named. */
  readonly patient: string | undefined;
};

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
  readonly consumer: Consumer;
};
