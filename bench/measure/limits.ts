// The largest answers: a document within the limit (64 MiB) is answered, a larger one is a 502.
import { type Size, sizes } from '../data/sizes.ts';
import { callerOf } from '../load.ts';
import { startServer } from '../servers/servers.ts';
import type { World } from '../servers/world.ts';

export type Limit = { readonly size: string; readonly status: number; readonly answerBytes: number };

export const measureLimits = async (world: World): Promise<Limit[]> => {
  const server = await startServer('service', world);
  const caller = callerOf(server, world, 1);
  const limits: Limit[] = [];
  const measured: readonly Size[] = [sizes.withinLimit, sizes.beyondLimit];
  for (const size of measured) {
    await world.serve(size);
    const { status, text } = await caller.read(size);
    limits.push({ size: size.name, status, answerBytes: Buffer.byteLength(text) });
  }
  await caller.close();
  await server.close();
  return limits;
};
