// Checks out another version of the service for comparison, and installs its packages.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

const git = (...options: readonly string[]) =>
  execFileSync('git', ['-C', root, ...options], { stdio: 'pipe' });

export type Checkout = { readonly path: string; close(): void };

/**
 * Checks out a commit into a new folder, with the packages that it names.
 * @param folder parent of the new folder.
 * @throws Error if this is not a git repository or the commit does not exist, or its packages cannot be installed.
 */
export const checkOut = (commit: string, folder: string): Checkout => {
  const path = join(folder, 'before');
  git('worktree', 'add', '--detach', '--force', path, commit);
  execFileSync('npm', ['ci', '--omit=dev', '--silent'], { cwd: path, stdio: 'pipe' });
  return { path, close: () => void git('worktree', 'remove', '--force', path) };
};
