// Every code of every list of words, and every text that says the same, occurs in lists.yaml, where each is written by hand (D39, words
// and not codes): a word that is added to a list, and to no case, fails here.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const folder = new URL('../../../../src/adapters/ehr/translation/words/', import.meta.url);
const expected: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>> = parse(
  readFileSync(new URL('lists.yaml', import.meta.url), 'utf8'),
);

/** The rows of the lists in a file, `code: text | text`: an object of the code's texts, as one line or several. */
const rowsOf = (text: string): string[] =>
  [...text.matchAll(/^\s+'?([^\s':/*]+)'?: \[\s*('[^\]]*)\],?$/gm)].map(([, code = '', texts = '']) => {
    const words = [...texts.matchAll(/'((?:[^'\\]|\\.)*)'/g)].map(([, word]) => word);
    return `${code}: ${words.join(' | ')}`;
  });

const names = readdirSync(folder).filter(name => name !== 'word-list.ts');
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');

test.each(names.filter(name => /\bwordList\(/.test(read(name))))('%s', name => {
  const listed = Object.entries(expected[name.replace('.ts', '')] ?? {}).map(
    ([code, texts]) => `${code}: ${[texts].flat().join(' | ')}`,
  );
  expect(listed.length).toBeGreaterThan(1);
  expect(rowsOf(read(name)).toSorted()).toEqual(listed.toSorted());
});

test('a plausible number of rows was read, and a planted one is seen', () => {
  expect(names.flatMap(name => rowsOf(read(name))).length).toBeGreaterThan(90);
  expect(rowsOf("  lh: ['Livshotande', 'Dödlig'],\n")).toEqual(['lh: Livshotande | Dödlig']);
});
