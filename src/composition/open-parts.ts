// Opens the parts that need asynchronous steps, before all others: files and connections. What only some services use is loaded
// where it is configured, because loading the clients of Redis, PostgreSQL and OpenTelemetry is a fifth of a start.
import packageFile from '../../package.json' with { type: 'json' };
import { accessLogFile } from '../adapters/access-log/file.ts';
import { logHeads, type OpenAccessLog } from '../adapters/access-log/open-log.ts';
import { memoryProofReplay } from '../adapters/proof-replay/memory.ts';
import { memoryRateCounter } from '../adapters/rate-limit/memory.ts';
import type { Metrics } from '../adapters/telemetry/prometheus-metrics.ts';
import { combinedTelemetry, serviceLogTelemetry } from '../adapters/telemetry/service-log.ts';
import type { TelemetryEvents } from '../ports/telemetry.ts';
import { noTracing, type Tracing } from '../ports/tracing.ts';
import { noWriteLock } from '../ports/write-lock.ts';
import type { Opened, ServiceInputs } from './parts.ts';
import { withRenewedPassword } from './reloading.ts';

const openMetrics = async ({ configuration }: ServiceInputs): Promise<Metrics | undefined> => {
  if (configuration.settings.ADMIN_PORT === undefined) return undefined;
  const { prometheusMetrics } = await import('../adapters/telemetry/prometheus-metrics.ts');
  return prometheusMetrics();
};

type Coordination = Pick<Opened, 'counter' | 'redis' | 'writeLock' | 'isFirstUse'>;

/** What instances share by Redis; without it, each of them counts, locks and remembers by itself. */
const openCoordination = async (inputs: ServiceInputs): Promise<Coordination> => {
  const { logger, certificateExpiries, onClose } = inputs;
  const { REDIS_URL: url, PUBLIC_URL: publicUrl } = inputs.configuration.settings;
  const isFirstUse = memoryProofReplay();
  if (url === undefined)
    return { counter: memoryRateCounter(), redis: undefined, writeLock: noWriteLock, isFirstUse };
  const { redisRateCounter } = await import('../adapters/rate-limit/redis.ts');
  const { redisWriteLock } = await import('../adapters/write-lock/redis.ts');
  const seen = (expires: Date) => void certificateExpiries.set('redis', expires);
  const { counter, redis } = await redisRateCounter(url, logger, seen);
  onClose(redis.close);
  const { lock: writeLock, close: closeLock } = await redisWriteLock(url, logger);
  onClose(closeLock);
  // Without PUBLIC_URL no proof is accepted, and no connection to Redis is needed for them.
  if (publicUrl === undefined) return { counter, redis, writeLock, isFirstUse };
  const { redisProofReplay } = await import('../adapters/proof-replay/redis.ts');
  const proofs = await redisProofReplay(url, logger);
  onClose(proofs.close);
  return { counter, redis, writeLock, isFirstUse: proofs.isFirstUse };
};

const openTracing = async ({ configuration, logger, onClose }: ServiceInputs): Promise<Tracing> => {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: headers = {},
    OTEL_SERVICE_NAME: name,
    OTEL_RESOURCE_ATTRIBUTES: attributes = {},
  } = configuration.settings;
  if (endpoint === undefined) return noTracing;
  const resource = {
    'service.version': packageFile.version,
    ...attributes,
    // As in OpenTelemetry: OTEL_SERVICE_NAME takes precedence over service.name among the attributes.
    ...(name === undefined ? {} : { 'service.name': name }),
  };
  const { otelTracing } = await import('../adapters/telemetry/otel-tracing.ts');
  const { tracing, close } = otelTracing({ endpoint, headers, resource }, logger);
  onClose(close);
  return tracing;
};

/** @throws Error that names the setting if the log cannot be opened. */
const openAccessLog = async (
  inputs: ServiceInputs,
  written: TelemetryEvents['logWritten'],
): Promise<OpenAccessLog> => {
  const { onClose } = inputs;
  // The head that it logs is that of this instance's chain.
  const log = inputs.logger.child({ instance: inputs.instance });
  const { accessLog: place } = inputs.configuration;
  const open = async (): Promise<OpenAccessLog> => {
    if (place.file !== undefined) return accessLogFile(place.file, { log, written });
    const { databaseAccessLog } = await import('../adapters/access-log/database/log.ts');
    const { tls } = place.database;
    const seen = (expires: Date) => void inputs.certificateExpiries.set('database', expires);
    const database = { ...place.database, tls: tls && { ...tls, seen } };
    return databaseAccessLog(withRenewedPassword(database, inputs), { log, written });
  };
  try {
    const opened = await open();
    onClose(opened.close);
    onClose(logHeads(opened.head, log));
    return opened;
  } catch (error) {
    const setting = place.file === undefined ? 'ACCESS_LOG_URL' : 'ACCESS_LOG_FILE';
    throw new Error(`${setting}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
};

/** Opens all of them. Throws if one cannot be opened, for example a file that another process has locked. */
export const openParts = async (
  inputs: ServiceInputs,
): Promise<Opened & { readonly accessLog: OpenAccessLog }> => {
  const { logger: log } = inputs;
  const metrics = await openMetrics(inputs);
  const telemetry = combinedTelemetry(
    serviceLogTelemetry(log),
    ...(metrics === undefined ? [] : [metrics.telemetry]),
  );
  const accessLog = await openAccessLog(inputs, telemetry.logWritten);
  const tracing = await openTracing(inputs);
  return { metrics, telemetry, tracing, accessLog, ...(await openCoordination(inputs)) };
};
