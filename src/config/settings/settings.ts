// The settings from the environment: one line each, with what it must be and what it is where it is missing
// (configuration.md). All names are those that operators write.

import { type DatabaseUrl, databaseUrlForm, readDatabaseUrl } from '../database-url.ts';
import { isLoopback, isSafeUrl, networks } from './addresses.ts';
import { keyValuesForm, readHeaders, readKeyValues } from './key-values.ts';

type Spec<T> = {
  /** What a value must be, in words for the operator. */
  readonly expected: string;
  /** What it is where it is missing, in the form in which it is written. */
  readonly fallback?: string;
  readonly required?: true;
  /** Undefined: the text is not what is expected. */
  readonly read: (text: string) => T | undefined;
};

const text = (expected: string): Spec<string> => ({ expected, read: value => value });

const required = <T>(spec: Spec<T>) => ({ ...spec, required: true as const });
const withDefault = <T>(fallback: string, spec: Spec<T>): Spec<T> & { readonly fallback: string } => ({
  ...spec,
  fallback,
});

const integer = (least: number, most: number, expected: string): Spec<number> => ({
  expected,
  read: value => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    return number >= least && number <= most ? number : undefined;
  },
});

const split = (value: string) =>
  value
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '');

const list = (expected: string): Spec<readonly string[]> => ({
  expected,
  read: value => {
    const parts = split(value);
    return parts.length === 0 ? undefined : parts;
  },
});

const oneOf = <const T extends string>(...words: readonly T[]): Spec<T> => ({
  expected: `one of ${words.join(', ')}`,
  read: value => words.find(word => word === value),
});

const safeUrl = (what: string): Spec<string> => ({
  expected: `${what}: an https URL (http only on a loopback address)`,
  read: value => (isSafeUrl(value) ? value : undefined),
});

const isOrigin = (value: string) =>
  /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value;

const milliseconds = (least: number) =>
  integer(least, 3_600_000, `a whole number of milliseconds, ${least} to 3600000`);

type KeyValues = Readonly<Record<string, string>>;

const port = (least: number) => integer(least, 65_535, `a port, ${least} to 65535`);

/** Name → what it is. The README's table of settings is held against this one. */
export const settingSpecs = {
  HOST: withDefault('127.0.0.1', text('an address or host name to listen on')),
  PORT: withDefault('3000', port(0)),
  BASE_PATH: {
    expected: 'a path such as /api/v1',
    read: value => {
      const path = value.replace(/\/$/, '');
      return /^(\/[A-Za-z0-9._~-]+)+$/.test(path) ? path : undefined;
    },
  } satisfies Spec<string> as Spec<string>,
  TLS_CERT_FILE: text('the path of a PEM file with the certificate chain'),
  TLS_KEY_FILE: text('the path of a PEM file with the private key'),
  TRUST_PROXY: {
    expected: 'addresses or networks of the proxy, such as 10.0.0.5,10.1.0.0/16',
    read: value => networks(split(value)),
  } as Spec<ReturnType<typeof networks>>,
  CORS_ORIGINS: {
    expected: 'web origins, such as https://app.example.com',
    read: value => {
      const origins = split(value);
      return origins.length > 0 && origins.every(isOrigin) ? origins : undefined;
    },
  } as Spec<readonly string[]>,
  REGION_FILE: required(text('the path of the region profile')),
  SUBSCRIPTIONS_FILE: required(text('the path of the subscriptions')),
  AUTH_ISSUER: required(safeUrl('the issuer of the access tokens')),
  AUTH_AUDIENCE: required(text('the audience that a token must name')),
  AUTH_JWKS_URI: safeUrl('where the keys of the issuer are'),
  AUTH_TOKEN_TYPES: withDefault('at+jwt,application/at+jwt,JWT', list('accepted typ headers')),
  AUTH_PATIENT_CLAIM: withDefault('patient', text('the name of a claim')),
  AUTH_ACTS_FOR_CLAIM: withDefault('acts_for', text('the name of a claim')),
  AUTH_SCOPE_CLAIMS: withDefault('scope,scp', list('names of claims')),
  AUTH_CLIENT_CLAIMS: withDefault('client_id,azp,appid', list('names of claims')),
  AUTH_PARTNER_CLIENTS: list('ids of clients'),
  RATE_LIMIT: withDefault('100', integer(1, 1_000_000, 'a whole number of calls, 1 to 1000000')),
  REDIS_URL: {
    expected: 'a redis or rediss URL',
    read: value => (/^rediss?:\/\/./.test(value) && URL.canParse(value) ? value : undefined),
  } as Spec<string>,
  ACCESS_LOG_FILE: text('the path of the access log'),
  ACCESS_LOG_URL: {
    expected: databaseUrlForm,
    read: readDatabaseUrl,
  } as Spec<DatabaseUrl>,
  ACCESS_LOG_PASSWORD: text('the password for ACCESS_LOG_URL, or file:PATH'),
  REQUEST_TIMEOUT_MS: withDefault('10000', milliseconds(1)),
  ADMIN_HOST: withDefault('127.0.0.1', text('an address or host name to serve /metrics on')),
  ADMIN_PORT: port(0),
  ADMIN_NAMES: list('host names by which /metrics is asked for'),
  DOCS: withDefault('on', oneOf('on', 'off')),
  DOCS_CLIENT_ID: text('the id of a client that may sign in from the API page'),
  DOCS_KEY: text('a subscription key that everybody who sees the API page may have'),
  ANSWER_BUDGET_BYTES: withDefault(
    '536870912',
    integer(1, Number.MAX_SAFE_INTEGER, 'a whole number of bytes, at least 1'),
  ),
  SHUTDOWN_DELAY_MS: withDefault('0', milliseconds(0)),
  LOG_LEVEL: withDefault('info', oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')),
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    expected: 'an http or https URL',
    read: value => (/^https?:\/\/./.test(value) && URL.canParse(value) ? value : undefined),
  } as Spec<string>,
  OTEL_EXPORTER_OTLP_HEADERS: { expected: keyValuesForm, read: readHeaders } as Spec<KeyValues>,
  OTEL_SERVICE_NAME: text('the name of the service in traces'),
  OTEL_RESOURCE_ATTRIBUTES: { expected: keyValuesForm, read: readKeyValues } as Spec<KeyValues>,
} as const;

