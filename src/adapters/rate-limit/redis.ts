// Rate counters that all instances share, in Redis. While it is away, or does not answer, each instance counts for
// itself (D13).
import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { RateCounter } from '../../ports/rate-counter.ts';
import type { Log } from '../telemetry/service-log.ts';
import { memoryRateCounter, windowSeconds } from './memory.ts';

/** Milliseconds that a count may take, that a connection may take, until Redis is tried again, and for the first time. */
const patience = { count: 200, connection: 300, again: 1000, first: 1000 };
/** Longest pause between two attempts to connect. */
const longestPause = 1000;

const connect = (url: string): Redis =>
  new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    connectTimeout: patience.connection,
    commandTimeout: patience.count,
    retryStrategy: attempt => Math.min(attempt * 50, longestPause),
  });

/** Waits until Redis is there, or evidently is not. */
const answered = (redis: Redis): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, patience.first);
    for (const event of ['ready', 'error']) {
      redis.once(event, () => {
        clearTimeout(timer);
        resolve();
      });
    }
  });

/** Connects, so that an instance counts with the others from its first call; without Redis it is there all the same. */
export const redisRateCounter = async (
  url: string,
  log: Log,
): Promise<{ counter: RateCounter; close(): void }> => {
  const redis = connect(url);
  const shared = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: 'patient-data-access',
    points: 1,
    duration: windowSeconds,
    rejectIfRedisNotReady: true,
  });
  const alone = memoryRateCounter();
  const circuit = circuitBreaker(handleAll, {
    halfOpenAfter: patience.again,
    breaker: new ConsecutiveBreaker(1),
  });
  // ioredis tells of every attempt to connect; the circuit tells of what changes.
  redis.on('error', () => {});
  await answered(redis);
  circuit.onStateChange(state => {
    if (state === CircuitState.Open) log.warn({}, 'Redis is away: each instance counts its calls for itself');
    if (state === CircuitState.Closed)
      log.info({}, 'Redis is there: all instances count their calls together');
  });

  return {
    counter: async key => {
      try {
        return (await circuit.execute(() => shared.penalty(key))).consumedPoints;
      } catch {
        return alone(key);
      }
    },
    close: () => redis.disconnect(),
  };
};
