// What attackers and time do to the issuer's keys and to the tokens that are memoized (D4), on clocks that the test sets.
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { issuerClient } from '../../../src/adapters/identity/issuer-client.ts';
import { jwksSigningKeys } from '../../../src/adapters/identity/jwks-signing-keys.ts';
import { isSafeUrl } from '../../../src/config/settings/addresses.ts';
import { tokenVerifier } from '../../../src/http/authentication/access-token.ts';
import type { SigningKeys } from '../../../src/ports/signing-keys.ts';
import { call, everyScope, expectFault, rowOf, smallEhr } from '../../http/contract.ts';
import { ehrServer } from '../../support/servers/ehr-server.ts';
import { audience, type Issuer, newKey, startIssuer } from '../../support/servers/issuer.ts';
import { startService } from '../../support/service/service.ts';
import { patience, tries } from '../runs.ts';
import { forger } from './forge.ts';

const genuine = { patient: '191212121212', scope: everyScope };
const cooldown = 10_000;
/** Seconds that a token may be over by the issuer's clock (D4). */
const tolerance = 5;

const quiet = { info: () => {}, warn: () => {}, error: () => {} };

/** A service whose keys and tokens age by the clocks of the test. */
const start = async () => {
  const issuer = await startIssuer();
  const ehr = await ehrServer(smallEhr());
  const time = { keys: 1_000_000, tokens: Date.now() };
  const client = issuerClient({ issuer: issuer.url, jwksUri: undefined, mayFetch: isSafeUrl });
  const keys = jwksSigningKeys(client, { log: quiet, now: () => time.keys });
  const lookups = { count: 0 };
  const signingKeys: SigningKeys = {
    ...keys,
    find: named => {
      lookups.count++;
      return keys.find(named);
    },
  };
  const service = await startService({
    issuer,
    ehr: ehr.url,
    settings: { LOG_LEVEL: 'silent' },
    replaced: { signingKeys, clock: () => time.tokens },
  });
  onTestFinished(issuer.close);
  onTestFinished(ehr.close);
  onTestFinished(client.close);
  onTestFinished(async () => keys.close());
  onTestFinished(service.close);
  const status = async (token: string, number = 10) =>
    (await service.ask(call(rowOf(number), { token }))).status;
  return { issuer, ehr, service, time, lookups, status, forge: forger(issuer, genuine) };
};

const refused = { status: 401, text: 'Invalid access token.' };

/** Asks with all of them, some at a time; answers how often each status came. */
const flood = async (tokens: readonly string[], status: (token: string) => Promise<number>) => {
  const counts: Record<number, number> = {};
  const left = [...tokens];
  const work = async () => {
    for (let token = left.pop(); token !== undefined; token = left.pop()) {
      const answered = await status(token);
      // On a busy machine the answer may be overload (D12), which says nothing about the token: try again.
      if (answered === 503) {
        left.push(token);
        await wait(200);
        continue;
      }
      counts[answered] = (counts[answered] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 20 }, work));
  return counts;
};

describe('forged tokens', () => {
  const count = tries(2000);

  it.each([
    ['kids', (at: number) => ({ head: { kid: `forged-${at}` } })],
    ['signatures under a known kid', (at: number) => ({ say: { sub: `forged-${at}` } })],
  ])(
    'in their thousands cost the issuer one fetch each 10 seconds: %s',
    async (_, parts) => {
      const { issuer, ehr, time, status, forge } = await start();
      const signature = () => Buffer.alloc(64, 1);
      const forged = Array.from({ length: count }, (_, at) => forge({ ...parts(at), signature }));
      const half = Math.floor(count / 2);
      expect(await flood(forged.slice(0, half), status)).toEqual({ 401: half });
      expect(issuer.fetches()).toBe(1);
      time.keys += cooldown - 1;
      expect(await flood(forged.slice(half), status)).toEqual({ 401: count - half });
      expect(issuer.fetches()).toBe(1);
      time.keys += 1;
      expect(await flood(forged.slice(0, 50), status)).toEqual({ 401: 50 });
      expect(issuer.fetches()).toBe(2);
      expect(ehr.received).toEqual([]);
      expect(await status(forge())).toBe(200);
      expect(issuer.fetches()).toBe(2);
    },
    patience(60_000),
  );

  it('do not shut out those who have a genuine token', async () => {
    const { status, forge } = await start();
    const forged = Array.from({ length: 100 }, (_, at) => forge({ head: { kid: `forged-${at}` } }));
    const good = Array.from({ length: 100 }, (_, at) => forge({ say: { sub: `user-${at}` } }));
    const mixed = forged.flatMap((one, at) => [one, good[at] ?? one]);
    expect(await flood(mixed, status)).toEqual({ 200: 100, 401: 100 });
  });
});

