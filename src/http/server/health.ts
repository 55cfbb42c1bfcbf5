// Health: whether the process runs, and whether it can serve (configuration.md).
import type { FastifyInstance } from 'fastify';

export type Readiness = {
  /** What is missing; empty when it can serve. */
  missing(): Promise<readonly string[]>;
  /** Systems that have failed repeatedly. The instance serves on without them. */
  openCircuits(): readonly string[];
};

export const healthPaths = ['/health/live', '/health/ready'] as const;

export const serveHealth = (app: FastifyInstance, readiness: Readiness): void => {
  app.get(healthPaths[0], async () => ({ status: 'alive' }));
  app.get(healthPaths[1], async (_request, reply) => {
    const missing = await readiness.missing();
    const openCircuits = readiness.openCircuits();
    const named = openCircuits.length === 0 ? {} : { openCircuits };
    if (missing.length === 0) return { status: 'ready', ...named };
    reply.code(503);
    return { status: 'not ready', missing, ...named };
  });
};
