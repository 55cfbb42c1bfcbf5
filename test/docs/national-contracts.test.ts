// The documented profile and the sandbox's profile of a region with national contracts are valid, and allow the 15 seconds
// that a contract may take.
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { regions } from '../../sandbox/regions.ts';
import { profileOf, requestTimeoutMs } from '../../sandbox/service.ts';
import { adapters } from '../../src/composition/ehr-adapters.ts';
import { faultList } from '../../src/config/files.ts';
import { readRegion } from '../../src/config/region/region.ts';
import { folderWith } from '../config/support.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/region-profile.md'), 'utf8');
const section = page.slice(page.indexOf('### National service contracts'), page.indexOf('### HL7 FHIR R4'));
const [, example = ''] = /```json\n([\s\S]*?)```/.exec(section) ?? [];
const [, time = ''] = /^REQUEST_TIMEOUT_MS=(\d+)$/m.exec(section) ?? [];

const contractTime = 15_000;

/** The `timeoutMs` of the profile's only system. */
const callTimeIn = async (profile: object): Promise<number> => {
  const list = faultList();
  const folder = folderWith({ 'region.json': profile });
  const region = await readRegion(join(folder, 'region.json'), { environment: {}, adapters, list });
  expect(list.faults).toEqual([]);
  expect(region?.unknown).toEqual([]);
  return region?.systems[0]?.timeoutMs ?? 0;
};

test('the documented example', async () => {
  const profile = {
    name: 'R',
    timeZone: 'Europe/Stockholm',
    release: 'ehr',
    systems: { national: JSON.parse(example) },
  };
  const ehrTimeoutMs = await callTimeIn(profile);
  expect(ehrTimeoutMs).toBeGreaterThan(contractTime);
  expect(Number(time)).toBeGreaterThan(2 * ehrTimeoutMs);
});

const started = await regions.rivta.start({ port: 0, folder: tmpdir() });
afterAll(() => started.close());

test('the profile of the sandbox', async () => {
  const ehrTimeoutMs = await callTimeIn(profileOf(started));
  expect(ehrTimeoutMs).toBeGreaterThan(contractTime);
  expect(requestTimeoutMs).toBeGreaterThan(2 * ehrTimeoutMs);
});
