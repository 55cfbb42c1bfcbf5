// The JSON of a record, which is written once for all who need it.
import { expect, test } from 'vitest';
import { hasControls, jsonMayHaveControls } from '../../src/domain/model/control-characters.ts';
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

test('is not written at once for many texts that are long together', () => {
  const notes = (count: number) => ({
    JournalNoteEHRExtract: Array.from({ length: count }, () => ({
      Note: { NoteTemplateName: 'x'.repeat(5000) },
    })),
  });
  expect(recordWriter('journalNotes').jsonOf(notes(50))).toHaveLength(50 * 5033 - 1 + 28);
  expect(recordWriter('journalNotes').jsonOf(notes(60))).toBeUndefined();
});

// The serializer has a writer of its own for short texts, another one for longer texts, and a third for free-form objects.
test('shows every control character that a text or a name has (D33)', () => {
  const { jsonOf } = recordWriter('appointments');
  const list = { ResultCode: 'OK', Comment: '', Booking: [], RegisteredBooking: [], Any: [] };
  const wrong: number[] = [];
  // All below U+2100, and surrogates with what is around them.
  for (let code = 0; code <= 0xe0ff; code = code === 0x20ff ? 0xd700 : code + 1) {
    const text = `a${String.fromCharCode(code)}z`;
    const records = [
      { Comment: text },
      { Comment: text.padEnd(100, 'x') },
      { Any: [{ Note: text }] },
      { Any: [{ [text]: 'x' }] },
    ];
    const found = records.map(members => jsonMayHaveControls(jsonOf({ ...list, ...members }) ?? ''));
    if (found.some(isFound => isFound !== hasControls(text))) wrong.push(code);
  }
  expect(wrong).toEqual([]);
});
