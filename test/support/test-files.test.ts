// Each test file belongs to one group and one part, by what it loads.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { alone, everyDay, large, loads, longest, notEveryDay, partOf, testFiles } from './test-files.ts';

const root = join(import.meta.dirname, '../..');

const filesOf = (part: 'daily' | 'rest' | 'all') => [...testFiles(part).values()].flat().toSorted();

test('every file runs either daily or with the rest', () => {
  const [daily, rest] = [filesOf('daily'), filesOf('rest')];
  expect([...daily, ...rest].toSorted()).toEqual(filesOf('all'));
  expect(new Set(filesOf('all')).size).toBe(daily.length + rest.length);
});

test.each(everyDay)('%s starts processes, and would not run daily if it were not listed', file => {
  expect(filesOf('all')).toContain(file);
  expect(loads(file, 'node:child_process')).toBe(true);
});

test.each(notEveryDay)('%s starts none, and would run daily if it were not listed', file => {
  expect(filesOf('all')).toContain(file);
  expect(loads(file, 'node:child_process')).toBe(false);
});

test.each([...alone, ...large, ...longest])('%s is a file', file => {
  expect(filesOf('all')).toContain(file);
});

test('what starts processes is found behind other modules, and a type is none', () => {
  // By test/support/service/process.ts and spawn-child.ts.
  expect(testFiles('rest').get('processes')).toContain('test/machine/check.test.ts');
  // By a damage harness and its sample.
  expect(testFiles('daily').get('many')).toContain('test/adapters/ehr/rivta/contract.test.ts');
  expect(testFiles('daily').get('quick')).toContain('test/domain/rules/release.test.ts');
  expect(testFiles('daily').get('quick')).toContain('test/support/test-files.test.ts');
});

test('a test of the project that starts none cannot start one', () => {
  const { spawn, execFileSync } = process.getBuiltinModule('node:child_process');
  expect(() => spawn('true')).toThrow('starts processes');
  expect(() => execFileSync('true')).toThrow('starts processes');
});

test('CI runs the command of the README, and then the files that it leaves out', () => {
  const [readme, ci] = ['README.md', '.ci/run'].map(name => readFileSync(join(root, name), 'utf8'));
  expect(readme).toContain('```sh\nnpm ci && npm test\n```');
  const commands = ci?.match(/\bnpm (?:ci|test|run [\w:]+)/g);
  expect(commands?.slice(0, 3)).toEqual(['npm ci', 'npm test', 'npm test']);
  expect(ci).toMatch(
    /^\{ npm ci && (?:TEST_\w+=\S+ )+npm test; \}.*\nTEST_FILES=rest (?:TEST_\w+=\S+ )+npm test /m,
  );
});

test('another word than those of the parts is refused', () => {
  expect(() => partOf('al')).toThrow('TEST_FILES is al, and must be one of daily, rest, all');
});
