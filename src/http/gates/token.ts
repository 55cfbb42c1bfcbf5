// The token gate: who the caller is (D4). ../authentication/access-token.ts verifies the token.
import type { Caller } from '../../domain/model/caller.ts';
import type { NumberRules } from '../../domain/model/patient-number.ts';
import type { Claims, VerifyToken } from '../authentication/access-token.ts';
import { type ClaimNames, callerOf, scopesOf } from '../authentication/claims.ts';
import { type Gate, required } from '../operations/request-context.ts';

export type TokenDeps = {
  readonly verifyToken: VerifyToken;
  readonly claimNames: ClaimNames;
  readonly numbers: NumberRules;
};

type Identity = { readonly caller: Caller; readonly scopes: ReadonlySet<string> };

export const tokenGate = ({ verifyToken, claimNames: names, numbers }: TokenDeps): Gate => {
  /** Memoized per claims object: the caller of a cached token is computed once. */
  const identities = new WeakMap<Claims, Identity>();

  const identityOf = (claims: Claims, subscription: string): Identity => {
    const known = identities.get(claims);
    if (known?.caller.subscription === subscription) return known;
    const caller = callerOf({ claims, names, numbers, subscription });
    const identity = { caller, scopes: scopesOf(claims, names) };
    identities.set(claims, identity);
    return identity;
  };

  return (context, request) => {
    const accept = (claims: Claims): void => {
      const { caller, scopes } = identityOf(claims, required(context.subscription).name);
      context.caller = caller;
      context.scopes = scopes;
    };
    const verified = verifyToken(request);
    return verified instanceof Promise ? verified.then(accept) : accept(verified);
  };
};
