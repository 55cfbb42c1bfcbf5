// THE composition root: how a service is made of its parts, from the outside in. The only place where adapters, use cases
// and http meet.
import type { FastifyInstance } from 'fastify';
import packageFile from '../package.json' with { type: 'json' };
import { accessLogFile } from './adapters/access-log/file.ts';
import type { Adapters } from './adapters/ehr/adapter.ts';
import { extracts } from './adapters/ehr/extracts/index.ts';
import { type OpenRegion, openRegion } from './adapters/ehr/region.ts';
import { rivta } from './adapters/ehr/rivta/index.ts';
import { claimsRepresentation } from './adapters/identity/claims-representation.ts';
import { issuerClient } from './adapters/identity/issuer-client.ts';
import { issuerEndpoints } from './adapters/identity/issuer-endpoints.ts';
import { jwksSigningKeys } from './adapters/identity/jwks-signing-keys.ts';
import { claimsAndRegister, registerRepresentation } from './adapters/identity/register-representation.ts';
import { memoryRateCounter } from './adapters/rate-limit/memory.ts';
import { subscriptionsFile } from './adapters/subscriptions/file.ts';
import type { Metrics } from './adapters/telemetry/prometheus-metrics.ts';
import { combinedTelemetry, serviceLogTelemetry } from './adapters/telemetry/service-log.ts';
import { regionTime } from './adapters/time/region-time.ts';
import { systemClock, systemStopwatch } from './adapters/time/system-clock.ts';
import { isSafeUrl } from './config/addresses.ts';
import { type Configuration, faultList, readSubscriptions } from './config/index.ts';
import { Failure } from './domain/model/failure.ts';
import { personRoots } from './domain/rules/foreign.ts';
import { releaseFilter } from './domain/rules/release.ts';
import { type UseCases, useCases } from './domain/use-cases/index.ts';
import { protection } from './domain/use-cases/protection.ts';
import { resolveSubject } from './domain/use-cases/resolve-subject.ts';
import { answerBudget } from './http/operations/budget.ts';
import { buildAdmin } from './http/server/admin.ts';
import { buildApp } from './http/server/app.ts';
import type { AppDeps } from './http/server/app-deps.ts';
import { drain } from './http/server/connection/drain.ts';
import { connectionsWithin } from './http/server/connection/limits.ts';
import type { Readiness } from './http/server/health.ts';
import { type InFlightRequests, inFlightRequests } from './http/server/in-flight.ts';
import { type ServerLimits, serverLimits } from './http/server/limits.ts';
import type { AccessLog } from './ports/access-log.ts';
import type { Clock } from './ports/clock.ts';
import type { FindIssuerEndpoints } from './ports/issuer-endpoints.ts';
import type { RateCounter } from './ports/rate-counter.ts';
import type { Representation } from './ports/representation.ts';
import type { SigningKeys } from './ports/signing-keys.ts';
import type { Subscriptions } from './ports/subscriptions.ts';
import type { TelemetryEvents } from './ports/telemetry.ts';
import { noTracing, type Tracing } from './ports/tracing.ts';
import type { createLogger } from './process/logger.ts';
import { openFileLimit } from './process/open-files.ts';

/** The adapters that a region profile may name. A new region's adapter is one line here. */
export const adapters: Adapters = { extracts, rivta };

/** The service's own version, as `package.json` has it. */
const { version } = packageFile;

type Logger = ReturnType<typeof createLogger>;

/** What the service stands on: the implementations of its ports. */
type Ports = {
  readonly clock: Clock;
  readonly telemetry: TelemetryEvents;
  readonly tracing: Tracing;
  readonly accessLog: AccessLog;
  readonly counter: RateCounter;
  readonly signingKeys: SigningKeys;
  readonly issuerEndpoints: FindIssuerEndpoints;
  readonly subscriptions: Subscriptions;
};

type Context = {
  readonly configuration: Configuration;
  readonly logger: Logger;
  /** What has been opened is closed in the reverse order. */
  readonly onClose: (close: () => unknown) => void;
};

/** Metrics, Redis and traces are there only where they are configured, and their libraries are loaded only then. */
const openMetrics = async ({ configuration }: Context): Promise<Metrics | undefined> => {
  if (configuration.settings.ADMIN_PORT === undefined) return undefined;
  const { prometheusMetrics } = await import('./adapters/telemetry/prometheus-metrics.ts');
  return prometheusMetrics();
};

