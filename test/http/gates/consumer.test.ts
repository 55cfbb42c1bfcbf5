// Whose share of the service a request uses (D13, D31): the user whose calls are counted, the subscription that takes places
// towards a system, and the patient whose failures its circuit counts. The rate limits of users are in ../gates.test.ts.
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { forThisFile } from '../../support/for-this-file.ts';
import { ehrServer, xml } from '../../support/servers/ehr-server.ts';
import { startIssuer } from '../../support/servers/issuer.ts';
import { type ServiceOptions, startService, type TestService } from '../../support/service/service.ts';
import { call, documentOf, everyScope, rowOf, smallEhr, subscription } from '../contract.ts';

type Claims = Readonly<Record<string, unknown>>;
type Asked = {
  /** Claims besides the usual ones: user-1, a patient, in the app. */
  readonly claims?: Claims;
  readonly patient?: string;
  readonly key?: string;
};

const own = '191212121212';
const child = '201907152399';
const otherChild = '198507302381';

/** A machine that is busy takes its time. */
const unhurried = { timeout: 60_000 };

/** The keys under which the calls of a request are counted. */
const counted: string[] = [];
let closeOne: (() => Promise<void>) | undefined;

const start = (options: Partial<ServiceOptions>) =>
  startService({
    issuer,
    ehr: ehr.url,
    settings: { AUTH_PARTNER_CLIENTS: 'partner' },
    subscriptions: [subscription('app'), subscription('other')],
    ...options,
  });

const issuer = await forThisFile(startIssuer());
const ehr = await forThisFile(ehrServer(smallEhr()));
const counter = (key: string) => {
  counted.push(key);
  return 1;
};
const service = await forThisFile(start({ replaced: { counter } }));

afterEach(async () => {
  await closeOne?.();
  closeOne = undefined;
  ehr.answer = smallEhr();
  ehr.received.length = 0;
});

/** A service of one test. */
const startOne = async (options: Partial<ServiceOptions>): Promise<TestService> => {
  const one = await start(options);
  closeOne = one.close;
  return one;
};

const ask = async ({ claims = {}, patient, key = 'app-key' }: Asked, asked: TestService = service) => {
  const token = await issuer.sign({ patient: own, scope: everyScope, ...claims });
  return asked.ask(call(rowOf(10), { token, patient, key }));
};

describe('the user', () => {
  const userOf = async (asked: Asked): Promise<string> => {
    counted.length = 0;
    await ask(asked);
    const [user = '', ...others] = counted.filter(key => key.startsWith('user '));
    expect(others).toEqual([]);
    return user;
  };

  const withoutSub = { sub: undefined };
  const ofClient = { ...withoutSub, patient: undefined };
  const unnamed = { ...ofClient, client_id: undefined };
  const partner = { client_id: 'partner', patient: undefined };

  test.each<[string, Asked, Asked]>([
    [
      'is the sub, whoever else the request names',
      {},
      { claims: { client_id: 'web', patient: undefined }, patient: child },
    ],
    [
      'is the own patient without a sub, in each client',
      { claims: withoutSub },
      { claims: { ...withoutSub, client_id: 'web' } },
    ],
    [
      'is the own patient, however it is written, and not the one asked for',
      { claims: withoutSub },
      { claims: { ...withoutSub, patient: '19121212-1212' }, patient: child },
    ],
    [
      'is the client without both, whichever patient is asked for',
      { claims: ofClient },
      { claims: ofClient, patient: child },
    ],
    [
      'is the client if the patient cannot be read',
      { claims: ofClient },
      { claims: { ...withoutSub, patient: 'x' } },
    ],
    [
      'is nobody in particular without a client too',
      { claims: unnamed },
      { claims: unnamed, patient: child },
    ],
    [
      'of a partner is the patient asked for, whatever the sub',
      { claims: partner, patient: own },
      { claims: { ...partner, sub: 'user-2' }, patient: '19121212-1212' },
    ],
    ['of a partner is the sub without a patient', {}, { claims: partner }],
    ['of a partner is the sub if the patient cannot be read', {}, { claims: partner, patient: 'x' }],
  ])('%s', async (_, one, same) => {
    expect(await userOf(same)).toBe(await userOf(one));
  });

  test('is another one for each text, each kind of claim and each subscription, and reveals none of them', async () => {
    const different: readonly Asked[] = ['app-key', 'other-key'].flatMap(key =>
      [
        {},
        { claims: { sub: own } },
        { claims: withoutSub },
        { claims: { ...withoutSub, patient: child } },
        { claims: { ...ofClient, client_id: own } },
        { claims: { ...ofClient, client_id: 'web' } },
        { claims: unnamed },
        { claims: partner, patient: otherChild },
      ].map(asked => ({ key, ...asked })),
    );
    const users: string[] = [];
    for (const asked of different) users.push(await userOf(asked));
    expect(new Set(users).size).toBe(16);
    for (const user of users) expect(user).toMatch(/^user [\w-]{43}$/);
  });
});

describe('the subscription, with seven calls at once for the four places of a system,', () => {
  test.each<[string, string[], inFlight: number, refused: number]>([
    ['has all places and may let two more wait, if it is the only one', ['app'], 4, 1],
    ['has three quarters of each, if there are others', ['app', 'other'], 3, 3],
  ])('%s', async (_, names, inFlight, refused) => {
    const held: ServerResponse[] = [];
    ehr.answer = (_, response) => void held.push(response);
    const one = await startOne({
      subscriptions: names.map(name => subscription(name)),
      system: { maxConcurrent: 4 },
    });
    const statuses: number[] = [];
    const all = Promise.all(
      Array.from({ length: 7 }, async () => void statuses.push((await ask({}, one)).status)),
    );
    await expect.poll(() => [held.length, statuses.length], unhurried).toEqual([inFlight, refused]);
    expect(statuses).toEqual(Array(refused).fill(503));
    ehr.answer = ({ path }, response) => xml(response, documentOf(path, own));
    for (const response of held) xml(response, documentOf(rowOf(10).ehr, own));
    await all;
    expect(statuses.filter(status => status === 200)).toHaveLength(7 - refused);
  });
});

describe('the patient whose calls fail', () => {
  const guardian = { acts_for: [child, otherChild] };

  test.each<[string, Asked[], open: string[] | undefined]>([
    [
      'is the one asked for: of a guardian, three',
      [{ claims: guardian }, ...[child, otherChild].map(patient => ({ claims: guardian, patient }))],
      ['ehr'],
    ],
    [
      'is the own one without another: of three users, three',
      [own, child, otherChild].map(patient => ({ claims: { patient } })),
      ['ehr'],
    ],
    [
      'is one, whoever asks',
      [
        { claims: { sub: 'user-1' } },
        { claims: { sub: 'user-2' }, patient: own },
        { claims: { client_id: 'partner', patient: undefined }, patient: own },
      ],
      undefined,
    ],
  ])('%s', async (_, callers, open) => {
    ehr.answer = (_, response) => void response.writeHead(429).end();
    const one = await startOne({});
    for (let times = 0; times < 5; times++) {
      for (const caller of callers) expect((await ask(caller, one)).status).toBe(503);
    }
    expect((await one.ask({ path: '/health/ready', key: null })).body.openCircuits).toEqual(open);
  });
});
