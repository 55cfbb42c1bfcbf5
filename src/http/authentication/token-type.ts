// Whether a token is an access token: an issuer signs other tokens with the same keys (D4).
import type { DecodedToken } from './decode-token.ts';
import { refuse } from './token-refusal.ts';

const accessTokenTypes = ['at+jwt', 'application/at+jwt'];

/** Claims of ID tokens and security event tokens, which access tokens do not have. */
const foreignClaims = ['at_hash', 'c_hash', 'events'];

/**
 * Refuses tokens that are evidently not access tokens, and any critical extension (`crit`): none is supported.
 * @param types accepted `typ` headers.
 */
export const requireAccessToken = ({ header, claims }: DecodedToken, types: readonly string[]): void => {
  if (header.crit !== undefined) throw refuse('token-type', 'it has a crit header');
  const typ = typeof header.typ === 'string' ? header.typ.toLowerCase() : header.typ;
  if (typ !== undefined && !types.some(type => type.toLowerCase() === typ)) {
    throw refuse('token-type', 'another typ header');
  }
  const claimsBearer = claims.typ === 'Bearer';
  if (claims.typ !== undefined && !claimsBearer) throw refuse('token-type', 'another typ claim');
  const foreign = foreignClaims.find(name => Object.hasOwn(claims, name));
  if (foreign !== undefined) throw refuse('token-type', `it has the claim ${foreign}`);
  const saysAccessToken = claimsBearer || accessTokenTypes.includes(String(typ));
  if (Object.hasOwn(claims, 'nonce') && !saysAccessToken)
    throw refuse('token-type', 'it has the claim nonce');
};
