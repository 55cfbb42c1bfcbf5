// TEMPORARY: what a loss of this adapter hides (D36), derived from its path. To be removed once the places that count losses
// state it themselves.
import type { Hidden, Loss } from '../../../../domain/model/loss.ts';
import type { RecordOf } from '../../../../domain/records/index.ts';

/** A loss that does not say yet what it hides. */
export type PathLoss = Pick<Loss, 'path' | 'reason'>;

const expressions: readonly (readonly [word: Hidden, path: RegExp])[] = [
  ['owner', /(^|\/)Patient(\/(PatientI[Dd](\/\w+)?|PersonNumbers(\/(Number(\/\w+)?|Type(\/Id)?))?))?$/],
  ['protection', /(^|\/)Patient(\/PatientProtectedId)?$/],
  [
    'time',
    /(^|\/)(Contact(Begin|End)DateTime|Signal(Verified|Sign|Version)DateTime|SignalDeletionDate|PrescriptionVersionDateTime|NoteVersionDateTime|VideoMeeting\/(Start|End)DateTime)(\/\w+)?$/,
  ],
  ['time', /EHRExtract\/(Contact|AttentionSignal|Prescription|Note)$/],
  [
    'unit',
    /(^|\/)(CareUnit|CreationUnit|(Contact)?(Performing|Responsible|AccessZone)Unit)(\/(UnitID(\/\w+)?|HSAId))?$/,
  ],
  ['template', /(^|\/)Note(\/NoteTemplateName)?$/],
  ['keyword', /(^|\/)(Note|Records|Record|Keyword)$/],
  ['secrecy', /(^|\/)(Note|Records|Record|Contact|HCMContact|Actions|Action|\w*SecrecyLevels?)$/],
  ['sharing', /(^|\/)Contact(\/ContactShareInfo)?$/],
];

const noteTime = /(^|\/)NoteDateTime(\/\w+)?$/;

/** Whether a note has no version time: the time of the note itself then decides when it applies (D8). */
const lacksVersionTime = (record: Partial<RecordOf<'journalNotes'>> = {}): boolean =>
  record.JournalNoteEHRExtract !== undefined &&
  record.JournalNoteEHRExtract[0]?.Note?.NoteVersionDateTime === undefined;

/** @param record the record that lacks the values. */
export const hidesByPath = (losses: readonly PathLoss[], record?: object): readonly Loss[] =>
  losses.map(({ path, reason }) => {
    const words = expressions.filter(([, expression]) => expression.test(path)).map(([word]) => word);
    const hidesNoteTime = noteTime.test(path) && lacksVersionTime(record);
    return { path, reason, hides: hidesNoteTime ? [...words, 'time'] : words };
  });
