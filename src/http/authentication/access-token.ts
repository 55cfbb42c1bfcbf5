// Access tokens: whether one is genuine, for us, in force, and an access token at all (D4).
import { errors, type JWTHeaderParameters, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { Failure } from '../../domain/model/failure.ts';
import type { ReasonOf } from '../../domain/model/failure-reasons.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SigningKeys } from '../../ports/signing-keys.ts';
import { hasRepeatedMembers } from '../operations/json.ts';

export type Claims = JWTPayload;

/** The claims of a token. Throws `Failure`: `token-invalid`, `keys-unavailable`. */
export type VerifyToken = (token: string) => Promise<Claims>;

export type TokenRules = {
  readonly issuer: string;
  readonly audience: string;
  /** Accepted `typ` headers. */
  readonly types: readonly string[];
};

type Header = Record<string, unknown>;

const algorithms = ['RS', 'PS', 'ES'].flatMap(family => [256, 384, 512].map(size => `${family}${size}`));
const allowed = [...algorithms, 'EdDSA'];
/** Seconds that the issuer's clock may differ from ours. */
const clockTolerance = 5;
/** Verified tokens that are memoized, so that a signature is checked once. */
const memoized = 10_000;

type Reason = ReasonOf<'token-invalid'>;

const refuse = (reason: Reason, detail: string, cause?: unknown) =>
  new Failure('token-invalid', { reason, detail, cause });

/** Why the library has refused a token. */
const reasonOf = (error: unknown): Reason => {
  if (error instanceof errors.JWTExpired) return 'token-expired';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'token-signature';
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported)
    return 'token-algorithm';
  if (!(error instanceof errors.JWTClaimValidationFailed)) return 'token-malformed';
  const { claim, reason } = error;
  if (claim === 'iss') return 'token-issuer';
  if (claim === 'aud') return 'token-audience';
  return claim === 'nbf' && reason === 'check_failed' ? 'token-not-yet-valid' : 'token-claims';
};

/** A part of a compact token, if it is the one and only base64url spelling of its bytes. */
const decodePart = (part: string): string => {
  const bytes = Buffer.from(part, 'base64url');
  if (part === '' || bytes.toString('base64url') !== part) throw refuse('token-malformed', 'not base64url');
  return bytes.toString('utf8');
};

const parseObject = (json: string): Record<string, unknown> => {
  const value: unknown = JSON.parse(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse('token-malformed', 'not an object');
  if (hasRepeatedMembers(json)) throw refuse('token-malformed', 'a member stands twice');
  return value as Record<string, unknown>;
};

/** Header and claims of a compact token, before anything in it is believed. */
const open = (token: string): { header: Header; claims: Claims } => {
  const parts = token.split('.');
  const [header, claims, signature] = parts;
  if (parts.length !== 3 || header === undefined || claims === undefined || signature === undefined) {
    throw refuse('token-malformed', 'not three parts');
  }
  decodePart(signature);
  try {
    return { header: parseObject(decodePart(header)), claims: parseObject(decodePart(claims)) };
  } catch (error) {
    throw error instanceof Failure ? error : refuse('token-malformed', 'not JSON', error);
  }
};

const accessTokenTypes = ['at+jwt', 'application/at+jwt'];

/** What is evidently no access token, though the issuer has signed it. */
const refuseOtherTokens = (header: Header, claims: Claims, types: readonly string[]) => {
  const typ = typeof header.typ === 'string' ? header.typ.toLowerCase() : header.typ;
  if (typ !== undefined && !types.some(type => type.toLowerCase() === typ))
    throw refuse('token-type', 'typ header');
  if (header.crit !== undefined) throw refuse('token-type', 'crit header');
  const claimsBearer = claims.typ === 'Bearer';
  if (claims.typ !== undefined && !claimsBearer) throw refuse('token-type', 'typ claim');
  for (const name of ['at_hash', 'c_hash', 'events']) {
    if (Object.hasOwn(claims, name)) throw refuse('token-type', `a claim ${name}`);
  }
  const saysAccessToken = claimsBearer || accessTokenTypes.includes(String(typ));
  if (Object.hasOwn(claims, 'nonce') && !saysAccessToken) throw refuse('token-type', 'a claim nonce');
};

/**
 * Verifies tokens, and remembers those that it has verified until they expire or the keys change.
 */
export const verifyToken = ({
  keys,
  rules,
  clock,
}: {
  keys: SigningKeys;
  rules: TokenRules;
  clock: Clock;
}): VerifyToken => {
  const cache = new LRUCache<string, { claims: Claims; generation: number; expires: number }>({
    max: memoized,
  });

  const keyFor = async ({ kid, alg }: JWTHeaderParameters) => {
    if (typeof kid !== 'string' || kid === '') throw refuse('token-key-unknown', 'no kid');
    const key = await keys.find({ kid, alg });
    if (key === undefined) throw refuse('token-key-unknown', 'an unknown kid');
    return key;
  };

  const verify = async (token: string): Promise<Claims> => {
    const { header, claims } = open(token);
    refuseOtherTokens(header, claims, rules.types);
    try {
      const { payload } = await jwtVerify(token, keyFor, {
        algorithms: allowed,
        issuer: rules.issuer,
        audience: rules.audience,
        requiredClaims: ['exp'],
        clockTolerance,
        currentDate: new Date(clock()),
      });
      return payload;
    } catch (error) {
      if (error instanceof Failure) throw error;
      throw refuse(reasonOf(error), error instanceof errors.JOSEError ? error.code : 'not verifiable', error);
    }
  };

  return async token => {
    const generation = keys.generation();
    const known = cache.get(token);
    if (known !== undefined && known.generation === generation && clock() < known.expires)
      return known.claims;
    const claims = await verify(token);
    cache.set(token, { claims, generation, expires: (claims.exp ?? 0) * 1000 });
    return claims;
  };
};
