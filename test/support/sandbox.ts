// The sandbox as a process of its own, on free ports, with what it prints.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

export type Sandbox = {
  readonly service: string;
  readonly key: string;
  readonly issuer: string;
  /** Everything that it has printed. */
  readonly output: string;
  close(): void;
};

/** Starts `npm run sandbox`; resolves when it has told everything. */
export const startSandbox = async (): Promise<Sandbox> => {
  const ports = ['port', 'ehr-port', 'issuer-port'];
  const flags = await Promise.all(ports.map(async name => `--${name}=${await freePort()}`));
  const child = spawn('npm', ['run', '-s', 'sandbox', '--', ...flags], {
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
    service: printed('service'),
    key: printed('subscription key'),
    issuer: printed('sign in'),
    output,
    close: () => {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    },
  };
};
