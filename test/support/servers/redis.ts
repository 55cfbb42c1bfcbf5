// A private Redis server for tests: Debian's, on a free loopback port, in a temporary folder.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../../sandbox/listen.ts';
import { spawnChild } from '../spawn-child.ts';
import { until } from '../until.ts';

/** Sends one command over a new connection, so nothing waits for an unreachable server. */
const ask = async <T>(port: number, question: (redis: Redis) => Promise<T>): Promise<T> => {
  const redis = new Redis(port, '127.0.0.1', { lazyConnect: true, retryStrategy: () => null });
  // The command itself reports the error.
  redis.on('error', () => {});
  try {
    await redis.connect();
    return await question(redis);
  } finally {
    redis.disconnect();
  }
};

/** @param program the path of `redis-server`. */
export const startRedis = async (program: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'redis-test-'));
  const port = await freePort();
  const options = { port: String(port), bind: '127.0.0.1', save: '', appendonly: 'no', dir: folder };
  let child: ChildProcess | undefined;

  const start = async () => {
    const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    child = spawnChild(program, flags, { stdio: 'ignore' });
    const isUp = () =>
      ask(port, redis => redis.ping()).then(
        () => true,
        () => false,
      );
    await until('redis-server starts', isUp);
  };

  const end = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };

  const keys = () => ask(port, redis => redis.keys('*'));

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    keys,
    /** Makes it a replica of another server. */
    follow: async (primary: { readonly port: number }) => {
      await ask(port, redis => redis.replicaof('127.0.0.1', primary.port));
      const isInSync = async () =>
        (await ask(port, redis => redis.info('replication'))).includes('master_link_status:up');
      await until('the replica is in sync', isInSync);
    },
    /** Makes it a primary. */
    promote: async () => void (await ask(port, redis => redis.replicaof('NO', 'ONE'))),
    /** Waits until all keys that contain a text have expired. */
    expired: async (text: string) => {
      await until(`counters of ${text} expire`, async () => !(await keys()).some(key => key.includes(text)));
    },
    /** Suspends the server (SIGSTOP). */
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    kill: end,
    /** Restarts the server on the same port, empty. */
    restart: start,
    close: async () => {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export type RedisServer = Awaited<ReturnType<typeof startRedis>>;
