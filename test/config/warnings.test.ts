// What a configuration without faults is warned about: certificates that are not valid, limits that never apply, rules that
// withhold nothing, nobody to serve.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Configuration } from '../../src/config/index.ts';
import type { BoundSystem } from '../../src/config/region/system.ts';
import { certificateWarnings, configurationWarnings, regionWarnings } from '../../src/config/warnings.ts';
import type { ReleaseRules } from '../../src/domain/rules/release.ts';
import { type Certified, newAuthority } from '../support/servers/certificates.ts';

const hour = 3_600_000;
let valid: Certified;
let expired: Certified;
let early: Certified;

beforeAll(async () => {
  const authority = await newAuthority('Region');
  [valid, expired, early] = await Promise.all([
    authority.serverValid(-24, 24),
    authority.serverValid(-48, -24),
    authority.serverValid(24, 48),
  ]);
});

const system = (changes: Partial<BoundSystem>) =>
  ({ name: 'ehr', timeoutMs: 8000, tls: {}, ...changes }) as BoundSystem;

const configured = (
  systems: readonly BoundSystem[],
  { requestTimeoutMs = 10_000, subscriptions = [{ name: 'app', keys: [] }] as object[] } = {},
) =>
  ({
    settings: { REQUEST_TIMEOUT_MS: requestTimeoutMs },
    region: { release: 'ehr', systems },
    subscriptions,
  }) as unknown as Configuration;

const ofTls = (tls: BoundSystem['tls'], now = new Date()) =>
  certificateWarnings([system({ tls })], now).map(({ where, message }) => `${where}: ${message}`);

const place = 'REGION_FILE /systems/ehr';

describe('certificates of a system', () => {
  test('that are valid, or missing, are not warned about', () => {
    expect(ofTls({})).toEqual([]);
    expect(ofTls({ cert: valid.cert, key: valid.key, ca: valid.cert })).toEqual([]);
  });

  test('that have expired, or begin later, are', () => {
    expect(ofTls({ cert: expired.cert })).toEqual([
      expect.stringMatching(
        /^REGION_FILE \/systems\/ehr\/tls\/certFile: the certificate expired at \d{4}-.*Z: /,
      ),
    ]);
    expect(ofTls({ cert: early.cert })).toEqual([
      expect.stringMatching(/\/certFile: the certificate is not valid before \d{4}-.*Z: /),
    ]);
    expect(ofTls({ cert: valid.cert }, new Date(Date.now() + 25 * hour))).toHaveLength(1);
  });

  test('of authorities are, if none of the file is valid', () => {
    expect(ofTls({ ca: `${expired.cert}\n${early.cert}` })).toEqual([
      expect.stringMatching(/\/caFile: the certificate expired at .*no server can be verified$/),
    ]);
    expect(ofTls({ ca: `${expired.cert}\n${valid.cert}` })).toEqual([]);
    expect(ofTls({ ca: `subject=CN=x\n${valid.cert}\n${expired.cert}` })).toEqual([]);
  });

  test('of authorities are, if one of them cannot be read', () => {
    const damaged = valid.cert.replace(/[A-Za-z0-9+/]{40}\n/, '');
    expect(ofTls({ ca: `${valid.cert}\n${damaged}` })).toEqual([
      expect.stringMatching(/\/caFile: one of the certificates cannot be read/),
    ]);
  });
});

describe('a time limit of a system', () => {
  const placesOf = (timeoutMs: number) =>
    configurationWarnings(configured([system({ timeoutMs })]), new Date()).map(({ where }) => where);

  test('beyond that of a request is warned about, an equal one is not', () => {
    expect(placesOf(10_001)).toEqual([`${place}/timeoutMs`]);
    expect(placesOf(10_000)).toEqual([]);
  });
});

describe('release rules', () => {
  const placesOf = (release: ReleaseRules) =>
    regionWarnings({ release, systems: [] }, new Date()).map(({ where }) => where);

  test.each<ReleaseRules>([
    { withhold: {} },
    { withhold: { units: [] } },
    { withhold: { unsharedContacts: false } },
    { withhold: { units: [], noteTemplates: [], keywords: [], secrecyLevels: [], unsharedContacts: false } },
  ])('that withhold nothing are warned about: %j', release => {
    expect(placesOf(release)).toEqual(['REGION_FILE /release']);
  });

  test.each<ReleaseRules>([
    'ehr',
    { withhold: { unsharedContacts: true } },
    { withhold: { units: [], keywords: ['Våld'] } },
    { withhold: { secrecyLevels: ['4'], unsharedContacts: false } },
  ])('that withhold something, or leave it to the EHR, are not: %j', release => {
    expect(placesOf(release)).toEqual([]);
  });
});

test('a file without subscriptions is warned about: nobody can call the service', () => {
  const warnings = configurationWarnings(configured([], { subscriptions: [] }), new Date());
  expect(warnings.map(({ where }) => where)).toEqual(['SUBSCRIPTIONS_FILE']);
});
