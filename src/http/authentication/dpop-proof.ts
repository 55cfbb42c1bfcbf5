// Verifying a DPoP proof (RFC 9449, section 4.3): the sender of a request holds the key that the access token is bound to, and
// has made the proof for this token and this request (D4).
import { hash } from 'node:crypto';
import { calculateJwkThumbprint, EmbeddedJWK, errors, type JWK, jwtVerify } from 'jose';
import { Failure } from '../../domain/model/failure.ts';
import type { ReasonOf } from '../../domain/model/failure-reasons.ts';
import { proofToleranceS } from '../../ports/proof-replay.ts';
import { pathKey } from '../request/path.ts';
import { algorithms, type DecodedJwt, decodeJwt, isClaims } from './decode-jwt.ts';

type ProofRefusal = ReasonOf<'proof-invalid'>;

/** @param detail a message for the log; never contents of the proof. */
export const refuseProof = (reason: ProofRefusal, detail: string, cause?: unknown): Failure =>
  new Failure('proof-invalid', { reason, detail, cause });

/** What a proof must be for. */
export type ProvenRequest = {
  readonly method: string;
  /** The URL as clients see it. A query and a final slash make no difference. */
  readonly url: string;
  /** The access token. */
  readonly token: string;
  /** The thumbprint (RFC 7638, SHA-256) of the key that the token is bound to. */
  readonly thumbprint: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

const webUrl = /^https?:\/\/[^\s\\@]+$/i;

/** Normalizes a URL (RFC 3986, section 6.2); undefined if it is not http or https. A final slash makes no difference (D1). */
const normalized = (written: string): string | undefined => {
  if (!webUrl.test(written) || !URL.canParse(written)) return undefined;
  const { origin, pathname } = new URL(written);
  return `${origin}${pathKey(pathname)}`;
};

const sha256 = (text: string): string => hash('sha256', text, 'base64url');

/**
 * The longest modulus and exponent of an RSA key, in base64url: 4096 and 32 bits. Verifying with an exponent of 3072 bits would take
 * 15 times as long, and a client chooses its key.
 */
const longestRsa = { n: 683, e: 6 } as const;

const isCostly = ({ kty, n, e }: JWK): boolean =>
  kty === 'RSA' && (String(n).length > longestRsa.n || String(e).length > longestRsa.e);

/** Before anything is done with the key: it is the one that the token is bound to. */
const requireKey = async ({ header: { jwk } }: DecodedJwt, thumbprint: string): Promise<void> => {
  if (!isClaims(jwk)) throw refuseProof('proof-malformed', 'it has no jwk');
  const keyThumbprint = await calculateJwkThumbprint(jwk as JWK).catch((cause: unknown) => {
    throw refuseProof('proof-key', 'its jwk is not a key', cause);
  });
  if (keyThumbprint !== thumbprint) throw refuseProof('proof-key', 'another key');
  if (isCostly(jwk as JWK)) throw refuseProof('proof-key', 'an RSA key that is too large');
};

/** Error of jose → reason. */
const reasonOf = (error: unknown): ProofRefusal => {
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'proof-signature';
  if (error instanceof errors.JOSEAlgNotAllowed) return 'proof-algorithm';
  if (error instanceof errors.JWTExpired) return 'proof-time';
  const isTime = error instanceof errors.JWTClaimValidationFailed && error.reason === 'check_failed';
  return isTime && error.claim !== 'typ' ? 'proof-time' : 'proof-malformed';
};

/** Verifies form, algorithm, signature and time. The key in a proof must be a public one. */
const requireGenuine = async (proof: string, now: number): Promise<void> => {
  try {
    await jwtVerify(proof, EmbeddedJWK, {
      algorithms,
      typ: 'dpop+jwt',
      requiredClaims: ['jti', 'htm', 'htu', 'iat', 'ath'],
      currentDate: new Date(now),
      // Of the age, only the tolerance remains: that much before and after the time of the proof.
      maxTokenAge: 0,
      clockTolerance: proofToleranceS,
    });
  } catch (error) {
    const code = error instanceof errors.JOSEError ? error.code : 'the key cannot be used';
    throw refuseProof(reasonOf(error), code, error);
  }
};

/**
 * Verifies a proof, except that it has not been used before. Resolves with the id by which its use is remembered: a hash of the
 * key and the `jti`. Rejects with `Failure` `proof-invalid`.
 */
export const verifyProof = async (
  proof: string,
  { method, url, token, thumbprint, now }: ProvenRequest,
): Promise<string> => {
  const decoded = decodeJwt(proof, (detail, cause) => refuseProof('proof-malformed', detail, cause));
  await requireKey(decoded, thumbprint);
  await requireGenuine(proof, now);
  const { jti, htm, htu, ath } = decoded.claims;
  if (typeof jti !== 'string' || jti === '') throw refuseProof('proof-malformed', 'it has no jti');
  if (htm !== method) throw refuseProof('proof-method', 'another method');
  if (typeof htu !== 'string' || normalized(htu) !== normalized(url)) {
    throw refuseProof('proof-url', 'another URL');
  }
  if (ath !== sha256(token)) throw refuseProof('proof-token', 'another token');
  return sha256(JSON.stringify([thumbprint, jti]));
};
