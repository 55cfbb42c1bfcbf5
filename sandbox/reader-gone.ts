// Notices that nobody reads the output any longer: a pager was left, `| head -3` has its lines.
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
 * Calls back once when standard output, where it is a pipe, has lost its reader. Writing tells by EPIPE; between two
 * writes Node has no way to know, but GNU tail watches the pipe that it inherits and exits. Where there is another tail
 * or none, only writing tells.
 */
export const onReaderGone = (callBack: () => void): void => {
  process.stdout.on('error', callBack);
  if (!isPipe()) return;
  const watcher = spawn('tail', ['-f', '/dev/null'], { stdio: ['ignore', 'inherit', 'ignore'] });
  // Without a tail on this machine, only writing tells.
  watcher.on('error', () => watcher.removeAllListeners());
  watcher.on('exit', (_, signal) => {
    if (signal === 'SIGPIPE') callBack();
  });
  watcher.unref();
  process.on('exit', () => void watcher.kill());
};
