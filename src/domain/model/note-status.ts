// What the source of a journal note says of how far it is done, and how the note says it (D40, drafts).
import type { JournalNoteRecord } from '../records/journal-note.ts';

/** A draft, or a note that was changed after it had been signed. Of any other note nothing is said. */
export type NoteStatus = 'preliminary' | 'amended';

const words: Readonly<Record<NoteStatus, string>> = {
  preliminary: 'Preliminär anteckning',
  amended: 'Rättad anteckning',
};

/** The note with a first keyword that says its status. It is the service's own: no rule of the region may compare it. */
export const noteWithStatus = (record: JournalNoteRecord, status: NoteStatus): JournalNoteRecord => {
  const said = {
    Keyword: 'Status',
    KeywordToolType: 'TextTool',
    Value: [{ $self: words[status], JournalValueType: 'Text' }],
  };
  const { JournalNoteEHRExtract: extracts = [], ...rest } = record;
  return {
    ...rest,
    JournalNoteEHRExtract: extracts.map(({ Note, ...extract }) => ({
      ...extract,
      Note: { ...Note, Records: { ...Note?.Records, Record: [said, ...(Note?.Records?.Record ?? [])] } },
    })),
  };
};
