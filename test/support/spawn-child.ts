// Starts child processes for tests. None of them outlives the test worker, even if the run is interrupted.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Writable } from 'node:stream';

/** The commands to the guard of this worker's children (orphan-guard.ts). It starts with the first child. */
let guard: Writable | undefined;

const startGuard = (): Writable => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'orphan-guard.ts')], {
    // In a process group of its own: Ctrl-C in a terminal ends the group of the test run.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  return child.stdin;
};

/** Starts a child process, as `spawn` of node:child_process does. With `detached`, its whole process group is ended. */
export const spawnChild = ((command: string, argv: string[], options: Parameters<typeof spawn>[2]) => {
  guard ??= startGuard();
  const commands = guard;
  const child = spawn(command, argv, options);
  if (child.pid !== undefined) {
    const id = options.detached === true ? -child.pid : child.pid;
    commands.write(`+${id}\n`);
    child.once('exit', () => {
      // Other processes of the group may still run.
      if (id > 0) commands.write(`-${id}\n`);
    });
  }
  return child;
}) as typeof spawn;

/** What a child writes, as far as it has come. */
export const outputOf = (child: Pick<ChildProcess, 'stdout' | 'stderr'>) => {
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', text => {
      output[name] += text;
    });
  }
  return output;
};
