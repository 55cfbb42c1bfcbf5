// Starts the service itself (what `npm start` starts) as a separate process with real configuration files.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import { app } from './authorization-server/clients.ts';

export type SandboxService = {
  readonly url: string;
  readonly key: string;
  close(): Promise<void>;
};

export type SandboxServiceOptions = {
  /** Folder for its configuration, log and access log. */
  readonly folder: string;
  readonly port: number;
  /** The one system in the region profile. */
  readonly system: object;
  /** Other members of the region's profile. */
  readonly profile?: object | undefined;
  readonly issuer: string;
  readonly audience: string;
  readonly partners: readonly string[];
  /** Web origins that may call, besides the API page's. */
  readonly cors: readonly string[];
};

/** Milliseconds to wait until the service is ready. */
const startTimeoutMs = 30_000;
/** Milliseconds for an EHR call: on a busy machine the simulator takes a while to write 2,000 notes. */
const ehrTimeoutMs = 20_000;
/** Milliseconds for a request: two EHR calls, because acting for a patient reads the patient's own record first. */
export const requestTimeoutMs = 45_000;

/** The region profile for the service. */
export const profileOf = ({ system, profile }: Pick<SandboxServiceOptions, 'system' | 'profile'>) => ({
  name: 'Region Sandlådan',
  timeZone: 'Europe/Stockholm',
  release: 'ehr',
  ...profile,
  systems: { ehr: { timeoutMs: ehrTimeoutMs, ...system } },
});

const subscriptions = (key: string) => [
  { name: 'sandbox', keys: [`sha256:${createHash('sha256').update(key).digest('hex')}`] },
];

const writeConfiguration = (key: string, { folder, ...region }: SandboxServiceOptions) => {
  writeFileSync(join(folder, 'region.json'), JSON.stringify(profileOf(region), undefined, 2));
  writeFileSync(join(folder, 'subscriptions.json'), JSON.stringify(subscriptions(key), undefined, 2));
};

/** Whether the child reports that it listens. Another program on the port could answer HTTP, but not on this pipe. */
const hasListened = (log: string): boolean => readFileSync(log, 'utf8').includes('"Server listening at ');

const isReady = async (url: string): Promise<boolean> => {
  try {
    const { statusCode, body } = await request(`${url}/health/ready`);
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
};

/** The last lines of a log, to explain why the service did not start. */
const lastLines = (log: string): string =>
  readFileSync(log, 'utf8').trimEnd().split('\n').slice(-5).join('\n');

const untilReady = async (url: string, process: ChildProcess, log: string) => {
  const end = Date.now() + startTimeoutMs;
  while (!(hasListened(log) && (await isReady(url)))) {
    if (process.exitCode !== null || Date.now() > end) {
      throw new Error(`The service did not start. The end of its log:\n${lastLines(log)}`);
    }
    await wait(50);
  }
};

/** Starts the service; resolves when it is ready. */
export const startService = async (options: SandboxServiceOptions): Promise<SandboxService> => {
  const { folder, port, issuer, audience, partners, cors } = options;
  const key = randomBytes(16).toString('hex');
  writeConfiguration(key, options);
  const log = join(folder, 'service.log');
  writeFileSync(log, '');
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'guarded-service.ts')], {
    // A separate folder, so the project's .env file does not apply to the sandbox.
    cwd: folder,
    env: {
      PORT: String(port),
      REGION_FILE: join(folder, 'region.json'),
      SUBSCRIPTIONS_FILE: join(folder, 'subscriptions.json'),
      AUTH_ISSUER: issuer,
      AUTH_AUDIENCE: audience,
      AUTH_PARTNER_CLIENTS: partners.join(','),
      ACCESS_LOG_FILE: join(folder, 'access.log'),
      PUBLIC_URL: url,
      CORS_ORIGINS: [url, ...cors].join(','),
      DOCS_CLIENT_ID: app.clientId,
      DOCS_KEY: key,
      REQUEST_TIMEOUT_MS: String(requestTimeoutMs),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    // Ctrl-C must reach only the sandbox, which then stops the service.
    detached: true,
  });
  const file = createWriteStream(log, { flags: 'a' });
  child.stdout.pipe(file, { end: false });
  child.stderr.pipe(file, { end: false });
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    file.end();
  };
  try {
    await untilReady(url, child, log);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return { url, key, close };
};
