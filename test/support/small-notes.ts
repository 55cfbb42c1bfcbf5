// Journal notes of 400 bytes of XML each, of one patient, as an EHR with the extracts sends them.
import { extractLists } from '../../sandbox/extracts/lists.ts';
import { encodings } from '../../sandbox/extracts/xml/encode.ts';
import { plain } from '../../sandbox/extracts/xml/variation.ts';
import { writeExtracts } from '../../sandbox/extracts/xml/write.ts';

export const patientOfNotes = '191212121212';

const value = { $self: 'u.a.', JournalValueType: 'Text' };

/**
 * A document of notes.
 * @param asked.records the number of notes.
 * @param asked.values the number of values in each of them, 1 by default.
 */
export const smallNotes = ({ records, values = 1 }: { records: number; values?: number }) => {
  const note = (at: number) => ({
    Note: {
      NoteId: { root: '1.2.752.129.2.1.2.1', extension: `note-${at}` },
      Title: 'Besök',
      Records: { Record: [{ Keyword: 'Status', Value: Array.from({ length: values }, () => value) }] },
    },
    Patient: { PatientID: { root: '1.2.752.129.2.1.3.1', extension: patientOfNotes } },
  });
  return writeExtracts({
    ...extractLists.journalNotes,
    version: 0.21,
    extracts: Array.from({ length: records }, (_, at) => note(at)),
    variation: plain,
    encoding: encodings.utf8,
  });
};
