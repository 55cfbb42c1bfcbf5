// The rate counter that all instances share, against a real Redis (D13).
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { redisRateCounter } from '../../../src/adapters/rate-limit/redis.ts';
import { describeWith } from '../../support/programs.ts';
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
