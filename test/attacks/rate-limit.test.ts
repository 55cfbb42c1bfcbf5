// The rate limit of two instances with one Redis (D3, D13): exactly as many calls as are allowed, whoever floods, and
// whatever becomes of Redis.
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { call, everyScope, rowOf, smallEhr, subscription } from '../http/contract.ts';
import { describeWith } from '../support/programs.ts';
import { type EhrServer, ehrServer } from '../support/servers/ehr-server.ts';
import { type Issuer, startIssuer } from '../support/servers/issuer.ts';
import { type RedisServer, startRedis } from '../support/servers/redis.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { patience, tries } from './runs.ts';

const limit = 12;
/** Calls that are made at the same time: more than are allowed of two instances that do not know of each other. */
const flood = 4 * limit;
const limited = { rateLimit: limit };
/** What comes of a flood: exactly as many calls pass as are allowed. */
const asAllowed = { 200: limit, 429: flood - limit };

vi.setConfig({ testTimeout: patience(120_000) });

/** Loopback has many addresses: each client has one. */
const [alice, bob, mallory] = ['127.0.0.2', '127.0.0.3', '127.0.0.66'] as const;

type Counts = Readonly<Record<number, number>>;

type Flood = {
  readonly key?: string | null;
  /** One token for all calls; else they are of several users in turn, each with places of its own (D31). */
  readonly token?: string;
  readonly from?: readonly string[];
  readonly to: readonly TestService[];
  readonly count?: number;
};

