// An example of each record, for the API description and the sandbox. All people and places in them are invented.
import type { RecordKind, RecordOf } from '../index.ts';
import { patientRecordV2 } from '../patient-v2.ts';
import { appointmentExample } from './appointment.ts';
import { attentionSignalExample } from './attention-signal.ts';
import { contactExample } from './contact.ts';
import { journalNoteExample } from './journal-note.ts';
import { patientExample } from './patient.ts';
import { prescriptionExample } from './prescription.ts';
import { videoMeetingExample } from './video-meeting.ts';

export const examples: { readonly [K in RecordKind]: RecordOf<K> } = {
  appointments: appointmentExample,
  patients: patientExample,
  patientsV2: patientRecordV2(patientExample),
  contacts: contactExample,
  attentionSignals: attentionSignalExample,
  videoMeetings: videoMeetingExample,
  prescriptions: prescriptionExample,
  journalNotes: journalNoteExample,
};
