// The token gate: who the caller is (D4). ../authentication/access-token.ts verifies the token.

import type { Caller } from '../../domain/model/caller.ts';
import type { NumberRules } from '../../domain/model/patient-number.ts';
import type { VerifyToken } from '../authentication/access-token.ts';
import { type ClaimNames, callerOf, scopesOf } from '../authentication/claims.ts';
import type { Claims } from '../authentication/decode-jwt.ts';
import { type Gate, required } from '../request/context.ts';

export type TokenDeps = {
  readonly verifyToken: VerifyToken;
  readonly claimNames: ClaimNames;
  readonly numbers: NumberRules;
};

/** What a token's claims say. */
type Read = {
  readonly caller: Caller;
  readonly scopes: ReadonlySet<string>;
  /** The rule by which the numbers in the claims were read. */
  readonly reserve: NumberRules['reserve'];
};

/** Verifies the access token, and reads the caller and the scopes from its claims. */
export const tokenGate = ({ verifyToken, claimNames: names, numbers }: TokenDeps): Gate => {
  /** The claims of a verified token are one object for all of its requests. They are read once. */
  const alreadyRead = new WeakMap<Claims, Read>();

  const read = (claims: Claims, subscription: string): Read => {
    const before = alreadyRead.get(claims);
    if (before?.caller.subscription === subscription && before.reserve === numbers.reserve) return before;
    const caller = callerOf({ claims, names, numbers, subscription });
    const now = { caller, scopes: scopesOf(claims, names), reserve: numbers.reserve };
    alreadyRead.set(claims, now);
    return now;
  };

  return async (context, request) => {
    const claims = await verifyToken(request);
    const { caller, scopes } = read(claims, required(context.subscription).name);
    context.caller = caller;
    context.scopes = scopes;
  };
};
