// Decoding an access token, and refusing malformed ones before a signature is checked (D4).
import { isUtf8 } from 'node:buffer';
import { parseStrictJson } from '../../domain/model/strict-json.ts';
import { refuse } from './token-refusal.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** The header and claims of a token that is not verified yet: do not trust them. */
export type DecodedToken = { readonly header: JsonObject; readonly claims: JsonObject };

/** Decodes one part. Several base64url texts decode to the same bytes; only the canonical one is accepted. */
const bytesOf = (part: string): Buffer => {
  const bytes = Buffer.from(part, 'base64url');
  if (part === '' || bytes.toString('base64url') !== part) {
    throw refuse('token-malformed', 'a part is not canonical base64url');
  }
  return bytes;
};

const jsonOf = (text: string): unknown => {
  try {
    return parseStrictJson(text, { limits: { depth: Number.POSITIVE_INFINITY } });
  } catch (cause) {
    throw refuse('token-malformed', 'a part is not strict JSON', cause);
  }
};

const objectOf = (part: string): JsonObject => {
  const bytes = bytesOf(part);
  if (!isUtf8(bytes)) throw refuse('token-malformed', 'a part is not UTF-8');
  const text = bytes.toString('utf8');
  const value = jsonOf(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse('token-malformed', 'a part is not a JSON object');
  }
  return value as JsonObject;
};

/**
 * Decodes a compact JWT. By itself, fast-jwt would accept non-canonical base64url, bytes that are not UTF-8, and objects
 * with a repeated member, so that two readers of the same token could see different claims.
 */
export const decodeToken = (token: string): DecodedToken => {
  const [header, claims, signature, ...more] = token.split('.');
  if (header === undefined || claims === undefined || signature === undefined || more.length > 0) {
    throw refuse('token-malformed', 'the token does not have three parts');
  }
  bytesOf(signature);
  return { header: objectOf(header), claims: objectOf(claims) };
};
