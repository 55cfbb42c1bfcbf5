// Verifying access tokens: signature, issuer, audience, times, and that it is an access token at all (D4).
import fastifyJwt from '@fastify/jwt';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Failure } from '../../domain/model/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SigningKeys } from '../../ports/signing-keys.ts';
import { headerOnce } from '../request/headers.ts';
import { algorithms, type Claims, type DecodedJwt, decodeJwt } from './decode-jwt.ts';
import { type SenderDeps, type SentToken, senderCheck } from './sender.ts';
import { refusalOf, refuse } from './token-refusal.ts';

/** Values of `typ` that only access tokens have (RFC 9068): an issuer signs other tokens with the same keys. */
const accessTokenTypes = ['at+jwt', 'application/at+jwt'];

/** Claims of ID tokens and security event tokens, which access tokens do not have. */
const foreignClaims = ['at_hash', 'c_hash', 'events'];

/**
 * Refuses tokens that are evidently not access tokens, and any critical extension (`crit`): none is supported.
 * @param types accepted `typ` headers.
 */
const requireAccessToken = ({ header, claims }: DecodedJwt, types: readonly string[]): void => {
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

const schemed = /^(Bearer|DPoP) +(\S+) *$/i;
const bare = /^\S+$/;

/**
 * The token in the `Authorization` header, which may be without a scheme. Throws `Failure`: `token-missing` without a header,
 * `token-invalid` if the header does not hold exactly one token.
 */
const sentToken = (request: FastifyRequest): SentToken => {
  const header = headerOnce(request, 'authorization');
  if (header === undefined || header === '') throw new Failure('token-missing');
  if (header === 'repeated') throw refuse('token-malformed', 'the Authorization header was sent twice');
  if (bare.test(header)) return { scheme: 'Bearer', token: header };
  const [, scheme, token] = schemed.exec(header) ?? [];
  if (scheme === undefined || token === undefined) {
    throw refuse('token-malformed', 'the Authorization header is neither Bearer TOKEN nor DPoP TOKEN');
  }
  return { scheme: scheme.toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer', token };
};

/**
 * The claims of a request's access token. Rejects with `Failure`: `token-missing`, `token-invalid`, `proof-invalid`,
 * `keys-unavailable`, `replay-unknown`.
 */
export type VerifyToken = (request: FastifyRequest) => Promise<Claims>;

export type TokenVerifierDeps = SenderDeps & {
  readonly signingKeys: SigningKeys;
  readonly tokenRules: {
    readonly issuer: string;
    readonly audience: string;
    /** Accepted `typ` headers. */
    readonly types: readonly string[];
  };
  readonly clock: Clock;
  /** How many verified tokens are kept at most. */
  readonly maxCachedTokens?: number;
};

/**
 * Tolerated clock difference to the issuer, in milliseconds: less than 5 s, because fast-jwt still accepts a token in the
 * millisecond in which it expires.
 */
const clockTolerance = 5000 - 1;

/** A verified token. Whether its sender may use it is another question. */
type Verified = {
  readonly claims: Claims;
  /** The generation of the issuer's keys with which it was verified. */
  readonly generation: number;
  readonly expires: number;
};

/** The latest time that a Date can hold, in seconds. On a later `nbf`, fast-jwt fails to format its error message. */
const lastTime = 8.64e12;

/** Checks claims that fast-jwt does not check, or fails on. */
const requireUsableTimes = ({ nbf, iat }: Claims) => {
  if (typeof nbf === 'number' && nbf > lastTime)
    throw refuse('token-not-yet-valid', 'nbf is beyond any date');
  if (iat !== undefined && typeof iat !== 'number') throw refuse('token-claims', 'iat is not a number');
};

/** The key and the algorithm that the header of a token names. */
const namedKey = ({ alg: written, kid }: DecodedJwt['header']) => {
  const alg = algorithms.find(name => name === written);
  if (alg === undefined) throw refuse('token-algorithm', 'another algorithm');
  if (typeof kid !== 'string' || kid === '') throw refuse('token-key-unknown', 'it has no kid');
  return { alg, kid };
};
type NamedKey = ReturnType<typeof namedKey>;

/** The plugin requires a secret. Every verification names its key, so none is ever looked up here. */
const noSecret = () => {
  throw new Failure('unexpected', { detail: 'a token is verified without a key' });
};

/**
 * Registers @fastify/jwt, which verifies signature, issuer, audience and times. The format checks that it lacks run
 * before it. Verified tokens are cached until they expire or the keys change, so a signature is checked once. (The cache of @fastify/jwt would also keep
 * refusals, and tokens signed with keys that the issuer has withdrawn.)
 */
export const tokenVerifier = async (app: FastifyInstance, deps: TokenVerifierDeps): Promise<VerifyToken> => {
  const { signingKeys, tokenRules, clock, maxCachedTokens = 10_000 } = deps;
  const requireSender = senderCheck(deps);
  await app.register(fastifyJwt, {
    secret: { public: noSecret },
    verify: {
      allowedIss: tokenRules.issuer,
      allowedAud: tokenRules.audience,
      requiredClaims: ['iss', 'aud', 'exp'],
      clockTolerance,
      cache: false,
    },
  });

  /** Tries the keys with the token's `kid` and `alg` one after the other. Keys that the token itself carries are never used. */
  const verifySignature = async (token: string, named: NamedKey): Promise<Claims> => {
    const { alg } = named;
    const keys = await signingKeys.find(named);
    for (const [at, key] of keys.entries()) {
      try {
        return app.jwt.verify<Claims>(token, { key, algorithms: [alg], clockTimestamp: clock() });
      } catch (error) {
        const refusal = refusalOf(error);
        const isOtherKeys = refusal.reason === 'token-signature' && at + 1 < keys.length;
        if (!isOtherKeys) throw refusal;
      }
    }
    throw refuse('token-key-unknown', 'no key has this kid and algorithm');
  };

  const verify = async (token: string): Promise<Claims> => {
    const { header, claims } = decodeJwt(token, (detail, cause) => refuse('token-malformed', detail, cause));
    requireAccessToken({ header, claims }, tokenRules.types);
    requireUsableTimes(claims);
    const named = namedKey(header);
    const generation = signingKeys.generation();
    return verifySignature(token, named).catch(async refusal => {
      if (refusal.reason !== 'token-signature') throw refusal;
      // An issuer that was set up anew may have another key under the same kid (D4).
      await signingKeys.refresh();
      if (signingKeys.generation() === generation) throw refusal;
      return verifySignature(token, named);
    });
  };

  /** By token. A header can be written in many ways, and would fill the cache with the same token. */
  const verified = new LRUCache<string, Verified>({ max: maxCachedTokens });

  const verifyAnew = async (token: string): Promise<Verified> => {
    const generation = signingKeys.generation();
    const claims = await verify(token);
    const anew = { claims, generation, expires: Number(claims.exp) * 1000 };
    verified.set(token, anew);
    return anew;
  };

  return async request => {
    const sent = sentToken(request);
    const cached = verified.get(sent.token);
    const isCurrent = cached !== undefined && cached.generation === signingKeys.generation();
    const isValid = isCurrent && clock() < cached.expires;
    const { claims } = isValid ? cached : await verifyAnew(sent.token);
    await requireSender(request, sent, claims);
    return claims;
  };
};
