// The code units of chunks: complete, ended by a zero, and never those of another document.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeUnits } from '../../../../../src/adapters/ehr/xml/parsing/code-units.ts';

const written = (text: string) => [...Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)), 0];
const read = (units: Uint16Array, { length }: string) => [...units.subarray(0, length + 1)];

test.each([
  ['nothing', ''],
  ['characters of one byte', 'abc'],
  ['characters of two bytes', 'å€'],
  ['a surrogate pair', '𝒳'],
  ['half a surrogate pair', 'a\ud835'],
  ['a chunk longer than all before', 'å'.repeat(70_000)],
])('%s', (_, text) => {
  const document = codeUnits();
  expect(read(document.of(text), text)).toEqual(written(text));
  document.release();
});

test('chunks of any length, one after the other', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), texts => {
      const document = codeUnits();
      for (const text of [...texts, ...texts.toReversed()]) {
        expect(read(document.of(text), text)).toEqual(written(text));
        document.release();
      }
    }),
  );
});

test('a chunk that is read within another one does not change it', () => {
  const [outer, inner] = [codeUnits(), codeUnits()];
  const before = outer.of('the first patient');
  inner.of('another patient');
  inner.release();
  expect(read(before, 'the first patient')).toEqual(written('the first patient'));
  expect(read(outer.of('the first patient'), 'the first patient')).toEqual(written('the first patient'));
});

test('the memory of a chunk that has been read is used again', () => {
  const [one, other] = [codeUnits(), codeUnits()];
  const memory = one.of('a chunk');
  one.release();
  expect(other.of('a text')).toBe(memory);
});
