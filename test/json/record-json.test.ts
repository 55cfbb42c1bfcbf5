// The JSON of a record, which is written once for all who need it.
import { expect, test } from 'vitest';
import { jsonOf, recordWriter } from '../../src/json/record-json.ts';

const noteOf = (name: string) => ({ JournalNoteEHRExtract: [{ Note: { NoteTemplateName: name } }] });

test('has the members that the kind declares, and exact integers', () => {
  expect(jsonOf('journalNotes', { ...noteOf('Besök "1"'), other: 'x' })).toBe(
    '{"JournalNoteEHRExtract":[{"Note":{"NoteTemplateName":"Besök \\"1\\""}}]}',
  );
  expect(jsonOf('videoMeetings', { actionId: 9_007_199_254_740_993n })).toBe('{"actionId":9007199254740993}');
});

test('is the same text whenever it is asked for, and another one for another kind', () => {
  const record = noteOf('Besök');
  const json = jsonOf('journalNotes', record);
  record.JournalNoteEHRExtract.length = 0;
  expect(jsonOf('journalNotes', record)).toBe(json);
  expect(jsonOf('patients', record)).toBe('{}');
});

test('is not kept after it was taken', () => {
  const record = noteOf('Besök');
  const { jsonOf: write, takeJson } = recordWriter('journalNotes');
  const json = write(record);
  record.JournalNoteEHRExtract.length = 0;
  expect(takeJson(record)).toBe(json);
  expect(takeJson(record)).toBe('{"JournalNoteEHRExtract":[]}');
});

test('is not written at once for a long text', () => {
  const long = noteOf('x'.repeat(300_000));
  expect(jsonOf('journalNotes', long)).toBeUndefined();
  expect(recordWriter('journalNotes').serialize(long)).toHaveLength(300_060);
});
