// The HTTP app, built from the operation table, the gates and the use cases. It knows neither adapters nor the environment.
import cors from '@fastify/cors';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { TelemetryEvents } from '../../ports/telemetry.ts';
import { limitSendTime } from '../answers/send-timeout.ts';
import { type TokenVerifierDeps, tokenVerifier } from '../authentication/access-token.ts';
import { serveCapabilities } from '../description/capabilities.ts';
import { type DocsDeps, serveDocs } from '../description/docs.ts';
import {
  answerFrameworkError,
  errorHandler,
  type ReportRefused,
  setCommonHeaders,
} from '../errors/errors.ts';
import { type GateDeps, gates } from '../gates/index.ts';
import { limitWithoutKey, registerRateLimit } from '../gates/rate.ts';
import { refuseOverload } from '../load/overload.ts';
import { unfinishedBodies } from '../load/unfinished-bodies.ts';
import { readJsonBodies } from '../operations/body.ts';
import { operations } from '../operations/operations.ts';
import { type RouteDeps, serveOperation } from '../operations/route.ts';
import { requestId } from '../request/call.ts';
import { isTrustedHop } from '../request/client-address.ts';
import { originForm, pathKey, versionConstraint } from '../request/path.ts';
import { closeIdleConnections } from './connection/close-idle.ts';
import { closeWhenStopping } from './connection/drain.ts';
import { createHttpServer, type HttpServer, type TlsCertificate } from './connection/http-server.ts';
import { throttledWarnings } from './connection/throttled-warnings.ts';
import { healthPaths, type Readiness, serveHealth } from './health.ts';
import { methodsOf, type PreRoutingDeps, pathHook, proxyHook, requireWellFormed } from './pre-routing.ts';
import { emitServed, RequestLog, reportRefused, watchForAborts } from './request-log/request-log.ts';

/** What the app is made from: what each room needs, and the server's own. The composition root provides it. */
export type AppDeps = Omit<GateDeps, 'verifyToken'> &
  TokenVerifierDeps &
  Omit<RouteDeps, 'gates' | 'unfinishedBodies'> &
  DocsDeps &
  Pick<PreRoutingDeps, 'isTrustedProxy' | 'corsOrigins'> & {
    readonly readiness: Readiness;
    /** Whether the service is stopping, but still answers. */
    readonly isStopping: () => boolean;
    readonly telemetry: TelemetryEvents;
    readonly logger: FastifyBaseLogger;
    readonly https: TlsCertificate | undefined;
  };

/** Creates the server. Idle connections are closed when new ones need room. */
const serverOf = (deps: AppDeps, report: ReportRefused): HttpServer => {
  const { logger, https, isTrustedProxy, requestTimeoutMs, limits } = deps;
  const warn = throttledWarnings(logger);
  return createHttpServer({
    https,
    requestsCertificate: deps.clientCertificate === 'connection',
    limits,
    inactivityMs: requestTimeoutMs + extraInactivityMs,
    observer: closeIdleConnections({
      most: limits.connections,
      isProxy: isTrustedProxy ?? (() => false),
      onClosed: () => warn({}, 'nearly all connections are taken: idle ones are closed'),
    }),
    onRefused: report,
    onAcceptFailed: err => warn({ err }, 'a connection could not be accepted'),
  });
};

/**
 * Milliseconds without traffic, on top of the request timeout, after which a connection is closed: a client that does not
 * read its answer would hold its memory, and with it a part of the budget. (Node grants a stuck write this time twice.)
 */
const extraInactivityMs = 10_000;

/** Response headers that scripts of another origin may read (D28). */
const exposedHeaders = ['x-request-id', 'retry-after', 'x-left-out', 'x-error', 'www-authenticate'];

/** Seconds for which browsers keep the answer to a preflight (D28). */
const preflightMaxAgeS = 7200;