describeWith('redis-server', 'the rate limit of two instances', program => {
  let issuer: Issuer;
  let ehr: EhrServer;
  let redis: RedisServer;
  let services: readonly [TestService, TestService];
  let tokens: readonly string[];
  const pools = new Map<string, Pool>();

  /** A subscription of each test, so none sees the calls of another. */
  const names = ['usual', 'killed', 'frozen', 'junk', 'early', 'guessed'] as const;
  /** One whose users have shares: half of it each. */
  const crowd = subscription('crowd', { rateLimit: 60 });

  const start = (url = redis.url) =>
    startService({
      issuer,
      ehr: ehr.url,
      subscriptions: [...names.map(name => subscription(name, limited)), crowd],
      settings: { REDIS_URL: url, RATE_LIMIT: String(limit) },
    });

  beforeAll(async () => {
    issuer = await startIssuer();
    ehr = await ehrServer(smallEhr());
    redis = await startRedis(program);
    tokens = await Promise.all(['one', 'two', 'three', 'four'].map(sub => tokenOf(sub)));
    services = [await start(), await start()];
    // The first call of all costs what no other does.
    for (const service of services) {
      await service.ask(call(rowOf(10), { token: await tokenOf('one'), key: 'usual-key' }));
    }
    await redis.expired('usual');
  }, 60_000);

  afterAll(async () => {
    await Promise.all([...pools.values()].map(pool => pool.destroy()));
    await Promise.all(services.map(service => service.close()));
    await Promise.all([issuer.close(), ehr.close(), redis.close()]);
  });

  const tokenOf = (sub: string, scope = everyScope) => issuer.sign({ sub, patient: '191212121212', scope });

  const poolOf = ({ url }: TestService, localAddress: string): Pool => {
    const known = pools.get(`${url} ${localAddress}`);
    const pool = known ?? new Pool(url, { localAddress, connections: 16 });
    pools.set(`${url} ${localAddress}`, pool);
    return pool;
  };

  let asked = 0;
  const once = async (
    service: TestService,
    from: string,
    { key, token = tokens[asked++ % tokens.length] }: Omit<Flood, 'to'>,
  ) => {
    const { statusCode, headers, body } = await poolOf(service, from).request({
      path: rowOf(10).path,
      method: 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        ...(typeof key === 'string' ? { 'ocp-apim-subscription-key': key } : {}),
      },
    });
    const text = await body.text();
    if (statusCode === 429) {
      expect(headers['retry-after']).toBe('5');
      expect(text).toBe('{"statusCode":429,"message":"Rate limit is exceeded. Try again in 5 seconds."}');
    }
    return statusCode;
  };

  const countsOf = (statuses: readonly number[]): Counts =>
    Object.fromEntries(
      [...new Set(statuses)].map(status => [status, statuses.filter(one => one === status).length]),
    );

  /** Asks all at the same time, the instances and addresses in turn; answers how often each status came. */
  const ask = async ({ from = [alice], to, count = flood, ...how }: Flood): Promise<Counts> => {
    const statuses = await Promise.all(
      Array.from({ length: count }, (_, at) => {
        const service = to[at % to.length];
        const address = from[Math.floor(at / to.length) % from.length];
        if (service === undefined || address === undefined) throw new Error('nobody asks');
        return once(service, address, how);
      }),
    );
    return countsOf(statuses);
  };

  /** Makes calls as one user, ten at a time; an instance allows a user eight concurrent calls to the EHR. */
  const askAsUser = async (from: string, token: string): Promise<Counts> => {
    const statuses: number[] = [];
    for (let rounds = 0; rounds < 5; rounds++) {
      const some = Array.from({ length: 10 }, (_, at) =>
        once(services[at % 2] ?? services[0], from, { key: 'crowd-key', token }),
      );
      statuses.push(...(await Promise.all(some)));
    }
    return countsOf(statuses);
  };

  const countLines = (service: TestService, words: string) =>
    service.log().filter(({ msg }) => String(msg).startsWith(words)).length;
  const outagesLogged = () =>
    services.reduce((sum, service) => sum + countLines(service, 'Redis is unreachable: each'), 0);

  /**
   * Runs something in a window of its own. Where the machine was so slow that Redis seemed away in it, it is run again:
   * then the limit is each instance's.
   */
  const inOneWindow = async (name: string, run: () => Promise<Counts>): Promise<Counts> => {
    for (let attempts = 0; attempts < 5; attempts++) {
      await redis.expired(name);
      const before = outagesLogged();
      const counts = await run();
      if (outagesLogged() === before) return counts;
      await together();
    }
    throw new Error('Redis seemed away time and again');
  };

  /** Waits until both instances count in Redis. */
  const together = async () => {
    const isShared = async (service: TestService) => {
      await once(service, mallory, { key: 'early-key' });
      return (
        countLines(service, 'Redis is reachable again: the') >=
        countLines(service, 'Redis is unreachable: each')
      );
    };
    const end = Date.now() + 30_000;
    for (const service of services) {
      while (!(await isShared(service))) {
        if (Date.now() > end) throw new Error('Redis is not found again');
        await wait(100);
      }
    }
  };

  it('lets exactly as many pass as are allowed, window after window', async () => {
    for (let windows = 0; windows < tries(2); windows++) {
      const from = windows % 2 === 0 ? [alice, bob] : [alice];
      const counts = await inOneWindow('usual', () => ask({ key: 'usual-key', from, to: services }));
      expect(counts).toEqual(asAllowed);
    }
  });

  it('is shared from the first call of an instance', async () => {
    const firstCalls = async () => {
      await redis.expired('early');
      const fresh = [await start(), await start()];
      try {
        const counts = await ask({ key: 'early-key', to: fresh });
        const isSlow = fresh.some(service => countLines(service, 'Redis is unreachable: each') > 0);
        return { counts, isSlow };
      } finally {
        await Promise.all(fresh.map(service => service.close()));
      }
    };
    let tried = await firstCalls();
    for (let attempts = 0; attempts < 3 && tried.isSlow; attempts++) tried = await firstCalls();
    expect(tried.counts).toEqual(asAllowed);
  });

  it('applies to an instance that starts while Redis is unreachable', async () => {
    const redisOfNobody = 'redis://127.0.0.1:1';
    const fresh = await start(redisOfNobody);
    try {
      expect(await ask({ key: 'early-key', to: [fresh] })).toEqual(asAllowed);
    } finally {
      await fresh.close();
    }
  });

  it('does not lock out the users of an app whose key is used with junk tokens', async () => {
    const [one, other] = services;
    const counts = await inOneWindow('junk', async () => {
      const junk = await ask({ key: 'junk-key', token: 'junk', from: [mallory], to: services });
      expect(junk).toEqual({ 401: limit, 429: flood - limit });
      expect(await ask({ key: 'junk-key', from: [mallory], to: [one], count: 1 })).toEqual({ 429: 1 });
      return ask({ key: 'junk-key', from: [alice, bob], to: [other, one] });
    });
    expect(counts).toEqual(asAllowed);
  });

  it('counts calls without a valid key by address, at all instances', async () => {
    const counts = await inOneWindow('access:address', async () => {
      let guess = 0;
      const guesses = Array.from({ length: 2 }, () =>
        Promise.all(
          Array.from({ length: limit }, (_, at) => {
            const service = services[at % 2] ?? services[0];
            guess++;
            return once(service, mallory, { key: at % 3 === 0 ? null : `guess-${guess}` });
          }),
        ),
      );
      const statuses = (await Promise.all(guesses)).flat();
      expect(statuses.filter(status => status === 401)).toHaveLength(limit);
      expect(statuses.filter(status => status === 429)).toHaveLength(limit);
      expect(await ask({ key: null, from: [bob], to: services, count: limit })).toEqual({ 401: limit });
      return ask({ key: 'guessed-key', from: [mallory], to: services, count: 1 });
    });
    expect(counts).toEqual({ 200: 1 });
  });

  it('leaves to the other users of an app what one of them, or one without any scope, floods', async () => {
    const [mine, yours, scopeless] = await Promise.all([
      tokenOf('mallory'),
      tokenOf('alice'),
      tokenOf('nobody', 'openid'),
    ]);
    const counts = await inOneWindow('crowd', async () => {
      expect(
        await ask({ key: 'crowd-key', token: scopeless, from: ['127.0.0.67'], to: services, count: 60 }),
      ).toEqual({
        403: 60,
      });
      expect(await askAsUser(mallory, mine)).toEqual({ 200: 30, 429: 20 });
      return askAsUser(alice, yours);
    });
    expect(counts).toEqual({ 200: 30, 429: 20 });
  });

  const outages = [
    { name: 'killed', lose: () => redis.kill(), regain: () => redis.restart() },
    { name: 'frozen', lose: async () => redis.freeze(), regain: async () => redis.thaw() },
  ] as const;

  it.each(outages)(
    'holds at each instance while Redis is $name, and of both together afterwards',
    async ({ name, lose, regain }) => {
      const key = `${name}-key`;
      expect(await inOneWindow(name, () => ask({ key, to: services, from: [alice, bob] }))).toEqual(
        asAllowed,
      );
      await lose();
      try {
        for (const service of services) {
          expect(await ask({ key, to: [service], from: [alice, bob] })).toEqual(asAllowed);
          expect(countLines(service, 'Redis is unreachable: each')).toBeGreaterThan(0);
          expect(await ask({ key: null, to: [service], from: [bob], count: 1 })).toEqual({ 401: 1 });
        }
      } finally {
        await regain();
      }
      await together();
      expect(await inOneWindow(name, () => ask({ key, to: services, from: [alice, bob] }))).toEqual(
        asAllowed,
      );
    },
  );
});
