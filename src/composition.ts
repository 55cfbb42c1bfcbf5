// THE composition root: how a service is made of its parts, one recipe each. The only file that imports tsyringe.
import 'reflect-metadata';
import type { FastifyInstance } from 'fastify';
import { instancePerContainerCachingFactory, container as root } from 'tsyringe';
import { type AccessLogFile, accessLogFile } from './adapters/access-log-file.ts';
import type { Adapters } from './adapters/adapter.ts';
import { claimsRepresentation } from './adapters/claims-representation.ts';
import { extracts } from './adapters/extracts/index.ts';
import { jwksSigningKeys } from './adapters/jwks-signing-keys.ts';
import { logNotices } from './adapters/log-notices.ts';
import { memoryRateCounter } from './adapters/memory-rate-counter.ts';
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
import { buildApp } from './http/app.ts';
import type { AppDeps } from './http/app-deps.ts';
import { answerBudget } from './http/budget.ts';
import { drain } from './http/drain.ts';
import type { GateDeps } from './http/gates/index.ts';
import type { Readiness } from './http/health.ts';
import type { createLogger } from './logger.ts';
import type { AccessLog } from './ports/access-log.ts';
import type { Clock } from './ports/clock.ts';
import type { Notices } from './ports/notices.ts';
import type { RateCounter } from './ports/rate-counter.ts';
import type { SigningKeys } from './ports/signing-keys.ts';
import type { Stopwatch } from './ports/stopwatch.ts';
import type { Subscriptions } from './ports/subscriptions.ts';

/** The adapters that a region profile may name. A new region's adapter is one line here. */
export const adapters: Adapters = { extracts };

export type Logger = ReturnType<typeof createLogger>;

/** What a service is made of. */
type Services = {
  readonly clock: Clock;
  readonly stopwatch: Stopwatch;
  readonly region: OpenRegion;
  readonly notices: Notices;
  readonly signingKeys: SigningKeys;
  readonly subscriptions: Subscriptions;
  readonly counter: RateCounter;
  readonly accessLog: AccessLog;
  readonly useCases: UseCases;
  readonly readiness: Readiness;
  readonly gates: GateDeps;
  readonly app: AppDeps;
};

type Ingredients = {
  readonly get: <N extends keyof Services>(name: N) => Services[N];
  readonly configuration: Configuration;
  readonly logger: Logger;
  /** Whether the service is on its way down. */
  readonly isStopping: () => boolean;
  /** What a recipe has opened is closed in the reverse order. */
  readonly onClose: (close: () => unknown) => void;
};

/** Parts that take time to make are made before the others. */
type Prepared = 'accessLog' | 'counter';

type Recipes = { readonly [N in Exclude<keyof Services, Prepared>]: (from: Ingredients) => Services[N] };

