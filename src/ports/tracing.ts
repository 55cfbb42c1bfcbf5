// Traces: a span for each request, a child for each query to the EHR, and below that one for each HTTP exchange. Spans hold
// no personal data.

/**
 * Attributes by OpenTelemetry's semantic conventions, and our own under `pdas.`: names of operations, systems, outcomes,
 * reasons. Never the query of a URL, nor a value of a request or a record.
 */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export type SpanStart = {
  /** A method and a route, or another name with few distinct values. */
  readonly name: string;
  /** `server`: a request to us; `client`: one HTTP exchange with a system; `internal`: a group of those. */
  readonly kind: 'server' | 'client' | 'internal';
  /** W3C trace context that the span belongs to. */
  readonly parent: string | undefined;
  readonly attributes?: SpanAttributes;
};

export type SpanEnd = {
  /** Attributes that are known only at the end. */
  readonly attributes: SpanAttributes;
  readonly failed: boolean;
};

export type Span = {
  /** W3C trace context of this span, to pass on; undefined without a trace. */
  readonly traceparent: string | undefined;
  end(end: SpanEnd): void;
};

export type Tracing = {
  /** Whether spans are created. Otherwise there is no need to begin those below the span of the request. */
  readonly isOn: boolean;
  begin(start: SpanStart): Span;
};

/** Creates no spans, but still passes on the trace context of others. */
export const noTracing: Tracing = {
  isOn: false,
  begin: ({ parent }) => ({ traceparent: parent, end: () => {} }),
};

/** The trace id in a W3C trace context: 32 hex digits. */
export const traceIdIn = (traceparent: string | undefined): string | undefined => traceparent?.split('-')[1];

/** Whether the spans of a W3C trace context are recorded. */
export const isSampled = (traceparent: string): boolean =>
  (Number.parseInt(traceparent.split('-')[3] ?? '0', 16) & 1) === 1;
