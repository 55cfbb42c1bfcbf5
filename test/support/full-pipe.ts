// A pipe that is full and that nobody reads: whoever writes into it hangs in the operating system, as with a disk that does
// not answer or a reader that has stopped.
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

export type FullPipe = {
  /** What is in it, as far as it has come. */
  read(): string;
  /** Reads until nobody has more to write: who hung goes on. */
  drain(): Promise<void>;
  /** Closes the only reader: who writes hears that the pipe is broken. */
  breakOff(): void;
};

const isFull = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EAGAIN';

/** Makes it under a path where nothing is. */
export const fullPipe = (path: string): FullPipe => {
  execFileSync('mkfifo', ['-m', '600', path]);
  const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const buffer = Buffer.alloc(64 * 1024, '\n');
  try {
    for (const step of [buffer.length, 1]) for (;;) if (writeSync(pipe, buffer, 0, step) === 0) break;
  } catch (error) {
    if (!isFull(error)) throw error;
  }
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
    drain: async () => {
      for (let quiet = 0; quiet < 20; quiet = read() === '' ? quiet + 1 : 0) await wait(10);
      closeSync(pipe);
    },
    breakOff: () => closeSync(pipe),
  };
};
