// Measures the effect of large journals on other requests: event loop stalls and the latency of small requests.
import { sizes } from '../data/sizes.ts';
import { callerOf, closedLoop, fixedRate, timedLoop } from '../load.ts';
import { type Server, type ServerName, startServer } from '../servers/servers.ts';
import type { World } from '../servers/world.ts';
import { percentile } from '../statistics.ts';

export type Beside = {
  readonly server: ServerName;
  /** Milliseconds. */
  readonly longestStall: number;
  readonly p50: number;
  readonly p99: number;
};

const journalEveryMs = 1500;
const smallEveryMs = 20;
/** Per run. */
const journals = 6;

/** Warm-up before the first run: seconds of small requests, then journals, at least twelve seconds together. */
const warmup = { seconds: 8, journals: 8 };

const warmUp = async (server: Server, world: World): Promise<void> => {
  const caller = callerOf(server, world, 16);
  await timedLoop(caller, { size: sizes.small, seconds: warmup.seconds, concurrency: 16 });
  await closedLoop(caller, { size: sizes.huge, requests: warmup.journals, concurrency: 2 });
  await caller.close();
};

/** Sends a journal of 10 MB every 1.5 seconds and 50 small requests a second. */
const measureServer = async (server: Server, world: World): Promise<Beside> => {
  const large = callerOf(server, world, 8);
  const small = callerOf(server, world, 64);
  await server.longestStall();
  const requests = (journals * journalEveryMs) / smallEveryMs;
  const [, latencies] = await Promise.all([
    fixedRate(large, { size: sizes.huge, requests: journals, everyMs: journalEveryMs }),
    fixedRate(small, { size: sizes.small, requests, everyMs: smallEveryMs }),
  ]);
  const longestStall = await server.longestStall();
  await Promise.all([large.close(), small.close()]);
  return {
    server: server.name,
    longestStall,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
};

/** Measures the service and the floor alternately, for a number of runs. */
export const measureBeside = async (world: World, runs: number): Promise<Beside[][]> => {
  await world.serve(sizes.huge);
  const names = ['service', 'floor'] as const;
  const servers = await Promise.all(names.map(name => startServer(name, world, { probe: true })));
  for (const server of servers) await warmUp(server, world);
  const all: Beside[][] = [];
  for (let run = 0; run < runs; run++) {
    const besides: Beside[] = [];
    for (const server of servers) besides.push(await measureServer(server, world));
    all.push(besides);
  }
  for (const server of servers) await server.close();
  return all;
};
