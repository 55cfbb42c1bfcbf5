// The lock that instances share for equal writes, against a real Redis (D21).
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { redisWriteLock } from '../../../src/adapters/write-lock/redis.ts';
import type { WriteLease } from '../../../src/ports/write-lock.ts';
import { describeWith } from '../../support/programs.ts';
import { startCuttingProxy } from '../../support/servers/cutting-proxy.ts';
import { type RedisServer, startRedis } from '../../support/servers/redis.ts';
import { recordedLog } from '../recorded-log.ts';
import type { InstanceInput, InstanceReport } from './instance.ts';

const soon = () => performance.now() + 300;
const later = () => performance.now() + 60_000;

/** Blocks the event loop, as a long garbage collection or a paused machine does. */
const stall = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

const held = (hold: WriteLease | undefined): WriteLease => {
  if (hold === undefined) throw new Error('it is not held');
  return hold;
};

describeWith('redis-server', 'a lock in Redis', program => {
  let redis: RedisServer;
  const closers: (() => void)[] = [];
  beforeAll(async () => {
    redis = await startRedis(program);
  });
  afterEach(() => {
    for (const close of closers.splice(0)) close();
  });
  afterAll(() => redis.close());

  const instance = async () => {
    const recorded = recordedLog();
    const { lock, close } = await redisWriteLock(redis.url, recorded.log);
    closers.push(close);
    return { lock, ...recorded };
  };

  test('while one instance holds it, another one does not get it', async () => {
    const [{ lock: one }, { lock: other }] = [await instance(), await instance()];
    const first = held(await one('a', later()));
    expect(await first.isCurrent()).toBe(true);
    expect(await other('a', soon())).toBeUndefined();
    const next = other('a', later());
    await first.release();
    const second = held(await next);
    expect([await first.isCurrent(), await second.isCurrent()]).toEqual([false, true]);
    await second.release();
  });

  test('a holder whose time is over cannot release the lock of the next one', async () => {
    const [{ lock: one }, { lock: other }] = [await instance(), await instance()];
    const first = held(await one('b', soon()));
    const second = held(await other('b', later()));
    expect(await first.isCurrent()).toBe(false);
    await first.release();
    expect(await second.isCurrent()).toBe(true);
    await second.release();
  });

  test('a lock that has lost its expiry gets one, so a holder that died blocks the write no longer than a request', async () => {
    const [{ lock: one }, { lock: other }] = [await instance(), await instance()];
    held(await one('lost', later()));
    const admin = new Redis(redis.url);
    closers.push(() => admin.disconnect());
    for (const name of await redis.keys()) await admin.persist(name);
    // Redis ends the lock when the other one's time is over: who is late by a moment may get it, and must not write with it.
    expect(await (await other('lost', soon()))?.isCurrent()).not.toBe(true);
    await held(await other('lost', later())).release();
  });

  test('different writes have different locks', async () => {
    const { lock } = await instance();
    const holds = [await lock('c', later()), await lock('d', later())];
    expect(await Promise.all(holds.map(hold => held(hold).isCurrent()))).toEqual([true, true]);
    for (const hold of holds) await held(hold).release();
  });

  test('it expires with its request, its fencing token rises, and its key contains no personal number', async () => {
    const { lock } = await instance();
    const reader = new Redis(redis.url);
    closers.push(() => reader.disconnect());
    const fences: number[] = [];
    for (let round = 0; round < 2; round++) {
      const hold = held(await lock('arrival ["191212121212","59062"]', performance.now() + 5000));
      const names = (await redis.keys()).filter(name => !name.endsWith(':fence'));
      expect(names).toHaveLength(1);
      expect(names[0]).not.toContain('191212121212');
      const left = await reader.pttl(names[0] ?? '');
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(5000);
      fences.push(Number((await reader.get(names[0] ?? ''))?.split(':')[0]));
      await hold.release();
    }
    expect(fences[1]).toBeGreaterThan(fences[0] ?? Number.NaN);
  });

  test('a holder to whom the answer of Redis was lost still holds the lock, and releases it', async () => {
    const proxy = await startCuttingProxy(Number(new URL(redis.url).port));
    const recorded = recordedLog();
    const { lock: one, close } = await redisWriteLock(`redis://127.0.0.1:${proxy.port}`, recorded.log);
    closers.push(close, () => void proxy.close());
    const { lock: other } = await instance();
    proxy.cutAfter('fence');
    const first = held(await one('g', later()));
    expect(proxy.cuts()).toBe(1);
    expect(await first.isCurrent()).toBe(true);
    expect(await other('g', soon())).toBeUndefined();
    await expect
      .poll(async () => {
        await first.release();
        return other('g', soon());
      })
      .toBeDefined();
  });

  test('while Redis is unreachable everybody gets it; afterwards only one', async () => {
    const [{ lock: one, levels }, { lock: other }] = [await instance(), await instance()];
    const before = held(await one('e', later()));
    await redis.kill();
    const [first, second] = [held(await one('e', later())), held(await other('e', later()))];
    expect(await Promise.all([before, first, second].map(hold => hold.isCurrent()))).toEqual([
      true,
      true,
      true,
    ]);
    await Promise.all([before, first, second].map(hold => hold.release()));
    await redis.restart();
    await expect
      .poll(
        async () => {
          const hold = held(await one('f', later()));
          const excluded = (await other('f', soon())) === undefined;
          await hold.release();
          return excluded;
        },
        { timeout: 30_000, interval: 100 },
      )
      .toBe(true);
    expect(levels()).toEqual(['warn', 'info']);
  });

  test.each([150, 250, 1000])(
    'a stall of %i ms while the lock is being taken: only one gets it',
    async ms => {
      const [{ lock: one, logged }, { lock: other }] = [await instance(), await instance()];
      const attempts = [one('i', later()), other('i', later())].map(async (attempt, index) => ({
        index,
        lease: held(await attempt),
      }));
      stall(ms);
      const winner = await Promise.race(attempts);
      const loser = attempts[1 - winner.index];
      expect(await Promise.race([loser, wait(200)])).toBeUndefined();
      await winner.lease.release();
      await (await loser)?.lease.release();
      expect(logged).toEqual([]);
    },
  );

  test('a stall beyond the lease: its holder does not believe what Redis said before', async () => {
    const { lock } = await instance();
    const lease = held(await lock('j', soon()));
    const answer = lease.isCurrent();
    stall(600);
    expect(await answer).toBe(false);
  });

  test.each([0, 250, 2000])(
    'two instances that stall for %i ms at every moment never write at the same time',
    async stallMs => {
      const writing = new SharedArrayBuffer(4);
      const reports = [0, 3].map(async firstMoment => {
        const workerData: InstanceInput = { url: redis.url, stallMs, firstMoment, writing };
        const worker = new Worker(new URL('./instance.ts', import.meta.url), { workerData });
        closers.push(() => void worker.terminate());
        const [report] = (await once(worker, 'message')) as [InstanceReport];
        return report;
      });
      for (const { together, warnings } of await Promise.all(reports)) {
        expect(together).toEqual(Array.from({ length: 12 }, () => 1));
        expect(warnings).toEqual([]);
      }
    },
    120_000,
  );
});
