// Safe by default: the process refuses to start with an unsafe configuration and reports all faults together.
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { adapters } from '../../src/composition/ehr-adapters.ts';
import { loadConfiguration } from '../../src/config/index.ts';
import {
  newFolder,
  type ProcessOptions,
  runRefused,
  runToItsEnd,
  startProcess,
} from '../support/service/process.ts';
import { settingsFor, writeConfiguration } from '../support/service/service.ts';
import { unhurried, until } from '../support/until.ts';
import { startWorld } from './world.ts';

vi.setConfig(unhurried);

/** Runs the callback in a temporary folder. */
const inFolder = async <T>(use: (folder: string) => Promise<T>): Promise<T> => {
  const folder = newFolder();
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Reading the configuration calls neither, so no server runs at these addresses. */
const usual = { issuer: { url: 'https://issuer.example' }, ehr: 'https://ehr.example' };

type Options = Partial<Omit<ProcessOptions, 'issuer'>>;

/** @param prepare puts more files into the folder of the process. */
const refusal = (options: Options, prepare: (folder: string) => void = () => {}) =>
  inFolder(folder => {
    prepare(folder);
    return runRefused({ ...usual, ...options, folder, issuer: usual.issuer as ProcessOptions['issuer'] });
  });

/** The settings and members named by the refusal, one per line. */
const placesOf = (stderr: string): string[] => {
  const [first, ...lines] = stderr.trimEnd().split('\n');
  expect(first).toBe('The configuration has faults; nothing was started.');
  return lines.map(line => {
    expect(line).toMatch(/^ {2}\S.*: expected \S/);
    return line.slice(2, line.indexOf(': expected'));
  });
};

const secretKey = 'a-plain-subscription-key';

const unsafe: readonly (readonly [string, Options, string])[] = [
  ['a public address in the clear', { settings: { HOST: '0.0.0.0' } }, 'HOST'],
  ['an issuer in the clear', { settings: { AUTH_ISSUER: 'http://issuer.example' } }, 'AUTH_ISSUER'],
  ['an EHR in the clear', { ehr: 'http://ehr.example' }, 'REGION_FILE /systems/ehr/baseUrl'],
  [
    'a plain subscription key',
    { subscriptions: [{ name: 'app', keys: [secretKey] }] },
    'SUBSCRIPTIONS_FILE /0/keys/0',
  ],
  ['a region without a release policy', { profile: { release: undefined } }, 'REGION_FILE /release'],
];

/** systemd does not restart the service after this status (RestartPreventExitStatus). */
const configurationFault = 1;
/** Status of failures that a restart may cure. */
const failure = 70;

test.concurrent.each(unsafe)('%s is a fault, also alone', (_, options, place) =>
  inFolder(async folder => {
    writeConfiguration(folder, { ...usual, ...options });
    const settings = { ...settingsFor(folder, usual.issuer), ...options.settings };
    const { faults } = await loadConfiguration(settings, adapters);
    expect(faults?.map(({ where }) => where)).toEqual([place]);
  }),
);

test.concurrent('all faults are reported together, by name and without values, with status 1', async () => {
  const settings = Object.assign({}, ...unsafe.map(([, options]) => options.settings ?? {}));
  const { status, stdout, stderr } = await refusal({
    ehr: 'http://ehr.example',
    profile: { release: undefined },
    subscriptions: [{ name: 'app', keys: [secretKey] }],
    settings: { ...settings, AUTH_AUDIENCE: '', RATE_LIMIT: '0', LOG_LEVEL: 'loud' },
  });
  expect({ status, stdout }).toEqual({ status: configurationFault, stdout: '' });
  expect(placesOf(stderr).sort()).toEqual(
    [...new Set(unsafe.map(([, , place]) => place)), 'AUTH_AUDIENCE', 'RATE_LIMIT', 'LOG_LEVEL'].sort(),
  );
  for (const value of [secretKey, 'issuer.example', 'ehr.example', 'loud', '0.0.0.0']) {
    expect(stderr).not.toContain(value);
  }
});

test.concurrent('without any configuration it lists the required settings', async () => {
  const { status, stderr } = await inFolder(folder => runToItsEnd({}, folder));
  expect(status).toBe(configurationFault);
  expect(placesOf(stderr).sort()).toEqual([
    'ACCESS_LOG_FILE',
    'AUTH_AUDIENCE',
    'AUTH_ISSUER',
    'REGION_FILE',
    'SUBSCRIPTIONS_FILE',
  ]);
});

test.concurrent('an .env file in its folder is read; the environment overrides it', async () => {
  const { stderr } = await refusal({ settings: { RATE_LIMIT: '5' } }, folder =>
    writeFileSync(join(folder, '.env'), 'LOG_LEVEL=from-the-file\nRATE_LIMIT=from-the-file\n'),
  );
  expect(placesOf(stderr)).toEqual(['LOG_LEVEL']);
});

test.concurrent('an .env file that begins with a byte-order mark is read, too', async () => {
  const { stderr } = await refusal({}, folder =>
    writeFileSync(join(folder, '.env'), '\ufeffLOG_LEVEL=from-the-file\n'),
  );
  expect(placesOf(stderr)).toEqual(['LOG_LEVEL']);
});

test.concurrent('an .env file that is not UTF-8 is the only fault', async () => {
  const { status, stderr } = await refusal({ settings: { LOG_LEVEL: 'loud' } }, folder =>
    writeFileSync(join(folder, '.env'), Buffer.from('AUTH_PARTNER_CLIENTS=företag\n', 'latin1')),
  );
  expect(status).toBe(configurationFault);
  expect(stderr).toBe(
    'The configuration has faults; nothing was started.\n  .env: expected a file in UTF-8\n',
  );
});

test.concurrent('a line of .env that is no assignment is a fault, by its number and without its text', async () => {
  const { status, stderr } = await refusal({}, folder =>
    writeFileSync(join(folder, '.env'), 'LOG_LEVEL=info\nEHR_API_KEY: secret\n'),
  );
  expect(status).toBe(configurationFault);
  expect(stderr).toMatch(/^ {2}\.env line 2: expected NAME=value, /m);
  expect(stderr).not.toContain('secret');
});

test.concurrent('an .env file that cannot be read is the only fault', async () => {
  const { status, stderr } = await refusal({ settings: { LOG_LEVEL: 'loud' } }, folder =>
    mkdirSync(join(folder, '.env')),
  );
  expect(status).toBe(configurationFault);
  expect(stderr).toBe(
    'The configuration has faults; nothing was started.\n  .env: expected a readable file (EISDIR)\n',
  );
});

test.concurrent('a required setting with a misspelled name: the name is shown beside the fault', async () => {
  const { stderr } = await refusal({ settings: { REGION_FILE: '', REGION_FIEL: 'region.json' } });
  const [, fault, ...hints] = stderr.trimEnd().split('\n');
  expect(fault).toMatch(/^ {2}REGION_FILE: expected /);
  expect(hints).toEqual(['  REGION_FIEL: nothing reads it; did you mean REGION_FILE?']);
});

test.concurrent('what is probably not meant is logged at the start', async context => {
  const world = await startWorld();
  context.onTestFinished(() => world.close());
  await using service = await startProcess({ ...world.here, system: { timeoutMs: 10_001 } });
  const warned = await until('the warning is logged', () =>
    service.log().find(({ where }) => where === 'REGION_FILE /systems/ehr/timeoutMs'),
  );
  expect(warned.level).toBe('warn');
});

describe.concurrent('a resource that is unavailable at start is reported in one readable line', () => {
  test('a port in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { status, stderr } = await refusal({ settings: { PORT: String(port) } });
    server.close();
    expect(status).toBe(failure);
    expect(stderr).toMatch(/^The service could not be started: .*address already in use.*\n$/);
  });

  test('a missing folder for the access log', async () => {
    const { status, stderr } = await refusal({ settings: { ACCESS_LOG_FILE: 'missing/access.log' } });
    expect(status).toBe(failure);
    expect(stderr).toMatch(/^The service could not be started: ACCESS_LOG_FILE: .*access\.log.*\n$/);
    expect(stderr).not.toContain('locked');
  });
});

describe('a debugger', () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  /** The Node options of each script that runs one of our programs. */
  const optionsOf = (script: string) => script.split(' ').filter(word => word.startsWith('--'));

  test('is not opened by any npm script', () => {
    const programs = Object.values(scripts).filter(script => script.startsWith('exec node '));
    expect(programs.length).toBeGreaterThanOrEqual(5);
    for (const script of programs) expect(optionsOf(script)).toContain('--disable-sigusr1');
  });

  test('is not opened by SIGUSR1 when the service runs as in production', async () => {
    const world = await startWorld();
    onTestFinished(() => world.close());
    await using service = await startProcess({ ...world.here, node: optionsOf(scripts.start ?? '') });
    service.signal('SIGUSR1');
    expect((await service.ask(world.usual(10))).status).toBe(200);
    expect(service.errors()).toBe('');
  });
});
