// The rate gates: by subscription and address before the token, by user and by subscription after the scope (D13).
import type { FastifyRequest } from 'fastify';
import { memoize } from '../../domain/model/memoize.ts';
import type { RateCounter } from '../../ports/rate-counter.ts';
import type { Subscription } from '../../ports/subscriptions.ts';
import { type Gate, required } from '../operations/request-context.ts';
import { addressKey } from './client-address.ts';
import { type EnforceLimit, limiter } from './rate-limiter.ts';

export type RateDeps = {
  readonly counter: RateCounter;
  /** Calls per window for a subscription without a limit of its own. */
  readonly rateLimit: number;
};

/** Calls that a user may always make, even with a small subscription limit: an app's start page needs a dozen. */
const minPerUser = 20;

const contextOf = ({ requestContext }: FastifyRequest) => required(requestContext);

const subscriptionOf = (request: FastifyRequest): Subscription => required(contextOf(request).subscription);

/** The same text for each request: V8 then hashes it only once. There are few subscriptions. */
const subscriptionKey = memoize((name: string) => `subscription ${name}`);

const gateOf =
  (refuse: EnforceLimit): Gate =>
  (_context, request) =>
    refuse(request);

/** The limits, in the order of D2. */
export type RateLimits = {
  /** Counts calls without a valid key by address, so that keys cannot be guessed (D3). */
  readonly withoutKey: EnforceLimit;
  /** Stops a flood of invalid tokens from one address without locking out the rest of the subscription. */
  readonly byAddress: Gate;
  /** Stops one user without locking out the others. */
  readonly byUser: Gate;
  readonly bySubscription: Gate;
};

/** Limits requests without a key by address, the API page included (D3, D31f). */
export const limitWithoutKey = ({ counter, rateLimit }: RateDeps): EnforceLimit =>
  limiter(counter, {
    key: ({ ip }) => `address ${addressKey(ip)}`,
    most: () => rateLimit,
    reason: 'rate-address',
  });

export const rateLimits = ({ counter, rateLimit }: RateDeps): RateLimits => {
  const ofSubscription = (request: FastifyRequest) => subscriptionOf(request).rateLimit ?? rateLimit;
  const ofUser = (request: FastifyRequest) =>
    subscriptionOf(request).userRateLimit ?? Math.max(minPerUser, Math.floor(ofSubscription(request) / 2));
  return {
    withoutKey: limitWithoutKey({ counter, rateLimit }),
    byAddress: gateOf(
      limiter(counter, {
        key: request => `subscription ${subscriptionOf(request).name} address ${addressKey(request.ip)}`,
        most: ofSubscription,
        reason: 'rate-subscription-address',
      }),
    ),
    byUser: gateOf(
      limiter(counter, {
        // A hash of subscription and user. As it is, and not in a longer text, V8 hashes it once for many requests.
        key: request => required(contextOf(request).call).consumer.user,
        most: ofUser,
        reason: 'rate-user',
      }),
    ),
    bySubscription: gateOf(
      limiter(counter, {
        key: request => subscriptionKey(subscriptionOf(request).name),
        most: ofSubscription,
        reason: 'rate-subscription',
      }),
    ),
  };
};
