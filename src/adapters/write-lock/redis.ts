// A lock for each write in Redis, shared by all instances. While Redis is unreachable, each instance gets every lock (D21).
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { WriteLease, WriteLock } from '../../ports/write-lock.ts';
import { guardedRedis } from '../redis/guarded.ts';
import type { Log } from '../telemetry/service-log.ts';

/** Milliseconds between two attempts to take a lock that another instance holds. */
const retryIntervalMs = 25;

/**
 * Takes the lock if nobody holds it. Its value is a fencing token, which increases with every holder, and the holder's id. By the
 * id, a holder that lost the answer of Redis recognizes its lock, even if Redis was restarted and counts from one again. A lock
 * that has lost its expiry gets one, or its holder's death would block the write for ever.
 */
const takeScript = `local held = redis.call('GET', KEYS[1])
if held and redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
if held then return string.sub(held, -#ARGV[2]) == ARGV[2] end
redis.call('SET', KEYS[1], redis.call('INCR', KEYS[2]) .. ':' .. ARGV[2], 'PX', ARGV[1])
return true`;

/** Releases the lock if the caller holds it. */
const releaseScript = `local held = redis.call('GET', KEYS[1])
if held and string.sub(held, -#ARGV[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;

/** The braces keep both keys in one slot of a cluster. The key of a lock is hashed, because it names a patient. */
const fence = '{patient-data-access:write}:fence';
const nameOf = (key: string) =>
  `{patient-data-access:write}:${createHash('sha256').update(key).digest('base64url')}`;

/** Connects. Resolves even if Redis is unreachable: until it is reachable, every caller gets the lock. */
export const redisWriteLock = async (url: string, log: Log): Promise<{ lock: WriteLock; close(): void }> => {
  const { run, runAnyway, close } = await guardedRedis(url, {
    log,
    consequence: {
      without: 'equal writes in several instances are each sent to the EHR',
      restored: 'instances share equal writes',
    },
  });

  /** A lock that cannot be deleted expires at the deadline of its request. */
  const remove = async (name: string, holder: string): Promise<void> => {
    await runAnyway(redis => redis.eval(releaseScript, 1, name, holder)).catch(() => {});
  };

  const leaseOf = (name: string, holder: string, deadline: number): WriteLease => ({
    isCurrent: async () => {
      try {
        const held = await run(redis => redis.get(name));
        // This process may have been paused since Redis answered. Redis keeps the lock at least until the deadline.
        return performance.now() < deadline && held !== null && held.endsWith(holder);
      } catch {
        // The instances cannot coordinate: as without Redis.
        return true;
      }
    },
    release: () => remove(name, holder),
  });

  /** Releases the lock nevertheless: Redis may have set it before its answer was lost. */
  const uncoordinated = (name: string, holder: string): WriteLease => ({
    isCurrent: async () => true,
    release: async () => void remove(name, holder),
  });

  const lock: WriteLock = async (key, deadline) => {
    const name = nameOf(key);
    const holder = randomUUID();
    for (;;) {
      const left = Math.ceil(deadline - performance.now());
      if (left <= 0) return undefined;
      try {
        const taken = await run(redis => redis.eval(takeScript, 2, name, fence, left, holder));
        if (taken === 1) return leaseOf(name, holder, deadline);
      } catch {
        return uncoordinated(name, holder);
      }
      await wait(Math.min(retryIntervalMs, left));
    }
  };
  return { lock, close };
};
