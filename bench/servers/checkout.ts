// Checks out another version of the service for comparison, with the packages of this checkout.
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

const git = (...options: readonly string[]) =>
  execFileSync('git', ['-C', root, ...options], { stdio: 'pipe' });

export type Checkout = { readonly path: string; close(): void };

/**
 * Checks out a commit into a new folder.
 * @param folder parent of the new folder.
 * @throws Error if this is not a git repository or the commit does not exist.
 */
export const checkOut = (commit: string, folder: string): Checkout => {
  const path = join(folder, 'before');
  git('worktree', 'add', '--detach', '--force', path, commit);
  symlinkSync(join(root, 'node_modules'), join(path, 'node_modules'));
  return { path, close: () => void git('worktree', 'remove', '--force', path) };
};
