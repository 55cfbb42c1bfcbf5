// The servers that are measured side by side: the service, an earlier version of it, and its three competitors. Each is a
// process of its own.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import { audience } from '../test/support/servers/issuer.ts';
import type { World } from './world.ts';

export const competitors = ['floor', 'strong', 'usual'] as const;
export type ServerName = 'service' | 'before' | (typeof competitors)[number];

const isService = (name: ServerName) => name === 'service' || name === 'before';

/** The service, and its earlier version where there is one to compare with. */
export const serviceNames = ({ before }: World): readonly ('service' | 'before')[] =>
  before === undefined ? ['service'] : ['service', 'before'];

export type Server = {
  readonly name: ServerName;
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from its start until it could serve. */
  readonly startedInMs: number;
  /** Milliseconds of the longest stall of its event loop since the last time this was asked. */
  longestStall(): Promise<number>;
  close(): Promise<void>;
  /** Asks it to stop in order, so that Node writes its profiles; resolves when it has ended. */
  stop(): Promise<void>;
};

export const subscriptionKey = 'bench-key-0123456789abcdef';

const hashOf = (key: string) => `sha256:${createHash('sha256').update(key).digest('hex')}`;

export type Wish = {
  /** Measures stalls of the event loop, which costs a little: only where they are asked for. */
  readonly probe?: boolean;
  /** Settings of the service beside the usual ones. */
  readonly settings?: Readonly<Record<string, string>>;
  /** How many subscriptions there are, the caller's being the last. */
  readonly subscriptions?: number;
  /** Starts one of several instances that share this port (shared-port.ts), instead of the service's own main. */
  readonly sharedPort?: number;
  /** Folder of another checkout, whose service is started instead of this one's. */
  readonly checkout?: string | undefined;
  /** Options of Node beside those of `npm start`. */
  readonly nodeOptions?: readonly string[];
  /** Starts it by `npm start`, to see how long that takes. */
  readonly byNpm?: boolean;
};

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** Milliseconds that a call may take: long enough for any journal on a busy machine. */
const patience = 300_000;
/** A rate limit that never bites. */
const unlimited = 1_000_000;

const region = (system: object) => ({
  name: 'Region Mätning',
  timeZone: 'Europe/Stockholm',
  release: 'ehr',
  systems: { ehr: { ...system, timeoutMs: patience } },
});

const subscriptionsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `app-${index}`,
    keys: [hashOf(index === count - 1 ? subscriptionKey : `another-key-${index}`)],
  }));

/** The service with everything on, as an operator would configure it. */
const serviceEnvironment = (world: World, folder: string, { subscriptions = 1, settings = {} }: Wish) => {
  const regionFile = join(folder, 'region.json');
  const subscriptionsFile = join(folder, 'subscriptions.json');
  writeFileSync(regionFile, JSON.stringify(region(world.system)));
  writeFileSync(subscriptionsFile, JSON.stringify(subscriptionsOf(subscriptions)));
  return {
    REGION_FILE: regionFile,
    SUBSCRIPTIONS_FILE: subscriptionsFile,
    AUTH_ISSUER: world.issuer,
    AUTH_AUDIENCE: audience,
    ACCESS_LOG_FILE: join(folder, 'access.log'),
    REQUEST_TIMEOUT_MS: String(patience),
    RATE_LIMIT: String(unlimited),
    ...settings,
  };
};

const competitorEnvironment = (world: World, folder: string) => ({
  NODE_ENV: 'production',
  EHR: world.ehr,
  ISSUER: world.issuer,
  AUDIENCE: audience,
  SUBSCRIPTION_KEY: subscriptionKey,
  LOG_FILE: join(folder, 'access.log'),
});

const answers = async (url: string): Promise<boolean> => {
  try {
    const { statusCode, body } = await request(`${url}/health/ready`);
    await body.dump();
    // The competitors have no such path; that they say so is enough.
    return statusCode === 200 || statusCode === 404;
  } catch {
    return false;
  }
};

const here = join(import.meta.dirname, '..');

/** What `npm start` of a checkout gives Node: options and the program. */
const startArguments = (checkout: string): string[] => {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  const [, ...options] = String(scripts.start).replace('exec ', '').split(' ');
  return [...options.slice(0, -1), join(checkout, options.at(-1) ?? '')];
};

/** What is run, and with what. */
const programOf = (name: ServerName, wish: Wish): readonly [string, readonly string[]] => {
  const { sharedPort, checkout = here, nodeOptions = [], probe = false, byNpm = false } = wish;
  if (byNpm) return ['npm', ['start', '--silent', '--prefix', checkout]];
  const options = [...(probe ? ['--import', join(import.meta.dirname, 'probe.ts')] : []), ...nodeOptions];
  if (!isService(name))
    return [process.execPath, [...options, join(import.meta.dirname, `competitors/${name}.js`)]];
  if (sharedPort !== undefined)
    return [process.execPath, [...options, join(import.meta.dirname, 'shared-port.ts')]];
  return [process.execPath, [...options, ...startArguments(checkout)]];
};

let started = 0;

/** Starts a server; resolves when it can serve. */
export const startServer = async (name: ServerName, world: World, wish: Wish = {}): Promise<Server> => {
  const command = name === 'before' ? { ...wish, checkout: world.before } : wish;
  const folder = join(world.folder, `${++started}-${name}`);
  mkdirSync(folder);
  const port = command.sharedPort ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const environment = isService(name)
    ? serviceEnvironment(world, folder, command)
    : competitorEnvironment(world, folder);
  const log = openSync(join(folder, 'output.log'), 'a');
  const began = performance.now();
  const [program, options] = programOf(name, command);
  const child = spawn(program, options, {
    cwd: folder,
    env: { ...(command.byNpm ? process.env : {}), ...environment, PORT: String(port) },
    stdio: ['ignore', log, log, ...(command.byNpm ? [] : ['ipc' as const])],
    // A group of its own: npm and what it starts are ended together.
    detached: true,
  });
  closeSync(log);
  const signalAll = (signal: NodeJS.Signals) => process.kill(-(child.pid ?? 0), signal);
  // However the bench ends, nothing is left running.
  const end = () => void signalAll('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  const endBy = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    signalAll(signal);
    await once(child, 'exit');
  };
  // Of those who share a port any may answer: each tells when it listens.
  if (command.sharedPort !== undefined) await once(child, 'message');
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`${name} did not start: see ${folder}/output.log`);
    await wait(5);
  }
  return {
    name,
    url,
    pid: child.pid ?? 0,
    startedInMs: performance.now() - began,
    longestStall: async () => {
      const told = once(child, 'message') as Promise<[{ longestStall: number }]>;
      child.send('stall');
      const [{ longestStall }] = await told;
      return longestStall;
    },
    close: () => endBy('SIGKILL'),
    stop: () => endBy('SIGTERM'),
  };
};
