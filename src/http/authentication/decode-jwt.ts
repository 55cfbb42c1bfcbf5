// Decoding a JWT, an access token or a proof: the accepted algorithms, and what is malformed, before a signature is checked (D4).
import { isUtf8 } from 'node:buffer';
import type { Failure } from '../../domain/model/failure.ts';
import { parseStrictJson } from '../../json/strict-json.ts';

/** The accepted signature algorithms, of access tokens and of proofs (D4): asymmetric ones. `none` and HMAC are never accepted. */
export const algorithms = [
  ...(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const),
  ...(['ES256', 'ES384', 'ES512', 'EdDSA'] as const),
];

type JsonObject = Readonly<Record<string, unknown>>;

export type Claims = JsonObject;

/** The header and claims of a JWT that is not verified yet: do not trust them. */
export type DecodedJwt = { readonly header: JsonObject; readonly claims: Claims };

/** The failure for a malformed JWT. The detail is for the log and has nothing of the JWT. */
type Malformed = (detail: string, cause?: unknown) => Failure;

/** Decodes one part. Several base64url texts decode to the same bytes; only the canonical one is accepted. */
const bytesOf = (part: string, malformed: Malformed): Buffer => {
  const bytes = Buffer.from(part, 'base64url');
  if (part === '' || bytes.toString('base64url') !== part) {
    throw malformed('a part is not canonical base64url');
  }
  return bytes;
};

const jsonOf = (text: string, malformed: Malformed): unknown => {
  try {
    return parseStrictJson(text, { limits: { depth: Number.POSITIVE_INFINITY } });
  } catch (cause) {
    throw malformed('a part is not strict JSON', cause);
  }
};

/** Whether a value is a JSON object. */
export const isClaims = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const objectOf = (part: string, malformed: Malformed): JsonObject => {
  const bytes = bytesOf(part, malformed);
  if (!isUtf8(bytes)) throw malformed('a part is not UTF-8');
  const value = jsonOf(bytes.toString('utf8'), malformed);
  if (!isClaims(value)) throw malformed('a part is not a JSON object');
  return value;
};

/**
 * Decodes a compact JWT. By itself, fast-jwt would accept non-canonical base64url, bytes that are not UTF-8, and objects
 * with a repeated member, so two readers of the same token could see different claims.
 */
export const decodeJwt = (jwt: string, malformed: Malformed): DecodedJwt => {
  const [header, claims, signature, ...more] = jwt.split('.');
  if (header === undefined || claims === undefined || signature === undefined || more.length > 0) {
    throw malformed('it does not have three parts');
  }
  bytesOf(signature, malformed);
  return { header: objectOf(header, malformed), claims: objectOf(claims, malformed) };
};
