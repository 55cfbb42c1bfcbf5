// How the service authenticates to a system (`auth` in the profile): the private key is loaded and checked at startup.
import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { BackendAuth } from '../../adapters/ehr/adapter.ts';
import { readSecret, readText, type SecretUse } from '../files.ts';
import { baseUrlForm, isBaseUrl } from '../settings/addresses.ts';
import type { Auth } from './profile.ts';

/** The algorithms that fit a key: those of SMART Backend Services and their relatives. The first is the default. */
const rsaAlgorithms = ['RS384', 'RS256', 'RS512', 'PS256', 'PS384', 'PS512'];
const curveAlgorithms: Readonly<Record<string, readonly string[]>> = {
  prime256v1: ['ES256'],
  secp384r1: ['ES384'],
};
const leastModulus = 2048;

const algorithmsFor = ({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject) => {
  if (type === 'rsa') return (details?.modulusLength ?? 0) >= leastModulus ? rsaAlgorithms : [];
  return type === 'ec' ? (curveAlgorithms[details?.namedCurve ?? ''] ?? []) : [];
};

type Written = {
  readonly key: KeyObject;
  readonly kid?: unknown;
  readonly alg?: unknown;
  /** The thumbprint of the key's certificate (RFC 7517, section 4.9). */
  readonly thumbprint?: unknown;
};

/** The base64url of a SHA-256. */
const isThumbprint = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]{43}$/.test(value);

/** Parses a private key, as PKCS#8 PEM or JWK; undefined for any other text, also for public and symmetric keys. */
const readKey = (text: string): Written | undefined => {
  try {
    if (!text.trimStart().startsWith('{')) {
      const isPkcs8 = text.includes('-----BEGIN PRIVATE KEY-----');
      return isPkcs8 ? { key: createPrivateKey(text) } : undefined;
    }
    const jwk = JSON.parse(text) as { kid?: unknown; alg?: unknown; 'x5t#S256'?: unknown };
    const { kid, alg, 'x5t#S256': thumbprint } = jwk;
    return { key: createPrivateKey({ key: jwk, format: 'jwk' }), kid, alg, thumbprint };
  } catch {
    return undefined;
  }
};

/** The ways to get a token: by the member that tells them apart, those that it needs, and those that it may have. */
const ways = {
  keyFile: { needs: ['clientId', 'scope'], may: ['kid'] },
  clientSecret: { needs: ['clientId'], may: ['scope', 'secretIn'] },
  login: { needs: ['token'], may: ['lifetime'] },
} as const satisfies Partial<Record<keyof Auth, object>>;
type Way = keyof typeof ways;

/** What a secret of a profile is read for: paths start at its folder. */
type ProfileSecretUse = Required<SecretUse>;

/** Which way is written; undefined, with faults added, if none is, or members of several are. */
const wayOf = (auth: Auth, { where, list }: ProfileSecretUse): Way | undefined => {
  const written = (Object.keys(ways) as Way[]).filter(way => auth[way] !== undefined);
  const [way] = written;
  if (way === undefined || written.length > 1)
    return list.add(where, `one of ${Object.keys(ways).join(', ')}`);
  const { needs, may } = ways[way];
  const known: readonly string[] = ['tokenUrl', way, ...needs, ...may];
  const missing = needs.filter(name => auth[name] === undefined);
  const others = Object.keys(auth).filter(name => !known.includes(name));
  for (const name of missing) list.add(`${where}/${name}`, `this member beside ${way}`);
  for (const name of others) list.add(`${where}/${name}`, `no such member beside ${way}`);
  return missing.length + others.length === 0 ? way : undefined;
};

/** A secret, which stands in a variable or a file and never in the profile. */
const readOutside = (written: string, use: ProfileSecretUse): string | undefined =>
  /^(?:env|file):/.test(written)
    ? readSecret(written, use)
    : use.list.add(use.where, 'env:NAME or file:PATH');

const readClientSecret = (
  { tokenUrl, clientId = '', scope, clientSecret = '', secretIn = 'header' }: Auth,
  use: ProfileSecretUse,
): BackendAuth | undefined => {
  const secret = readOutside(clientSecret, { ...use, where: `${use.where}/clientSecret` });
  return secret === undefined ? undefined : { tokenUrl, clientId, scope, secret, secretIn };
};

const names = (path: string | undefined): readonly string[] | undefined => path?.split('/');

const readLogin = (
  { tokenUrl, login = {}, token = '', lifetime }: Auth,
  use: ProfileSecretUse,
): BackendAuth | undefined => {
  const { where, list } = use;
  const read = Object.entries(login).map(
    ([name, written]) => [name, readSecret(written, { ...use, where: `${where}/login/${name}` })] as const,
  );
  if (!Object.values(login).some(written => /^(?:env|file):/.test(written)))
    list.add(`${where}/login`, 'at least one value as env:NAME or file:PATH: the secret');
  return read.some(([, value]) => value === undefined)
    ? undefined
    : {
        tokenUrl,
        login: JSON.stringify(Object.fromEntries(read)),
        token: names(token) ?? [],
        lifetime: names(lifetime),
      };
};

const readSigned = (
  { tokenUrl, clientId = '', scope = '', keyFile = '', kid: writtenKid }: Auth,
  use: ProfileSecretUse,
): BackendAuth | undefined => {
  const { where, list } = use;
  const place = `${where}/keyFile`;
  const text = readText(keyFile, { ...use, where: place });
  if (text === undefined) return undefined;
  const parsed = readKey(text);
  const algorithms = parsed === undefined ? [] : algorithmsFor(parsed.key);
  if (parsed === undefined || algorithms.length === 0) {
    return list.add(
      place,
      'a private key: RSA of at least 2048 bits, P-256 or P-384, as a JWK or PKCS#8 PEM',
    );
  }
  const { key, kid = writtenKid, alg = algorithms[0] } = { ...parsed, kid: writtenKid ?? parsed.kid };
  if (typeof alg !== 'string' || !algorithms.includes(alg))
    return list.add(place, `a key whose alg fits it: one of ${algorithms.join(', ')}`);
  if (typeof kid !== 'string' || kid === '')
    return list.add(`${where}/kid`, 'the id of the key, here or in the JWK');
  const { thumbprint } = parsed;
  if (thumbprint !== undefined && !isThumbprint(thumbprint))
    return list.add(place, 'a key whose x5t#S256 is the base64url of a SHA-256');
  return { tokenUrl, clientId, scope, key, kid, alg, ...(thumbprint === undefined ? {} : { thumbprint }) };
};

/** Reads a system's `auth`; undefined, with faults added to the list, if anything is wrong. */
export const readBackendAuth = (auth: Auth, use: ProfileSecretUse): BackendAuth | undefined => {
  if (!isBaseUrl(auth.tokenUrl)) use.list.add(`${use.where}/tokenUrl`, baseUrlForm);
  const way = wayOf(auth, use);
  if (way === 'keyFile') return readSigned(auth, use);
  if (way === 'clientSecret') return readClientSecret(auth, use);
  return way === undefined ? undefined : readLogin(auth, use);
};
