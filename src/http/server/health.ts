// Health: liveness and readiness (configuration.md).
import type { FastifyInstance } from 'fastify';

export type Readiness = {
  /** The version of the region profile in use. */
  profile(): string;
  /** Files of the configuration of which an older version is in use. */
  stale(): readonly string[];
  /** What is missing before the service can serve; empty if nothing is. */
  missing(): Promise<readonly string[]>;
  /** Systems whose circuit is open. The instance stays ready without them. */
  openCircuits(): readonly string[];
  /** What else is missing without making the instance unready. */
  unreachable(): readonly string[];
};

export const healthPaths = ['/health/live', '/health/ready'] as const;

/** Probes may also use HEAD: the status says it all. */
const probe = { exposeHeadRoute: true } as const;

/** The lists that have something in them. */
const nonEmpty = (lists: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));

/** Serves whether the process is alive, and whether it is ready for requests. */
export const serveHealth = (app: FastifyInstance, readiness: Readiness): void => {
  app.get(healthPaths[0], probe, async () => ({ status: 'alive' }));
  app.get(healthPaths[1], probe, async (request, reply) => {
    const missing = await readiness.missing();
    const named = nonEmpty({
      stale: readiness.stale(),
      openCircuits: readiness.openCircuits(),
      unreachable: readiness.unreachable(),
    });
    const profile = readiness.profile();
    if (missing.length === 0) return { status: 'ready', profile, ...named };
    request.refusal = 'not-ready';
    reply.code(503);
    return { status: 'not ready', missing, profile, ...named };
  });
};
