// Why a gate refuses a request (D30), and under which keys calls are counted (D13). What clients hear is in ../gates.test.ts.
import Fastify from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { Failure } from '../../../src/domain/model/failure.ts';
import { rateLimits, registerRateLimit } from '../../../src/http/gates/rate.ts';
import { subscriptionGate } from '../../../src/http/gates/subscription.ts';
import type { RequestContext } from '../../../src/http/request/context.ts';
import type { RateCounter } from '../../../src/ports/rate-counter.ts';
import type { Subscription } from '../../../src/ports/subscriptions.ts';

const app: Subscription = { name: 'app', isOnly: false, rateLimit: 50 };
const user = 'the-hash-of-a-user';
const now = Date.UTC(2026, 0, 15);

let close: (() => Promise<void>) | undefined;

afterEach(async () => {
  await close?.();
  close = undefined;
});

type RateLimits = ReturnType<typeof rateLimits>;
type Gate = keyof RateLimits | 'subscription';

/** An app whose only route is the gate, which answers how it decides. */
const gateOf = async (gate: Gate, counter: RateCounter, subscription: Subscription = app) => {
  const server = Fastify();
  close = () => server.close();
  await registerRateLimit(server, counter);
  const limits = rateLimits(server, { counter, rateLimit: 9 });
  const context = { subscription, call: { consumer: { user } } } as unknown as RequestContext;
  const subscriptions = (key: string) => (key === 'good' ? subscription : undefined);
  const bySubscription = subscriptionGate({ subscriptions, clock: () => now }, limits.withoutKey);
  server.decorateRequest('requestContext');
  server.addHook('onRequest', async request => {
    request.requestContext = context;
  });
  server.get('/', async request => {
    if (gate === 'withoutKey') await limits.withoutKey(request);
    else await (gate === 'subscription' ? bySubscription : limits[gate])(context, request);
    return 'passed';
  });
  server.setErrorHandler((error, _request, reply) =>
    reply.status(400).send(error instanceof Failure ? `${error.code} ${error.reason}` : String(error)),
  );
  return async (headers: Readonly<Record<string, string | string[]>> = {}) => {
    const answered = await server.inject({ url: '/', headers, remoteAddress: '203.0.113.7' });
    expect(Object.keys(answered.headers).filter(name => name.startsWith('x-ratelimit'))).toEqual([]);
    return answered.body;
  };
};

/** A counter that answers the same number, and keeps its keys. */
const counting = (calls: number) => {
  const keys: string[] = [];
  const counter: RateCounter = key => {
    keys.push(key);
    return calls;
  };
  return { keys, counter };
};

describe('a limit', () => {
  test.each<[Gate & keyof RateLimits, most: number, reason: string, key: string]>([
    ['withoutKey', 9, 'rate-address', 'address 203.0.113.7'],
    ['byAddress', 50, 'rate-subscription-address', 'subscription app address 203.0.113.7'],
    ['byUser', 25, 'rate-user', `user ${user}`],
    ['bySubscription', 50, 'rate-subscription', 'subscription app'],
  ])('%s lets %i calls pass', async (gate, most, reason, key) => {
    const within = counting(most);
    expect(await (await gateOf(gate, within.counter))()).toBe('passed');
    expect(within.keys).toEqual([key]);
    await close?.();
    const beyond = counting(most + 1);
    expect(await (await gateOf(gate, beyond.counter))()).toBe(`rate-exceeded ${reason}`);
    expect(beyond.keys).toEqual([key]);
  });

  test.each<[Gate & keyof RateLimits, Partial<Subscription>, most: number]>([
    ['byAddress', { rateLimit: undefined }, 9],
    ['bySubscription', { rateLimit: undefined }, 9],
    ['byUser', { rateLimit: undefined }, 20],
    ['byUser', { rateLimit: undefined, userRateLimit: 3 }, 3],
    ['byUser', { rateLimit: 41 }, 20],
    ['byUser', { rateLimit: 42 }, 21],
    ['byUser', { userRateLimit: 0 }, 0],
  ])('%s of %j is %i calls', async (gate, members, most) => {
    const subscription = { ...app, ...members };
    expect(await (await gateOf(gate, counting(most).counter, subscription))()).toBe('passed');
    await close?.();
    expect(await (await gateOf(gate, counting(most + 1).counter, subscription))()).toMatch(/^rate-exceeded /);
  });

  test('whose counter fails refuses the call with its error, rather than never to answer', async () => {
    const ask = await gateOf('bySubscription', () => Promise.reject(new RangeError('no counter')));
    expect(await ask()).toBe('RangeError: no counter');
  });
});

describe('the subscription key', () => {
  const key = 'ocp-apim-subscription-key';

  test.each<[string, Record<string, string | string[]>, string, boolean]>([
    ['is good', { [key]: 'good' }, 'passed', false],
    ['is missing', {}, 'key-missing key-missing', true],
    ['is unknown', { [key]: 'bad' }, 'key-unknown key-unknown', true],
    ['is empty', { [key]: '' }, 'key-unknown key-unknown', true],
    ['is repeated', { [key]: ['good', 'good'] }, 'key-unknown key-repeated', true],
  ])('%s', async (_, headers, expected, isCounted) => {
    const { keys, counter } = counting(9);
    expect(await (await gateOf('subscription', counter))(headers)).toBe(expected);
    expect(keys).toEqual(isCounted ? ['address 203.0.113.7'] : []);
  });

  const withKey = { [key]: 'good' };

  test.each<[string, Partial<Subscription>, string]>([
    ['is good until the last moment', { expiresAt: now + 1 }, 'passed'],
    ['has expired from the first moment after', { expiresAt: now }, 'key-unknown subscription-expired'],
    ['is paused', { isPaused: true }, 'key-unknown subscription-paused'],
    [
      'is for another address',
      { mayCallFrom: ip => ip !== '203.0.113.7' },
      'address-not-allowed subscription-address',
    ],
    ['is for this address', { mayCallFrom: ip => ip === '203.0.113.7' }, 'passed'],
    [
      'has expired, whatever its address',
      { expiresAt: now, mayCallFrom: () => false },
      'key-unknown subscription-expired',
    ],
  ])('of a subscription that %s', async (_, members, expected) => {
    const { keys, counter } = counting(9);
    expect(await (await gateOf('subscription', counter, { ...app, ...members }))(withKey)).toBe(expected);
    expect(keys).toEqual(expected === 'passed' ? [] : ['address 203.0.113.7']);
  });

  test('that is missing is told the limit first, beyond it', async () => {
    const ask = await gateOf('subscription', counting(10).counter);
    expect(await ask()).toBe('rate-exceeded rate-address');
  });
});
