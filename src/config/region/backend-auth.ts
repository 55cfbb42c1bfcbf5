// How the service authenticates to a system (`auth` in the profile): the private key is loaded and checked at startup.
import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { BackendAuth } from '../../adapters/ehr/adapter.ts';
import type { Environment } from '../environment.ts';
import { type FaultList, readSecret, readText } from '../files.ts';
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

type AuthContext = {
  readonly profileFolder: string;
  readonly environment: Environment;
  readonly place: string;
  readonly list: FaultList;
};

/** The ways to get a token: by the member that tells them apart, those that it needs, and those that it may have. */
const ways = {
  keyFile: { needs: ['clientId', 'scope'], may: ['kid'] },
  clientSecret: { needs: ['clientId'], may: ['scope', 'secretIn'] },
  login: { needs: ['token'], may: ['lifetime'] },
} as const satisfies Partial<Record<keyof Auth, object>>;
type Way = keyof typeof ways;

/** Which way is written; undefined, with faults added, if none is, or members of several are. */
const wayOf = (auth: Auth, { place, list }: AuthContext): Way | undefined => {
  const written = (Object.keys(ways) as Way[]).filter(way => auth[way] !== undefined);
  const [way] = written;
  if (way === undefined || written.length > 1) {
    list.add(place, `one of ${Object.keys(ways).join(', ')}`);
    return undefined;
  }
  const { needs, may } = ways[way];
  const known: readonly string[] = ['tokenUrl', way, ...needs, ...may];
  const missing = needs.filter(name => auth[name] === undefined);
  const others = Object.keys(auth).filter(name => !known.includes(name));
  for (const name of missing) list.add(`${place}/${name}`, `this member beside ${way}`);
  for (const name of others) list.add(`${place}/${name}`, `no such member beside ${way}`);
  return missing.length + others.length === 0 ? way : undefined;
};

/** A secret, which stands in a variable or a file and never in the profile. */
const readOutside = (written: string, where: string, context: AuthContext): string | undefined => {
  if (/^(?:env|file):/.test(written)) return readSecret(written, { ...context, where });
  context.list.add(where, 'env:NAME or file:PATH');
  return undefined;
};

const readClientSecret = (
  { tokenUrl, clientId = '', scope, clientSecret = '', secretIn = 'header' }: Auth,
  context: AuthContext,
): BackendAuth | undefined => {
  const secret = readOutside(clientSecret, `${context.place}/clientSecret`, context);
  return secret === undefined ? undefined : { tokenUrl, clientId, scope, secret, secretIn };
};

const names = (path: string | undefined): readonly string[] | undefined => path?.split('/');

const readLogin = (
  { tokenUrl, login = {}, token = '', lifetime }: Auth,
  context: AuthContext,
): BackendAuth | undefined => {
  const { place, list } = context;
  const read = Object.entries(login).map(
    ([name, written]) =>
      [name, readSecret(written, { ...context, where: `${place}/login/${name}` })] as const,
  );
  if (!Object.values(login).some(written => /^(?:env|file):/.test(written)))
    list.add(`${place}/login`, 'at least one value as env:NAME or file:PATH: the secret');
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
  { profileFolder, place, list }: AuthContext,
): BackendAuth | undefined => {
  const text = readText(keyFile, { where: `${place}/keyFile`, list, profileFolder });
  if (text === undefined) return undefined;
  const parsed = readKey(text);
  const algorithms = parsed === undefined ? [] : algorithmsFor(parsed.key);
  if (parsed === undefined || algorithms.length === 0) {
    list.add(
      `${place}/keyFile`,
      'a private key: RSA of at least 2048 bits, P-256 or P-384, as a JWK or PKCS#8 PEM',
    );
    return undefined;
  }
  const { key, kid = writtenKid, alg = algorithms[0] } = { ...parsed, kid: writtenKid ?? parsed.kid };
  if (typeof alg !== 'string' || !algorithms.includes(alg)) {
    list.add(`${place}/keyFile`, `a key whose alg fits it: one of ${algorithms.join(', ')}`);
    return undefined;
  }
  if (typeof kid !== 'string' || kid === '') {
    list.add(`${place}/kid`, 'the id of the key, here or in the JWK');
    return undefined;
  }
  const { thumbprint } = parsed;
  if (thumbprint !== undefined && !isThumbprint(thumbprint)) {
    list.add(`${place}/keyFile`, 'a key whose x5t#S256 is the base64url of a SHA-256');
    return undefined;
  }
  return { tokenUrl, clientId, scope, key, kid, alg, ...(thumbprint === undefined ? {} : { thumbprint }) };
};

/** Reads a system's `auth`; undefined, with faults added to the list, if anything is wrong. */
export const readBackendAuth = (auth: Auth, context: AuthContext): BackendAuth | undefined => {
  if (!isBaseUrl(auth.tokenUrl)) context.list.add(`${context.place}/tokenUrl`, baseUrlForm);
  const way = wayOf(auth, context);
  if (way === 'keyFile') return readSigned(auth, context);
  if (way === 'clientSecret') return readClientSecret(auth, context);
  return way === undefined ? undefined : readLogin(auth, context);
};
