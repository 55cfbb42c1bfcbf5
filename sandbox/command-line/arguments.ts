// The sandbox's command line.
import { parseArgs } from 'node:util';
import { isRegion, type RegionName, regionNames } from './region-names.ts';

export type Ports = {
  readonly service: number;
  readonly ehr: number;
  readonly issuer: number;
  readonly webApp: number;
};

export type RunArguments = {
  readonly command: 'run';
  readonly region: RegionName;
  /** 0 means any free port. */
  readonly ports: Ports;
  /** Origins of browser apps that may call, besides the API page's. */
  readonly cors: readonly string[];
  readonly output: 'text' | 'json' | 'quiet';
  /** Keeps the folder with the configuration and the logs. */
  readonly keep: boolean;
  /** In a container: reachable on its other addresses too. */
  readonly isInContainer: boolean;
};

export type Arguments =
  | RunArguments
  /** `ports` are those of the running sandbox. */
  | { readonly command: 'reset'; readonly ports: Ports }
  | { readonly command: 'help' | 'version' };

export class UsageError extends Error {}

export const usage = `usage: npm run sandbox -- [options]
  --region ${regionNames.join('|')}   the kind of region to run as (extracts)
  --port N                  the first of four ports (3000); 0 takes any that are free
  --cors ORIGIN             lets a browser app of yours call, for example http://localhost:5173; may be repeated
  --keep                    keeps the folder with the configuration and the logs when the sandbox stops
  --container               in a container: listens on its other addresses too, to which published ports lead
  --reset                   brings a running sandbox back to its beginning: give its --port
  --json                    prints addresses, tokens and scenarios as JSON, for programs
  --quiet                   prints the addresses alone
  --help, --version
`;

const options = {
  region: { type: 'string', default: 'extracts' },
  port: { type: 'string', default: '3000' },
  cors: { type: 'string', multiple: true, default: [] as string[] },
  keep: { type: 'boolean', default: false },
  container: { type: 'boolean', default: false },
  reset: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
  version: { type: 'boolean', default: false },
} as const;

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
};

const portsFrom = (port: string): Ports => {
  const first = /^\d{1,5}$/.test(port) ? Number(port) : Number.NaN;
  if (first === 0) return { service: 0, ehr: 0, issuer: 0, webApp: 0 };
  if (!(first <= 65_532)) throw new UsageError(`"${port}" is not a valid port: use 0 to 65532.`);
  return { service: first, ehr: first + 1, issuer: first + 2, webApp: first + 3 };
};

const originOf = (text: string): string => {
  const origin = URL.canParse(text) ? new URL(text).origin : 'null';
  if (origin !== text) {
    throw new UsageError(`"${text}" is not a web origin: write it like http://localhost:5173.`);
  }
  return origin;
};

/** Parses the arguments. @throws UsageError that says what is wrong with them. */
export const readArguments = (args: readonly string[]): Arguments => {
  const { region, port, cors, keep, container, reset, json, quiet, help, version } = parse(args);
  if (help) return { command: 'help' };
  if (version) return { command: 'version' };
  if (!isRegion(region)) {
    throw new UsageError(`Unknown region "${region}": use one of ${regionNames.join(', ')}.`);
  }
  const ports = portsFrom(port);
  if (reset) {
    if (ports.service === 0) throw new UsageError('--reset needs the --port of the running sandbox.');
    return { command: 'reset', ports };
  }
  return {
    command: 'run',
    region,
    ports,
    cors: cors.map(originOf),
    output: json ? 'json' : quiet ? 'quiet' : 'text',
    keep,
    isInContainer: container,
  };
};
