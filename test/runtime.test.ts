import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the tests run on the pinned Node, not on the one that the machine happens to have', () => {
  expect(process.versions.node).toMatch(/^24\./);
});

test('an older Node is reported in one sentence', async () => {
  const script = readFileSync(join(import.meta.dirname, '../tools/node-version.js'), 'utf8');
  const asked = { versions: { node: '20.20.2' }, version: 'v20.20.2' };
  const printed: string[] = [];
  const statuses: number[] = [];
  new Function('process', script)({
    ...asked,
    stderr: { write: (text: string) => void printed.push(text) },
    exit: (status: number) => void statuses.push(status),
  });
  expect(printed).toEqual([
    expect.stringMatching(/^Node 24 or later is required; this is v20\.20\.2\. .*\n$/),
  ]);
  expect(statuses).toEqual([1]);
});
