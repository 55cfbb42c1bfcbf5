// Makes and wraps the readers of all kinds. The kinds are listed here once, so the compiler reports one that is missing.
import { omitUndefined } from '../../domain/model/omit-undefined.ts';
import type { SourceKind } from '../../domain/records/index.ts';
import type { Arrival, Ehr, EhrReader, EhrWriter, Reader, ReadValue, WriteAnswer } from '../../ports/ehr.ts';

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

/** What goes around the calls of an EHR. */
export type EhrWrapper = {
  readonly reader: <K extends SourceKind>(read: Reader<ReadValue<K>>, kind: K) => Reader<ReadValue<K>>;
  readonly write: <C extends Arrival>(
    write: (command: C) => Promise<WriteAnswer>,
    kind: 'arrival' | 'payment',
  ) => (command: C) => Promise<WriteAnswer>;
};

/** Wraps each reader and each write that an EHR offers. */
export const wrapEhr = (ehr: Ehr, { reader, write }: EhrWrapper): Ehr => {
  const readerOf = <K extends SourceKind>(kind: K): EhrReader[K] => {
    const read = ehr[kind] as Reader<ReadValue<K>> | undefined;
    return (read && reader(read, kind)) as EhrReader[K];
  };
  const { arrive, pay } = ehr.writer ?? {};
  const writer = omitUndefined<EhrWriter>({
    arrive: arrive && write(arrive, 'arrival'),
    pay: pay && write(pay, 'payment'),
  });
  return { ...readersOf(readerOf), writer: ehr.writer && writer };
};
