// TRUST_PROXY: forwarding headers are believed from the proxy and from nobody else.
import { expect, test } from 'vitest';
import { forThisFile } from '../../support/for-this-file.ts';
import { send } from '../../support/send.ts';
import { hashOf, key, startService } from '../../support/service/service.ts';
import { startWorld } from '../world.ts';

const world = await forThisFile(startWorld());

type From = { readonly peer?: string; readonly forwarded?: string; readonly protocol?: string };

/** A service that allows two calls per client address, and a function that calls it from a given address. */
const within = async (
  settings: Readonly<Record<string, string>>,
  use: (ask: (from: From, more?: object) => Promise<number>) => Promise<void>,
) => {
  const subscriptions = [{ name: 'app', keys: [hashOf(key)], rateLimit: 2 }];
  const service = await startService({ ...world.here, settings, subscriptions });
  const ask = async ({ peer, forwarded, protocol }: From, more: object = { token: 'junk' }) => {
    const headers = {
      ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
      ...(protocol === undefined ? {} : { 'x-forwarded-proto': protocol }),
    };
    const from = peer === undefined ? {} : { localAddress: peer };
    const sent = await send({ url: service.url, ...world.usual(10), ...more, ...from, headers });
    return sent.status;
  };
  await use(ask);
  await service.close();
};

/** Makes the calls one after the other and returns their statuses. */
const oneByOne = async (calls: readonly (() => Promise<number>)[]) => {
  const statuses: number[] = [];
  for (const call of calls) statuses.push(await call());
  return statuses;
};

const usual = {};

test.skipIf(process.platform !== 'linux')(
  'a request from another peer is refused, whatever its headers',
  () =>
    within({ TRUST_PROXY: '127.0.0.9' }, async ask => {
      const https = { forwarded: '192.0.2.1', protocol: 'https' };
      expect(await ask({ peer: '127.0.0.8', ...https }, usual)).toBe(403);
      expect(await ask({ peer: '127.0.0.9', ...https }, usual)).toBe(200);
      expect(await ask({ peer: '127.0.0.8', forwarded: '127.0.0.9', protocol: 'https' }, usual)).toBe(403);
    }),
);

test.each([undefined, 'http', 'https, http', 'http, https', ''])(
  'x-forwarded-proto %j is refused',
  protocol =>
    within({ TRUST_PROXY: '127.0.0.1' }, async ask => {
      const from = { forwarded: '192.0.2.1', ...(protocol === undefined ? {} : { protocol }) };
      expect(await ask(from, usual)).toBe(403);
      expect(await ask(from, { path: '/health/live', key: null })).toBe(200);
      expect(await ask(from, { path: '/health/ready', key: null })).toBe(200);
      expect(await ask({ ...from, protocol: 'https' }, usual)).toBe(200);
    }),
);

test('the client is the address that the proxy saw; addresses added by the client are ignored', () =>
  within({ TRUST_PROXY: '127.0.0.1' }, async ask => {
    const https = { protocol: 'https' };
    const spoofed = ['203.0.113.1, 192.0.2.1', '203.0.113.2, 192.0.2.1', '127.0.0.1, 192.0.2.1'];
    expect(await oneByOne(spoofed.map(forwarded => () => ask({ ...https, forwarded })))).toEqual([
      401, 401, 429,
    ]);
    expect(await ask({ ...https, forwarded: '192.0.2.1, 192.0.2.2' })).toBe(401);
  }));

test('a chain of proxies is followed as far as they are trusted', () =>
  within({ TRUST_PROXY: '127.0.0.1,10.1.0.0/16' }, async ask => {
    const https = { protocol: 'https' };
    const chains = ['192.0.2.1', '192.0.2.1, 10.1.0.7', '203.0.113.9, 192.0.2.1, 10.1.0.8, 10.1.0.7'];
    expect(await oneByOne(chains.map(forwarded => () => ask({ ...https, forwarded })))).toEqual([
      401, 401, 429,
    ]);
    expect(await ask({ ...https, forwarded: '192.0.2.1, 10.2.0.7' })).toBe(401);
  }));

test('without a trusted proxy, forwarding headers are ignored', () =>
  within({}, async ask => {
    const spoofed = ['203.0.113.1', '203.0.113.2', '203.0.113.3'];
    expect(await oneByOne(spoofed.map(forwarded => () => ask({ forwarded, protocol: 'https' })))).toEqual([
      401, 401, 429,
    ]);
  }));
