// Reads the kinds whose records are extracts, by their tables: patients, contacts, warnings, prescriptions and journal notes.
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import { numberKindOf, type PatientNumber } from '../../../../domain/model/patient-number.ts';
import type { RecordOf } from '../../../../domain/records/index.ts';
import { layoutVersions } from '../../../../domain/records/layout-versions.ts';
import { type ExtractKind, type Facts, factsOf } from '../../../../domain/rules/facts.ts';
import type { PatientReader } from '../../../../ports/ehr.ts';
import { numberRoot } from '../../values/values.ts';
import { type KindConnection, kindReader } from './kind-reader.ts';
import type { Fields } from './record-reading.ts';

/** The id of a patient, as records state it. */
const idOf = (patient: PatientNumber, { reserveRoot }: KindConnection) => ({
  root: numberRoot(numberKindOf(patient), reserveRoot),
  extension: patient,
});

/** For each kind whose records are extracts: the member that holds the extract, and where it states the patient. */
const extracts = {
  patients: { member: 'PatientEHRExtract', patient: 'Patient', id: 'PatientID' },
  contacts: { member: 'contactEHRExtract', patient: 'patient', id: 'patientID' },
  attentionSignals: { member: 'AttentionSignalEHRExtract', patient: 'Patient', id: 'PatientID' },
  prescriptions: { member: 'PrescriptionEHRExtract', patient: 'Patient', id: 'PatientId' },
  journalNotes: { member: 'JournalNoteEHRExtract', patient: 'Patient', id: 'PatientID' },
} as const satisfies Record<ExtractKind, object>;

/** The version of the record's layout, for the kinds that state one (D37, the layout of a message). */
const versionOf = (kind: ExtractKind): object => omitUndefined({ XSDVersion: layoutVersions[kind] });

/** Creates the reader of a kind whose records are extracts; undefined if the tables do not have it. */
export const readTableExtracts = <K extends ExtractKind>(
  connection: KindConnection,
  kind: K,
): PatientReader<RecordOf<K> | undefined> | undefined => {
  const facts = factsOf[kind] as (record: RecordOf<K>) => Facts;
  const { member, patient: patientMember, id } = extracts[kind];
  const head = versionOf(kind);
  return kindReader(connection, kind, ({ patient }) => {
    const patientId = idOf(patient, connection);
    return ({ fields }) => {
      const person = { ...(fields[patientMember] as Fields | undefined), [id]: patientId };
      const record = { ...head, [member]: [{ ...fields, [patientMember]: person }] } as RecordOf<K>;
      const { id: recordId, span, isProtected = 'not-said' } = facts(record);
      return { record, id: recordId, span, stated: { isProtected } };
    };
  });
};
