// How memory grows, cold: peaks over what a freshly started process holds, as multiples of the XML. Each figure is of a
// process of its own, which has served nothing before.
import { type Size, sizes } from '../data/sizes.ts';
import { callerOf, loop } from '../load.ts';
import { forgetPeak, memoryNow, memoryPeak } from '../servers/process-tree.ts';
import { startServer } from '../servers/servers.ts';
import type { World } from '../servers/world.ts';

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

type Case = {
  readonly size: Size;
  readonly journals: number;
  /** Measured in the first run alone, since it takes long. */
  readonly once?: boolean;
};

/** One journal of 10 MB, four at once, and one as large as the limit allows. */
const cases: readonly Case[] = [
  { size: sizes.huge, journals: 1 },
  { size: sizes.huge, journals: 4 },
  { size: sizes.withinLimit, journals: 1, once: true },
];

const measureOnce = async (world: World, { size, journals }: Case): Promise<Memory> => {
  const server = await startServer('service', world);
  const caller = callerOf(server, world.clients, journals);
  const base = memoryNow(server.pid);
  forgetPeak(server.pid);
  await loop(caller, { size, concurrency: journals, send: { requests: journals } });
  const growth = memoryPeak(server.pid) - base;
  await caller.close();
  await server.close();
  return {
    journals,
    size: size.name,
    base,
    growth,
    multiple: growth / (size.bytes * journals),
  };
};

export const measureMemory = async (world: World, runs: number): Promise<Memory[][]> => {
  const all: Memory[][] = Array.from({ length: runs }, () => []);
  for (const memoryCase of cases) {
    await world.serve(memoryCase.size);
    for (const run of memoryCase.once ? all.slice(0, 1) : all) run.push(await measureOnce(world, memoryCase));
  }
  return all;
};
