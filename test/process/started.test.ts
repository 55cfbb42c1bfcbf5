// What the log warns of at the start: names and members that nothing reads.
import { expect, test } from 'vitest';
import type { Configuration } from '../../src/config/index.ts';
import { logWarnings } from '../../src/process/started.ts';

/** The warnings about a configuration that has only what is given. */
const warningsOf = (given: { unknownSettings?: object[]; subscription?: object; unknown?: string[] }) => {
  const warned: { fields: unknown; message: unknown }[] = [];
  const configuration = {
    settings: { REQUEST_TIMEOUT_MS: 10_000, ANSWER_BUDGET_BYTES: 536_870_912, RATE_LIMIT: 100 },
    region: { release: 'ehr', systems: [], numbers: {}, unknown: given.unknown ?? [] },
    subscriptions: [{ name: 'app', keys: [`sha256:${'a'.repeat(64)}`], ...given.subscription }],
    unknownSettings: given.unknownSettings ?? [],
  } as unknown as Configuration;
  const logger = { warn: (fields: unknown, message?: unknown) => void warned.push({ fields, message }) };
  logWarnings(configuration, { logger, mode: undefined });
  return warned;
};

test('nothing, if everything is read', () => {
  expect(warningsOf({})).toEqual([]);
});

test.each([
  [{ name: 'REDIS_URI', probably: 'REDIS_URL' }, 'did you mean REDIS_URL?'],
  [{ name: 'SHOE_SIZE' }, 'the region profile does not use it as a secret either'],
  [{ name: 'NODE_EXTRA_CA_CERTS' }, 'set it in the environment, because Node reads it before .env'],
])('a setting: %j', (setting, hint) => {
  expect(warningsOf({ unknownSettings: [setting] })).toEqual([
    {
      fields: { where: setting.name, ...setting },
      message: `nothing reads the setting ${setting.name}: ${hint}`,
    },
  ]);
});

test('members of the profile and of subscriptions, by their path', () => {
  expect(warningsOf({ unknown: ['/sorces'], subscription: { note: 'of the operator' } })).toEqual([
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
