// Floods of every token (D32): processes with a heap of 128 MB read 20 MiB of each, yield to the event loop, and survive.
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

/** One of two processes, so both cores are used: each reads every second flood. */
const readShare = async (share: number): Promise<string> => {
  const child = join(import.meta.dirname, 'flood-child.ts');
  const argv = ['--max-old-space-size=128', child, String(share), '2'];
  // If it crashed, its output says why.
  const { stdout } = await promisify(execFile)(process.execPath, argv).catch(
    error => error as { stdout: string },
  );
  return stdout;
};

beforeAll(async () => {
  lines = (await Promise.all([readShare(0), readShare(1)]))
    .flatMap(stdout => stdout.split('\n').slice(0, -1))
    .map(line => JSON.parse(line) as Line);
});

test.each(Object.entries(floods))('%s', (name, { isHarmless = false }) => {
  const line = lines.find(one => one.name === name);
  expect(line?.outcome).toBe('ehr-unusable');
  const { taken = 0, turns = 0 } = line ?? {};
  expect(turns).toBeGreaterThanOrEqual(Math.floor(taken / (128 * 1024)));
  expect(taken >= 20 * 1024 * 1024).toBe(isHarmless);
});
