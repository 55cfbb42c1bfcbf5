// Why a DPoP proof is refused (RFC 9449, section 4.3; D4 and D30): one reason for each check. Whole requests are in
// ../bound-tokens.test.ts.
import { createHmac } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ProvenRequest, verifyProof } from '../../../src/http/authentication/dpop-proof.ts';
import { base64url } from '../../attacks/tokens/forge.ts';
import { type DpopClient, dpopClient, type Proof, prove } from '../../support/dpop.ts';

// RFC 9449: the proof of section 7.1 (figures 13 and 14), and the thumbprint of its key (section 6.1).
const published = [
  'eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19',
  'eyJqdGkiOiJlMWozVl9iS2ljOC1MQUVCIiwiaHRtIjoiR0VUIiwiaHR1IjoiaHR0cHM6Ly9yZXNvdXJjZS5leGFtcGxlLm9yZy9wcm90ZWN0ZWRyZXNvdXJjZSIsImlhdCI6MTU2MjI2MjYxOCwiYXRoIjoiZlVIeU8ycjJaM0RaNTNFc05yV0JiMHhXWG9hTnk1OUlpS0NBcWtzbVFFbyJ9',
  '2oW9RP35yRqzhrtNP86L-Ey71EOptxRimPPToA1plemAgR6pxHF8y6-yqyVnmcw6Fy1dqd-jfxSYoMxhAJpLjA',
].join('.');
const publishedAt = 1_562_262_618;
const asPublished: ProvenRequest = {
  method: 'GET',
  url: 'https://resource.example.org/protectedresource',
  token: 'Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU',
  thumbprint: '0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I',
  now: publishedAt * 1000,
};

const url = 'https://api.region.example/pda/patients/journalnotes/';
const token = 'header.claims.signature';
const at = 1_800_000_000;

let client: DpopClient;
let other: DpopClient;

beforeAll(async () => {
  [client, other] = await Promise.all([dpopClient(), dpopClient()]);
});

const verify = (proof: string, asked: Partial<ProvenRequest> = {}) =>
  verifyProof(proof, { method: 'GET', url, token, thumbprint: client.jkt, now: at * 1000, ...asked });

/** `accepted`, or the reason why a proof is refused. */
const outcome = async (proof: string, asked: Partial<ProvenRequest> = {}): Promise<string> => {
  try {
    await verify(proof, asked);
    return 'accepted';
  } catch (error) {
    return (error as { reason: string }).reason;
  }
};

const proof = (made: Partial<Proof> = {}, by = client) =>
  prove(by, { url, token, ...made, claims: { iat: at, ...made.claims } });

describe('the proof of the RFC', () => {
  test('is accepted for its request, token and key', async () => {
    expect(await outcome(published, asPublished)).toBe('accepted');
  });

  test.each<[reason: string, Partial<ProvenRequest>]>([
    ['proof-method', { method: 'POST' }],
    ['proof-url', { url: 'https://resource.example.org/protected' }],
    ['proof-token', { token: 'Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxV' }],
    ['proof-key', { thumbprint: '0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4J' }],
    ['proof-time', { now: (publishedAt + 61) * 1000 }],
    ['proof-time', { now: (publishedAt - 61) * 1000 }],
    ['accepted', { now: (publishedAt + 60) * 1000 }],
    ['accepted', { now: (publishedAt - 60) * 1000 }],
  ])('%s: for %j', async (expected, asked) => {
    expect(await outcome(published, { ...asPublished, ...asked })).toBe(expected);
  });

  test('proof-signature: with another one', async () => {
    const changed = published.replace(/.{86}$/, Buffer.alloc(64, 1).toString('base64url'));
    expect(await outcome(changed, asPublished)).toBe('proof-signature');
  });
});

