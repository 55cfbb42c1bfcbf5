// What the command line tools have in common: their ends, and the environment that they share with the service.
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import packageFile from '../package.json' with { type: 'json' };
import type { Fault } from '../src/config/fault.ts';
import type { Environment } from '../src/config/settings/settings.ts';
import { failed } from './terminal/words.ts';

/** Arguments that make no sense: status 2, with the usage. */
export class UsageError extends Error {}

/** What was asked for cannot be done: status 1, with the reason. */
export class Refusal extends Error {}

export const print = (line = ''): void => void process.stdout.write(`${line}\n`);
export const warn = (line: string): void => void process.stderr.write(`${line}\n`);

/** As the service reads it: an `.env` file where there is one, and the environment, which wins. */
export const readEnvironment = (): Environment => ({
  ...(existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}),
  ...process.env,
});

/** Faults of a file, in the words of the service. */
export const refusalOf = (faults: readonly Fault[]): Refusal =>
  new Refusal(
    ['The configuration has faults.', ...faults.map(one => `  ${one.where}: expected ${one.expected}`)].join(
      '\n',
    ),
  );

/** A text for a terminal: control characters, which could move its cursor, are shown as `?`. */
export const visible = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');

const isArgumentError = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));

/** How to get the whole usage: its first words are the way in which the tool is run. */
const hintOf = (usage: string): string =>
  `${/^npm run \S+/.exec(usage)?.[0] ?? ''} -- --help shows how to use it.`;

/** What a command does with the arguments after its name; resolves with its status. */
export type Run = (argv: readonly string[]) => Promise<number> | number;

/**
 * Runs a tool: its status is what `work` answers, 1 for a refusal, 2 for wrong arguments.
 * @param usage what `--help` prints; its first line begins with the way in which the tool is run.
 */
export const runCommand = async (usage: string, work: Run): Promise<void> => {
  // Whoever reads the output may stop reading (`| head`).
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(process.exitCode ?? 0);
  });
  const argv = process.argv.slice(2);
  if (argv.includes('--help') || argv.includes('-h')) return print(usage);
  if (argv.includes('--version')) return print(packageFile.version);
  try {
    process.exitCode = await work(argv);
  } catch (error) {
    if (isArgumentError(error)) {
      warn(`${failed(error.message, process.stderr)}\n\n${hintOf(usage)}`);
      process.exitCode = 2;
    } else if (error instanceof Refusal) {
      warn(failed(error.message, process.stderr));
      process.exitCode = 1;
    } else throw error;
  }
};

/**
 * Runs the command of a tool that the first argument names.
 * @param name of the tool, for messages.
 * @param otherwise what is run where the first argument is an option, or missing.
 */
export const runCommands = ({
  name,
  usage,
  commands,
  otherwise,
}: {
  readonly name: string;
  readonly usage: string;
  readonly commands: Readonly<Record<string, Run>>;
  readonly otherwise?: Run;
}): Promise<void> =>
  runCommand(usage, argv => {
    const [first = '', ...rest] = argv;
    const run = Object.hasOwn(commands, first) ? commands[first] : undefined;
    if (run !== undefined) return run(rest);
    if (otherwise !== undefined) return otherwise(argv);
    const known = `one of ${Object.keys(commands).join(', ')}`;
    throw new UsageError(
      first === ''
        ? `Which command? It is ${known}.`
        : `Unknown ${name} command "${visible(first)}": ${known}.`,
    );
  });
