// Rate counters that all instances share, in Redis. While Redis is unreachable or does not answer, each instance counts
// for itself (D13).
import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import { Redis } from 'ioredis';
import { type RateCounter, rateWindow } from '../../ports/rate-counter.ts';
import type { Log } from '../telemetry/service-log.ts';
import { memoryRateCounter } from './memory.ts';

/** Milliseconds that a count may take, that a connection may take, until Redis is tried again, and for the first time. */
const patience = { count: 200, connection: 300, again: 1000, first: 1000 };
/** Longest pause between two attempts to connect. */
const longestPause = 1000;

/**
 * Begins a window where there is none, and counts a call in it. Both at once: a counter never stays behind without an
 * end.
 */
const countCall = `redis.call('SET', KEYS[1], 0, 'PX', ARGV[1], 'NX')
return redis.call('INCR', KEYS[1])`;

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
  const shared = async (key: string): Promise<number> =>
    Number(await redis.eval(countCall, 1, `patient-data-access:${key}`, rateWindow));
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
        return await circuit.execute(() => shared(key));
      } catch {
        return alone(key);
      }
    },
    close: () => redis.disconnect(),
  };
};
