// Tests that need a program of the machine: they skip by name where it is missing, and fail where nothing may skip.
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, it } from 'vitest';

/** Debian keeps the programs of a PostgreSQL server apart, in a folder for each version. */
const serversOfPostgresql = () => {
  const folder = '/usr/lib/postgresql';
  return existsSync(folder) ? readdirSync(folder).map(version => join(folder, version, 'bin')) : [];
};

/** The path of a program, or undefined where the machine lacks it. */
export const findProgram = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), ...serversOfPostgresql()]
    .map(folder => join(folder, name))
    .find(path => existsSync(path));

/**
 * A suite that needs a program, such as `redis-server`.
 * @param body gets the path of the program.
 */
export const describeWith = (program: string, name: string, body: (path: string) => void): void => {
  const path = findProgram(program);
  if (path !== undefined) {
    describe(name, () => body(path));
    return;
  }
  const maySkip = process.env.NOTHING_SKIPS === undefined;
  describe.skipIf(maySkip)(maySkip ? `${name} (skipped: ${program} is not installed)` : name, () => {
    it(`needs ${program}`, () => {
      throw new Error(`${program} is not installed, and nothing may skip`);
    });
  });
};
