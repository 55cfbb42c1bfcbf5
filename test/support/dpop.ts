// A client that proves the possession of its key (DPoP, RFC 9449).
import { createHash, randomUUID } from 'node:crypto';
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

export type DpopClient = {
  /** The thumbprint of its key, for `cnf` of its tokens. */
  readonly jkt: string;
  readonly jwk: JWK;
  readonly privateKey: CryptoKey;
};

export const dpopClient = async (alg = 'ES256'): Promise<DpopClient> => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(publicKey);
  return { jkt: await calculateJwkThumbprint(jwk), jwk, privateKey };
};

export type Proof = {
  readonly method?: string;
  readonly url: string;
  readonly token: string;
  /** Override claims and header; `undefined` removes a member. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
};

/** Makes a proof for a request. */
export const prove = (
  { jwk, privateKey }: DpopClient,
  { method = 'GET', url, token, claims = {}, header = {} }: Proof,
): Promise<string> => {
  const ath = createHash('sha256').update(token).digest('base64url');
  const usual = { jti: randomUUID(), htm: method, htu: url, iat: Math.floor(Date.now() / 1000), ath };
  return new SignJWT(JSON.parse(JSON.stringify({ ...usual, ...claims })))
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header })
    .sign(privateKey);
};
