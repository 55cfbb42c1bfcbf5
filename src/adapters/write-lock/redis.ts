// A lock for each write in Redis, which all instances share. While Redis is unreachable, each instance decides for itself
// (D21).
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { WriteLease, WriteLock } from '../../ports/write-lock.ts';
import { guardedRedis } from '../redis/guarded.ts';
import type { Log } from '../telemetry/service-log.ts';

/** Milliseconds until a lock that another instance holds is tried again. */
const pause = 25;

/**
 * Takes the lock if nobody holds it. Its value is a fencing token, which rises with every holder, and the holder's own id:
 * by that a holder whose answer was lost finds its lock again, also when Redis was restarted and counts from one.
 */
const take = `local held = redis.call('GET', KEYS[1])
if held then return string.sub(held, -#ARGV[2]) == ARGV[2] end
redis.call('SET', KEYS[1], redis.call('INCR', KEYS[2]) .. ':' .. ARGV[2], 'PX', ARGV[1])
return true`;

/** Nobody but the holder may release it. */
const release = `local held = redis.call('GET', KEYS[1])
if held and string.sub(held, -#ARGV[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;

/** The braces keep both keys on one server of a cluster. A lock's key is hashed, because it names a patient. */
const fence = '{patient-data-access:write}:fence';
const nameOf = (key: string) =>
  `{patient-data-access:write}:${createHash('sha256').update(key).digest('base64url')}`;

/** Connects. A Redis that is unreachable now is tried again; until then every caller gets the lock. */
export const redisWriteLock = async (url: string, log: Log): Promise<{ lock: WriteLock; close(): void }> => {
  const { redis, run, close } = await guardedRedis(url, {
    log,
    meaning: {
      without: 'equal writes in several instances are each sent to the EHR',
      again: 'instances share equal writes',
    },
  });

  /** A lock that cannot be deleted ends by itself, at the deadline of its request. */
  const remove = async (name: string, holder: string): Promise<void> => {
    await redis.eval(release, 1, name, holder).catch(() => {});
  };

  const holdOf = (name: string, holder: string): WriteLease => ({
    isCurrent: async () => {
      try {
        const held = await run(() => redis.get(name));
        return held?.endsWith(holder) ?? false;
      } catch {
        // Nobody can tell: as without Redis.
        return true;
      }
    },
    release: () => remove(name, holder),
  });

  /** Redis may have taken the lock before its answer was lost. */
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
        const taken = await run(() => redis.eval(take, 2, name, fence, left, holder));
        if (taken === 1) return holdOf(name, holder);
      } catch {
        return uncoordinated(name, holder);
      }
      await wait(Math.min(pause, left));
    }
  };
  return { lock, close };
};