describe('rotation', () => {
  it('a new key works once the keys may be asked for again', async () => {
    const { issuer, time, status, forge } = await start();
    expect(await status(forge())).toBe(200);
    const next = await newKey();
    issuer.keys.push(next);
    expect(await status(forge({ key: next }))).toBe(401);
    time.keys += cooldown;
    expect(await status(forge({ key: next }))).toBe(200);
    expect(await status(forge())).toBe(200);
  });

  it('of an issuer that was set up anew, with another key under the same kid', async () => {
    const { issuer, time, status, forge } = await start();
    const [old] = issuer.keys;
    if (old === undefined) throw new Error('the issuer has no key');
    expect(await status(forge())).toBe(200);
    const other = await newKey();
    const anew = { ...other, kid: old.kid, jwk: { ...other.jwk, kid: old.kid } };
    issuer.keys.splice(0, 1, anew);
    const token = forge({ key: anew });
    expect(await status(token)).toBe(401);
    expect(issuer.fetches()).toBe(1);
    time.keys += cooldown;
    expect(await status(token)).toBe(200);
    expect(await status(forge({ key: old }))).toBe(401);
    expect(issuer.fetches()).toBe(2);
  });

  it('a withdrawn key is refused once they were, for a memoized token too', async () => {
    const { issuer, ehr, service, time, status, forge } = await start();
    const memoized = forge();
    expect(await status(memoized)).toBe(200);
    const old = issuer.keys.splice(0, 1, await newKey())[0];
    expect(await status(memoized)).toBe(200);
    time.keys += cooldown;
    expect(await status(forge())).toBe(200);
    ehr.received.length = 0;
    for (const token of [memoized, forge(old === undefined ? {} : { key: old })]) {
      expectFault(await service.ask(call(rowOf(10), { token })), rowOf(10), refused);
    }
    expect(ehr.received).toEqual([]);
  });

  it('a key that comes back under an old kid is the one that counts', async () => {
    const { issuer, time, status, forge } = await start();
    const [old] = issuer.keys;
    if (old === undefined) throw new Error('the issuer has no key');
    const memoized = forge();
    expect(await status(memoized)).toBe(200);
    const other = await newKey();
    const impostor = { ...other, kid: old.kid, jwk: { ...other.jwk, kid: old.kid } };
    issuer.keys.splice(0, 1, impostor);
    time.keys += cooldown;
    expect(await status(forge({ head: { kid: 'unknown' } }))).toBe(401);
    expect(await status(memoized)).toBe(401);
    expect(await status(forge({ key: impostor }))).toBe(200);
  });
});

describe('an unreachable issuer', () => {
  it('leaves those whose key is known as they were, and others with a 503', async () => {
    const { issuer, service, time, status, forge } = await start();
    expect(await status(forge())).toBe(200);
    issuer.available = false;
    const unknown = forge({ head: { kid: 'unknown' } });
    for (const later of [cooldown, 600_000, 86_400_000]) {
      time.keys += later;
      for (const number of [10, 8]) {
        const row = rowOf(number);
        const answered = await service.ask(call(row, { token: unknown }));
        const text = 'The service is not available. Try again later.';
        expectFault(answered, row, { status: number === 8 ? 500 : 503, text });
        expect(answered.headers.get('www-authenticate')).toBeNull();
      }
      expect(await status(forge({ say: { sub: `user-${later}` } }))).toBe(200);
    }
    issuer.available = true;
    time.keys += cooldown;
    expect(await status(unknown)).toBe(401);
  });

  it('does not make anything trusted', async () => {
    const { issuer, status, forge } = await start();
    const impostor = await newKey();
    expect(await status(forge())).toBe(200);
    issuer.available = false;
    const { kid } = issuer.keys[0] ?? impostor;
    expect(await status(forge({ key: impostor, head: { kid } }))).toBe(401);
  });
});

