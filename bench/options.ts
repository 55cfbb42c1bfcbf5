// The command line of a benchmark: `--help`, `--version` and its options.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import packageFile from '../package.json' with { type: 'json' };

const end = (status: number, text: string): never => {
  (status === 0 ? process.stdout : process.stderr).write(`${text}\n`);
  process.exit(status);
};

/**
 * The values of the options. Ends the process for `--help`, for `--version`, and with status 2 for invalid arguments.
 * @param usage what `--help` prints.
 */
export const readOptions = <T extends ParseArgsOptionsConfig>(usage: string, options: T) => {
  const argv = process.argv.slice(2);
  if (argv.includes('--help') || argv.includes('-h')) end(0, usage);
  if (argv.includes('--version')) end(0, packageFile.version);
  try {
    return parseArgs({ args: argv, options }).values;
  } catch (error) {
    return end(2, `${(error as Error).message}\n\n${usage}`);
  }
};
