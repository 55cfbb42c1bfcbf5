// The JSON of a record with long texts in pieces: that of the whole record.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonPieces } from '../../../src/http/answers/json-pieces.ts';
import { recordWriter } from '../../../src/json/record-json.ts';
import { attempts } from '../../support/amount.ts';

const { serialize } = recordWriter('journalNotes');
/** Longer than what is written in one piece, with the characters of `text` at any place of a piece. */
const long = (text: string) => text.repeat(Math.ceil(300_000 / text.length));

const recordWith = (titles: readonly string[]) => ({
  JournalNoteEHRExtract: titles.map(title => ({ Note: { NoteTemplateName: title, NoteTypeOfNote: title } })),
});

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 });

test('is the JSON of the whole record', () => {
  const anyText = fc.oneof(text, text.map(long), fc.constantFrom('"\\u00000"', '\\u00001', '"', '\\'));
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 6 }), texts => {
      const record = recordWith(texts);
      expect([...jsonPieces(record, serialize)].join('') === JSON.stringify(record)).toBe(true);
    }),
    { numRuns: attempts(60) },
  );
});

test('has no piece as long as the text', () => {
  const record = recordWith([long('x\n')]);
  const pieces = [...jsonPieces(record, serialize)];
  expect(pieces.join('') === JSON.stringify(record)).toBe(true);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(40_000);
});
