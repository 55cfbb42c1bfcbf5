// docs/architecture.md lists every folder of src with its purpose, and nothing else.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

const filesBelow = (top: string): string[] =>
  readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !name.includes('node_modules'))
    .map(name => join(top, name));

const folders = [...new Set(filesBelow('src').map(dirname))];

const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const [, table = ''] = /<!-- folders -->([\s\S]*?)^## The path of a request$/m.exec(page) ?? [];
const rows = [...table.matchAll(/^\| `([^`]+)` \| (.*?) \|/gm)];

test('the rows are exactly the folders of src', () => {
  expect(rows.map(([, folder = '']) => folder).toSorted()).toEqual(folders.toSorted());
});

test('every row states the purpose of its folder', () => {
  expect(rows.filter(([, , purpose = '']) => purpose.length < 10)).toEqual([]);
});
