// Health: whether the process runs, and whether it can serve (configuration.md).
import type { FastifyInstance } from 'fastify';

export type Readiness = {
  /** What is missing; empty when it can serve. */
  missing(): Promise<readonly string[]>;
};

export const healthPaths = ['/health/live', '/health/ready'] as const;

export const serveHealth = (app: FastifyInstance, readiness: Readiness): void => {
  app.get(healthPaths[0], async () => ({ status: 'alive' }));
  app.get(healthPaths[1], async (_request, reply) => {
    const missing = await readiness.missing();
    if (missing.length === 0) return { status: 'ready' };
    reply.code(503);
    return { status: 'not ready', missing };
  });
};
