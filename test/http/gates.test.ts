// The gates over HTTP, for each of the ten operations: what each lets through of key (D3), rate (D13), token (D4), client (D3) and
// scope (D5), what it counts, and their order (D2). What each refuses is in refusals.test.ts.
import { describe, expect, it } from 'vitest';
import { memoryRateCounter } from '../../src/adapters/rate-limit/memory.ts';
import { forThisFile } from '../support/for-this-file.ts';
import { inTurn } from '../support/in-turn.ts';
import { ehrServer } from '../support/servers/ehr-server.ts';
import { type Issuer, newKey, type SignOptions, startIssuer } from '../support/servers/issuer.ts';
import {
  hashOf,
  key,
  type ServiceOptions,
  startService,
  type TestService,
} from '../support/service/service.ts';
import {
  type AskOptions,
  call,
  everyScope,
  expectFault,
  isWrite,
  type Row,
  raw,
  rowOf,
  rows,
  type Said,
  said,
  smallEhr,
  speak,
  subscription,
} from './contract.ts';

type Claims = Readonly<Record<string, unknown>>;
type SigningKey = Issuer['keys'][number];

const own = '191212121212';
const child = '201907152399';
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

const start = (options: Partial<ServiceOptions>) => startService({ issuer, ehr: ehr.url, ...options });

const sign = (claims: Claims = {}, options: SignOptions = {}) =>
  issuer.sign({ patient: own, scope: everyScope, ...claims }, options);

const issuer = await forThisFile(startIssuer());
issuer.keys.push(...(await Promise.all(algorithms.map(newKey))));
const ehr = await forThisFile(ehrServer(smallEhr()));
const app = { name: 'app', keys: [hashOf('older-key'), hashOf(key)], rateLimit: 1_000_000 };
const kiosks = subscription('kiosks', { clients: ['kiosk', 'check-in'] });
/** For one operation: the first, and the last for calls of the first. */
const only = (operation: string) =>
  subscription(`only-${operation}`, { clients: ['kiosk', 'check-in'], operations: [operation] });
const service = await forThisFile(
  start({
    subscriptions: [
      app,
      kiosks,
      subscription('expired', { expires: '2024-02-29' }),
      subscription('lasting', { expires: '2099-12-31' }),
      subscription('resumed', { paused: false }),
      subscription('elsewhere', { networks: ['192.0.2.0/24', '2001:db8::/32'] }),
      subscription('here', { networks: ['192.0.2.0/24', '127.0.0.0/8'] }),
      subscription('all-operations', { operations: rows.map(({ name }) => name) }),
      only('paymentNotice'),
      only('journalNotes'),
    ],
  }),
);
/** The usual token: a patient's, with every scope. */
const token = await sign();

/** A service of one test. */
const withService = async (options: Partial<ServiceOptions>, use: (service: TestService) => unknown) => {
  const one = await start(options);
  try {
    await use(one);
  } finally {
    await one.close();
  }
};

const statusOf = async (row: Row, options: AskOptions, asked = service) =>
  (await asked.ask(call(row, options))).status;

describe('subscription key (D3)', () => {
  it('either of two live keys is good', async () => {
    expect(await statusOf(rowOf(10), { token })).toBe(200);
    expect(await statusOf(rowOf(10), { token, key: 'older-key' })).toBe(200);
  });
});

