// What the sandbox is told on its command line.
import { parseArgs } from 'node:util';
import { isRegion, type RegionName, regions } from './regions.ts';

export type Arguments = {
  readonly region: RegionName;
  /** 0 stands for any free one. */
  readonly ports: { readonly service: number; readonly ehr: number; readonly issuer: number };
};

export class UsageError extends Error {}

export const usage =
  `usage: npm run sandbox -- [--region ${Object.keys(regions).join('|')}] [--port N]\n` +
  '  N is the first of three ports (3000); 0 takes any that are free\n';

const parse = (words: readonly string[]) => {
  try {
    return parseArgs({
      args: [...words],
      options: {
        region: { type: 'string', default: 'extracts' },
        port: { type: 'string', default: '3000' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
};

/** Reads the words behind the command. @throws UsageError that says what is wrong with them. */
export const readArguments = (words: readonly string[]): Arguments => {
  const { region, port } = parse(words);
  if (!isRegion(region)) throw new UsageError(`There is no region ${region}.`);
  const first = /^\d{1,5}$/.test(port) ? Number(port) : Number.NaN;
  if (!(first === 0 || first <= 65_533)) throw new UsageError(`${port} is no port.`);
  return {
    region,
    ports:
      first === 0 ? { service: 0, ehr: 0, issuer: 0 } : { service: first, ehr: first + 1, issuer: first + 2 },
  };
};
