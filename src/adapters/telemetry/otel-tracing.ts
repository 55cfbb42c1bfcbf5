// OpenTelemetry traces, sent to a collector (OTEL_EXPORTER_OTLP_ENDPOINT).
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Tracing } from '../../ports/tracing.ts';
import { describeError } from './describe-error.ts';
import type { Log } from './service-log.ts';

const traceparentForm = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The context of a `traceparent`; the root context if it is missing or invalid. */
const contextOf = (traceparent: string | undefined): Context => {
  const [, , traceId = '', spanId = '', flags = '00'] = traceparentForm.exec(traceparent ?? '') ?? [];
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(context) ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT;
};

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/** The most milliseconds of an export, including its retries. Stopping the service waits no longer than this. */
const exportTimeoutMs = 2000;

/** The exporter's result code for a success (`ExportResultCode.SUCCESS`). */
const success = 0;

/** Wraps an exporter to log when traces cannot be sent, and when they can be sent again: once each. */
const reportingFailures = (exporter: SpanExporter, { url, log }: { url: string; log: Log }): SpanExporter => {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, result => {
        const { code, error } = result;
        if (code !== success && !isFailing) {
          log.warn({ address: url, cause: describeError(error) }, 'traces cannot be sent: they are dropped');
        }
        if (code === success && isFailing) log.info({}, 'traces can be sent again');
        isFailing = code !== success;
        done({ code: success });
      }),
    shutdown: () => exporter.shutdown(),
  };
};

type KeyValues = Readonly<Record<string, string>>;

export type Collector = {
  /** The collector's URL, without the path of the signal (`/v1/traces`). */
  readonly endpoint: string;
  /** Headers of each export, such as credentials. */
  readonly headers: KeyValues;
  /** Attributes of the service besides its name, such as its version and environment. */
  readonly resource: KeyValues;
};

const defaultServiceName = 'patient-data-access';

/** Traces that are exported to a collector (OTLP over HTTP). */
export const otelTracing = (
  { endpoint, headers, resource }: Collector,
  log: Log,
): { tracing: Tracing; close(): Promise<void> } => {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const exporter = reportingFailures(
    new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: exportTimeoutMs }),
    { url, log },
  );
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': defaultServiceName, ...resource }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1000 })],
  });
  const tracer = provider.getTracer(defaultServiceName);

  return {
    tracing: {
      isOn: true,
      begin: ({ name, kind, parent, attributes: first = {} }) => {
        const span = tracer.startSpan(name, { kind: kinds[kind], attributes: first }, contextOf(parent));
        const { traceId, spanId, traceFlags } = span.spanContext();
        const flags = (traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0');
        return {
          traceparent: `00-${traceId}-${spanId}-${flags}`,
          end: ({ attributes, failed }) => {
            span.setAttributes(attributes);
            if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
            span.end();
          },
        };
      },
    },
    close: () => provider.shutdown(),
  };
};
