// An interrupted test run leaves no process behind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const module = join(import.meta.dirname, 'spawn-child.ts');

/** A test worker with a child and with a group of two; prints their process ids. */
const worker = `
import { spawnChild } from ${JSON.stringify(module)};
const child = spawnChild('sleep', ['600'], { stdio: 'ignore' });
const group = spawnChild('sh', ['-c', 'sleep 600 & echo $!; wait'], {
  detached: true,
  stdio: ['ignore', 'pipe', 'ignore'],
});
group.stdout.once('data', text => console.log([child.pid, group.pid, Number(text)].join(' ')));
`;

const isRunning = (id: number) => {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
};

test.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)('after %s', async signal => {
  const run = spawn(process.execPath, ['--input-type=module', '-e', worker], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(run, 'exit');
  const [printed] = await once(run.stdout.setEncoding('utf8'), 'data');
  const children = String(printed).trim().split(' ').map(Number);
  expect(children.map(isRunning)).toEqual([true, true, true]);
  run.kill(signal);
  await ended;
  await expect.poll(() => children.map(isRunning), { timeout: 60_000 }).toEqual([false, false, false]);
});
