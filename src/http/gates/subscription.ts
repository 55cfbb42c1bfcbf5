// The subscription gate: who may use the interface at all (D3).
import type { FastifyRequest } from 'fastify';
import { Failure } from '../../domain/model/failure.ts';
import type { Subscriptions } from '../../ports/subscriptions.ts';
import type { Gate } from '../request/context.ts';
import { headerOnce } from '../request/headers.ts';
import type { EnforceLimit } from './rate-limiter.ts';

export type SubscriptionDeps = { readonly subscriptions: Subscriptions };

/** @param enforceLimit limits calls without a valid key. */
export const subscriptionGate = ({ subscriptions }: SubscriptionDeps, enforceLimit: EnforceLimit): Gate => {
  const refuse = async (request: FastifyRequest, failure: Failure): Promise<never> => {
    await enforceLimit(request);
    throw failure;
  };
  return (context, request) => {
    const key = headerOnce(request, 'ocp-apim-subscription-key');
    if (key === undefined) return refuse(request, new Failure('key-missing'));
    const subscription = key === 'repeated' ? undefined : subscriptions(key);
    if (subscription === undefined) {
      const reason = key === 'repeated' ? 'key-repeated' : 'key-unknown';
      return refuse(request, new Failure('key-unknown', { reason }));
    }
    context.subscription = subscription;
    return undefined;
  };
};
