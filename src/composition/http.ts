// The parts of the two HTTP servers: the patients' and the operators'.
import type { FastifyInstance } from 'fastify';
import packageFile from '../../package.json' with { type: 'json' };
import type { Configuration } from '../config/index.ts';
import { recordKinds, sourceOf } from '../domain/records/index.ts';
import { answerBudget } from '../http/answers/budget.ts';
import { type ServerLimits, serverLimits } from '../http/request/limits.ts';
import type { Offered } from '../http/request/operation.ts';
import { buildAdmin } from '../http/server/admin.ts';
import type { AppDeps } from '../http/server/app.ts';
import { drain } from '../http/server/connection/drain.ts';
import type { Readiness } from '../http/server/health.ts';
import type { Parts } from './parts.ts';

/** Milliseconds that a running scrape has to finish on shutdown. */
const scrapeShutdownMs = 1000;

/** What `/health/ready` looks at. */
export const readinessOf = (parts: Parts): Readiness => {
  const { signingKeys, accessLog, systems, stopping, redis, profile, staleFiles } = parts;
  return {
    profile: () => profile.now().region.version,
    stale: () => [...staleFiles].filter(([, isStale]) => isStale()).map(([file]) => file),
    unreachable: () => (redis === undefined || redis.isReachable() ? [] : ['Redis']),
    openCircuits: () => [...systems.circuits()].filter(([, isOpen]) => isOpen).map(([name]) => name),
    missing: async () => {
      const [hasKeys, canLog] = await Promise.all([signingKeys.isReady(), accessLog.isWritable()]);
      return [
        ...(stopping.isAnnounced() ? ['the service is stopping'] : []),
        ...(hasKeys ? [] : ['the signing keys of the issuer']),
        ...(canLog ? [] : ['the access log']),
      ];
    },
  };
};

/** What the systems offer, as they were opened: a system may offer a kind by its profile alone. */
export const offeredOf = ({
  configuration: { region },
  systems: { ehr },
}: Pick<Parts, 'configuration' | 'systems'>): Offered => {
  const notes = region.systems.find(({ name }) => name === region.sources.journalNotes);
  return {
    timeZone: region.timeZone,
    kinds: new Set(recordKinds.filter(kind => ehr[sourceOf(kind)] !== undefined)),
    transitions: new Set((['arrive', 'pay'] as const).filter(name => ehr.writer?.[name] !== undefined)),
    maxNotesWithSeparateText: notes?.offer?.maxNotesWithSeparateText,
  };
};

/** Collects the dependencies of the app one by one, because the container cannot list them. */
export const appDepsOf = (parts: Parts): AppDeps => {
  const { settings, tls } = parts.configuration;
  const { now } = parts.profile;
  return {
    clock: parts.clock,
    telemetry: parts.telemetry,
    tracing: parts.tracing,
    accessLog: parts.accessLog,
    origin: { region: () => now().region.name, instance: parts.instance },
    counter: parts.counter,
    signingKeys: parts.signingKeys,
    issuerEndpoints: parts.issuerEndpoints,
    subscriptions: parts.subscriptions,
    logger: parts.logger,
    readiness: parts.readiness,
    isStopping: parts.stopping.isAnnounced,
    inFlightRequests: parts.inFlightRequests,
    useCases: () => now().useCases,
    limits: parts.limits,
    numbers: () => now().region.numbers,
    rateLimit: settings.RATE_LIMIT,
    tokenRules: {
      issuer: settings.AUTH_ISSUER,
      audience: settings.AUTH_AUDIENCE,
      types: settings.AUTH_TOKEN_TYPES,
    },
    publicUrl: settings.PUBLIC_URL,
    clientCertificate: settings.AUTH_CLIENT_CERTIFICATE,
    isFirstUse: parts.isFirstUse,
    claimNames: {
      patient: settings.AUTH_PATIENT_CLAIM,
      actsFor: settings.AUTH_ACTS_FOR_CLAIM,
      scopes: settings.AUTH_SCOPE_CLAIMS,
      clients: settings.AUTH_CLIENT_CLAIMS,
      partners: settings.AUTH_PARTNER_CLIENTS ?? [],
      unit: settings.AUTH_UNIT_CLAIM,
      user: settings.AUTH_USER_CLAIM,
    },
    budget: answerBudget(settings.ANSWER_BUDGET_BYTES),
    isTrustedProxy: settings.TRUST_PROXY?.has,
    corsOrigins: settings.CORS_ORIGINS ?? [],
    basePath: settings.BASE_PATH ?? '',
    requestTimeoutMs: settings.REQUEST_TIMEOUT_MS,
    https: tls,
    version: packageFile.version,
    offered: () => now().offered,
    docs:
      settings.DOCS === 'on'
        ? {
            issuer: settings.AUTH_ISSUER,
            contact: settings.DOCS_CONTACT,
            tryIt: { clientId: settings.DOCS_CLIENT_ID, key: settings.DOCS_KEY },
          }
        : undefined,
  };
};

type Report = { readonly userLimits?: { readonly open_files?: { readonly soft: number | 'unlimited' } } };

/**
 * The files and sockets that the process may have open. Node raises the soft limit to the hard limit at startup. Infinity if
 * there is none, or if it is unknown.
 */
const openFileLimit = (): number => {
  const { userLimits } = process.report.getReport() as Report;
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY;
};

/**
 * Files that the process opens for itself: program and logs, connections to the issuer, Redis, the access-log database and
 * the operators, and the worker that builds the API page.
 */
const ownFiles = 128;

/** With fewer connections, serving makes no sense. */
const minConnections = 16;

/**
 * The default limits, with as many connections as the limit of open files allows besides calls to the systems.
 * @throws Error if the limit of open files is too low.
 */
export const limitsOf = ({ region }: Configuration): ServerLimits => {
  const calls = region.systems.reduce((sum, { maxConcurrent }) => sum + maxConcurrent, 0);
  const openFiles = openFileLimit();
  const needed = ownFiles + calls + minConnections;
  if (openFiles < needed) {
    throw new Error(
      `The process may open ${openFiles} files; with this region profile it needs at least ${needed}. ` +
        'Raise the limit: LimitNOFILE= in the systemd unit, "ulimits" in compose, or ulimit -n.',
    );
  }
  return { ...serverLimits, connections: Math.min(serverLimits.connections, openFiles - ownFiles - calls) };
};

/** The server of the metrics; undefined if they are not configured. */
export const adminOf = (parts: Parts): FastifyInstance | undefined => {
  const { configuration, metrics, logger, recentWarnings, onClose } = parts;
  if (metrics === undefined) return undefined;
  const { ADMIN_HOST, ADMIN_NAMES } = configuration.settings;
  const names = [ADMIN_HOST, ...(ADMIN_NAMES ?? [])];
  const admin = buildAdmin({ scrape: metrics.scrape, warnings: recentWarnings, names, logger });
  const close = drain(admin);
  onClose(() => close(scrapeShutdownMs));
  return admin.app;
};
