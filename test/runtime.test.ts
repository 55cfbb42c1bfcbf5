import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from './support/new-folder.ts';

const script = join(import.meta.dirname, '../tools/node-version.sh');

/** Runs the script with a Node of some version. */
const checkWith = (version: string) => {
  const folder = newFolder();
  writeFileSync(join(folder, 'node'), `#!/bin/sh\necho ${version}\n`);
  chmodSync(join(folder, 'node'), 0o755);
  return spawnSync('/bin/sh', [script], { env: { PATH: folder }, encoding: 'utf8' });
};

test('the tests run on the pinned Node, not on the one that the machine happens to have', () => {
  expect(process.versions.node).toMatch(/^24\./);
});

test.each(['v20.20.2', 'v9.0.0', 'v23.11.1'])('an older Node is reported in one sentence: %s', version => {
  const { status, stdout, stderr } = checkWith(version);
  expect(stderr).toMatch(/^Node 24 or later is required; this is v[\d.]+\. .*\n$/);
  expect(stderr).toContain(version);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
});

test.each(['v24.0.0', 'v24.21.0', 'v26.1.0', 'v100.0.0'])('nothing is said about %s', version => {
  expect(checkWith(version)).toMatchObject({ status: 0, stdout: '', stderr: '' });
});

test('nor about the pinned one', () => {
  const path = join(import.meta.dirname, '../node_modules/.bin');
  expect(execFileSync('/bin/sh', [script], { env: { PATH: path }, encoding: 'utf8' })).toBe('');
});
