// From the start of the process until it can serve.
import { startServer } from '../servers.ts';
import type { World } from '../world.ts';

/** Milliseconds until `GET /health/ready` was 200, with the issuer and the EHR there. */
export const measureStart = async (world: World): Promise<number> => {
  const server = await startServer('service', world);
  await server.close();
  return server.startedInMs;
};
