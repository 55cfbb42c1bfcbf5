// The issuer's keys over real HTTP: found, kept, renewed, and fetched no more often than D4 allows.
import { createPublicKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../../../sandbox/listen.ts';
import { type Issuer, issuerClient } from '../../../src/adapters/identity/issuer-client.ts';
import { jwksSigningKeys } from '../../../src/adapters/identity/jwks-signing-keys.ts';
import { isSafeUrl } from '../../../src/config/settings/addresses.ts';
import { newKey, startIssuer } from '../../support/servers/issuer.ts';
import { cert, key as privateKey } from '../../tools/self-signed.ts';
import { recordedLog } from '../recorded-log.ts';

afterEach(() => {
  vi.useRealTimers();
});

const closing = <T extends { close(): Promise<void> }>(one: T): T => {
  onTestFinished(one.close);
  return one;
};

/** Keys on a clock that the test sets. */
const keysOf = (issuer: Pick<Issuer, 'issuer'> & Partial<Issuer>) => {
  const clock = { now: 1_000_000 };
  const { log, levels, logged } = recordedLog();
  const client = closing(issuerClient({ jwksUri: undefined, mayFetch: isSafeUrl, ...issuer }));
  const keys = jwksSigningKeys(client, { log, now: () => clock.now, clock: () => 1_700_000_000_000 });
  onTestFinished(async () => keys.close());
  return { keys, clock, levels, logged };
};

const unavailable = { code: 'keys-unavailable' };

/** An issuer that answers each path with a body (JSON or text) and 200, or with a status. It counts the requests. */
const issuerOf = async (answers: (url: string) => Readonly<Record<string, unknown>>) => {
  const asked: string[] = [];
  const server = closing(
    await listen((request, response) => {
      const path = request.url ?? '';
      asked.push(path);
      const answer = answers(server.url)[path] ?? 404;
      if (typeof answer === 'number') return void response.writeHead(answer, { location: '/jwks' }).end();
      response.setHeader('content-type', 'application/json');
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    }, 0),
  );
  return { url: server.url, asked };
};

const discoveryPath = '/.well-known/openid-configuration';

/** Keys on a clock that the test sets, of an issuer that answers with this at AUTH_JWKS_URI. */
const keysAt = async (answer: () => unknown) => {
  const { url, asked } = await issuerOf(() => ({ '/keys': answer() }));
  return { asked, ...keysOf({ issuer: url, jwksUri: `${url}/keys` }) };
};

describe('finding the keys', () => {
  test.each(['ES256', 'RS256', 'PS512', 'EdDSA'])('by the OpenID configuration (%s)', async alg => {
    const issuer = closing(await startIssuer(alg));
    const { keys, levels } = keysOf({ issuer: issuer.url });
    const [key] = issuer.keys;
    const found = await keys.find({ kid: key?.kid ?? '', alg });
    const published = createPublicKey({ key: { ...key?.jwk }, format: 'jwk' });
    expect(found).toEqual([published.export({ type: 'spki', format: 'pem' })]);
    expect(issuer.fetches()).toBe(1);
    expect(levels()).toEqual([]);
  });

  test('at AUTH_JWKS_URI, without asking for a configuration', async () => {
    const { jwk, kid } = await newKey();
    const { keys, asked } = await keysAt(() => ({ keys: [jwk] }));
    expect(await keys.find({ kid, alg: 'ES256' })).toHaveLength(1);
    expect(asked).toEqual(['/keys']);
  });

  test('of an issuer whose URL has a path, with and without a slash at its end', async () => {
    const { jwk, kid } = await newKey();
    for (const slash of ['', '/']) {
      const { url, asked } = await issuerOf(own => ({
        [`/realms/r${discoveryPath}`]: { issuer: `${own}/realms/r${slash}`, jwks_uri: `${own}/jwks` },
        '/jwks': { keys: [jwk] },
      }));
      const { keys } = keysOf({ issuer: `${url}/realms/r${slash}` });
      expect(await keys.find({ kid, alg: 'ES256' })).toHaveLength(1);
      expect(asked).toEqual([`/realms/r${discoveryPath}`, '/jwks']);
    }
  });

  test('calls at the same time share a fetch', async () => {
    const issuer = closing(await startIssuer());
    const { keys } = keysOf({ issuer: issuer.url });
    const kid = issuer.keys[0]?.kid ?? '';
    const found = await Promise.all(Array.from({ length: 50 }, () => keys.find({ kid, alg: 'ES256' })));
    expect(found.every(({ length }) => length === 1)).toBe(true);
    expect(issuer.fetches()).toBe(1);
  });

  test('a key is of its algorithm, and never a secret', async () => {
    const { jwk, kid } = await newKey();
    const secret = { kty: 'oct', k: 'c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3JldA', kid: 'secret' };
    const { keys } = await keysAt(() => ({ keys: [jwk, secret] }));
    expect(await keys.find({ kid, alg: 'ES384' })).toEqual([]);
    expect(await keys.find({ kid, alg: 'RS256' })).toEqual([]);
    expect(await keys.find({ kid: 'secret', alg: 'HS256' })).toEqual([]);
    expect(await keys.find({ kid, alg: 'none' })).toEqual([]);
    expect(await keys.find({ kid, alg: 'ES256' })).toHaveLength(1);
  });
});

test.each([
  ['EC', 'ES256', { kty: 'EC', crv: 'P-256', x: 'AAAA', y: 'AAAA' }],
  ['RSA', 'RS256', { kty: 'RSA', e: 'AQAB' }],
  ['Ed25519', 'EdDSA', { kty: 'OKP', crv: 'Ed25519', x: 'AA' }],
])('a malformed %s key counts as unknown, and the other keys are found (D4)', async (_, alg, members) => {
  const { jwk, kid } = await newKey();
  const malformed = { ...members, kid: 'malformed', alg, use: 'sig' };
  const { keys } = await keysAt(() => ({ keys: [malformed, jwk] }));
  expect(await keys.find({ kid: 'malformed', alg })).toEqual([]);
  expect(await keys.find({ kid, alg: 'ES256' })).toHaveLength(1);
});

describe('keys of one kid', () => {
  const pemOf = (jwk: object) =>
    createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' }).export({ type: 'spki', format: 'pem' });

  test('equal keys are one, however they are written (D4)', async () => {
    const { jwk, kid } = await newKey();
    const { alg: _, ...withoutAlg } = jwk as Record<string, unknown>;
    const { keys, levels } = await keysAt(() => ({ keys: [jwk, jwk, withoutAlg] }));
    expect(await keys.find({ kid, alg: 'ES256' })).toEqual([pemOf(jwk)]);
    expect(levels()).toEqual([]);
  });

  test('each that fits the algorithm is found, in the order of the set, and no malformed one', async () => {
    const made = await Promise.all([newKey(), newKey('ES384'), newKey()]);
    const [first = {}, other = {}, second = {}] = made.map(({ jwk }) => ({ ...jwk, kid: 'shared' }));
    const malformed = { kty: 'EC', crv: 'P-256', x: 'AAAA', y: 'AAAA', kid: 'shared' };
    const { keys } = await keysAt(() => ({ keys: [malformed, first, other, second] }));
    expect(await keys.find({ kid: 'shared', alg: 'ES256' })).toEqual([pemOf(first), pemOf(second)]);
    expect(await keys.find({ kid: 'shared', alg: 'ES384' })).toEqual([pemOf(other)]);
    expect(await keys.find({ kid: 'shared', alg: 'RS256' })).toEqual([]);
  });
});

test('what is not a key is skipped, with one warning for a set', async () => {
  const { jwk, kid } = await newKey();
  const { kid: nextKid, jwk: next } = await newKey();
  const junk = [null, 'x', 7, [], {}, { kty: 1 }];
  let answer: unknown = { keys: [...junk, jwk] };
  const { keys, clock, logged } = await keysAt(() => answer);
  const warning = {
    level: 'warn',
    fields: { skipped: 6 },
    message: 'the issuer publishes values that are not keys: they are skipped',
  };
  expect(await keys.isReady()).toBe(true);
  expect(await keys.find({ kid, alg: 'ES256' })).toHaveLength(1);
  expect(logged).toEqual([warning]);
  clock.now += 10_000;
  expect(await keys.find({ kid: 'unknown', alg: 'ES256' })).toEqual([]);
  expect(logged).toEqual([warning]);
  answer = { keys: [next, ...junk] };
  clock.now += 10_000;
  expect(await keys.find({ kid: nextKid, alg: 'ES256' })).toHaveLength(1);
  expect(logged).toEqual([warning, warning]);
});

test('of a member that a key has twice, the last one counts, as RFC 7517 (section 4) allows', async () => {
  const { jwk, kid } = await newKey();
  const twice = JSON.stringify(jwk).replace('{', '{"kid":"first",');
  const { keys } = await keysAt(() => `{"keys":[${twice}]}`);
  expect(await keys.find({ kid: 'first', alg: 'ES256' })).toEqual([]);
  expect(await keys.find({ kid, alg: 'ES256' })).toHaveLength(1);
});

describe('unknown keys', () => {
  test('make it fetch again, at most once in 10 seconds', async () => {
    const issuer = closing(await startIssuer());
    const { keys, clock } = keysOf({ issuer: issuer.url });
    const kid = issuer.keys[0]?.kid ?? '';
    const unknown = (count: number) =>
      Promise.all(Array.from({ length: count }, (_, at) => keys.find({ kid: `forged-${at}`, alg: 'ES256' })));
    const none = (count: number) => Array(count).fill([]);

    await keys.find({ kid, alg: 'ES256' });
    expect(await unknown(20)).toEqual(none(20));
    clock.now += 9999;
    expect(await unknown(20)).toEqual(none(20));
    expect(issuer.fetches()).toBe(1);
    clock.now += 1;
    expect(await unknown(20)).toEqual(none(20));
    expect(await unknown(20)).toEqual(none(20));
    expect(issuer.fetches()).toBe(2);
    clock.now += 10_000;
    expect(await unknown(1)).toEqual(none(1));
    expect(issuer.fetches()).toBe(3);
  });

  test('known keys never do', async () => {
    const issuer = closing(await startIssuer());
    const { keys, clock } = keysOf({ issuer: issuer.url });
    const kid = issuer.keys[0]?.kid ?? '';
    for (let count = 0; count < 5; count++) {
      expect(await keys.find({ kid, alg: 'ES256' })).toHaveLength(1);
      clock.now += 60_000;
    }
    expect(issuer.fetches()).toBe(1);
  });

  test('a failed attempt counts too', async () => {
    const { keys, clock, asked } = await keysAt(() => 500);
    const find = () => keys.find({ kid: 'x', alg: 'ES256' });
    await expect(find()).rejects.toMatchObject(unavailable);
    clock.now += 9999;
    await expect(find()).rejects.toMatchObject(unavailable);
    expect(asked).toHaveLength(1);
    clock.now += 1;
    await expect(find()).rejects.toMatchObject(unavailable);
    expect(asked).toHaveLength(2);
  });
});

describe('a key without alg serves', () => {
  const published = (type: 'rsa' | 'ec' | 'ed25519', options: object = {}) => {
    const { publicKey } = generateKeyPairSync(type as 'rsa', options as { modulusLength: number });
    return publicKey.export({ format: 'jwk' });
  };
  const cases: readonly [what: string, jwk: () => object, algorithms: readonly string[]][] = [
    [
      'RSA of 2048 bits',
      () => published('rsa', { modulusLength: 2048 }),
      ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
    ],
    ['RSA of 1024 bits', () => published('rsa', { modulusLength: 1024 }), []],
    ['RSA of 2047 bits', () => published('rsa', { modulusLength: 2047 }), []],
    ['P-256', () => published('ec', { namedCurve: 'P-256' }), ['ES256']],
    ['P-384', () => published('ec', { namedCurve: 'P-384' }), ['ES384']],
    ['P-521', () => published('ec', { namedCurve: 'P-521' }), ['ES512']],
    ['secp256k1', () => published('ec', { namedCurve: 'secp256k1' }), []],
    ['Ed25519', () => published('ed25519'), ['EdDSA']],
    ['for encryption', () => ({ ...published('rsa', { modulusLength: 2048 }), use: 'enc' }), []],
    ['for signing alone', () => ({ ...published('ec', { namedCurve: 'P-256' }), key_ops: ['sign'] }), []],
  ];
  const all = ['RS', 'PS', 'ES', 'HS'].flatMap(family => [256, 384, 512].map(size => `${family}${size}`));

  test.each(cases)('%s', async (_, jwk, algorithms) => {
    const { keys } = await keysAt(() => ({ keys: [{ ...jwk(), kid: 'one' }] }));
    const served: string[] = [];
    for (const alg of [...all, 'EdDSA', 'none', 'ES256K']) {
      if ((await keys.find({ kid: 'one', alg })).length > 0) served.push(alg);
    }
    expect(served).toEqual(algorithms);
  });
});

describe('rotation', () => {
  test('a new key is found, and an old one that is no longer published is not', async () => {
    const issuer = closing(await startIssuer());
    const { keys, clock } = keysOf({ issuer: issuer.url });
    const old = issuer.keys[0]?.kid ?? '';
    await keys.find({ kid: old, alg: 'ES256' });
    const before = keys.generation();

    const { kid } = await newKey().then(key => {
      issuer.keys.splice(0, 1, key);
      return key;
    });
    expect(await keys.find({ kid, alg: 'ES256' })).toEqual([]);
    clock.now += 10_000;
    expect(await keys.find({ kid, alg: 'ES256' })).toHaveLength(1);
    expect(await keys.find({ kid: old, alg: 'ES256' })).toEqual([]);
    expect(keys.generation()).toBeGreaterThan(before);
  });

  test('fetching the same keys again is not a new generation', async () => {
    const issuer = closing(await startIssuer());
    const { keys, clock } = keysOf({ issuer: issuer.url });
    await keys.find({ kid: 'x', alg: 'ES256' });
    const before = keys.generation();
    clock.now += 10_000;
    await keys.find({ kid: 'x', alg: 'ES256' });
    expect(issuer.fetches()).toBe(2);
    expect(keys.generation()).toBe(before);
  });

  test('every 10 minutes they are renewed, so a withdrawn key ends', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const issuer = closing(await startIssuer());
    const { keys, clock } = keysOf({ issuer: issuer.url });
    const old = issuer.keys[0]?.kid ?? '';
    await keys.find({ kid: old, alg: 'ES256' });
    const before = keys.generation();
    issuer.keys.splice(0, 1, await newKey());

    clock.now += 599_999;
    vi.advanceTimersByTime(599_999);
    clock.now += 1;
    vi.advanceTimersByTime(1);
    while (keys.generation() === before) await nextTurn();
    expect(issuer.fetches()).toBe(2);
    expect(await keys.find({ kid: old, alg: 'ES256' })).toEqual([]);
  });
});

