// A file to which one process appends a chain of entries durably: what is appended is in the file whole or not at all.
import { fstatSync, write } from 'node:fs';
import { promisify } from 'node:util';
import type { Log } from '../telemetry/service-log.ts';
import { chainedLines, type Head, hashOf } from './chain.ts';
import { accessLogKind, type FileKind } from './first-line.ts';
import { readLastLine } from './last-line.ts';
import { isSameFile, openLocked, syncsWrites } from './open-file.ts';

/** Node's function with a callback: the method of a `FileHandle` costs several times as much, and runs for every write. */
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
export const openLogFile = async (path: string, log: Log, kind: FileKind = accessLogKind) => {
  let handle = await openLocked(path, { log, kind });
  /** The size to which the file must be truncated after a failed write; undefined if there is nothing to truncate. */
  let truncateTo: number | undefined;

  /** An empty file continues the chain of the file before it: its first line names the last hash of that one. */
  const headAfter = async (before: Head): Promise<Head> => {
    const line = await readLastLine(handle);
    return line === undefined ? before : hashOf(line);
  };
  let head = await headAfter(null);

  const truncate = async () => {
    if (truncateTo === undefined) return;
    await handle.truncate(truncateTo);
    truncateTo = undefined;
  };

  const reopen = async () => {
    // The file has not been renamed. It could not be locked a second time, because this process holds the lock.
    if (await isSameFile(handle, path)) return;
    const reopened = await openLocked(path, { log, kind });
    await handle.close();
    handle = reopened;
    truncateTo = undefined;
    head = await headAfter(head);
  };

  /** Appends and syncs. If that fails, the file is truncated to its former `size`, at once or before the next attempt. */
  const appendText = async (text: string, size: number) => {
    try {
      await writeAll(handle.fd, Buffer.from(text));
      if (!syncsWrites) await handle.datasync();
    } catch (error) {
      truncateTo = size;
      await truncate().catch(() => {
        // Tried again before the next line. Until it succeeds, nothing is appended.
      });
      throw error;
    }
  };

  /** The size of the file that the next line goes to. Lines written to a deleted file would be lost: it is left. */
  const sizeBefore = async (): Promise<number> => {
    await truncate();
    // Without a trip to the thread pool, which would cost more than the call: the file is on a local disk (docs/access-log.md).
    const { size, nlink } = fstatSync(handle.fd);
    if (nlink > 0) return size;
    log.error({}, 'the access log was deleted: a new one is created');
    await reopen();
    return sizeBefore();
  };

  return {
    /** Opens the path again, because the file has been renamed. If that fails, the old file stays open. */
    reopen,
    /** The hash of the last line. */
    head: (): Head => head,
    /** Appends entries, as JSON without `prev`. Resolves when they are on disk. When it rejects, the file is as it was before. */
    append: async (entries: readonly string[]): Promise<void> => {
      const size = await sizeBefore();
      const chained = chainedLines(entries, head);
      await appendText(chained.text, size);
      head = chained.head;
    },
    /**
     * Rejects if no more than this could be appended now. Leaves nothing in the file. If the process is killed before the padding is
     * removed, the next start repairs it as a torn line.
     */
    probe: async (bytes: number): Promise<void> => {
      const size = await sizeBefore();
      await appendText(' '.repeat(bytes), size);
      truncateTo = size;
      await truncate();
    },
    close: (): Promise<void> => handle.close(),
  };
};

export type LogFile = Awaited<ReturnType<typeof openLogFile>>;
