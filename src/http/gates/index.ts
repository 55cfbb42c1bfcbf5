// THE ORDER of the checks before a use case (D2). All of them run before a body is read; the first that fails answers.
import type { Gate } from '../operations/request-context.ts';
import { clientGate } from './client.ts';
import { type RateDeps, rateByAddressGate, rateGate } from './rate.ts';
import { scopeGate } from './scope.ts';
import { type SubjectDeps, subjectGate } from './subject.ts';
import { type SubscriptionDeps, subscriptionGate } from './subscription.ts';
import { type TokenDeps, tokenGate } from './token.ts';

export type GateDeps = SubscriptionDeps & RateDeps & TokenDeps & SubjectDeps;

export const gates = (deps: GateDeps): readonly Gate[] => [
  subscriptionGate(deps),
  rateByAddressGate(deps),
  tokenGate(deps),
  rateGate(deps),
  clientGate,
  scopeGate,
  subjectGate(deps),
];