const openCounter = async ({ configuration, logger, onClose }: Context): Promise<RateCounter> => {
  const { REDIS_URL: url } = configuration.settings;
  if (url === undefined) return memoryRateCounter();
  const { redisRateCounter } = await import('./adapters/rate-limit/redis.ts');
  const { counter, close } = await redisRateCounter(url, logger);
  onClose(close);
  return counter;
};

const openTracing = async ({ configuration, logger, onClose }: Context): Promise<Tracing> => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = configuration.settings;
  if (endpoint === undefined) return noTracing;
  const { otelTracing } = await import('./adapters/telemetry/otel-tracing.ts');
  const { tracing, close } = otelTracing(endpoint, logger);
  onClose(close);
  return tracing;
};

const openIssuer = ({
  configuration: { settings },
  logger,
  onClose,
}: Context): Pick<Ports, 'signingKeys' | 'issuerEndpoints'> => {
  const { AUTH_ISSUER: issuer, AUTH_JWKS_URI: jwksUri } = settings;
  const client = issuerClient({ issuer, jwksUri, mayFetch: isSafeUrl });
  onClose(client.close);
  const keys = jwksSigningKeys(client, { log: logger });
  onClose(keys.close);
  return { signingKeys: keys, issuerEndpoints: issuerEndpoints(client, { log: logger }) };
};

const openSubscriptions = ({ configuration, logger, onClose }: Context): Subscriptions => {
  const path = configuration.settings.SUBSCRIPTIONS_FILE;
  const readAgain = () => {
    const list = faultList();
    const subscriptions = readSubscriptions(path, list);
    return subscriptions === undefined ? { faults: list.faults } : { subscriptions };
  };
  const file = subscriptionsFile({ path, first: configuration.subscriptions, readAgain, log: logger });
  onClose(file.close);
  return file.find;
};

const openSystems = (
  { configuration: { region }, logger, onClose }: Context,
  { telemetry, tracing }: Pick<Ports, 'telemetry' | 'tracing'>,
): OpenRegion => {
  const opened = openRegion({
    systems: region.systems,
    sources: region.sources,
    facts: {
      time: regionTime(region.timeZone),
      reserveNumbersRoot: region.reserveNumbersRoot,
      clock: systemClock,
      log: logger,
    },
    adapters,
    telemetry,
    tracing,
    stopwatch: systemStopwatch,
  });
  onClose(opened.close);
  return opened;
};

/** Who says who may act for whom: the claims, the register, or both (D6). */
const representationOf = (
  { configuration: { region } }: Context,
  { relations }: OpenRegion,
  { clock }: Ports,
): Representation => {
  const { from, guardianUntilAge } = region.representation;
  if (!from.includes('register')) return claimsRepresentation;
  if (relations === undefined) throw new Failure('unexpected', { detail: 'no system has a register' });
  const time = regionTime(region.timeZone);
  const register = registerRepresentation({
    relations,
    clock,
    stopwatch: systemStopwatch,
    time,
    guardianUntilAge,
  });
  return from.includes('claims') ? claimsAndRegister(claimsRepresentation, register) : register;
};

const useCasesOf = (context: Context, opened: OpenRegion, ports: Ports): UseCases => {
  const { region } = context.configuration;
  const { ehr } = opened;
  const roots = personRoots(region.reserveNumbersRoot);
  const { representProtected } = region;
  return useCases({
    ehr,
    roots,
    release: releaseFilter(region.release),
    protection: protection({ ehr, roots, representProtected }),
    telemetry: ports.telemetry,
    clock: ports.clock,
    stopwatch: systemStopwatch,
    resolveSubject: resolveSubject({ representation: representationOf(context, opened, ports) }),
  });
};

const readinessOf = (
  { signingKeys, accessLog }: Ports,
  { circuits }: OpenRegion,
  isStopping: () => boolean,
): Readiness => ({
  openCircuits: () => [...circuits()].filter(([, isOpen]) => isOpen).map(([name]) => name),
  missing: async () => {
    const [hasKeys, canLog] = await Promise.all([signingKeys.isReady(), accessLog.isWritable()]);
    return [
      ...(isStopping() ? ['the service is stopping'] : []),
      ...(hasKeys ? [] : ['the signing keys of the issuer']),
      ...(canLog ? [] : ['the access log']),
    ];
  },
});

