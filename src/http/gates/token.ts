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
  /** Those of the profile in use. */
  readonly numbers: () => NumberRules;
};

/** What a token's claims say. */
type Read = {
  readonly caller: Caller;
  readonly scopes: ReadonlySet<string>;
  /** The rules by which the numbers in the claims were read. */
  readonly rules: NumberRules;
};

/** Verifies the access token, and reads the caller and the scopes from its claims. */
export const tokenGate = ({ verifyToken, claimNames: names, numbers }: TokenDeps): Gate => {
  /** The claims of a verified token are one object for all of its requests. They are read once. */
  const alreadyRead = new WeakMap<Claims, Read>();

  const read = (claims: Claims, subscription: string): Read => {
    const before = alreadyRead.get(claims);
    const rules = numbers();
    if (before?.caller.subscription === subscription && before.rules === rules) return before;
    const caller = callerOf(claims, { names, numbers: rules, subscription });
    const now = { caller, scopes: scopesOf(claims, names), rules };
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