type Specs = typeof settingSpecs;
type ValueOf<S> = S extends { read: (text: string) => infer T | undefined } ? Exclude<T, undefined> : never;
type IsGiven<S> = S extends { required: true } | { fallback: string } ? true : false;

export type Settings = {
  readonly [N in keyof Specs]: IsGiven<Specs[N]> extends true
    ? ValueOf<Specs[N]>
    : ValueOf<Specs[N]> | undefined;
};

export type Environment = Readonly<Record<string, string | undefined>>;

/** Something wrong with the configuration: where, and what was expected. Never the value. */
export type Fault = { readonly where: string; readonly expected: string };

/** The access log goes to one place. */
const accessLogFaults = (settings: Partial<Settings>): Fault[] => {
  const { ACCESS_LOG_FILE: file, ACCESS_LOG_URL: url, ACCESS_LOG_PASSWORD: password } = settings;
  const faults: Fault[] = [];
  if (file !== undefined && url !== undefined) {
    faults.push({ where: 'ACCESS_LOG_URL', expected: 'this or ACCESS_LOG_FILE, not both' });
  }
  if (password !== undefined && url?.password !== undefined) {
    faults.push({ where: 'ACCESS_LOG_PASSWORD', expected: 'no password in ACCESS_LOG_URL as well' });
  }
  return faults;
};

/** What one setting alone cannot tell. */
const together = (settings: Partial<Settings>): Fault[] => {
  const { HOST, TLS_CERT_FILE: cert, TLS_KEY_FILE: key, TRUST_PROXY: proxy } = settings;
  const faults: Fault[] = [];
  if (cert !== undefined && key === undefined) {
    faults.push({ where: 'TLS_KEY_FILE', expected: 'the private key that goes with TLS_CERT_FILE' });
  }
  if (key !== undefined && cert === undefined) {
    faults.push({ where: 'TLS_CERT_FILE', expected: 'the certificate that goes with TLS_KEY_FILE' });
  }
  faults.push(...accessLogFaults(settings));
  const { PORT: port, ADMIN_PORT: adminPort, ADMIN_HOST: adminHost } = settings;
  if (adminPort !== undefined && adminPort !== 0 && adminPort === port && adminHost === HOST) {
    faults.push({ where: 'ADMIN_PORT', expected: 'another port than PORT on the same host' });
  }
  const isPublic = HOST !== undefined && !isLoopback(HOST);
  if (isPublic && (cert === undefined || key === undefined) && proxy === undefined) {
    faults.push({
      where: 'HOST',
      expected:
        'a loopback address, or TLS_CERT_FILE and TLS_KEY_FILE, or TRUST_PROXY: patient data does not travel in the clear',
    });
  }
  return faults;
};

/** Reads every setting; every fault at once. An empty one counts as missing. */
export const readSettings = (environment: Environment): { settings: Settings; faults: Fault[] } => {
  const faults: Fault[] = [];
  const settings: Record<string, unknown> = {};
  for (const [name, spec] of Object.entries(settingSpecs as Record<string, Spec<unknown>>)) {
    const given = environment[name]?.trim();
    const value = given === undefined || given === '' ? spec.fallback : given;
    if (value === undefined) {
      if (spec.required) faults.push({ where: name, expected: `${spec.expected} (required)` });
      continue;
    }
    const read = spec.read(value);
    if (read === undefined) faults.push({ where: name, expected: spec.expected });
    else settings[name] = read;
  }
  const isGiven = (name: string) => (environment[name]?.trim() ?? '') !== '';
  if (!isGiven('ACCESS_LOG_FILE') && !isGiven('ACCESS_LOG_URL')) {
    const { expected } = settingSpecs.ACCESS_LOG_FILE;
    faults.push({ where: 'ACCESS_LOG_FILE', expected: `${expected}, or ACCESS_LOG_URL (one is required)` });
  }
  const known = settings as Settings;
  return { settings: known, faults: [...faults, ...together(known)] };
};
