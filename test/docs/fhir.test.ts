// docs/fhir.md lists every profile member of the adapter, and its examples are valid.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Members } from '../../src/adapters/ehr/fhir/members.ts';
import { adapters } from '../../src/composition/ehr-adapters.ts';
import { faultList } from '../../src/config/files.ts';
import { readRegion } from '../../src/config/region/region.ts';
import { folderWith } from '../config/support.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/fhir.md'), 'utf8');
const servers = page.slice(page.indexOf('<!-- servers -->'));
const examples = [...servers.matchAll(/```json\n([\s\S]*?)```/g)].map(
  ([, text = '']) => JSON.parse(text) as object,
);

const faultsOf = async (system: object) => {
  const list = faultList();
  const profile = { name: 'R', timeZone: 'Europe/Stockholm', release: 'ehr', systems: { ehr: system } };
  const folder = folderWith({ 'region.json': profile });
  await readRegion(join(folder, 'region.json'), { environment: {}, adapters, list });
  return list.faults;
};

test('the table of members equals the schema', () => {
  const table = page.slice(page.indexOf('<!-- members -->'), page.indexOf('## What a kind needs'));
  const rows = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(rows.toSorted()).toEqual(Object.keys(Members.properties).toSorted());
});

describe('the examples', () => {
  test('cover four servers', () => {
    expect(examples).toHaveLength(4);
  });

  test.each(examples)('%j', async example => {
    expect(await faultsOf(example)).toEqual([]);
  });

  test('the region profile is valid except for its missing key file', async () => {
    const profilePage = readFileSync(join(root, 'docs/region-profile.md'), 'utf8');
    const section = profilePage.slice(profilePage.indexOf('### HL7 FHIR R4'));
    const [, example = ''] = /```json\n([\s\S]*?)```/.exec(section) ?? [];
    expect((await faultsOf(JSON.parse(example))).map(({ where }) => where)).toEqual([
      'REGION_FILE /systems/ehr/auth/keyFile',
    ]);
  });
});
