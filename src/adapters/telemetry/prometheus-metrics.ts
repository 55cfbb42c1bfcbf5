// Metrics for Prometheus. Labels are names of operations, systems, kinds, reasons and element paths. They hold nothing
// personal, and no values beyond those of the code, the profile and the subscriptions.
import { Counter, collectDefaultMetrics, Histogram, Registry } from '@prometheus-io/client';
import type { LossReason } from '../../domain/model/loss.ts';
import { shownName } from '../../domain/model/loss-paths.ts';
import { sourceKinds } from '../../domain/records/index.ts';
import type { RequestEvent, TelemetryEvents } from '../../ports/telemetry.ts';
import { isSampled } from '../../ports/tracing.ts';
import { prefix, stateMetrics } from './state-metrics.ts';

/** Paths that get a label of their own. The records of all kinds have fewer. */
const maxPaths = 1000;
const maxPathLength = 256;

/** Whether a path is names of elements or members, separated by slashes. A name that may be data is `…` (D29). */
const isOfNames = (path: string): boolean =>
  path.split('/').every(name => name === '…' || shownName(name) === name);

/** Path → label: the path itself, `""` for a whole record, `other` for an invalid path and beyond the limit. */
export const boundedPathLabels = (): ((path: string | undefined) => string) => {
  const labelled = new Set<string>();
  return (path = '') => {
    if (path === '' || labelled.has(path)) return path;
    if (labelled.size >= maxPaths || path.length > maxPathLength || !isOfNames(path)) return 'other';
    labelled.add(path);
    return path;
  };
};

const openMetrics = /\bapplication\/openmetrics-text\b/i;

/**
 * The same metrics in an OpenMetrics registry. When the library writes OpenMetrics, it permanently removes `_total` from the
 * names of counters, so it gets wrapper objects, and the Prometheus format keeps its names.
 */
const asOpenMetrics = (registry: Registry): Registry => {
  const other = new Registry(Registry.OPENMETRICS_CONTENT_TYPE);
  for (const metric of registry.getMetricsAsArray()) other.registerMetric(Object.create(metric));
  return other;
};

/** Seconds, up to the time that a request may take in a region with national contracts: two calls of 15 seconds, and a margin. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40];
const logBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];

/** The metrics of events. The dashboard's queries are tested against them. */
const metricsIn = (registry: Registry) => {
  const registers = [registry];
  return {
    requests: new Counter({
      name: `${prefix}requests_total`,
      help: 'Requests answered, by operation, HTTP status and subscription.',
      labelNames: ['operation', 'status', 'subscription'],
      registers,
    }),
    durations: new Histogram({
      name: `${prefix}request_duration_seconds`,
      help: 'Time from a request to its answer, by operation.',
      labelNames: ['operation'],
      buckets,
      enableExemplars: true,
      // Registered below: the library refuses exemplars to a registry that does not always write OpenMetrics.
      registers: [],
    }),
    refusals: new Counter({
      name: `${prefix}refusals_total`,
      help: 'Requests answered with 4xx or 5xx, by reason and subscription.',
      labelNames: ['reason', 'subscription'],
      registers,
    }),
    ehrCalls: new Counter({
      name: `${prefix}ehr_calls_total`,
      help: 'Calls to systems of the region, by system, kind and outcome.',
      labelNames: ['system', 'kind', 'outcome'],
      registers,
    }),
    ehrDurations: new Histogram({
      name: `${prefix}ehr_call_duration_seconds`,
      help: 'Time of a call to a system, until its answer was read to the end.',
      labelNames: ['system', 'kind'],
      buckets,
      registers,
    }),
    leftOut: new Counter({
      name: `${prefix}left_out_total`,
      help: 'Records and values that the EHR sent and no answer contains, by kind, reason and element path.',
      labelNames: ['kind', 'reason', 'path'],
      registers,
    }),
    logWrites: new Histogram({
      name: `${prefix}access_log_sync_duration_seconds`,
      help: 'Time of a write of the access log, until it is on disk or committed.',
      buckets: logBuckets,
      registers,
    }),
    logEntries: new Counter({
      name: `${prefix}access_log_entries_total`,
      help: 'Entries of the access log.',
      registers,
    }),
  };
};

/** The trace of a request, if its spans are recorded. (The library types these as labels of the metric.) */
const exemplarOf = ({ traceparent }: RequestEvent): object => {
  if (traceparent === undefined || !isSampled(traceparent)) return {};
  const [, trace_id, span_id] = traceparent.split('-');
  return { trace_id, span_id };
};

/** The metrics, in the text format of Prometheus. */
export const prometheusMetrics = () => {
  const registry = new Registry();
  // Memory, processor time, and the delay of the event loop (nodejs_eventloop_lag_…_seconds).
  collectDefaultMetrics({ register: registry });
  const metrics = metricsIn(registry);
  registry.registerMetric(metrics.durations);
  const pathLabel = boundedPathLabels();
  // These start at zero, so an alert on an increase notices the first one.
  for (const kind of sourceKinds) {
    for (const reason of ['foreign', 'source-unavailable', 'source-outdated'] satisfies LossReason[]) {
      metrics.leftOut.inc({ kind, reason, path: pathLabel(undefined) }, 0);
    }
  }

  return {
    telemetry: {
      requestServed: event => {
        const { operation = 'none', subscription = 'none', status, reason, durationMs } = event;
        metrics.requests.inc({ operation, status, subscription });
        if (durationMs !== undefined) {
          const exemplarLabels = exemplarOf(event);
          metrics.durations.observe({ labels: { operation }, value: durationMs / 1000, exemplarLabels });
        }
        if (reason !== undefined) metrics.refusals.inc({ reason, subscription });
      },
      ehrCall: ({ system, kind, outcome, durationMs }) => {
        metrics.ehrCalls.inc({ system, kind, outcome });
        metrics.ehrDurations.observe({ system, kind }, durationMs / 1000);
      },
      leftOut: ({ kind, reason, path, count }) =>
        metrics.leftOut.inc({ kind, reason, path: pathLabel(path) }, count),
      logWritten: ({ entries, durationMs }) => {
        metrics.logWrites.observe(durationMs / 1000);
        metrics.logEntries.inc(entries);
      },
    } satisfies TelemetryEvents,
    ...stateMetrics(registry),
    /** The metrics, in the format that the scraper's `Accept` header asks for. */
    scrape: async (accept: string | undefined): Promise<{ contentType: string; body: string }> => {
      const exposed = openMetrics.test(accept ?? '') ? asOpenMetrics(registry) : registry;
      return { contentType: exposed.contentType, body: await exposed.metrics() };
    },
  };
};

export type Metrics = ReturnType<typeof prometheusMetrics>;
