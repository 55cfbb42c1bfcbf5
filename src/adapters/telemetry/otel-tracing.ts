// Traces by OpenTelemetry, sent to a collector (OTEL_EXPORTER_OTLP_ENDPOINT).
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
import { errorInWords } from './error-words.ts';
import type { Log } from './service-log.ts';

const written = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The context of a `traceparent`; the root where there is none. */
const contextOf = (traceparent: string | undefined): Context => {
  const [, , traceId = '', spanId = '', flags = '00'] = written.exec(traceparent ?? '') ?? [];
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(context) ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT;
};

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/** Milliseconds that one sending may take, its repeats included: the service waits no longer for it at its end. */
const patience = 2000;

/** The exporter's code for what has been taken. */
const taken = 0;

/** Tells the operator when traces cannot be sent, and when they can again: once each. */
const telling = (exporter: SpanExporter, { url, log }: { url: string; log: Log }): SpanExporter => {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, result => {
        const { code, error } = result;
        if (code !== taken && !isFailing) {
          log.warn(
            { address: url, cause: errorInWords(error) },
            'the traces cannot be sent: they are dropped',
          );
        }
        if (code === taken && isFailing) log.info({}, 'the traces can be sent again');
        isFailing = code !== taken;
        done({ code: taken });
      }),
    shutdown: () => exporter.shutdown(),
  };
};

type KeyValues = Readonly<Record<string, string>>;

export type Collector = {
  /** Without the path of the signal. */
  readonly endpoint: string;
  /** Sent along, for example with credentials. */
  readonly headers: KeyValues;
  /** What is said of the service beside its name: its version, its environment. */
  readonly resource: KeyValues;
};

const usualName = 'patient-data-access';

export const otelTracing = (
  { endpoint, headers, resource }: Collector,
  log: Log,
): { tracing: Tracing; close(): Promise<void> } => {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const exporter = telling(new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: patience }), {
    url,
    log,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': usualName, ...resource }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1000 })],
  });
  const tracer = provider.getTracer(usualName);

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
