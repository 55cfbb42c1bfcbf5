// Finds the processes of this installation's service, by what the kernel says of each process (Linux).
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { errorCode } from '../../src/faults/error-code.ts';

const mainFile = realpathSync(join(import.meta.dirname, '../../src/main.js'));

/** Codes of errors of a process that has ended, belongs to somebody else, or runs a file that is no longer there. */
const isNotReadable = (error: unknown): boolean =>
  ['ENOENT', 'ESRCH', 'EACCES', 'EPERM', 'ENOTDIR'].includes(errorCode(error));

/** Whether a process runs the entry point of this installation. */
const runsService = (pid: string): boolean => {
  try {
    const [, ...argv] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const named = argv.find(argument => argument.endsWith('main.js'));
    if (named === undefined) return false;
    return realpathSync(resolve(readlinkSync(`/proc/${pid}/cwd`), named)) === mainFile;
  } catch (error) {
    if (isNotReadable(error)) return false;
    throw error;
  }
};

/** The ids of the processes. None on a system without /proc, and of those of other users unless this is run as root. */
export const serviceProcesses = (): number[] => {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name) && runsService(name))
      .map(Number);
  } catch (error) {
    if (isNotReadable(error)) return [];
    throw error;
  }
};
