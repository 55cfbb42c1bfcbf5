// Which proxy an outgoing call goes through, from settings and profile, and how their faults are reported.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { faultList } from '../../../src/config/files.ts';
import { readRegion } from '../../../src/config/region/region.ts';
import { environmentProxyFor, issuerProxyFor } from '../../../src/config/settings/proxies.ts';
import { readEnvironmentProxies, readSettings } from '../../../src/config/settings/settings.ts';
import { startedFields } from '../../../src/process/started.ts';
import { adapters, folderWith } from '../support.ts';

const proxy = 'http://proxy.example.internal:3128/';
const other = 'http://other.example.internal:8080/';

/** The proxy of the environment for an origin. */
const proxyOf = (environment: Readonly<Record<string, string>>, origin: string) => {
  const list = faultList();
  const proxyFor = environmentProxyFor(readEnvironmentProxies(environment, list));
  expect(list.faults).toEqual([]);
  return proxyFor?.(origin);
};

describe("the environment's proxy", () => {
  test.each([
    [{}, undefined],
    [{ HTTPS_PROXY: proxy }, proxy],
    [{ https_proxy: proxy }, proxy],
    [{ HTTPS_PROXY: other, https_proxy: proxy }, proxy],
    [{ HTTPS_PROXY: proxy, https_proxy: ' ' }, proxy],
    [{ HTTP_PROXY: proxy }, proxy],
    [{ HTTP_PROXY: other, HTTPS_PROXY: proxy }, proxy],
    [
      { HTTPS_PROXY: 'http://user:p%40ss@proxy.example.internal:3128' },
      'http://user:p%40ss@proxy.example.internal:3128/',
    ],
  ])('%j', (environment, expected) => {
    expect(proxyOf(environment, 'https://ehr.example')).toBe(expected);
  });

  test.each([
    ['ehr.example', 'https://ehr.example', true],
    ['ehr.example', 'https://EHR.example.:8443', true],
    ['ehr.example', 'https://a.ehr.example', true],
    ['ehr.example', 'https://myehr.example', false],
    ['.ehr.example', 'https://a.ehr.example', true],
    ['*.ehr.example', 'https://a.ehr.example', true],
    ['*.ehr.example', 'https://ehr.example', false],
    ['ehr.example:8443', 'https://ehr.example:8443', true],
    ['ehr.example:8443', 'https://ehr.example', false],
    ['ehr.example:443', 'https://ehr.example', true],
    ['a.example, ehr.example', 'https://ehr.example', true],
    ['a.example ehr.example', 'https://ehr.example', true],
    ['10.0.0.0/8', 'https://10.1.2.3', true],
    ['10.0.0.0/8', 'https://11.1.2.3', false],
    ['10.0.0.0/8', 'https://ehr.example', false],
    ['10.1.2.3', 'https://10.1.2.3:8443', true],
    ['fd00::/8', 'https://[fd00::1]', true],
    ['fd00::1', 'https://[fd00::1]', true],
    ['[fd00::1]:8443', 'https://[fd00::1]:8443', true],
    ['[fd00::1]:8443', 'https://[fd00::1]', false],
    ['*', 'https://ehr.example', true],
  ])('NO_PROXY=%s: %s is called directly: %s', (NO_PROXY, origin, isDirect) => {
    expect(proxyOf({ HTTPS_PROXY: proxy, NO_PROXY }, origin)).toBe(isDirect ? undefined : proxy);
    expect(proxyOf({ HTTPS_PROXY: proxy, no_proxy: NO_PROXY }, origin)).toBe(isDirect ? undefined : proxy);
  });

  test.each(['https://127.0.0.1:8443', 'https://localhost', 'https://[::1]:8443', 'http://127.0.0.1:8080'])(
    'is never used for %s',
    origin => {
      expect(proxyOf({ HTTPS_PROXY: proxy, HTTP_PROXY: proxy }, origin)).toBeUndefined();
    },
  );
});

describe('AUTH_PROXY', () => {
  const required = {
    REGION_FILE: 'region.json',
    SUBSCRIPTIONS_FILE: 'subscriptions.json',
    AUTH_ISSUER: 'https://issuer.example.com',
    AUTH_AUDIENCE: 'urn:example:patient-data',
    ACCESS_LOG_FILE: 'access.log',
  };
  const read = (environment: Readonly<Record<string, string>>) =>
    readSettings({ ...required, ...environment });

  test("takes precedence over the environment's, and over NO_PROXY", () => {
    const { settings, faults } = read({ AUTH_PROXY: proxy, HTTPS_PROXY: other, NO_PROXY: '*' });
    expect(faults).toEqual([]);
    expect(issuerProxyFor(settings)?.('https://issuer.example.com')).toBe(proxy);
    expect(issuerProxyFor(settings)?.('http://127.0.0.1:8080')).toBeUndefined();
    expect(issuerProxyFor(read({ HTTPS_PROXY: other }).settings)?.('https://issuer.example.com')).toBe(other);
    expect(issuerProxyFor(read({}).settings)).toBeUndefined();
  });

  test('with credentials comes from a file or another variable', () => {
    const secret = 'http://user:secret@proxy.example.internal:3128';
    const file = `file:${join(folderWith({ proxy: secret }), 'proxy')}`;
    for (const AUTH_PROXY of [file, 'env:PROXY_SECRET']) {
      const { settings, faults } = read({ AUTH_PROXY, PROXY_SECRET: secret });
      expect(faults).toEqual([]);
      expect(settings.AUTH_PROXY).toBe(`${secret}/`);
    }
    const { faults } = read({ AUTH_PROXY: secret });
    expect(faults.map(({ where }) => where)).toEqual(['AUTH_PROXY']);
    expect(JSON.stringify(faults)).not.toContain('secret');
  });

  test.each([
    ['AUTH_PROXY', 'socks5://proxy.example.internal:1080'],
    ['AUTH_PROXY', 'proxy.example.internal:3128'],
    ['AUTH_PROXY', 'http://proxy.example.internal:3128/path'],
    ['HTTPS_PROXY', 'socks5://proxy.example.internal:1080'],
    ['HTTP_PROXY', 'proxy.example.internal:3128'],
    ['HTTPS_PROXY', 'http://user%zz:p@proxy.example.internal:3128'],
    ['NO_PROXY', '10.0.0.0/33'],
    ['NO_PROXY', 'ehr.*.example'],
  ])('%s=%s is a fault', (name, value) => {
    expect(read({ [name]: value }).faults.map(({ where }) => where)).toEqual([name]);
  });
});

