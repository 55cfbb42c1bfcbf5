// The version of a system's tables: in the line at the start, and in the label of the metric.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { extracts } from '../../src/adapters/ehr/extracts/index.ts';
import { table } from '../../src/adapters/ehr/table/index.ts';
import { faultList } from '../../src/config/files.ts';
import { describeSystem, readSystem, tableVersions } from '../../src/config/region/system.ts';

const folder = mkdtempSync(join(tmpdir(), 'versions-'));
afterEach(() => rmSync(folder, { recursive: true }));

const read = (name: string, members: object) =>
  readSystem([name, { baseUrl: 'https://ehr.example', ...members }], {
    environment: {},
    adapters: { extracts, table },
    adapterNames: ['extracts', 'table'],
    profileFolder: folder,
    proxyFor: undefined,
    list: faultList(),
  });

test('a changed table has another version, and a system without tables has none', () => {
  cpSync(join(import.meta.dirname, '../../sandbox/table/nordvik'), join(folder, 'nordvik'), {
    recursive: true,
  });
  const one = read('north', { adapter: 'table', tables: 'nordvik' });
  writeFileSync(join(folder, 'nordvik/words/roles.json'), '{ "LK": "Läkare", "SSK": "Sjuksköterska" }\n');
  const other = read('south', { adapter: 'table', tables: 'nordvik' });
  const none = read('old', { adapter: 'extracts' });
  expect(describeSystem(none)).toBe('extracts at https://ehr.example');
  expect(describeSystem(one)).toMatch(/^table at https:\/\/ehr\.example, tables [0-9a-f]{12}$/);
  expect(one.filesVersion).not.toBe(other.filesVersion);
  expect(tableVersions([one, none, other])).toBe(`north:${one.filesVersion} south:${other.filesVersion}`);
  expect(tableVersions([none])).toBe('');
});
