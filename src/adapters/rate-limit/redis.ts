// Rate counters in Redis, which all instances share. While Redis is unreachable or does not answer, each instance counts for
// itself (D13).
import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import { type RateCounter, rateWindow } from '../../ports/rate-counter.ts';
import { connectRedis } from '../redis/connection.ts';
import type { Log } from '../telemetry/service-log.ts';
import { memoryRateCounter } from './memory.ts';

/** Milliseconds until Redis is tried again. */
const again = 1000;

/**
 * Begins a window if there is none, and counts a call in it. One script does both, so that no counter is left without an
 * expiry.
 */
const countCall = `redis.call('SET', KEYS[1], 0, 'PX', ARGV[1], 'NX')
return redis.call('INCR', KEYS[1])`;

/** Connects before it resolves, so that the first call is shared already. It also resolves if Redis is unreachable. */
export const redisRateCounter = async (
  url: string,
  log: Log,
): Promise<{ counter: RateCounter; close(): void }> => {
  const redis = await connectRedis(url);
  const shared = async (key: string): Promise<number> =>
    Number(await redis.eval(countCall, 1, `patient-data-access:${key}`, rateWindow));
  const alone = memoryRateCounter();
  const circuit = circuitBreaker(handleAll, {
    halfOpenAfter: again,
    breaker: new ConsecutiveBreaker(1),
  });
  circuit.onStateChange(state => {
    if (state === CircuitState.Open) log.warn({}, 'Redis is unreachable: each instance counts its own calls');
    if (state === CircuitState.Closed) log.info({}, 'Redis is reachable: the instances share their counters');
  });

  return {
    counter: async key => {
      try {
        return await circuit.execute(() => shared(key));
      } catch {
        return alone(key);
      }
    },
    close: () => redis.disconnect(),
  };
};