const recipes: Recipes = {
  clock: () => systemClock,

  stopwatch: () => systemStopwatch,

  notices: ({ logger }) => logNotices(logger),

  region: ({ get, configuration: { region }, onClose }) => {
    const opened = openRegion({
      systems: region.systems,
      sources: region.sources,
      facts: { time: regionTime(region.timeZone), reserveNumbersRoot: region.reserveNumbersRoot },
      adapters,
      notices: get('notices'),
      stopwatch: get('stopwatch'),
    });
    onClose(opened.close);
    return opened;
  },

  signingKeys: ({ configuration: { settings }, logger, onClose }) => {
    const issuer = { issuer: settings.AUTH_ISSUER, jwksUri: settings.AUTH_JWKS_URI, mayFetch: isSafeUrl };
    const keys = jwksSigningKeys(issuer, { log: logger });
    onClose(keys.close);
    return keys;
  },

  subscriptions: ({ configuration: { settings, subscriptions: first }, logger, onClose }) => {
    const path = settings.SUBSCRIPTIONS_FILE;
    const file = subscriptionsFile({
      path,
      first,
      readAgain: () => {
        const list = faultList();
        const subscriptions = readSubscriptions(path, list);
        return subscriptions === undefined ? { faults: list.faults } : { subscriptions };
      },
      log: logger,
    });
    onClose(file.close);
    return file.find;
  },

  useCases: ({ get, configuration: { region } }) => {
    const { ehr } = get('region');
    const roots = personRoots(region.reserveNumbersRoot);
    return useCases({
      ehr,
      roots,
      release: releaseFilter(region.release),
      protection: protection({ ehr, roots, representProtected: region.representProtected }),
      notices: get('notices'),
      clock: get('clock'),
      stopwatch: get('stopwatch'),
      resolveSubject: resolveSubject({ representation: claimsRepresentation }),
    });
  },

  readiness: ({ get, isStopping }) => ({
    openCircuits: () => get('region').openCircuits(),
    missing: async () => {
      const [hasKeys, canLog] = await Promise.all([
        get('signingKeys').isReady(),
        get('accessLog').isWritable(),
      ]);
      return [
        ...(isStopping() ? ['the service is stopping'] : []),
        ...(hasKeys ? [] : ['the signing keys of the issuer']),
        ...(canLog ? [] : ['the access log']),
      ];
    },
  }),

  gates: ({ get, configuration: { settings, region } }) => ({
    subscriptions: get('subscriptions'),
    counter: get('counter'),
    rateLimit: settings.RATE_LIMIT,
    verifyToken: verifyToken({
      keys: get('signingKeys'),
      rules: {
        issuer: settings.AUTH_ISSUER,
        audience: settings.AUTH_AUDIENCE,
        types: settings.AUTH_TOKEN_TYPES,
      },
      clock: get('clock'),
    }),
    claimNames: {
      patient: settings.AUTH_PATIENT_CLAIM,
      actsFor: settings.AUTH_ACTS_FOR_CLAIM,
      scopes: settings.AUTH_SCOPE_CLAIMS,
      clients: settings.AUTH_CLIENT_CLAIMS,
      partners: settings.AUTH_PARTNER_CLIENTS ?? [],
    },
    numbers: region.numbers,
    resolveSubject: get('useCases').resolveSubject,
  }),

  app: ({ get, configuration: { settings, tls }, logger }) => ({
    ...get('gates'),
    useCases: get('useCases'),
    readiness: get('readiness'),
    budget: answerBudget(settings.ANSWER_BUDGET_BYTES),
    accessLog: get('accessLog'),
    clock: get('clock'),
    logger,
    isTrustedProxy: settings.TRUST_PROXY?.has,
    corsOrigins: settings.CORS_ORIGINS ?? [],
    basePath: settings.BASE_PATH ?? '',
    requestTimeoutMs: settings.REQUEST_TIMEOUT_MS,
    https: tls,
  }),
};

export type Service = {
  readonly app: FastifyInstance;
  /** Opens the access log anew (SIGHUP). */
  reopenLogs(): Promise<void>;
  /** Turns readiness to 503, so that a load balancer can notice. */
  announceStop(): void;
  /** Finishes the requests under way, and lets go of everything. */
  close(): Promise<void>;
};

/** Milliseconds that requests under way have to finish. */
const longestFinish = 10_000;

/** Redis and its library are there only where one is configured. */
const rateCounter = async (url: string | undefined, logger: Logger) => {
  if (url === undefined) return { counter: memoryRateCounter(), close: () => {} };
  const { redisRateCounter } = await import('./adapters/redis-rate-counter.ts');
  return redisRateCounter(url, logger);
};

/**
 * Makes a service of a configuration. It does not listen yet.
 * @param replaced parts that a test brings itself.
 */
export const compose = async (
  configuration: Configuration,
  { logger, replaced = {} }: { logger: Logger; replaced?: Partial<Services> },
): Promise<Service> => {
  const container = root.createChildContainer();
  const closers: (() => unknown)[] = [];
  let stopping = false;

  const accessLog: AccessLogFile = await accessLogFile(configuration.settings.ACCESS_LOG_FILE, logger);
  closers.push(accessLog.close);

  const counter = await rateCounter(configuration.settings.REDIS_URL, logger);
  closers.push(counter.close);

  const ingredients: Ingredients = {
    get: <N extends keyof Services>(name: N) => container.resolve<Services[N]>(name),
    configuration,
    logger,
    isStopping: () => stopping,
    onClose: close => void closers.push(close),
  };
  const made: Partial<Services> = { accessLog, counter: counter.counter, ...replaced };
  for (const [name, recipe] of Object.entries(recipes)) {
    container.register(name, { useFactory: instancePerContainerCachingFactory(() => recipe(ingredients)) });
  }
  for (const [name, value] of Object.entries(made)) container.register(name, { useValue: value });

  const app = await buildApp(ingredients.get('app'));
  const closeApp = drain(app);
  return {
    app,
    reopenLogs: accessLog.reopen,
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
