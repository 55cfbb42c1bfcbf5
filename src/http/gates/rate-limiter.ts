// Limits calls: @fastify/rate-limit decides, on top of the port rate-counter (D13, rate limits).
import rateLimit, { type FastifyRateLimitStore, type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../../domain/model/failure.ts';
import type { ReasonOf } from '../../domain/model/failure-reasons.ts';
import { type RateCounter, rateWindow } from '../../ports/rate-counter.ts';

/**
 * The counter as the library's store. Its own stores would break D13: while Redis is unreachable they answer 500 or do not
 * limit at all, and the local one follows the wall clock and forgets keys.
 */
const storeOver = (counter: RateCounter): FastifyRateLimitStoreCtor =>
  class implements FastifyRateLimitStore {
    async incr(key: string, done: Parameters<FastifyRateLimitStore['incr']>[1]): Promise<void> {
      try {
        done(null, { current: await counter(key), ttl: rateWindow });
      } catch (error) {
        done(error as Error);
      }
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

/**
 * Makes a limit once, when the app is built; its gate applies it to each request.
 * @param app an app with `registerRateLimit`.
 */
export const limiter = (app: FastifyInstance, { key, most, reason }: Limit): EnforceLimit => {
  const count = app.createRateLimit({ keyGenerator: key, max: most });
  return async request => {
    const calls = await count(request);
    // Without an `allowList`, `isAllowed` is never true: it would mean that the call was not counted.
    if (!calls.isAllowed && calls.isExceeded) throw new Failure('rate-exceeded', { reason });
  };
};
