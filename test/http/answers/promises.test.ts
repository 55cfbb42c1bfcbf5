// What a record costs on its way from the EHR's bytes to the answer, counted: promises, and bytes of the heap.
import { expect, test } from 'vitest';
import { openCostOfRecord } from '../../support/cost-of-record.ts';
import { forThisFile } from '../../support/for-this-file.ts';

const cost = await forThisFile(openCostOfRecord());

test('a record costs at most 14 promises', async () => {
  const promises = await cost.promises();
  expect(promises).toBeGreaterThan(1);
  expect(promises).toBeLessThanOrEqual(14);
});

test('a record of 400 bytes costs at most 15,000 of the heap', async () => {
  expect(await cost.bytes()).toBeLessThanOrEqual(15_000);
});
