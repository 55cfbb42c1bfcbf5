// docs/architecture.md lists every folder of src with its purpose, and nothing else.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts'))
  .map(name => join('src', name));
const folders = [...new Set(files.map(dirname))];

const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const table = page.slice(page.indexOf('<!-- folders -->'), page.indexOf('## How a request'));
const rows = [...table.matchAll(/^\| `([^`]+)` \| (.*?) \|/gm)];

test('every folder of src has its row, and every row its folder', () => {
  expect(rows.map(([, folder = '']) => folder).toSorted()).toEqual(folders.toSorted());
});

test('every row says what the folder is for', () => {
  expect(rows.filter(([, , purpose = '']) => purpose.length < 10)).toEqual([]);
});

test('no folder has more than a dozen files of its own', () => {
  const counts = folders.map(
    folder => [folder, files.filter(file => dirname(file) === folder).length] as const,
  );
  expect(counts.filter(([, count]) => count > 12)).toEqual([]);
});
