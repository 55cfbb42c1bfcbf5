// Access token: who calls (D4). The token itself is verified in ../access-token.ts.
import { Failure } from '../../domain/model/failure.ts';
import type { NumberRules } from '../../domain/model/patient-number.ts';
import type { VerifyToken } from '../authentication/access-token.ts';
import { type ClaimNames, callerOf, scopesOf } from '../authentication/claims.ts';
import { type Gate, known } from '../operations/request-context.ts';
import { headerOnce } from '../server/headers.ts';

export type TokenDeps = {
  readonly verifyToken: VerifyToken;
  readonly claimNames: ClaimNames;
  readonly numbers: NumberRules;
};

const bearer = /^Bearer +(\S+) *$/i;
const bare = /^\S+$/;

/** The token of `Bearer TOKEN`, or the bare token. */
const tokenOf = (header: string): string | undefined =>
  bearer.exec(header)?.[1] ?? (bare.test(header) ? header : undefined);

export const tokenGate =
  ({ verifyToken, claimNames, numbers }: TokenDeps): Gate =>
  async (context, request) => {
    const header = headerOnce(request, 'authorization');
    if (header === undefined || header === '') throw new Failure('token-missing');
    const token = header === 'repeated' ? undefined : tokenOf(header);
    if (token === undefined) throw new Failure('token-invalid', { reason: 'token-malformed' });
    const claims = await verifyToken(token);
    const { name } = known(context.subscription);
    context.caller = callerOf({ claims, names: claimNames, numbers, subscription: name });
    context.scopes = scopesOf(claims, claimNames);
  };
