// Data that only this region has: documents of Tolvan that are hidden, withdrawn, or written in rare but valid ways, and the
// patients of more-patients.ts.
import type { PatientData, World } from '../../extracts/world.ts';
import { head, localId, note, patientOf, textRecord, unitIds, units } from '../../patients/parts.ts';
import { patients, people } from '../../patients/patients.ts';
import { partOfPrescriptions, reserve, reservePatient } from './more-patients.ts';
import { ids } from './standings.ts';

const { tolvan, empty, coordination } = people;
const created = '20260115101500';

const noteOf = (id: number, type: string, text: string) =>
  note(tolvan, {
    id,
    time: '20260201090000',
    template: type,
    type,
    unit: units.eyes,
    records: [textRecord(type, text)],
  });

const pdf: PatientData['journalNotes'][number] = note(tolvan, {
  id: ids.pdfNote,
  time: '20260202090000',
  template: 'Remissvar',
  type: 'Epikris',
  unit: units.eyes,
  records: [{ Keyword: 'Dokument', Value: [{ $self: 'JVBERi0xLjQK', JournalValueType: 'PDFDocument' }] }],
});

const journalNotes = [
  noteOf(ids.hiddenNote, 'Besöksanteckning', 'Arbetsanteckning, inte för patienten.'),
  noteOf(ids.withdrawnNote, 'Besöksanteckning', 'Hör till en annan patient.'),
  noteOf(ids.uncodedNote, 'Intyg', 'Utan kod för vad det är. 1 < 2 & <para>ingen</para> DocBook.'),
  pdf,
];

const contactOf = (id: number): PatientData['contacts'][number] => ({
  ...head(tolvan, created),
  Contact: {
    ContacInternaltID: String(id),
    ContactTypeOfVisit: 'Telefon',
    ContactStatus: 'Utförd',
    ContactBeginDateTime: { value: '20260301100000' },
  },
  Patient: patientOf(tolvan),
  ContactPerformingUnit: unitIds(units.psychiatry),
});

type Signal = NonNullable<PatientData['attentionSignals'][number]['AttentionSignal']>;

const signalOf = (id: number, blocks: Signal): PatientData['attentionSignals'][number] => ({
  ...head(tolvan, created),
  AttentionSignal: {
    RcId: localId('AttentionSignal', id),
    SignalVersionDateTime: { value: '20240229120000' },
    SignalSignDateTime: { value: '20240229121500' },
    ...blocks,
  },
  Patient: patientOf(tolvan),
  CareUnit: unitIds(units.psychiatry),
});

const attentionSignals = [
  signalOf(ids.hiddenSignal, {
    UnstructuredType: { Heading: 'Hotfullt beteende', Comment: 'Två i rummet.' },
  }),
  signalOf(ids.withdrawnSignal, { ContagiousDiseaseType: { Heading: 'Hepatit C', Comment: 'Fel patient.' } }),
  signalOf(ids.twoBlocks, {
    HypersensitivityType: { Heading: 'Latex', Severity: 'Besvärande', Certitude: 'Trolig' },
    NonStandardProcedureType: { Heading: 'Operation', Comment: 'Endast latexfri sal.' },
  }),
  signalOf(ids.noBlock, { SignalWarningSubType: 'Övrigt' }),
  signalOf(ids.agent, {
    SignalWarningSubType: 'Födoämnesöverkänslighet',
    HypersensitivityType: { Heading: 'Jordnötter', Agent: ['Jordnötter'] },
  }),
];

type Prescription = NonNullable<PatientData['prescriptions'][number]['Prescription']>;

const prescriptionOf = (id: number, of: Prescription): PatientData['prescriptions'][number] => ({
  ...head(tolvan, created),
  Prescription: {
    rc_id: localId('Prescription', id),
    MedicationTreatmentId: localId('Treatment', id),
    PrescriptionVersionDateTime: { value: '20260401100000' },
    PrescriptionEndDateTime: { value: '20261001000000' },
    PrescriptionReasonText: 'Smärta',
    TreatmentGoal: 'Smärtfrihet',
    MedicationActive: true,
    ...of,
  },
  CreationUnit: unitIds(units.eyes),
});

const named = (name: string): Prescription => ({
  ReplacedByLatest: false,
  RouteDetail: { routeCode: 'PO', name: 'Oral användning' },
  MainProductTreatment: {
    PrescriptionProductTradeName: name,
    PrescriptionProductNplID: { root: '1.2.752.129.2.1.5.1', extension: '20260101000017' },
    PrescriptionProductDrugFormTextSv: 'Tablett',
    // Digits that a JavaScript number would lose.
    PrescriptionProductStrengthNumeric: '2,50',
    PrescriptionProductStrengthNumericUnit: 'mg',
  },
});

const prescriptions = [
  prescriptionOf(ids.hiddenPrescription, named('Hemligin')),
  prescriptionOf(ids.withdrawnPrescription, named('Felskrivin')),
  prescriptionOf(ids.generics, {
    MainProductTreatment: {
      MainSubstance: 'paracetamol',
      PrescriptionProductStrengthNumeric: '500',
      PrescriptionProductStrengthNumericUnit: 'mg',
      PrescriptionProductDrugFormTextSv: 'Tablett',
    },
    PrescriptionDosages: {
      DosagePlugin: [
        { IX3Dosage: { DosageText: '1 tablett', Conditional: true, ConditionalText: 'vid feber över 38,5' } },
        { IX3Dosage: { DosageText: '2 tabletter', DoseInstance: [{ MinQty: '1', MaxQty: '2' }] } },
      ],
    },
  }),
  prescriptionOf(ids.inWords, {
    ReplacedByLatest: true,
    MedicationChoice: { displayName: { value: 'Näringsdryck enligt dietist' } },
  }),
];

const atTheEyes: PatientData['bookings']['Booking'][number] = {
  ContactId: '59070',
  StartTime: '20270203130000',
  PerformingUnit: units.eyes,
  CareGiver: 'Region Sandlådan',
};

const abroad = (data: PatientData): PatientData['patients'] =>
  data.patients.map(extract => ({
    ...extract,
    Patient: {
      ...extract.Patient,
      PatientAddresses: {
        PatientAddress: [
          {
            PatientAddressType: 'Utlandsadress',
            PatientAddressStreet: 'Påhittsgade 1',
            PatientAddressCity: '0000 Eksempelby',
            PatientAddressCountry: 'Danmark',
          },
        ],
      },
    },
  }));

const withAll = (data: PatientData): PatientData => ({
  ...data,
  contacts: [...data.contacts, contactOf(ids.hiddenContact), contactOf(ids.withdrawnContact)],
  attentionSignals: [...data.attentionSignals, ...attentionSignals],
  prescriptions: [...data.prescriptions, ...prescriptions],
  journalNotes: [...data.journalNotes, ...journalNotes],
  bookings: { ...data.bookings, Booking: [...data.bookings.Booking, atTheEyes] },
});

const hereOf = (number: string, data: PatientData): PatientData => {
  if (number === tolvan.number) return withAll(data);
  if (number === empty.number) return { ...data, patients: abroad(data) };
  return number === coordination.number ? { ...data, prescriptions: partOfPrescriptions } : data;
};

/** The sandbox's patients in this region. */
export const patientsInRivta = (): World =>
  new Map<string, PatientData>([
    ...[...patients()].map(([number, data]): [string, PatientData] => [number, hereOf(number, data)]),
    [reserve.number, reservePatient],
  ]);

/** The facilities with bookings in this region. */
export const facilities: readonly string[] = [units.skin.HSAId, units.eyes.HSAId, units.clinic.HSAId];
