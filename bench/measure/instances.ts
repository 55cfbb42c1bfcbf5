// Measures the throughput of several instances behind one port that share a Redis.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../sandbox/listen.ts';
import { findProgram } from '../../test/support/programs.ts';
import { startPostgresql } from '../../test/support/servers/postgresql.ts';
import { type Size, sizes } from '../data/sizes.ts';
import { callerOf, closedLoop } from '../load.ts';
import { cpuSeconds } from '../servers/process-tree.ts';
import { type Server, startServer } from '../servers/servers.ts';
import type { World } from '../servers/world.ts';
import { percentile } from '../statistics.ts';

export type Instances = {
  readonly instances: number;
  readonly redis: boolean;
  /** Whether the instances share an access log in PostgreSQL; otherwise each has a file. */
  readonly database?: boolean;
  readonly size: string;
  readonly perSecond: number;
  readonly p99: number;
  /** CPU seconds of 1,000 requests, of all instances together. */
  readonly cpu: number;
  /** CPU seconds per second of all instances together: the number of cores in use. */
  readonly cores: number;
  /** The busiest instance's share of the work. */
  readonly largestShare: number;
};

const listens = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

const startRedis = async () => {
  const port = await freePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', options, { stdio: 'ignore' });
  while (!(await listens(port))) await wait(20);
  return {
    url: `redis://127.0.0.1:${port}`,
    close: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
};

/** PostgreSQL with default settings, which sync every commit to disk, and the access log's tables. */
const startDatabase = async () => {
  const program = findProgram('postgres');
  if (program === undefined) throw new Error('postgres is not installed');
  const server = await startPostgresql(program, { flags: ['fsync=on'], walSegmentMb: 16 });
  return { url: server.url('service', await server.newDatabase()), close: server.close };
};

const concurrency = 32;

type Case = { readonly size: Size; readonly requests: number };

const load = async (servers: readonly [Server, ...Server[]], world: World, { size, requests }: Case) => {
  const caller = callerOf(servers[0], world, concurrency);
  const before = servers.map(({ pid }) => cpuSeconds(pid));
  const began = performance.now();
  const latencies = await closedLoop(caller, { size, requests, concurrency });
  const seconds = (performance.now() - began) / 1000;
  const spent = servers.map(({ pid }, index) => cpuSeconds(pid) - (before[index] ?? 0));
  await caller.close();
  const cpu = spent.reduce((sum, value) => sum + value, 0);
  return {
    size: size.name,
    perSecond: requests / seconds,
    p99: percentile(latencies, 0.99),
    cpu: (cpu / requests) * 1000,
    cores: cpu / seconds,
    largestShare: Math.max(...spent) / cpu,
  };
};

/**
 * Measures small and medium requests: with log files, one instance without Redis, one with Redis, and two that share it; then
 * 1, 2 and 4 instances that share a Redis and a PostgreSQL.
 */
export const measureInstances = async (world: World, { quick }: { quick: boolean }): Promise<Instances[]> => {
  const part = quick ? 0.2 : 1;
  const cases: Case[] = [
    { size: sizes.small, requests: 6000 * part },
    { size: sizes.medium, requests: 2000 * part },
  ];
  const measurements: Instances[] = [];
  const redis = await startRedis();
  const database = await startDatabase();
  for (const [instances, shared, inDatabase] of [
    [1, false, false],
    [1, true, false],
    [2, true, false],
    [1, true, true],
    [2, true, true],
    [4, true, true],
  ] as const) {
    const sharedPort = await freePort();
    const settings: Record<string, string> = {
      ...(shared ? { REDIS_URL: redis.url } : {}),
      ...(inDatabase ? { ACCESS_LOG_FILE: '', ACCESS_LOG_URL: database.url } : {}),
    };
    const start = () => startServer('service', world, { sharedPort, settings });
    const servers: [Server, ...Server[]] = [await start()];
    while (servers.length < instances) servers.push(await start());
    for (const workload of cases) {
      await world.serve(workload.size);
      await load(servers, world, { ...workload, requests: workload.requests / 2 });
      const measured = await load(servers, world, workload);
      measurements.push({ instances, redis: shared, database: inDatabase, ...measured });
    }
    for (const server of servers) await server.close();
  }
  await redis.close();
  await database.close();
  return measurements;
};
