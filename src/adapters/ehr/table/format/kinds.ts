// The kinds of record that tables read, and the files of their tables.
import type { SourceKind } from '../../../../domain/records/index.ts';

/** Kind, as in profiles → the file of its table. */
export const tableFiles = {
  appointments: 'appointments.json',
  patients: 'patients.json',
  contacts: 'contacts.json',
  attentionSignals: 'attention-signals.json',
  videoMeetings: 'video-meetings.json',
  prescriptions: 'prescriptions.json',
  journalNotes: 'journal-notes.json',
} as const satisfies Readonly<Record<SourceKind, string>>;

/** The file of the hints that people have looked at, each with the reason why it stays. */
export const acceptedHintsFile = 'accepted-hints.json';

export const tableKinds = Object.keys(tableFiles) as SourceKind[];
