// A full pipe that nobody reads: a write to it blocks in the operating system, as with a hanging disk or a stopped reader.
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const isFull = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EAGAIN';

/** Creates the pipe at an unused path. */
export const fullPipe = (path: string) => {
  execFileSync('mkfifo', ['-m', '600', path]);
  const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const buffer = Buffer.alloc(64 * 1024, '\n');
  try {
    for (const step of [buffer.length, 1]) for (;;) if (writeSync(pipe, buffer, 0, step) === 0) break;
  } catch (error) {
    if (!isFull(error)) throw error;
  }
  /** Reads what has arrived so far. */
  const read = (): string => {
    let text = '';
    try {
      for (;;) text += buffer.subarray(0, readSync(pipe, buffer)).toString();
    } catch (error) {
      if (!isFull(error)) throw error;
      return text;
    }
  };
  return {
    read,
    /** Reads until nobody has more to write, so blocked writers continue. */
    drain: async () => {
      for (let quiet = 0; quiet < 20; quiet = read() === '' ? quiet + 1 : 0) await wait(10);
      closeSync(pipe);
    },
    /** Closes the only reader, so writers get EPIPE. */
    breakOff: () => closeSync(pipe),
  };
};