describe('the use of a subscription (D3)', () => {
  describe.each(rows)('operation $number', row => {
    it('accepts one that has not expired, is not paused, is for this network or names the operation', async () => {
      for (const key of ['lasting-key', 'resumed-key', 'here-key', 'all-operations-key'])
        expect(await statusOf(row, { token, key })).toBe(200);
    });
  });

  it('accepts the one operation that it is for', async () => {
    const kiosk = await sign({ client_id: 'kiosk' });
    expect(await statusOf(rowOf(1), { token: kiosk, key: 'only-paymentNotice-key' })).toBe(200);
    expect(await statusOf(rowOf(10), { token: kiosk, key: 'only-journalNotes-key' })).toBe(200);
  });

  it('counts refused calls like those without a valid key', async () => {
    const subscriptions = [
      subscription('app'),
      subscription('expired', { expires: '2024-02-29' }),
      subscription('elsewhere', { networks: ['192.0.2.0/24'] }),
    ];
    await withService({ subscriptions, settings: { RATE_LIMIT: '2' } }, async one => {
      expect(await statusOf(rowOf(6), { token, key: 'expired-key' }, one)).toBe(401);
      expect(await statusOf(rowOf(6), { token, key: 'elsewhere-key' }, one)).toBe(403);
      expect(await statusOf(rowOf(6), { token, key: 'elsewhere-key' }, one)).toBe(429);
      expect(await statusOf(rowOf(6), { token, key: 'expired-key' }, one)).toBe(429);
      expect(await statusOf(rowOf(6), { token, key: 'app-key' }, one)).toBe(200);
    });
  });

  describe('behind a proxy', () => {
    const networks = ['192.0.2.0/24', '2001:db8::/32'];
    it.each([
      ['192.0.2.7', 200],
      ['192.0.2.7:4711', 200],
      ['::ffff:192.0.2.7', 200],
      ['[2001:db8:1::1]:4711', 200],
      ['198.51.100.7, 192.0.2.7', 200],
      ['192.0.2.7, 198.51.100.7', 403],
      ['192.0.3.1', 403],
      ['2001:db9::1', 403],
      ['not-an-address', 403],
      ['', 403],
    ])('an address is what the proxy says: %j is %d', async (address, status) => {
      const settings = { TRUST_PROXY: '127.0.0.1' };
      await withService({ subscriptions: [subscription('app', { networks })], settings }, async one => {
        const headers = { 'x-forwarded-for': address, 'x-forwarded-proto': 'https' };
        expect(await statusOf(rowOf(10), { token, key: 'app-key', headers }, one)).toBe(status);
      });
    });
  });
});

describe('access token (D4)', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const bearer = (claims: Claims, options?: SignOptions) => async () =>
    `Bearer ${await sign(claims, options)}`;
  const headed = (header: Claims, claims: Claims = {}) => bearer(claims, { header });
  it.each(rows)('operation $number reads the bare token', async row => {
    expect(await statusOf(row, { headers: { authorization: token } })).toBe(200);
  });

  const accepted: readonly [string, () => Promise<string>][] = [
    ['typ at+jwt', headed({ typ: 'at+jwt' })],
    ['typ application/at+jwt', headed({ typ: 'application/at+jwt' })],
    ['typ JWT', headed({ typ: 'JWT' })],
    ['typ in upper case', headed({ typ: 'AT+JWT' })],
    ['no typ', headed({ typ: undefined })],
    ['one of several audiences', bearer({ aud: ['urn:test:other', 'urn:test:patient-data'] })],
    ['valid in a second by its clock', async () => `Bearer ${await sign({ nbf: now() + 3 })}`],
    ['expired a second ago', async () => `Bearer ${await sign({ exp: now() - 1 })}`],
    ['claim typ Bearer', bearer({ typ: 'Bearer' })],
    ['nonce, typ at+jwt', headed({ typ: 'at+jwt' }, { nonce: 'x' })],
    ['nonce, typ in upper case', headed({ typ: 'AT+JWT' }, { nonce: 'x' })],
    ['nonce, typ application/at+jwt', headed({ typ: 'application/at+jwt' }, { nonce: 'x' })],
    ['nonce, claim typ Bearer', headed({ typ: 'JWT' }, { nonce: 'x', typ: 'Bearer' })],
  ];

  it.each(accepted)('%s is good', async (_, authorization) => {
    expect(await statusOf(rowOf(10), { headers: { authorization: await authorization() } })).toBe(200);
  });

  it.each(algorithms)('signed with %s is good', async algorithm => {
    const signingKey = issuer.keys.find(({ alg }) => alg === algorithm);
    expect(signingKey).toBeDefined();
    expect(
      await statusOf(rowOf(10), {
        token: await issuer.sign({ patient: own, scope: everyScope }, { key: signingKey as SigningKey }),
      }),
    ).toBe(200);
  });

  it('accepts the types of the settings, and no others', async () => {
    await withService({ settings: { AUTH_TOKEN_TYPES: 'Access+JWT' } }, async one => {
      const typed = (typ: string) => sign({}, { header: { typ } });
      expect(await statusOf(rowOf(10), { token: await typed('access+jwt') }, one)).toBe(200);
      expect(await statusOf(rowOf(10), { token: await typed('at+jwt') }, one)).toBe(401);
    });
  });
});

