// A process of its own that ends the child processes of a test worker when the worker is gone, however it went: interrupted,
// timed out or killed. It reads `+ID` and `-ID` from its standard input, which ends with the worker. A negative process id
// stands for a process group.
import { createInterface } from 'node:readline';

const running = new Set<number>();

for await (const line of createInterface({ input: process.stdin })) {
  const id = Number(line.slice(1));
  if (line.startsWith('+')) running.add(id);
  else running.delete(id);
}

for (const id of running) {
  try {
    process.kill(id, 'SIGKILL');
  } catch (error) {
    // It has ended in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
