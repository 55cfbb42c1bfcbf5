// `auth` of a system: which keys are read, and every fault in it at start.
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { regionIn } from './support.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const weakRsa = generateKeyPairSync('rsa', { modulusLength: 1024 });
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const p521 = generateKeyPairSync('ec', { namedCurve: 'P-521' });
const edwards = generateKeyPairSync('ed25519');

const jwk = ({ privateKey }: { privateKey: KeyObject }, members: object = { kid: 'jwk-kid' }) => ({
  ...privateKey.export({ format: 'jwk' }),
  ...members,
});
const pem = ({ privateKey }: { privateKey: KeyObject }) =>
  privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

const auth = {
  tokenUrl: 'https://auth.example.internal/oauth/token',
  clientId: 'patient-data',
  keyFile: 'key.json',
  scope: 'system/Patient.read',
};

const readAuth = async (written: object, environment: Record<string, string> = {}) => {
  const systems = {
    ehr: { adapter: 'extracts', baseUrl: 'https://ehr.example.internal', auth: written },
  };
  const region = { name: 'Region Exempel', timeZone: 'Europe/Stockholm', release: 'ehr', systems };
  const files = { secret: 'hemlig\n', 'region.json': region };
  const { region: read, faults } = await regionIn(files, { environment });
  return {
    auth: read?.systems[0]?.auth,
    faults: faults.map(({ where, expected }) => `${where}: ${expected}`),
  };
};

const read = async (members: object, file: unknown = jwk(p384), system: object = {}) => {
  const written = {
    name: 'Region Exempel',
    timeZone: 'Europe/Stockholm',
    release: 'ehr',
    systems: {
      ehr: {
        adapter: 'extracts',
        baseUrl: 'https://ehr.example.internal',
        auth: { ...auth, ...members },
        ...system,
      },
    },
  };
  const { region, ...found } = await regionIn({ 'key.json': file, 'region.json': written });
  return { auth: region?.systems[0]?.auth, ...found };
};

const place = (path: string) => `REGION_FILE /systems/ehr/${path}`;

describe('a key is read', () => {
  const thumbprint = 'A1bC2dE3fH4iJ5kL6mN7oP8qR9sT0uV1wX2yZ3aB4cD';
  test.each<[string, unknown, object, { kid: string; alg: string; thumbprint?: string }]>([
    ['RSA as JWK', jwk(rsa), {}, { kid: 'jwk-kid', alg: 'RS384' }],
    ['RSA as PEM', pem(rsa), { kid: 'own' }, { kid: 'own', alg: 'RS384' }],
    ['P-256', jwk(p256), {}, { kid: 'jwk-kid', alg: 'ES256' }],
    ['P-384 as PEM', pem(p384), { kid: 'own' }, { kid: 'own', alg: 'ES384' }],
    ["the profile's kid before the JWK's", jwk(p384), { kid: 'own' }, { kid: 'own', alg: 'ES384' }],
    [
      'the thumbprint of its certificate',
      jwk(rsa, { kid: 'k', 'x5t#S256': thumbprint }),
      {},
      { kid: 'k', alg: 'RS384', thumbprint },
    ],
    ["the JWK's alg", jwk(rsa, { kid: 'k', alg: 'PS256' }), {}, { kid: 'k', alg: 'PS256' }],
  ])('%s', async (_, file, members, expected) => {
    const { auth: found, faults } = await read(members, file);
    expect(faults).toEqual([]);
    expect(found).toMatchObject({
      tokenUrl: auth.tokenUrl,
      clientId: auth.clientId,
      scope: auth.scope,
      ...expected,
    });
    expect(found !== undefined && 'key' in found && found.key.type).toBe('private');
  });
});

