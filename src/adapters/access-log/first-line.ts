// Whether a file is an access log, by its first line. Any other file is neither repaired nor appended to: a wrong path would
// damage it, and personal numbers would be in a file that others may read.
import type { FileHandle } from 'node:fs/promises';
import type { AccessEntry } from '../../ports/access-log.ts';

/** Enough for the first line of any log, or for the beginning of a long one. */
const most = 64 * 1024;

/** Members of every entry, also of one from an earlier version. */
const members = [
  'time',
  'requestId',
  'operation',
  'subject',
  'status',
] as const satisfies (keyof AccessEntry)[];

/** How a torn entry begins. */
const beginning = '{"time":"';

/** What a probe leaves when the process is killed, or a crash: spaces, zeros. */
const padding = /^[\s\0]*/;

const isEntry = (line: string): boolean => {
  try {
    const value = JSON.parse(line) as unknown;
    return typeof value === 'object' && value !== null && members.every(name => Object.hasOwn(value, name));
  } catch {
    return false;
  }
};

const isTornEntry = (line: string): boolean => line.startsWith(beginning) || beginning.startsWith(line);

/** @throws Error if the file has content whose first line is neither an entry nor a torn one that is all there is. */
export const requireAccessLog = async (handle: FileHandle, path: string): Promise<void> => {
  const buffer = Buffer.alloc(most);
  const { bytesRead } = await handle.read(buffer, 0, most, 0);
  const text = buffer.toString('utf8', 0, bytesRead).replace(padding, '');
  const [line = '', ...more] = text.split('\n', 2);
  if (isEntry(line) || (more.length === 0 && isTornEntry(line))) return;
  throw new Error(`${path} is not an access log: its first line is not an entry; nothing was changed`);
};
