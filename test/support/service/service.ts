// The whole service inside the test process: real configuration, real HTTP.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../../src/adapters/telemetry/logger.ts';
import { adapters } from '../../../src/composition/ehr-adapters.ts';
import { compose } from '../../../src/composition.ts';
import { loadConfiguration } from '../../../src/config/index.ts';
import type { AccessEntry } from '../../../src/ports/access-log.ts';
import { audience, type Issuer } from '../servers/issuer.ts';

/** A subscription key that every test service accepts. */
export const key = 'test-key-0123456789abcdef';

export const hashOf = (secret: string) => `sha256:${createHash('sha256').update(secret).digest('hex')}`;

export type ServiceOptions = {
  readonly issuer: Pick<Issuer, 'url'>;
  /** Base URL of the EHR. */
  readonly ehr: string;
  /** Settings besides the required ones. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Members that override the default profile. */
  readonly profile?: Readonly<Record<string, unknown>>;
  /** Members that override those of the profile's only system. */
  readonly system?: Readonly<Record<string, unknown>>;
  readonly subscriptions?: readonly object[];
  /** Parts of the composition that the test replaces. */
  readonly replaced?: NonNullable<Parameters<typeof compose>[1]['replaced']>;
  /** The last warnings of the service log, for the operators' server. */
  readonly recentWarnings?: () => readonly string[];
  /** Limits that override the server's defaults. */
  readonly limits?: NonNullable<Parameters<typeof compose>[1]['limits']>;
};

export type ServiceRequest = {
  readonly method?: string;
  readonly path: string;
  readonly token?: string | undefined;
  /** `null` sends no subscription key. */
  readonly key?: string | null;
  readonly patient?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

export type Answered = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; `undefined` if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect answers whose shape they assert.
  readonly body: any;
};

export type TestService = {
  readonly url: string;
  /** URL of the admin server. Throws unless `ADMIN_PORT` is set. */
  readonly adminUrl: string;
  readonly folder: string;
  ask(request: ServiceRequest): Promise<Answered>;
  /** Scrapes the admin server's metrics. Throws unless `ADMIN_PORT` is set. */
  scrape(): Promise<string>;
  /** The entries of the access log. */
  entries(): AccessEntry[];
  /** The lines of the service log. */
  log(): Record<string, unknown>[];
  close(): Promise<void>;
};

/** The value of a text that may be JSON; undefined of any other. */
export const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const lines = (text: string) =>
  text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line));

const usualProfile = {
  name: 'Region Prov',
  timeZone: 'Europe/Stockholm',
  release: 'ehr',
};

/** Writes the configuration files. */
export const writeConfiguration = (
  folder: string,
  { ehr, profile, system, subscriptions }: Omit<ServiceOptions, 'issuer'>,
) => {
  const systems = { ehr: { adapter: 'extracts', baseUrl: ehr, ...system } };
  writeFileSync(join(folder, 'region.json'), JSON.stringify({ ...usualProfile, systems, ...profile }));
  writeFileSync(
    join(folder, 'subscriptions.json'),
    JSON.stringify(subscriptions ?? [{ name: 'app', keys: [hashOf(key)], rateLimit: 1_000_000 }]),
  );
};

export const settingsFor = (folder: string, issuer: Pick<Issuer, 'url'>) => ({
  PORT: '0',
  REGION_FILE: join(folder, 'region.json'),
  SUBSCRIPTIONS_FILE: join(folder, 'subscriptions.json'),
  AUTH_ISSUER: issuer.url,
  AUTH_AUDIENCE: audience,
  ACCESS_LOG_FILE: join(folder, 'access.log'),
  RATE_LIMIT: '1000000',
});

const send = async (url: string, request: ServiceRequest): Promise<Answered> => {
  const { method = 'GET', path, token, key: sent = key, patient, headers = {}, body } = request;
  const isText = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(sent === null ? {} : { 'ocp-apim-subscription-key': sent }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(patient === undefined ? {} : { patient }),
      ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isText ? (body as string) : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: jsonIn(text) };
};

/** Starts the service on a free port. */
export const startService = async (options: ServiceOptions): Promise<TestService> => {
  const folder = mkdtempSync(join(tmpdir(), 'service-test-'));
  writeConfiguration(folder, options);
  const environment = { ...settingsFor(folder, options.issuer), ...options.settings };
  const { configuration, faults } = await loadConfiguration(environment, adapters);
  if (faults !== undefined) throw new Error(`faults: ${JSON.stringify(faults)}`);
  const logged: Record<string, unknown>[] = [];
  const take = (written: string) => void logged.push(...lines(written));
  const logger = createLogger(configuration.settings.LOG_LEVEL, take);
  const service = await compose(configuration, {
    logger,
    replaced: options.replaced ?? {},
    limits: { eventLoopDelay: 0, ...options.limits },
    ...(options.recentWarnings === undefined ? {} : { recentWarnings: options.recentWarnings }),
  });
  await service.app.listen({ host: configuration.settings.HOST, port: configuration.settings.PORT });
  const { ADMIN_HOST, ADMIN_PORT } = configuration.settings;
  await service.admin?.listen({ host: ADMIN_HOST, port: ADMIN_PORT ?? 0 });
  const { port } = service.app.server.address() as AddressInfo;
  const url = `${configuration.tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`;
  const adminUrl = () => {
    if (service.admin === undefined) throw new Error('ADMIN_PORT is not set');
    return `http://127.0.0.1:${(service.admin.server.address() as AddressInfo).port}`;
  };
  return {
    url,
    folder,
    ask: request => send(url, request),
    get adminUrl() {
      return adminUrl();
    },
    scrape: async () => (await fetch(`${adminUrl()}/metrics`)).text(),
    entries: () => lines(readFileSync(join(folder, 'access.log'), 'utf8')),
    log: () => [...logged],
    close: async () => {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
