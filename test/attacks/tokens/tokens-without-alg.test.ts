// Tokens of an issuer whose published keys do not say for which algorithm they are (D4): nothing but the choice of the key
// then binds an algorithm to a key. Each forgery is one that fast-jwt by itself would accept, or fail on.
import { generateKeyPairSync, type webcrypto } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { call, everyScope, expectFault, rowOf, smallEhr } from '../../http/contract.ts';
import { forThisFile } from '../../support/for-this-file.ts';
import { ehrServer } from '../../support/servers/ehr-server.ts';
import { newKey, startIssuer } from '../../support/servers/issuer.ts';
import { startService } from '../../support/service/service.ts';
import { forger, keyObject, type SigningKey, signedBy, usualClaims } from './forge.ts';

const algorithms = ['ES256', 'ES384', 'ES512', 'RS256', 'EdDSA'] as const;
const genuine = { patient: '191212121212', scope: everyScope };

const withoutAlg = (key: SigningKey): SigningKey => {
  const { alg: _alg, ...jwk } = key.jwk as Record<string, unknown>;
  return { ...key, jwk };
};

/** An RSA key of fewer bits than the algorithms allow; jose would not make one. */
const shortKey = (kid: string, modulusLength: number): SigningKey => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength });
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid };
  const cryptoKey = privateKey.toCryptoKey(algorithm, true, ['sign']) as webcrypto.CryptoKey;
  return { kid, alg: 'RS256', privateKey: cryptoKey, jwk };
};

const issuer = await forThisFile(startIssuer());
const keys = await Promise.all(algorithms.map(newKey));
issuer.keys.splice(0, 1, ...keys.map(withoutAlg), shortKey('short', 1024), shortKey('nearly', 2047));
const ehr = await forThisFile(ehrServer(smallEhr()));
const service = await forThisFile(startService({ issuer, ehr: ehr.url }));
const forge = forger(issuer, genuine);

beforeEach(() => {
  ehr.received.length = 0;
});

const keyOf = (name: string): SigningKey => {
  const key = issuer.keys.find(({ alg, kid }) => kid === name || alg === name);
  if (key === undefined) throw new Error(`the issuer has no key ${name}`);
  return key;
};

const ask = (token: string) => service.ask(call(rowOf(10), { token }));

const expectRefused = async (token: string) => {
  expectFault(await ask(token), rowOf(10), { status: 401, text: 'Invalid access token.' });
  expect(ehr.received).toEqual([]);
};

/** A token whose header names another algorithm than its key is for, with the signature that this key can make. */
const substituted = (name: string, alg: string, encoding: 'der' | 'ieee-p1363') => {
  const key = keyOf(name);
  // Only RSA keys have a padding; the others sign the hash that the algorithm names.
  const signature = keyObject(key).asymmetricKeyType === 'rsa' ? alg : alg.replace('PS', 'RS');
  return forge({ key, head: { alg }, signature: signedBy(key, signature, encoding) });
};

describe('are accepted', () => {
  it.each(algorithms)('by the %s key, for its algorithm', async alg => {
    expect((await ask(forge({ key: keyOf(alg) }))).status).toBe(200);
  });

  it.each(['RS384', 'RS512', 'PS256', 'PS384', 'PS512'])('by the RSA key, for %s', async alg => {
    expect((await ask(substituted('RS256', alg, 'ieee-p1363'))).status).toBe(200);
  });
});

describe('the algorithm of another key', () => {
  const families = ['RS', 'PS', 'ES'].flatMap(family => [256, 384, 512].map(size => `${family}${size}`));
  const curves = algorithms.filter(alg => alg.startsWith('ES'));
  const swaps = curves.flatMap(of =>
    families
      .filter(alg => alg !== of)
      .flatMap(alg => [[alg, of, 'der'] as const, [alg, of, 'ieee-p1363'] as const]),
  );

  it.each(swaps)('%s with the %s key (%s)', async (alg, of, encoding) => {
    await expectRefused(substituted(of, alg, encoding));
  });

  const ed = [...curves.map(of => ['EdDSA', of] as const), ['EdDSA', 'RS256'] as const];

  it.each(ed)('%s with the %s key', async (alg, of) => {
    const key = keyOf(of);
    for (const encoding of ['der', 'ieee-p1363'] as const) {
      await expectRefused(forge({ key, head: { alg }, signature: signedBy(key, 'RS256', encoding) }));
    }
  });

  it.each(families)('%s with the EdDSA key', async alg => {
    const key = keyOf('EdDSA');
    await expectRefused(forge({ key, head: { alg }, signature: signedBy(key) }));
  });

  it.each(['ES256', 'ES384', 'ES512'])('%s with the RSA key', async alg => {
    const key = keyOf('RS256');
    await expectRefused(forge({ key, head: { alg }, signature: signedBy(key) }));
  });
});

