// No construct of a document costs more than its size (D32, what a document costs): all of `npm run pump`, whose rules count.
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { outputOf, spawnChild } from '../support/spawn-child.ts';

const main = join(import.meta.dirname, 'main.ts');

test('nothing grows faster than what is sent, and what is kept is counted', {
  timeout: 600_000,
}, async () => {
  const child = spawnChild(process.execPath, ['--expose-gc', main], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = outputOf(child);
  const [status] = await once(child, 'close');
  expect({ status, ...output }).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^\d{4} constructs, 0 findings\n$/),
    stderr: '',
  });
});
