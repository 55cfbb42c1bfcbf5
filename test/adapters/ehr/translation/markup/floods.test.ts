// Floods of marked-up texts (D32): a process with a heap of 96 MB reads them all, yields to the event loop, counts what it makes,
// and survives.
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { type FloodLine, floodLines } from '../../../../support/floods.ts';
import { unhurried } from '../../../../support/until.ts';
import { floods } from './floods.ts';

vi.setConfig({ ...unhurried, hookTimeout: 600_000 });

let lines: readonly FloodLine[] = [];

beforeAll(async () => {
  lines = await floodLines(['--max-old-space-size=96', join(import.meta.dirname, 'flood-child.ts')]);
});

test.each(Object.entries(floods))('%s', (name, { outcome, isShort = false }) => {
  const line = lines.find(one => one.name === name);
  expect(line).toMatchObject({ outcome, held: 0 });
  if (!isShort) expect(line?.most).toBeGreaterThan(512 * 1024);
  // What is beyond a limit ends early.
  if (outcome === 'read') expect(line?.turns).toBeGreaterThan(200);
});
