// The kinds of record. A new kind starts here: the compiler then lists everything that must handle it.
import type { Static, TSchema } from 'typebox';
import { appointmentSchemas, BookedAppointmentsResult } from './appointment.ts';
import { AttentionSignalRecord } from './attention-signal.ts';
import { ContactRecord } from './contact.ts';
import { JournalNoteRecord } from './journal-note.ts';
import { noteSchemas } from './note-record.ts';
import { PatientRecord, PatientRecordV2 } from './patient.ts';
import { PrescriptionRecord } from './prescription/prescription.ts';
import { commonSchemas } from './shared/common.ts';
import { VideoMeeting, videoMeetingSchemas } from './video-meeting.ts';

/** Kind → the schema of one record. */
export const recordSchemas = {
  appointments: BookedAppointmentsResult,
  patients: PatientRecord,
  patientsV2: PatientRecordV2,
  contacts: ContactRecord,
  attentionSignals: AttentionSignalRecord,
  videoMeetings: VideoMeeting,
  prescriptions: PrescriptionRecord,
  journalNotes: JournalNoteRecord,
} as const;

export type { TSchema };

export type RecordKind = keyof typeof recordSchemas;
export const recordKinds = Object.keys(recordSchemas) as readonly RecordKind[];

/** A kind that an EHR is read for. The v2 layout of the patient is made of the older one (use-cases/read-patient-v2.ts). */
export type SourceKind = Exclude<RecordKind, 'patientsV2'>;

/** The kind that a published kind is made of. */
export const sourceOf = (kind: RecordKind): SourceKind => (kind === 'patientsV2' ? 'patients' : kind);

export const sourceKinds: readonly SourceKind[] = [...new Set(recordKinds.map(sourceOf))];

export type RecordOf<K extends RecordKind> = Static<(typeof recordSchemas)[K]>;

const shared: readonly TSchema[] = [
  ...commonSchemas,
  ...noteSchemas,
  ...appointmentSchemas,
  ...videoMeetingSchemas,
];

/** Schemas that others refer to, by `$id`. */
export const sharedSchemas: ReadonlyMap<string, TSchema> = new Map(
  shared.map(schema => [(schema as { $id?: string }).$id ?? '', schema]),
);
