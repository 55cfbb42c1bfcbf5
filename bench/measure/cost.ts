// What a request costs: CPU seconds, and how fast the answers come, of all servers side by side.
import { type Size, sizes } from '../data/sizes.ts';
import { callerOf, closedLoop } from '../load.ts';
import { cpuSeconds, forgetPeak, memoryPeak } from '../process-tree.ts';
import { type Server, type ServerName, serverNames, startServer } from '../servers.ts';
import { percentile } from '../statistics.ts';
import type { World } from '../world.ts';

/** How much is asked of the fastest server at a size; the slow ones are asked less, at the same concurrency. */
type Dose = {
  readonly size: Size;
  readonly warmup: number;
  /** In each round. */
  readonly requests: number;
  readonly concurrency: number;
};

const doses: readonly Dose[] = [
  { size: sizes.small, warmup: 4000, requests: 1000, concurrency: 16 },
  { size: sizes.medium, warmup: 1000, requests: 240, concurrency: 16 },
  { size: sizes.large, warmup: 300, requests: 60, concurrency: 8 },
  { size: sizes.huge, warmup: 6, requests: 3, concurrency: 2 },
];

const shares: Readonly<Record<ServerName, number>> = { service: 1, floor: 1, strong: 0.5, usual: 0.25 };

/** In each round every server is asked in turn, so that what else the machine does falls upon all of them. */
const rounds = 4;

export type Cost = {
  readonly server: ServerName;
  readonly size: string;
  /** CPU seconds of 1,000 requests. */
  readonly cpu: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Bytes. */
  readonly peak: number;
};

type Tally = { cpu: number; seconds: number; peak: number; readonly latencies: number[] };

const round = async (server: Server, world: World, dose: Dose & { tally: Tally }): Promise<void> => {
  const { size, requests, concurrency, tally } = dose;
  const caller = callerOf(server, world, concurrency);
  const cpuBefore = cpuSeconds(server.pid);
  const began = performance.now();
  tally.latencies.push(...(await closedLoop(caller, { size, requests, concurrency })));
  tally.seconds += (performance.now() - began) / 1000;
  tally.cpu += cpuSeconds(server.pid) - cpuBefore;
  tally.peak = memoryPeak(server.pid);
  await caller.close();
};

const newTally = (): Tally => ({ cpu: 0, seconds: 0, peak: 0, latencies: [] });

const costOf = (server: ServerName, size: Size, { cpu, seconds, latencies, peak }: Tally): Cost => ({
  server,
  size: size.name,
  cpu: (cpu / latencies.length) * 1000,
  perSecond: latencies.length / seconds,
  p50: percentile(latencies, 0.5),
  p99: percentile(latencies, 0.99),
  peak,
});

const scaled = (count: number, server: Server) => Math.max(1, Math.round(count * shares[server.name]));

/** All servers at one size, in turn. */
const measureSize = async (servers: readonly Server[], world: World, dose: Dose): Promise<Cost[]> => {
  await world.serve(dose.size);
  const tallies = new Map(servers.map(server => [server, newTally()]));
  for (const server of servers) {
    const requests = scaled(dose.warmup, server);
    await round(server, world, { ...dose, requests, tally: newTally() });
    forgetPeak(server.pid);
  }
  for (let count = 0; count < rounds; count++) {
    for (const [server, tally] of tallies) {
      await round(server, world, { ...dose, requests: scaled(dose.requests, server), tally });
    }
  }
  return [...tallies].map(([{ name }, tally]) => costOf(name, dose.size, tally));
};

/** One run: every server started anew, every size. */
export const measureCost = async (
  world: World,
  {
    quick,
    names = serverNames,
    only,
  }: { quick: boolean; names?: readonly ServerName[]; only?: readonly Size[] },
): Promise<Cost[]> => {
  const servers = await Promise.all(names.map(name => startServer(name, world)));
  const costs: Cost[] = [];
  for (const dose of doses.filter(({ size }) => only?.includes(size) ?? true)) {
    const part = quick ? 0.5 : 1;
    const requests = Math.max(1, Math.round(dose.requests * part));
    costs.push(...(await measureSize(servers, world, { ...dose, requests })));
  }
  for (const server of servers) await server.close();
  return costs;
};
