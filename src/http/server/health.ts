// Health: whether the process runs, and whether it can serve (configuration.md).
import type { FastifyInstance } from 'fastify';

export type Readiness = {
  /** What is missing; empty when it can serve. */
  missing(): Promise<readonly string[]>;
  /** Systems that have failed repeatedly. The instance serves on without them. */
  openCircuits(): readonly string[];
};

export const healthPaths = ['/health/live', '/health/ready'] as const;

/** Probes may ask by HEAD too: the status says everything. */
const probe = { exposeHeadRoute: true } as const;

export const serveHealth = (app: FastifyInstance, readiness: Readiness): void => {
  app.get(healthPaths[0], probe, async () => ({ status: 'alive' }));
  app.get(healthPaths[1], probe, async (request, reply) => {
    const missing = await readiness.missing();
    const openCircuits = readiness.openCircuits();
    const named = openCircuits.length === 0 ? {} : { openCircuits };
    if (missing.length === 0) return { status: 'ready', ...named };
    request.refusal = 'not-ready';
    reply.code(503);
    return { status: 'not ready', missing, ...named };
  });
};
