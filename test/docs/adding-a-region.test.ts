// Follows the walk-through of docs/adding-a-region.md step by step in a copy of the project.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listed } from '../support/listed.ts';
import { copyWithGuide, type GuideCopy, guideFiles, guideRegistration } from './guide-copy.ts';

let copy: GuideCopy;
beforeAll(() => {
  copy = copyWithGuide();
});
afterAll(() => copy.remove());

test('the document contains every file that it mentions', () => {
  expect([...guideFiles.keys()]).toEqual(
    listed(`
    src/adapters/ehr/example/fields.ts src/adapters/ehr/example/index.ts
    test/adapters/ehr/example/damage-harness.ts test/adapters/ehr/example/contract.test.ts region.json
  `),
  );
  expect(guideRegistration).toBe(
    "register('example', async () => (await import('../adapters/ehr/example/index.ts')).example);",
  );
});

test('the compiler accepts its code', async () => {
  copy.put(
    'walk-through.json',
    JSON.stringify({
      extends: './tsconfig.json',
      include: listed(`
        src/**/*.d.ts src/composition/ehr-adapters.ts src/adapters/ehr/example test/adapters/ehr/example
      `),
    }),
  );
  const { ok, printed } = await copy.bin(
    'typescript/bin/tsc',
    ...listed('--project walk-through.json --checkers 1'),
  );
  expect(printed).toBe('');
  expect(ok).toBe(true);
}, 300_000);

test('the adapter passes the contract suite, and the architecture holds', async () => {
  const { ok, printed } = await copy.bin(
    'vitest/vitest.mjs',
    ...listed('run --maxWorkers=1 test/adapters/ehr/example/contract.test.ts test/architecture.test.ts'),
  );
  expect(printed).toContain('2 passed');
  expect(ok, printed).toBe(true);
}, 300_000);

test('the fuzzer damages its answers', async () => {
  const harness = 'test/adapters/ehr/example/damage-harness.ts';
  const { ok, printed } = await copy.bin(
    '../test/adapters/ehr/contract/fuzz.ts',
    ...['--harness', harness, '--seed', '1', '--minutes', '0'],
  );
  expect(printed).toBe('seed 1\n1 damaged answers, nothing found\n');
  expect(ok).toBe(true);
}, 60_000);

test('the service accepts the profile', async () => {
  copy.put(
    'load.ts',
    `import { adapters } from './src/composition/ehr-adapters.ts';
import { loadConfiguration } from './src/config/index.ts';
const { faults } = await loadConfiguration({
  REGION_FILE: 'region.json', SUBSCRIPTIONS_FILE: 'subscriptions.json', AUTH_ISSUER: 'https://login.example.org',
  AUTH_AUDIENCE: 'x', ACCESS_LOG_FILE: 'access.log' }, adapters);
process.stdout.write(JSON.stringify(faults ?? []));`,
  );
  copy.put('subscriptions.json', '[]');
  const { printed } = await copy.bin('../load.ts');
  expect(JSON.parse(printed)).toEqual([]);
}, 60_000);
