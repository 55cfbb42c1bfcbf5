// What the log warns of at the start: names and members that nothing reads.
import { expect, test } from 'vitest';
import type { Configuration } from '../../src/config/index.ts';
import { logWarnings } from '../../src/process/started.ts';

type Given = {
  readonly unknownSettings?: object[];
  readonly subscription?: object;
  readonly unknown?: string[];
  readonly region?: object;
};

/** The warnings about a configuration that has only what is given. */
const warningsOf = async (given: Given) => {
  const warned: { fields: unknown; message: unknown }[] = [];
  const configuration = {
    settings: { REQUEST_TIMEOUT_MS: 10_000, ANSWER_BUDGET_BYTES: 536_870_912, RATE_LIMIT: 100 },
    region: {
      release: 'ehr',
      retentionMonths: 60,
      systems: [],
      numbers: {},
      unknown: given.unknown ?? [],
      ...given.region,
    },
    subscriptions: [{ name: 'app', keys: [`sha256:${'a'.repeat(64)}`], ...given.subscription }],
    unknownSettings: given.unknownSettings ?? [],
  } as unknown as Configuration;
  const logger = { warn: (fields: unknown, message?: unknown) => void warned.push({ fields, message }) };
  await logWarnings(configuration, { logger, mode: undefined });
  return warned;
};

test('nothing, if everything is read', async () => {
  expect(await warningsOf({})).toEqual([]);
});

test.each([
  [{ name: 'REDIS_URI', probably: 'REDIS_URL' }, 'did you mean REDIS_URL?'],
  [{ name: 'SHOE_SIZE' }, 'the region profile does not use it as a secret either'],
  [{ name: 'NODE_EXTRA_CA_CERTS' }, 'set it in the environment, because Node reads it before .env'],
])('a setting: %j', async (setting, hint) => {
  expect(await warningsOf({ unknownSettings: [setting] })).toEqual([
    {
      fields: { where: setting.name, ...setting },
      message: `nothing reads the setting ${setting.name}: ${hint}`,
    },
  ]);
});

test('members of the profile and of subscriptions, by their path', async () => {
  expect(await warningsOf({ unknown: ['/sorces'], subscription: { note: 'of the operator' } })).toEqual([
    {
      fields: { where: 'REGION_FILE', members: ['/sorces'] },
      message: 'the region profile has members that nothing reads',
    },
    {
      fields: { where: 'SUBSCRIPTIONS_FILE /0/note' },
      message: 'SUBSCRIPTIONS_FILE /0/note: nothing reads this member',
    },
  ]);
});

test('what the files of a system allow but probably do not mean', async () => {
  const where = 'nordvik/system.json:5:7';
  const hints = async () => [{ where, message: 'only the answer names the patient' }];
  const region = {
    systems: ['table', 'fhir'].map(adapter => ({
      adapter,
      tls: {},
      baseUrl: 'https://ehr.example',
      profileMembers: {},
    })),
    adapters: { table: { hints }, fhir: {} },
  };
  expect(await warningsOf({ region: { ...region, sources: {} } })).toEqual([
    { fields: { where }, message: `${where}: only the answer names the patient` },
  ]);
});
