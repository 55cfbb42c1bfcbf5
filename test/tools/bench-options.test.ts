// Every benchmark reads its options before it measures anything: --help and --version, and an unknown one is named.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };

const run = (file: string, option: string) =>
  spawnSync(process.execPath, [join(import.meta.dirname, '../../bench', file), option], { encoding: 'utf8' });

// Each run is a process that loads a whole benchmark, which takes a second or more.
test.each([
  ['bench', 'main.ts'],
  ['bench:compare', 'compare.ts'],
])('%s', (name, file) => {
  const { status, stdout, stderr } = run(file, '--unknown');
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain("Unknown option '--unknown'");
  expect(stderr).toMatch(new RegExp(`^npm run ${name}\\b`, 'm'));
});

test('--help is the usage, and --version that of the project', () => {
  const help = run('main.ts', '--help');
  expect(help).toMatchObject({ status: 0, stderr: '' });
  expect(help.stdout).toMatch(/^npm run bench\b/);
  expect(run('main.ts', '--version')).toMatchObject({ status: 0, stdout: `${packageFile.version}\n` });
});