const appDepsOf = (
  { configuration: { settings, region, tls }, logger }: Context,
  ports: Ports,
  {
    cases,
    readiness,
    requests,
    limits,
  }: { cases: UseCases; readiness: Readiness; requests: InFlightRequests; limits: ServerLimits },
): AppDeps => ({
  ...ports,
  logger,
  readiness,
  inFlightRequests: requests,
  useCases: cases,
  resolveSubject: cases.resolveSubject,
  numbers: region.numbers,
  rateLimit: settings.RATE_LIMIT,
  tokenRules: {
    issuer: settings.AUTH_ISSUER,
    audience: settings.AUTH_AUDIENCE,
    types: settings.AUTH_TOKEN_TYPES,
  },
  claimNames: {
    patient: settings.AUTH_PATIENT_CLAIM,
    actsFor: settings.AUTH_ACTS_FOR_CLAIM,
    scopes: settings.AUTH_SCOPE_CLAIMS,
    clients: settings.AUTH_CLIENT_CLAIMS,
    partners: settings.AUTH_PARTNER_CLIENTS ?? [],
  },
  budget: answerBudget(settings.ANSWER_BUDGET_BYTES),
  isTrustedProxy: settings.TRUST_PROXY?.has,
  corsOrigins: settings.CORS_ORIGINS ?? [],
  basePath: settings.BASE_PATH ?? '',
  requestTimeoutMs: settings.REQUEST_TIMEOUT_MS,
  limits,
  https: tls,
  docs: settings.DOCS === 'on' ? { issuer: settings.AUTH_ISSUER, version } : undefined,
});

/** Milliseconds that requests under way have to finish: patients', and operators'. */
const longestFinish = 10_000;
const longestScrape = 1000;

/** The operators' own server, where one is asked for. */
const adminOf = (
  { configuration: { settings }, logger, onClose }: Context,
  metrics: Metrics | undefined,
): FastifyInstance | undefined => {
  if (metrics === undefined) return undefined;
  const names = [settings.ADMIN_HOST, ...(settings.ADMIN_NAMES ?? [])];
  const admin = buildAdmin({ scrape: metrics.scrape, names, logger });
  const close = drain(admin);
  onClose(() => close(longestScrape));
  return admin.app;
};

/** The usual limits, with as many connections as the process can have open. */
const limitsOf = ({ configuration: { region } }: Context): ServerLimits => {
  const calls = region.systems.reduce((sum, { maxConcurrent }) => sum + maxConcurrent, 0);
  return { ...serverLimits, connections: connectionsWithin(openFileLimit(), calls) };
};

export type Service = {
  readonly app: FastifyInstance;
  /** Serves the metrics; undefined where nobody asks for them. */
  readonly admin: FastifyInstance | undefined;
  /** Opens the access log anew (SIGHUP). */
  reopenLogs(): Promise<void>;
  /** Turns readiness to 503, so that a load balancer can notice. */
  announceStop(): void;
  /** Finishes the requests under way, and lets go of everything. */
  close(): Promise<void>;
};

/**
 * Makes a service of a configuration. It does not listen yet.
 * @param replaced implementations of ports that a test brings itself.
 * @param limits those that a test brings itself: it shares its process, and its event loop, with the service.
 */
export const compose = async (
  configuration: Configuration,
  {
    logger,
    replaced = {},
    limits = {},
  }: { logger: Logger; replaced?: Partial<Ports>; limits?: Partial<ServerLimits> },
): Promise<Service> => {
  const closers: (() => unknown)[] = [];
  const context: Context = { configuration, logger, onClose: close => void closers.push(close) };
  const { settings } = configuration;

  const metrics = await openMetrics(context);
  const telemetry = combinedTelemetry(
    serviceLogTelemetry(logger),
    ...(metrics === undefined ? [] : [metrics.telemetry]),
  );
  const log = await accessLogFile(settings.ACCESS_LOG_FILE, { log: logger, written: telemetry.logWritten });
  context.onClose(log.close);

  const ports: Ports = {
    clock: systemClock,
    telemetry,
    tracing: await openTracing(context),
    accessLog: log,
    counter: await openCounter(context),
    ...openIssuer(context),
    subscriptions: openSubscriptions(context),
    ...replaced,
  };
  const region = openSystems(context, ports);
  metrics?.showCircuits(region.circuits);
  metrics?.showAccessLog(ports.accessLog.isWritable);

  let stopping = false;
  const readiness = readinessOf(ports, region, () => stopping);
  const cases = useCasesOf(context, region, ports);
  const requests = inFlightRequests();
  const { app, connections } = await buildApp(
    appDepsOf(context, ports, { cases, readiness, requests, limits: { ...limitsOf(context), ...limits } }),
  );
  const closeApp = drain({ app, connections, requests });
  return {
    app,
    admin: adminOf(context, metrics),
    reopenLogs: log.reopen,
    announceStop: () => {
      stopping = true;
    },
    close: async () => {
      stopping = true;
      await closeApp(longestFinish);
      for (const close of closers.reverse()) await close();
    },
  };
};
