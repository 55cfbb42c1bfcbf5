// The contract suite of ports/ehr for OpenMRS: patients by an identifier of a type, ids of the EHR's own, a kind of two requests, links that
// name another host, states by the clock, observations of several types.
import { mixedCaseId } from '../../contract/damage-harness.ts';
import { ehrContract, type Harness } from '../../contract/ehr-contract.ts';
import { world } from '../../contract-world.ts';
import { openmrsDamages, openOpenmrs } from './damage-harness.ts';
import { openmrsSimulator } from './simulator.ts';

const { patient, bookingId } = world;

// What is expected.

const patientId = { root: '1.2.752.129.2.1.3.1', extension: patient };
const local = (extension: string) => ({ root: '1.2.752.129.2.1.2.1', extension });

const signal = (members: object) => ({
  AttentionSignalEHRExtract: [{ AttentionSignal: members, Patient: { PatientID: patientId } }],
});

const allergy = (id: string, heading: string) =>
  signal({
    RcId: local(id),
    SignalActive: true,
    SignalVerifiedDateTime: '20190402100000',
    HypersensitivityType: {
      Heading: heading,
      Comment: 'Hives, Dyspnea, Since 2019',
      Severity: 'Livshotande',
    },
  });

const flag = (id: string, heading: string, { isActive, until }: { isActive: boolean; until: string }) =>
  signal({
    RcId: local(id),
    SignalActive: isActive,
    SignalDeletionDate: { value: until },
    UnstructuredType: { Heading: heading },
  });

const contact = (contactInternalID: string) => ({
  contactEHRExtract: [
    {
      contact: {
        contactInternalID,
        contactBeginDateTime: { value: '20261102090000' },
        contactEndDateTime: { value: '20261102100000' },
        contactTypeOfVisit: 'Facility Visit',
      },
      units: { unit: [{ unitID: local('l-1'), unitName: 'Outpatient Clinic' }] },
      patient: { patientID: patientId },
    },
  ],
});

const note = (id: string) => ({
  XSDVersion: { version: 0.23 },
  JournalNoteEHRExtract: [
    {
      Note: {
        NoteId: local(id),
        NoteDateTime: { value: '20261102093000' },
        NoteTemplateName: 'Vitals',
        Records: {
          Record: [
            { Keyword: 'Systolic', Value: [{ $self: '140' }] },
            { Keyword: 'General', Value: [{ $self: 'Looks very unwell' }] },
            { Keyword: 'Smoker', Value: [{ $self: 'Nej' }] },
          ],
        },
      },
      CareProviders: { CareProvider: [{ CareProviderName: 'Åsa Ek' }] },
      Patient: { PatientID: patientId },
    },
  ],
});

const prescription = (id: string) => ({
  XSDVersion: { version: 0.32 },
  PrescriptionEHRExtract: [
    {
      Prescription: {
        PrescriptionStartDateTime: { value: '20261101090000' },
        PrescriptionEndDateTime: { value: '20270101090000' },
        rc_id: local(id),
        MedicationActive: true,
        MainProductTreatment: { PrescriptionProductTradeName: 'Paracetamol 500mg' },
        PrescriptionDosages: {
          DosagePlugin: [{ FreeTextDosage: { Text: '2.5 Tablet Twice daily Oral With food' } }],
        },
      },
      Patient: { PatientId: patientId },
    },
  ],
});

const appointment = (id: string) => ({
  booking: {
    ContactId: id,
    StartTime: '2026-11-25 09:15',
    TypedStartDateTime: '2026-11-25T08:15:00Z',
    PerformingUnit: { Name: 'Outpatient Clinic' },
    PatientInformation: 'Bring your card',
    Any: [],
  },
  start: '20261125091500',
  state: 'BOOKED' as const,
  payment: undefined,
  losses: [],
});

const expected: Harness['expected'] = {
  patients: [
    {
      XSDVersion: { version: 0.43 },
      PatientEHRExtract: [
        {
          Patient: {
            PatientName: { PatientFamilyName: 'Tolvansson', PatientGivenName: [{ value: 'Tolvan' }] },
            PatientBirthDate: { value: '19121212' },
            PatientSex: 'M',
            PatientProtectedId: false,
            PatientID: patientId,
          },
        },
      ],
    },
  ],
  contacts: [contact('v-1'), contact('v-2')],
  attentionSignals: [
    allergy('a-1', 'Penicillin'),
    allergy('a-2', 'Kastanj'),
    flag('f-1', 'Pacemaker', { isActive: true, until: '20261224235959' }),
    flag('f-2', 'Isolation', { isActive: false, until: '20261124235959' }),
  ],
  prescriptions: [prescription('o-1'), prescription('o-2')],
  journalNotes: [note('e-1'), note('e-2')],
  appointments: [
    {
      appointments: [appointment(bookingId), appointment(mixedCaseId)],
      registered: [],
      patient: { PersonNumbers: [{ Number: patient }] },
      resultCode: 'OK',
      comment: '',
      any: [],
      withheld: 0,
    },
  ],
};

ehrContract({
  name: 'OpenMRS',
  world,
  expected,
  transitions: ['arrive'],
  start: async () => {
    const server = await openmrsSimulator();
    const { ehr, close } = openOpenmrs(server.url);
    return {
      ehr,
      close: async () => {
        await close();
        await server.close();
      },
    };
  },
  damages: openmrsDamages,
});
