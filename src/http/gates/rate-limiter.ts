// Limiting calls: @fastify/rate-limit decides, on top of the port rate-counter (D13).
import rateLimit, { type FastifyRateLimitStore, type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../../domain/model/failure.ts';
import type { ReasonOf } from '../../domain/model/failure-reasons.ts';
import { memoize } from '../../domain/model/memoize.ts';
import { type RateCounter, rateWindow } from '../../ports/rate-counter.ts';

/**
 * The counter as the library's store. Its own stores would break D13: without Redis there would be no limit or no
 * answer, and the local one follows the wall clock and forgets keys.
 */
const storeOver = (counter: RateCounter): FastifyRateLimitStoreCtor =>
  class implements FastifyRateLimitStore {
    incr(key: string, done: Parameters<FastifyRateLimitStore['incr']>[1]): void {
      const report = (current: number) => done(null, { current, ttl: rateWindow });
      const counted = counter(key);
      if (typeof counted === 'number') report(counted);
      else counted.then(report, done);
    }

    child(): this {
      return this;
    }
  };

/** Adds `app.createRateLimit`. It limits nothing by itself. */
export const registerRateLimit = async (app: FastifyInstance, counter: RateCounter): Promise<void> => {
  await app.register(rateLimit, { global: false, timeWindow: rateWindow, store: storeOver(counter) });
};

export type Limit = {
  /** Whose calls are counted together. */
  readonly key: (request: FastifyRequest) => string;
  /** The number of calls allowed in a window. */
  readonly most: (request: FastifyRequest) => number;
  /** The reason that operators see for a refused call (D30). */
  readonly reason: ReasonOf<'rate-exceeded'>;
};

/** Counts a call. Rejects with `rate-exceeded` beyond the limit. */
export type EnforceLimit = (request: FastifyRequest) => Promise<void>;

/** Makes a limit once, when the app is built; its gate applies it to each request. */
export const limiter = (app: FastifyInstance, { key, most, reason }: Limit): EnforceLimit => {
  // One counter for each number of calls, because the library would await a function. The configuration has few numbers.
  const counterFor = memoize((max: number) => app.createRateLimit({ keyGenerator: key, max }));
  return async request => {
    const counted = await counterFor(most(request))(request);
    if (!counted.isAllowed && counted.isExceeded) throw new Failure('rate-exceeded', { reason });
  };
};
