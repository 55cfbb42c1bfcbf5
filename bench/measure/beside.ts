// How others fare beside large journals: stalls of the event loop, and the time of small requests.
import { sizes } from '../data/sizes.ts';
import { callerOf, closedLoop, fixedRate } from '../load.ts';
import { type ServerName, startServer } from '../servers.ts';
import { percentile } from '../statistics.ts';
import type { World } from '../world.ts';

export type Beside = {
  readonly server: ServerName;
  /** Milliseconds. */
  readonly longestStall: number;
  readonly p50: number;
  readonly p99: number;
};

const journalEveryMs = 1500;
const smallEveryMs = 20;

/** One journal of 10 MB every 1.5 seconds, and 50 small requests a second beside them. */
const measureServer = async (name: ServerName, world: World, journals: number): Promise<Beside> => {
  const server = await startServer(name, world, { probe: true });
  // Once before: compiled code is what serves in the long run, and the EHR has its bodies ready.
  const warming = callerOf(server, world, 16);
  await closedLoop(warming, { size: sizes.small, requests: 2000, concurrency: 16 });
  await warming.close();
  const first = callerOf(server, world, 2);
  await closedLoop(first, { size: sizes.huge, requests: journals, concurrency: 2 });
  await first.close();

  const large = callerOf(server, world, 8);
  const small = callerOf(server, world, 64);
  await server.longestStall();
  const beside = {
    size: sizes.small,
    requests: (journals * journalEveryMs) / smallEveryMs,
    everyMs: smallEveryMs,
  };
  const [, latencies] = await Promise.all([
    fixedRate(large, { size: sizes.huge, requests: journals, everyMs: journalEveryMs }),
    fixedRate(small, beside),
  ]);
  const longestStall = await server.longestStall();
  await Promise.all([large.close(), small.close(), server.close()]);
  return {
    server: name,
    longestStall,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
};

/** The service and the floor, one after the other. */
export const measureBeside = async (world: World, { quick }: { quick: boolean }): Promise<Beside[]> => {
  await world.serve(sizes.huge);
  const journals = quick ? 4 : 14;
  const found: Beside[] = [];
  for (const name of ['service', 'floor'] as const) found.push(await measureServer(name, world, journals));
  return found;
};
