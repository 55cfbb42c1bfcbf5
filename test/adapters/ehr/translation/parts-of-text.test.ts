// Taking texts apart (D32): what would become more objects than the limit is not read.
import { expect, test } from 'vitest';
import { limitedParts, maxParts, wordsOf } from '../../../../src/adapters/ehr/translation/parts-of-text.ts';

const hyphens = /-+/;

test.each<[string, readonly string[]]>([
  ['', []],
  [' \n ', []],
  ['Tolvan', ['Tolvan']],
  [' Tolvan \t Test\u00a0Person ', ['Tolvan', 'Test', 'Person']],
])('the words of %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test('the parts between hyphens', () => {
  expect(limitedParts('--Anna-Karin-', hyphens)).toEqual(['Anna', 'Karin']);
});

test.each([' ', '\n\n', ''])('at most a thousand, with %j around them', around => {
  const words = (count: number) => `${around}${'x '.repeat(count - 1)}x${around}`;
  expect(wordsOf(words(maxParts))).toHaveLength(1000);
  expect(wordsOf(words(maxParts + 1))).toBeUndefined();
  expect(wordsOf(words(4_000_000))).toBeUndefined();
});
