// Follows the walk-through of docs/adding-a-region.md step by step in a copy of the project.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const text = readFileSync(join(root, 'docs/adding-a-region.md'), 'utf8');
const copy = mkdtempSync(join(tmpdir(), 'adding-a-region-'));

const files = new Map(
  [...text.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm)].map(([, name = '', content = '']) => [
    name,
    content,
  ]),
);
const registration = /^```ts registration\n([\s\S]+?)\n```$/m.exec(text)?.[1] ?? '';

const put = (name: string, content: string) => {
  mkdirSync(dirname(join(copy, name)), { recursive: true });
  writeFileSync(join(copy, name), content);
};

/** Runs a program of `node_modules/.bin` in the copy; returns its output and whether it succeeded. */
const bin = async (name: string, ...args: string[]) => {
  const {
    NOTHING_SKIPS: _skips,
    TEST_SUMMARY_FILE: _summary,
    TEST_COVERAGE: _coverage,
    ...env
  } = process.env;
  const program = join(copy, 'node_modules', name);
  const done = await run(process.execPath, [program, ...args], { cwd: copy, env }).catch(error => error);
  return { ok: done.code === undefined, printed: `${done.stdout}${done.stderr}` };
};

beforeAll(() => {
  for (const name of [
    'src',
    'sandbox',
    'test',
    'tools',
    'deploy',
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
  ])
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: path => !path.includes('node_modules'),
    });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const [name, content] of files) put(name, content);
  const composition = readFileSync(join(copy, 'src/composition.ts'), 'utf8');
  put('src/composition.ts', composition.replace(/^(register\(.*\);\n)(?!register)/m, `$1${registration}\n`));
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('the document contains every file that it mentions', () => {
  expect([...files.keys()]).toEqual([
    'src/adapters/ehr/example/index.ts',
    'test/adapters/ehr/example/contract.test.ts',
    'region.json',
  ]);
  expect(registration.split('\n')).toEqual([
    "import { example } from './adapters/ehr/example/index.ts';",
    "register('example', example);",
  ]);
});

test('the compiler accepts its code', async () => {
  put(
    'walk-through.json',
    JSON.stringify({
      extends: './tsconfig.json',
      include: [
        'src/**/*.d.ts',
        'src/composition.ts',
        'src/adapters/ehr/example',
        'test/adapters/ehr/example',
      ],
    }),
  );
  const { ok, printed } = await bin('typescript/bin/tsc', '--project', 'walk-through.json');
  expect(printed).toBe('');
  expect(ok).toBe(true);
}, 120_000);

test('the adapter passes the contract suite, and the architecture holds', async () => {
  const { ok, printed } = await bin(
    'vitest/vitest.mjs',
    'run',
    'test/adapters/ehr/example/contract.test.ts',
    'test/architecture.test.ts',
  );
  expect(printed).toContain('2 passed');
  expect(ok, printed).toBe(true);
}, 120_000);

test('the service accepts the profile', async () => {
  put(
    'load.ts',
    `import { adapters } from './src/composition.ts';
import { loadConfiguration } from './src/config/index.ts';
const { faults } = loadConfiguration({
  REGION_FILE: 'region.json', SUBSCRIPTIONS_FILE: 'subscriptions.json', AUTH_ISSUER: 'https://login.example.org',
  AUTH_AUDIENCE: 'x', ACCESS_LOG_FILE: 'access.log' }, adapters);
process.stdout.write(JSON.stringify(faults ?? []));`,
  );
  put('subscriptions.json', '[]');
  const { printed } = await bin('../load.ts');
  expect(JSON.parse(printed)).toEqual([]);
}, 60_000);
