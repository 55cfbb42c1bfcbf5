// The rate gates: by subscription and address before the token, by user and by subscription after the scope (D13).
// @fastify/rate-limit decides, on top of the port rate-counter.
import rateLimit, { type FastifyRateLimitStore, type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../../domain/model/failure.ts';
import type { ReasonOf } from '../../domain/model/failure-reasons.ts';
import { type RateCounter, rateWindow } from '../../ports/rate-counter.ts';
import type { Subscription } from '../../ports/subscriptions.ts';
import { addressKey } from '../request/client-address.ts';
import { type Gate, required } from '../request/context.ts';

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

type Limit = {
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
const limiter = (app: FastifyInstance, { key, most, reason }: Limit): EnforceLimit => {
  const count = app.createRateLimit({ keyGenerator: key, max: most });
  return async request => {
    const calls = await count(request);
    // Without an `allowList`, `isAllowed` is never true: it would mean that the call was not counted.
    if (!calls.isAllowed && calls.isExceeded) throw new Failure('rate-exceeded', { reason });
  };
};

export type RateDeps = {
  readonly counter: RateCounter;
  /** Calls per window for a subscription without a limit of its own. */
  readonly rateLimit: number;
};

/** Calls that a user may always make, even with a small subscription limit: an app's start page needs a dozen. */
const minPerUser = 20;

/** The calls of one user in a window, unless the operator sets another number: half of the subscription's (D13). */
export const userLimit = (subscriptionLimit: number): number =>
  Math.max(minPerUser, Math.floor(subscriptionLimit / 2));

const contextOf = ({ requestContext }: FastifyRequest) => required(requestContext);

const subscriptionOf = (request: FastifyRequest): Subscription => required(contextOf(request).subscription);

/** Limits requests without a key by address, the API page included (D3, D31f). */
export const limitWithoutKey = (
  app: FastifyInstance,
  { rateLimit }: Pick<RateDeps, 'rateLimit'>,
): EnforceLimit =>
  limiter(app, {
    key: ({ ip }) => `address ${addressKey(ip)}`,
    most: () => rateLimit,
    reason: 'rate-address',
  });

/**
 * The limits, in the order of D2.
 * @param app an app with `registerRateLimit`.
 */
export const rateLimits = (app: FastifyInstance, { rateLimit }: RateDeps) => {
  const ofSubscription = (request: FastifyRequest) => subscriptionOf(request).rateLimit ?? rateLimit;
  const ofUser = (request: FastifyRequest) =>
    subscriptionOf(request).userRateLimit ?? userLimit(ofSubscription(request));
  const gate = (limit: Limit): Gate => {
    const enforce = limiter(app, limit);
    return (_context, request) => enforce(request);
  };
  return {
    /** Counts calls without a valid key by address, so keys cannot be guessed (D3). */
    withoutKey: limitWithoutKey(app, { rateLimit }),
    /** Stops a flood of invalid tokens from one address without locking out the rest of the subscription. */
    byAddress: gate({
      key: request => `subscription ${subscriptionOf(request).name} address ${addressKey(request.ip)}`,
      most: ofSubscription,
      reason: 'rate-subscription-address',
    }),
    /** Stops one user without locking out the others. */
    byUser: gate({
      // A hash of the subscription and the user.
      key: request => `user ${required(contextOf(request).call).consumer.user}`,
      most: ofUser,
      reason: 'rate-user',
    }),
    bySubscription: gate({
      key: request => `subscription ${subscriptionOf(request).name}`,
      most: ofSubscription,
      reason: 'rate-subscription',
    }),
  };
};
