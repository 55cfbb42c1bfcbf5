// The very end of the process, which nothing that hangs may delay.
import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceLog } from './service-log.ts';

/** Milliseconds for the last lines of the log, and for calls to the file system that have not returned. */
const lastLines = 1000;
const lastCalls = 1000;
/** Milliseconds between two looks. */
const lookEvery = 10;

const hasFileCalls = () => process.getActiveResourcesInfo().some(name => name.startsWith('FSReq'));

/**
 * Ends the process with a status. `process.exit` waits for every thread: while one hangs in a disk or a terminal, the
 * process kills itself instead.
 */
export const endProcess = async (status: number, log: Pick<ServiceLog, 'flush'>): Promise<never> => {
  await log.flush(lastLines);
  for (let waited = 0; hasFileCalls() && waited < lastCalls; waited += lookEvery) await wait(lookEvery);
  if (hasFileCalls()) process.kill(process.pid, 'SIGKILL');
  process.exit(status);
};
