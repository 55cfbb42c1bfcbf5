// Every setting in the environment: one line each, with the format of its value and its default (configuration.md).
// Operators rely on these names.
import { isHost, isSafeUrl, networks } from './addresses.ts';
import { type DatabaseUrl, databaseUrlForm, readDatabaseUrl } from './database-url.ts';
import { keyValuesForm, readHeaders, readKeyValues } from './key-values.ts';
import { type DirectHosts, directHosts, proxyForm, readConfiguredProxy, readProxyUrl } from './proxies.ts';
import {
  anyText,
  choice,
  host,
  integerSetting,
  isOrigin,
  isPath,
  list,
  milliseconds,
  orFile,
  orReference,
  port,
  requiredSetting,
  type Spec,
  safeUrl,
  secret,
  split,
  textThat,
  withDefault,
} from './value-forms.ts';

/** A variable that many programs read. */
const commonProxy: Spec<string> = {
  expected: proxyForm,
  isSecret: true,
  mayBeLowerCase: true,
  read: readProxyUrl,
};

type KeyValues = Readonly<Record<string, string>>;

/** Whom app developers ask, for OpenAPI's Contact Object: a mail address has `@` and no white space, as its format `email` requires. */
const contact: Spec<{ readonly url: string } | { readonly email: string }> = {
  expected: 'an https URL, or a mail address such as api@region.example',
  read: value => {
    if (/^[^\s@:/<>]+@[^\s@:/<>]+\.[^\s@:/<>]+$/.test(value)) return { email: value };
    return URL.canParse(value) && new URL(value).protocol === 'https:' ? { url: value } : undefined;
  },
};

/** Client ids are compared as they are: with a wildcard, an operator would mean any client, and no client would match. */
const partnerClients = list(
  'ids of clients, separated by commas; * does not stand for any client',
  id => !id.includes('*'),
);

/** The URL under which clients reach the service, without its final slash. A proxy may have another path than BASE_PATH. */
const publicUrl: Spec<string> = {
  expected:
    'the https URL at which clients find the operations, with its path (http only on a loopback address)',
  read: value => {
    if (!isSafeUrl(value)) return undefined;
    const { origin, pathname, search } = new URL(value);
    const path = pathname.replace(/\/$/, '');
    return search === '' && (path === '' || isPath(path)) ? `${origin}${path}` : undefined;
  },
};

/** Where the client's certificate of a request is. */
const clientCertificate: Spec<'connection' | { readonly header: string; readonly form: 'pem' | 'der' }> = {
  expected:
    "connection (the service's own TLS), or a header of the trusted proxy and its form: HEADER:pem (percent-encoded PEM), HEADER:der (base64)",
  read: value => {
    if (value === 'connection') return value;
    const [header = '', form, ...more] = value.toLowerCase().split(':');
    const isHeader = /^[a-z0-9-]+$/.test(header) && more.length === 0;
    return isHeader && (form === 'pem' || form === 'der') ? { header, form } : undefined;
  },
};

