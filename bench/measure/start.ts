// Measures what a start costs, from `npm start` until the service is ready.
import { cpuSeconds } from '../servers/process-tree.ts';
import { startServer } from '../servers/servers.ts';
import type { World } from '../servers/world.ts';

export type Start = { readonly milliseconds: number; readonly cpu: number };

/**
 * Milliseconds, and CPU seconds of npm and the service, until `GET /health/ready` is 200, with issuer and EHR reachable and the
 * compile cache filled.
 */
export const measureStart = async (world: World, runs: number): Promise<Start[]> => {
  const startOnce = async (): Promise<Start> => {
    const server = await startServer('service', world, { byNpm: true });
    const cpu = cpuSeconds(server.pid);
    await server.close();
    return { milliseconds: server.startedInMs, cpu };
  };
  const all: Start[] = [];
  // The first start fills the cache.
  for (let run = -1; run < runs; run++) {
    const start = await startOnce();
    if (run >= 0) all.push(start);
  }
  return all;
};
