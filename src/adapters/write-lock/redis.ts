// A lock for each write, which all instances share, in Redis. While Redis is unreachable, each instance decides for itself
// (D21).
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import { noWriteLock, type WriteLease, type WriteLock } from '../../ports/write-lock.ts';
import { connectRedis } from '../redis/connection.ts';
import type { Log } from '../telemetry/service-log.ts';

/** Milliseconds between two attempts to get a lock that another instance has, and until Redis is tried again. */
const pause = 25;
const again = 1000;

/**
 * Takes the lock where nobody has it, with a fencing token that rises with every holder. The random part tells holders apart
 * even when Redis was restarted and counts from the beginning.
 */
const take = `if redis.call('EXISTS', KEYS[1]) == 1 then return false end
local token = redis.call('INCR', KEYS[2]) .. ':' .. ARGV[2]
redis.call('SET', KEYS[1], token, 'PX', ARGV[1])
return token`;

/** Only whoever holds it may release it. */
const release = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;

/** The braces keep both keys on one server. A key is hashed: it names a patient. */
const fence = '{patient-data-access:write}:fence';
const nameOf = (key: string) =>
  `{patient-data-access:write}:${createHash('sha256').update(key).digest('base64url')}`;

/** Connects. Without Redis there is a lock all the same, which anybody gets. */
export const redisWriteLock = async (url: string, log: Log): Promise<{ lock: WriteLock; close(): void }> => {
  const redis = await connectRedis(url);
  const breaker = new ConsecutiveBreaker(1);
  const circuit = circuitBreaker(handleAll, { halfOpenAfter: again, breaker });
  circuit.onStateChange(state => {
    if (state === CircuitState.Open) {
      log.warn({}, 'Redis is unreachable: equal writes in several instances are each sent to the EHR');
    }
    if (state === CircuitState.Closed) log.info({}, 'Redis is reachable: instances share equal writes');
  });
  const asked = <T>(question: () => Promise<T>) => circuit.execute(question);

  const holdOf = (name: string, token: string): WriteLease => ({
    isCurrent: async () => {
      try {
        return (await asked(() => redis.get(name))) === token;
      } catch {
        // Nobody can tell: as without Redis.
        return true;
      }
    },
    release: async () => {
      await asked(() => redis.eval(release, 1, name, token)).catch(() => {
        // It ends by itself, with the time of its request.
      });
    },
  });

  const lock: WriteLock = async (key, deadline) => {
    const name = nameOf(key);
    for (;;) {
      const left = Math.ceil(deadline - performance.now());
      if (left <= 0) return undefined;
      let token: unknown;
      try {
        token = await asked(() => redis.eval(take, 2, name, fence, left, randomUUID()));
      } catch {
        return noWriteLock(key, deadline);
      }
      if (typeof token === 'string') return holdOf(name, token);
      await wait(Math.min(pause, left));
    }
  };
  return { lock, close: () => redis.disconnect() };
};
