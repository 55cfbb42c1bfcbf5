// npm start -- --check: reads the configuration as a start would, prints its warnings, and starts nothing.
import type { Configuration } from '../config/index.ts';
import { describeSystem } from '../config/region/system.ts';
import { logWarnings } from './started.ts';

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;

/** Lines about a configuration without faults: what would start, and what is probably not meant. Without secrets. */
export const checkedLines = async (
  configuration: Configuration,
  mode: string | undefined,
): Promise<readonly string[]> => {
  const { region, settings, subscriptions, tls } = configuration;
  const warnings: string[] = [];
  const logger = { warn: (_: unknown, message?: unknown) => void warnings.push(String(message)) };
  await logWarnings(configuration, { logger, mode });
  const { HOST: host, PORT: port } = settings;
  const scheme = tls === undefined ? 'http' : 'https';
  return [
    'The configuration has no faults; nothing was started.',
    `  ${region.name}, profile ${region.version}`,
    ...region.systems.map(system => `  system ${system.name}: ${describeSystem(system)}`),
    `  ${count(subscriptions.length, 'subscription')}`,
    `  it would listen on ${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    ...(warnings.length === 0 ? [] : [`${count(warnings.length, 'warning')}:`]),
    ...warnings.map(warning => `  ${warning}`),
  ];
};
