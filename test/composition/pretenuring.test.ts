// V8 does not allocate objects as old because the first ones from the same place in the code lived long. The flag that prevents it
// is V8's own: if an update of Node takes it away, this test fails.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Runs a program in which all objects live long; resolves with V8's decisions to allocate them as old, perhaps after a few more of them. */
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

test('objects that live long do not make later ones old', async () => {
  expect(await decisionsAfter('stopPretenuring()')).toEqual([]);
});

test('without that, they do', async () => {
  expect(await decisionsAfter('stopPretenuring')).not.toEqual([]);
});
