// Misspelled settings (configuration.md): those of the service's own prefixes stop the start, others are warned of.
import { describe, expect, test } from 'vitest';
import { readSettings } from '../../../src/config/settings/settings.ts';
import { secretNames, unknownSettings } from '../../../src/config/settings/unknown-settings.ts';

const none: ReadonlySet<string> = new Set();
const look = (environment: Record<string, string>, inFile = none, secrets = none) =>
  unknownSettings(environment, { inFile, secrets });

describe('a misspelled setting', () => {
  test.each([
    ['RATE_LIMT', 'RATE_LIMIT'],
    ['AUTH_PARTNERS', 'AUTH_PARTNER_CLIENTS'],
    ['TLS_CERTFILE', 'TLS_CERT_FILE'],
    ['ADMIN_PRT', 'ADMIN_PORT'],
    ['ACCESS_LOG_FIL', 'ACCESS_LOG_FILE'],
    ['AUTH_JWKS', 'AUTH_JWKS_URI'],
    ['AUTH_JWKS_URL', 'AUTH_JWKS_URI'],
    ['AUTH_PATIENT', 'AUTH_PATIENT_CLAIM'],
    ['TLS_CERT', 'TLS_CERT_FILE'],
  ])('with a prefix of the service is a fault: %s', (name, probably) => {
    const { faults } = look({ [name]: 'x' });
    expect(faults).toEqual([{ where: name, expected: `a known setting, probably ${probably}` }]);
  });

  test.each([
    ['REGION_FILES', 'REGION_FILE'],
    ['LOG_LEVL', 'LOG_LEVEL'],
    ['REDIS_URI', 'REDIS_URL'],
  ])('that is nearly known is warned of: %s', (name, probably) => {
    expect(look({ [name]: 'x' })).toEqual({ faults: [], warnings: [{ name, probably }] });
  });

  test.each(['SHOE_SIZE', 'EHR_API_KEY'])('anything unknown in .env is warned of: %s', name => {
    // Without a suggestion: whoever followed it would put the EHR's key into a setting that others may see.
    expect(look({ [name]: '42' }, new Set([name])).warnings).toEqual([{ name }]);
  });
});

test('usual variables of a machine are ignored', () => {
  const machine = { HOME: '/', HOSTNAME: 'a', PATH: '/bin', NODE_ENV: 'production', LANG: 'C', PWD: '/' };
  expect(look(machine)).toEqual({ faults: [], warnings: [] });
});

test('a secret that the profile names is not an unknown setting', () => {
  const secrets = secretNames('{ "headers": { "x-api-key": "env:AUTH_FOR_EHR" } }');
  expect(look({ AUTH_FOR_EHR: 'x' }, new Set(['AUTH_FOR_EHR']), secrets)).toEqual({
    faults: [],
    warnings: [],
  });
});

test('the metrics cannot have the port of the service on the same host', () => {
  const where = (environment: Record<string, string>) =>
    readSettings(environment).faults.map(one => one.where);
  expect(where({ PORT: '4000', ADMIN_PORT: '4000' })).toContain('ADMIN_PORT');
  expect(where({ PORT: '4000', ADMIN_PORT: '4000', ADMIN_HOST: '127.0.0.2' })).not.toContain('ADMIN_PORT');
  expect(where({ PORT: '0', ADMIN_PORT: '0' })).not.toContain('ADMIN_PORT');
});