describe('an issuer that is unreachable', () => {
  test('before its keys were fetched: there are none, and it is not ready', async () => {
    const issuer = closing(await startIssuer());
    issuer.available = false;
    const { keys, clock, levels, logged } = keysOf({ issuer: issuer.url });
    const kid = issuer.keys[0]?.kid ?? '';
    expect(await keys.isReady()).toBe(false);
    await expect(keys.find({ kid, alg: 'ES256' })).rejects.toMatchObject(unavailable);
    expect(levels()).toEqual(['warn']);

    expect(keys.fetchedAt()).toBeUndefined();
    issuer.available = true;
    clock.now += 10_000;
    expect(await keys.isReady()).toBe(true);
    expect(await keys.find({ kid, alg: 'ES256' })).toHaveLength(1);
    expect(keys.fetchedAt()).toBe(1_700_000_000_000);
    expect(levels()).toEqual(['warn', 'info']);
    expect(logged[1]?.message).toBe('the keys of the issuer have been fetched again');
  });

  test.each([
    [
      'with a certificate that nobody vouches for',
      'DEPTH_ZERO_SELF_SIGNED_CERT: its certificate is self-signed',
    ],
  ])('%s', async (_, words) => {
    const server = createSecureServer({ cert, key: privateKey }, (_request, response) => response.end());
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
    onTestFinished(async () => void server.close());
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { keys, logged } = keysOf({ issuer: url });
    expect(await keys.isReady()).toBe(false);
    expect(JSON.stringify(logged[0]?.fields)).toContain(words);
  });

  test('afterwards: the old keys are used, however long', async () => {
    const issuer = closing(await startIssuer());
    const { keys, clock } = keysOf({ issuer: issuer.url });
    const kid = issuer.keys[0]?.kid ?? '';
    await keys.find({ kid, alg: 'ES256' });
    issuer.available = false;
    for (const later of [10_000, 600_000, 86_400_000]) {
      clock.now += later;
      await expect(keys.find({ kid: 'unknown', alg: 'ES256' })).rejects.toMatchObject(unavailable);
      expect(await keys.find({ kid, alg: 'ES256' })).toHaveLength(1);
      expect(await keys.isReady()).toBe(true);
    }
    issuer.available = true;
    clock.now += 10_000;
    expect(await keys.find({ kid: 'unknown', alg: 'ES256' })).toEqual([]);
  });

  test('a port on which nothing listens', async () => {
    const gone = await listen(() => undefined, 0);
    await gone.close();
    const { keys, logged } = keysOf({ issuer: gone.url });
    await expect(keys.find({ kid: 'x', alg: 'ES256' })).rejects.toMatchObject(unavailable);
    expect(await keys.isReady()).toBe(false);
    expect(keys.fetchedAt()).toBeUndefined();
    const cause = `${gone.url}${discoveryPath}: ECONNREFUSED: nothing listens there`;
    expect(logged.map(({ fields }) => fields)).toEqual([{ cause }]);
  });
});

