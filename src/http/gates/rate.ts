// The rate gates: by subscription and address before the token, by user and by subscription after the scope (D13).
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RateCounter } from '../../ports/rate-counter.ts';
import type { Subscription } from '../../ports/subscriptions.ts';
import { addressKey } from '../request/client-address.ts';
import { type Gate, required } from '../request/context.ts';
import { type EnforceLimit, limiter } from './rate-limiter.ts';

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

const gateOf =
  (refuse: EnforceLimit): Gate =>
  (_context, request) =>
    refuse(request);

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
  return {
    /** Counts calls without a valid key by address, so keys cannot be guessed (D3). */
    withoutKey: limitWithoutKey(app, { rateLimit }),
    /** Stops a flood of invalid tokens from one address without locking out the rest of the subscription. */
    byAddress: gateOf(
      limiter(app, {
        key: request => `subscription ${subscriptionOf(request).name} address ${addressKey(request.ip)}`,
        most: ofSubscription,
        reason: 'rate-subscription-address',
      }),
    ),
    /** Stops one user without locking out the others. */
    byUser: gateOf(
      limiter(app, {
        // A hash of the subscription and the user.
        key: request => `user ${required(contextOf(request).call).consumer.user}`,
        most: ofUser,
        reason: 'rate-user',
      }),
    ),
    bySubscription: gateOf(
      limiter(app, {
        key: request => `subscription ${subscriptionOf(request).name}`,
        most: ofSubscription,
        reason: 'rate-subscription',
      }),
    ),
  };
};

export type RateLimits = ReturnType<typeof rateLimits>;
