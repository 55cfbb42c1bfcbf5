// The rate counter that all instances share, against a real Redis (D13).
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { redisRateCounter } from '../../../src/adapters/rate-limit/redis.ts';
import { describeWith } from '../../support/programs.ts';
import { startCuttingProxy } from '../../support/servers/cutting-proxy.ts';
import { startRedis } from '../../support/servers/redis.ts';
import { recordedLog } from '../recorded-log.ts';
import { rateCounterContract } from './rate-counter-contract.ts';

describeWith('redis-server', 'in Redis', program => {
  rateCounterContract(async () => {
    const redis = await startRedis(program);
    const counters = [
      await redisRateCounter(redis.url, recordedLog().log),
      await redisRateCounter(redis.url, recordedLog().log),
    ] as const;
    return {
      open: async () => ({ counter: counters[0].counter, together: counters[1].counter }),
      passWindow: key => redis.expired(key),
      close: async () => {
        for (const { redis: used } of counters) used.close();
        await redis.close();
      },
    };
  }, 3);

  test('two instances count together again after a failover behind one name, without a restart', async () => {
    const [old, next] = [await startRedis(program), await startRedis(program)];
    await next.follow(old);
    const name = await startCuttingProxy(old.port);
    const logs = [recordedLog(), recordedLog()] as const;
    const url = `redis://127.0.0.1:${name.port}`;
    const [one, two] = [await redisRateCounter(url, logs[0].log), await redisRateCounter(url, logs[1].log)];
    let asked = 0;
    const counted = async () => {
      const key = `call-${asked++}`;
      return [await one.counter(key), await two.counter(key)];
    };
    try {
      expect(await counted()).toEqual([1, 2]);
      await next.promote();
      await old.follow(next);
      // The name still leads to the demoted server: a reconnection each second is enough.
      const [began, before] = [performance.now(), name.opened()];
      while (performance.now() - began < 2500) {
        expect(await counted()).toEqual([1, 1]);
        expect(await one.redis.check()).toBe(false);
        await one.redis.runAnyway(redis => redis.set('x', '')).catch(() => {});
        await wait(10);
      }
      const seconds = Math.ceil((performance.now() - began) / 1000);
      expect(name.opened() - before).toBeGreaterThan(0);
      expect(name.opened() - before).toBeLessThanOrEqual(2 * (seconds + 1));
      name.leadTo(next.port);
      await expect.poll(counted, { timeout: 20_000 }).toEqual([1, 2]);
      expect([one.redis.isReachable(), two.redis.isReachable()]).toEqual([true, true]);
      for (const { logged } of logs) {
        expect(logged.map(({ message }) => message)).toEqual([
          'Redis is unreachable: each instance counts its own calls',
          'Redis is reachable again: the instances share their counters',
        ]);
        expect(logged[0]?.fields).toMatchObject({ cause: expect.stringMatching(/^READONLY/) });
      }
    } finally {
      for (const { redis } of [one, two]) redis.close();
      await Promise.all([name.close(), old.close(), next.close()]);
    }
  });

  test('a counter that has lost its expiry gets one', async () => {
    const redis = await startRedis(program);
    const { counter, redis: used } = await redisRateCounter(redis.url, recordedLog().log);
    const reader = new Redis(redis.url);
    try {
      await reader.set('patient-data-access:a', '1000');
      expect(await counter('a')).toBe(1001);
      const left = await reader.pttl('patient-data-access:a');
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(5000);
    } finally {
      reader.disconnect();
      used.close();
      await redis.close();
    }
  });

  test('a counter expires 5 seconds after its first call, whatever comes in between', {
    retry: 3,
  }, async () => {
    const redis = await startRedis(program);
    const { counter, redis: used } = await redisRateCounter(redis.url, recordedLog().log);
    const reader = new Redis(redis.url);
    try {
      await counter('a');
      const left = [await reader.pttl('patient-data-access:a')];
      for (let calls = 0; calls < 20; calls++) {
        await counter('a');
        left.push(await reader.pttl('patient-data-access:a'));
      }
      expect(left[0]).toBeLessThanOrEqual(5000);
      expect(left).toEqual(left.toSorted((one, other) => other - one));
      expect(await reader.get('patient-data-access:a')).toBe('21');
      await redis.expired('a');
      expect(await redis.keys()).toEqual([]);
    } finally {
      reader.disconnect();
      used.close();
      await redis.close();
    }
  });
});
