// What the operating system says of a process and its children (Linux, proc(5)).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(treeOf)];

/** Nanoseconds that one thread has run; 0 for one that has just ended. */
const nanosecondsOf = (process: number, thread: string): number => {
  try {
    return Number(readFileSync(`/proc/${process}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]);
  } catch {
    return 0;
  }
};

/** CPU seconds of a process, its children, and all their threads that are running. */
export const cpuSeconds = (pid: number): number =>
  treeOf(pid)
    .flatMap(one => readdirSync(`/proc/${one}/task`).map(thread => nanosecondsOf(one, thread)))
    .reduce((sum, value) => sum + value, 0) / 1e9;

/** Bytes of a line such as `VmHWM:   81234 kB`, of the whole tree. */
const memory = (pid: number, name: string): number =>
  treeOf(pid)
    .map(one => {
      const found = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(
        readFileSync(`/proc/${one}/status`, 'utf8'),
      );
      return Number(found?.[1] ?? 0) * 1024;
    })
    .reduce((sum, value) => sum + value, 0);

/** Bytes that it holds now. */
export const memoryNow = (pid: number): number => memory(pid, 'VmRSS');

/** The most bytes that it has held since it began, or since `forgetPeak`. */
export const memoryPeak = (pid: number): number => memory(pid, 'VmHWM');

export const forgetPeak = (pid: number): void => {
  for (const one of treeOf(pid)) writeFileSync(`/proc/${one}/clear_refs`, '5');
};
