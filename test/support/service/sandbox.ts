// The sandbox as a newcomer uses it: a process started by its command, whose printed lines are pasted into a shell.
import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { outputOf, spawnChild } from '../spawn-child.ts';

const root = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** The command line before the given arguments. */
const command = ['run', '-s', 'sandbox', '--'];

export type SandboxScenario = {
  readonly shows: string;
  readonly status: number;
  /** The word of an error. */
  readonly error?: string;
  readonly curl: string;
};

export type Sandbox = {
  readonly process: ChildProcess;
  readonly webApp: string;
  readonly service: string;
  readonly key: string;
  readonly issuer: string;
  readonly ehr: string;
  /** Folder with its configuration, logs and the file of shell variables. */
  readonly folder: string;
  readonly variablesFile: string;
  readonly httpFile: string;
  readonly brunoFolder: string;
  readonly scenarios: readonly SandboxScenario[];
  /** The command that brings it back to its beginning. */
  readonly reset: string;
  /** Stops it if it still runs. */
  close(): void;
};

/** Starts the sandbox on free ports, with its output for programs; resolves when it is ready. */
export const startSandbox = async (words: readonly string[] = []): Promise<Sandbox> => {
  const child = spawnChild('npm', [...command, '--port', '0', '--json', ...words], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', text => {
    errors += text;
  });
  let output = '';
  for await (const text of child.stdout) {
    output += text;
    if (output.endsWith('\n}\n')) break;
  }
  if (!output.endsWith('\n}\n')) throw new Error(`the sandbox did not start: ${errors}`);
  const printed = JSON.parse(output);
  return {
    process: child,
    webApp: printed.webApp,
    service: printed.service,
    key: printed.subscriptionKey,
    issuer: printed.issuer,
    ehr: printed.ehr.url,
    folder: printed.folder,
    variablesFile: printed.variablesFile,
    httpFile: printed.httpFile,
    brunoFolder: printed.brunoFolder,
    scenarios: printed.scenarios,
    reset: printed.reset,
    close: () => {
      const runs = child.exitCode === null && child.signalCode === null;
      if (runs && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    },
  };
};

/** Runs the sandbox to its end, without npm, which would take as long as the sandbox itself. Returns its status and output. */
export const endedSandbox = async (words: readonly string[]) => {
  const child = spawnChild(process.execPath, [join(root, 'sandbox/main.ts'), ...words], {
    cwd: root,
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = outputOf(child);
  const [status] = await once(child, 'close');
  return { status, output: printed.stdout, errors: printed.stderr };
};

/** Runs a printed command unchanged in a shell, after sourcing the printed file. */
export const paste = async ({ variablesFile }: Pick<Sandbox, 'variablesFile'>, line: string) => {
  const { stdout } = await run('sh', ['-c', `. ${variablesFile}\n${line}`], { maxBuffer: 64 * 1024 * 1024 });
  const measured = /^(\d{3}), (\d+) bytes\n$/.exec(stdout);
  if (measured !== null)
    return { status: Number(measured[1]), head: '', body: { bytes: Number(measured[2]) } };
  const [head = '', body = ''] = stdout.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body: JSON.parse(body) };
};

/** Runs the printed command that brings the sandbox back to its beginning. */
export const pasteReset = ({ reset }: Pick<Sandbox, 'reset'>) =>
  run('sh', ['-c', reset.replace(/^curl /, 'curl -sSf ')]);

/** The service's log once it has a line for each of these requests: a line is written up to a second late. */
export const serviceLogOf = async ({ folder }: Sandbox, requests: number): Promise<string> => {
  const read = () => readFileSync(join(folder, 'service.log'), 'utf8');
  await expect.poll(() => read().split('\n').length, { timeout: 10_000 }).toBeGreaterThan(requests);
  return read();
};
