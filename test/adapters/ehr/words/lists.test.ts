// Every code of every list of words, and every text that says the same, occurs in lists.yaml, where each is written by hand (D39, words
// and not codes): a word that is added to a list, and to no case, fails here.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { saysNoneKnown } from '../../../../src/adapters/ehr/translation/words/allergy-statements.ts';

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

/** The texts between quotes in the list of a name. */
const quotedIn = (file: string, list: string): string[] => {
  const text = readFileSync(new URL(`../../${file}`, folder), 'utf8');
  const [, inside = ''] = new RegExp(`const ${list}\\b[^=]*= (.*?)\\n[\\]})]`, 's').exec(text) ?? [];
  return [...inside.matchAll(/'([^']*)'/g)].map(([, quoted = '']) => quoted);
};

const { 'none known': noneKnown = {}, absent = {} } = expected;
const timingCases = readFileSync(new URL('../dosages/cases/timing-codes.yaml', import.meta.url), 'utf8');
const timing = {
  codes: [...timingCases.matchAll(/case: The code (\w+) alone/g)].map(([, code = '']) => code),
  // What the codes mean.
  meanings: ['DAY', 'WEEK', 'MONTH', 'MORN', 'AFT', 'HS'],
};

test.each([
  ['translation/words/allergy-statements.ts', 'noneKnown', noneKnown],
  ['translation/words/allergy-statements.ts', 'kinds', noneKnown],
  ['fhir/elements/coded.ts', 'absentWords', absent],
  ['fhir/prescriptions/timing-code.ts', 'unambiguous', timing],
  ['fhir/prescriptions/timing-code.ts', 'ofSystem', timing],
])('%s: %s', (file, list, listed) => {
  const known = Object.values(listed).flat();
  const seen = quotedIn(file, list);
  expect(seen.length).toBeGreaterThan(4);
  expect(seen.filter(text => !known.includes(text))).toEqual([]);
});

test('each listed sentence says that no allergy is known, and none of the kinds does', () => {
  const { sentences = [], kinds = [] } = noneKnown;
  expect([sentences].flat().filter(text => !saysNoneKnown(text))).toEqual([]);
  const named = [kinds]
    .flat()
    .flatMap(kind => [`No known ${kind}allergy`, `No known ${kind}allergies (situation)`]);
  expect(named.filter(text => !saysNoneKnown(text))).toEqual([]);
  expect(saysNoneKnown('No known penicillin allergy')).toBe(false);
});
