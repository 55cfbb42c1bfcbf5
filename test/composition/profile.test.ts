// The profile in use, when it is to be read again while it is being read, or cannot be read for a moment.
import { renameSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { profileInUse } from '../../src/composition/profile.ts';
import { profileVersion, type Region } from '../../src/config/region/region.ts';
import { recordedLog } from '../adapters/recorded-log.ts';
import { regionIn } from '../config/support.ts';
import { until } from '../support/until.ts';

const systems = { ehr: { adapter: 'extracts', baseUrl: 'https://ehr.example.internal' } };
const profileOf = (name: string) =>
  JSON.stringify({ name, timeZone: 'Europe/Stockholm', release: 'ehr', systems });

/** A profile in use, with its file. `readAgain` replaces how it is read again. */
const opened = async (readAgain?: (region: Region) => Region['readAgain']) => {
  const { file, region } = await regionIn({ 'region.json': profileOf('first') });
  if (region === undefined) throw new Error('the profile is faulty');
  const staleFiles = new Map<string, () => boolean>();
  const inputs = {
    configuration: {
      settings: { REGION_FILE: file },
      region: { ...region, readAgain: readAgain?.(region) ?? region.readAgain },
    },
    logger: recordedLog().log,
    staleFiles,
    onClose: onTestFinished,
    clock: Date.now,
  } as unknown as Parameters<typeof profileInUse>[0];
  const inUse = profileInUse(inputs, made => ({ region: made }) as never);
  return { file, inUse, isStale: () => staleFiles.get('REGION_FILE')?.() };
};

test('what is asked for last is in use, however long the one before takes', async () => {
  const isRead = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  let asked = 0;
  const { file, inUse } = await opened(region => async list => {
    const read = await region.readAgain(list);
    asked += 1;
    if (asked > 1) return read;
    isRead.resolve();
    await goesOn.promise;
    return read;
  });
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

test('one that could not be read for a moment, and has not changed, is not stale', async () => {
  const { file, inUse, isStale } = await opened();
  // It is looked at once more soon after the start.
  await wait(1200);
  renameSync(file, `${file}.away`);
  await inUse.reload();
  expect(isStale()).toBe(true);
  renameSync(`${file}.away`, file);
  await until('it is in use', () => isStale() === false);
});
