// Floods of marked-up texts (D32): a process with a heap of 192 MB reads them all, yields to the event loop, counts what it makes,
// and survives.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test, vi } from 'vitest';
import { unhurried } from '../../../../support/service/process.ts';
import { floods } from './floods.ts';

vi.setConfig({ ...unhurried, hookTimeout: 600_000 });

type Line = {
  readonly name: string;
  readonly outcome: string;
  readonly most: number;
  readonly held: number;
  readonly turns: number;
};

let lines: readonly Line[] = [];

beforeAll(async () => {
  const argv = ['--max-old-space-size=192', join(import.meta.dirname, 'flood-child.ts')];
  // If it crashed, its output says why.
  const { stdout } = await promisify(execFile)(process.execPath, argv).catch(
    error => error as { stdout: string },
  );
  lines = stdout
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as Line);
});

test.each(Object.entries(floods))('%s', (name, { outcome, isShort = false }) => {
  const line = lines.find(one => one.name === name);
  expect(line).toMatchObject({ outcome, held: 0 });
  if (!isShort) expect(line?.most).toBeGreaterThan(1024 * 1024);
  // What is beyond a limit ends early.
  if (outcome === 'read') expect(line?.turns).toBeGreaterThan(400);
});
