// The parts that are opened before all others: files, connections, and libraries that are loaded only where configured.
import { type AccessLogFile, accessLogFile } from '../adapters/access-log/file.ts';
import { memoryRateCounter } from '../adapters/rate-limit/memory.ts';
import type { Metrics } from '../adapters/telemetry/prometheus-metrics.ts';
import { combinedTelemetry, serviceLogTelemetry } from '../adapters/telemetry/service-log.ts';
import type { RateCounter } from '../ports/rate-counter.ts';
import { noTracing, type Tracing } from '../ports/tracing.ts';
import type { Asked, Opened } from './parts.ts';

const openMetrics = async ({ configuration }: Asked): Promise<Metrics | undefined> => {
  if (configuration.settings.ADMIN_PORT === undefined) return undefined;
  const { prometheusMetrics } = await import('../adapters/telemetry/prometheus-metrics.ts');
  return prometheusMetrics();
};

const openCounter = async ({ configuration, logger, onClose }: Asked): Promise<RateCounter> => {
  const { REDIS_URL: url } = configuration.settings;
  if (url === undefined) return memoryRateCounter();
  const { redisRateCounter } = await import('../adapters/rate-limit/redis.ts');
  const { counter, close } = await redisRateCounter(url, logger);
  onClose(close);
  return counter;
};

const openTracing = async ({ configuration, logger, onClose }: Asked): Promise<Tracing> => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = configuration.settings;
  if (endpoint === undefined) return noTracing;
  const { otelTracing } = await import('../adapters/telemetry/otel-tracing.ts');
  const { tracing, close } = otelTracing(endpoint, logger);
  onClose(close);
  return tracing;
};

/** Throws where something cannot be opened, for example a file that another process has locked. */
export const openParts = async (asked: Asked): Promise<Opened & { readonly accessLog: AccessLogFile }> => {
  const { configuration, logger: log, onClose } = asked;
  const metrics = await openMetrics(asked);
  const telemetry = combinedTelemetry(
    serviceLogTelemetry(log),
    ...(metrics === undefined ? [] : [metrics.telemetry]),
  );
  const written = telemetry.logWritten;
  const accessLog = await accessLogFile(configuration.settings.ACCESS_LOG_FILE, { log, written });
  onClose(accessLog.close);
  const tracing = await openTracing(asked);
  return { metrics, telemetry, tracing, accessLog, counter: await openCounter(asked) };
};
