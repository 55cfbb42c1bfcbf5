// The token gate: who the caller is (D4). ../authentication/access-token.ts verifies the token.
import type { NumberRules } from '../../domain/model/patient-number.ts';
import type { VerifyToken } from '../authentication/access-token.ts';
import { type ClaimNames, callerOf, scopesOf } from '../authentication/claims.ts';
import { type Gate, required } from '../operations/request-context.ts';

export type TokenDeps = {
  readonly verifyToken: VerifyToken;
  readonly claimNames: ClaimNames;
  readonly numbers: NumberRules;
};

export const tokenGate =
  ({ verifyToken, claimNames: names, numbers }: TokenDeps): Gate =>
  async (context, request) => {
    const claims = await verifyToken(request);
    const subscription = required(context.subscription).name;
    context.caller = callerOf({ claims, names, numbers, subscription });
    context.scopes = scopesOf(claims, names);
  };
