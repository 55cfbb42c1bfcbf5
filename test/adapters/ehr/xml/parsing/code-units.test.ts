// The code units of texts, of whatever characters and lengths, one after the other.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeUnits } from '../../../../../src/adapters/ehr/xml/parsing/code-units.ts';

const unitsOf = (text: string) => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));

test.each([
  ['nothing', ''],
  ['ASCII', 'abc'],
  ['beyond Latin-1', 'å€'],
  ['a surrogate pair', '𝒳'],
  ['half a surrogate pair', 'a\ud835'],
  ['longer than all before', 'å'.repeat(70_000)],
])('%s', (_, text) => {
  expect([...codeUnits(text)]).toEqual(unitsOf(text));
});

test('texts in turns, as several documents at once have them', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), texts => {
      for (const text of [...texts, ...texts.toReversed(), ...texts]) {
        expect([...codeUnits(text)]).toEqual(unitsOf(text));
      }
    }),
  );
});
