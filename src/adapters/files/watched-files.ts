// Detects that files have changed, also where a symbolic link on their path is replaced, as Kubernetes does with a Secret.
import { stat } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';

/** Milliseconds between two checks. */
const checkIntervalMs = 500;

/** Differs between two versions of a file, and if a symbolic link on its path changes. */
const versionOf = async (path: string): Promise<string> => {
  try {
    const { mtimeMs, size, ino } = await stat(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return 'missing';
  }
};

/**
 * Uses files again soon after the start, for what has changed since they were read, and then after every change. A change counts once
 * two checks see the same: a certificate and its key are replaced one after the other, and a file is written in parts. What has faults
 * is tried again at each check: what cannot be opened now, because no descriptor is free, may be later.
 * @param use reads the files and uses them; returns their faults if they cannot be used.
 * @param report is called with faults, once for as long as they stay the same.
 * @returns `read`, which uses them now; `isStale`, whether they could not be used.
 */
export const watchFiles = <Fault>(
  paths: readonly string[],
  { use, report = () => {} }: { use: () => readonly Fault[]; report?: (faults: readonly Fault[]) => void },
): { read(): void; isStale(): boolean; close(): void } => {
  let lastSeen = '';
  let used = '';
  let faults: readonly Fault[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const read = (isAgain = false) => {
    const before = faults;
    faults = use();
    if (faults.length > 0 && !(isAgain && isDeepStrictEqual(faults, before))) report(faults);
  };
  const check = async () => {
    const versions = (await Promise.all(paths.map(versionOf))).join('\n');
    const isAgain = versions === used;
    if (versions === lastSeen && (!isAgain || faults.length > 0)) {
      used = versions;
      read(isAgain);
    }
    lastSeen = versions;
    // Scheduled only now: two checks held up by the file system would end together and see the same state.
    timer = isClosed ? undefined : setTimeout(() => void check(), checkIntervalMs).unref();
  };
  void check();
  const close = () => {
    isClosed = true;
    clearTimeout(timer);
  };
  return { read: () => read(), isStale: () => faults.length > 0, close };
};
