// What the EHR answers for each kind of record that it lists: where it is asked for, and how its documents are written (extracts.md).
// A new kind starts here: the compiler then lists what else the sandbox must learn.
import type { TSchema } from 'typebox';
import { AttentionSignalExtract } from '../../src/domain/records/attention-signal.ts';
import { ContactExtract } from '../../src/domain/records/contact.ts';
import { JournalNoteExtract } from '../../src/domain/records/journal-note.ts';
import { PatientExtract } from '../../src/domain/records/patient.ts';
import { PrescriptionExtract } from '../../src/domain/records/prescription/prescription.ts';
import type { ExtractKind } from '../../src/domain/rules/facts.ts';
import {
  attentionSignal,
  contact,
  journalNote,
  type ObjectTree,
  patient,
  prescription,
} from '../record-builders/record-trees.ts';
import { videoMeeting } from '../record-builders/video-meeting.ts';

/** A list of records in the legacy interface. */
export type List = {
  readonly path: string;
  /** The element of a document, and that of a record in it. */
  readonly root: string;
  readonly element: string;
  readonly tree: ObjectTree;
  /** Members that it has besides, and the service publishes in no record. */
  readonly unpublished?: ObjectTree;
};

type ExtractList = List & {
  /** What the tree is in the service. */
  readonly schema: TSchema;
  /** The version of the layout. */
  readonly version: number;
};

export const extractLists = {
  patients: {
    path: '/extracts/patient',
    root: 'PatientEHRExtracts',
    element: 'PatientEHRExtract',
    tree: patient,
    schema: PatientExtract,
    version: 0.42,
  },
  contacts: {
    path: '/extracts/contacts',
    root: 'ContactEHRExtracts',
    element: 'ContactEHRExtract',
    tree: contact,
    schema: ContactExtract,
    version: 0.3,
  },
  attentionSignals: {
    path: '/extracts/attentionsignals',
    root: 'AttentionSignalEHRExtracts',
    element: 'AttentionSignalEHRExtract',
    tree: attentionSignal,
    schema: AttentionSignalExtract,
    version: 0.2,
  },
  prescriptions: {
    path: '/extracts/prescriptions',
    root: 'PrescriptionEHRExtracts',
    element: 'PrescriptionEHRExtract',
    tree: prescription,
    schema: PrescriptionExtract,
    version: 0.3,
  },
  journalNotes: {
    path: '/extracts/journalnotes',
    root: 'JournalNoteEHRExtracts',
    element: 'JournalNoteEHRExtract',
    tree: journalNote,
    unpublished: { ReadReceipt: 'Time' },
    schema: JournalNoteExtract,
    version: 0.21,
  },
} as const satisfies Readonly<Record<ExtractKind, ExtractList>>;

export const meetingList = {
  path: '/videomeetings',
  root: 'VideoMeetings',
  element: 'VideoMeeting',
  tree: videoMeeting,
} as const satisfies List;
