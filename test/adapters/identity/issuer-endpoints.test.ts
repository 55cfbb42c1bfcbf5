// The issuer's endpoints: fetched when they are first needed, by one request at a time, and again only after a pause.
import { expect, test } from 'vitest';
import type { IssuerClient } from '../../../src/adapters/identity/issuer-client.ts';
import { issuerEndpoints } from '../../../src/adapters/identity/issuer-endpoints.ts';
import { Failure } from '../../../src/domain/model/failure.ts';
import { recordedLog } from '../recorded-log.ts';

const endpoints = { authorization: 'https://issuer.test/authorize', token: 'https://issuer.test/token' };

/** An issuer that is unreachable until `isReachable` is set, on a clock that the test sets. */
const finder = (isReachable: boolean) => {
  const issuer = { isReachable, fetches: 0 };
  const clock = { now: 1_000_000 };
  const client: Pick<IssuerClient, 'configuration' | 'urlIn'> = {
    configuration: async () => {
      issuer.fetches++;
      if (!issuer.isReachable) throw new Failure('keys-unavailable', { detail: 'nothing listens there' });
      return { token_endpoint: endpoints.token, authorization_endpoint: endpoints.authorization };
    },
    urlIn: (configuration, member) => configuration[member] as string | undefined,
  };
  const { log, levels } = recordedLog();
  const find = issuerEndpoints(client as IssuerClient, { log, now: () => clock.now });
  return { find, issuer, clock, levels };
};

test('calls at the same time share a fetch, and all get its result', async () => {
  const { find, issuer } = finder(true);
  expect(await Promise.all([find(), find(), find()])).toEqual([endpoints, endpoints, endpoints]);
  expect(issuer.fetches).toBe(1);
});

test('endpoints that have been fetched are not fetched again', async () => {
  const { find, issuer, clock } = finder(true);
  await find();
  clock.now += 3_600_000;
  expect(await find()).toEqual(endpoints);
  expect(issuer.fetches).toBe(1);
});

test('an unreachable issuer is asked again after ten seconds, and logged', async () => {
  const { find, issuer, clock, levels } = finder(false);
  expect(await find()).toBeUndefined();
  issuer.isReachable = true;
  clock.now += 9_999;
  expect(await find()).toBeUndefined();
  clock.now += 1;
  expect(await find()).toEqual(endpoints);
  expect(issuer.fetches).toBe(2);
  expect(levels()).toEqual(['warn']);
});
