// The lock that instances share for equal writes, against a real Redis (D21).
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { redisWriteLock } from '../../../src/adapters/write-lock/redis.ts';
import type { WriteLease } from '../../../src/ports/write-lock.ts';
import { describeWith } from '../../support/programs.ts';
import { startCuttingProxy } from '../../support/servers/cutting-proxy.ts';
import { type RedisServer, startRedis } from '../../support/servers/redis.ts';
import { recordedLog } from '../recorded-log.ts';

const soon = () => performance.now() + 300;
const later = () => performance.now() + 60_000;

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
});
