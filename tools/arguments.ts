// Reads the arguments of a command.
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { similarName } from '../src/faults/similar-name.ts';
import { UsageError } from './command.ts';

const isUnknownOption = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION';

/** `parseArgs` of Node for these arguments. For an unknown option, throws `UsageError` with the option that was probably meant. */
export const readArguments = <T extends ParseArgsConfig>(
  argv: readonly string[],
  config: T,
): ReturnType<typeof parseArgs<T>> => {
  try {
    return parseArgs({ ...config, args: [...argv] }) as ReturnType<typeof parseArgs<T>>;
  } catch (error) {
    const [, name] = isUnknownOption(error)
      ? (/^Unknown option '(--?[^'\s]+)'/.exec(error.message) ?? [])
      : [];
    if (name === undefined) throw error;
    const meant = similarName(name, Object.keys(config.options ?? {}));
    throw new UsageError(`Unknown option ${name}${meant === undefined ? '.' : `; did you mean --${meant}?`}`);
  }
};
