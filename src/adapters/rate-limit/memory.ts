// Rate counters of this instance alone (D13).
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { RateCounter } from '../../ports/rate-counter.ts';

/** Seconds of a window, from its first call. */
export const windowSeconds = 5;

export const memoryRateCounter = (): RateCounter => {
  const limiter = new RateLimiterMemory({ points: 1, duration: windowSeconds });
  // `penalty` counts without judging: the limit is the gate's.
  return async key => (await limiter.penalty(key)).consumedPoints;
};
