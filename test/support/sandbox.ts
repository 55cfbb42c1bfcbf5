// The sandbox as a newcomer meets it: a process started by its command, whose printed lines are pasted into a shell.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** What is on its command line before the words that are given. */
const command = ['run', '-s', 'sandbox', '--'];

export type Sandbox = {
  readonly process: ChildProcess;
  readonly service: string;
  readonly key: string;
  readonly issuer: string;
  /** All that it has printed. */
  readonly output: string;
  /** What it prints behind a name. */
  printed(name: string): string;
  /** Its lines that begin with curl. */
  lines(): readonly string[];
  /** Ends it, where it still runs. */
  close(): void;
};

/** Starts the sandbox on free ports; resolves when it has told everything. */
export const startSandbox = async (words: readonly string[] = []): Promise<Sandbox> => {
  const child = spawn('npm', [...command, '--port', '0', ...words], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', text => {
    output += text;
  });
  for await (const text of child.stdout) {
    output += text;
    if (output.includes('Ctrl-C ends everything.')) break;
  }
  const printed = (name: string) => new RegExp(`^  ${name} +(\\S+)`, 'm').exec(output)?.[1] ?? '';
  return {
    process: child,
    service: printed('service'),
    key: printed('subscription key'),
    issuer: printed('sign in'),
    output,
    printed,
    lines: () => output.split('\n').filter(line => line.startsWith('curl ')),
    close: () => {
      const runs = child.exitCode === null && child.signalCode === null;
      if (runs && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    },
  };
};

/** Starts the sandbox where it cannot: its status, and what it says of that. */
export const failingSandbox = async (words: readonly string[]) => {
  const child = spawn('npm', [...command, ...words], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', text => {
    errors += text;
  });
  const [status] = await once(child, 'exit');
  return { status, errors };
};

/** Runs a printed line in a shell, as it is. */
export const paste = async (line: string) => {
  const { stdout } = await run('sh', ['-c', line], { maxBuffer: 64 * 1024 * 1024 });
  const [head = '', body = ''] = stdout.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body: JSON.parse(body) };
};
