// Tables that are wrong on purpose, each by a small edit of right ones: who notices them before anything is published. What nobody notices
// is in docs/region-without-code.md, as what two people should look at.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { table } from '../../src/adapters/ehr/table/index.ts';
import { fileWarnings } from '../../src/config/warnings.ts';
import { loadRegion } from '../../tools/region/profile.ts';
import { samplesIn } from '../../tools/region/test.ts';
import { compareSample } from '../../tools/region/test-sample.ts';
import { editedTables, type TableEdit } from '../adapters/ehr/table/edited-tables.ts';
import { casesIn } from '../support/cases-in.ts';
import { tables as right, writeEkhult } from './ekhult.ts';

/** Who notices: a fault that stops the start, a hint at the start and in `region check`, or a sample in `region test`. */
type Noticer = 'start' | 'hint' | 'test';

const noticersOf = async (wrong: TableEdit): Promise<{ by: Noticer[]; said: string[] }> => {
  const folder = writeEkhult(editedTables(right, wrong));
  const faults = table.check?.({ tables: 'ekhult' }, folder) ?? [];
  if (faults.length > 0) return { by: ['start'], said: faults.map(({ expected }) => expected) };
  const region = await loadRegion(join(folder, 'region.json'), { isOffline: true });
  const hints = await fileWarnings(region);
  const tested: string[] = [];
  for (const sample of samplesIn(region))
    tested.push(...(await compareSample(sample, region, { patient: undefined, id: undefined })).faults);
  return {
    by: [...(hints.length > 0 ? ['hint' as const] : []), ...(tested.length > 0 ? ['test' as const] : [])],
    said: [...hints.map(({ message }) => message), ...tested],
  };
};

const cases = casesIn(import.meta.url);

test('the right tables have no fault, no hint, and samples as expected', async () => {
  expect(await noticersOf({})).toEqual({ by: [], said: [] });
});

test.each(cases<[string, Noticer[], TableEdit]>('noticed'))('%s: noticed by %s', async (_, by, wrong) => {
  expect((await noticersOf(wrong)).by).toEqual(by);
});

describe('what nothing notices is in the guide', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/region-without-code.md'), 'utf8');
  test.each(cases<[string, TableEdit]>('unnoticed'))('%s', async (sentence, wrong) => {
    expect(await noticersOf(wrong)).toEqual({ by: [], said: [] });
    expect(guide.replaceAll('\n', ' ')).toContain(sentence);
  });
});
