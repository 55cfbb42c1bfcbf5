// Reads CPU time and memory of a process and its children from Linux (proc(5)).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(treeOf)];

/** CPU time of a thread in nanoseconds; 0 if it has just ended. */
const nanosecondsOf = (process: number, thread: string): number => {
  try {
    return Number(readFileSync(`/proc/${process}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]);
  } catch {
    return 0;
  }
};

/** CPU seconds of the running threads of a process and its children. */
export const cpuSeconds = (pid: number): number =>
  treeOf(pid)
    .flatMap(one => readdirSync(`/proc/${one}/task`).map(thread => nanosecondsOf(one, thread)))
    .reduce((sum, value) => sum + value, 0) / 1e9;

/** Sums a line such as `VmHWM:   81234 kB` over the process tree, in bytes. */
const memory = (pid: number, name: string): number =>
  treeOf(pid)
    .map(member => {
      const line = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(
        readFileSync(`/proc/${member}/status`, 'utf8'),
      );
      return Number(line?.[1] ?? 0) * 1024;
    })
    .reduce((sum, value) => sum + value, 0);

/** Current resident memory in bytes. */
export const memoryNow = (pid: number): number => memory(pid, 'VmRSS');

/** Peak resident memory in bytes since the start or since `forgetPeak`. */
export const memoryPeak = (pid: number): number => memory(pid, 'VmHWM');

export const forgetPeak = (pid: number): void => {
  for (const member of treeOf(pid)) writeFileSync(`/proc/${member}/clear_refs`, '5');
};
