// The contract suite of ports/ehr for the national contracts, over real HTTP.
import type { ContractName } from '../../../../src/adapters/ehr/rivta/members.ts';
import type { PatientNumber } from '../../../../src/domain/model/patient-number.ts';
import { type ContractWorld, ehrContract, type Harness } from '../contract/ehr-contract.ts';
import { damageHarness } from './damage-harness.ts';
import { connect } from './support/connect.ts';
import { alert, answerOf, contact, medication, note, resident, timeslot } from './support/documents.ts';
import { producer } from './support/soap-server.ts';

const world: ContractWorld = {
  patient: '191212121212' as PatientNumber,
  other: '198507302381' as PatientNumber,
  empty: '199906062386' as PatientNumber,
  unknown: '196204052382' as PatientNumber,
  bookingId: '59062',
};

/** The data of the producer. */
const held: Readonly<
  Record<Exclude<ContractName, 'LookupResidentForFullProfile'>, (patient: string) => string[]>
> = {
  GetCareContacts: patient => [contact({ id: '1', patient }), contact({ id: '2', patient })],
  GetAlertInformation: patient => [
    alert({ id: '1', patient }, 'Inget blod.'),
    alert({ id: '2', patient }, 'Ingen narkos.'),
  ],
  GetMedicationHistory: patient => [
    medication({ id: '1', patient }, '1 om dagen'),
    medication({ id: '2', patient }, '2 om dagen'),
  ],
  GetCareDocumentation: patient => [
    note({ id: '1', patient }, 'Det första.'),
    note({ id: '2', patient }, 'Det <andra> & sista.'),
  ],
  GetSubjectOfCareSchedule: patient => [timeslot({ bookingId: world.bookingId, subject_of_care: patient })],
};

const holds = (patient: string) => patient === world.patient || patient === world.other;

const answer = (contract: ContractName, patient: string): string => {
  if (contract === 'LookupResidentForFullProfile') {
    const isKnown = patient !== world.unknown;
    return answerOf(contract, isKnown ? [resident({ number: patient })] : []);
  }
  return answerOf(contract, holds(patient) ? held[contract](patient) : []);
};

const patientId = { root: '1.2.752.129.2.1.3.1', extension: world.patient };
const system = { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-SYS1' };
const written = { value: '20260115101500' };

const contactRead = (id: string) => ({
  contactEHRExtract: [
    {
      ehrSystem: system,
      timeCreated: written,
      contact: {
        rcId: { extension: id },
        contactInternalID: id,
        contactVersionDateTime: written,
        contactBeginDateTime: { value: '20260115093000' },
      },
      patient: { patientID: patientId },
    },
  ],
});

const signalRead = (id: string, comment: string) => ({
  AttentionSignalEHRExtract: [
    {
      ehr_system: system,
      time_created: written,
      AttentionSignal: {
        RcId: { extension: id },
        SignalVersionDateTime: written,
        SignalWarningSubType: 'Varning',
        NonStandardProcedureType: { Heading: comment },
      },
      Patient: { PatientID: patientId },
    },
  ],
});

const prescriptionRead = (id: string, instruction: string) => ({
  XSDVersion: { version: 0.32 },
  PrescriptionEHRExtract: [
    {
      ehr_system: system,
      time_created: written,
      Prescription: {
        rc_id: { extension: id },
        MedicationTreatmentId: { root: '1.2.3', extension: id },
        MedicationActive: true,
        PrescriptionType: 'Insättning',
        PrescriptionVersionDateTime: written,
        PrescriptionDosages: { DosagePlugin: [{ IX3Dosage: { DosageText: instruction } }] },
      },
      Patient: { PatientId: patientId },
    },
  ],
});

const noteRead = (id: string, text: string) => ({
  XSDVersion: { version: 0.23 },
  JournalNoteEHRExtract: [
    {
      ehr_system: system,
      time_created: written,
      Note: {
        NoteId: { extension: id },
        NoteVersionDateTime: written,
        NoteTemplateName: 'Besök',
        NoteActive: true,
        Records: {
          Record: [{ Keyword: 'Besök', Value: [{ $self: text, JournalValueType: 'Text' }] }],
        },
      },
      Patient: { PatientID: patientId },
    },
  ],
});

const expected: Harness['expected'] = {
  appointments: [
    {
      appointments: [
        {
          booking: {
            ContactId: world.bookingId,
            StartTime: '2026-07-15 09:30',
            TypedStartDateTime: '2026-07-15T07:30:00Z',
            PerformingUnit: { HSAId: 'SE2321000016-1A2B' },
            Any: [],
          },
          start: '20260715093000',
          state: undefined,
          payment: undefined,
        },
      ],
      registered: [],
      patient: { PersonNumbers: [{ Number: world.patient }] },
      resultCode: 'OK',
      comment: '',
      any: [],
    },
  ],
  patients: [
    {
      XSDVersion: { version: 0.43 },
      PatientEHRExtract: [{ Patient: { PatientID: patientId, PatientProtectedId: false } }],
    },
  ],
  contacts: [contactRead('1'), contactRead('2')],
  attentionSignals: [signalRead('1', 'Inget blod.'), signalRead('2', 'Ingen narkos.')],
  prescriptions: [prescriptionRead('1', '1 om dagen'), prescriptionRead('2', '2 om dagen')],
  journalNotes: [noteRead('1', 'Det första.'), noteRead('2', 'Det <andra> & sista.')],
};

ehrContract({
  name: 'the national contracts',
  world,
  expected,
  transitions: [],
  damages: damageHarness,
  // The other contracts cannot report an unknown patient: they return an empty list.
  tellsUnknown: ['patients'],
  start: async () => {
    const server = await producer(({ contract, patient }) => answer(contract, patient));
    const connected = connect(server.url, {
      members: { intervalAtEhr: new Set(['journalNotes']) },
    });
    return {
      ehr: connected.ehr,
      close: async () => {
        await connected.close();
        await server.close();
      },
    };
  },
});
