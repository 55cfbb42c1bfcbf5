// Floods of every kind (D32): a process with a heap of 192 MB reads them all, yields to the event loop, and survives.
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { type FloodLine, floodLines } from '../../../support/floods.ts';
import { unhurried } from '../../../support/until.ts';
import { floods } from './floods.ts';

vi.setConfig({ ...unhurried, hookTimeout: 600_000 });

let lines: readonly FloodLine[] = [];

beforeAll(async () => {
  lines = await floodLines(['--max-old-space-size=192', join(import.meta.dirname, 'flood-child.ts')]);
});

test.each(Object.entries(floods))('%s', (name, { outcome, isAtOnce = false }) => {
  const line = lines.find(one => one.name === name);
  expect(line).toMatchObject({ outcome, held: 0 });
  expect(line?.most).toBeGreaterThan(8 * 1024 * 1024);
  const isShort = isAtOnce || name.endsWith('without an end') || name === 'one member, again and again';
  // One object is refused at 16,000 members.
  if (!isShort) expect(line?.turns).toBeGreaterThan(name.startsWith('members ') ? 3 : 10);
});
