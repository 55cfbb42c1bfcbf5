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

/** The kind whose table a name is: `attention-signals`, or `attention-signals-flags` of a further request. */
export const kindOfTable = (name: string): SourceKind | undefined =>
  tableKinds.find(kind => {
    const table = tableFiles[kind].replace('.json', '');
    return (
      name === table ||
      (name.startsWith(`${table}-`) && /^[a-z][a-z0-9]*$/.test(name.slice(table.length + 1)))
    );
  });
