// Rate counters of this instance alone (D13).
import { LRUCache } from 'lru-cache';
import type { Stopwatch } from '../../ports/clock.ts';
import { rateWindow } from '../../ports/rate-counter.ts';
import { systemStopwatch } from '../time/system-clock.ts';

/** The calls of one key, and when their window ends (on the stopwatch). */
type Window = { calls: number; readonly ends: number };

/** Keys that are kept: more than an instance gets in one window. Beyond it, the least recently used key is dropped. */
const most = 200_000;

/** @param stopwatch a clock that is never adjusted, so that no window ends early or lasts for hours. */
export const memoryRateCounter = (stopwatch: Stopwatch = systemStopwatch): ((key: string) => number) => {
  // By size, not by number: for a number, the cache would allocate its tables at once, 5 MB.
  const windows = new LRUCache<string, Window>({ maxSize: most, sizeCalculation: () => 1 });
  return key => {
    const now = stopwatch();
    const window = windows.get(key);
    if (window !== undefined && now < window.ends) return ++window.calls;
    windows.set(key, { calls: 1, ends: now + rateWindow });
    return 1;
  };
};
