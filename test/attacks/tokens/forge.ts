// Forged tokens: any bytes as header and claims, any bytes as signature, signed by any key.
import { type KeyLike, KeyObject, sign as signBytes, type webcrypto } from 'node:crypto';
import { audience, type Issuer } from '../../support/servers/issuer.ts';

export type SigningKey = Issuer['keys'][number];

/** A part of a token: an object or a text is encoded, bytes are encoded as they are. */
export type Part = object | string | Buffer;

export type Forged = {
  /** Replaces the header. */
  readonly header?: Part;
  /** Added to the usual header; `undefined` removes a member. */
  readonly head?: Readonly<Record<string, unknown>>;
  readonly claims?: Part;
  /** Added to the usual claims; `undefined` removes one. */
  readonly say?: Readonly<Record<string, unknown>>;
  /** The key that signs; usually the first of the issuer's. */
  readonly key?: SigningKey;
  readonly signature?: (input: string) => Buffer;
  /** Changes the encoded parts before they are signed. */
  readonly respell?: (parts: readonly [string, string]) => readonly [string, string];
};

export const base64url = (part: Part): string => {
  const isBytes = Buffer.isBuffer(part) || typeof part === 'string';
  return Buffer.from(isBytes ? part : JSON.stringify(part)).toString('base64url');
};

const hash = (alg: string) => `sha${alg.slice(2)}`;

const padding = (alg: string) =>
  alg.startsWith('PS') ? { padding: 6, saltLength: Number(alg.slice(2)) / 8 } : {};

export const keyObject = ({ privateKey }: SigningKey): KeyObject =>
  KeyObject.from(privateKey as webcrypto.CryptoKey);

/** A signature as an algorithm has it, by whatever key. */
export const signedBy = (
  key: SigningKey,
  alg = key.alg,
  dsaEncoding: 'der' | 'ieee-p1363' = 'ieee-p1363',
) => {
  const privateKey: KeyLike = keyObject(key);
  return (input: string): Buffer =>
    signBytes(alg === 'EdDSA' ? null : hash(alg), Buffer.from(input), {
      key: privateKey,
      dsaEncoding,
      ...padding(alg),
    });
};

const without = (members: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** The usual claims of an issuer's token, for these scopes and this patient. */
export const usualClaims = (issuer: Pick<Issuer, 'url'>, more: Readonly<Record<string, unknown>>) => {
  const now = Math.floor(Date.now() / 1000);
  const usual = { iss: issuer.url, aud: audience, iat: now, exp: now + 600, sub: 'user-1', client_id: 'app' };
  return without({ ...usual, ...more });
};

/**
 * Forges the tokens of an issuer. What is not given is as in a genuine token, so a refusal has one reason.
 * @param claims of the genuine token.
 */
export const forger =
  (issuer: Issuer, claims: Readonly<Record<string, unknown>>) =>
  ({ header, head = {}, claims: body, say = {}, key = issuer.keys[0], signature, respell }: Forged = {}) => {
    if (key === undefined) throw new Error('the issuer has no key');
    const usualHead = without({ alg: key.alg, kid: key.kid, typ: 'at+jwt', ...head });
    const plain = [
      base64url(header ?? usualHead),
      base64url(body ?? usualClaims(issuer, { ...claims, ...say })),
    ] as const;
    const input = (respell?.(plain) ?? plain).join('.');
    const signed = (signature ?? signedBy(key))(input);
    return `${input}.${signed.toString('base64url')}`;
  };
