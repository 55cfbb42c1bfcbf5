// The HTTP app: made from the table, the gates and the use cases. It knows neither adapters nor the environment.
import cors from '@fastify/cors';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { UseCases } from '../domain/use-cases/index.ts';
import type { Clock } from '../ports/clock.ts';
import { readJsonBodies } from './body.ts';
import { requestId } from './call.ts';
import { type DoorDeps, methodsOf, pathHook, pathKey, proxyHook } from './door.ts';
import { answerFrameworkError, answerMalformed, errorHandler, stamp } from './errors.ts';
import type { GateDeps } from './gates/index.ts';
import { healthPaths, type Readiness, serveHealth } from './health.ts';
import { operations } from './operations.ts';
import { RequestLog } from './request-log.ts';
import { serveOperation, versionConstraint } from './route.ts';
import type { TrailDeps } from './trail.ts';

export type AppDeps = GateDeps &
  TrailDeps & {
    readonly useCases: UseCases;
    readonly readiness: Readiness;
    readonly clock: Clock;
    readonly logger: FastifyBaseLogger;
    readonly isTrustedProxy: ((address: string) => boolean) | undefined;
    readonly corsOrigins: readonly string[];
    /** Before all paths but health; empty for none. */
    readonly basePath: string;
    readonly requestTimeoutMs: number;
    readonly https: { readonly cert: string; readonly key: string } | undefined;
  };

const create = ({ logger, https, isTrustedProxy, clock }: AppDeps): FastifyInstance =>
  Fastify({
    loggerInstance: logger,
    logController: new RequestLog(),
    https: https === undefined ? null : { ...https, minVersion: 'TLSv1.2' },
    trustProxy: isTrustedProxy ?? false,
    genReqId: requestId,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, constraints: { apiVersion: versionConstraint } },
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, verbose: true },
    },
    frameworkErrors: answerFrameworkError(clock),
    clientErrorHandler: answerMalformed,
  } as Parameters<typeof Fastify>[0]) as unknown as FastifyInstance;

const allowCrossOrigin = (app: FastifyInstance, origins: readonly string[]) =>
  app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'POST', 'PUT'],
    exposedHeaders: ['x-request-id', 'retry-after', 'x-left-out'],
    strictPreflight: false,
  });

/** The whole service as a fastify app, ready to be listened with or injected into. */
export const buildApp = async (deps: AppDeps): Promise<FastifyInstance> => {
  const app = create(deps);
  const methods = methodsOf(app);
  const door: DoorDeps = {
    isTrustedProxy: deps.isTrustedProxy,
    corsOrigins: deps.corsOrigins,
    methods,
    openPaths: new Set(healthPaths.map(pathKey)),
  };
  app.decorateRequest('visit', undefined);
  app.addHook('onRequest', stamp);
  app.addHook('onRequest', proxyHook(door));
  app.addHook('onRequest', pathHook(door));
  app.setErrorHandler(errorHandler(deps.clock));
  readJsonBodies(app);
  if (deps.corsOrigins.length > 0) await allowCrossOrigin(app, deps.corsOrigins);
  serveHealth(app, deps.readiness);
  for (const operation of operations) serveOperation(app, operation, deps);
  await app.ready();
  return app;
};
