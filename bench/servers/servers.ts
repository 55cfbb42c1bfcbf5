// The servers to compare: the service and the competitors. Each runs in its own process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import { freePort } from '../../sandbox/listen.ts';
import { namedTrees } from '../../sandbox/record-builders/named-trees.ts';
import { audience } from '../../test/support/servers/issuer.ts';
import { key, settingsFor, writeConfiguration } from '../../test/support/service/service.ts';
import { kinds } from '../data/kinds.ts';
import type { World } from './world.ts';

export const competitors = ['floor', 'strong', 'usual'] as const;
/**
 * `again` is the service in one more process: the two differ by what is noise. `gzip` is the service with clients that ask for compressed
 * answers. `parsing` is compared with a FHIR server as the EHR only.
 */
export type ServerName = 'service' | 'again' | 'gzip' | 'parsing' | (typeof competitors)[number];

const isService = (name: ServerName) => name === 'service' || name === 'again' || name === 'gzip';

export type Server = {
  readonly name: ServerName;
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from start until ready. */
  readonly startedInMs: number;
  close(): Promise<void>;
};

export type StartOptions = {
  /** Folder of another checkout whose service is started instead. */
  readonly checkout?: string;
  /** Starts it with `npm start`, to measure the start. */
  readonly byNpm?: boolean;
};

/** Time limit of a call in milliseconds: long enough for any journal on a busy machine. */
const timeoutMs = 300_000;
/** The settings of the service in a typical production configuration. */
const serviceEnvironment = ({ ehr, system, issuer }: World, folder: string) => {
  writeConfiguration(folder, { ehr, system: { ...system, timeoutMs } });
  return { ...settingsFor(folder, { url: issuer }), REQUEST_TIMEOUT_MS: String(timeoutMs) };
};

const competitorEnvironment = (name: ServerName, world: World, folder: string) => ({
  SERVER: name,
  NODE_ENV: 'production',
  EHR: world.ehr,
  ISSUER: world.issuer,
  AUDIENCE: audience,
  SUBSCRIPTION_KEY: key,
  LOG_FILE: join(folder, 'access.log'),
  KINDS: JSON.stringify(Object.values(kinds)),
  NAMED_TREES: JSON.stringify(namedTrees),
});

const answers = async (url: string): Promise<boolean> => {
  try {
    const { statusCode, body } = await request(`${url}/health/ready`);
    await body.dump();
    // The competitors have no health check, so any answer counts as ready.
    return statusCode === 200 || statusCode === 404;
  } catch {
    return false;
  }
};

const here = join(import.meta.dirname, '../..');

/** The Node options and program in the `npm start` script of a checkout. */
const startArguments = (checkout: string): string[] => {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  const [, ...options] = String(scripts.start).replace('exec ', '').split(' ');
  return [...options.slice(0, -1), join(checkout, options.at(-1) ?? '')];
};

/** The program of a server and its arguments. */
const programOf = (name: ServerName, start: StartOptions): readonly [string, readonly string[]] => {
  const { checkout = here, byNpm = false } = start;
  if (byNpm) return ['npm', ['start', '--silent', '--prefix', checkout]];
  if (isService(name)) return [process.execPath, startArguments(checkout)];
  const program = name === 'parsing' ? 'floor' : name;
  return [process.execPath, [join(import.meta.dirname, `../competitors/${program}.js`)]];
};

let started = 0;

/** Starts a server; resolves when it is ready. */
export const startServer = async (
  name: ServerName,
  world: World,
  start: StartOptions = {},
): Promise<Server> => {
  const folder = join(world.folder, `${++started}-${name}`);
  mkdirSync(folder);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = isService(name)
    ? serviceEnvironment(world, folder)
    : competitorEnvironment(name, world, folder);
  const log = openSync(join(folder, 'output.log'), 'a');
  const began = performance.now();
  const [program, programArguments] = programOf(name, start);
  const child = spawn(program, programArguments, {
    cwd: folder,
    env: { ...(start.byNpm ? process.env : {}), ...environment, PORT: String(port) },
    stdio: ['ignore', log, log],
    // A separate process group, to end npm together with its child.
    detached: true,
  });
  closeSync(log);
  // Leaves no server running, however the bench ends.
  const signal = (name: NodeJS.Signals) => process.kill(-(child.pid ?? 0), name);
  const end = () => void signal('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`${name} did not start: see ${folder}/output.log`);
    await wait(5);
  }
  return {
    name,
    url,
    pid: child.pid ?? 0,
    startedInMs: performance.now() - began,
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      // Not SIGKILL: Node writes the compile cache when the process ends.
      signal('SIGTERM');
      await once(child, 'exit');
    },
  };
};
