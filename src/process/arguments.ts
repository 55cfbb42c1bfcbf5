// The command line of the service. Settings come from the environment, so there is only --check, --help and --version.
import packageFile from '../../package.json' with { type: 'json' };
import { allSpecs } from '../config/settings/specs.ts';
import { exitStatus } from './end.ts';

/** What is printed instead of starting, and the exit status. */
export type Printed = { readonly text: string; readonly status: number };

const settingInWords = ([name, { expected, fallback, required }]: (typeof allSpecs)[number]): string => {
  const more = required === true ? ' (required)' : fallback === undefined ? '' : ` (${fallback})`;
  return `  ${name}\n      ${expected}${more}`;
};

const usage = () => `npm start [-- --check | --help | --version]

Starts the service. It takes its settings from the environment, and from the file .env if there is one; docs/configuration.md has a table
of them. Faults in the configuration are all reported at once, and end the process with status 1.

  --check           reads the settings, the region profile and the subscriptions, reports faults and warnings, and starts nothing

  SIGTERM, SIGINT   stops: finishes the requests in flight, and ends with status 0
  SIGHUP            opens the access log anew, and reads the TLS certificate again
  SIGUSR2           reads the region profile again, as a whole or not at all

Settings:
${allSpecs.map(settingInWords).join('\n')}
`;

/** @param argv the arguments after the name of the program. */
export const commandIn = (argv: readonly string[]): 'start' | 'check' | Printed => {
  const [first, ...more] = argv;
  if (first === undefined) return 'start';
  if (argv.includes('--help') || argv.includes('-h')) return { text: usage(), status: 0 };
  if (argv.includes('--version')) return { text: `${packageFile.version}\n`, status: 0 };
  if (first === '--check' && more.length === 0) return 'check';
  const text = `Unexpected argument ${JSON.stringify(first)}: the service takes its settings from the environment.\n"npm start -- --help" lists them.\n`;
  return { text, status: exitStatus.usage };
};
