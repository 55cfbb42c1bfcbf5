// Runs a command line tool as its users do: in a process of its own, which takes a second or more.
import { once } from 'node:events';
import { join } from 'node:path';
import { outputOf, spawnChild } from '../support/spawn-child.ts';
import type { Ran, RunOptions } from './run.ts';

type SpawnOptions = RunOptions & {
  /** Standard input. */
  readonly input?: string;
  /** Flags for node itself. */
  readonly node?: readonly string[];
};

/** Where the npm scripts have compiled code, too. */
const compiled = join(import.meta.dirname, '../../node_modules/.cache/compiled');

/**
 * Runs a tool in a process of its own.
 * @param tool its file below tools/, without `.ts`.
 */
export const spawnTool = async (
  tool: string,
  argv: readonly string[],
  options: SpawnOptions,
): Promise<Ran> => {
  const { cwd, env = {}, input = '', node = [] } = options;
  const file = join(import.meta.dirname, '../../tools', `${tool}.ts`);
  const child = spawnChild(process.execPath, [...node, file, ...argv], {
    cwd,
    env: { NODE_COMPILE_CACHE: compiled, ...env },
  });
  const output = outputOf(child);
  child.stdin.on('error', () => {
    // A tool may end without having read its input.
  });
  child.stdin.end(input);
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, out: output.stdout, err: output.stderr };
};
