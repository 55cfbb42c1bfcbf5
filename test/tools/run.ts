// Runs a command line tool as its users do: a process of its own, in a folder of its own.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { spawnChild } from '../support/spawn-child.ts';

export type Ran = { readonly status: number | null; readonly out: string; readonly err: string };

export type RunOptions = {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Flags for node itself. */
  readonly node?: readonly string[];
};

/** Where the npm scripts have compiled code, too. */
const compiled = join(import.meta.dirname, '../../node_modules/.cache/compiled');

/** @param tool its file below tools/, without `.ts`. */
export const runTool = async (tool: string, argv: readonly string[], options: RunOptions): Promise<Ran> => {
  const { cwd, env = {}, input = '', node = [] } = options;
  const file = join(import.meta.dirname, '../../tools', `${tool}.ts`);
  const child = spawnChild(process.execPath, [...node, file, ...argv], {
    cwd,
    env: { NODE_COMPILE_CACHE: compiled, ...env },
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', text => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', text => {
    err += text;
  });
  child.stdin.on('error', () => {
    // A tool may end without having read its input.
  });
  child.stdin.end(input);
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, out, err };
};

/** A folder that is there until the test has ended. */
export const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'tool-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
