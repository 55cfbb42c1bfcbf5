// Measures whether many subscriptions and many idle clients raise the cost of a request.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { sizes } from '../data/sizes.ts';
import { callerOf, closedLoop } from '../load.ts';
import { cpuSeconds } from '../servers/process-tree.ts';
import { type Server, startServer } from '../servers/servers.ts';
import type { World } from '../servers/world.ts';

export const crowd = { subscriptions: 10_000, idleClients: 200 } as const;

/** CPU seconds of 1,000 small requests. */
export type Crowd = { readonly alone: number; readonly crowded: number };

/** A client that has sent one request and keeps its connection open. */
const idleClient = async ({ url }: Server): Promise<Socket> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET /health/live HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
  await once(socket, 'data');
  return socket;
};

const rounds = 6;

export const measureCrowd = async (world: World, { quick }: { quick: boolean }): Promise<Crowd> => {
  const { small: size } = sizes;
  await world.serve(size);
  const alone = await startServer('service', world);
  const crowded = await startServer('service', world, { subscriptions: crowd.subscriptions });
  const idle = await Promise.all(Array.from({ length: crowd.idleClients }, () => idleClient(crowded)));
  const spent = new Map([alone, crowded].map(server => [server, 0]));
  const requests = quick ? 500 : 1500;
  const round = async (server: Server) => {
    const caller = callerOf(server, world, 16);
    const before = cpuSeconds(server.pid);
    await closedLoop(caller, { size, requests, concurrency: 16 });
    await caller.close();
    return cpuSeconds(server.pid) - before;
  };
  for (const server of spent.keys()) await round(server);
  for (let count = 0; count < rounds; count++) {
    for (const [server, sum] of spent) spent.set(server, sum + (await round(server)));
  }
  for (const socket of idle) socket.destroy();
  const costOf = (server: Server) => ((spent.get(server) ?? 0) / (rounds * requests)) * 1000;
  const cost = { alone: costOf(alone), crowded: costOf(crowded) };
  await Promise.all([alone.close(), crowded.close()]);
  return cost;
};
