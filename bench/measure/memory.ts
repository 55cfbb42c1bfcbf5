// How memory grows: peaks over what a freshly started process holds, as multiples of the XML.
import { type Size, sizes } from '../data/sizes.ts';
import { callerOf, closedLoop } from '../load.ts';
import { forgetPeak, memoryNow, memoryPeak } from '../process-tree.ts';
import { startServer } from '../servers.ts';
import type { World } from '../world.ts';

export type Memory = {
  readonly journals: number;
  readonly size: string;
  /** Bytes that the process held before. */
  readonly base: number;
  /** Bytes over the base, at the peak. */
  readonly growth: number;
  /** The growth as a multiple of the XML's bytes, of all journals together. */
  readonly multiple: number;
};

const measureOnce = async (world: World, size: Size, journals: number): Promise<Memory> => {
  const server = await startServer('service', world);
  const caller = callerOf(server, world, journals);
  const base = memoryNow(server.pid);
  forgetPeak(server.pid);
  await closedLoop(caller, { size, requests: journals, concurrency: journals });
  const growth = memoryPeak(server.pid) - base;
  await caller.close();
  await server.close();
  return { journals, size: size.name, base, growth, multiple: growth / (size.bytes * journals) };
};

/** One journal of 10 MB, four at once, and one as large as the limit allows. */
export const measureMemory = async (world: World): Promise<Memory[]> => {
  const found: Memory[] = [];
  for (const [size, journals] of [
    [sizes.huge, 1],
    [sizes.huge, 4],
    [sizes.withinLimit, 1],
  ] as const) {
    await world.serve(size);
    found.push(await measureOnce(world, size, journals));
  }
  return found;
};
