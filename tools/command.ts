// What the commands share: how they run and end, and how they read the environment.
import packageFile from '../package.json' with { type: 'json' };
import type { Environment } from '../src/config/environment.ts';
import type { Fault } from '../src/config/files.ts';
import { faultList } from '../src/config/files.ts';
import { readEnvFile } from '../src/config/settings/env-file.ts';
import { printableLine, printableText } from '../src/domain/model/printable.ts';
import { errorCode } from '../src/faults/error-code.ts';
import { failed } from './terminal/words.ts';

/** Invalid arguments: the command ends with status 2 and points to its usage. */
export class UsageError extends Error {}

/** The command cannot do what was asked: it ends with status 1 and the reason. */
export class Refusal extends Error {}

/** How a line is shown. */
type Style = { readonly isFailure?: boolean };

/** Writes a text that may be of the EHR or of the command line: no terminal obeys a character in it. */
const write = (stream: NodeJS.WriteStream, text: string, { isFailure = false }: Style): void => {
  const printable = printableText(text);
  stream.write(`${isFailure ? failed(printable, stream) : printable}\n`);
};

export const print = (line = '', style: Style = {}): void => write(process.stdout, line, style);
export const warn = (line: string, style: Style = {}): void => write(process.stderr, line, style);

/** A refusal that lists configuration faults in the service's own words. */
export const refusalOf = (faults: readonly Fault[]): Refusal =>
  new Refusal(
    ['The configuration has faults.', ...faults.map(one => `  ${one.where}: expected ${one.expected}`)].join(
      '\n',
    ),
  );

/** A refusal because of an error of the operating system: `FILE cannot be read (EACCES).` */
export const refusalBecause = (what: string, error: unknown): Refusal =>
  new Refusal(`${what} (${errorCode(error)}).`);

/**
 * Reads the environment as the service does: an `.env` file, if there is one, overridden by the process's environment.
 * Throws `Refusal` for a file that cannot be read.
 */
export const readEnvironment = (): Environment => {
  const list = faultList();
  const file = readEnvFile(list);
  if (list.faults.length > 0) throw refusalOf(list.faults);
  return { ...file, ...process.env };
};

/** A text for the middle of a line: line feeds are escaped, too. */
export const visible = printableLine;

const isArgumentError = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));

/** Says how to get the whole usage. The first words of the usage are the command itself. */
const hintOf = (usage: string): string =>
  `${/^npm run \S+/.exec(usage)?.[0] ?? ''} -- --help shows how to use it.`;

/** Runs a command with the arguments after its name; resolves with the exit status. */
export type Run = (argv: readonly string[]) => Promise<number> | number;

/** A command line tool. Its usage is what `--help` prints; it starts with the command itself, such as `npm run region`. */
export type Tool = { readonly usage: string; readonly run: Run };

/** Runs a tool; resolves with the exit status: that of its run, 1 for a refusal, or 2 for invalid arguments. */
export const runTool = async ({ usage, run }: Tool, argv: readonly string[]): Promise<number> => {
  if (argv.includes('--help') || argv.includes('-h')) {
    print(usage);
    return 0;
  }
  if (argv.includes('--version')) {
    print(packageFile.version);
    return 0;
  }
  try {
    return await run(argv);
  } catch (error) {
    if (isArgumentError(error)) {
      warn(error.message, { isFailure: true });
      warn(`\n${hintOf(usage)}`);
      return 2;
    }
    if (error instanceof Refusal) {
      warn(error.message, { isFailure: true });
      return 1;
    }
    throw error;
  }
};

/** Runs a tool with the arguments of this process, which ends with its status. */
export const runProcess = async (tool: Tool): Promise<void> => {
  // The reader of the output may close the pipe early (`| head`).
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(process.exitCode ?? 0);
  });
  process.exitCode = await runTool(tool, process.argv.slice(2));
};

/**
 * A tool of several commands: it runs the one that the first argument names.
 * @param name the name of the tool, for messages.
 * @param otherwise what to run if the first argument names no command.
 */
export const commandTool = ({
  name,
  usage,
  commands,
  otherwise,
}: {
  readonly name: string;
  readonly usage: string;
  readonly commands: Readonly<Record<string, Run>>;
  readonly otherwise?: Run;
}): Tool => ({
  usage,
  run: argv => {
    const [first = '', ...rest] = argv;
    const run = Object.hasOwn(commands, first) ? commands[first] : undefined;
    if (run !== undefined) return run(rest);
    if (otherwise !== undefined) return otherwise(argv);
    const names = `one of ${Object.keys(commands).join(', ')}`;
    throw new UsageError(
      first === ''
        ? `Which command? It is ${names}.`
        : `Unknown ${name} command "${visible(first)}": ${names}.`,
    );
  },
});
