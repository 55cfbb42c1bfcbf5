// A file that lines are appended to durably: one process has it, and what is appended is there whole or not at all.
import { fstatSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Log } from '../telemetry/service-log.ts';

export type LogFile = {
  /** On disk when it resolves; where it rejects, the file is as it was before. */
  append(text: string): Promise<void>;
  /** Rejects where no line could be appended now. Leaves nothing behind. */
  probe(): Promise<void>;
  /** Opens the path anew, for a file that has been renamed. Where that fails, the old one is kept. */
  reopen(): Promise<void>;
  close(): Promise<void>;
};

/** The owner alone may read who saw what of whom. */
const mode = 0o600;

/**
 * Takes the lock beside a file: SQLite's, since Node has no file locks of its own. The operating system lets go of it
 * when the process ends, however it ends.
 */
const takeLock = (path: string): DatabaseSync => {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(path, { timeout: 0 });
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    throw new Error(`${path} ${isBusy(error) ? lockedWords : cannotLock}`, { cause: error });
  }
};

const lockedWords = 'is locked: another process writes this log';
const cannotLock = 'cannot be opened: the folder of the log must be there and writable';

/** SQLite's word for a lock that somebody else has. */
const sqliteBusy = 5;
const isBusy = (error: unknown) =>
  error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;

/** A new file's name is on disk only when its folder is. */
const syncFolder = async (path: string) => {
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

const openForAppend = async (path: string): Promise<FileHandle> => {
  const handle = await open(path, 'a+', mode);
  if (fstatSync(handle.fd).size === 0) await syncFolder(path);
  return handle;
};

const newline = 0x0a;
/**
 * What is appended to find out whether there is room: as much as a line may need, since a few bytes fit on a full disk
 * too. Should the process be killed before it is cut again, it is a torn line, and repaired as one.
 */
const padding = ' '.repeat(4096);
const stretch = 64 * 1024;

/** Where the last line begins that has no end; the size of the file where every line has one. */
const endOfWholeLines = async (handle: FileHandle, size: number): Promise<number> => {
  const buffer = Buffer.alloc(stretch);
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - stretch);
    const { bytesRead } = await handle.read(buffer, 0, end - start, start);
    const at = buffer.subarray(0, bytesRead).lastIndexOf(newline);
    if (at !== -1) return start + at + 1;
    end = start;
  }
  return 0;
};

const isWhole = (line: string): boolean => {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
};

/**
 * Repairs a last line that a killed process has left without its end. A line that is all there gets its end; a torn one
 * is cut: what it was to tell of has not happened, since nothing is answered before its line is on disk.
 */
const repairLastLine = async (handle: FileHandle, log: Log) => {
  const { size } = fstatSync(handle.fd);
  const end = await endOfWholeLines(handle, size);
  if (end === size) return;
  const tail = Buffer.alloc(size - end);
  await handle.read(tail, 0, tail.length, end);
  const completed = isWhole(tail.toString('utf8'));
  if (completed) await handle.appendFile('\n');
  else await handle.truncate(end);
  await handle.datasync();
  log.warn(
    { bytes: tail.length, completed },
    'the last line of the access log was torn and has been repaired',
  );
};

const opened = async (path: string, log: Log): Promise<FileHandle> => {
  const handle = await openForAppend(path);
  await repairLastLine(handle, log);
  return handle;
};

/**
 * Opens a file for this process alone, its last line repaired.
 * @throws Error where it cannot be opened, or another process has it.
 */
export const openLogFile = async (path: string, log: Log): Promise<LogFile> => {
  const lock = takeLock(`${path}.lock`);
  let handle = await opened(path, log).catch(error => {
    lock.close();
    throw error;
  });
  /** The size to cut the file back to, while what a failed write has left is still there. */
  let cutTo: number | undefined;

  const cut = async () => {
    if (cutTo === undefined) return;
    await handle.truncate(cutTo);
    cutTo = undefined;
  };

  const reopen = async () => {
    const anew = await opened(path, log);
    await handle.close();
    handle = anew;
    cutTo = undefined;
  };

  /** Appends and syncs; where that fails, the file is cut back, now or before the next attempt. */
  const append = async (text: string) => {
    await cut();
    const { size, nlink } = fstatSync(handle.fd);
    if (nlink === 0) return appendAnew(text);
    try {
      await handle.appendFile(text);
      await handle.datasync();
    } catch (error) {
      cutTo = size;
      await cut().catch(() => {
        // Tried again before the next line; until then nothing is appended.
      });
      throw error;
    }
  };

  /** For a file that somebody has deleted: lines to it would be lost. */
  const appendAnew = async (text: string) => {
    log.error({}, 'the access log was deleted: a new one is begun');
    await reopen();
    await append(text);
  };

  return {
    append,
    reopen,
    probe: async () => {
      await append(padding);
      cutTo = fstatSync(handle.fd).size - padding.length;
      await cut();
    },
    close: async () => {
      await handle.close();
      lock.close();
    },
  };
};
