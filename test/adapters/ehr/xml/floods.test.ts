// Floods of every token (D32): processes with a heap of 128 MB read 17 MiB of each, more than any limit, yield to the event loop, and
// survive.
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { floodLines } from '../../../support/floods.ts';
import { unhurried } from '../../../support/until.ts';
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
const readShare = (share: number) =>
  floodLines<Line>([
    '--max-old-space-size=128',
    join(import.meta.dirname, 'flood-child.ts'),
    String(share),
    '2',
  ]);

beforeAll(async () => {
  lines = (await Promise.all([readShare(0), readShare(1)])).flat();
});

test.each(Object.entries(floods))('%s', (name, { isHarmless = false }) => {
  const line = lines.find(one => one.name === name);
  expect(line?.outcome).toBe('ehr-unusable');
  const { taken = 0, turns = 0 } = line ?? {};
  expect(turns).toBeGreaterThanOrEqual(Math.floor(taken / (128 * 1024)));
  expect(taken >= 17 * 1024 * 1024).toBe(isHarmless);
});
