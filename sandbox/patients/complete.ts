// Two patients in whose records every member of the contract occurs, for app developers: what is missing in a region, its health
// record system has no place for.
import { extractLists } from '../extracts/lists.ts';
import type { PatientData } from '../extracts/world.ts';
import { fromExamples } from '../record-builders/from-examples.ts';
import { completeBookings } from './bookings.ts';
import { head, localId, nothing, type Person, patientId, patientOf, unitIds, units } from './parts.ts';

export const complete = {
  alive: { number: '196408232384', given: 'Ifylla', family: 'Fullsson', sex: 'F' },
  /** Nobody signs in as the patient: a partner reads the records of the dead. */
  deceased: { number: '195806122395', given: 'Minne', family: 'Fullsson', sex: 'M' },
} as const satisfies Record<string, Person>;

type Kind = keyof typeof extractLists;
type Extract<K extends Kind> = PatientData[K][number];

const created = '20260115101500';

const name = ({ given, family }: Person) => ({
  PatientFamilyName: family,
  PatientMiddleName: 'Mellan',
  PatientGivenName: [{ qualifier: 'CL', value: given }],
});

/** An extract with all members, and the person as its patient. */
const extractOf = <K extends Kind>(person: Person, kind: K): Extract<K> => {
  const all = fromExamples<Extract<K>>(extractLists[kind].schema);
  return {
    ...all,
    ...head(person, created),
    Patient: { ...all.Patient, ...patientOf(person), PatientName: name(person) },
  };
};

const patientExtract = (person: Person): Extract<'patients'> => {
  const all = extractOf(person, 'patients');
  const number = (other: string) => ({ root: patientId(person).root, extension: other });
  return {
    ...all,
    Patient: {
      ...all.Patient,
      rc_id: localId('Patient', person.number),
      PatientSex: person.sex,
      PatientBirthDate: { value: person.number.slice(0, 8) },
      // A number that she had before, and one under which other systems know her.
      PatientConnectedInactiveNumbers: { PatientConnectedInactiveNumber: [number('196408832388')] },
      PatientConnectedActiveNumbers: { PatientConnectedActiveNumber: [number('196408232392')] },
    },
  };
};

const without = <T extends object, K extends keyof T>(value: T, ...names: readonly K[]): Omit<T, K> =>
  Object.fromEntries(Object.entries(value).filter(([member]) => !names.includes(member as K))) as Omit<T, K>;

const contactOf = (person: Person, id: number): Extract<'contacts'> => {
  const all = extractOf(person, 'contacts');
  const ids = { rc_id: localId('Contact', id), ContacInternaltID: String(id) };
  return {
    ...all,
    Contact: { ...all.Contact, ...ids },
    ContactResponsibleUnit: { ...all.ContactResponsibleUnit, ...unitIds(units.clinic) },
  };
};

const blocks = [
  'HypersensitivityType',
  'ContagiousDiseaseType',
  'NonStandardProcedureType',
  'TreatmentAndConditionType',
  'UnstructuredType',
] as const;

/** One signal with each of the five blocks, because a signal has one of them. The last one has ended. */
const attentionSignals = (person: Person): PatientData['attentionSignals'] => {
  const all = extractOf(person, 'attentionSignals');
  return blocks.map((block, index) => {
    const others = blocks.filter(one => one !== block);
    const signal = without(all.AttentionSignal ?? {}, ...others);
    const hasEnded = index === blocks.length - 1;
    return {
      ...all,
      AttentionSignal: {
        ...(hasEnded ? signal : without(signal, 'SignalDeletionDate', 'SignalDeletionComment')),
        RcId: localId('AttentionSignal', 900 + index),
        SignalActive: !hasEnded,
      },
    };
  });
};

/** One prescription with each kind of dosage, in each state of a treatment in turn. */
const prescriptions = (person: Person): PatientData['prescriptions'] => {
  const { Patient: patient, ...all } = fromExamples<Extract<'prescriptions'>>(
    extractLists.prescriptions.schema,
  );
  const [dosages = {}] = all.Prescription?.PrescriptionDosages?.DosagePlugin ?? [];
  const states = ['ACTIVE', 'ENDED', 'INVALIDATED'];
  return Object.entries(dosages).map(([kind, dosage], index) => ({
    ...all,
    ...head(person, created),
    Patient: { ...patient, PatientId: patientId(person), PatientProtectedId: false },
    Prescription: {
      ...all.Prescription,
      rc_id: localId('Prescription', 8900 + index),
      MedicationTreatmentId: localId('Treatment', 8900 + index),
      MedicationActive: index % states.length === 0,
      MedicationTreatmentStatusDetail: {
        ...all.Prescription?.MedicationTreatmentStatusDetail,
        TreatmentStatus: states[index % states.length] ?? 'ACTIVE',
      },
      PrescriptionDosages: { ...all.Prescription?.PrescriptionDosages, DosagePlugin: [{ [kind]: dosage }] },
    },
  }));
};

/** A note that holds, and one that was withdrawn. */
const journalNotes = (person: Person): PatientData['journalNotes'] => {
  const all = extractOf(person, 'journalNotes');
  const note = all.Note ?? {};
  return [
    { ...all, Note: { ...without(note, 'NoteInactiveReason'), NoteId: localId('JournalNoteId', 61_900) } },
    { ...all, Note: { ...note, NoteId: localId('JournalNoteId', 61_901), NoteActive: false } },
  ];
};

/** The data of the patient who is alive. */
export const completeData = (person: Person): PatientData => {
  const patient = patientExtract(person);
  const contact = contactOf(person, 59_901);
  const discharge = without(contact.Contact?.Discharge ?? {}, 'DeceasedDateTime', 'PostMortemRequired');
  return {
    ...nothing(person),
    patients: [{ ...patient, Patient: without(patient.Patient ?? {}, 'PatientDeceasedDate') }],
    contacts: [{ ...contact, Contact: { ...contact.Contact, Discharge: discharge } }],
    attentionSignals: attentionSignals(person),
    prescriptions: prescriptions(person),
    journalNotes: journalNotes(person),
    bookings: completeBookings(person),
  };
};

/** The data of the patient who has died. */
export const deceasedData = (person: Person): PatientData => ({
  ...nothing(person),
  patients: [patientExtract(person)],
  contacts: [contactOf(person, 59_902)],
});
