// Why an access token is refused (D30): one word for each reason, which only operators see. That it is refused, and how
// clients hear it, is in attacks/tokens.test.ts and in gates.test.ts.
import { createPublicKey } from 'node:crypto';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Failure } from '../../../src/domain/model/failure.ts';
import { tokenVerifier } from '../../../src/http/authentication/access-token.ts';
import type { SigningKeys } from '../../../src/ports/signing-keys.ts';
import { forger, keyObject, type SigningKey, signedBy } from '../../attacks/tokens/forge.ts';
import { forThisFile } from '../../support/for-this-file.ts';
import { audience, newKey, startIssuer } from '../../support/servers/issuer.ts';

const issuer = await forThisFile(startIssuer());
const forge = forger(issuer, { patient: '191212121212' });
let find: SigningKeys['find'];
let url: string;
const app = Fastify();

/** The failure that answers, in place of a fault: nothing else shows the reason. */
const described = (error: unknown) =>
  error instanceof Failure ? { code: error.code, reason: error.reason, detail: error.message } : { error };

beforeAll(async () => {
  const signingKeys: SigningKeys = {
    find: named => find(named),
    generation: () => 1,
    refresh: async () => {},
    isReady: async () => true,
  };
  const tokenRules = { issuer: issuer.url, audience, types: ['at+jwt', 'JWT'] };
  const verifyToken = await tokenVerifier(app, {
    signingKeys,
    tokenRules,
    clock: Date.now,
    // The routes of this test are no operations, so no proof can be for them.
    publicUrl: 'https://api.region.example',
    clientCertificate: undefined,
    isFirstUse: () => false,
  });
  app.get('/', verifyToken);
  app.setErrorHandler((error, _request, reply) => reply.status(400).send(described(error)));
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(() => app.close());

const signer = () => {
  const [key] = issuer.keys;
  if (key === undefined) throw new Error('the issuer has no key');
  return key;
};

const pemOf = (key: SigningKey) =>
  createPublicKey(keyObject(key)).export({ type: 'spki', format: 'pem' }).toString();

beforeEach(() => {
  const { kid, alg } = signer();
  const published = pemOf(signer());
  find = async named => (named.kid === kid && named.alg === alg ? [published] : []);
});

const ask = async (authorization?: string): Promise<Readonly<Record<string, unknown>>> => {
  const answered = await fetch(url, { headers: authorization === undefined ? {} : { authorization } });
  return (await answered.json()) as Record<string, unknown>;
};

const now = () => Math.floor(Date.now() / 1000);
const tampered = () => forge().replace(/[^.]+$/, Buffer.alloc(64, 1).toString('base64url'));

test('a genuine one is not', async () => {
  expect(await ask(`Bearer ${forge()}`)).toMatchObject({ patient: '191212121212' });
});

test('a verified one is not verified again, and lends nothing to others with the same signature', async () => {
  let looked = 0;
  const published = find;
  find = async named => {
    looked++;
    return published(named);
  };
  const token = forge({ say: { sub: 'one' } });
  expect(await ask(`Bearer ${token}`)).toMatchObject({ sub: 'one' });
  expect(looked).toBe(1);
  expect(await ask(`Bearer ${token}`)).toMatchObject({ sub: 'one' });
  expect(looked).toBe(1);

  const [head, claims, signature] = token.split('.');
  const other = forge({ say: { sub: 'two' } }).split('.')[1];
  const changed = Buffer.from(JSON.stringify({ alg: signer().alg, kid: signer().kid })).toString('base64url');
  for (const forged of [`${head}.${other}.${signature}`, `${changed}.${claims}.${signature}`]) {
    expect(await ask(`Bearer ${forged}`)).toMatchObject({ reason: 'token-signature' });
  }
  expect(await ask(`${token} ${token}`)).toMatchObject({ reason: 'token-malformed' });
  expect(await ask(`Basic ${token}`)).toMatchObject({ reason: 'token-malformed' });
  expect(await ask(`.${token}`)).toMatchObject({ reason: 'token-malformed' });
  // Spelled differently, it is still the same token, and in the cache once.
  const seen = looked;
  for (const spelled of [token, `bearer   ${token}`, `Bearer ${token}`]) {
    expect(await ask(spelled)).toMatchObject({ sub: 'one' });
  }
  expect(looked).toBe(seen);
});

/** A thumbprint by its form. */
const digest = 'x'.repeat(43);

test.each<[reason: string, what: string, token: () => string | Promise<string>, scheme?: string]>([
  ['token-malformed', 'two words', () => 'Bearer one two'],
  ['token-malformed', 'two parts', () => forge().replace(/\.[^.]+$/, '')],
  ['token-malformed', 'not base64url', () => forge().replace('.', '=.')],
  ['token-malformed', 'not JSON', () => forge({ claims: 'x' })],
  ['token-malformed', 'not an object', () => forge({ claims: '[]' })],
  ['token-malformed', 'a claim twice', () => forge({ claims: '{"sub":"1","sub":"2"}' })],
  ['token-malformed', 'not UTF-8', () => forge({ claims: Buffer.from('{"sub":"\u00e5"}', 'latin1') })],
  ['token-type', 'another typ header', () => forge({ head: { typ: 'secevent+jwt' } })],
  ['token-type', 'an ID token', () => forge({ head: { typ: 'JWT' }, say: { nonce: 'n' } })],
  ['token-type', 'a critical extension', () => forge({ head: { crit: ['exp'] } })],
  ['token-bound', 'a DPoP key', () => forge({ say: { cnf: { jkt: digest } } }), 'DPoP'],
  ['token-without-proof', 'a DPoP key', () => forge({ say: { cnf: { jkt: digest } } })],
  ['token-bound', 'a client certificate', () => forge({ say: { cnf: { 'x5t#S256': digest } } })],
  ['token-bound', 'nothing that is known', () => forge({ say: { cnf: null } })],
  ['token-bound', 'nothing at all', () => forge({ say: { cnf: {} } })],
  ['token-bound', 'a list', () => forge({ say: { cnf: [{ jkt: digest }] } })],
  ['token-bound', 'no thumbprint', () => forge({ say: { cnf: { jkt: 'x' } } }), 'DPoP'],
  ['token-bound', 'a key itself', () => forge({ say: { cnf: { jwk: {} } } })],
  ['token-bound', 'something more', () => forge({ say: { cnf: { jkt: digest, kid: 'k' } } }), 'DPoP'],
  ['token-not-bound', 'nothing, under DPoP', () => forge(), 'DPoP'],
  [
    'token-not-bound',
    'a certificate, under DPoP',
    () => forge({ say: { cnf: { 'x5t#S256': digest } } }),
    'DPoP',
  ],
  ['token-algorithm', 'none', () => forge({ head: { alg: 'none' } })],
  ['token-algorithm', 'HMAC', () => forge({ head: { alg: 'HS256' } })],
  ['token-key-unknown', 'no kid', () => forge({ head: { kid: undefined } })],
  ['token-key-unknown', 'an unknown kid', () => forge({ head: { kid: 'unknown' } })],
  ['token-key-unknown', 'another algorithm than the key has', () => forge({ head: { alg: 'RS256' } })],
  ['token-signature', 'other bytes', tampered],
  ['token-signature', 'too short', () => forge({ signature: () => Buffer.alloc(3, 1) })],
  ['token-signature', 'by a stranger', async () => forge({ signature: signedBy(await newKey()) })],
  ['token-issuer', 'another issuer', () => forge({ say: { iss: 'https://issuer.example.test' } })],
  ['token-issuer', 'no issuer', () => forge({ say: { iss: undefined } })],
  ['token-audience', 'another audience', () => forge({ say: { aud: 'urn:test:other' } })],
  ['token-audience', 'other audiences', () => forge({ say: { aud: ['urn:test:a', 'urn:test:b'] } })],
  ['token-audience', 'no audience', () => forge({ say: { aud: undefined } })],
  ['token-expired', 'a minute ago', () => forge({ say: { exp: now() - 60 } })],
  ['token-not-yet-valid', 'in a minute', () => forge({ say: { nbf: now() + 60 } })],
  ['token-not-yet-valid', 'beyond any date', () => forge({ say: { nbf: 1e15 } })],
  ['token-claims', 'no exp', () => forge({ say: { exp: undefined } })],
  ['token-claims', 'exp is a text', () => forge({ say: { exp: String(now() + 60) } })],
  ['token-claims', 'nbf is a text', () => forge({ say: { nbf: String(now()) } })],
  ['token-claims', 'iat is a text', () => forge({ say: { iat: String(now()) } })],
])('%s: %s (%#)', async (reason, _what, make, scheme) => {
  const token = await make();
  const refused = await ask(scheme === undefined ? token : `${scheme} ${token}`);
  expect(refused).toMatchObject({ code: 'token-invalid', reason });
  // What the token says is for no log.
  expect(refused.detail).not.toMatch(/example\.test|urn:test|191212|unknown$|\d{4}/);
});

test.each<[detail: string, token: () => string, scheme?: string]>([
  ['the Authorization header is neither Bearer TOKEN nor DPoP TOKEN', () => 'Bearer one two'],
  ['it does not have three parts', () => 'one.two'],
  ['it does not have three parts', () => `${forge()}.x`],
  ['a part is not canonical base64url', () => forge().replace('.', '=.')],
  ['a part is not canonical base64url', () => forge({ signature: () => Buffer.alloc(0) })],
  ['a part is not strict JSON', () => forge({ claims: '{"sub":"1","sub":"2"}' })],
  ['a part is not UTF-8', () => forge({ claims: Buffer.from('{"sub":"\u00e5"}', 'latin1') })],
  ['a part is not a JSON object', () => forge({ claims: 'null' })],
  ['it has a crit header', () => forge({ head: { crit: [] } })],
  ['another typ header', () => forge({ head: { typ: 'id+jwt' } })],
  ['another typ claim', () => forge({ say: { typ: 'ID' } })],
  ['it has the claim at_hash', () => forge({ say: { at_hash: 'x', nonce: 'n' }, head: { typ: 'JWT' } })],
  ['it has the claim nonce', () => forge({ say: { nonce: 'n' }, head: { typ: 'JWT' } })],
  ['nbf is beyond any date', () => forge({ say: { nbf: 8.641e12 } })],
  ['iat is not a number', () => forge({ say: { iat: null } })],
  ['another algorithm', () => forge({ head: { alg: 'none' } })],
  ['it has no kid', () => forge({ head: { kid: '' } })],
  ['no key has this kid and algorithm', () => forge({ head: { kid: 'unknown' } })],
  ['it is bound in an unknown way', () => forge({ say: { cnf: {} } })],
  ['to a certificate, and none can be presented', () => forge({ say: { cnf: { 'x5t#S256': digest } } })],
  [
    'to a key, and the public URL of the operation is not known',
    () => forge({ say: { cnf: { jkt: digest } } }),
    'DPoP',
  ],
  ['it came under DPoP, and is not bound to a key', () => forge(), 'DPoP'],
  ['it did not come under DPoP', () => forge({ say: { cnf: { jkt: digest } } })],
])('operators read: %s (%#)', async (detail, make, scheme) => {
  expect(await ask(scheme === undefined ? make() : `${scheme} ${make()}`)).toMatchObject({ detail });
});

test('two Authorization headers are not joined: operators read that there were two', async () => {
  const { port } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<string>();
  const sent = `GET / HTTP/1.1\r\nHost: x\r\nAuthorization: ${forge()}\r\nAuthorization: ${forge()}\r\nConnection: close\r\n\r\n`;
  const socket = connect({ host: '127.0.0.1', port: Number(port) }, () => socket.write(sent));
  let answered = '';
  socket.setEncoding('utf8').on('data', text => {
    answered += text;
  });
  socket.on('end', () => resolve(answered));
  expect(await promise).toContain('"detail":"the Authorization header was sent twice"');
});

test('nbf at the last moment of a Date is not yet valid, and is said so by the library', async () => {
  expect(await ask(forge({ say: { nbf: 8.64e12 } }))).toMatchObject({
    reason: 'token-not-yet-valid',
    detail: 'FAST_JWT_INACTIVE',
  });
});

test('an empty Authorization header is none', async () => {
  expect(await ask('')).toMatchObject({ code: 'token-missing' });
});

test('token-missing: none', async () => {
  expect(await ask()).toMatchObject({ code: 'token-missing', reason: 'token-missing' });
});

test('of several keys of one kid, the one that signed it is found', async () => {
  const others = [pemOf(await newKey()), pemOf(await newKey())];
  const own = pemOf(signer());
  for (const [at, keys] of [
    [own, ...others],
    [...others, own],
  ].entries()) {
    find = async () => keys;
    expect(await ask(forge({ say: { sub: `one of several ${at}` } }))).toMatchObject({
      patient: '191212121212',
    });
  }
  find = async () => others;
  expect(await ask(forge())).toMatchObject({ reason: 'token-signature' });
  find = async () => [...others, own];
  expect(await ask(tampered())).toMatchObject({ reason: 'token-signature' });
  expect(await ask(forge({ say: { exp: now() - 60 } }))).toMatchObject({ reason: 'token-expired' });
});

test('a failure to get the keys is not a refusal', async () => {
  find = () => Promise.reject(new Failure('keys-unavailable'));
  expect(await ask(forge({ say: { sub: 'another' } }))).toMatchObject({ code: 'keys-unavailable' });
});

test('a key that is of another type than the algorithm is not used, whoever hands it over', async () => {
  const published = pemOf(signer());
  find = async () => [published];
  const token = forge({ head: { alg: 'RS256' }, signature: signedBy(signer(), 'ES256', 'der') });
  expect(await ask(token)).toMatchObject({ code: 'token-invalid', reason: 'token-algorithm' });
});
