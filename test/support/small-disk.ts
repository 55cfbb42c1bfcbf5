// A small disk of its own (tmpfs) that a test fills and frees. Mounting one needs root.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';

const newFolder = () => mkdtempSync(join(tmpdir(), 'small-disk-'));
const mount = (path: string, megabytes: number) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]).status === 0;
const unmount = (path: string) => {
  // Lazily: a server that is being killed may still have files open there.
  spawnSync('umount', ['-l', path]);
  rmSync(path, { recursive: true, force: true });
};

/** @throws Error if it cannot be mounted. */
export const smallDisk = (megabytes: number) => {
  const path = newFolder();
  if (!mount(path, megabytes)) throw new Error('mount -t tmpfs fails');
  const filling = join(path, 'filling');
  const room = () => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };
  return {
    path,
    /** Leaves no more room than this, in bytes. */
    fill: (leaving = 0) => {
      const filled = statSync(filling, { throwIfNoEntry: false })?.size ?? 0;
      // Writing as much would hold the whole test process up.
      execFileSync('fallocate', ['--length', String(filled + room() - leaving), filling]);
    },
    free: () => rmSync(filling, { force: true }),
    remove: () => unmount(path),
  };
};

export type SmallDisk = ReturnType<typeof smallDisk>;

const canMount = (): boolean => {
  const path = newFolder();
  const isMounted = mount(path, 1);
  unmount(path);
  return isMounted;
};

/** A suite that needs a disk of its own; skipped by name where none can be mounted, which containers usually forbid. */
export const describeWithDisk = (name: string, body: () => void): void => {
  const isPossible = canMount();
  describe.skipIf(!isPossible)(isPossible ? name : `${name} (skipped: no tmpfs can be mounted)`, body);
};