// The same URL in other spellings (RFC 3986, section 6.2), and others that look like it. A query and a final slash make no difference.
test.each([
  ['accepted', 'https://api.region.example/pda/patients/journalnotes'],
  ['accepted', 'HTTPS://API.region.example:443/pda/patients/journalnotes/'],
  ['accepted', `${url}?fromDateTime=2026-01-01T00:00:00#top`],
  ['accepted', 'https://api.region.example/pda/patients/%6Aournalnotes/'],
  ['accepted', 'https://api.region.example/pda/x/../patients/journalnotes/'],
  ['proof-url', 'http://api.region.example/pda/patients/journalnotes/'],
  ['proof-url', 'https://api.region.example:8443/pda/patients/journalnotes/'],
  ['proof-url', 'https://api.region.example/patients/journalnotes/'],
  ['proof-url', 'https://api.region.example/pda/patients/journalnotes//'],
  ['proof-url', 'https://api.region.example/pda/patients/Journalnotes/'],
  ['proof-url', 'https://api.region.example/pda/patients/%256Aournalnotes/'],
  ['proof-url', 'https://api.region.example/pda/patients%2Fjournalnotes/'],
  ['proof-url', 'https://api.region.example\\pda\\patients\\journalnotes\\'],
  ['proof-url', 'https://api.region.example\t/pda/patients/journalnotes/'],
  ['proof-url', 'https://api.region.example./pda/patients/journalnotes/'],
  ['proof-url', 'https://user@api.region.example/pda/patients/journalnotes/'],
  ['proof-url', 'https://api.region.example/pda/patients/medications/'],
  ['proof-url', '/pda/patients/journalnotes/'],
  ['proof-url', 'about:blank'],
  ['proof-url', ''],
  ['proof-url', 1],
])('%s: for the URL %j', async (expected, htu) => {
  expect(await outcome(await proof({ claims: { htu } }))).toBe(expected);
});

test.each(['ES384', 'ES512', 'PS256', 'RS256', 'EdDSA'])('accepted: signed with %s', async alg => {
  const signer = await dpopClient(alg);
  const made = await proof({ header: { alg } }, signer);
  expect(await outcome(made, { thumbprint: signer.jkt })).toBe('accepted');
});

// A client chooses its key, and the service has to verify with it.
test.each([
  ['proof-signature', 4096, 3],
  ['proof-signature', 4096, 4],
  ['proof-key', 4096, 5],
  ['proof-key', 4104, 3],
  ['proof-key', 2048, 256],
])('%s: an RSA key of %i bits with an exponent of %i bytes', async (expected, bits, bytes) => {
  const { jwk } = await dpopClient('RS256');
  const odd = (length: number) => Buffer.alloc(length, 0xfb).toString('base64url');
  const costly = { ...jwk, n: odd(bits / 8), e: odd(bytes) };
  const thumbprint = await calculateJwkThumbprint(costly);
  const [, claims] = (await proof()).split('.');
  const head = base64url({ typ: 'dpop+jwt', alg: 'RS256', jwk: costly });
  expect(await outcome(`${head}.${claims}.${odd(bits / 8)}`, { thumbprint })).toBe(expected);
});

