// Traces: a span for each request, below it one for each question to the EHR, and below that one for each HTTP exchange.
// Nothing personal is in any of them.

/**
 * Names and values by OpenTelemetry's semantic conventions, and our own below `pdas.`: names of operations, systems,
 * outcomes, reasons. Never a URL's query, and never a value of a request or a record.
 */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export type SpanStart = {
  /** A method and a route, or another name of which there are few. */
  readonly name: string;
  /** `server`: a request to us; `client`: one HTTP exchange with a system; `internal`: what spans several of them. */
  readonly kind: 'server' | 'client' | 'internal';
  /** W3C trace context that the span belongs to. */
  readonly parent: string | undefined;
  readonly attributes?: SpanAttributes;
};

export type SpanEnd = {
  /** What is known only at the end. */
  readonly attributes: SpanAttributes;
  readonly failed: boolean;
};

export type Span = {
  /** W3C trace context of this span, to be passed on; undefined where there is no trace. */
  readonly traceparent: string | undefined;
  end(end: SpanEnd): void;
};

export type Tracing = {
  begin(start: SpanStart): Span;
};

/** Without traces, the trace context of others is passed on all the same. */
export const noTracing: Tracing = {
  begin: ({ parent }) => ({ traceparent: parent, end: () => {} }),
};

/** The trace id in a W3C trace context: 32 hex digits. */
export const traceIdIn = (traceparent: string | undefined): string | undefined => traceparent?.split('-')[1];

/** Whether the spans of a W3C trace context are recorded, so that one finds them. */
export const isSampled = (traceparent: string): boolean =>
  (Number.parseInt(traceparent.split('-')[3] ?? '0', 16) & 1) === 1;
