// Measures the cost of a request in a steady state: CPU seconds and latency, for all servers side by side.
import { type Size, sizes } from '../data/sizes.ts';
import { callerOf, loop } from '../load.ts';
import { cpuSeconds, forgetPeak, memoryPeak } from '../servers/process-tree.ts';
import { competitors, type Server, type ServerName, startServer } from '../servers/servers.ts';
import type { World } from '../servers/world.ts';
import { percentile } from '../statistics.ts';

type Workload = {
  readonly size: Size;
  /** Seconds of warm-up, half a minute per server, so compiled code is measured on a slow machine too. */
  readonly warmup: number;
  /** Seconds per run and server. */
  readonly seconds: number;
  /** The parts of a run. The servers take turns after each: load on the machine that lasts longer affects all of them. */
  readonly turns: number;
  readonly concurrency: number;
};

const workloads: readonly Workload[] = [
  { size: sizes.small, warmup: 10, seconds: 3, turns: 20, concurrency: 16 },
  { size: sizes.medium, warmup: 10, seconds: 3, turns: 15, concurrency: 16 },
  { size: sizes.large, warmup: 6, seconds: 3.2, turns: 8, concurrency: 8 },
  { size: sizes.huge, warmup: 2, seconds: 1, turns: 1, concurrency: 2 },
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

/** One run of one server, turn by turn. */
const openRun = (server: Server, world: World, { size, seconds, turns, concurrency }: Workload) => {
  const caller = callerOf(server, world.clients, concurrency);
  const latencies: number[] = [];
  let spent = 0;
  forgetPeak(server.pid);
  const cpuBefore = cpuSeconds(server.pid);
  return {
    turn: async () => {
      const began = performance.now();
      latencies.push(...(await loop(caller, { size, concurrency, send: { seconds: seconds / turns } })));
      spent += (performance.now() - began) / 1000;
    },
    /** The CPU time includes what the server still does after a turn, such as collecting garbage. */
    end: async (): Promise<Cost> => {
      await caller.close();
      return {
        server: server.name,
        size: size.name,
        cpu: ((cpuSeconds(server.pid) - cpuBefore) / latencies.length) * 1000,
        perSecond: latencies.length / spent,
        p50: percentile(latencies, 0.5),
        p99: percentile(latencies, 0.99),
        peak: memoryPeak(server.pid),
      };
    },
  };
};

/** In a fixed order, each server would always follow the same other one, which still collects garbage for a while. */
const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map(item => ({ item, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);

const measureRun = async (servers: readonly Server[], world: World, workload: Workload): Promise<Cost[]> => {
  await world.serve(workload.size);
  const open = servers.map(server => openRun(server, world, workload));
  for (let turn = 0; turn < workload.turns; turn++) for (const run of shuffled(open)) await run.turn();
  const costs: Cost[] = [];
  for (const run of open) costs.push(await run.end());
  return costs;
};

/**
 * Measures all servers for a number of runs. In each run, each server is started anew and warmed up, because the same code differs by up to
 * a fifth from process to process; then they take short turns at every size, in random order, so other load on the machine affects all
 * of them equally.
 */
export const measureCost = async (
  world: World,
  {
    runs,
    names = ['service', 'again', 'gzip', ...competitors],
    only,
  }: { runs: number; names?: readonly ServerName[]; only?: readonly Size[] },
): Promise<Cost[][]> => {
  const selected = workloads.filter(({ size }) => only?.includes(size) ?? true);
  const measureProcesses = async (): Promise<Cost[]> => {
    const servers = await Promise.all(names.map(name => startServer(name, world)));
    for (const workload of selected) {
      for (const server of servers) {
        await measureRun([server], world, { ...workload, seconds: workload.warmup, turns: 1 });
      }
    }
    const costs: Cost[] = [];
    for (const workload of selected) costs.push(...(await measureRun(servers, world, workload)));
    for (const server of servers) await server.close();
    return costs;
  };
  const all: Cost[][] = [];
  for (let run = 0; run < runs; run++) all.push(await measureProcesses());
  return all;
};
