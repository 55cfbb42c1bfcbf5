// Titles of notes, and the status of contacts.
import { describe, expect, test } from 'vitest';
import type { ContactRecord } from '../../../../src/domain/records/contact.ts';
import type { JournalNoteRecord } from '../../../../src/domain/records/journal-note.ts';
import { contact, elements, group, note } from './support/documents.ts';
import { readOne } from './support/read-one.ts';

const patient = '191212121212';

describe('the title of a note', () => {
  const read = async (noteTitle: string | undefined, documentTitle: string) => {
    const document = note({ id: '1', patient }, 'Hej.', noteTitle ?? '-')
      .replace('<c:clinicalDocumentNoteTitle>-</c:clinicalDocumentNoteTitle>', '')
      .replace('<c:patientId>', `${elements({ documentTitle })}<c:patientId>`);
    const { record, lost } = await readOne<JournalNoteRecord>('journalNotes', document);
    return { template: record.JournalNoteEHRExtract?.[0]?.Note?.NoteTemplateName, lost };
  };

  test.each([
    ['its own alone', 'Besök', '', 'Besök', []],
    ["the document's, where it has none", undefined, 'Epikris', 'Epikris', []],
    ['both the same', 'Besök', 'Besök', 'Besök', []],
    ['both, and different', 'Besök', 'Epikris', 'Besök', ['unmapped careDocumentationHeader/documentTitle']],
  ])('%s', async (_name, noteTitle, documentTitle, template, lost) => {
    expect(await read(noteTitle, documentTitle)).toEqual({ template, lost });
  });
});

describe('the status of a contact', () => {
  const read = async (status: Readonly<Record<string, string>>) => {
    const document = contact({ id: '1', patient }).replace(
      '</c:careContactBody>',
      `${group('careContactStatus', elements(status))}</c:careContactBody>`,
    );
    const { record, lost } = await readOne<ContactRecord>('contacts', document);
    const { contactStatus, contactStatusConfigurationId } = record.contactEHRExtract?.[0]?.contact ?? {};
    return { contactStatus, contactStatusConfigurationId, lost };
  };

  test.each([
    ['a code with words', { code: '5', displayName: 'Avslutad' }, 'Avslutad', '5'],
    ['words instead of a code', { originalText: 'Klar' }, 'Klar', undefined],
    ['a code of the list alone', { code: '53671000052101' }, 'Avslutad vårdkontakt', '53671000052101'],
  ])('%s', async (_name, status, contactStatus, contactStatusConfigurationId) => {
    expect(await read(status)).toEqual({ contactStatus, contactStatusConfigurationId, lost: [] });
  });

  test('another code alone is published as an id and not as words', async () => {
    expect(await read({ code: '5' })).toEqual({
      contactStatus: undefined,
      contactStatusConfigurationId: '5',
      lost: ['unreadable careContactBody/careContactStatus'],
    });
  });

  test('a reason for withdrawal is counted', async () => {
    const document = contact({ id: '1', patient }).replace(
      '</c:careContactHeader>',
      `${elements({ nullified: 'false', nullifiedReason: 'Fel patient' })}</c:careContactHeader>`,
    );
    const { record, lost } = await readOne<ContactRecord>('contacts', document);
    expect(record.contactEHRExtract).toHaveLength(1);
    expect(lost).toEqual(['unmapped careContactHeader/nullifiedReason']);
  });
});
