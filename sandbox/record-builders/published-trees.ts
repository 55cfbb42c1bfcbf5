// The trees of what the service publishes.
import type { RecordKind } from '../../src/domain/records/index.ts';
import { attentionSignal } from './attention-signal.ts';
import { appointmentResult } from './bookings.ts';
import { contactV2 } from './contact.ts';
import { journalNote } from './journal-note.ts';
import { patient, patientV2 } from './patient.ts';
import { prescription } from './prescription.ts';
import type { ObjectTree } from './record-tree.ts';
import { videoMeetingResult } from './video-meeting.ts';

/** Kind → the tree of one element of its answer. */
export const publishedTrees: Readonly<Record<RecordKind, ObjectTree>> = {
  appointments: appointmentResult,
  patients: { XSDVersion: 'Version', PatientEHRExtract: [patient] },
  patientsV2: { patientEHRExtract: [patientV2] },
  contacts: { contactEHRExtract: [contactV2] },
  attentionSignals: { XSDVersion: 'Version', AttentionSignalEHRExtract: [attentionSignal] },
  videoMeetings: videoMeetingResult,
  prescriptions: { XSDVersion: 'Version', PrescriptionEHRExtract: [prescription] },
  journalNotes: { XSDVersion: 'Version', JournalNoteEHRExtract: [journalNote] },
};
