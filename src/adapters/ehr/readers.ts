// Makes the readers of all kinds. The kinds are listed here once, so the compiler reports one that is missing.
import type { SourceKind } from '../../domain/records/index.ts';
import type { EhrReader } from '../../ports/ehr.ts';

/** @param readerOf makes the reader of a kind; undefined if the kind is not offered. */
export const readersOf = (readerOf: <K extends SourceKind>(kind: K) => EhrReader[K]): EhrReader => ({
  appointments: readerOf('appointments'),
  patients: readerOf('patients'),
  contacts: readerOf('contacts'),
  attentionSignals: readerOf('attentionSignals'),
  videoMeetings: readerOf('videoMeetings'),
  prescriptions: readerOf('prescriptions'),
  journalNotes: readerOf('journalNotes'),
});
