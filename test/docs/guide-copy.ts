// A copy of the project with the adapter of docs/adding-a-region.md in it.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { listed } from '../support/listed.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const text = readFileSync(join(root, 'docs/adding-a-region.md'), 'utf8');

/** The files of the guide, by their names. */
export const guideFiles: ReadonlyMap<string, string> = new Map(
  [...text.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm)].map(([, name = '', content = '']) => [
    name,
    content,
  ]),
);

export const guideRegistration = /^```ts registration\n([\s\S]+?)\n```$/m.exec(text)?.[1] ?? '';

export type GuideCopy = {
  readonly put: (name: string, content: string) => void;
  readonly read: (name: string) => string;
  /** Runs a program of `node_modules` in the copy; returns its output and whether it succeeded. */
  readonly bin: (name: string, ...args: string[]) => Promise<{ ok: boolean; printed: string }>;
  /** The same with further variables in the environment. */
  readonly binWith: (variables: Readonly<Record<string, string>>) => GuideCopy['bin'];
  readonly remove: () => void;
};

export const copyWithGuide = (): GuideCopy => {
  const copy = mkdtempSync(join(tmpdir(), 'adding-a-region-'));
  const put = (name: string, content: string) => {
    mkdirSync(dirname(join(copy, name)), { recursive: true });
    writeFileSync(join(copy, name), content);
  };
  const binWith: GuideCopy['binWith'] =
    variables =>
    async (name, ...args) => {
      // As in `npm test`, whatever this run is: the sample of that must find each mistake.
      const env = Object.fromEntries(
        Object.entries(process.env).filter(([name]) => !/^(?:TEST_|NOTHING_SKIPS$)/.test(name)),
      );
      const program = join(copy, 'node_modules', name);
      const done = await run(process.execPath, [program, ...args], {
        cwd: copy,
        env: { ...env, ...variables },
        maxBuffer: 64 * 1024 * 1024,
      }).catch(error => error);
      return { ok: done.code === undefined, printed: `${done.stdout}${done.stderr}` };
    };
  for (const name of listed(`
    src sandbox test tools deploy docs/architecture.md docs/guide.md docs/records.md package.json
    tsconfig.json vitest.config.ts
  `))
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: path => !path.includes('node_modules'),
    });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const [name, content] of guideFiles) put(name, content);
  const composition = readFileSync(join(copy, 'src/composition/ehr-adapters.ts'), 'utf8');
  put(
    'src/composition/ehr-adapters.ts',
    composition.replace(/^(register\(.*\);\n)(?!register)/m, `$1${guideRegistration}\n`),
  );
  return {
    put,
    bin: binWith({}),
    binWith,
    read: name => readFileSync(join(copy, name), 'utf8'),
    remove: () => rmSync(copy, { recursive: true, force: true }),
  };
};