describe('a memoized token', () => {
  it('is over when it expires', async () => {
    const { time, lookups, status, forge } = await start();
    const expires = Math.floor(time.tokens / 1000) + 60;
    const token = forge({ say: { exp: expires } });
    // What was verified while the keys came is verified once more.
    expect(await status(forge())).toBe(200);
    lookups.count = 0;
    expect(await status(token)).toBe(200);
    expect(await status(token)).toBe(200);
    expect(lookups.count).toBe(1);
    time.tokens = (expires + tolerance) * 1000 - 1;
    expect(await status(token)).toBe(200);
    expect(lookups.count).toBe(2);
    for (const later of [tolerance * 1000, 60_000, 86_400_000]) {
      time.tokens = expires * 1000 + later;
      expect(await status(token)).toBe(401);
    }
  });

  it('is memoized whole: another signature or header is another token', async () => {
    const { lookups, status, forge } = await start();
    const token = forge();
    expect(await status(token)).toBe(200);
    const [header, claims, signature = ''] = token.split('.');
    expect(await status(`${header}.${claims}.${signature.slice(0, -8)}AAAAAAAA`)).toBe(401);
    expect(await status(`${header}.${claims}.`)).toBe(401);
    expect(lookups.count).toBe(2);
  });

  it('never was one that was refused', async () => {
    const { issuer, time, status, forge } = await start();
    const next = await newKey();
    const token = forge({ key: next });
    expect(await status(token)).toBe(401);
    issuer.keys.push(next);
    time.keys += cooldown;
    expect(await status(token)).toBe(200);
  });
});

/** The verifier in an app of its own, which memoizes fewer tokens. */
describe('memoized tokens', () => {
  const most = 100;

  const verifier = async (issuer: Issuer) => {
    const client = issuerClient({ issuer: issuer.url, jwksUri: undefined, mayFetch: isSafeUrl });
    const keys = jwksSigningKeys(client, { log: quiet });
    onTestFinished(issuer.close);
    onTestFinished(client.close);
    onTestFinished(async () => keys.close());
    const lookups = { count: 0 };
    const find: SigningKeys['find'] = named => {
      lookups.count++;
      return keys.find(named);
    };
    const app = Fastify();
    const verifyToken = await tokenVerifier(app, {
      signingKeys: { ...keys, find },
      tokenRules: { issuer: issuer.url, audience, types: ['at+jwt'] },
      clock: Date.now,
      publicUrl: undefined,
      clientCertificate: undefined,
      isFirstUse: () => false,
      maxCachedTokens: most,
    });
    app.get('/', verifyToken);
    onTestFinished(async () => {
      await app.close();
    });
    const verify = async (token: string) => {
      const answered = await app.inject({ url: '/', headers: { authorization: token } });
      expect(answered.json()).toMatchObject(genuine);
    };
    return { lookups, verify };
  };

  it('are no more than so many, however many come', async () => {
    const issuer = await startIssuer('EdDSA');
    const { lookups, verify } = await verifier(issuer);
    const forge = forger(issuer, genuine);
    const first = forge();
    await verify(forge({ say: { sub: 'who comes while the keys do' } }));
    lookups.count = 0;
    await verify(first);
    await verify(first);
    expect(lookups.count).toBe(1);
    for (let at = 0; at < most; at++) await verify(forge({ say: { sub: `other-${at}` } }));
    expect(lookups.count).toBe(most + 1);
    await verify(first);
    expect(lookups.count).toBe(most + 2);
  });
});
