// Runs a command line tool in this process, in a folder of its own.
import { vi } from 'vitest';
import { runTool as run, type Tool } from '../../tools/command.ts';

export type Ran = { readonly status: number | null; readonly out: string; readonly err: string };

export type RunOptions = {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
};

const tools = {
  region: async () => (await import('../../tools/region/commands.ts')).region,
  subscription: async () => (await import('../../tools/subscription/commands.ts')).subscription,
  explain: async () => (await import('../../tools/explain/command.ts')).explain,
  support: async () => (await import('../../tools/support/command.ts')).support,
  'access-log': async () => (await import('../../tools/access-log/commands.ts')).accessLog,
} satisfies Readonly<Record<string, () => Promise<Tool>>>;

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

/** Runs a tool. One that reads standard input or needs flags for node is run by `spawnTool`. */
export const runTool = async (
  name: keyof typeof tools,
  argv: readonly string[],
  options: RunOptions,
): Promise<Ran> => {
  const tool = await tools[name]();
  const ran = last.then(() => runHere(tool, argv, options));
  last = ran.catch(() => undefined);
  return ran;
};
