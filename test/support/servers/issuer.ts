// An issuer of access tokens for tests: real keys, published over HTTP as in OpenID Connect.
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { listenToAnyHost } from '../../../sandbox/listen.ts';

export const audience = 'urn:test:patient-data';

type SigningKey = {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly jwk: object;
};

export type SignOptions = {
  /** Protected header members besides `alg` and `kid`; `undefined` removes one. */
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: SigningKey;
};

export type Issuer = {
  readonly url: string;
  /** Signs a token with these claims. `iss`, `aud`, `iat`, `exp`, `client_id` and `sub` have defaults; `undefined` removes one. */
  sign(claims?: Readonly<Record<string, unknown>>, options?: SignOptions): Promise<string>;
  /** The published keys; can be replaced. */
  readonly keys: SigningKey[];
  /** How often its keys have been fetched. */
  fetches(): number;
  /** If false, it answers 503. */
  available: boolean;
  close(): Promise<void>;
};

let count = 0;

/** A key pair for an algorithm, with a unique `kid`. */
export const newKey = async (alg = 'ES256'): Promise<SigningKey> => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  count++;
  const kid = `key-${count}`;
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
};

const omitUndefined = (claims: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined)) as JWTPayload;

export const startIssuer = async (alg = 'ES256'): Promise<Issuer> => {
  const keys = [await newKey(alg)];
  let fetches = 0;
  const { url, close } = await listenToAnyHost((request, response) => {
    if (!issuer.available) return void response.writeHead(503).end();
    response.setHeader('content-type', 'application/json');
    if (request.url === '/.well-known/openid-configuration') {
      return void response.end(JSON.stringify({ issuer: url, jwks_uri: `${url}/jwks` }));
    }
    fetches++;
    return void response.end(JSON.stringify({ keys: keys.map(({ jwk }) => jwk) }));
  }, 0);
  const issuer: Issuer = {
    url,
    keys,
    available: true,
    fetches: () => fetches,
    sign: (claims = {}, { header = {}, key = keys[0] } = {}) => {
      if (key === undefined) throw new Error('the issuer has no key');
      const now = Math.floor(Date.now() / 1000);
      const usual = {
        iss: url,
        aud: audience,
        iat: now,
        exp: now + 600,
        sub: 'user-1',
        client_id: 'app',
      };
      const protectedHeader = omitUndefined({ alg: key.alg, kid: key.kid, typ: 'at+jwt', ...header });
      return new SignJWT(omitUndefined({ ...usual, ...claims }))
        .setProtectedHeader({ alg: key.alg, ...protectedHeader })
        .sign(key.privateKey);
    },
    close,
  };
  return issuer;
};
