// Opens an access log: locks it for this process alone, and repairs its last line.
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { tryLock } from 'fs-native-extensions';
import { isFailure } from '../../domain/model/failure.ts';
import type { Log } from '../telemetry/service-log.ts';
import { type FileKind, requireKind, unusableLog } from './first-line.ts';
import { repairLastLine } from './last-line.ts';

/** The log is personal data: only its owner may read it. */
const mode = 0o600;
const readableByOthers = 0o044;

const lockedWords = 'is locked: another process writes this log';

/** Whether a file could not be opened because another process has locked it. */
export const isLockedFile = (error: unknown): boolean =>
  isFailure(error, 'log-unavailable') && error.message.endsWith(lockedWords);

/** The name of a new file is on disk only after its folder has been synced. */
const syncFolder = async (path: string) => {
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

const warnOfReaders = (stats: Stats, log: Log) => {
  if ((stats.mode & readableByOthers) === 0) return;
  log.warn(
    { mode: (stats.mode & 0o777).toString(8).padStart(4, '0') },
    'other users can read the access log: remove their permission (chmod 600)',
  );
};

/**
 * Whether the operating system itself syncs every write, as if fdatasync followed it: one call instead of two. On systems other
 * than Linux, the flag is missing or weaker than fdatasync.
 */
export const syncsWrites = process.platform === 'linux';

/** Opens for reading and appending. */
const flags =
  constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | (syncsWrites ? constants.O_DSYNC : 0);

/**
 * @param opening.log where a repair of the last line is logged.
 * @throws Error if it cannot be opened; `log-unavailable` if another process has locked it, or it is not a file or not of this kind.
 */
export const openLocked = async (
  path: string,
  { log, kind }: { readonly log: Log; readonly kind: FileKind },
): Promise<FileHandle> => {
  const handle = await open(path, flags, mode);
  try {
    // The lock is on the file itself, not its name: a symbolic link or a hard link leads to the same lock. The operating system
    // releases it when the file is closed, and when the process ends for whatever reason.
    if (!tryLock(handle.fd)) throw unusableLog(`${path} ${lockedWords}`);
    const stats = await handle.stat();
    // A pipe or a device accepts every write and keeps nothing: requests would be answered although their entries are lost (D23).
    // At a start, that is a fault of the configuration; something else may have taken the path when the log is reopened.
    if (!stats.isFile()) throw unusableLog(`${path} is not a file: it would keep no entries`);
    if (stats.size === 0) await syncFolder(path);
    else await requireKind(handle, path, kind);
    warnOfReaders(stats, log);
    await repairLastLine(handle, log);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
};

/** Whether a path leads to the open file. */
export const isSameFile = async (handle: FileHandle, path: string): Promise<boolean> => {
  const { dev, ino } = await handle.stat();
  try {
    const named = await stat(path);
    return named.dev === dev && named.ino === ino;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
};
