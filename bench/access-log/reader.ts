// Runs the auditor's command, npm run access-log, and measures its time and memory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { memoryPeak } from '../servers/process-tree.ts';

export type ReaderCost = {
  readonly milliseconds: number;
  readonly lines: number;
  /** Peak memory of the program in bytes. */
  readonly peak: number;
};

/** Milliseconds between two samples; the operating system keeps the peak in between. */
const interval = 20;

/** Runs the command and counts its lines. Throws if it fails. */
export const runReader = async (url: string, flags: readonly string[]): Promise<ReaderCost> => {
  const began = performance.now();
  const child = spawn(process.execPath, ['tools/access-log.ts', ...flags], {
    env: { PATH: process.env.PATH, ACCESS_LOG_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let peak = 0;
  const look = () => {
    if (child.pid === undefined || child.exitCode !== null) return;
    peak = Math.max(peak, memoryPeak(child.pid));
  };
  const looking = setInterval(look, interval);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', text => {
    errors += text;
  });
  let lines = 0;
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    for (const byte of chunk) if (byte === 10) lines++;
  }
  clearInterval(looking);
  const [status] = await ended;
  if (status !== 0) throw new Error(`npm run access-log ended with ${status}: ${errors}`);
  return { milliseconds: performance.now() - began, lines, peak };
};
