// The settings from the environment (configuration.md): defaults, accepted and refused values, and that all faults are reported.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Environment } from '../../../src/config/environment.ts';
import { loadConfiguration } from '../../../src/config/index.ts';
import { readSettings } from '../../../src/config/settings/settings.ts';
import type { Settings } from '../../../src/config/settings/specs.ts';
import { adapters, folderWith } from '../support.ts';

const required = {
  REGION_FILE: '/etc/service/region.json',
  SUBSCRIPTIONS_FILE: '/etc/service/subscriptions.json',
  AUTH_ISSUER: 'https://issuer.example.com',
  AUTH_AUDIENCE: 'urn:example:patient-data',
  ACCESS_LOG_FILE: '/var/log/service/access.log',
};

const read = (environment: Environment) => readSettings({ ...required, ...environment });
const faultsOf = (environment: Environment) => read(environment).faults.map(({ where }) => where);

describe('defaults', () => {
  const { settings, faults } = readSettings(required);

  test('the required ones are enough', () => {
    expect(faults).toEqual([]);
    expect(settings).toMatchObject(required);
  });

  test.each<[keyof Settings, unknown]>([
    ['HOST', '127.0.0.1'],
    ['PORT', 3000],
    ['BASE_PATH', undefined],
    ['TLS_CERT_FILE', undefined],
    ['TLS_KEY_FILE', undefined],
    ['TRUST_PROXY', undefined],
    ['CORS_ORIGINS', undefined],
    ['AUTH_JWKS_URI', undefined],
    ['AUTH_TOKEN_TYPES', ['at+jwt', 'application/at+jwt', 'JWT']],
    ['AUTH_PATIENT_CLAIM', 'patient'],
    ['AUTH_ACTS_FOR_CLAIM', 'acts_for'],
    ['AUTH_SCOPE_CLAIMS', ['scope', 'scp']],
    ['AUTH_CLIENT_CLAIMS', ['client_id', 'azp', 'appid']],
    ['AUTH_PARTNER_CLIENTS', undefined],
    ['RATE_LIMIT', 100],
    ['REDIS_URL', undefined],
    ['REQUEST_TIMEOUT_MS', 10_000],
    ['ADMIN_HOST', '127.0.0.1'],
    ['ADMIN_PORT', undefined],
    ['DOCS', 'on'],
    ['ANSWER_BUDGET_BYTES', 536_870_912],
    ['SHUTDOWN_DELAY_MS', 0],
    ['SHUTDOWN_TIMEOUT_MS', undefined],
    ['LOG_LEVEL', 'info'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', undefined],
  ])('%s', (name, value) => {
    expect(settings[name]).toEqual(value);
  });
});

// Node would accept any certificate: whoever stands between could sign tokens as the issuer, and read records.
describe('verification of certificates', () => {
  test('must not be disabled', () => {
    const { faults } = read({ NODE_TLS_REJECT_UNAUTHORIZED: '0' });
    expect(faults).toEqual([
      {
        where: 'NODE_TLS_REJECT_UNAUTHORIZED',
        expected:
          'no value: 0 accepts any certificate of the issuer and the systems. Name a private CA in NODE_EXTRA_CA_CERTS (the issuer) or tls/caFile (a system)',
      },
    ]);
  });

  test.each(['1', ''])('stays on with %j, which Node ignores', value => {
    expect(faultsOf({ NODE_TLS_REJECT_UNAUTHORIZED: value })).toEqual([]);
  });
});

describe('accepted', () => {
  test.each<[keyof Settings, string, unknown]>([
    ['HOST', 'localhost', 'localhost'],
    ['HOST', '::1', '::1'],
    ['HOST', '127.1.2.3', '127.1.2.3'],
    ['PORT', '0', 0],
    ['PORT', '65535', 65_535],
    ['BASE_PATH', '/api', '/api'],
    ['BASE_PATH', '/api/v1', '/api/v1'],
    ['PUBLIC_URL', 'https://API.region.example:443/pda/', 'https://api.region.example/pda'],
    ['PUBLIC_URL', 'http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['CORS_ORIGINS', 'https://app.example.com', ['https://app.example.com']],
    [
      'CORS_ORIGINS',
      'https://a.example.com, http://localhost:5173',
      ['https://a.example.com', 'http://localhost:5173'],
    ],
    ['AUTH_ISSUER', 'https://issuer.example.com/realms/region', 'https://issuer.example.com/realms/region'],
    ['AUTH_ISSUER', 'http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['AUTH_ISSUER', 'http://localhost:8080', 'http://localhost:8080'],
    ['AUTH_ISSUER', 'http://[::1]:8080', 'http://[::1]:8080'],
    ['AUTH_JWKS_URI', 'https://issuer.example.com/keys', 'https://issuer.example.com/keys'],
    ['AUTH_TOKEN_TYPES', 'at+jwt', ['at+jwt']],
    ['AUTH_PATIENT_CLAIM', 'personal_number', 'personal_number'],
    ['AUTH_ACTS_FOR_CLAIM', 'delegations', 'delegations'],
    ['AUTH_SCOPE_CLAIMS', 'scope', ['scope']],
    ['AUTH_CLIENT_CLAIMS', 'azp,client_id', ['azp', 'client_id']],
    ['AUTH_PARTNER_CLIENTS', 'partner-1, partner-2', ['partner-1', 'partner-2']],
    ['RATE_LIMIT', '1', 1],
    ['REDIS_URL', 'redis://redis.example.internal:6379/0', 'redis://redis.example.internal:6379/0'],
    ['REDIS_URL', 'rediss://redis.example.internal', 'rediss://redis.example.internal'],
    ['REQUEST_TIMEOUT_MS', '2500', 2500],
    ['ADMIN_HOST', '127.0.0.2', '127.0.0.2'],
    ['ADMIN_PORT', '9090', 9090],
    ['DOCS', 'off', 'off'],
    ['ANSWER_BUDGET_BYTES', '1048576', 1_048_576],
    ['SHUTDOWN_DELAY_MS', '5000', 5000],
    ['SHUTDOWN_TIMEOUT_MS', '0', 0],
    ['LOG_LEVEL', 'debug', 'debug'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://otel.example.internal:4318', 'http://otel.example.internal:4318'],
  ])('%s=%s', (name, text, value) => {
    const { settings, faults } = read({ [name]: text });
    expect(faults).toEqual([]);
    expect(settings[name]).toEqual(value);
  });

  test('a URL with a password in a file, or in another variable', () => {
    const url = 'rediss://user:secret@redis.example.internal:6379/0';
    const file = `file:${join(folderWith({ 'redis-url': `${url}\n` }), 'redis-url')}`;
    for (const REDIS_URL of [file, 'env:REDIS_SECRET']) {
      const { settings, faults } = read({ REDIS_URL, REDIS_SECRET: url });
      expect(faults).toEqual([]);
      expect(settings.REDIS_URL).toBe(url);
    }
    const headers = `file:${join(folderWith({ headers: 'api-key=secret' }), 'headers')}`;
    expect(read({ OTEL_EXPORTER_OTLP_HEADERS: headers }).settings).toMatchObject({
      OTEL_EXPORTER_OTLP_HEADERS: { 'api-key': 'secret' },
    });
  });

  test('one in a file that is missing, empty or has no URL is a fault, without the value', () => {
    const folder = folderWith({ empty: ' ', other: 'http://user:secret@redis.example' });
    for (const name of ['missing', 'empty', 'other']) {
      const { faults } = read({ REDIS_URL: `file:${join(folder, name)}` });
      expect(faults.map(({ where }) => where)).toEqual(['REDIS_URL']);
      expect(JSON.stringify(faults)).not.toMatch(/user:secret|redis\.example/);
    }
    expect(faultsOf({ REDIS_URL: 'env:NOT_SET' })).toEqual(['REDIS_URL']);
  });

  test('an empty setting is a missing one', () => {
    const { settings, faults } = read({ PORT: '', BASE_PATH: ' ', RATE_LIMIT: '' });
    expect(faults).toEqual([]);
    expect(settings).toMatchObject({ PORT: 3000, RATE_LIMIT: 100 });
    expect(settings.BASE_PATH).toBeUndefined();
  });

  test('quotes of a secret belong to it', () => {
    const { settings, faults } = read({ ACCESS_LOG_PASSWORD: '"p"', DOCS_KEY: "'k'" });
    expect(faults).toEqual([]);
    expect(settings).toMatchObject({ ACCESS_LOG_PASSWORD: '"p"', DOCS_KEY: "'k'" });
  });

  test('a setting in quotes is a fault of its own', () => {
    expect(read({ RATE_LIMIT: '"5"', AUTH_AUDIENCE: '"a"' }).faults).toEqual([
      {
        where: 'AUTH_AUDIENCE',
        expected: 'the one audience that a token must name, without a comma; without the quotes around it',
      },
      {
        where: 'RATE_LIMIT',
        expected: 'a whole number of calls, 1 to 1000000; without the quotes around it',
      },
    ]);
  });

  test('settings of others are ignored', () => {
    expect(faultsOf({ PATH: '/bin', NODE_ENV: 'production' })).toEqual([]);
  });

  test.each([
    ['10.0.0.5', '10.0.0.5', true],
    ['10.0.0.5', '10.0.0.6', false],
    ['10.0.0.5,10.1.0.0/16', '10.1.255.1', true],
    ['10.0.0.5,10.1.0.0/16', '10.2.0.1', false],
    ['fd00::/8', 'fd12::1', true],
    ['fd00::/8', 'fe80::1', false],
    ['10.0.0.0/8', '10.255.0.1', true],
    ['fc00::/7', 'fd12::1', true],
    ['::ffff:10.0.0.0/104', '10.255.0.1', true],
    ['::ffff:10.0.0.5', '10.0.0.5', true],
    ['::1', '::1', true],
    ['10.0.0.5', 'proxy.example.com', false],
  ])('TRUST_PROXY=%s: %s is the proxy: %s', (text, address, isProxy) => {
    expect(read({ TRUST_PROXY: text }).settings.TRUST_PROXY?.has(address)).toBe(isProxy);
  });
});

describe('refused', () => {
  test.each<[keyof Settings, string]>([
    ['HOST', '[::1]'],
    ['HOST', 'localhost:3000'],
    ['HOST', 'http://localhost'],
    ['HOST', 'local host'],
    ['ADMIN_HOST', '[::1]'],
    ['ADMIN_HOST', '127.0.0.1:9464'],
    ['ADMIN_NAMES', 'one:9464'],
    ['ADMIN_NAMES', 'one,http://two'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80a'],
    ['PORT', '3000.5'],
    ['PORT', '0x50'],
    ['BASE_PATH', 'api'],
    ['BASE_PATH', '/api?x=1'],
    ['BASE_PATH', '/a//b'],
    ['BASE_PATH', '/a b'],
    // A client resolves it before it sends the request.
    ['BASE_PATH', '/..'],
    ['BASE_PATH', '/a/./b'],
    ['BASE_PATH', 'https://example.com/api'],
    ['PUBLIC_URL', 'http://api.region.example'],
    ['PUBLIC_URL', 'api.region.example'],
    ['PUBLIC_URL', 'https://user:password@api.region.example'],
    ['PUBLIC_URL', 'https://api.region.example/pda?x=1'],
    ['PUBLIC_URL', 'https://api.region.example/pda#x'],
    ['PUBLIC_URL', 'https://api.region.example/a//b'],
    ['AUTH_CLIENT_CERTIFICATE', 'tls'],
    ['AUTH_CLIENT_CERTIFICATE', 'x-client-cert'],
    ['AUTH_CLIENT_CERTIFICATE', 'x-client-cert:jks'],
    ['AUTH_CLIENT_CERTIFICATE', ':pem'],
    ['AUTH_CLIENT_CERTIFICATE', 'x client cert:pem'],
    ['AUTH_CLIENT_CERTIFICATE', 'x-client-cert:pem:der'],
    ['TRUST_PROXY', 'proxy.example.com'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/'],
    ['TRUST_PROXY', '10.0.0.5,nonsense'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.5,::/0'],
    ['TRUST_PROXY', '::/00'],
    ['TRUST_PROXY', 'true'],
    // Everybody, in parts.
    ['TRUST_PROXY', '0.0.0.0/1,128.0.0.0/1'],
    ['TRUST_PROXY', '0.0.0.0/7'],
    ['TRUST_PROXY', '::/1,8000::/1'],
    // Every IPv4 address, as a part of IPv6.
    ['TRUST_PROXY', '::ffff:0:0/96'],
    ['TRUST_PROXY', '::ffff:8000:0/97,::ffff:0:0/97'],
    ['TRUST_PROXY', '::/64'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://*.example.com'],
    ['CORS_ORIGINS', 'app.example.com'],
    ['CORS_ORIGINS', 'https://app.example.com/path'],
    ['CORS_ORIGINS', 'https://app.example.com,null'],
    ['AUTH_ISSUER', 'http://issuer.example.com'],
    ['AUTH_ISSUER', 'http://127.0.0.1.example.com'],
    ['AUTH_ISSUER', 'http://localhost.example.com'],
    ['AUTH_ISSUER', 'http://10.0.0.5'],
    ['AUTH_ISSUER', 'issuer.example.com'],
    ['AUTH_ISSUER', 'ftp://issuer.example.com'],
    ['AUTH_JWKS_URI', 'http://issuer.example.com/keys'],
    ['AUTH_JWKS_URI', 'file:///etc/keys'],
    ['RATE_LIMIT', '0'],
    ['RATE_LIMIT', '-5'],
    ['RATE_LIMIT', '10.5'],
    ['RATE_LIMIT', 'many'],
    ['REDIS_URL', 'http://redis.example.internal'],
    ['REDIS_URL', 'redis.example.internal:6379'],
    ['REDIS_URL', 'redis:///0'],
    ['REDIS_URL', 'redis://redis.example.internal/counters'],
    ['REQUEST_TIMEOUT_MS', '0'],
    ['REQUEST_TIMEOUT_MS', '10s'],
    ['ADMIN_PORT', '70000'],
    ['DOCS', 'yes'],
    ['DOCS', 'true'],
    ['ANSWER_BUDGET_BYTES', '0'],
    ['ANSWER_BUDGET_BYTES', '512MB'],
    ['SHUTDOWN_DELAY_MS', '-1'],
    ['LOG_LEVEL', 'loud'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'otel.example.internal'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://otel.example.internal:4318/v1/traces'],
    // No device keeps an entry.
    ['ACCESS_LOG_FILE', '/dev/null'],
    ['ACCESS_LOG_FILE', '/dev/stdout'],
    ['ACCESS_LOG_FILE', '/dev/fd/1'],
    ['ACCESS_LOG_FILE', '/proc/1/fd/1'],
    // A shell and systemd take quotes away, `docker run --env-file` does not.
    ['AUTH_AUDIENCE', '"urn:example:patient-data"'],
    ['AUTH_PATIENT_CLAIM', "'patient'"],
    ['AUTH_PARTNER_CLIENTS', '"kiosk"'],
    // What looks like a list or a wildcard is neither.
    ['AUTH_AUDIENCE', 'a,b'],
    ['AUTH_PARTNER_CLIENTS', '*'],
    ['AUTH_PARTNER_CLIENTS', 'kiosk-*'],
    ['AUTH_PARTNER_CLIENTS', 'kiosk,*'],
    ['REGION_FILE', '"region.json"'],
    ['ADMIN_HOST', '""'],
  ])('%s=%s', (name, text) => {
    expect(faultsOf({ [name]: text })).toEqual([name]);
  });

  test.each(Object.keys(required))('%s is missing', name => {
    expect(faultsOf({ [name]: undefined })).toEqual([name]);
    expect(faultsOf({ [name]: '' })).toEqual([name]);
  });
});

describe('listening on a public address', () => {
  const files = { TLS_CERT_FILE: 'cert.pem', TLS_KEY_FILE: 'key.pem' };

  test.each(['0.0.0.0', '::', '10.0.0.5', 'service.example.com', '128.0.0.1', 'localhost.example.com'])(
    'HOST=%s needs TLS or a proxy',
    HOST => {
      expect(faultsOf({ HOST })).toEqual(['HOST']);
      expect(faultsOf({ HOST, ...files })).toEqual([]);
      expect(faultsOf({ HOST, TRUST_PROXY: '10.0.0.0/8' })).toEqual([]);
    },
  );

  test.each(['127.0.0.1', '127.9.9.9', '::1', 'localhost'])('HOST=%s does not', HOST => {
    expect(faultsOf({ HOST })).toEqual([]);
  });

  test('a certificate without its key, and a key without its certificate', () => {
    expect(faultsOf({ TLS_CERT_FILE: 'cert.pem' })).toEqual(['TLS_KEY_FILE']);
    expect(faultsOf({ TLS_KEY_FILE: 'key.pem' })).toEqual(['TLS_CERT_FILE']);
    expect(faultsOf({ HOST: '0.0.0.0', TLS_CERT_FILE: 'cert.pem' })).toContain('TLS_KEY_FILE');
    expect(faultsOf({ HOST: '0.0.0.0', TLS_CERT_FILE: 'cert.pem' })).toContain('HOST');
  });
});

// Behind a proxy, the connection is the proxy's; without one, anybody can write the header.
describe('the certificate of a client', () => {
  const proxy = { TRUST_PROXY: '10.0.0.5' };
  const files = { TLS_CERT_FILE: 'cert.pem', TLS_KEY_FILE: 'key.pem' };
  const header = { AUTH_CLIENT_CERTIFICATE: 'X-Client-Cert:pem' };
  const connection = { AUTH_CLIENT_CERTIFICATE: 'connection' };

  test('in a header of the proxy, or of the connection', () => {
    const { settings, faults } = read({ ...header, ...proxy });
    expect(faults).toEqual([]);
    expect(settings.AUTH_CLIENT_CERTIFICATE).toEqual({ header: 'x-client-cert', form: 'pem' });
    expect(read({ ...connection, ...files })).toMatchObject({
      faults: [],
      settings: { AUTH_CLIENT_CERTIFICATE: 'connection' },
    });
  });

  test.each<[string, Environment]>([
    ['a header without a proxy', header],
    ['a header without a proxy, with TLS', { ...header, ...files }],
    ['of the connection, without TLS', connection],
    ['of the connection, behind a proxy', { ...connection, ...files, ...proxy }],
  ])('%s is a fault', (_what, environment) => {
    expect(faultsOf(environment)).toEqual(['AUTH_CLIENT_CERTIFICATE']);
  });
});

describe('every fault at once, by name, with what was expected and without the value', () => {
  const wrong: Environment = {
    HOST: '0.0.0.0',
    PORT: 'secret-PORT',
    BASE_PATH: 'secret-BASE_PATH',
    TLS_CERT_FILE: 'secret-TLS_CERT_FILE',
    TRUST_PROXY: 'secret-TRUST_PROXY',
    CORS_ORIGINS: 'secret-CORS_ORIGINS',
    AUTH_ISSUER: 'http://secret-AUTH_ISSUER',
    AUTH_JWKS_URI: 'secret-AUTH_JWKS_URI',
    RATE_LIMIT: 'secret-RATE_LIMIT',
    REDIS_URL: 'http://user:secret-REDIS_URL@redis.example',
    REQUEST_TIMEOUT_MS: 'secret-REQUEST_TIMEOUT_MS',
    ADMIN_PORT: 'secret-ADMIN_PORT',
    DOCS: 'secret-DOCS',
    ANSWER_BUDGET_BYTES: 'secret-ANSWER_BUDGET_BYTES',
    SHUTDOWN_DELAY_MS: 'secret-SHUTDOWN_DELAY_MS',
    SHUTDOWN_TIMEOUT_MS: 'secret-SHUTDOWN_TIMEOUT_MS',
    LOG_LEVEL: 'secret-LOG_LEVEL',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'secret-OTEL_EXPORTER_OTLP_ENDPOINT',
  };
  const names = [...Object.keys(wrong), 'TLS_KEY_FILE'].filter(name => name !== 'TLS_CERT_FILE');

  test('of the environment', () => {
    const { faults } = readSettings(wrong);
    const missing = ['REGION_FILE', 'SUBSCRIPTIONS_FILE', 'AUTH_AUDIENCE', 'ACCESS_LOG_FILE'];
    expect(faults.map(({ where }) => where).sort()).toEqual([...names, ...missing].sort());
    expect(JSON.stringify(faults)).not.toMatch(/secret|0\.0\.0\.0/);
    for (const { expected } of faults) expect(expected).toMatch(/\w{3}/);
  });

  test('of the environment and the files that it names', async () => {
    const folder = folderWith({
      'region.json': { name: 'secret-name', timeZone: 'secret/zone', systems: {} },
      'subscriptions.json': [{ name: 'app', keys: ['secret-key'] }],
    });
    const { configuration, faults = [] } = await loadConfiguration(
      {
        ...required,
        LOG_LEVEL: 'secret-level',
        REGION_FILE: join(folder, 'region.json'),
        SUBSCRIPTIONS_FILE: join(folder, 'subscriptions.json'),
      },
      adapters,
    );
    expect(configuration).toBeUndefined();
    const places = faults.map(({ where }) => where);
    expect(places).toContain('LOG_LEVEL');
    expect(places.some(where => where.startsWith('REGION_FILE') && where.includes('release'))).toBe(true);
    expect(places.some(where => where.startsWith('REGION_FILE') && where.includes('systems'))).toBe(true);
    expect(places.some(where => where.startsWith('SUBSCRIPTIONS_FILE'))).toBe(true);
    expect(JSON.stringify(faults)).not.toContain('secret');
  });

  // A folder stands for what exists and cannot be read: root, who runs CI, may read any file.
  test.each(['missing.json', '.'])('of files that cannot be read: %s', async region => {
    const folder = folderWith({ 'subscriptions.json': '[{"name": "secret-name",' });
    const { faults = [] } = await loadConfiguration(
      {
        ...required,
        REGION_FILE: join(folder, region),
        SUBSCRIPTIONS_FILE: join(folder, 'subscriptions.json'),
        TLS_CERT_FILE: join(folder, 'cert.pem'),
        TLS_KEY_FILE: join(folder, 'key.pem'),
      },
      adapters,
    );
    const places = faults.map(({ where }) => where);
    expect(places.sort()).toEqual(['REGION_FILE', 'SUBSCRIPTIONS_FILE', 'TLS_CERT_FILE', 'TLS_KEY_FILE']);
    expect(JSON.stringify(faults)).not.toContain('secret');
  });
});

const goodRegion = {
  name: 'Region Exempel',
  timeZone: 'Europe/Stockholm',
  release: 'ehr',
  systems: { ehr: { adapter: 'extracts', baseUrl: 'https://ehr.example.internal' } },
};
const goodSubscriptions = [{ name: 'check-in-app', keys: [`sha256:${'0'.repeat(64)}`] }];

/** Settings with good files beside TLS files of these texts. */
const tlsWith = (cert: string, key: string): Environment => {
  const folder = folderWith({
    'region.json': goodRegion,
    'subscriptions.json': goodSubscriptions,
    'cert.pem': cert,
    'key.pem': key,
  });
  return {
    ...required,
    REGION_FILE: join(folder, 'region.json'),
    SUBSCRIPTIONS_FILE: join(folder, 'subscriptions.json'),
    TLS_CERT_FILE: join(folder, 'cert.pem'),
    TLS_KEY_FILE: join(folder, 'key.pem'),
  };
};

test('a configuration without fault', async () => {
  const { TLS_CERT_FILE: _cert, TLS_KEY_FILE: _key, ...environment } = tlsWith('', '');
  const { configuration, faults } = await loadConfiguration(environment, adapters);
  expect(faults).toBeUndefined();
  expect(configuration).toMatchObject({
    settings: { HOST: '127.0.0.1', PORT: 3000 },
    region: { name: 'Region Exempel', representProtected: false },
    subscriptions: [{ name: 'check-in-app' }],
  });
  expect(configuration?.tls).toBeUndefined();
});

describe('the port of metrics is that of patients', () => {
  const ports = { TRUST_PROXY: '10.0.0.5', PORT: '3000', ADMIN_PORT: '3000' };

  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['0.0.0.0', '127.0.0.1'],
    ['::', '127.0.0.1'],
    ['127.0.0.1', '0.0.0.0'],
    ['10.0.0.7', '::'],
    ['127.0.0.1', 'localhost'],
    ['LOCALHOST', '::1'],
  ])('on the same host: %s and %s', (HOST, ADMIN_HOST) => {
    expect(faultsOf({ ...ports, HOST, ADMIN_HOST })).toEqual(['ADMIN_PORT']);
  });

  test.each([
    ['127.0.0.1', '127.0.0.2'],
    ['10.0.0.7', '127.0.0.1'],
    ['::1', '127.0.0.1'],
  ])('on another one: %s and %s', (HOST, ADMIN_HOST) => {
    expect(faultsOf({ ...ports, HOST, ADMIN_HOST })).toEqual([]);
  });

  test('or any, which the operating system chooses', () => {
    expect(faultsOf({ PORT: '0', ADMIN_PORT: '0' })).toEqual([]);
  });
});
