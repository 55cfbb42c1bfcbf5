// The subscription gate: who may use the interface at all, when, and from where (D3).
import type { FastifyRequest } from 'fastify';
import { Failure } from '../../domain/model/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Subscription, Subscriptions } from '../../ports/subscriptions.ts';
import { clientAddress } from '../request/client-address.ts';
import type { Gate } from '../request/context.ts';
import { headerOnce } from '../request/headers.ts';
import type { EnforceLimit } from './rate.ts';

export type SubscriptionDeps = { readonly subscriptions: Subscriptions; readonly clock: Clock };

/** Why a known key is not accepted; undefined if it is. Expired and paused ones are answered like unknown ones. */
const faultOfUse = (
  { expiresAt, isPaused, mayCallFrom }: Subscription,
  { ip }: FastifyRequest,
  now: number,
): Failure | undefined => {
  if (expiresAt !== undefined && now >= expiresAt)
    return new Failure('key-unknown', { reason: 'subscription-expired' });
  if (isPaused === true) return new Failure('key-unknown', { reason: 'subscription-paused' });
  // A text that is no address is in no network.
  if (mayCallFrom === undefined || mayCallFrom(clientAddress(ip) ?? '')) return undefined;
  return new Failure('address-not-allowed');
};

/** @param enforceLimit limits calls without a valid key, and those that a key is not valid for. */
export const subscriptionGate = (
  { subscriptions, clock }: SubscriptionDeps,
  enforceLimit: EnforceLimit,
): Gate => {
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
    // Set before a refusal, so that the log and the metrics name it.
    context.subscription = subscription;
    const fault = faultOfUse(subscription, request, clock());
    return fault && refuse(request, fault);
  };
};
