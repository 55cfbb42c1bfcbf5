// Files of the configuration are refused if they can be understood in two ways: in another encoding, or with a member twice.
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { faultList } from '../../src/config/files.ts';
import { readRegion } from '../../src/config/region/region.ts';
import { readSubscriptions } from '../../src/config/subscriptions.ts';
import { adapters, folderWith, regionIn } from './support.ts';

const profileWith = (release: string) =>
  `{ "name": "Region Exempel", "timeZone": "Europe/Stockholm", ${release},
     "systems": { "ehr": { "adapter": "extracts", "baseUrl": "https://ehr.example.internal",
                           "headers": { "x-api-key": "file:key.txt" } } } }`;
const keyword = '"release": { "withhold": { "keywords": ["Åtgärd"] } }';
const hash = `sha256:${'a'.repeat(64)}`;

const faultsOfProfile = async (profile: string | Buffer, key: string | Buffer = 'key-1') =>
  (await regionIn({ 'region.json': profile, 'key.txt': key })).faults;

const faultsOfSubscriptions = (written: string | Buffer) => {
  const list = faultList();
  const folder = folderWith({ 'subscriptions.json': written });
  const read = readSubscriptions(join(folder, 'subscriptions.json'), list);
  expect(read === undefined).toBe(list.faults.length > 0);
  return list.faults;
};

test('a region profile in UTF-8 has no fault, in Latin-1 or UTF-16 it has one', async () => {
  expect(await faultsOfProfile(profileWith(keyword))).toEqual([]);
  const fault = [{ where: 'REGION_FILE', expected: 'a file in UTF-8' }];
  expect(await faultsOfProfile(Buffer.from(profileWith(keyword), 'latin1'))).toEqual(fault);
  expect(await faultsOfProfile(Buffer.from(`\ufeff${profileWith(keyword)}`, 'utf16le'))).toEqual(fault);
});

test('a secret in a file that is not UTF-8 is a fault', async () => {
  expect(await faultsOfProfile(profileWith('"release": "ehr"'), Buffer.from('nyckel-å', 'latin1'))).toEqual([
    { where: 'REGION_FILE /systems/ehr/headers/x-api-key', expected: 'a file in UTF-8' },
  ]);
});

// In the usual mistake, the service or the command is started in another folder.
test('a relative path that leads nowhere: the fault says where it starts', () => {
  const list = faultList();
  readSubscriptions('no-such-folder/subscriptions.json', list);
  const expected = `a readable file (ENOENT); a relative path starts at the working directory, ${process.cwd()}`;
  expect(list.faults).toEqual([{ where: 'SUBSCRIPTIONS_FILE', expected }]);
});

test('an absolute path that leads nowhere', () => {
  const list = faultList();
  readSubscriptions('/no-such-folder/subscriptions.json', list);
  expect(list.faults).toEqual([{ where: 'SUBSCRIPTIONS_FILE', expected: 'a readable file (ENOENT)' }]);
});

describe('a file of the profile that is not there: the fault says which path was tried', () => {
  const faultsIn = async (folder: string, members: object) => {
    const list = faultList();
    const ehr = { adapter: 'extracts', baseUrl: 'https://ehr.example.internal', ...members };
    const profile = { name: 'Region', timeZone: 'Europe/Stockholm', release: 'ehr', systems: { ehr } };
    writeFileSync(join(folder, 'region.json'), JSON.stringify(profile));
    // A relative path of the profile itself starts at the working directory, those in it at the profile's folder.
    const path = relative(process.cwd(), join(folder, 'region.json'));
    await readRegion(path, { environment: {}, adapters, list });
    return list.faults;
  };
  const auth = { tokenUrl: 'https://token.example', clientId: 'a', scope: 's', keyFile: 'keys/missing' };

  test.each<[string, object, string]>([
    ['a secret', { headers: { 'x-api-key': 'file:keys/missing' } }, 'headers/x-api-key'],
    ['a CA', { tls: { caFile: 'keys/missing' } }, 'tls/caFile'],
    ['a private key', { auth }, 'auth/keyFile'],
  ])('%s, by a relative path', async (_, members, place) => {
    const folder = folderWith({});
    expect(await faultsIn(folder, members)).toEqual([
      {
        where: `REGION_FILE /systems/ehr/${place}`,
        expected: `a readable file (ENOENT): ${folder}/keys/missing; a relative path starts at the folder of the profile`,
      },
    ]);
  });

  test('by an absolute path', async () => {
    expect(await faultsIn(folderWith({}), { tls: { caFile: '/no-such-folder/ca.pem' } })).toEqual([
      {
        where: 'REGION_FILE /systems/ehr/tls/caFile',
        expected: 'a readable file (ENOENT): /no-such-folder/ca.pem',
      },
    ]);
  });

  test.each([
    ['-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----', 'ENOENT'],
    ['c2VjcmV0'.repeat(20), 'ENOENT'],
    ['c2VjcmV0'.repeat(40), 'ENAMETOOLONG'],
  ])('a key that was pasted in place of its path is not shown: %j', async (key, code) => {
    const [fault, ...more] = await faultsIn(folderWith({}), { auth: { ...auth, keyFile: key } });
    expect(more).toEqual([]);
    expect(fault?.expected).toContain(`a readable file (${code})`);
    expect(fault?.expected).not.toContain('c2VjcmV0');
  });

  test('a folder in place of a file', async () => {
    const folder = folderWith({});
    expect(await faultsIn(folder, { headers: { 'x-api-key': 'file:.' } })).toEqual([
      {
        where: 'REGION_FILE /systems/ehr/headers/x-api-key',
        expected: `a readable file (EISDIR): ${folder}`,
      },
    ]);
  });
});

test('subscriptions that are not UTF-8 are a fault', () => {
  const written = `[{ "name": "företag", "keys": ["${hash}"] }]`;
  expect(faultsOfSubscriptions(written)).toEqual([]);
  expect(faultsOfSubscriptions(Buffer.from(written, 'latin1'))).toEqual([
    { where: 'SUBSCRIPTIONS_FILE', expected: 'a file in UTF-8' },
  ]);
});

test.each([
  ['release', `${keyword}, "release": "ehr"`, '/release'],
  ['withhold', '"release": { "withhold": { "units": ["SE1"] }, "withhold": {} }', '/release/withhold'],
])('a profile with %s twice is a fault', async (_, release, path) => {
  expect(await faultsOfProfile(profileWith(release))).toEqual([
    { where: `REGION_FILE ${path}`, expected: 'only one member of this name' },
  ]);
});

// The service reads the subscriptions again while it runs: a faulty version must not stop it.
test.each([
  ['without an end', '['.repeat(200_000)],
  ['valid', '['.repeat(50_000) + ']'.repeat(50_000)],
])('subscriptions that are nested too deeply, %s, are a fault', (_, written) => {
  expect(faultsOfSubscriptions(written).map(fault => fault.expected)).toEqual([
    'a file with valid JSON; it cannot be read at line 1, column 101 (more than 100 levels)',
  ]);
});

test('a subscription with clients twice is a fault', () => {
  const written = `[{ "name": "app", "keys": ["${hash}"], "clients": ["app"], "clients": [] }]`;
  expect(faultsOfSubscriptions(written)).toEqual([
    { where: 'SUBSCRIPTIONS_FILE /0/clients', expected: 'only one member of this name' },
  ]);
});
