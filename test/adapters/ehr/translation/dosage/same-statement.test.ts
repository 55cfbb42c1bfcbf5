// Whether the prescriber says the same as a line that is made of the dose: such a line is not added.
import { expect, test } from 'vitest';
import { statementsOf } from '../../../../../src/adapters/ehr/translation/dosage/same-statement.ts';

const prescriber = 'Två tabletter 3 ggr dagligen';
const line = '2 tabletter, 3 gånger per dag';

test.each([
  ['of the usual length', prescriber, line, true],
  ['of 4,096 characters', `${prescriber}. ${'x'.padEnd(4096 - prescriber.length - 2)}`, line, true],
  ['that is longer is not compared (D32)', `${prescriber}. ${'x '.repeat(4096)}`, line, false],
  ['of millions of words', 'x '.repeat(4_000_000), line, false],
  ['and a line that is longer', prescriber, 'x '.repeat(4_000_000), false],
])('a text %s', (_, text, made, expected) => {
  expect(statementsOf([text])(made)).toBe(expected);
});

test.each([
  ['a most with a point', 'Max. 3 tabletter per dag.', '3 tabletter, varje dag', false],
  [
    'about as many, with a point',
    'Högst ca. 2 tabletter 3 ggr dagligen',
    '2 tabletter, 3 gånger per dag',
    false,
  ],
  ['one and a half in one word', '1½ tablett 2 gånger per dag', '10,5 tabletter, 2 gånger per dag', false],
  ['one and a half, the same', '1½ tablett 2 gånger per dag', '1,5 tabletter, 2 gånger per dag', true],
  ['one and a half in two words', '1 ½ tablett 2 gånger per dag', '1,5 tabletter, 2 gånger per dag', true],
  ['a half', '½ tablett 2 gånger per dag', '0,5 tablett, 2 gånger per dag', true],
  ['a sentence before', 'Mot smärta. 2 tabletter, 3 ggr/dag', '2 tabletter, 3 gånger per dag', true],
])('%s', (_, said, made, expected) => {
  expect(statementsOf([said])(made)).toBe(expected);
});