describe('clients of a subscription (D3)', () => {
  const kiosks = 'kiosks-key';

  it.each(rows)('operation $number accepts tokens of its clients', async row => {
    for (const client of ['kiosk', 'check-in']) {
      expect(await statusOf(row, { token: await sign({ client_id: client }), key: kiosks })).toBe(200);
    }
  });

  const claims: readonly [Claims, number][] = [
    [{ client_id: undefined, azp: 'kiosk' }, 200],
    [{ client_id: undefined, appid: 'kiosk' }, 200],
    [{ client_id: 'app', azp: 'kiosk' }, 403],
    [{ client_id: undefined, azp: 'app', appid: 'kiosk' }, 403],
    [{ client_id: undefined, client: 'kiosk' }, 403],
    // A claim that names no client is there all the same.
    [{ client_id: null, azp: 'kiosk' }, 403],
    [{ client_id: ['kiosk'], azp: 'kiosk' }, 403],
    [{ client_id: '', azp: 'kiosk' }, 403],
  ];

  it.each(claims)('the first claim that is there says which: %j', async (given, status) => {
    expect(await statusOf(rowOf(10), { token: await sign(given), key: kiosks })).toBe(status);
  });

  it('reads the claims of the settings', async () => {
    const settings = { AUTH_CLIENT_CLAIMS: 'cid' };
    await withService(
      { settings, subscriptions: [subscription('kiosks', { clients: ['kiosk'] })] },
      async one => {
        const tokens = [await sign({ cid: 'kiosk' }), await sign({ client_id: 'kiosk' })];
        const statuses = await Promise.all(
          tokens.map(given => statusOf(rowOf(10), { token: given, key: kiosks }, one)),
        );
        expect(statuses).toEqual([200, 403]);
      },
    );
  });
});

describe('scope (D5)', () => {
  const good: readonly [string, (row: Row) => Claims][] = [
    ['with a dash', ({ scope }) => ({ scope })],
    ['with a dot', ({ dotted }) => ({ scope: dotted })],
    ['among others', ({ scope }) => ({ scope: `openid ${scope} profile` })],
    ['in an array', ({ scope }) => ({ scope: ['openid', scope] })],
    ['in scp', ({ scope }) => ({ scope: undefined, scp: scope })],
    ['in scp as an array', ({ scope }) => ({ scope: 'openid', scp: ['openid', scope] })],
    ['in scp with a dot', ({ dotted }) => ({ scope: undefined, scp: [dotted] })],
  ];
  describe.each(rows)('operation $number', row => {
    it.each(good)('%s is enough', async (_, claims) => {
      expect(await statusOf(row, { token: await sign(claims(row)) })).toBe(200);
    });
  });
});

