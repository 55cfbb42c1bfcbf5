// The service as a separate process: `node src/main.js` with real configuration in a temporary folder.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccessEntry } from '../../../src/ports/access-log.ts';
import { type Sending, type Sent, send } from '../send.ts';
import { outputOf, spawnChild } from '../spawn-child.ts';
import { patience, until } from '../until.ts';
import { type ServiceOptions, settingsFor, writeConfiguration } from './service.ts';

const main = join(import.meta.dirname, '../../../src/main.js');

export type Ended = { readonly status: number | null; readonly signal: NodeJS.Signals | null };
export type LogLine = Readonly<Record<string, unknown>>;

export type ProcessOptions = Omit<ServiceOptions, 'replaced'> & {
  /** Folder for its files. If given, it is not removed at the end. */
  readonly folder?: string;
  /** A command that replaces itself with the process, such as `sh -c 'ulimit …; exec "$@"' sh`. */
  readonly through?: readonly string[];
  /** The port; by default a free one, which the service logs. */
  readonly port?: number;
  /** TLS options for requests, if it serves HTTPS. */
  readonly ca?: string;
  /** Node options. */
  readonly node?: readonly string[];
  /** What to wait for; by default readiness. */
  readonly awaits?: 'live' | 'ready';
};

export type ServiceProcess = {
  readonly url: string;
  readonly folder: string;
  readonly pid: number;
  /** Sends one request, on a new connection unless an agent is given. */
  send(request: Omit<Sending, 'url'>): Promise<Sent>;
  /** Repeats a request while it is refused because of overload, which can happen at any time on a busy machine. */
  ask(request: Omit<Sending, 'url'>): Promise<Sent>;
  /** The lines of the service log. */
  log(): LogLine[];
  /** Its standard error output. */
  errors(): string;
  /** The entries of the access log, or of another file in the folder. Throws if a line is not an entry. */
  entries(name?: string): AccessEntry[];
  signal(signal: NodeJS.Signals): void;
  /** How the process ended. */
  readonly ended: Promise<Ended>;
  /** Kills the process if it still runs, and removes its folder. */
  [Symbol.asyncDispose](): Promise<void>;
};

const notAvailable = 'The service is not available. Try again later.';

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'machine-test-'));

const linesOf = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line));

/** The running processes. A test that times out never reaches its cleanup, so they are killed at exit. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a process with only these settings: it inherits nothing from the test's environment. */
const start = (
  settings: Readonly<Record<string, string>>,
  folder: string,
  { through = [], node = [] }: Pick<ProcessOptions, 'through' | 'node'> = {},
) => {
  const [command = '', ...rest] = [...through, process.execPath, ...node, main];
  const child = spawnChild(command, rest, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const output = outputOf(child);
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

/** Runs a process that is expected to end on its own. */
export const runToItsEnd = async (
  settings: Readonly<Record<string, string>>,
  folder: string,
  { through = [], node = [] }: Pick<ProcessOptions, 'through' | 'node'> = {},
) => {
  const { output, ended, kill } = start(settings, folder, { through, node });
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

/** Writes the configuration and runs a process that is expected to refuse to start. */
export const runRefused = (options: ProcessOptions & { readonly folder: string }) => {
  writeConfiguration(options.folder, options);
  return runToItsEnd(settingsOf(options.folder, options), options.folder, options);
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
    const sendOne: ServiceProcess['send'] = request =>
      send({ url, ...(options.ca === undefined ? {} : { ca: options.ca }), ...request });
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
      ask: request =>
        until('it is not refused by overload', async () => {
          const sent = await sendOne(request);
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
