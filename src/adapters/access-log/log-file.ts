// A file to which one process appends lines durably: what is appended is in the file whole or not at all.
import { fstat, write } from 'node:fs';
import { promisify } from 'node:util';
import type { Log } from '../telemetry/service-log.ts';
import { isSameFile, openLocked, syncsWrites } from './open-file.ts';

export type LogFile = {
  /** Resolves when the text is on disk. When it rejects, the file is as it was before. */
  append(text: string): Promise<void>;
  /** Rejects if no line could be appended now. Leaves nothing in the file. */
  probe(): Promise<void>;
  /** Opens the path again, because the file has been renamed. If that fails, the old file stays open. */
  reopen(): Promise<void>;
  close(): Promise<void>;
};

/**
 * What a probe appends: as much as a line may need, because a few bytes may fit on a disk that has no room for a line. If
 * the process is killed before the padding is cut off, the next start repairs it as a torn line.
 */
const padding = ' '.repeat(4096);

/** Node's functions with callbacks: the methods of a `FileHandle` cost several times as much, and run for every write. */
const statOf = promisify(fstat);
const writeTo = promisify(write);

/** Writes all bytes: one call may write only a part of them. */
const writeAll = async (fd: number, bytes: Buffer): Promise<void> => {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await writeTo(fd, bytes, written, bytes.length - written);
    written += bytesWritten;
  }
};

/**
 * Opens a file for this process alone, and repairs its last line.
 * @throws Error if it cannot be opened, or another process has locked it.
 */
export const openLogFile = async (path: string, log: Log): Promise<LogFile> => {
  let handle = await openLocked(path, log);
  /** The size to which the file must be cut back after a failed write; undefined when nothing is left to cut. */
  let cutTo: number | undefined;

  const cut = async () => {
    if (cutTo === undefined) return;
    await handle.truncate(cutTo);
    cutTo = undefined;
  };

  const reopen = async () => {
    // It has not been renamed. Opened a second time, it would be locked by this process itself.
    if (await isSameFile(handle, path)) return;
    const anew = await openLocked(path, log);
    await handle.close();
    handle = anew;
    cutTo = undefined;
  };

  /** Appends and syncs. If that fails, the file is cut back, now or before the next attempt. */
  const append = async (text: string) => {
    await cut();
    const { size, nlink } = await statOf(handle.fd);
    if (nlink === 0) return appendAnew(text);
    try {
      await writeAll(handle.fd, Buffer.from(text));
      if (!syncsWrites) await handle.datasync();
    } catch (error) {
      cutTo = size;
      await cut().catch(() => {
        // Tried again before the next line; until then nothing is appended.
      });
      throw error;
    }
  };

  /** Lines written to a deleted file would be lost. */
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
      cutTo = (await handle.stat()).size - padding.length;
      await cut();
    },
    close: () => handle.close(),
  };
};
