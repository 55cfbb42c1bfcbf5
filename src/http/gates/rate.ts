// Rate limit: before the token by subscription and address, after the scope by user and by subscription (D13).
import type { FastifyRequest } from 'fastify';
import type { RateCounter } from '../../ports/rate-counter.ts';
import type { Subscription } from '../../ports/subscriptions.ts';
import { type Gate, required } from '../operations/request-context.ts';
import { addressKey } from './client-address.ts';
import { type EnforceLimit, limiter } from './rate-limiter.ts';

export type RateDeps = {
  readonly counter: RateCounter;
  /** Calls per window where a subscription has no number of its own. */
  readonly rateLimit: number;
};

/** Calls that a user may make however small the limit of the subscription is: an app's start page needs a dozen. */
const leastPerUser = 20;

const contextOf = ({ requestContext }: FastifyRequest) => required(requestContext);

const subscriptionOf = (request: FastifyRequest): Subscription => required(contextOf(request).subscription);

const gateOf =
  (refuse: EnforceLimit): Gate =>
  (_context, request) =>
    refuse(request);

/** What limits the calls, in the order of D2. */
export type RateLimits = {
  /** Calls without a valid key, by address, so that keys cannot be tried out (D3). */
  readonly withoutKey: EnforceLimit;
  /** Holds back who floods with junk tokens, without locking out the others of that subscription. */
  readonly byAddress: Gate;
  /** Holds back one user, without locking out the others. */
  readonly byUser: Gate;
  readonly bySubscription: Gate;
};

/** Requests without a key are counted by address, whatever they ask for (D3, D31f). */
export const limitWithoutKey = ({ counter, rateLimit }: RateDeps): EnforceLimit =>
  limiter(counter, {
    key: ({ ip }) => `address ${addressKey(ip)}`,
    most: () => rateLimit,
    reason: 'rate-address',
  });

export const rateLimits = ({ counter, rateLimit }: RateDeps): RateLimits => {
  const ofSubscription = (request: FastifyRequest) => subscriptionOf(request).rateLimit ?? rateLimit;
  const ofUser = (request: FastifyRequest) =>
    subscriptionOf(request).userRateLimit ?? Math.max(leastPerUser, Math.floor(ofSubscription(request) / 2));
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
        key: request =>
          `subscription ${subscriptionOf(request).name} user ${required(contextOf(request).call).consumer.user}`,
        most: ofUser,
        reason: 'rate-user',
      }),
    ),
    bySubscription: gateOf(
      limiter(counter, {
        key: request => `subscription ${subscriptionOf(request).name}`,
        most: ofSubscription,
        reason: 'rate-subscription',
      }),
    ),
  };
};