describe('a configuration that is not to be trusted', () => {
  const expected = 'expected an https URL; or set AUTH_JWKS_URI';
  const noObject = 'expected a JSON object';

  const issuerIs = (what: string) => `issuer ${what} in the document, $url in AUTH_ISSUER`;
  const [clear, file] = ['http://keys.example.com/jwks', 'file:///etc/hostname'];

  /** What it is, where `$url` is the address of its issuer, and what the log says of it behind that. */
  const good = { issuer: '$url', jwks_uri: '$url/jwks' };
  const cases: readonly [what: string, configuration: unknown, cause: string][] = [
    ['of another issuer', { ...good, issuer: '$url/other' }, issuerIs('$url/other')],
    ['with a slash more in its issuer', { ...good, issuer: '$url/' }, issuerIs('$url/')],
    ['without an issuer', { jwks_uri: good.jwks_uri }, issuerIs('none')],
    ['without a jwks_uri', { issuer: '$url' }, `jwks_uri none, ${expected}`],
    [
      'with a jwks_uri that is not a string',
      { ...good, jwks_uri: ['$url/jwks'] },
      `jwks_uri not a text, ${expected}`,
    ],
    ['with a jwks_uri that is not a URL', { ...good, jwks_uri: '/jwks' }, `jwks_uri /jwks, ${expected}`],
    ['with keys in the clear', { ...good, jwks_uri: clear }, `jwks_uri ${clear}, ${expected}`],
    ['with keys in a file', { ...good, jwks_uri: file }, `jwks_uri ${file}, ${expected}`],
    ['that is not JSON', '<html>sign in</html>', noObject],
    ['that is empty', '', noObject],
    ['that is not an object', '"text"', noObject],
    ['that is null', 'null', noObject],
    ['that is not there', 404, 'status 404, expected 200'],
    ['that is elsewhere', 302, 'status 302, expected 200'],
    [
      'that is too large',
      { ...good, x: 'x'.repeat(1024 * 1024) },
      'UND_ERR_RES_EXCEEDED_MAX_SIZE: the answer is too large',
    ],
  ];

  test.each(cases)('%s', async (_, configuration, cause) => {
    const { jwk, kid } = await newKey();
    const { url, asked } = await issuerOf(own => ({
      [discoveryPath]:
        typeof configuration === 'object'
          ? JSON.stringify(configuration).replaceAll('$url', own)
          : configuration,
      '/jwks': { keys: [jwk] },
    }));
    const { keys, logged } = keysOf({ issuer: url });
    await expect(keys.find({ kid, alg: 'ES256' })).rejects.toMatchObject(unavailable);
    expect(asked).toEqual([discoveryPath]);
    expect(logged).toEqual([
      {
        level: 'warn',
        fields: { cause: `${url}${discoveryPath}: ${cause.replaceAll('$url', url)}` },
        message: 'the keys of the issuer could not be fetched',
      },
    ]);
  });
});

