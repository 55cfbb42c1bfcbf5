// Writing to standard output without ever waiting for it.
import { fstatSync, write } from 'node:fs';
import { promisify } from 'node:util';
import type { Write } from './log-output.ts';

const stdout = 1;
const writeTo = promisify(write);

/** A file, a device, a terminal: written by a thread, so that a disk that hangs holds up nothing else. */
const toFile: Write = async bytes => {
  let written = 0;
  try {
    while (written < bytes.length) written += (await writeTo(stdout, bytes, written)).bytesWritten;
    return { written };
  } catch (error) {
    return { written, error: error as NodeJS.ErrnoException };
  }
};

/** A pipe or a socket: Node writes as much as the reader takes. A thread would hang with it, and keep the process. */
const toReader = (): Write => {
  // Each write hears of its own error.
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