describe('rate limit (D13)', () => {
  const expectTooMany = async (asked: TestService, row: Row, options: AskOptions) => {
    const answered = await asked.ask(call(row, options));
    expectFault(answered, row, said.tooMany);
    expect(answered.headers.get('retry-after')).toBe('5');
  };
  /** A counter whose clock does not advance, so all calls of a test fall into one window. */
  const oneWindow = () => ({ replaced: { counter: memoryRateCounter(() => 0) } });
  /** Asks so often, one call after the other, and answers the statuses. */
  const times = async (count: number, asked: TestService, options: AskOptions) => {
    const statuses: number[] = [];
    for (let left = count; left > 0; left--) statuses.push(await statusOf(rowOf(10), options, asked));
    return statuses;
  };

  it('counts per subscription, which may have a number of its own', async () => {
    const subscriptions = [
      subscription('usual', { rateLimit: undefined }),
      subscription('more', { rateLimit: 4 }),
    ];
    await withService({ subscriptions, settings: { RATE_LIMIT: '2' } }, async one => {
      expect(await times(4, one, { token, key: 'usual-key' })).toEqual([200, 200, 429, 429]);
      expect(await times(5, one, { token, key: 'more-key' })).toEqual([200, 200, 200, 200, 429]);
    });
  });

  it('counts calls without a valid key per address', async () => {
    await withService({ settings: { RATE_LIMIT: '2' } }, async one => {
      expect(await statusOf(rowOf(6), { token, key: null }, one)).toBe(401);
      expect(await statusOf(rowOf(6), { token, key: 'no-such-key' }, one)).toBe(401);
      await expectTooMany(one, rowOf(6), { token, key: 'another-key' });
      await expectTooMany(one, rowOf(3), { key: null });
      expect(await statusOf(rowOf(6), { token }, one)).toBe(200);
    });
  });

  describe('per user of the subscription', () => {
    const of = (rateLimit: number, more = {}) => ({
      subscriptions: [subscription('shared', { rateLimit, ...more })],
      ...oneWindow(),
    });
    const as = async (claims: Claims) => ({ key: 'shared-key', token: await sign(claims) });

    it.each([
      ['half of the limit', 60, {}, 30],
      ['half of an odd limit, rounded down', 61, {}, 30],
      ['20 of a limit below 40', 30, {}, 20],
      ['all of a limit below 20', 12, {}, 12],
      ['what the subscription says', 60, { userRateLimit: 3 }, 3],
      ['what the subscription says, be it more than half', 60, { userRateLimit: 50 }, 50],
    ])('one user has %s', async (_, rateLimit, more, expected) => {
      await withService(of(rateLimit, more), async one => {
        const statuses = await times(expected + 3, one, await as({ sub: 'one' }));
        expect(statuses).toEqual([...Array<number>(expected).fill(200), 429, 429, 429]);
      });
    });

    it('is counted apart in each subscription', async () => {
      const subscriptions = ['one', 'two'].map(name => subscription(name, { userRateLimit: 2 }));
      await withService({ subscriptions, ...oneWindow() }, async one => {
        expect(await times(3, one, { token, key: 'one-key' })).toEqual([200, 200, 429]);
        expect(await times(3, one, { token, key: 'two-key' })).toEqual([200, 200, 429]);
      });
    });

    it('is the sub; without one, the patient of the token', async () => {
      await withService(of(50, { userRateLimit: 2 }), async one => {
        const ofPatient = (patient: string, more: Claims = {}) => as({ sub: undefined, patient, ...more });
        expect(await times(3, one, await ofPatient(own))).toEqual([200, 200, 429]);
        expect(await times(1, one, await ofPatient('19121212-1212', { client_id: 'b' }))).toEqual([429]);
        // Another patient of the same client has a share of their own.
        expect(await times(3, one, await ofPatient(child))).toEqual([200, 200, 429]);
        expect(await times(1, one, await as({ sub: own, patient: own }))).toEqual([200]);
        // A claim that is not a valid number names nobody: the client is counted.
        expect(await times(3, one, await ofPatient('x'))).toEqual([403, 403, 429]);
        expect(await times(1, one, await ofPatient('y'))).toEqual([429]);
      });
    });

    it('is the sub; without one and without a patient, the client', async () => {
      const two = of(50, { userRateLimit: 2 });
      await withService(two, async one => {
        expect(await times(2, one, await as({ sub: 'one', client_id: 'a' }))).toEqual([200, 200]);
        expect(await times(1, one, await as({ sub: 'one', client_id: 'b' }))).toEqual([429]);
        const client = (client_id: string | undefined, more = {}) =>
          as({ sub: undefined, patient: undefined, acts_for: [own], client_id, ...more });
        const asked = { patient: own };
        expect(await times(2, one, { ...(await client('a')), ...asked })).toEqual([200, 200]);
        expect(await times(1, one, { ...(await client('a', { jti: 'x' })), ...asked })).toEqual([429]);
        expect(await times(1, one, { ...(await client('one')), ...asked })).toEqual([200]);
        expect(await times(3, one, { ...(await client(undefined)), ...asked })).toEqual([200, 200, 429]);
      });
    });

    it('of a partner, is the patient asked for', async () => {
      const settings = { AUTH_PARTNER_CLIENTS: 'partner' };
      await withService({ ...of(50, { userRateLimit: 2 }), settings }, async one => {
        const partner = await as({ sub: 'service-1', client_id: 'partner', patient: undefined });
        expect(await times(3, one, { ...partner, patient: own })).toEqual([200, 200, 429]);
        expect(await times(1, one, { ...partner, patient: '19121212-1212' })).toEqual([429]);
        expect(await times(3, one, { ...partner, patient: child })).toEqual([200, 200, 429]);
        // A number that is not valid names nobody: it is the partner itself that is counted.
        const invalid = ['191212121213', 'x', '1'];
        const statuses: number[] = [];
        for (const patient of invalid) statuses.push(...(await times(1, one, { ...partner, patient })));
        expect(statuses).toEqual([400, 400, 429]);
      });
    });

    it('is counted after the scope, before the subject is resolved', async () => {
      await withService(of(50, { userRateLimit: 1 }), async one => {
        const user = await as({ sub: 'one' });
        expect(await times(1, one, user)).toEqual([200]);
        await expectTooMany(one, rowOf(10), { ...user, patient: '191212121213' });
        await expectTooMany(one, rowOf(10), { ...user, patient: child });
        expect(await times(1, one, await as({ sub: 'one', scope: 'openid' }))).toEqual([403]);
      });
    });
  });

  describe('behind a proxy', () => {
    const from = (address: string) => ({
      headers: { 'x-forwarded-for': address, 'x-forwarded-proto': 'https' },
    });
    const [here, there] = [from('192.0.2.1'), from('192.0.2.2')];
    const small = (more = {}) => ({
      subscriptions: [subscription('small', { rateLimit: 2, ...more })],
      settings: { TRUST_PROXY: '127.0.0.1' },
      ...oneWindow(),
    });
    const usual = () => ({ token, key: 'small-key' });
    const junk = { token: 'junk', key: 'small-key' };

    it('stops a flood of invalid tokens before the token is verified, without locking out others', async () => {
      await withService(small(), async one => {
        expect(await times(3, one, { ...junk, ...here })).toEqual([401, 401, 429]);
        expect(await times(1, one, { ...usual(), ...here })).toEqual([429]);
        expect(await times(3, one, { ...usual(), ...there })).toEqual([200, 200, 429]);
      });
    });

    it('counts per subscription after the token', async () => {
      await withService(small(), async one => {
        expect(await times(2, one, { ...usual(), ...here })).toEqual([200, 200]);
        expect(await times(1, one, { ...junk, ...there })).toEqual([401]);
        await expectTooMany(one, rowOf(7), { ...usual(), ...there });
      });
    });

    it('counts requests refused by client or scope only for the address, not for the subscription', async () => {
      await withService(small({ clients: ['app'] }), async one => {
        const scopeless = { ...usual(), token: await sign({ scope: 'openid' }) };
        const stranger = { ...usual(), token: await sign({ client_id: 'kiosk' }) };
        expect(await times(2, one, { ...scopeless, ...here })).toEqual([403, 403]);
        await expectTooMany(one, rowOf(10), { ...scopeless, ...here });
        expect(await times(2, one, { ...stranger, ...from('192.0.2.3') })).toEqual([403, 403]);
        expect(await times(3, one, { ...usual(), ...there })).toEqual([200, 200, 429]);
        // Beyond the limit too, the client and the scope are what is refused first (D2).
        const elsewhere = from('192.0.2.4');
        expect(await times(1, one, { ...scopeless, ...elsewhere })).toEqual([403]);
        expect(await times(1, one, { ...stranger, ...elsewhere })).toEqual([403]);
      });
    });

    it('lets the users of an app be, while one of them floods it without any scope', async () => {
      const subscriptions = [subscription('app', { rateLimit: 120 })];
      await withService({ ...small(), subscriptions }, async one => {
        const app = { key: 'app-key' };
        const scopeless = { ...app, token: await sign({ sub: 'mallory', scope: 'openid' }), ...here };
        const flood = await times(200, one, scopeless);
        expect(flood.filter(status => status === 403)).toHaveLength(120);
        const others: number[] = [];
        for (let user = 0; user < 119; user++) {
          const options = { ...app, token: await sign({ sub: `user-${user}` }), ...there };
          others.push(...(await times(1, one, options)));
        }
        expect(others.filter(status => status === 200)).toHaveLength(119);
      });
    });

    it('refused calls of one user take nothing from the others', async () => {
      const subscriptions = [subscription('shared', { rateLimit: 50 })];
      await withService({ ...small(), subscriptions }, async one => {
        const as = async (sub: string, address: string) => ({
          key: 'shared-key',
          token: await sign({ sub }),
          ...from(address),
        });
        const statuses = [
          ...(await times(40, one, await as('one', '192.0.2.11'))),
          ...(await times(40, one, await as('two', '192.0.2.12'))),
        ];
        expect(statuses.filter(status => status === 200)).toHaveLength(2 * 25);
        await expectTooMany(one, rowOf(7), await as('three', '192.0.2.13'));
      });
    });

    describe('an address that is written in many ways is one', () => {
      const spellings: readonly [string, (at: number) => string][] = [
        ['with a port that changes', at => `203.0.113.7:${4711 + at}`],
        ['as IPv6, with a port that changes', at => `[::ffff:203.0.113.7]:${4711 + at}`],
        ['as the addresses of one /64', at => `2001:db8:1:2::${at.toString(16)}`],
        ['as those, with ports', at => `[2001:db8:1:2:${at.toString(16)}::1]:${4711 + at}`],
        ['with zones', at => `fe80::1%eth${at}`],
        ['as junk', at => `client-${at}`],
        ['behind what the client wrote itself', at => `192.0.2.${at}, 203.0.113.7`],
        ['behind another proxy of ours, which writes its port', at => `203.0.113.7, 127.0.0.1:${4711 + at}`],
      ];

      it.each(spellings)('%s', async (_, spelling) => {
        await withService({ ...small(), settings: { ...small().settings, RATE_LIMIT: '2' } }, async one => {
          const statuses: number[] = [];
          for (let at = 1; at <= 4; at++)
            statuses.push(...(await times(1, one, { ...junk, ...from(spelling(at)) })));
          expect(statuses).toEqual([401, 401, 429, 429]);
          const guesses: number[] = [];
          for (let at = 1; at <= 4; at++)
            guesses.push(...(await times(1, one, { key: null, ...from(spelling(at)) })));
          expect(guesses).toEqual([401, 401, 429, 429]);
        });
      });

      it('and two are two', async () => {
        await withService({ ...small(), settings: { ...small().settings, RATE_LIMIT: '1' } }, async one => {
          for (const address of ['203.0.113.7', '203.0.113.8', '2001:db8:1:2::1', '2001:db8:1:3::1']) {
            expect(await times(2, one, { ...junk, ...from(address) })).toEqual([401, 401]);
            expect(await times(1, one, { key: null, ...from(address) })).toEqual([401]);
          }
        });
      });
    });

    it('refuses requests that did not come by HTTPS, before anything else', async () => {
      const expected = said.proxyRequired;
      await withService(small(), async one => {
        for (const headers of [{}, { 'x-forwarded-proto': 'http' }] as Readonly<Record<string, string>>[]) {
          expectFault(await one.ask(call(rowOf(3), { ...usual(), headers })), rowOf(3), expected);
          expectFault(await one.ask({ path: '/patients/', key: null, headers }), undefined, expected);
          expect((await one.ask({ path: '/health/live', key: null, headers })).status).toBe(200);
        }
      });
    });
  });
});

