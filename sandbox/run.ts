// Runs the sandbox: starts everything, prints how to try it, and stops everything on a signal.
import type { RunArguments } from './command-line/arguments.ts';
import { jsonOf } from './output/json.ts';
import { onReaderGone } from './output/reader-gone.ts';
import { addressesOf, textOf } from './output/text.ts';
import { type RunningSandbox, startSandbox } from './start.ts';

type Closer = () => Promise<void>;

const say = (text: string): void => void process.stderr.write(text);

const print = (sandbox: RunningSandbox, output: RunArguments['output']): string => {
  if (output === 'json') return `${JSON.stringify(jsonOf(sandbox), undefined, 2)}\n`;
  const isColoured = process.stdout.isTTY && process.env.NO_COLOR === undefined;
  return output === 'quiet' ? addressesOf(sandbox) : textOf(sandbox, { isColoured });
};

/** Starts the sandbox and prints it. It runs until a signal, or until nobody reads its output any more. */
export const run = async (args: RunArguments): Promise<void> => {
  const closers: Closer[] = [];
  let stopping: Promise<void> | undefined;
  const stop = (status: number): Promise<void> => {
    stopping ??= (async () => {
      for (const close of closers.splice(0)) await close();
      process.exit(status);
    })();
    return stopping;
  };
  const stopOnSignal = () => {
    if (stopping === undefined) say('Stopping…\n');
    void stop(0);
  };
  // The terminal and npm both send SIGINT: ignore the second one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopOnSignal);
  onReaderGone(() => void stop(0));

  try {
    const sandbox = await startSandbox(args, close => closers.unshift(close));
    process.stdout.write(print(sandbox, args.output));
  } catch (error) {
    say(`${error instanceof Error ? error.message : String(error)}\n`);
    await stop(1);
  }
};
