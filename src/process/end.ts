// Exiting the process, even if a disk or a terminal hangs.
import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceLog } from './service-log.ts';

/** Milliseconds to wait for the last log lines, and for file system calls that have not returned. */
const logTimeoutMs = 1000;
const fileCallTimeoutMs = 1000;
/** Milliseconds between two checks. */
const pollIntervalMs = 10;

const hasFileCalls = () => process.getActiveResourcesInfo().some(name => name.startsWith('FSReq'));

/**
 * Exits with a status. `process.exit` waits for all threads: if one hangs on a disk or a terminal, the process kills
 * itself instead.
 */
export const endProcess = async (status: number, log: Pick<ServiceLog, 'flush'>): Promise<never> => {
  await log.flush(logTimeoutMs);
  for (let waited = 0; hasFileCalls() && waited < fileCallTimeoutMs; waited += pollIntervalMs)
    await wait(pollIntervalMs);
  if (hasFileCalls()) process.kill(process.pid, 'SIGKILL');
  process.exit(status);
};
