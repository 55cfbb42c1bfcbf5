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

const ehrUrl = 'https://ehr.example.internal';

const system = (changes: Partial<BoundSystem>) =>
  ({
    name: 'ehr',
    baseUrl: ehrUrl,
    timeoutMs: 8000,
    tls: {},
    profileMembers: {},
    profileFolder: '/nowhere',
    ...changes,
  }) as BoundSystem;

const configured = (
  systems: readonly BoundSystem[],
  {
    requestTimeoutMs = 10_000,
    answerBudget = 536_870_912,
    subscriptions = [{ name: 'app', keys: [] }] as object[],
    docsKey = undefined as string | undefined,
    publicUrl = undefined as string | undefined,
  } = {},
) =>
  ({
    settings: {
      REQUEST_TIMEOUT_MS: requestTimeoutMs,
      ANSWER_BUDGET_BYTES: answerBudget,
      RATE_LIMIT: 100,
      DOCS_KEY: docsKey,
      PUBLIC_URL: publicUrl,
      BASE_PATH: '/api/v1',
    },
    region: {
      release: 'ehr',
      timeZone: 'Europe/Stockholm',
      systems,
      sources: {},
      retentionMonths: 60,
      numbers: { reserve: undefined },
    },
    subscriptions,
  }) as unknown as Configuration;

const placesIn = (warnings: readonly { readonly where: string }[]) => warnings.map(({ where }) => where);

/** The warnings about a region that differs so from one without any. */
const ofRegion = (changes: Partial<Parameters<typeof regionWarnings>[0]>) =>
  regionWarnings(
    {
      release: 'ehr',
      retentionMonths: 60,
      systems: [],
      sources: {},
      representProtected: false,
      numbers: {},
      reserveNumbersRoot: undefined,
      ...changes,
    },
    new Date(),
  );

/** The warnings about a configuration of these systems, with what it differs in. */
const ofConfiguration = (
  changes: Parameters<typeof configured>[1],
  { systems = [] as readonly BoundSystem[], now = new Date(), mode = undefined as string | undefined } = {},
) => configurationWarnings(configured(systems, changes), { now, mode });

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

describe('certificates beside an http URL', () => {
  const loopback = 'http://127.0.0.1:4000';
  const warned = (baseUrl: string, profileMembers: object = {}) =>
    ofRegion({ systems: [system({ baseUrl, profileMembers, tls: { ca: valid.cert } })] });

  test('that no call uses, because all are http', () => {
    expect(warned(loopback)).toEqual([
      { where: `${place}/tls`, message: 'nothing uses it: the system is called over http, without TLS' },
    ]);
    expect(warned(loopback, { endpoints: { GetCareContacts: 'contacts' } })).toHaveLength(1);
  });

  test('that some call uses are not warned about', () => {
    expect(warned(ehrUrl)).toEqual([]);
    expect(warned('HTTPS://ehr.example.internal')).toEqual([]);
    expect(warned(loopback, { auth: { tokenUrl: 'https://token.example' } })).toEqual([]);
    expect(warned(loopback, { endpoints: { GetCareContacts: 'https://contacts.example' } })).toEqual([]);
  });
});

describe('a time limit of a system', () => {
  const placesOf = (timeoutMs: number) => placesIn(ofConfiguration({}, { systems: [system({ timeoutMs })] }));

  test('beyond that of a request is warned about, an equal one is not', () => {
    expect(placesOf(10_001)).toEqual([`${place}/timeoutMs`]);
    expect(placesOf(10_000)).toEqual([]);
  });
});

describe('a source of patients that does not state protected identity', () => {
  const placesOf = (protectedIdentity: string | undefined, representProtected = false, name = 'ehr') =>
    placesIn(
      ofRegion({
        systems: [{ ...system({ profileMembers: { protectedIdentity } }), name: 'ehr' }],
        sources: { patients: name },
        representProtected,
      }),
    );

  test('is warned of', () => {
    expect(placesOf('not-said')).toEqual(['REGION_FILE /systems/ehr/protectedIdentity']);
  });

  test.each(['absent-means-no', 'security-label', undefined])('is not, if it does: %s', word => {
    expect(placesOf(word)).toEqual([]);
  });

  test('is not, if the region allows it or another system serves the patients', () => {
    expect(placesOf('not-said', true)).toEqual([]);
    expect(placesOf('not-said', false, 'other')).toEqual([]);
  });
});

