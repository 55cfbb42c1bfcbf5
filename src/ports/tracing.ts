// Traces: a span a request, and below it a span a call to the EHR. Nothing personal is in one.

export type SpanEnd = {
  /** Names of operations, systems and outcomes, statuses: never a value of a request or a record. */
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly failed: boolean;
};

export type Span = {
  /** W3C trace context of this span, to be passed on; undefined where there is no trace. */
  readonly traceparent: string | undefined;
  end(end: SpanEnd): void;
};

export type Tracing = {
  /** @param parent W3C trace context that the span belongs to. */
  begin(name: string, kind: 'server' | 'client', parent: string | undefined): Span;
};

/** Without traces, the trace context of others is passed on all the same. */
export const noTracing: Tracing = {
  begin: (_name, _kind, parent) => ({ traceparent: parent, end: () => {} }),
};
