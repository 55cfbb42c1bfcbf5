// Data that only this region has: records hidden from the patient, withdrawn records, documents without text, a duplicate
// Patient, and a statement that no allergies are known.
import { note, textRecord, units } from '../patients/parts.ts';
import { people } from '../patients/patients.ts';
import { appointment } from './resources/appointments.ts';
import { doctor } from './resources/care-units.ts';
import { composition, document } from './resources/journal-notes.ts';
import {
  coded,
  concept,
  notForThePatient,
  reference,
  resource,
  status,
  subjectOf,
  systems,
} from './resources/parts.ts';
import { guardian, numberIdentifier } from './resources/patient.ts';
import { prescription } from './resources/prescriptions.ts';
import type { Resource } from './simulator/store.ts';

const { tolvan, coordination, guardian: mother, child } = people;

/** Ids that scenarios and tests refer to. */
export const ids = {
  hiddenNote: '58960',
  withdrawnNote: '58961',
  htmlNote: '58963',
  pdfNote: '58962',
  hiddenContact: '59050',
  mergedContact: '59051',
  behaviour: '316',
  withdrawnSignal: '317',
  latex: '318',
  latexFlag: '319',
  noneKnown: '320',
  hiddenPrescription: '8120',
  withdrawnPrescription: '8121',
  plain: '8122',
  hiddenAppointment: '59071',
} as const;

const withLabel = ([main, ...others]: Resource[]): Resource[] =>
  main === undefined ? [] : [{ ...main, meta: notForThePatient }, ...others];
const withStatus = (one: Resource, written: string): Resource => ({ ...one, status: written });

const noteOf = (id: string, patientId: string, text: string): Resource =>
  composition(
    patientId,
    note(tolvan, {
      id: Number(id),
      time: '20260201090000',
      template: 'Besöksanteckning',
      type: 'Besöksanteckning',
      unit: units.eyes,
      records: [textRecord('Aktuellt', text)],
    }),
    id,
  );

const journal = (patientId: string): Resource[] => [
  ...withLabel([noteOf(ids.hiddenNote, patientId, 'Arbetsanteckning, inte för patienten.')]),
  withStatus(noteOf(ids.withdrawnNote, patientId, 'Hör till en annan patient.'), 'entered-in-error'),
  ...document({
    id: ids.htmlNote,
    patientId,
    time: '20260203090000',
    type: 'Epikris',
    title: 'Utskrivning',
    contentType: 'text/html',
    content: '<h1>Bedömning</h1><p>1 &lt; 2 &amp; inga besvär.</p><ul><li>Åter vid behov</li></ul>',
  }),
  ...document({
    id: ids.pdfNote,
    patientId,
    time: '20260202090000',
    type: 'Remissvar',
    title: 'Remissvar',
    contentType: 'application/pdf',
    content: '%PDF-1.4\n',
  }),
];

const hiddenContact = (patientId: string): Resource =>
  resource('Encounter', ids.hiddenContact, {
    meta: notForThePatient,
    status: 'finished',
    class: { system: systems.actCode, code: 'VR' },
    type: [concept('Telefon')],
    subject: subjectOf(patientId),
    period: { start: '2026-11-20T10:00:00+01:00', end: '2026-11-20T10:10:00+01:00' },
    serviceProvider: reference('Organization', units.psychiatry.HSAId),
  });

const flagDetail = 'http://hl7.org/fhir/StructureDefinition/flag-detail';
const alerts = 'http://hl7.se/fhir/r4/ig/medicalalertinformation';

const signals = (patientId: string): Resource[] => [
  // For staff only, and so not an attention signal for the patient.
  resource('Flag', ids.behaviour, {
    status: 'active',
    category: [status('flag-category', 'behavioral', 'Behavioral')],
    code: concept('Hotfullt beteende'),
    subject: subjectOf(patientId),
    period: { start: '2024-02-29' },
  }),
  resource('Flag', ids.withdrawnSignal, {
    status: 'entered-in-error',
    code: concept('Hepatit C'),
    subject: subjectOf(patientId),
    period: { start: '2024-02-29' },
  }),
  resource('AllergyIntolerance', ids.latex, {
    clinicalStatus: status('allergyintolerance-clinical', 'active'),
    verificationStatus: status('allergyintolerance-verification', 'presumed', 'Trolig'),
    category: ['environment'],
    criticality: 'low',
    code: concept('Latex'),
    patient: subjectOf(patientId),
    recordedDate: '2024-02-29',
    recorder: doctor,
    note: [{ text: 'Utslag av handskar.' }],
  }),
  resource('Flag', ids.latexFlag, {
    extension: [
      { url: flagDetail, valueReference: reference('AllergyIntolerance', ids.latex) },
      { url: `${alerts}/StructureDefinition/SEAlertLabelExtension`, valueCodeableConcept: concept('Latex') },
    ],
    status: 'active',
    category: [
      coded({
        system: `${alerts}/CodeSystem/SEAlertInformationCategoryCS`,
        code: 'D',
        display: 'Vårdrutinavvikelse',
      }),
    ],
    code: concept('Endast latexfri sal.'),
    subject: subjectOf(patientId),
    period: { start: '2024-02-29' },
  }),
];