describe('an RSA key that is too short', () => {
  const short = ['short', 'nearly'].flatMap(kid =>
    ['RS256', 'RS384', 'PS256'].map(alg => [kid, alg] as const),
  );

  it.each(short)('%s, %s', async (kid, alg) => {
    const key = keyOf(kid);
    await expectRefused(forge({ key, head: { alg }, signature: signedBy(key, alg) }));
  });
});

describe('claims', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const said: readonly [string, () => Readonly<Record<string, unknown>>][] = [
    ['nbf beyond any date', () => ({ nbf: 1e15 })],
    ['nbf just beyond the last date', () => ({ nbf: 8.64e12 + 1 })],
    ['nbf is not a finite number', () => ({ nbf: '1e400' })],
    ['no iss', () => ({ iss: undefined })],
    ['no aud', () => ({ aud: undefined })],
    ['no exp', () => ({ exp: undefined })],
    ['no iss, aud or exp', () => ({ iss: undefined, aud: undefined, exp: undefined })],
    ['exp before any date', () => ({ exp: -1e15 })],
    ['iat is a text', () => ({ iat: String(now()) })],
  ];

  it.each(said)('%s', async (_, say) => expectRefused(forge({ say: say() })));

  it('times that are not finite', async () => {
    const claims = JSON.stringify(usualClaims(issuer, genuine));
    await expectRefused(forge({ claims: claims.replace('{', '{"nbf":1e400,') }));
    await expectRefused(forge({ claims: claims.replace(/"exp":\d+/, '"exp":-1e400') }));
  });

  it.each([
    ['5 seconds ago', -4, 200],
    ['longer ago', -6, 401],
  ])('expired %s: %s', async (_, seconds, status) => {
    expect((await ask(forge({ say: { exp: now() + seconds } }))).status).toBe(status);
  });

  it.each([
    ['in 4 seconds', 4, 200],
    ['later', 8, 401],
  ])('in force %s: %s', async (_, seconds, status) => {
    expect((await ask(forge({ say: { nbf: now() + seconds } }))).status).toBe(status);
  });
});

describe('the form', () => {
  const header = () => JSON.stringify({ alg: 'ES256', kid: keyOf('ES256').kid, typ: 'at+jwt' });
  const claims = () => JSON.stringify(usualClaims(issuer, genuine));
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const trailing = (part: string) =>
    `${part.slice(0, -1)}${alphabet[alphabet.indexOf(part.at(-1) ?? '') ^ 1]}`;
  /** A text whose encoding ends within a byte. */
  const padded = (text: string) => text + ' '.repeat((((1 - Buffer.byteLength(text)) % 3) + 3) % 3);
  const latin1 = (text: string) => Buffer.from(text.replace('{', '{"note":"\u00e5",'), 'latin1');
  const twice = (text: string, member: string) => text.replace('{', `{${member},`);

  const forms: readonly [string, () => string][] = [
    ['claims that are not UTF-8', () => forge({ claims: latin1(claims()) })],
    ['a header that is not UTF-8', () => forge({ header: latin1(header()) })],
    [
      'trailing bits in the header',
      () => forge({ header: padded(header()), respell: ([a, b]) => [trailing(a), b] }),
    ],
    [
      'trailing bits in the claims',
      () => forge({ claims: padded(claims()), respell: ([a, b]) => [a, trailing(b)] }),
    ],
    ['trailing bits in the signature', () => forge().replace(/[^.]+$/, trailing)],
    ['alg twice', () => forge({ header: twice(header(), '"alg":"none"') })],
    ['patient twice', () => forge({ claims: twice(claims(), '"patient":"201907152399"') })],
    ['crit null', () => forge({ head: { crit: null } })],
    ['crit empty', () => forge({ head: { crit: [] } })],
    ['crit false', () => forge({ head: { crit: false } })],
    ['four parts', () => `${forge()}.`],
    ['no kid', () => forge({ head: { kid: undefined } })],
  ];

  it.each(forms)('%s', async (_, make) => expectRefused(make()));
});
