// Rate counters in the memory of one instance (D13).
import { LRUCache } from 'lru-cache';
import type { Stopwatch } from '../../ports/clock.ts';
import { rateWindow } from '../../ports/rate-counter.ts';
import { systemStopwatch } from '../time/system-clock.ts';

/** The calls of one key, and when their window ends (on the stopwatch). */
type Window = { calls: number; readonly ends: number };

/** Keys that are kept: more than an instance gets in one window. Beyond that, the least recently used key is dropped. */
const maxKeys = 200_000;

/** @param stopwatch a monotonic clock, so adjusting the time of day neither ends a window early nor prolongs it. */
export const memoryRateCounter = (stopwatch: Stopwatch = systemStopwatch): ((key: string) => number) => {
  // Limited by size: with `max`, the cache would allocate tables of 5 MB at once.
  const windows = new LRUCache<string, Window>({ maxSize: maxKeys, sizeCalculation: () => 1 });
  return key => {
    const now = stopwatch();
    const window = windows.get(key);
    if (window !== undefined && now < window.ends) return ++window.calls;
    windows.set(key, { calls: 1, ends: now + rateWindow });
    return 1;
  };
};
