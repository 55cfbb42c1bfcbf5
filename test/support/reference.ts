// Reference material that is no part of the project: published schemas and official samples. Tests that look at it skip by
// name where it is not there; none needs it.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe } from 'vitest';

/** The nearest `shared/reference` beside the project or a folder around it. */
const findReference = (folder: string): string | undefined => {
  const found = join(folder, 'shared', 'reference');
  if (existsSync(found)) return found;
  return dirname(folder) === folder ? undefined : findReference(dirname(folder));
};

/**
 * A suite that reads reference material.
 * @param part of it, such as `rivta/schemas`.
 * @param body gets the path of the part.
 */
export const describeWithReference = (part: string, name: string, body: (path: string) => void): void => {
  const reference = findReference(dirname(join(import.meta.dirname, '../..')));
  const path = join(reference ?? '', part);
  const isThere = reference !== undefined && existsSync(path);
  describe.runIf(isThere)(isThere ? name : `${name} (skipped: ${part} is not there)`, () => body(path));
};
