// Exported names: each has one meaning, so that whoever searches for it finds it, and not another one.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'));
const exported = /^export (?:async )?(?:function\*?|const|type|interface|class) (\w+)/gm;

/** Name → the files that export something by it. A schema and its type are one thing, in one file. */
const filesByName = (texts: readonly (readonly [file: string, text: string])[]): Map<string, Set<string>> => {
  const found = new Map<string, Set<string>>();
  for (const [file, text] of texts)
    for (const [, name = ''] of text.matchAll(exported))
      found.set(name, (found.get(name) ?? new Set()).add(file));
  return found;
};

const withSeveral = (texts: readonly (readonly [file: string, text: string])[]): string[] =>
  [...filesByName(texts)]
    .filter(([, places]) => places.size > 1)
    .map(([name, places]) => `${name}: ${[...places].sort().join(', ')}`)
    .sort();

const all = files.map(file => [file, readFileSync(join(source, file), 'utf8')] as const);

test('a plausible number of names was read', () => {
  expect(filesByName(all).size).toBeGreaterThan(1500);
});

test('no name is exported by two files', () => {
  expect(withSeveral(all)).toEqual([]);
});

test('a planted one is found; a schema beside its type is none', () => {
  const planted = [
    ['a.ts', 'export const Row = 1;\nexport type Row = 1;\n'],
    ['b.ts', 'export type Row = 2;\nexport const other = 1;\n'],
  ] as const;
  expect(withSeveral(planted)).toEqual(['Row: a.ts, b.ts']);
});