describe('the proxy of a system', () => {
  const systemOf = async (members: object, environment: Readonly<Record<string, string>> = {}) => {
    const folder = folderWith({
      'region.json': {
        name: 'Region Exempel',
        timeZone: 'Europe/Stockholm',
        release: 'ehr',
        systems: { ehr: { adapter: 'extracts', baseUrl: 'https://ehr.example/cosmic', ...members } },
      },
      'proxy-url': 'http://user:secret@proxy.example.internal:3128\n',
    });
    const list = faultList();
    const proxyFor = environmentProxyFor(readEnvironmentProxies(environment, list));
    const region = await readRegion(join(folder, 'region.json'), { environment, adapters, list, proxyFor });
    return { region, proxyFor: region?.systems[0]?.proxyFor, faults: list.faults };
  };

  test("is its own, else the environment's, else none", async () => {
    const environment = { HTTPS_PROXY: other, NO_PROXY: 'ehr.example' };
    const own = await systemOf({ proxy }, environment);
    expect(own.faults).toEqual([]);
    expect(own.proxyFor?.('https://ehr.example')).toBe(proxy);
    expect(own.proxyFor?.('http://127.0.0.1')).toBeUndefined();
    expect((await systemOf({}, environment)).proxyFor?.('https://ehr.example')).toBeUndefined();
    expect((await systemOf({}, environment)).proxyFor?.('https://token.example')).toBe(other);
    expect((await systemOf({})).proxyFor).toBeUndefined();
  });

  test('may have credentials in a file or a variable, and not in the profile', async () => {
    const secret = 'http://user:secret@proxy.example.internal:3128/';
    expect((await systemOf({ proxy: 'file:proxy-url' })).proxyFor?.('https://ehr.example')).toBe(secret);
    expect((await systemOf({ proxy: 'env:P' }, { P: secret })).proxyFor?.('https://ehr.example')).toBe(
      secret,
    );
    for (const written of [secret, 'ftp://proxy.example', 'env:MISSING', 'file:missing']) {
      const { faults } = await systemOf({ proxy: written });
      expect(faults.map(({ where }) => where)).toEqual(['REGION_FILE /systems/ehr/proxy']);
      expect(JSON.stringify(faults)).not.toContain('user:secret');
    }
  });

  test.each(['http://127.0.0.1:8080/cosmic', 'HTTP://localhost'])(
    'is a fault beside the baseUrl %s, whose calls never leave the machine',
    async baseUrl => {
      expect((await systemOf({ baseUrl, proxy })).faults).toEqual([
        {
          where: 'REGION_FILE /systems/ehr/proxy',
          expected:
            'no proxy: calls of an http baseUrl stay on this machine (HTTPS_PROXY is for its https URLs)',
        },
      ]);
      expect((await systemOf({ baseUrl }, { HTTPS_PROXY: other })).faults).toEqual([]);
    },
  );

  test('is named at the start, with what goes through it, and without credentials', async () => {
    const { region } = await systemOf({ proxy: 'file:proxy-url' });
    const settings = { AUTH_ISSUER: 'https://issuer.example.com/realm', HTTPS_PROXY: other };
    const configuration = { region, settings } as unknown as Parameters<typeof startedFields>[0];
    const app = { addresses: () => [] } as unknown as Parameters<typeof startedFields>[1]['app'];
    const fields = startedFields(configuration, { app, admin: undefined, instance: 'host/1' });
    expect(fields).toMatchObject({
      proxies: {
        issuer: { 'https://issuer.example.com': 'http://other.example.internal:8080' },
        'systems/ehr': { 'https://ehr.example': 'http://proxy.example.internal:3128' },
      },
    });
    expect(JSON.stringify(fields)).not.toContain('secret');
    const without = {
      region: (await systemOf({})).region,
      settings: { AUTH_ISSUER: 'https://issuer.example.com' },
    };
    const plain = startedFields(without as unknown as Parameters<typeof startedFields>[0], {
      app,
      admin: undefined,
      instance: 'host/1',
    });
    expect(plain).not.toHaveProperty('proxies');
  });
});
