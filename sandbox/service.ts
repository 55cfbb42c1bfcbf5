// The service itself, as a process of its own on real configuration: what `npm start` starts.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';

export type SandboxService = {
  readonly url: string;
  readonly key: string;
  /** Where its configuration, its log and its access log are. */
  readonly folder: string;
  close(): Promise<void>;
};

export type SandboxServiceOptions = {
  readonly port: number;
  readonly ehr: string;
  readonly issuer: string;
  readonly audience: string;
  readonly partners: readonly string[];
};

/** Milliseconds that the service has to become ready. */
const patience = 15_000;

const profile = (ehr: string) => ({
  name: 'Region Sandlådan',
  timeZone: 'Europe/Stockholm',
  release: 'ehr',
  systems: { ehr: { adapter: 'extracts', baseUrl: ehr, intervalAtEhr: ['journalNotes'] } },
});

const subscriptions = (key: string) => [
  { name: 'sandbox', keys: [`sha256:${createHash('sha256').update(key).digest('hex')}`] },
];

const writeConfiguration = (folder: string, key: string, ehr: string) => {
  writeFileSync(join(folder, 'region.json'), JSON.stringify(profile(ehr), undefined, 2));
  writeFileSync(join(folder, 'subscriptions.json'), JSON.stringify(subscriptions(key), undefined, 2));
};

const isReady = async (url: string): Promise<boolean> => {
  try {
    const { statusCode, body } = await request(`${url}/health/ready`);
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
};

const untilReady = async (url: string, process: ChildProcess, log: string) => {
  const end = Date.now() + patience;
  while (!(await isReady(url))) {
    if (process.exitCode !== null || Date.now() > end)
      throw new Error(`The service did not start: see ${log}`);
    await wait(50);
  }
};

/** Starts the service; resolves when it is ready. */
export const startService = async (options: SandboxServiceOptions): Promise<SandboxService> => {
  const { port, ehr, issuer, audience, partners } = options;
  const folder = mkdtempSync(join(tmpdir(), 'patient-data-sandbox-'));
  const key = randomBytes(16).toString('hex');
  writeConfiguration(folder, key, ehr);
  const log = join(folder, 'service.log');
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    // A folder of its own: an .env file of the project's is not for the sandbox.
    cwd: folder,
    env: {
      PORT: String(port),
      REGION_FILE: join(folder, 'region.json'),
      SUBSCRIPTIONS_FILE: join(folder, 'subscriptions.json'),
      AUTH_ISSUER: issuer,
      AUTH_AUDIENCE: audience,
      AUTH_PARTNER_CLIENTS: partners.join(','),
      ACCESS_LOG_FILE: join(folder, 'access.log'),
      CORS_ORIGINS: url,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C goes to this program alone, which then ends the service.
    detached: true,
  });
  const file = createWriteStream(log);
  child.stdout.pipe(file, { end: false });
  child.stderr.pipe(file, { end: false });
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    file.end();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(url, child, log);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return { url, key, folder, close };
};
