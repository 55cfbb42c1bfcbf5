// The trees of what the service publishes.
import type { RecordKind } from '../../src/domain/records/index.ts';
import {
  appointmentResult,
  attentionSignal,
  contactV2,
  journalNote,
  type ObjectTree,
  patient,
  patientV2,
  prescription,
  videoMeetingResult,
} from './record-trees.ts';

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
