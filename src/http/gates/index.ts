// THE ORDER of the checks before a use case (D2). All run before a body is read. The first that fails decides the answer.
import type { FastifyInstance } from 'fastify';
import type { Gate } from '../request/context.ts';
import { clientGate } from './client.ts';
import { type ConsumerDeps, consumerGate } from './consumer.ts';
import { operationGate } from './operation.ts';
import { type RateDeps, rateLimits } from './rate.ts';
import { scopeGate } from './scope.ts';
import { type SubjectDeps, subjectGate } from './subject.ts';
import { type SubscriptionDeps, subscriptionGate } from './subscription.ts';
import { type TokenDeps, tokenGate } from './token.ts';

export type GateDeps = SubscriptionDeps & RateDeps & TokenDeps & ConsumerDeps & SubjectDeps;

/** Made once, for an app with `registerRateLimit`. */
export const gates = (app: FastifyInstance, deps: GateDeps): readonly Gate[] => {
  const rate = rateLimits(app, deps);
  return [
    subscriptionGate(deps, rate.withoutKey),
    rate.byAddress,
    tokenGate(deps),
    clientGate,
    scopeGate,
    operationGate,
    consumerGate(deps),
    rate.byUser,
    rate.bySubscription,
    subjectGate(deps),
  ];
};
