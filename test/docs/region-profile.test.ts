// docs/region-profile.md lists every member of the profile, of a system, and of the RIV-TA adapter.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RivtaMembers } from '../../src/adapters/ehr/rivta/members.ts';
import { Profile, ProfileSystem } from '../../src/config/region/profile.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/region-profile.md'), 'utf8');

/** The names in the first column of the first table below a heading. */
const membersBelow = (heading: string): string[] => {
  const [table = ''] = page.slice(page.indexOf(`\n${heading}\n`)).match(/(?:^\|.*\n)+/m) ?? [];
  return [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name).toSorted();
};

test.each([
  ['## Top level', Profile],
  ['## Systems', ProfileSystem],
  ['### National service contracts: `rivta`', RivtaMembers],
])('%s', (heading, { properties }) => {
  expect(membersBelow(heading)).toEqual(Object.keys(properties).toSorted());
});
