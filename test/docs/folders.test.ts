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

const readmes = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('README.md'))
  .map(name => join('src', name));

test('each of the six rooms has a README, to which the page leads', () => {
  expect(readmes).toHaveLength(6);
  for (const readme of readmes) expect(page).toContain(`](../${readme})`);
});

test.each(readmes)('%s has at most 40 lines, a command for its tests, and names files that exist', readme => {
  const text = readFileSync(join(root, readme), 'utf8');
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  expect(text).toMatch(/^\*\*Tests\*\*: `npm test -- test\//m);
  const files = [
    ...filesBelow('src'),
    ...filesBelow('test'),
    ...readdirSync(join(root, 'docs')).map(name => `docs/${name}`),
  ];
  const named = [...text.matchAll(/[\w./-]+\.(?:ts|md)\b/g)].map(([name]) => name.replace(/^\.\.\//, ''));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(name => !files.some(file => `/${file}`.endsWith(`/${name}`)))).toEqual([]);
});
