// The JSON of a record, which is written once for all who need it.
import { expect, test } from 'vitest';
import { recordWriter } from '../../src/json/record-json.ts';

const noteOf = (name: string) => ({ JournalNoteEHRExtract: [{ Note: { NoteTemplateName: name } }] });

test('has the members that the kind declares, and exact integers', () => {
  expect(recordWriter('journalNotes').jsonOf({ ...noteOf('Besök "1"'), other: 'x' })).toBe(
    '{"JournalNoteEHRExtract":[{"Note":{"NoteTemplateName":"Besök \\"1\\""}}]}',
  );
  expect(recordWriter('videoMeetings').jsonOf({ actionId: 9_007_199_254_740_993n })).toBe(
    '{"actionId":9007199254740993}',
  );
});

test('is not written at once for a long text', () => {
  const long = noteOf('x'.repeat(300_000));
  expect(recordWriter('journalNotes').jsonOf(long)).toBeUndefined();
  expect(recordWriter('journalNotes').serialize(long)).toHaveLength(300_060);
});