describe('refused', () => {
  const secret = async () => ({ ...client.jwk, d: (await exportJWK(client.privateKey)).d });
  const signedInstead = async (header: object, signature: (input: string) => string) => {
    const [, claims] = (await proof()).split('.');
    const input = `${base64url({ typ: 'dpop+jwt', jwk: client.jwk, ...header })}.${claims}`;
    return `${input}.${signature(input)}`;
  };
  const hmac = (input: string) =>
    createHmac('sha256', JSON.stringify(client.jwk)).update(input).digest('base64url');
  const withKey = async (jwk: object) => proof({ header: { jwk } });

  test.each<[reason: string, what: string, make: () => Promise<string> | string]>([
    ['proof-malformed', 'not a JWT', () => 'proof'],
    ['proof-malformed', 'five parts', async () => `${await proof()}.a.b`],
    ['proof-malformed', 'another type', () => proof({ header: { typ: 'JWT' } })],
    ['proof-malformed', 'no type', () => proof({ header: { typ: undefined } })],
    [
      'proof-malformed',
      'a critical extension',
      () => signedInstead({ alg: 'ES256', crit: ['x'], x: 1 }, hmac),
    ],
    ['proof-malformed', 'no key', () => proof({ header: { jwk: undefined } })],
    ['proof-malformed', 'a key as a text', () => proof({ header: { jwk: JSON.stringify(client.jwk) } })],
    ['proof-malformed', 'a private key', async () => withKey(await secret())],
    ['proof-malformed', 'a key for encryption', () => withKey({ ...client.jwk, use: 'enc' })],
    ['proof-malformed', 'no jti', () => proof({ claims: { jti: undefined } })],
    ['proof-malformed', 'an empty jti', () => proof({ claims: { jti: '' } })],
    ['proof-malformed', 'a jti that is a number', () => proof({ claims: { jti: 1 } })],
    ['proof-malformed', 'no htm', () => proof({ claims: { htm: undefined } })],
    ['proof-malformed', 'no htu', () => proof({ claims: { htu: undefined } })],
    ['proof-malformed', 'no ath', () => proof({ claims: { ath: undefined } })],
    ['proof-malformed', 'no iat', () => proof({ claims: { iat: undefined } })],
    ['proof-malformed', 'an iat that is a text', () => proof({ claims: { iat: String(at) } })],
    ['proof-algorithm', 'HMAC', () => signedInstead({ alg: 'HS256' }, hmac)],
    ['proof-algorithm', 'none', () => signedInstead({ alg: 'none' }, () => 'AA')],
    ['proof-key', 'a key of somebody else', () => proof({}, other)],
    ['proof-key', 'a symmetric key', () => withKey({ kty: 'oct', k: 'c2VjcmV0' })],
    ['proof-key', 'not a key', () => withKey({ kty: 'EC' })],
    [
      'proof-signature',
      'the key of the token, the signature of another',
      () => proof({ header: { jwk: client.jwk } }, other),
    ],
    ['proof-time', 'a minute too old', () => proof({ claims: { iat: at - 61 } })],
    ['proof-time', 'a minute too early', () => proof({ claims: { iat: at + 61 } })],
    ['proof-time', 'expired', () => proof({ claims: { exp: at - 61 } })],
    ['proof-time', 'not yet valid', () => proof({ claims: { nbf: at + 61 } })],
    ['proof-method', 'another method', () => proof({ method: 'PUT' })],
    ['proof-method', 'another spelling of it', () => proof({ method: 'get' })],
    ['proof-token', 'another token', () => proof({ token: 'header.claims.other' })],
    ['proof-token', 'a hash in base64', () => proof({ claims: { ath: `${'x'.repeat(43)}=` } })],
  ])('%s: %s', async (reason, _what, make) => {
    expect(await outcome(await make())).toBe(reason);
  });
});

test('its use is remembered by its key and its jti, and reveals neither', async () => {
  const id = (jti: string, by = client) =>
    proof({ claims: { jti } }, by).then(made => verify(made, { thumbprint: by.jkt }));
  expect(await id('one')).toMatch(/^[\w-]{43}$/);
  expect(await id('one')).toBe(await id('one'));
  expect(await id('two')).not.toBe(await id('one'));
  expect(await id('one', other)).not.toBe(await id('one'));
});

test.each<[message: string, make: () => Promise<string>]>([
  ['it does not have three parts', async () => 'proof'],
  ['it has no jwk', () => proof({ header: { jwk: undefined } })],
  ['its jwk is not a key', () => proof({ header: { jwk: { kty: 'EC' } } })],
  ['another key', () => proof({}, other)],
  ['it has no jti', () => proof({ claims: { jti: '' } })],
  ['another method', () => proof({ method: 'PUT' })],
  ['another URL', () => proof({ claims: { htu: 'https://api.region.example/' } })],
  ['another token', () => proof({ token: 'header.claims.other' })],
  ['ERR_JWT_CLAIM_VALIDATION_FAILED', () => proof({ header: { typ: 'JWT' } })],
])('operators read: %s', async (message, make) => {
  await expect(verify(await make())).rejects.toMatchObject({ code: 'proof-invalid', message });
});

test('operators read of a costly key that it is too large, and of one that cannot be used', async () => {
  const { jwk } = await dpopClient('RS256');
  const [, claims] = (await proof()).split('.');
  const withKey = async (key: object, alg = 'RS256') => ({
    made: `${base64url({ typ: 'dpop+jwt', alg, jwk: key })}.${claims}.AAAA`,
    thumbprint: await calculateJwkThumbprint(key as typeof jwk),
  });
  const large = await withKey({ ...jwk, n: Buffer.alloc(513, 0xfb).toString('base64url') });
  await expect(verify(large.made, large)).rejects.toMatchObject({
    message: 'an RSA key that is too large',
  });
  const crippled = await withKey({ ...client.jwk, x: 'AAAA' }, 'ES256');
  await expect(verify(crippled.made, crippled)).rejects.toMatchObject({
    reason: 'proof-malformed',
    message: 'the key cannot be used',
  });
});
