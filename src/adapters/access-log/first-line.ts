// Whether a file is what is expected there, such as an access log, by its first line. Any other file is neither repaired nor appended to:
// a wrong path would damage it, and personal numbers would be in a file that others may read.
import type { FileHandle } from 'node:fs/promises';
import { Failure } from '../../domain/model/failure.ts';
import type { AccessEntry } from '../../ports/access-log.ts';

/** Bytes that are read: enough for the first line of any log, or for the beginning of a long one. */
const headBytes = 64 * 1024;

/** What a file holds. */
export type FileKind = {
  readonly name: string;
  /** Members of every entry, including those that earlier versions wrote. */
  readonly members: readonly string[];
};

export const accessLogKind: FileKind = {
  name: 'an access log',
  members: ['time', 'requestId', 'operation', 'subject', 'status'] satisfies (keyof AccessEntry)[],
};

/** How a torn entry begins. */
const beginning = '{"time":"';

/** What may precede the first line: spaces of a probe whose process was killed, or zeros after a crash. */
const padding = /^[\s\0]*/;

const isEntry = (line: string, { members }: FileKind): boolean => {
  try {
    const value = JSON.parse(line) as unknown;
    return typeof value === 'object' && value !== null && members.every(name => Object.hasOwn(value, name));
  } catch {
    return false;
  }
};

const isTornEntry = (line: string): boolean => line.startsWith(beginning) || beginning.startsWith(line);

/** Why a path cannot be the log. A `Failure`, because the service's log shows its detail, but not the message of other errors. */
export const unusableLog = (detail: string): Failure =>
  new Failure('log-unavailable', { reason: 'access-log-unwritable', detail });

/** @throws `log-unavailable` unless the file is empty, its first line is an entry, or its only line is a torn entry. */
export const requireKind = async (handle: FileHandle, path: string, kind: FileKind): Promise<void> => {
  const buffer = Buffer.alloc(headBytes);
  const { bytesRead } = await handle.read(buffer, 0, headBytes, 0);
  const text = buffer.toString('utf8', 0, bytesRead).replace(padding, '');
  const [line = '', ...more] = text.split('\n', 2);
  if (isEntry(line, kind) || (more.length === 0 && isTornEntry(line))) return;
  throw unusableLog(`${path} is not ${kind.name}: its first line is not an entry; nothing was changed`);
};
