// A file that lines are appended to durably: one process has it, and what is appended is there whole or not at all.
import type { Log } from '../telemetry/service-log.ts';
import { isSameFile, openLocked, syncsWrites } from './open-file.ts';

export type LogFile = {
  /** On disk when it resolves; where it rejects, the file is as it was before. */
  append(text: string): Promise<void>;
  /** Rejects where no line could be appended now. Leaves nothing behind. */
  probe(): Promise<void>;
  /** Opens the path anew, for a file that has been renamed. Where that fails, the old one is kept. */
  reopen(): Promise<void>;
  close(): Promise<void>;
};

/**
 * What is appended to find out whether there is room: as much as a line may need, since a few bytes fit on a full disk
 * too. Should the process be killed before it is cut again, it is a torn line, and repaired as one.
 */
const padding = ' '.repeat(4096);

/**
 * Opens a file for this process alone, its last line repaired.
 * @throws Error where it cannot be opened, or another process has it.
 */
export const openLogFile = async (path: string, log: Log): Promise<LogFile> => {
  let handle = await openLocked(path, log);
  /** The size to cut the file back to, while what a failed write has left is still there. */
  let cutTo: number | undefined;

  const cut = async () => {
    if (cutTo === undefined) return;
    await handle.truncate(cutTo);
    cutTo = undefined;
  };

  const reopen = async () => {
    // Nobody has renamed it. Opened a second time, it would be locked: by ourselves.
    if (await isSameFile(handle, path)) return;
    const anew = await openLocked(path, log);
    await handle.close();
    handle = anew;
    cutTo = undefined;
  };

  /** Appends and syncs; where that fails, the file is cut back, now or before the next attempt. */
  const append = async (text: string) => {
    await cut();
    const { size, nlink } = await handle.stat();
    if (nlink === 0) return appendAnew(text);
    try {
      await handle.appendFile(text);
      if (!syncsWrites) await handle.datasync();
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
      cutTo = (await handle.stat()).size - padding.length;
      await cut();
    },
    close: () => handle.close(),
  };
};
