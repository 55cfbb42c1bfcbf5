// JournalNoteRecord (operation 10). The content of a note is in note-record.ts.
import type { Static } from 'typebox';
import { NoteRecord } from './note-record.ts';
import {
  arrayOf,
  container,
  exact,
  flag,
  id,
  namedObject,
  objectOf,
  refTo,
  string,
  time,
  XSDVersion,
} from './shared/common.ts';
import {
  careProvidersWith,
  ExtractPatient,
  extractHead,
  releaseUnitIds,
  secrecyLevels,
  unitsByRole,
  unitsOfNotes,
} from './shared/extract-parts.ts';
import { withHidden } from './shared/hiding.ts';

export const JournalNoteExtract = objectOf(
  {
    ...extractHead,
    Note: objectOf(
      {
        NoteId: id('The id of the note in the EHR.'),
        NoteVersionDateTime: withHidden(
          'time',
          time('When this version of the note was saved. The interval of the request filters by it.'),
        ),
        NoteDateTime: withHidden(
          'time',
          time('The time that the note is about, usually the time of the visit.'),
          { unless: 'NoteVersionDateTime' },
        ),
        NoteTemplateName: withHidden(
          'template',
          string('The template that the note was written with.', 'Mottagningsbesök'),
        ),
        NoteTypeOfNote: string('The type of the note.', 'Besöksanteckning'),
        NoteSignDateTime: time('When the note was signed; missing if it is unsigned.'),
        NoteSecrecyLevels: secrecyLevels('the note'),
        Records: container('Record', refTo(NoteRecord), 'The content of the note, keyword by keyword.', {
          $id: 'NoteRecords',
        }),
        NoteActive: flag('Whether the note is valid. `false` means that it was withdrawn.'),
        NoteInactiveReason: string('Why the note was withdrawn.', 'Skriven på fel patient'),
      },
      'The note itself.',
      { $id: 'JournalNote' },
    ),
    Patient: ExtractPatient,
    Units: unitsOfNotes,
    CareUnit: releaseUnitIds('The unit where the note was written.'),
    ...unitsByRole,
    CareProviders: careProvidersWith('ProviderPosition'),
    HCMContact: objectOf(
      {
        target_id: id('The id of the contact. It equals `rcId` of the care contacts (operation 6).'),
        ContactPerformingUnit: string('The unit where the contact took place.', 'Hudmottagningen'),
        ContactSecrecyLevels: secrecyLevels('the contact'),
        HCMContacInternaltID: exact(
          'The contact’s number inside the EHR (the spelling is the contract’s).',
          '59062',
        ),
        HCMContactBegin: time('When the contact began.'),
        HCMContactEnd: time('When the contact ended.'),
        HCMContactStatus: string('The state of the contact, in the words of the EHR.', 'Ankommen'),
        HCMContactType: string('The type of the contact.', 'Besök'),
      },
      'The contact (the encounter with care) that the note belongs to.',
      { $id: 'JournalNoteContact' },
    ),
  },
  'The note with its context.',
  { $id: 'JournalNoteExtract' },
);
export type JournalNoteExtract = Static<typeof JournalNoteExtract>;

export const JournalNoteRecord = namedObject('JournalNoteRecord', 'One journal note.', {
  XSDVersion,
  JournalNoteEHRExtract: arrayOf(JournalNoteExtract, 'The extract: one note.'),
});
export type JournalNoteRecord = Static<typeof JournalNoteRecord>;