describe('release rules', () => {
  const placesOf = (release: ReleaseRules) => placesIn(ofRegion({ release }));

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

test.each([
  [59, ['REGION_FILE /retentionMonths']],
  [60, []],
])('a log that is kept for %i months', (retentionMonths, places) => {
  expect(placesIn(ofRegion({ retentionMonths }))).toEqual(places);
});

describe('reserve numbers', () => {
  const warned = (pattern: string | undefined, reserveNumbersRoot: string | undefined) => {
    const reserve = pattern === undefined ? undefined : new RegExp(`^(?:${pattern})$`, 'u');
    return ofRegion({ numbers: { reserve }, reserveNumbersRoot });
  };
  const placesOf = (pattern: string) => placesIn(warned(pattern, '1.2.752.97.3.1.3'));

  test.each(['.*', '.*\\S.*', '[0-9]{12}', '[0-9]{8}-[0-9]{4}', '[0-9]{8}-?[0-9A-Z][0-9]{3}'])(
    'that include mistyped personal numbers are warned about: %s',
    pattern => {
      expect(placesOf(pattern)).toEqual(['REGION_FILE /reserveNumbers']);
    },
  );

  test.each(['[0-9]{8}[A-Z][0-9]{3}', '99[0-9]{10}', 'R[0-9]+'])(
    'of a form of their own are not: %s',
    pattern => {
      expect(placesOf(pattern)).toEqual([]);
    },
  );

  const consequence = 'a record of another patient is not recognized by a reserve number with an OID';

  test('without their root, those in records are not compared with the patient (D17)', () => {
    expect(warned('R[0-9]+', undefined)).toEqual([
      { where: 'REGION_FILE /reserveNumbersRoot', message: `it is missing: ${consequence}` },
    ]);
    expect(warned(undefined, undefined)).toEqual([]);
    expect(warned(undefined, '1.2.752.97.3.1.3')).toEqual([]);
  });

  test.each(['urn:oid:1.2.752.97.3.1.3', '1.2.752.97.3.1.3 ', '1.2.752.097.3.1.3', 'reservnummer'])(
    'nor with a root that is not an OID: %j',
    root => {
      expect(warned('R[0-9]+', root)).toEqual([
        {
          where: 'REGION_FILE /reserveNumbersRoot',
          message: `it is not an OID, such as 1.2.752.97.3.1.3: ${consequence}`,
        },
      ]);
    },
  );
});

describe('the memory for answers', () => {
  const eightLists = 8 * 8 * 1024 * 1024;
  const placesOf = (answerBudget: number) => placesIn(ofConfiguration({ answerBudget }));

  test('is warned about if the eighth of one user is less than one list (D31, D32)', () => {
    expect(placesOf(1)).toEqual(['ANSWER_BUDGET_BYTES']);
    expect(placesOf(eightLists - 1)).toEqual(['ANSWER_BUDGET_BYTES']);
    expect(placesOf(eightLists)).toEqual([]);
  });
});

describe('subscriptions', () => {
  const warned = (subscriptions: object[], now = new Date()) =>
    ofConfiguration({ subscriptions }, { now }).map(({ where, message }) => `${where}: ${message}`);
  const app = { name: 'app', keys: [] };

  test('none: nobody can call the service', () => {
    expect(warned([])).toEqual(['SUBSCRIPTIONS_FILE: there is no subscription: every call is refused']);
  });

  test('a limit of a user that is above that of the subscription never applies', () => {
    expect(warned([app, { ...app, rateLimit: 50, userRateLimit: 51 }])).toEqual([
      'SUBSCRIPTIONS_FILE /1/userRateLimit: 51 calls are never reached: the limit of the subscription is 50',
    ]);
    expect(warned([{ ...app, userRateLimit: 101 }])).toEqual([
      'SUBSCRIPTIONS_FILE /0/userRateLimit: 101 calls are never reached: the limit of the subscription is 100',
    ]);
    expect(
      warned([
        { ...app, rateLimit: 50, userRateLimit: 50 },
        { ...app, userRateLimit: 100 },
      ]),
    ).toEqual([]);
  });

  // In Stockholm the 30th of June ends at 22:00 UTC.
  test.each([
    ['more than two weeks before its end', '2026-06-16T21:59:59Z', []],
    ['two weeks before it', '2026-06-16T22:00:00Z', ['"app" expires after 2026-06-30']],
    ['in its last second', '2026-06-30T21:59:59Z', ['"app" expires after 2026-06-30']],
    ['after it', '2026-06-30T22:00:00Z', ['"app" expired after 2026-06-30']],
  ])('one with an end, %s', (_, now, expected) => {
    expect(warned([{ ...app, expires: '2026-06-30' }], new Date(now))).toEqual(
      expected.map(message => `SUBSCRIPTIONS_FILE /0/expires: ${message}`),
    );
  });

  test('a member that nothing reads', () => {
    expect(warned([{ ...app, note: 'secret' }])).toEqual([
      'SUBSCRIPTIONS_FILE /0/note: nothing reads this member',
    ]);
  });
});

// A proxy may map the path, but most do not: then no proof would fit.
test.each([
  [undefined, []],
  ['https://api.region.example/api/v1', []],
  ['https://api.region.example/pda/api/v1', []],
  ['https://api.region.example', ['PUBLIC_URL']],
  ['https://api.region.example/api', ['PUBLIC_URL']],
])('PUBLIC_URL=%s with the BASE_PATH /api/v1: %j', (publicUrl, expected) => {
  expect(placesIn(ofConfiguration({ publicUrl }))).toEqual(expected);
});

describe('the key on the API page', () => {
  const key = 'sandbox-key';
  const warned = (mode: string | undefined, docsKey: string | undefined) =>
    placesIn(ofConfiguration({ docsKey }, { mode }));

  test('is warned about in production: everybody who opens the page gets it', () => {
    expect(warned('production', key)).toEqual(['DOCS_KEY']);
    expect(warned('production', undefined)).toEqual([]);
    expect(warned('test', key)).toEqual([]);
    expect(warned(undefined, key)).toEqual([]);
  });
});
