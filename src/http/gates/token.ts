// Access token: who calls (D4). The token itself is verified in ../authentication/access-token.ts.
import type { NumberRules } from '../../domain/model/patient-number.ts';
import type { VerifyToken } from '../authentication/access-token.ts';
import { type ClaimNames, callerOf, scopesOf } from '../authentication/claims.ts';
import { type Gate, known } from '../operations/request-context.ts';

export type TokenDeps = {
  readonly verifyToken: VerifyToken;
  readonly claimNames: ClaimNames;
  readonly numbers: NumberRules;
};

export const tokenGate =
  ({ verifyToken, claimNames, numbers }: TokenDeps): Gate =>
  async (context, request) => {
    const claims = await verifyToken(request);
    const { name } = known(context.subscription);
    context.caller = callerOf({ claims, names: claimNames, numbers, subscription: name });
    context.scopes = scopesOf(claims, claimNames);
  };