/** The headers that @fastify/cors would add, for an answer without hooks. */
const crossOriginHeaders =
  (origins: readonly string[]) =>
  ({ headers: { origin } }: FastifyRequest): Readonly<Record<string, string>> => {
    if (origin === undefined || !origins.includes(origin)) return {};
    return {
      'access-control-allow-origin': origin,
      'access-control-expose-headers': exposedHeaders.join(', '),
      vary: 'Origin',
    };
  };

const create = (
  { logger, https, isTrustedProxy, clock, corsOrigins }: AppDeps,
  { server: { serverFactory, clientErrorHandler }, report }: { server: HttpServer; report: ReportRefused },
): FastifyInstance =>
  Fastify({
    loggerInstance: logger,
    logController: new RequestLog(logger),
    https: https ?? null,
    serverFactory,
    clientErrorHandler,
    rewriteUrl: originForm,
    trustProxy: isTrustedProxy === undefined ? false : isTrustedHop(isTrustedProxy),
    genReqId: requestId,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, constraints: { apiVersion: versionConstraint } },
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        verbose: true,
        // TypeBox writes no schema that is invalid.
        validateSchema: false,
      },
    },
    frameworkErrors: answerFrameworkError({
      clock,
      crossOriginHeaders: crossOriginHeaders(corsOrigins),
      report,
    }),
  } as Parameters<typeof Fastify>[0]) as unknown as FastifyInstance;

/** Adds the headers without which browsers hide an answer from the page (D28). `pathHook` answers the preflights. */
const allowCrossOrigin = async (app: FastifyInstance, origins: readonly string[]) => {
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'POST', 'PUT'],
    exposedHeaders,
    maxAge: preflightMaxAgeS,
    strictPreflight: false,
    preflightContinue: true,
  });
};

/** Builds the whole service as a fastify app, ready for `listen` or `inject`. */
export const buildApp = async (deps: AppDeps) => {
  const report = reportRefused(deps);
  const server = serverOf(deps, report);
  const app = create(deps, { server, report });
  const methods = methodsOf(app);
  await registerRateLimit(app, deps.counter);
  const preRouting: PreRoutingDeps = {
    ...deps,
    methods,
    exemptPaths: new Set(healthPaths.map(pathKey)),
    limitWithoutKey: limitWithoutKey(app, deps),
  };
  app.decorateRequest('requestContext', undefined);
  app.decorateRequest('refusal', undefined);
  app.decorateReply('sendTimer', undefined);
  // Routes take the error handler that there is when they are added: the first is that of @fastify/cors.
  app.setErrorHandler(errorHandler(deps.clock));
  app.addHook('onRequest', setCommonHeaders);
  // Before anything can be refused: a page may read why.
  if (deps.corsOrigins.length > 0) await allowCrossOrigin(app, deps.corsOrigins);
  app.addHook('onRequest', watchForAborts(deps));
  app.addHook('onRequest', requireWellFormed);
  // The order of D2: proxy, overload, preflight, path and method. The gates belong to the routes.
  app.addHook('onRequest', proxyHook(preRouting));
  refuseOverload(app, {
    exemptPaths: preRouting.exemptPaths,
    limits: deps.limits,
    requests: deps.inFlightRequests,
  });
  app.addHook('onRequest', pathHook(preRouting));
  app.addHook('onSend', limitSendTime(deps.limits.sendTimeoutMs));
  app.addHook('onSend', closeWhenStopping(deps.isStopping, server.connections));
  app.addHook('onResponse', emitServed(deps));
  readJsonBodies(app);
  serveHealth(app, deps.readiness);
  serveCapabilities(app, deps);
  serveDocs(app, deps);
  const verifyToken = await tokenVerifier(app, deps);
  const routeDeps = {
    ...deps,
    gates: gates(app, { ...deps, verifyToken }),
    unfinishedBodies: unfinishedBodies(deps.limits),
  };
  for (const operation of operations) serveOperation(app, operation, routeDeps);
  await app.ready();
  const { connections, changeCertificate } = server;
  return { app, connections, changeCertificate };
};
