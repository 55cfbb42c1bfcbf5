// Measures the cost of a request in a steady state: CPU seconds and latency, for all servers side by side.
import { type Size, sizes } from '../data/sizes.ts';
import { callerOf, timedLoop } from '../load.ts';
import { cpuSeconds, forgetPeak, memoryPeak } from '../servers/process-tree.ts';
import { competitors, type Server, type ServerName, serviceNames, startServer } from '../servers/servers.ts';
import type { World } from '../servers/world.ts';
import { percentile } from '../statistics.ts';

type Dose = {
  readonly size: Size;
  /** Seconds of warm-up, twelve per server, so that compiled code is measured. */
  readonly warmup: number;
  /** Seconds per run. */
  readonly seconds: number;
  readonly concurrency: number;
};

const doses: readonly Dose[] = [
  { size: sizes.small, warmup: 5, seconds: 1.2, concurrency: 16 },
  { size: sizes.medium, warmup: 3, seconds: 1.2, concurrency: 16 },
  { size: sizes.large, warmup: 3, seconds: 1.5, concurrency: 8 },
  { size: sizes.huge, warmup: 1, seconds: 1, concurrency: 2 },
];

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

const measureServer = async (server: Server, world: World, dose: Dose): Promise<Cost> => {
  const caller = callerOf(server, world, dose.concurrency);
  forgetPeak(server.pid);
  const cpuBefore = cpuSeconds(server.pid);
  const began = performance.now();
  const latencies = await timedLoop(caller, dose);
  const seconds = (performance.now() - began) / 1000;
  const cpu = cpuSeconds(server.pid) - cpuBefore;
  await caller.close();
  return {
    server: server.name,
    size: dose.size.name,
    cpu: (cpu / latencies.length) * 1000,
    perSecond: latencies.length / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    peak: memoryPeak(server.pid),
  };
};

/**
 * Measures all servers for a number of runs. Each server is started and warmed up once; then they take turns at every size,
 * so that other load on the machine affects all of them equally.
 */
export const measureCost = async (
  world: World,
  {
    runs,
    names = [...serviceNames(world), ...competitors],
    only,
  }: { runs: number; names?: readonly ServerName[]; only?: readonly Size[] },
): Promise<Cost[][]> => {
  const asked = doses.filter(({ size }) => only?.includes(size) ?? true);
  const servers = await Promise.all(names.map(name => startServer(name, world)));
  for (const dose of asked) {
    await world.serve(dose.size);
    for (const server of servers) await measureServer(server, world, { ...dose, seconds: dose.warmup });
  }
  const found: Cost[][] = [];
  for (let run = 0; run < runs; run++) {
    const costs: Cost[] = [];
    for (const dose of asked) {
      await world.serve(dose.size);
      for (const server of servers) costs.push(await measureServer(server, world, dose));
    }
    found.push(costs);
  }
  for (const server of servers) await server.close();
  return found;
};