describe('the order of the gates (D2)', () => {
  type Spoil = {
    readonly name: string;
    readonly options?: AskOptions | ((row: Row) => AskOptions);
    readonly claims?: Claims;
    readonly expected: Said;
    readonly forWrites?: true;
  };

  /** In the order in which they answer; one of each group, so no two are found by the same check. */
  const groups: readonly (readonly Spoil[])[] = [
    [
      { name: 'no key', options: { key: null }, expected: said.noKey },
      { name: 'an unknown key', options: { key: 'no-such-key' }, expected: said.badKey },
      { name: 'an expired subscription', options: { key: 'expired-key' }, expected: said.badKey },
      { name: 'another address', options: { key: 'elsewhere-key' }, expected: said.otherAddress },
    ],
    [
      {
        name: 'a bad token',
        options: { headers: { authorization: 'Bearer junk' } },
        expected: said.badToken,
      },
    ],
    [{ name: 'another client', claims: { client_id: 'app' }, expected: said.otherClient }],
    [{ name: 'no scope', claims: { scope: 'openid' }, expected: said.noScope }],
    [
      {
        name: 'another operation',
        options: ({ name }) => ({
          key: name === 'paymentNotice' ? 'only-journalNotes-key' : 'only-paymentNotice-key',
        }),
        expected: said.otherOperation,
      },
    ],
    [
      { name: 'a bad patient', options: { patient: '191212121213' }, expected: said.badNumber },
      { name: 'a refused patient', options: { patient: child }, expected: said.notAllowed },
      { name: 'no patient', claims: { patient: undefined }, expected: said.noPatient },
    ],
    [
      {
        name: 'a bad query',
        options: { more: 'api-version=v9' },
        expected: { ...said.badParameter, text: /api-version/ },
      },
      {
        name: 'a bad media type',
        options: { headers: { 'content-type': 'text/plain' } },
        expected: said.otherMediaType,
        forWrites: true,
      },
      { name: 'a bad body', options: { body: '{' }, expected: said.badBody, forWrites: true },
      {
        name: 'a body too large',
        options: { body: ' '.repeat(65_537) },
        expected: said.largeBody,
        forWrites: true,
      },
    ],
  ];

  const spoiled = async (row: Row, spoils: readonly Spoil[]) => {
    const claims = Object.assign({ client_id: 'kiosk' }, ...spoils.map(spoil => spoil.claims));
    // Of two keys, that of the earlier check is sent.
    const given = spoils
      .toReversed()
      .map(({ options }) => (typeof options === 'function' ? options(row) : options));
    const isText = given.some(options => options?.body !== undefined);
    const options: AskOptions = Object.assign({ key: 'kiosks-key' }, ...given);
    const headers = Object.assign(
      { authorization: `Bearer ${await sign(claims)}` },
      isText ? { 'content-type': 'application/json' } : {},
      ...given.map(spoil => spoil?.headers),
    );
    return call(row, { ...options, headers });
  };

  const fits = (row: Row) => (spoil: Spoil) => spoil.forWrites !== true || isWrite(row);

  const pairs = (row: Row) =>
    groups.flatMap((group, at) =>
      group
        .filter(fits(row))
        .flatMap(first =>
          groups
            .slice(at + 1)
            .flatMap(later =>
              later
                .filter(fits(row))
                .map(second => ({ name: `${first.name} before ${second.name}`, first, second })),
            ),
        ),
    );

  describe.each(rows)('operation $number', row => {
    it.each(groups.flat().filter(fits(row)))('$name', async spoil => {
      expectFault(await service.ask(await spoiled(row, [spoil])), row, spoil.expected);
    });

    it.each(inTurn(pairs(row), row.number))('$name', async ({ first, second }) => {
      expectFault(await service.ask(await spoiled(row, [first, second])), row, first.expected);
    });
  });

  it('knows paths and methods before it asks for a key', async () => {
    const headers = { 'ocp-apim-subscription-key': 'no-such-key', patient: 'x' };
    expect((await service.ask({ path: '/patients/other/', headers })).status).toBe(404);
    expect((await service.ask({ method: 'DELETE', path: rowOf(3).path, headers })).status).toBe(405);
  });

  const unread = groups.slice(0, -1).flat();

  it.each(unread)('$name is answered before the body is read', async spoil => {
    for (const row of rows.filter(isWrite)) {
      const asked = await spoiled(row, [spoil]);
      const sent = { 'ocp-apim-subscription-key': asked.key, patient: asked.patient, ...asked.headers };
      const headers = Object.entries({ ...sent, 'content-length': '1000' }).filter(
        (header): header is [string, string] => typeof header[1] === 'string',
      );
      expectFault(await speak(service.url, raw(asked, headers)), row, spoil.expected);
    }
  });
});