describe('a fault', () => {
  const publicJwk = { ...p384.publicKey.export({ format: 'jwk' }), kid: 'k' };
  test.each<[string, object, unknown, string]>([
    ['no kid in either', {}, jwk(p384, {}), 'auth/kid'],
    ['no kid with PEM', {}, pem(p384), 'auth/kid'],
    ['a public JWK', {}, publicJwk, 'auth/keyFile'],
    ['a symmetric JWK', {}, { kty: 'oct', k: 'c2VjcmV0', kid: 'k' }, 'auth/keyFile'],
    ['P-521', {}, jwk(p521), 'auth/keyFile'],
    ['Ed25519', {}, jwk(edwards), 'auth/keyFile'],
    ['RSA of 1024 bits', {}, jwk(weakRsa), 'auth/keyFile'],
    ['an alg of another key', {}, jwk(p384, { kid: 'k', alg: 'ES256' }), 'auth/keyFile'],
    ['a thumbprint of SHA-1', {}, jwk(rsa, { kid: 'k', 'x5t#S256': 'a'.repeat(27) }), 'auth/keyFile'],
    ['an alg of HMAC', {}, jwk(rsa, { kid: 'k', alg: 'HS256' }), 'auth/keyFile'],
    [
      'a public PEM',
      { kid: 'k' },
      rsa.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
      'auth/keyFile',
    ],
    [
      'PKCS#1',
      { kid: 'k' },
      rsa.privateKey.export({ format: 'pem', type: 'pkcs1' }).toString(),
      'auth/keyFile',
    ],
    ['no key at all', {}, 'secret', 'auth/keyFile'],
    ['no file', { keyFile: 'other.json' }, '', 'auth/keyFile'],
    ['a token URL in the clear', { tokenUrl: 'http://auth.example/t' }, jwk(p384), 'auth/tokenUrl'],
    ['a token URL with a query', { tokenUrl: 'https://auth.example/t?a=b' }, jwk(p384), 'auth/tokenUrl'],
    ['a misspelled member', { scopes: 'x' }, jwk(p384), 'auth/scopes'],
    ['no client', { clientId: undefined }, jwk(p384), 'auth/clientId'],
    ['no scope', { scope: undefined }, jwk(p384), 'auth/scope'],
  ])('%s', async (_, members, file, path) => {
    const { places, faults } = await read(members, file);
    expect(places).toEqual([place(path)]);
    expect(JSON.stringify(faults)).not.toContain('secret');
  });

  test.each(['authorization', 'Authorization'])('the header %s beside it', async name => {
    const { places } = await read({}, jwk(p384), { headers: { [name]: 'Basic x' } });
    expect(places).toEqual([place('headers/authorization')]);
  });
});

describe('a secret or a login instead of a key', () => {
  const { tokenUrl } = auth;
  const secret = { tokenUrl, clientId: 'patient-data', clientSecret: 'env:EHR_SECRET' };
  const login = {
    tokenUrl,
    login: { clientId: 'pda', clientSecret: 'file:secret' },
    token: 'data/accessToken',
    lifetime: 'data/expiresInSeconds',
  };
  const environment = { EHR_SECRET: 'hemlig' };

  test.each<[string, object, object]>([
    [
      'a secret in the header',
      secret,
      { tokenUrl, clientId: 'patient-data', scope: undefined, secret: 'hemlig', secretIn: 'header' },
    ],
    [
      'a secret in the body, with a scope',
      { ...secret, clientSecret: 'file:secret', secretIn: 'body', scope: 'read' },
      { tokenUrl, clientId: 'patient-data', scope: 'read', secret: 'hemlig', secretIn: 'body' },
    ],
    [
      'a login',
      login,
      {
        tokenUrl,
        login: '{"clientId":"pda","clientSecret":"hemlig"}',
        token: ['data', 'accessToken'],
        lifetime: ['data', 'expiresInSeconds'],
      },
    ],
  ])('%s', async (_, written, expected) => {
    expect(await readAuth(written, environment)).toEqual({ auth: expected, faults: [] });
  });

  test.each<[string, object, string]>([
    ['none of them', { tokenUrl }, 'auth: one of keyFile, clientSecret, login'],
    ['two of them', { ...secret, ...login }, 'auth: one of keyFile, clientSecret, login'],
    [
      'a secret in the profile',
      { ...secret, clientSecret: 'hemlig' },
      'auth/clientSecret: env:NAME or file:PATH',
    ],
    [
      'a variable that is not set',
      { ...secret, clientSecret: 'env:OTHER' },
      'auth/clientSecret: the environment variable OTHER',
    ],
    [
      'a login without a secret',
      { ...login, login: { user: 'pda' } },
      'auth/login: at least one value as env:NAME or file:PATH: the secret',
    ],
    [
      'a login without the path of the token',
      { ...login, token: undefined },
      'auth/token: this member beside login',
    ],
    ['a scope beside a login', { ...login, scope: 'read' }, 'auth/scope: no such member beside login'],
    ['a key id beside a secret', { ...secret, kid: 'k' }, 'auth/kid: no such member beside clientSecret'],
    [
      'another place of the secret',
      { ...secret, secretIn: 'query' },
      'auth/secretIn: "header" (Basic, by default) or "body": where the secret is sent',
    ],
  ])('a fault: %s', async (_, written, expected) => {
    const { faults } = await readAuth(written, environment);
    expect(faults).toEqual([`${place('')}${expected}`]);
    expect(faults.join()).not.toContain('hemlig');
  });
});
