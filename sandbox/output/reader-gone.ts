// Detects that nobody reads the output any more: the pager was closed, or `| head -3` has its lines.
import { spawn } from 'node:child_process';
import { fstatSync } from 'node:fs';

const isPipe = (): boolean => {
  try {
    return fstatSync(1).isFIFO();
  } catch {
    return false;
  }
};

/**
 * Calls back once when standard output is a pipe that has lost its reader. A write fails with EPIPE. Between writes Node
 * cannot tell, but GNU tail watches the pipe it inherits and exits; with another tail, or none, only a write shows it.
 */
export const onReaderGone = (callBack: () => void): void => {
  process.stdout.on('error', callBack);
  if (!isPipe()) return;
  const watcher = spawn('tail', ['-f', '/dev/null'], { stdio: ['ignore', 'inherit', 'ignore'] });
  // No tail on this machine: only a write shows it.
  watcher.on('error', () => watcher.removeAllListeners());
  watcher.on('exit', (_, signal) => {
    if (signal === 'SIGPIPE') callBack();
  });
  watcher.unref();
  process.on('exit', () => void watcher.kill());
};
