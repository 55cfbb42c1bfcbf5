// Files of the configuration are refused if they can be understood in two ways: in another encoding, or with a member twice.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultList, readSubscriptions } from '../../src/config/index.ts';
import { readRegion } from '../../src/config/region/region.ts';
import { adapters, folderWith } from './support.ts';

const profileWith = (release: string) =>
  `{ "name": "Region Exempel", "timeZone": "Europe/Stockholm", ${release},
     "systems": { "ehr": { "adapter": "extracts", "baseUrl": "https://ehr.example.internal",
                           "headers": { "x-api-key": "file:key.txt" } } } }`;
const keyword = '"release": { "withhold": { "keywords": ["Åtgärd"] } }';
const hash = `sha256:${'a'.repeat(64)}`;

const faultsOfProfile = async (profile: string | Buffer, key: string | Buffer = 'key-1') => {
  const list = faultList();
  const folder = folderWith({ 'region.json': profile, 'key.txt': key });
  await readRegion(join(folder, 'region.json'), { environment: {}, adapters, list });
  return list.faults;
};

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

test('a subscription with clients twice is a fault', () => {
  const written = `[{ "name": "app", "keys": ["${hash}"], "clients": ["app"], "clients": [] }]`;
  expect(faultsOfSubscriptions(written)).toEqual([
    { where: 'SUBSCRIPTIONS_FILE /0/clients', expected: 'only one member of this name' },
  ]);
});
