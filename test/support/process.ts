// The service as a process of its own: `node src/main.ts` with real configuration in a folder of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { AccessEntry } from '../../src/ports/access-log.ts';
import { type Sending, type Sent, send } from './send.ts';
import { type ServiceOptions, settingsFor, writeConfiguration } from './service.ts';

const main = join(import.meta.dirname, '../../src/main.ts');

/** Milliseconds that something may take to happen. It is a ceiling alone: nothing is asserted about durations. */
const patience = 60_000;

/** What a test may take that starts processes, on a machine that has much to do: for `vi.setConfig`. */
export const unhurried = { testTimeout: 120_000, hookTimeout: 120_000 } as const;

export type Ended = { readonly status: number | null; readonly signal: NodeJS.Signals | null };
export type LogLine = Readonly<Record<string, unknown>>;

export type ProcessOptions = Omit<ServiceOptions, 'replaced'> & {
  /** Where its files are; given, it is not removed at the end. */
  readonly folder?: string;
  /** A command that starts the process in its own place, such as `sh -c 'ulimit …; exec "$@"' sh`. */
  readonly through?: readonly string[];
  /** Where it listens; usually a free port, which it names in its log. */
  readonly port?: number;
  /** How to trust it, where it serves HTTPS. */
  readonly ca?: string;
  /** Options of Node's own. */
  readonly node?: readonly string[];
  /** What is waited for; usually that it is ready. */
  readonly awaits?: 'live' | 'ready';
};

export type ServiceProcess = {
  readonly url: string;
  readonly folder: string;
  readonly pid: number;
  /** Sends one request, on a connection of its own unless an agent is given. */
  send(asked: Omit<Sending, 'url'>): Promise<Sent>;
  /** Sends a request until it is not refused by overload, which a busy machine may bring about at any time. */
  ask(asked: Omit<Sending, 'url'>): Promise<Sent>;
  /** Lines of the service's own log. */
  log(): LogLine[];
  /** What it has written to standard error. */
  errors(): string;
  /** Entries of the access log, or of another file in the folder; throws for a line that is none. */
  entries(name?: string): AccessEntry[];
  signal(signal: NodeJS.Signals): void;
  /** How it has ended. */
  readonly ended: Promise<Ended>;
  /** Kills it, if it still runs, and removes its folder. */
  [Symbol.asyncDispose](): Promise<void>;
};

/** Waits until something is there. */
export const until = async <T>(what: string, look: () => T | Promise<T>): Promise<NonNullable<T>> => {
  const end = Date.now() + patience;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== null && seen !== false) return seen;
    if (Date.now() > end) throw new Error(`in vain: ${what}`);
    await wait(10);
  }
};

const notAvailable = 'The service is not available. Try again later.';

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'machine-test-'));

const linesOf = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line));

/** Those that run. A test that is given up does not come to its end: none of them stays behind it. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a process on these settings alone; nothing of the test's own environment goes along. */
const start = (
  settings: Readonly<Record<string, string>>,
  folder: string,
  { through = [], node = [] }: Pick<ProcessOptions, 'through' | 'node'> = {},
) => {
  const [command = '', ...rest] = [...through, process.execPath, ...node, main];
  const child = spawn(command, rest, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', text => {
      output[name] += text;
    });
  }
  const ended = once(child, 'close').then(([status, signal]) => ({ status, signal }) as Ended);
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
    running.delete(child);
  });
  const kill = async () => {
    if (!hasEnded) child.kill('SIGKILL');
    await ended;
  };
  return { child, output, ended, hasEnded: () => hasEnded, kill };
};

/** Runs a process that is expected to end by itself. */
export const runToItsEnd = async (
  settings: Readonly<Record<string, string>>,
  folder: string,
  through: readonly string[] = [],
) => {
  const { output, ended, kill } = start(settings, folder, { through });
  const timer = setTimeout(() => void kill(), patience);
  const how = await ended;
  clearTimeout(timer);
  return { ...how, ...output };
};

const settingsOf = (folder: string, { issuer, settings, port }: ProcessOptions) => ({
  ...settingsFor(folder, issuer),
  ...(port === undefined ? {} : { PORT: String(port) }),
  ...settings,
});

/** Writes the configuration and runs a process on it that is expected to refuse to start. */
export const runRefused = (options: ProcessOptions & { readonly folder: string }) => {
  writeConfiguration(options.folder, options);
  return runToItsEnd(settingsOf(options.folder, options), options.folder, options.through);
};

/** Starts the service on a free port; resolves when it is ready. */
export const startProcess = async (options: ProcessOptions): Promise<ServiceProcess> => {
  const folder = options.folder ?? newFolder();
  writeConfiguration(folder, options);
  const { child, output, ended, hasEnded, kill } = start(settingsOf(folder, options), folder, options);
  const log = () => linesOf(output.stdout) as LogLine[];
  const dispose = async () => {
    await kill();
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
  };
  try {
    const url = await until('the service listens', () => {
      if (hasEnded()) throw new Error(`the service has ended: ${output.stderr}${output.stdout}`);
      if (options.port !== undefined) return `http://127.0.0.1:${options.port}`;
      return /Server listening at (https?:\/\/[^"\s]+)/.exec(output.stdout)?.[1];
    });
    const sendOne: ServiceProcess['send'] = asked =>
      send({ url, ...(options.ca === undefined ? {} : { ca: options.ca }), ...asked });
    const awaited = options.awaits ?? 'ready';
    await until(`the service is ${awaited}`, async () => {
      if (hasEnded()) throw new Error(`the service has ended: ${output.stderr}${output.stdout}`);
      const { status } = await sendOne({ path: `/health/${awaited}`, key: null });
      return status === 200;
    });
    return {
      url,
      folder,
      pid: child.pid ?? 0,
      send: sendOne,
      ask: asked =>
        until('it is not refused by overload', async () => {
          const sent = await sendOne(asked);
          return sent.status === 503 && sent.text.includes(notAvailable) ? undefined : sent;
        }),
      log,
      errors: () => output.stderr,
      entries: (name = 'access.log') =>
        existsSync(join(folder, name)) ? linesOf(readFileSync(join(folder, name), 'utf8')) : [],
      signal: signal => void child.kill(signal),
      ended,
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
};
