// Writing to standard output without ever blocking.
import { fstatSync, write } from 'node:fs';
import { promisify } from 'node:util';
import type { Write } from './log-output.ts';

const stdout = 1;
const writeTo = promisify(write);

/** For a file, a device or a terminal: a thread writes, so that a disk that hangs does not block the process. */
const toFile: Write = async bytes => {
  let written = 0;
  try {
    while (written < bytes.length) written += (await writeTo(stdout, bytes, written)).bytesWritten;
    return { written };
  } catch (error) {
    return { written, error: error as NodeJS.ErrnoException };
  }
};

/** For a pipe or a socket: Node writes as much as the reader takes. A thread would hang with it, and prevent the exit. */
const toReader = (): Write => {
  // Each write handles its own error.
  process.stdout.on('error', () => {});
  return bytes =>
    new Promise(resolve => {
      process.stdout.write(bytes, error =>
        resolve(error ? { written: 0, error } : { written: bytes.length }),
      );
    });
};

export const standardOutput = (): Write => {
  const kind = fstatSync(stdout);
  return kind.isFIFO() || kind.isSocket() ? toReader() : toFile;
};
