// THE composition root: how a service is made of its parts, from the outside in. The only place where adapters, use cases
// and http meet.
import type { FastifyInstance } from 'fastify';
import { accessLogFile } from './adapters/access-log-file.ts';
import type { Adapters } from './adapters/adapter.ts';
import { claimsRepresentation } from './adapters/claims-representation.ts';
import { extracts } from './adapters/extracts/index.ts';
import { jwksSigningKeys } from './adapters/jwks-signing-keys.ts';
import { allNotices, logNotices } from './adapters/log-notices.ts';
import { memoryRateCounter } from './adapters/memory-rate-counter.ts';
import type { Metrics } from './adapters/prometheus-metrics.ts';
import { type OpenRegion, openRegion } from './adapters/region.ts';
import { regionTime } from './adapters/region-time.ts';
import { subscriptionsFile } from './adapters/subscriptions-file.ts';
import { systemClock, systemStopwatch } from './adapters/system-clock.ts';
import { isSafeUrl } from './config/addresses.ts';
import { type Configuration, faultList, readSubscriptions } from './config/index.ts';
import { personRoots } from './domain/rules/foreign.ts';
import { releaseFilter } from './domain/rules/release.ts';
import { type UseCases, useCases } from './domain/use-cases/index.ts';
import { protection } from './domain/use-cases/protection.ts';
import { resolveSubject } from './domain/use-cases/resolve-subject.ts';
import { verifyToken } from './http/access-token.ts';
import { buildAdmin } from './http/admin.ts';
import { buildApp } from './http/app.ts';
import type { AppDeps } from './http/app-deps.ts';
import { answerBudget } from './http/budget.ts';
import { drain } from './http/drain.ts';
import type { Readiness } from './http/health.ts';
import type { createLogger } from './logger.ts';
import type { AccessLog } from './ports/access-log.ts';
import type { Clock } from './ports/clock.ts';
import type { Notices } from './ports/notices.ts';
import type { RateCounter } from './ports/rate-counter.ts';
import type { SigningKeys } from './ports/signing-keys.ts';
import type { Subscriptions } from './ports/subscriptions.ts';
import { noTracing, type Tracing } from './ports/tracing.ts';

/** The adapters that a region profile may name. A new region's adapter is one line here. */
export const adapters: Adapters = { extracts };

type Logger = ReturnType<typeof createLogger>;

/** What the service stands on: the implementations of its ports. */
type Ports = {
  readonly clock: Clock;
  readonly notices: Notices;
  readonly tracing: Tracing;
  readonly accessLog: AccessLog;
  readonly counter: RateCounter;
  readonly signingKeys: SigningKeys;
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
  const { prometheusMetrics } = await import('./adapters/prometheus-metrics.ts');
  return prometheusMetrics();
};

const openCounter = async ({ configuration, logger, onClose }: Context): Promise<RateCounter> => {
  const { REDIS_URL: url } = configuration.settings;
  if (url === undefined) return memoryRateCounter();
  const { redisRateCounter } = await import('./adapters/redis-rate-counter.ts');
  const { counter, close } = redisRateCounter(url, logger);
  onClose(close);
  return counter;
};

const openTracing = async ({ configuration, onClose }: Context): Promise<Tracing> => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = configuration.settings;
  if (endpoint === undefined) return noTracing;
  const { otelTracing } = await import('./adapters/otel-tracing.ts');
  const { tracing, close } = otelTracing(endpoint);
  onClose(close);
  return tracing;
};

const openSigningKeys = ({ configuration: { settings }, logger, onClose }: Context): SigningKeys => {
  const { AUTH_ISSUER: issuer, AUTH_JWKS_URI: jwksUri } = settings;
  const keys = jwksSigningKeys({ issuer, jwksUri, mayFetch: isSafeUrl }, { log: logger });
  onClose(keys.close);
  return keys;
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
  { configuration: { region }, onClose }: Context,
  { notices, tracing }: Pick<Ports, 'notices' | 'tracing'>,
): OpenRegion => {
  const opened = openRegion({
    systems: region.systems,
    sources: region.sources,
    facts: { time: regionTime(region.timeZone), reserveNumbersRoot: region.reserveNumbersRoot },
    adapters,
    notices,
    tracing,
    stopwatch: systemStopwatch,
  });
  onClose(opened.close);
  return opened;
};

const useCasesOf = ({ configuration: { region } }: Context, { ehr }: OpenRegion, ports: Ports): UseCases => {
  const roots = personRoots(region.reserveNumbersRoot);
  const { representProtected } = region;
  return useCases({
    ehr,
    roots,
    release: releaseFilter(region.release),
    protection: protection({ ehr, roots, representProtected }),
    notices: ports.notices,
    clock: ports.clock,
    stopwatch: systemStopwatch,
    resolveSubject: resolveSubject({ representation: claimsRepresentation }),
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
  { cases, readiness }: { cases: UseCases; readiness: Readiness },
): AppDeps => ({
  ...ports,
  logger,
  readiness,
  useCases: cases,
  resolveSubject: cases.resolveSubject,
  numbers: region.numbers,
  rateLimit: settings.RATE_LIMIT,
  verifyToken: verifyToken({
    keys: ports.signingKeys,
    rules: {
      issuer: settings.AUTH_ISSUER,
      audience: settings.AUTH_AUDIENCE,
      types: settings.AUTH_TOKEN_TYPES,
    },
    clock: ports.clock,
  }),
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
  https: tls,
});

/** The operators' own server, where one is asked for. */
const adminOf = ({ onClose }: Context, metrics: Metrics | undefined): FastifyInstance | undefined => {
  if (metrics === undefined) return undefined;
  const admin = buildAdmin(metrics.scrape);
  onClose(() => admin.close());
  return admin;
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

/** Milliseconds that requests under way have to finish. */
const longestFinish = 10_000;

/**
 * Makes a service of a configuration. It does not listen yet.
 * @param replaced implementations of ports that a test brings itself.
 */
export const compose = async (
  configuration: Configuration,
  { logger, replaced = {} }: { logger: Logger; replaced?: Partial<Ports> },
): Promise<Service> => {
  const closers: (() => unknown)[] = [];
  const context: Context = { configuration, logger, onClose: close => void closers.push(close) };
  const { settings } = configuration;

  const metrics = await openMetrics(context);
  const notices = allNotices(logNotices(logger), ...(metrics === undefined ? [] : [metrics.notices]));
  const log = await accessLogFile(settings.ACCESS_LOG_FILE, { log: logger, written: notices.logWritten });
  context.onClose(log.close);

  const ports: Ports = {
    clock: systemClock,
    notices,
    tracing: await openTracing(context),
    accessLog: log,
    counter: await openCounter(context),
    signingKeys: openSigningKeys(context),
    subscriptions: openSubscriptions(context),
    ...replaced,
  };
  const region = openSystems(context, ports);
  metrics?.showCircuits(region.circuits);

  let stopping = false;
  const readiness = readinessOf(ports, region, () => stopping);
  const cases = useCasesOf(context, region, ports);
  const app = await buildApp(appDepsOf(context, ports, { cases, readiness }));
  const closeApp = drain(app);
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
