// The profile in use, when it is to be read again while it is being read.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type ProfileInUse, profileInUse } from '../../src/composition/profile.ts';
import { faultList } from '../../src/config/files.ts';
import { profileVersion, readRegion } from '../../src/config/region/region.ts';
import { recordedLog } from '../adapters/recorded-log.ts';
import { adapters, folderWith } from '../config/support.ts';

const systems = { ehr: { adapter: 'extracts', baseUrl: 'https://ehr.example.internal' } };
const profileOf = (name: string) =>
  JSON.stringify({ name, timeZone: 'Europe/Stockholm', release: 'ehr', systems });

test('what is asked for last is in use, however long the one before takes', async () => {
  const file = join(folderWith({ 'region.json': profileOf('first') }), 'region.json');
  const region = await readRegion(file, { environment: {}, adapters, list: faultList() });
  if (region === undefined) throw new Error('the profile is faulty');
  const isRead = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  let asked = 0;
  const readAgain: typeof region.readAgain = async list => {
    const read = await region.readAgain(list);
    asked += 1;
    if (asked > 1) return read;
    isRead.resolve();
    await goesOn.promise;
    return read;
  };
  const inputs = {
    configuration: { settings: { REGION_FILE: file }, region: { ...region, readAgain } },
    logger: recordedLog().log,
    staleFiles: new Map(),
    onClose: onTestFinished,
    clock: Date.now,
  } as unknown as Parameters<typeof profileInUse>[0];
  const inUse: ProfileInUse = profileInUse(inputs, made => ({ region: made }) as never);

  writeFileSync(file, profileOf('second'));
  const second = inUse.reload();
  await isRead.promise;
  writeFileSync(file, profileOf('third'));
  const third = inUse.reload();
  // Were both read at the same time, the third would be there by now.
  await Promise.race([third, wait(200)]);
  goesOn.resolve();
  await Promise.all([second, third]);
  expect(inUse.now().region.version).toBe(profileVersion(profileOf('third')));
});