/** Name → specification. A test compares the table in docs/configuration.md with this one. */
export const settingSpecs = {
  HOST: withDefault('127.0.0.1', host('an address or host name to listen on')),
  PORT: withDefault('3000', port),
  BASE_PATH: {
    expected: 'a path such as /api/v1',
    read: value => {
      const path = value.replace(/\/$/, '');
      return isPath(path) ? path : undefined;
    },
  } satisfies Spec<string> as Spec<string>,
  PUBLIC_URL: publicUrl,
  TLS_CERT_FILE: anyText('the path of a PEM file with the certificate chain'),
  TLS_KEY_FILE: anyText('the path of a PEM file with the private key'),
  TRUST_PROXY: {
    expected:
      'addresses or networks of the proxy, such as 10.0.0.5,10.1.0.0/16, none larger than /8 (IPv6: /7)',
    read: value => networks(split(value)),
  } as Spec<ReturnType<typeof networks>>,
  CORS_ORIGINS: list(
    'web origins without path, final slash and wildcard, such as https://app.example.com',
    isOrigin,
  ),
  REGION_FILE: requiredSetting(anyText('the path of the region profile')),
  SUBSCRIPTIONS_FILE: requiredSetting(anyText('the path of the subscriptions')),
  AUTH_ISSUER: requiredSetting(safeUrl('the issuer of the access tokens')),
  AUTH_AUDIENCE: requiredSetting(
    textThat('the one audience that a token must name, without a comma', value => !value.includes(',')),
  ),
  AUTH_JWKS_URI: safeUrl('where the keys of the issuer are'),
  AUTH_PROXY: orReference<string>({ expected: proxyForm, read: readConfiguredProxy }),
  AUTH_CLIENT_CERTIFICATE: clientCertificate,
  AUTH_TOKEN_TYPES: withDefault('at+jwt,application/at+jwt,JWT', list('accepted typ headers')),
  AUTH_PATIENT_CLAIM: withDefault('patient', anyText('the name of a claim')),
  AUTH_ACTS_FOR_CLAIM: withDefault('acts_for', anyText('the name of a claim')),
  AUTH_SCOPE_CLAIMS: withDefault('scope,scp', list('names of claims')),
  AUTH_CLIENT_CLAIMS: withDefault('client_id,azp,appid', list('names of claims')),
  AUTH_PARTNER_CLIENTS: partnerClients,
  AUTH_UNIT_CLAIM: anyText('the name of a claim'),
  AUTH_USER_CLAIM: anyText('the name of a claim'),
  HTTPS_PROXY: commonProxy,
  HTTP_PROXY: commonProxy,
  NO_PROXY: { ...directHosts, mayBeLowerCase: true } as Spec<DirectHosts>,
  RATE_LIMIT: withDefault('100', integerSetting(1, 1_000_000, 'a whole number of calls, 1 to 1000000')),
  REDIS_URL: orReference(
    textThat('a redis or rediss URL, such as rediss://USER:PASSWORD@HOST:6379/0', value => {
      if (!/^rediss?:\/\/./.test(value) || !URL.canParse(value)) return false;
      const { hostname, pathname } = new URL(value);
      return hostname !== '' && /^(\/\d*)?$/.test(pathname);
    }),
  ),
  ACCESS_LOG_FILE: textThat(
    'the path of the access log, a file on a disk',
    // Standard output and devices cannot be synced: the service would start and answer nothing.
    value => !/^\/(dev\/(null|full|std\w+|fd\/.*)|proc\/.*)$/.test(value),
  ),
  ACCESS_LOG_URL: {
    expected: databaseUrlForm,
    isSecret: true,
    read: readDatabaseUrl,
  } as Spec<DatabaseUrl>,
  ACCESS_LOG_PASSWORD: secret('the password for ACCESS_LOG_URL, or file:PATH'),
  REQUEST_TIMEOUT_MS: withDefault('10000', milliseconds(1)),
  ADMIN_HOST: withDefault('127.0.0.1', host('an address or host name to serve /metrics on')),
  ADMIN_PORT: port,
  ADMIN_NAMES: list('host names by which /metrics is asked for, without port', isHost),
  DOCS: withDefault('on', choice('on', 'off')),
  DOCS_CONTACT: contact,
  DOCS_CLIENT_ID: anyText('the id of a client that may sign in from the API page'),
  DOCS_KEY: secret('a subscription key that everybody who sees the API page may have'),
  ANSWER_BUDGET_BYTES: withDefault(
    '536870912',
    integerSetting(1, Number.MAX_SAFE_INTEGER, 'a whole number of bytes, at least 1'),
  ),
  SHUTDOWN_DELAY_MS: withDefault('0', milliseconds(0)),
  // By default REQUEST_TIMEOUT_MS plus a second.
  SHUTDOWN_TIMEOUT_MS: milliseconds(0),
  LOG_LEVEL: withDefault(
    'info',
    orFile(choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: textThat(
    'an http or https URL, without /v1/traces',
    value =>
      /^https?:\/\/./.test(value) && URL.canParse(value) && !/\/v1\/traces\/?$/.test(new URL(value).pathname),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: orReference<KeyValues>({ expected: keyValuesForm, read: readHeaders }),
  OTEL_SERVICE_NAME: anyText('the name of the service in traces'),
  OTEL_RESOURCE_ATTRIBUTES: { expected: keyValuesForm, read: readKeyValues } as Spec<KeyValues>,
} as const;

/** The same, by name, where their types do not matter. */
export const allSpecs: readonly [name: string, Spec<unknown>][] = Object.entries(settingSpecs);

type Specs = typeof settingSpecs;
type ValueOf<S> = S extends { read: (text: string, isReferred?: boolean) => infer T | undefined }
  ? Exclude<T, undefined>
  : never;
type IsGiven<S> = S extends { required: true } | { fallback: string } ? true : false;

/** The values of all settings; undefined for an optional setting that is not set. */
export type Settings = {
  readonly [N in keyof Specs]: IsGiven<Specs[N]> extends true
    ? ValueOf<Specs[N]>
    : ValueOf<Specs[N]> | undefined;
};
