// Access tokens: whether one is genuine, for this service, in force, and an access token at all (D4).
import fastifyJwt from '@fastify/jwt';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ports/clock.ts';
import type { SigningKeys } from '../../ports/signing-keys.ts';
import { bearerToken } from './bearer-token.ts';
import { decodeToken } from './decode-token.ts';
import { refusalOf, refuse } from './token-refusal.ts';
import { requireAccessToken } from './token-type.ts';

export type Claims = Readonly<Record<string, unknown>>;

/**
 * The claims of a request's access token: at once where it has been verified before, then as the same object.
 * Throws `Failure`: `token-missing`, `token-invalid`, `keys-unavailable`.
 */
export type VerifyToken = (request: FastifyRequest) => Promise<Claims> | Claims;

export type TokenRules = {
  readonly issuer: string;
  readonly audience: string;
  /** Accepted `typ` headers. */
  readonly types: readonly string[];
};

export type TokenVerifierDeps = {
  readonly signingKeys: SigningKeys;
  readonly tokenRules: TokenRules;
  readonly clock: Clock;
};

/** Accepted algorithms: never `none`, never HMAC. */
const algorithms = [
  ...(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const),
  ...(['ES256', 'ES384', 'ES512', 'EdDSA'] as const),
];

/**
 * Milliseconds by which the issuer's clock may differ from ours: up to 5 s. One less, because fast-jwt still accepts a
 * token in the millisecond in which it expires.
 */
const clockTolerance = 5000 - 1;

/** Verified tokens that are kept, so that a signature is checked once. */
const mostKept = 10_000;

/** Seconds: the last time that a date can hold. fast-jwt cannot word its refusal of a later `nbf`. */
const lastTime = 8.64e12;

/** What fast-jwt does not check of the claims, or fails on. */
const requireUsableTimes = ({ nbf, iat }: Claims) => {
  if (typeof nbf === 'number' && nbf > lastTime)
    throw refuse('token-not-yet-valid', 'nbf is beyond any date');
  if (iat !== undefined && typeof iat !== 'number') throw refuse('token-claims', 'iat is not a number');
};

const algorithmOf = ({ alg }: Claims) => {
  const known = algorithms.find(name => name === alg);
  if (known === undefined) throw refuse('token-algorithm', 'another algorithm');
  return known;
};

/** Which key verifies a token is decided by `kid` and `alg` together, never by what the token brings. */
const keyFinder =
  (keys: SigningKeys) =>
  async (_request: FastifyRequest, token: fastifyJwt.TokenOrHeader): Promise<string> => {
    const { kid, alg }: Claims = token.header;
    if (typeof kid !== 'string' || kid === '') throw refuse('token-key-unknown', 'it has no kid');
    const key = await keys.find({ kid, alg: String(alg) });
    if (key === undefined) throw refuse('token-key-unknown', 'no key has this kid and algorithm');
    return key;
  };

/**
 * Registers @fastify/jwt, which verifies signature, issuer, audience and times. Before it come the checks of form that
 * it lacks; after it, verified tokens are kept until they expire or the keys change. (Its own cache also keeps
 * refusals, and tokens of keys that the issuer has withdrawn.)
 */
export const tokenVerifier = async (
  app: FastifyInstance,
  { signingKeys, tokenRules: { issuer, audience, types }, clock }: TokenVerifierDeps,
): Promise<VerifyToken> => {
  await app.register(fastifyJwt, {
    secret: { public: keyFinder(signingKeys) },
    // Without it, the key finder would not see the header.
    decode: { complete: true },
    verify: {
      extractToken: bearerToken,
      allowedIss: issuer,
      allowedAud: audience,
      requiredClaims: ['iss', 'aud', 'exp'],
      clockTolerance,
      cache: false,
    },
  });

  const verify = async (request: FastifyRequest, token: string): Promise<Claims> => {
    const opened = decodeToken(token);
    requireAccessToken(opened, types);
    requireUsableTimes(opened.claims);
    const algorithm = algorithmOf(opened.header);
    try {
      return await request.jwtVerify<Claims>({ algorithms: [algorithm], clockTimestamp: clock() });
    } catch (error) {
      throw refusalOf(error);
    }
  };

  const verified = new LRUCache<string, { claims: Claims; generation: number; expires: number }>({
    max: mostKept,
  });

  const verifyAnew = async (request: FastifyRequest, token: string): Promise<Claims> => {
    const generation = signingKeys.generation();
    const claims = await verify(request, token);
    verified.set(token, { claims, generation, expires: Number(claims.exp) * 1000 });
    return claims;
  };

  return request => {
    const token = bearerToken(request);
    const known = verified.get(token);
    const isCurrent = known !== undefined && known.generation === signingKeys.generation();
    return isCurrent && clock() < known.expires ? known.claims : verifyAnew(request, token);
  };
};
