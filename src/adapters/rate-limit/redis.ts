// Rate counters in Redis, shared by all instances. While Redis is unreachable or does not answer, each instance counts its
// own calls (D13).
import { type RateCounter, rateWindow } from '../../ports/rate-counter.ts';
import { type GuardedRedis, guardedRedis } from '../redis/guarded.ts';
import type { Log } from '../telemetry/service-log.ts';
import type { CertificateSeen } from '../tls/seen-certificates.ts';
import { memoryRateCounter } from './memory.ts';

/** Counts a call, and begins a window where none ends: also for a counter that lost its expiry, which would refuse calls for ever. */
const countCall = `local calls = redis.call('INCR', KEYS[1])
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return calls`;

/** Resolves once connected, so the instances share even the first call. Also resolves if Redis is unreachable. */
export const redisRateCounter = async (
  url: string,
  log: Log,
  certificateSeen?: CertificateSeen,
): Promise<{ counter: RateCounter; redis: GuardedRedis }> => {
  const guarded = await guardedRedis(url, {
    log,
    certificateSeen,
    consequence: {
      without: 'each instance counts its own calls',
      restored: 'the instances share their counters',
    },
  });
  const shared = async (key: string): Promise<number> =>
    Number(await guarded.run(redis => redis.eval(countCall, 1, `patient-data-access:${key}`, rateWindow)));
  const local = memoryRateCounter();

  return {
    redis: guarded,
    counter: async key => {
      try {
        return await shared(key);
      } catch {
        return local(key);
      }
    },
  };
};
