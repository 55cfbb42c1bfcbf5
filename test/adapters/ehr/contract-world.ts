// The test data of the contract suite, twice: as extracts of the legacy EHR, and as the records expected from them. Both are
// written by hand.
import {
  type EhrBookings,
  noRecords,
  type PatientData,
  type World,
} from '../../../sandbox/extracts/world.ts';
import type { PatientNumber } from '../../../src/domain/model/patient-number.ts';
import type { ContractWorld, Harness } from './contract/ehr-contract.ts';
import type { MemoryPatient, MemoryWorld } from './memory-ehr.ts';

export const world: ContractWorld = {
  patient: '191212121212' as PatientNumber,
  other: '198507302381' as PatientNumber,
  empty: '199906062386' as PatientNumber,
  unknown: '196204052382' as PatientNumber,
  bookingId: '59062',
};

const personal = '1.2.752.129.2.1.3.1';
const idOf = (number: string) => ({ root: personal, extension: number });
const unit = { UnitID: { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-1A2B' } };
const unitV2 = { unitID: { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-1A2B' } };
const created = { value: '20260115101500' };

const patientExtract = (number: string) => ({
  time_created: created,
  Patient: {
    PatientID: idOf(number),
    PatientProtectedId: false,
    PatientSecrecyGroups: { Group: ['A'] },
    PatientName: {
      PatientFamilyName: 'Tolvansson',
      PatientGivenName: [{ qualifier: 'CL', value: 'Tolvan' }],
    },
    PatientBirthDate: { value: '19121212' },
    PatientAddresses: { PatientAddress: [{ PatientAddressCity: 'Exempelstad' }] },
    EmailAddresses: { Email: [{ EmailAddress: 'tolvan@example.com' }] },
  },
  HeadCareproviderUnit: unit,
});

const contactExtract = (number: string, id: string) => ({
  time_created: created,
  Contact: {
    ContacInternaltID: id,
    ContactStatus: 'Ankommen',
    ContactBeginDateTime: { value: '20260115093000' },
    ContactShareInfo: true,
  },
  Patient: { PatientID: idOf(number) },
  ContactHeadCareproviderUnit: unit,
});

const contactV2 = (number: string, id: string) => ({
  timeCreated: created,
  contact: {
    contactInternalID: id,
    contactStatus: 'Ankommen',
    contactBeginDateTime: { value: '20260115093000' },
    contactShareInfo: true,
  },
  patient: { patientID: idOf(number) },
  contactHeadCareProviderUnit: unitV2,
});

const signal = (number: string, heading: string) => ({
  time_created: created,
  AttentionSignal: {
    SignalVerifiedDateTime: '20100312140000',
    SignalActive: true,
    HypersensitivityType: { Heading: heading, Agent: ['jordnöt'] },
  },
  Patient: { PatientID: idOf(number) },
  CareUnit: unit,
});

const prescription = (number: string, name: string) => ({
  time_created: created,
  Prescription: {
    PrescriptionVersionDateTime: { value: '20260115100000' },
    MainProductTreatment: { PrescriptionProductTradeName: name },
    PrescriptionDosages: {
      WhenNeeded: false,
      DosagePlugin: [{ NormalDosage: { MinDose: 0.5, Unit: 'tablett', Time: { TimesPerDay: 2 } } }],
    },
  },
  Patient: { PatientId: idOf(number) },
});

const note = (number: string, text: string) => ({
  time_created: created,
  Note: {
    NoteDateTime: { value: '20260115093000' },
    Records: {
      Record: [{ Keyword: 'Aktuellt', Value: [{ $self: text, JournalValueType: 'Text' }] }],
    },
  },
  Patient: { PatientID: idOf(number), PatientProtectedId: false },
  CareUnit: unit,
});

const bookings = (number: string): EhrBookings => ({
  ResultCode: 'OK',
  Comment: 'Allt.',
  Patient: { Name: 'Tolvan Tolvansson', PersonNumbers: [{ Number: number }] },
  Booking: [
    {
      ContactId: world.bookingId,
      StartTime: '20260115093000',
      Status: 'BOOKED',
      PaymentStatus: 'UNPAID',
      PerformingUnit: { Name: 'Hudmottagningen', Id: '1253', HSAId: 'SE2321000016-1A2B' },
      PaymentDetails: { Price: 200, Reduction: 37.5, ReductionReason: '' },
    },
    // In summer, and with an unknown state.
    { ContactId: '59063', StartTime: '20260715093000', Status: 'PRELIMINARY' },
  ],
  RegisteredBooking: [{ BookingId: 'B-771', StartTime: '20260203130000', CareGiver: 'Region Prov' }],
});

const published = (number: string): MemoryPatient['appointments'] => ({
  appointments: [
    {
      booking: {
        ContactId: world.bookingId,
        StartTime: '2026-01-15 09:30',
        TypedStartDateTime: '2026-01-15T08:30:00Z',
        PerformingUnit: { Name: 'Hudmottagningen', Id: '1253', HSAId: 'SE2321000016-1A2B' },
        PaymentDetails: { Price: 200, Reduction: 37.5, ReductionReason: '' },
        Any: [],
      },
      start: '20260115093000',
      state: 'BOOKED',
      payment: 'UNPAID',
    },
    {
      booking: {
        ContactId: '59063',
        StartTime: '2026-07-15 09:30',
        TypedStartDateTime: '2026-07-15T07:30:00Z',
        Any: [],
      },
      start: '20260715093000',
      state: 'UNKNOWN',
      payment: undefined,
      losses: [{ path: 'Booking/Status', reason: 'unreadable', hides: ['state'] }],
    },
  ],
  registered: [
    {
      booking: {
        BookingId: 'B-771',
        StartTime: '2026-02-03 13:00',
        TypedStartDateTime: '2026-02-03T12:00:00Z',
        CareGiver: 'Region Prov',
        Any: [],
      },
      start: '20260203130000',
    },
  ],
  patient: { Name: 'Tolvan Tolvansson', PersonNumbers: [{ Number: number }] },
  resultCode: 'OK',
  comment: 'Allt.',
  any: [],
});

/** As extracts of the legacy EHR. */
const held = (number: string): PatientData => ({
  patients: [patientExtract(number)],
  contacts: [contactExtract(number, '1'), contactExtract(number, '2')],
  attentionSignals: [signal(number, 'Penicillin'), signal(number, 'Jordnötter')],
  prescriptions: [prescription(number, 'Exemplipin'), prescription(number, 'Påhittol')],
  journalNotes: [note(number, 'Det första.'), note(number, 'Det <andra> & sista.')],
  bookings: bookings(number),
  videoMeetings: [
    {
      ActionId: 9_007_199_254_740_993n,
      StartDateTime: '20260715093000',
      EndDateTime: '20260715100000',
      MainStaff: { Name: 'Påhittad Läkarsson', Type: 'Läkare' },
      Server: { OnPremise: true },
    },
  ],
});

/** As the expected records. */
const read = (number: string): MemoryPatient => ({
  patients: [{ XSDVersion: { version: 0.42 }, PatientEHRExtract: [patientExtract(number)] }],
  contacts: [
    { contactEHRExtract: [contactV2(number, '1')] },
    { contactEHRExtract: [contactV2(number, '2')] },
  ],
  attentionSignals: [
    { XSDVersion: { version: 0.2 }, AttentionSignalEHRExtract: [signal(number, 'Penicillin')] },
    { XSDVersion: { version: 0.2 }, AttentionSignalEHRExtract: [signal(number, 'Jordnötter')] },
  ],
  prescriptions: [
    { XSDVersion: { version: 0.3 }, PrescriptionEHRExtract: [prescription(number, 'Exemplipin')] },
    { XSDVersion: { version: 0.3 }, PrescriptionEHRExtract: [prescription(number, 'Påhittol')] },
  ],
  journalNotes: [
    { XSDVersion: { version: 0.21 }, JournalNoteEHRExtract: [note(number, 'Det första.')] },
    { XSDVersion: { version: 0.21 }, JournalNoteEHRExtract: [note(number, 'Det <andra> & sista.')] },
  ],
  appointments: published(number),
  videoMeetings: [
    {
      meeting: {
        actionId: 9_007_199_254_740_993n,
        startDateTimeInUnix: 1_784_100_600_000,
        endDateTimeInUnix: 1_784_102_400_000,
        mainStaff: { name: 'Påhittad Läkarsson', type: 'Läkare' },
        server: { onPremise: true },
      },
      start: '20260715093000',
      end: '20260715100000',
    },
  ],
});

const nothingRead: MemoryPatient = {
  patients: [],
  contacts: [],
  attentionSignals: [],
  prescriptions: [],
  journalNotes: [],
  appointments: {
    appointments: [],
    registered: [],
    patient: undefined,
    resultCode: 'OK',
    comment: '',
    any: [],
  },
  videoMeetings: [],
};

/** New test data for the legacy EHR. Its bookings change with arrivals and payments. */
export const legacyWorld = (): World =>
  new Map([
    [world.patient, held(world.patient)],
    [world.other, held(world.other)],
    [world.empty, noRecords],
  ]);

/** The same data as records. */
export const memoryWorld = (): MemoryWorld =>
  new Map([
    [world.patient, read(world.patient)],
    [world.other, read(world.other)],
    [world.empty, nothingRead],
  ]);

const { appointments, ...lists } = read(world.patient);

/** The patient's expected records. */
export const expected: Harness['expected'] = { ...lists, appointments: [appointments] };
