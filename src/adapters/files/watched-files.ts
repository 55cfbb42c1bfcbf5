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
 * Calls back soon after the start, for what has changed since the files were read, and then after every change. A change counts
 * once two checks see the same: a certificate and its key are replaced one after the other, and a file is written in parts.
 * @param onChange returns whether it could not use the files. Then it is called again at the next check, also without a change: what
 * cannot be opened now, because no descriptor is free, may be later. It is told whether that is why it is called.
 */
export const watchFiles = (
  paths: readonly string[],
  onChange: (isAgain: boolean) => boolean,
): { close(): void } => {
  let lastSeen = '';
  let reported = '';
  let isUnused = false;
  const check = async () => {
    const versions = (await Promise.all(paths.map(versionOf))).join('\n');
    if (versions === lastSeen && (versions !== reported || isUnused)) {
      isUnused = onChange(versions === reported);
      reported = versions;
    }
    lastSeen = versions;
  };
  void check();
  const timer = setInterval(() => void check(), checkIntervalMs).unref();
  return { close: () => clearInterval(timer) };
};

/**
 * Uses files again when they change. Faulty ones are tried again, and reported once for as long as their faults stay the same.
 * @param use reads the files and uses them; returns their faults if they cannot be used.
 * @returns `read`, which does so now.
 */
export const useFiles = <Fault>({
  paths,
  use,
  report,
}: {
  paths: readonly string[];
  use: () => readonly Fault[];
  report: (faults: readonly Fault[]) => void;
}): { read(): void; isStale(): boolean; close(): void } => {
  let faults: readonly Fault[] = [];
  const read = (isAgain: boolean) => {
    const before = faults;
    faults = use();
    if (faults.length > 0 && !(isAgain && isDeepStrictEqual(faults, before))) report(faults);
    return faults.length > 0;
  };
  const { close } = watchFiles(paths, read);
  return { read: () => void read(false), isStale: () => faults.length > 0, close };
};
