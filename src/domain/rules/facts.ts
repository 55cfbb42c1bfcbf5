// What the rules look at in each kind of record: which one it is, whose, when it applies, and where it comes from (D8, D17, D26,
// D27, D29).
import { spanAt, spanBetween, spanUntil, type TimeSpan } from '../model/interval.ts';
import { isNoId } from '../model/repeated.ts';
import type { Booking, RegisteredBooking } from '../records/appointment.ts';
import type { RecordOf, SourceKind } from '../records/index.ts';
import type { NoteRecord } from '../records/note-record.ts';
import type { Identifier } from '../records/shared/common.ts';

/** Kinds whose records are extracts. Each extract names its patient. */
export type ExtractKind = Exclude<SourceKind, 'appointments' | 'videoMeetings'>;

export type Facts = {
  /** What tells the record from the others of its kind; undefined if the EHR gives it no id. */
  readonly id: string | undefined;
  /** The patient's id in the record. */
  readonly patientId: Identifier | undefined;
  readonly isProtected: boolean | undefined;
  /** When the record applies, for the kinds that take an interval (D8). */
  readonly span: TimeSpan;
  /** HSA-ids of the units that release rules can name: care unit, access-zone unit, responsible unit, in this order. */
  readonly units: readonly string[];
  readonly noteTemplate?: string | undefined;
  readonly keywords?: () => Iterable<string>;
  /** Titles that the record has no member for. They count as a template and as a keyword. */
  readonly titles?: readonly string[] | undefined;
  /** False if the information about the contact must not be shared. */
  readonly shared?: boolean | undefined;
};

const hsaIds = (...units: readonly ({ readonly UnitID?: Identifier } | undefined)[]) =>
  units.flatMap(unit => unit?.UnitID?.extension ?? []);

const earliest = (...times: (string | undefined)[]): string | undefined =>
  times.filter(time => time !== undefined).sort()[0];

const keywordsOf = function* (notes: readonly NoteRecord[]): Generator<string> {
  for (const { Keyword, Record } of notes) {
    if (Keyword !== undefined) yield Keyword;
    if (Record !== undefined) yield* keywordsOf(Record);
  }
};

/**
 * An id as a text that only an equal one has. It is unique within the source system alone.
 * @param number a number that the record has beside its id, or in place of it.
 */
const recordId = (
  system: Identifier | undefined,
  id: Identifier | undefined,
  number?: string,
): string | undefined =>
  isNoId(id?.extension) && isNoId(number)
    ? undefined
    : JSON.stringify([system?.root, system?.extension, id?.root, id?.extension, number]);

/** Kind → the facts of one of its records. A record holds one extract (records.md); of none, nothing is known. */
export const factsOf: { readonly [K in ExtractKind]: (record: RecordOf<K>) => Facts } = {
  patients: ({ PatientEHRExtract: [extract = {}] = [] }) => ({
    id: recordId(extract.ehr_system, extract.Patient?.rc_id),
    patientId: extract.Patient?.PatientID,
    isProtected: extract.Patient?.PatientProtectedId,
    span: undefined,
    units: hsaIds(extract.AccessZoneUnit, extract.ResponsibleUnit),
  }),

  contacts: ({ contactEHRExtract: [extract = {}] = [] }) => {
    const { contact, patient, timeCreated } = extract;
    return {
      id: recordId(extract.ehrSystem, contact?.rcId, contact?.contactInternalID),
      patientId: patient?.patientID,
      isProtected: patient?.patientProtectedId,
      span:
        spanBetween(contact?.contactBeginDateTime?.value, contact?.contactEndDateTime?.value) ??
        spanAt(timeCreated?.value),
      units: [
        extract.contactPerformingUnit,
        extract.contactAccessZoneUnit,
        extract.contactResponsibleUnit,
      ].flatMap(unit => unit?.unitID?.extension ?? []),
      shared: contact?.contactShareInfo,
    };
  },

  attentionSignals: ({ AttentionSignalEHRExtract: [extract = {}] = [] }) => {
    const { AttentionSignal: signal, Patient, time_created } = extract;
    const since =
      earliest(
        signal?.SignalVerifiedDateTime,
        signal?.SignalSignDateTime?.value,
        signal?.SignalVersionDateTime?.value,
      ) ?? time_created?.value;
    return {
      id: recordId(extract.ehr_system, signal?.RcId),
      patientId: Patient?.PatientID,
      isProtected: Patient?.PatientProtectedId,
      // With only a deletion date, the warning applied from an unknown time until then.
      span: spanUntil(since, signal?.SignalDeletionDate?.value),
      units: hsaIds(extract.CareUnit, extract.AccessZoneUnit, extract.ResponsibleUnit),
    };
  },

  prescriptions: ({ PrescriptionEHRExtract: [extract = {}] = [] }) => {
    const { Prescription, Patient, time_created } = extract;
    return {
      id: recordId(extract.ehr_system, Prescription?.rc_id),
      patientId: Patient?.PatientId,
      isProtected: Patient?.PatientProtectedId,
      span: spanAt(Prescription?.PrescriptionVersionDateTime?.value ?? time_created?.value),
      units: hsaIds(extract.CreationUnit, extract.AccessZoneUnit, extract.ResponsibleUnit),
    };
  },

  journalNotes: ({ JournalNoteEHRExtract: [extract = {}] = [] }) => {
    const { Note, Patient, time_created } = extract;
    return {
      id: recordId(extract.ehr_system, Note?.NoteId),
      patientId: Patient?.PatientID,
      isProtected: Patient?.PatientProtectedId,
      span: spanAt(Note?.NoteVersionDateTime?.value ?? Note?.NoteDateTime?.value ?? time_created?.value),
      units: hsaIds(extract.CareUnit, extract.AccessZoneUnit, extract.ResponsibleUnit),
      noteTemplate: Note?.NoteTemplateName,
      keywords: () => keywordsOf(Note?.Records?.Record ?? []),
    };
  },
};

/** The unit of a booking, by which release rules and the access log name it. */
export const unitOfBooking = ({ PerformingUnit }: Booking | RegisteredBooking): string | undefined =>
  PerformingUnit?.HSAId;

/** Every value of a `SecrecyLevel` anywhere in a record, in either layout. */
export const secrecyLevelsIn = function* (value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* secrecyLevelsIn(item);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (/^secrecyLevel$/i.test(name)) yield* texts(inner);
      else yield* secrecyLevelsIn(inner);
    }
  }
};

const texts = function* (value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const item of value) yield* texts(item);
};
