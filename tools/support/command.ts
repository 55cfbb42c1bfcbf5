// npm run support: collects what somebody who helps needs to know: versions, settings, health, last warnings, metrics.
import { writeFileSync } from 'node:fs';
import { release, type as systemName, totalmem } from 'node:os';
import packageFile from '../../package.json' with { type: 'json' };
import { adapters } from '../../src/composition/ehr-adapters.ts';
import type { Environment } from '../../src/config/environment.ts';
import { type Configuration, loadConfiguration } from '../../src/config/index.ts';
import { describeSystem } from '../../src/config/region/system.ts';
import { configurationWarnings } from '../../src/config/warnings.ts';
import { readArguments } from '../arguments.ts';
import { askAdmin, askService, type ServiceAnswer } from '../ask-service.ts';
import {
  print,
  Refusal,
  readEnvironment,
  refusalBecause,
  type Tool,
  UsageError,
  visible,
  warn,
} from '../command.ts';
import { shownSettings } from './settings.ts';

const usage = `npm run support -- [--out FILE]

Collects, as one JSON object, what somebody who helps with this installation needs to know: versions, settings without secrets,
faults and warnings of the configuration, what the service says of its health, its last warnings and its metrics (with
ADMIN_PORT). It holds no patient data, no keys and no tokens; names of subscriptions and addresses of systems are in it.

  --out FILE   writes a new file that only you may read; without it, the object goes to standard output

It needs the environment of the service (docs/operating.md, "Commands on the machine"), on its machine or in its container.`;

/** Something that could not be had, and why. */
type Missing = { readonly missing: string };

/** What a part of the service answers, or why it did not. */
const answerOf = async <T>(
  asked: Promise<ServiceAnswer>,
  read: (text: string) => T,
): Promise<{ readonly status: number; readonly answer: T } | Missing> => {
  try {
    const { status, text } = await asked;
    return { status, answer: read(text) };
  } catch (error) {
    return { missing: error instanceof Error && error.message !== '' ? error.message : 'no answer' };
  }
};

const linesOf = (text: string): unknown[] =>
  text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line));

const regionOf = ({ region }: Configuration) => ({
  name: region.name,
  profile: region.version,
  timeZone: region.timeZone,
  systems: Object.fromEntries(region.systems.map(system => [system.name, describeSystem(system)])),
  sources: region.sources,
  // Its rules name care units and templates, which are nobody's business outside.
  release: region.release === 'ehr' ? 'ehr' : 'rules',
});

/** The limits by name: a subscription may have further members, such as an operator's notes, which may hold anything. */
const subscriptionsOf = ({ subscriptions }: Configuration) =>
  subscriptions.map(
    ({ name, keys, rateLimit, userRateLimit, clients, expires, paused, operations, networks }) => ({
      name,
      keys: keys.length,
      rateLimit,
      userRateLimit,
      clients,
      expires,
      paused,
      operations,
      networks,
    }),
  );

/** What the configuration says, or its faults. */
const configurationOf = async (environment: Environment) => {
  const { configuration, faults = [] } = await loadConfiguration(environment, adapters);
  const settings = shownSettings(
    environment,
    new Set(faults.map(({ where }) => where.split(' ', 1)[0] ?? '')),
  );
  if (configuration === undefined) return { settings, faults };
  return {
    settings,
    region: regionOf(configuration),
    subscriptions: subscriptionsOf(configuration),
    warnings: configurationWarnings(configuration, { now: new Date(), mode: environment.NODE_ENV }),
  };
};

const collected = async (environment: Environment) => {
  const [health, warnings, metrics] = await Promise.all([
    answerOf(askService(environment, '/health/ready'), text => JSON.parse(text) as unknown),
    answerOf(askAdmin(environment, '/warnings'), linesOf),
    answerOf(askAdmin(environment, '/metrics'), text => text),
  ]);
  return {
    made: new Date().toISOString(),
    versions: {
      service: packageFile.version,
      node: process.version,
      system: `${systemName()} ${release()} ${process.arch}`,
      memoryMiB: Math.round(totalmem() / 2 ** 20),
    },
    configuration: await configurationOf(environment),
    health,
    lastWarnings: warnings,
    metrics,
  };
};

const ownerOnly = 0o600;

const writeNew = (path: string, text: string) => {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: ownerOnly });
  } catch (error) {
    throw refusalBecause(`${visible(path)} cannot be written`, error);
  }
};

export const support: Tool = {
  usage,
  run: async argv => {
    const { values } = readArguments(argv, { options: { out: { type: 'string' } } });
    const { out } = values;
    if (out === '') throw new UsageError('--out: the path of a new file.');
    const found = await collected(readEnvironment());
    // An address alone is not a service's settings.
    const { HOST: _, PORT: __, ...settings } = found.configuration.settings;
    if (Object.keys(settings).length === 0 && 'missing' in found.health)
      throw new Refusal(
        'There are no settings of the service here, and no service answers: load its environment first (docs/operating.md, "Commands on the machine").',
      );
    const bundle = JSON.stringify(found, undefined, 2);
    if (out === undefined) print(bundle);
    else {
      writeNew(out, `${bundle}\n`);
      warn(`${visible(out)} was written. Look through it before you send it.`);
    }
    return 0;
  },
};
