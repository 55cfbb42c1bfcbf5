// Detects that files have changed, also where a symbolic link on their path is replaced, as Kubernetes does with a Secret.
import { stat } from 'node:fs/promises';

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
 */
export const watchFiles = (paths: readonly string[], onChange: () => void): { close(): void } => {
  let lastSeen = '';
  let reported = '';
  const check = async () => {
    const versions = (await Promise.all(paths.map(versionOf))).join('\n');
    if (versions === lastSeen && versions !== reported) {
      reported = versions;
      onChange();
    }
    lastSeen = versions;
  };
  void check();
  const timer = setInterval(() => void check(), checkIntervalMs).unref();
  return { close: () => clearInterval(timer) };
};
