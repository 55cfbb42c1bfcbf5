// Patients with records only in this region: one with a reserve number, whose drug has been discontinued, and one with an
// unreachable source system.
import type { PatientData } from '../../extracts/world.ts';
import {
  head,
  localId,
  note,
  nothing,
  type Person,
  textRecord,
  unitIds,
  units,
} from '../../patients/parts.ts';
import { people } from '../../patients/patients.ts';
import { ids } from './standings.ts';

/** A patient without a personal identity number: the region gave this one. */
export const reserve = {
  number: '19640823T108',
  given: 'Reserva',
  family: 'Nummersson',
  sex: 'F',
} as const satisfies Person;

type Prescription = NonNullable<PatientData['prescriptions'][number]['Prescription']>;

const prescriptionOf = (
  person: Person,
  { id, drug, ...of }: { id: number; drug: string } & Prescription,
): PatientData['prescriptions'][number] => ({
  ...head(person, '20260115101500'),
  Prescription: {
    rc_id: localId('Prescription', id),
    MedicationTreatmentId: localId('Treatment', id),
    PrescriptionVersionDateTime: { value: '20260105100000' },
    MainProductTreatment: {
      PrescriptionProductTradeName: drug,
      PrescriptionProductNplID: { root: '1.2.752.129.2.1.5.1', extension: '20260101000017' },
      PrescriptionProductDrugFormTextSv: 'Tablett',
    },
    ...of,
  },
  CreationUnit: unitIds(units.clinic),
});

/** The drug as first prescribed, and its discontinuation. Both belong to one treatment. */
const discontinued = [
  prescriptionOf(reserve, { id: ids.firstPrescription, drug: 'Utsättin', MedicationActive: false }),
  prescriptionOf(reserve, {
    id: ids.discontinuation,
    drug: 'Utsättin',
    MedicationTreatmentId: localId('Treatment', ids.firstPrescription),
    MedicationTreatmentStatusDetail: { TreatmentStatus: 'DISCONTINUED' },
    PrescriptionVersionDateTime: { value: '20260112100000' },
    PrescriptionCancelComment: 'Gav hudutslag',
  }),
];

export const reservePatient: PatientData = {
  ...nothing(reserve),
  prescriptions: discontinued,
  journalNotes: [
    note(reserve, {
      id: ids.reserveNote,
      time: '20260112103000',
      template: 'Besöksanteckning',
      type: 'Besöksanteckning',
      unit: units.clinic,
      records: [textRecord('Aktuellt', 'Utslag efter ny medicin, som sätts ut.')],
    }),
  ],
};

/** The records of the patient with a coordination number in the source system that answers. */
export const partOfPrescriptions = [
  prescriptionOf(people.coordination, {
    id: ids.partialPrescription,
    drug: 'Delvisin',
    MedicationActive: true,
  }),
];
