// Tests that need an installed program: they skip by name if it is missing, or fail if nothing may skip.
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, it } from 'vitest';

/** Debian keeps PostgreSQL's server programs in a folder per version. */
const serversOfPostgresql = () => {
  const folder = '/usr/lib/postgresql';
  return existsSync(folder) ? readdirSync(folder).map(version => join(folder, version, 'bin')) : [];
};

/** Debian keeps the modules of rsyslog in a folder per architecture. */
const modulesOfRsyslog = () =>
  existsSync('/usr/lib') ? readdirSync('/usr/lib').map(name => join('/usr/lib', name, 'rsyslog')) : [];

/** The path of a program or module, or undefined if it is not installed. */
export const findProgram = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), ...serversOfPostgresql(), ...modulesOfRsyslog()]
    .map(folder => join(folder, name))
    .find(path => existsSync(path));

/** The browser: the headless shell draws pages as Chromium does, for three quarters of the CPU time, as it has no windows of its own. */
export const browserProgram =
  findProgram('chromium-headless-shell') === undefined ? 'chromium' : 'chromium-headless-shell';

/**
 * A suite that needs a program, such as `redis-server`.
 * @param body receives the path of the program.
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