const named = (name: string) => ({
  PrescriptionVersionDateTime: { value: '20260401100000' },
  PrescriptionReasonText: 'Smärta',
  RouteDetail: { name: 'Oral användning' },
  MainProductTreatment: {
    PrescriptionProductTradeName: name,
    MainSubstance: 'ibuprofen',
    PrescriptionProductDrugFormTextSv: 'Tablett',
    // The trailing zero would be lost in a JSON number.
    PrescriptionProductStrengthNumeric: '2,50',
    PrescriptionProductStrengthNumericUnit: 'mg',
  },
  PrescriptionDosages: {
    DosagePlugin: [
      {
        NormalDosage: {
          MinDose: 1,
          Unit: 'tablett',
          Time: { TimesPerDay: 2 },
          DosageText: '1 tablett 2 gånger dagligen',
        },
      },
    ],
  },
});

/** Three prescriptions with their drugs: a hidden one, a withdrawn one and a visible one. */
const drugs = (patientId: string): Resource[] => {
  const of = (name: string, id: string) => prescription(patientId, named(name), id).toReversed();
  const [withdrawn, ...itsDrug] = of('Felskrivin', ids.withdrawnPrescription);
  return [
    ...withLabel(of('Hemligin', ids.hiddenPrescription)),
    ...(withdrawn === undefined ? [] : [withStatus(withdrawn, 'entered-in-error'), ...itsDrug]),
    ...of('Vanligin', ids.plain),
  ];
};

const hiddenAppointment = (patientId: string): Resource[] =>
  withLabel([
    appointment(patientId, {
      ContactId: ids.hiddenAppointment,
      StartTime: '20261204090000',
      Status: 'BOOKED',
      PerformingUnit: units.psychiatry,
    }),
  ]);

/** A second Patient for the same person, merged since: records that refer to it are still the patient's. */
const duplicate = (patientId: string): Resource[] => {
  const id = `${patientId}-old`;
  return [
    resource('Patient', id, {
      meta: { lastUpdated: '2019-05-02T09:00:00+02:00' },
      identifier: [numberIdentifier(mother.number, { isHyphenated: true })],
      active: false,
      name: [{ use: 'official', family: 'Provsson', given: ['V'] }],
      link: [{ other: subjectOf(patientId), type: 'replaced-by' }],
    }),
    resource('Encounter', ids.mergedContact, {
      status: 'finished',
      class: { system: systems.actCode, code: 'AMB', display: 'Öppenvård' },
      type: [concept('Nybesök')],
      subject: subjectOf(id),
      period: { start: '2019-03-01T10:00:00+01:00', end: '2019-03-01T10:30:00+01:00' },
      serviceProvider: reference('Organization', units.clinic.HSAId),
    }),
  ];
};

/** SNOMED CT: no known allergy. */
const noneKnown = (patientId: string): Resource =>
  resource('AllergyIntolerance', ids.noneKnown, {
    clinicalStatus: status('allergyintolerance-clinical', 'active'),
    code: coded({ system: systems.snomed, code: '716186003' }, 'Inga kända överkänsligheter'),
    patient: subjectOf(patientId),
    recordedDate: '2026-01-10T14:00:00+01:00',
  });

/** Tolvan's guardianship of the child, which has ended. */
const formerGuardian = (childId: string): Resource =>
  guardian({
    id: `guardian-${childId}-former`,
    child: childId,
    number: tolvan.number,
    name: tolvan,
    parent: ['FTH', 'Far'],
    from: '20190715',
    to: '20220101',
  });

/** @param patientIds maps a patient's number to the id of the Patient. */
export const additions = (patientIds: ReadonlyMap<string, string>): Resource[] => {
  const idOf = (person: { number: string }) => patientIds.get(person.number) ?? '';
  const tolvansId = idOf(tolvan);
  return [
    ...journal(tolvansId),
    hiddenContact(tolvansId),
    ...signals(tolvansId),
    ...drugs(tolvansId),
    ...hiddenAppointment(tolvansId),
    ...duplicate(idOf(mother)),
    noneKnown(idOf(coordination)),
    formerGuardian(idOf(child)),
  ];
};
