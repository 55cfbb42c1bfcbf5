// Floods of every token (D32): a process with a heap of 128 MB reads 20 MiB of each, yields to the event loop, and survives.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test, vi } from 'vitest';
import { unhurried } from '../../../support/service/process.ts';
import { floods } from './floods.ts';

vi.setConfig({ ...unhurried, hookTimeout: 600_000 });

type Line = {
  readonly name: string;
  readonly outcome: string;
  readonly taken: number;
  readonly turns: number;
};

let lines: readonly Line[] = [];

beforeAll(async () => {
  const child = join(import.meta.dirname, 'flood-child.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--max-old-space-size=128', child]).catch(
    // If it crashed, its output says why.
    error => error as { stdout: string },
  );
  lines = stdout
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as Line);
});

test.each(Object.entries(floods))('%s', (name, { isHarmless = false }) => {
  const line = lines.find(one => one.name === name);
  expect(line?.outcome).toBe('ehr-unusable');
  const { taken = 0, turns = 0 } = line ?? {};
  expect(turns).toBeGreaterThanOrEqual(Math.floor(taken / (128 * 1024)));
  expect(taken >= 20 * 1024 * 1024).toBe(isHarmless);
});
