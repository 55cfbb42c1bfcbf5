// Reference material outside the project: published schemas and official samples. Tests that read it skip by name if it is
// missing.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe } from 'vitest';

/** The nearest `shared/reference` next to the project or one of its parent folders. */
const findReference = (folder: string): string | undefined => {
  const candidate = join(folder, 'shared', 'reference');
  if (existsSync(candidate)) return candidate;
  return dirname(folder) === folder ? undefined : findReference(dirname(folder));
};

/**
 * A suite that reads reference material.
 * @param part a folder in it, such as `rivta/schemas`.
 * @param body receives the path of that folder.
 */
export const describeWithReference = (part: string, name: string, body: (path: string) => void): void => {
  const reference = findReference(dirname(join(import.meta.dirname, '../..')));
  const path = join(reference ?? '', part);
  const isThere = reference !== undefined && existsSync(path);
  describe.runIf(isThere)(isThere ? name : `${name} (skipped: ${part} is not there)`, () => body(path));
};
