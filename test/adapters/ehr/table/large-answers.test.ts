// Large answers of an EHR that tables describe: lists are read record by record, up to `maxAnswerBytes` of the profile (D32).
import { expect, test } from 'vitest';
import { forThisFile } from '../../../support/for-this-file.ts';
import { world } from '../contract-world.ts';
import { inJson, listOfAll, readKind, tableEhr } from './table-ehr.ts';

const { patient } = world;
const MiB = 1024 * 1024;

const ehr = await forThisFile(tableEhr());

const notes = (members: object = {}) => ({
  'system.json': {
    ...inJson,
    kinds: {
      journalNotes: { ...listOfAll, items: 'data/notes', ...members },
    },
  },
  'journal-notes.json': {
    'Note/NoteTemplateName': 'template',
    'Note/Records/Record': {
      block: '.',
      record: { Keyword: 'template', Value: [{ block: '.', record: { $self: 'text' } }] },
    },
  },
});

const note = { who: patient, template: 'Besök', text: 'Hosta. '.repeat(3000) };
/** A thousand notes of 21 kB. */
const journal = JSON.stringify({
  data: { notes: Array.from({ length: 1000 }, (_, id) => ({ ...note, id })) },
});

test('a journal of 20 MB is read', async () => {
  ehr.answer(() => journal);
  const read = await readKind(ehr, notes(), 'journalNotes', { maxAnswerBytes: 64 * MiB });
  expect(read).toMatchObject({ omitted: [], withheld: 0 });
  expect(typeof read === 'string' ? read : read.records.length).toBe(1000);
});

test('one beyond maxAnswerBytes is unusable, and so is one cut within it', async () => {
  ehr.answer(() => journal);
  expect(await readKind(ehr, notes(), 'journalNotes', { maxAnswerBytes: 10 * MiB })).toBe('ehr-unusable');
  ehr.answer(() => journal.slice(0, 15 * MiB));
  expect(await readKind(ehr, notes(), 'journalNotes', { maxAnswerBytes: 64 * MiB })).toBe('ehr-unusable');
});

test('an answer whose records refer to what is beside them is held, up to 8 MiB', async () => {
  const refers = { refers: { staff: { map: 'data/staff' } } };
  ehr.answer(() => journal);
  expect(await readKind(ehr, notes(refers), 'journalNotes', { maxAnswerBytes: 64 * MiB })).toBe(
    'ehr-unusable',
  );
});