test('keys are not fetched from a URL that is not allowed', async () => {
  const { jwk, kid } = await newKey();
  const elsewhere = await issuerOf(() => ({ '/jwks': { keys: [jwk] } }));
  const jwksUri = `${elsewhere.url}/jwks`;
  const { url } = await issuerOf(own => ({ [discoveryPath]: { issuer: own, jwks_uri: jwksUri } }));
  const offered: string[] = [];
  const mayFetch = (uri: string) => {
    offered.push(uri);
    return false;
  };
  const { keys } = keysOf({ issuer: url, mayFetch });
  await expect(keys.find({ kid, alg: 'ES256' })).rejects.toMatchObject(unavailable);
  expect(offered).toEqual([jwksUri]);
  expect(elsewhere.asked).toEqual([]);
});

describe('answers that are not keys', () => {
  test.each([
    ['no JSON', '<html/>'],
    ['empty', ''],
    ['no object', '[]'],
    ['null', 'null'],
    ['no keys', {}],
    ['keys that are not a list', { keys: {} }],
    ['nothing but values that are not keys', { keys: ['x', null] }],
    ['too large', { keys: [], x: 'x'.repeat(1024 * 1024) }],
    ['status 204', 204],
    ['status 302', 302],
    ['status 403', 403],
    ['status 500', 500],
  ])('%s', async (_, answer) => {
    const { keys, asked } = await keysAt(() => answer);
    await expect(keys.find({ kid: 'x', alg: 'ES256' })).rejects.toMatchObject(unavailable);
    expect(await keys.isReady()).toBe(false);
    expect(asked).toEqual(['/keys']);
  });

  test('they do not replace earlier keys', async () => {
    const { jwk, kid } = await newKey();
    let answer: unknown = { keys: [jwk] };
    const { keys, clock } = await keysAt(() => answer);
    await keys.find({ kid, alg: 'ES256' });
    answer = '<html/>';
    clock.now += 10_000;
    await expect(keys.find({ kid: 'unknown', alg: 'ES256' })).rejects.toMatchObject(unavailable);
    expect(await keys.find({ kid, alg: 'ES256' })).toHaveLength(1);
  });
});
