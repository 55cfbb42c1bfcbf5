// Rate limit: before the token per subscription and address, after it per subscription (D13).
import { Failure } from '../../domain/model/failure.ts';
import type { ReasonOf } from '../../domain/model/failure-reasons.ts';
import type { RateCounter } from '../../ports/rate-counter.ts';
import { type Gate, known } from '../operations/request-context.ts';

export type RateDeps = {
  readonly counter: RateCounter;
  /** Calls per window where a subscription has no number of its own. */
  readonly rateLimit: number;
};

/** Throws `rate-exceeded` where the call is beyond the limit. */
export const refuseBeyond = async (
  limit: number,
  counted: Promise<number>,
  reason: ReasonOf<'rate-exceeded'>,
): Promise<void> => {
  if ((await counted) > limit) throw new Failure('rate-exceeded', { reason });
};

/** One who floods with junk tokens is held back without locking out the others of that subscription. */
export const rateByAddressGate =
  ({ counter, rateLimit }: RateDeps): Gate =>
  (context, request) => {
    const { name, rateLimit: own } = known(context.subscription);
    return refuseBeyond(
      own ?? rateLimit,
      counter(`subscription ${name} address ${request.ip}`),
      'rate-subscription-address',
    );
  };

export const rateGate =
  ({ counter, rateLimit }: RateDeps): Gate =>
  context => {
    const { name, rateLimit: own } = known(context.subscription);
    return refuseBeyond(own ?? rateLimit, counter(`subscription ${name}`), 'rate-subscription');
  };
