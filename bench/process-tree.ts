// What the operating system says of a process and its children (Linux, proc(5)).
import { readFileSync, writeFileSync } from 'node:fs';

/** Ticks of the CPU counters in a second, on every Linux that Node runs on. */
const ticksPerSecond = 100;

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(treeOf)];

/** CPU seconds of a process, all its threads, its children, and those of these that have ended. */
export const cpuSeconds = (pid: number): number => {
  const ticks = treeOf(pid).map(one => {
    const stat = readFileSync(`/proc/${one}/stat`, 'utf8');
    // utime, stime, cutime and cstime are the 14th to the 17th; the 2nd, in parentheses, may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  });
  return ticks.reduce((sum, value) => sum + value, 0) / ticksPerSecond;
};

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
