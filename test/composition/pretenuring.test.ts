// stopPretenuring keeps V8 from allocating objects in the old generation because earlier ones from the same code lived long. It
// sets a flag of V8: if an update of Node removes the flag, this test fails.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/**
 * Runs a program whose objects all live long. Resolves with the lines of the trace in which V8 decides, or considers, to allocate
 * them in the old generation.
 */
const decisionsAfter = async (before: string): Promise<string[]> => {
  const program = `
    import { stopPretenuring } from './src/composition/pretenuring.ts';
    ${before};
    const kept = [];
    const make = value => [{ value }, value];
    for (let count = 0; count < 2_000_000; count++) kept.push(make(count));
    process.stdout.write(String(kept.length));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--trace-pretenuring-statistics', '--input-type=module', '--eval', program],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  expect(stdout).toContain('2000000');
  return stdout.split('\n').filter(line => /undecided => (?:maybe )?tenure/.test(line));
};

test('with stopPretenuring, V8 makes no such decision', async () => {
  expect(await decisionsAfter('stopPretenuring()')).toEqual([]);
});

test('without it, V8 does', async () => {
  expect(await decisionsAfter('stopPretenuring')).not.toEqual([]);
});
