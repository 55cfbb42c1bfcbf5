// Another version of the service to compare with: a commit, checked out beside this one with the same packages.
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

const git = (...options: readonly string[]) =>
  execFileSync('git', ['-C', root, ...options], { stdio: 'pipe' });

export type Checkout = { readonly path: string; close(): void };

/**
 * Checks a commit out into a new folder.
 * @param folder where the new folder is made.
 * @throws Error where this is not a git repository, or does not have the commit.
 */
export const checkOut = (commit: string, folder: string): Checkout => {
  const path = join(folder, 'before');
  git('worktree', 'add', '--detach', '--force', path, commit);
  symlinkSync(join(root, 'node_modules'), join(path, 'node_modules'));
  return { path, close: () => void git('worktree', 'remove', '--force', path) };
};
