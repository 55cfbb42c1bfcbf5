// Every benchmark answers --help and --version, and names an unknown option, without measuring anything.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };

const run = (file: string, option: string) =>
  spawnSync(process.execPath, [join(import.meta.dirname, '../../bench', file), option], { encoding: 'utf8' });

test.each([
  ['bench', 'main.ts'],
  ['bench:compare', 'compare.ts'],
  ['bench:profile', 'profile.ts'],
  ['bench:soak', 'soak.ts'],
  ['bench:access-log', 'access-log/main.ts'],
])(
  '%s',
  (name, file) => {
    expect(run(file, '--help')).toMatchObject({ status: 0, stderr: '' });
    expect(run(file, '--help').stdout).toMatch(new RegExp(`^npm run ${name}\\b`));
    expect(run(file, '--version')).toMatchObject({ status: 0, stdout: `${packageFile.version}\n` });
    const { status, stdout, stderr } = run(file, '--unknown');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain("Unknown option '--unknown'");
  },
  60_000,
);
