// Subscription key: who may use the interface at all (D3).
import { Failure } from '../../domain/model/failure.ts';
import type { Subscriptions } from '../../ports/subscriptions.ts';
import type { Gate } from '../operations/request-context.ts';
import { headerOnce } from '../server/headers.ts';
import { type RateDeps, refuseBeyond } from './rate.ts';

export type SubscriptionDeps = RateDeps & { readonly subscriptions: Subscriptions };

/** Calls without a valid key are counted per address, so that keys cannot be tried out (D3, D13). */
export const subscriptionGate =
  (deps: SubscriptionDeps): Gate =>
  async (context, request) => {
    const key = headerOnce(request, 'ocp-apim-subscription-key');
    const subscription = key === undefined || key === 'repeated' ? undefined : deps.subscriptions(key);
    if (subscription === undefined) {
      await refuseBeyond(deps.rateLimit, deps.counter(`address ${request.ip}`), 'rate-address');
      if (key === undefined) throw new Failure('key-missing');
      throw new Failure('key-unknown', { reason: key === 'repeated' ? 'key-repeated' : 'key-unknown' });
    }
    context.subscription = subscription;
  };
