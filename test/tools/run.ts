// Runs a command line tool in a folder of its own. A process of its own, as its users have, takes a second or more.
import { once } from 'node:events';
import { join } from 'node:path';
import { vi } from 'vitest';
import { runTool as run, type Tool } from '../../tools/command.ts';
import { outputOf, spawnChild } from '../support/spawn-child.ts';

export type Ran = { readonly status: number | null; readonly out: string; readonly err: string };

type RunOptions = {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input. */
  readonly input?: string;
  /** Flags for node itself. */
  readonly node?: readonly string[];
};

const tools: Readonly<Record<string, () => Promise<Tool>>> = {
  region: async () => (await import('../../tools/region/commands.ts')).region,
  subscription: async () => (await import('../../tools/subscription/commands.ts')).subscription,
  'access-log': async () => (await import('../../tools/access-log/commands.ts')).accessLog,
};

const runHere = async (tool: Tool, argv: readonly string[], { cwd, env = {} }: RunOptions): Promise<Ran> => {
  const [folder, environment] = [process.cwd(), process.env];
  let [out, err] = ['', ''];
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(text => {
      out += text;
      return true;
    }),
    vi.spyOn(process.stderr, 'write').mockImplementation(text => {
      err += text;
      return true;
    }),
  ];
  process.chdir(cwd);
  process.env = { ...env };
  try {
    const status = await run(tool, argv);
    return { status, out, err };
  } finally {
    process.chdir(folder);
    process.env = environment;
    for (const spy of spies) spy.mockRestore();
  }
};

/** A process has one folder and one environment: runs in it take turns. */
let last: Promise<unknown> = Promise.resolve();

/** Where the npm scripts have compiled code, too. */
const compiled = join(import.meta.dirname, '../../node_modules/.cache/compiled');

/**
 * Runs a tool in a process of its own.
 * @param tool its file below tools/, without `.ts`.
 */
export const spawnTool = async (tool: string, argv: readonly string[], options: RunOptions): Promise<Ran> => {
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

/** Runs a tool: in this process, or in one of its own where it reads standard input or has flags for node. */
export const runTool = async (name: string, argv: readonly string[], options: RunOptions): Promise<Ran> => {
  const load = tools[name];
  if (load === undefined || options.input !== undefined || options.node !== undefined)
    return spawnTool(name, argv, options);
  const tool = await load();
  const ran = last.then(() => runHere(tool, argv, options));
  last = ran.catch(() => undefined);
  return ran;
};
