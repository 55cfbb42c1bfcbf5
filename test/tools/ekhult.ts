// An invented vendor, Ekhult: answers of two test patients, the tables that read them rightly, and the records that are expected.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newFolder } from '../support/new-folder.ts';

type Members = Readonly<Record<string, unknown>>;

const good = { status: { code: 0, text: 'OK' } };
const unit = { hsa: 'SE2321000016-1A2B', name: 'Hudmottagningen' };
const pnr = '19121212-1212';

const person = {
  key: 'K-7',
  pnr,
  guardian: '19180101-9802',
  names: { given: 'Tolvan Erik', called: 'Tolvan', family: 'Tolvansson' },
  born: '1912-12-12',
  sex: 1,
  secrecy: 'NONE',
};
const visit = {
  no: 'B1',
  pnr,
  audience: 'PATIENT',
  release: '2026-04-04T00:00:00+02:00',
  begin: '2026-04-03T09:00:00+02:00',
  end: '2026-04-03T09:30:00+02:00',
  state: 'F',
  unit,
};
const alert = {
  no: 'V1',
  pnr,
  secretLevel: 0,
  since: 1_700_000_000,
  until: 1_900_000_000,
  active: true,
  heading: 'Penicillin',
  text: 'Uppgift från patienten.',
  severity: 3,
};
const booking = {
  no: 'T1',
  pnr,
  audience: 'PATIENT',
  at: '03.04.2026 09:15',
  state: 'BOOKED',
  paid: 'N',
  unit,
  careGiver: 'Region Ekhult',
  priceOre: 20_050,
  note: '<p>Ta med <b>legitimation</b>.</p>',
};

/** Name of a sample → the answer. */
const samples: Members = {
  'patients-1.json': { ...good, person: { ...person, sex: 2 } },
  'patients-2.json': { ...good, person: { ...person, secrecy: 'MARKED' } },
  'contacts-1.json': {
    ...good,
    total: 4,
    visits: [
      visit,
      { ...visit, no: 'B2', state: 'P', end: null },
      { ...visit, no: 'B3', audience: 'STAFF' },
      { ...visit, no: 'B4', release: '2199-01-01T00:00:00+01:00' },
    ],
  },
  'attention-signals-1.json': {
    ...good,
    asked: pnr,
    alerts: [
      alert,
      { ...alert, no: 'V2', active: false, severity: 1 },
      { ...alert, no: 'V3', secretLevel: 1 },
    ],
  },
  'appointments-1.json': {
    ...good,
    bookings: [
      booking,
      { ...booking, no: 'T2', state: 'HERE', paid: 'J' },
      { ...booking, no: 'T3', audience: 'STAFF' },
    ],
  },
  'patients-404-1.json': { status: { code: 17, text: 'No such person' } },
  'patients-404-1.patient.json': { patient: '191212121212' },
  'arrive-1.json': { outcome: 'DONE' },
  'arrive-2.json': { outcome: 'BEFORE' },
  'arrive-409-1.json': { outcome: 'REFUSED', text: 'Fel dag.' },
  'pay-1.json': { outcome: 'DONE' },
  'pay-2.json': { outcome: 'BEFORE' },
  'pay-409-1.json': { outcome: 'REFUSED', text: 'Redan betald.' },
};

const visible = { from: 'audience', shown: ['PATIENT'], hidden: ['STAFF'] };
const results = [
  { status: 200, body: { outcome: ['DONE'] }, result: 'OK' },
  { status: 200, body: { outcome: ['BEFORE'] }, result: 'INFO' },
  { status: 409, body: { outcome: ['REFUSED'] }, result: 'ERROR', comment: 'text' },
];

/** The tables that are right, and the profile. */
export const tables = {
  profile: {
    name: 'Region Ekhult',
    timeZone: 'Europe/Stockholm',
    release: 'ehr',
    systems: {
      ekhult: {
        adapter: 'table',
        baseUrl: 'http://127.0.0.1:1',
        tables: 'ekhult',
        intervalAtEhr: ['contacts'],
      },
    },
  },
  system: {
    format: 'json',
    good: { 'status/code': [0] },
    unknownPatient: { status: 404, body: { 'status/code': [17] } },
    kinds: {
      patients: {
        path: '/people/{patient}',
        record: 'person',
        beside: { 'status/text': 'the code in words' },
        owner: { record: 'pnr' },
        visible: 'all',
        protected: { from: 'secrecy', words: { NONE: false, MARKED: true } },
      },
      contacts: {
        path: '/people/{patient}/visits',
        query: { from: '{from:yyyy-MM-dd}', to: '{to:yyyy-MM-dd}' },
        items: 'visits',
        next: { offset: 'skip', total: 'total' },
        beside: { 'status/text': 'the code in words' },
        owner: { record: 'pnr' },
        visible: [visible, { from: 'release', until: 'now' }],
      },
      attentionSignals: {
        path: '/people/{patient}/alerts',
        items: 'alerts',
        beside: { 'status/text': 'the code in words', asked: 'the question' },
        owner: { record: 'pnr' },
        visible: { from: 'secretLevel', shown: [0], hidden: [1] },
      },
      appointments: {
        path: '/people/{patient}/bookings',
        items: 'bookings',
        beside: { 'status/text': 'the code in words' },
        owner: { record: 'pnr' },
        visible,
      },
    },
    writes: {
      arrive: { method: 'POST', path: '/arrivals', body: { pnr: '{patient}', no: '{booking}' }, results },
      pay: {
        method: 'POST',
        path: '/payments',
        body: { pnr: '{patient}', no: '{booking}', by: '{paymentType}' },
        paymentTypes: { CASH: 'KONTANT', CARD: 'KORT' },
        results,
      },
    },
  },
  patients: {
    'Patient/PatientName/PatientFamilyName': 'names/family',
    'Patient/PatientName/PatientGivenName': { names: 'names/given', called: 'names/called' },
    'Patient/PatientBirthDate': 'born',
    'Patient/PatientSex': { from: 'sex', words: { '1': 'M', '2': 'F' } },
    ignore: { key: 'an id of the EHR', guardian: 'who has the custody: nothing for apps' },
  },
  contacts: {
    'Contact/ContacInternaltID': 'no',
    'Contact/ContactBeginDateTime': 'begin',
    'Contact/ContactEndDateTime': 'end',
    'Contact/ContactStatus': { from: 'state', words: { P: 'Planerad', F: 'Avslutad' } },
    ContactPerformingUnit: { block: 'unit', record: { UnitID: { hsa: 'hsa' } } },
    'Units/Unit': { block: 'unit', record: { UnitID: { hsa: 'hsa' }, UnitName: 'name' } },
  },
  'attention-signals': {
    'AttentionSignal/RcId': { id: 'no', root: '1.2.752.129.2.1.2.1' },
    'AttentionSignal/SignalVerifiedDateTime': { from: 'since', time: 'unix' },
    'AttentionSignal/SignalDeletionDate': { from: 'until', time: 'unix' },
    'AttentionSignal/SignalActive': 'active',
    'AttentionSignal/HypersensitivityType': {
      block: '.',
      record: {
        Heading: 'heading',
        Comment: 'text',
        Severity: { from: 'severity', words: { '1': 'Besvärande', '3': 'Livshotande' } },
      },
    },
  },
  appointments: {
    ContactId: 'no',
    StartTime: { from: 'at', time: 'dd.MM.yyyy HH:mm' },
    Status: { from: 'state', words: { BOOKED: 'BOOKED', HERE: 'ARRIVED' } },
    PaymentStatus: { from: 'paid', words: { N: 'UNPAID', J: 'PAID' } },
    'PerformingUnit/HSAId': 'unit/hsa',
    'PerformingUnit/Name': 'unit/name',
    CareGiver: 'careGiver',
    PatientInformation: { from: 'note', form: 'html' },
    'PaymentDetails/Price': { from: 'priceOre', shift: -2 },
  },
} as const satisfies Record<string, object>;

export type EkhultTables = { readonly [name in keyof typeof tables]: object };

const who = { root: '1.2.752.129.2.1.3.1', extension: '191212121212' };
const unitId = { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-1A2B' };
const withheld = (count: number) => [{ count, reason: 'withheld' }];

const patientRecord = (sex: string, isProtected: boolean) => ({
  XSDVersion: { version: 0.43 },
  PatientEHRExtract: [
    {
      Patient: {
        PatientID: who,
        PatientProtectedId: isProtected,
        PatientName: {
          PatientFamilyName: 'Tolvansson',
          PatientGivenName: [{ qualifier: 'CL', value: 'Tolvan' }, { value: 'Erik' }],
        },
        PatientBirthDate: { value: '19121212' },
        PatientSex: sex,
      },
    },
  ],
});
const contactRecord = (no: string, status: string, end: object) => ({
  contactEHRExtract: [
    {
      contact: {
        contactInternalID: no,
        contactStatus: status,
        contactBeginDateTime: { value: '20260403090000' },
        ...end,
      },
      patient: { patientID: who },
      units: { unit: [{ unitID: unitId, unitName: 'Hudmottagningen' }] },
      contactPerformingUnit: { unitID: unitId },
    },
  ],
});
const alertRecord = (no: string, isActive: boolean, severity: string) => ({
  AttentionSignalEHRExtract: [
    {
      AttentionSignal: {
        RcId: { root: '1.2.752.129.2.1.2.1', extension: no },
        SignalVerifiedDateTime: '20231114231320',
        SignalActive: isActive,
        SignalDeletionDate: { value: '20300317184640' },
        HypersensitivityType: {
          Heading: 'Penicillin',
          Comment: 'Uppgift från patienten.',
          Severity: severity,
        },
      },
      Patient: { PatientID: who },
    },
  ],
});
const bookingRecord = (no: string, states: object) => ({
  Any: [states],
  ContactId: no,
  StartTime: '2026-04-03 09:15',
  PerformingUnit: { Name: 'Hudmottagningen', HSAId: 'SE2321000016-1A2B' },
  CareGiver: 'Region Ekhult',
  PatientInformation: 'Ta med legitimation.',
  TypedStartDateTime: '2026-04-03T07:15:00Z',
  PaymentDetails: { Price: 200.5 },
});

/** Name of a sample → what is expected of it, as a person has compared it with the answer. */
const expected: Members = {
  'patients-1.expected.json': [patientRecord('F', false)],
  'patients-2.expected.json': [patientRecord('M', true)],
  'contacts-1.expected.json': {
    records: [
      contactRecord('B1', 'Avslutad', { contactEndDateTime: { value: '20260403093000' } }),
      contactRecord('B2', 'Planerad', {}),
    ],
    leftOut: withheld(2),
  },
  'attention-signals-1.expected.json': {
    records: [alertRecord('V1', true, 'Livshotande'), alertRecord('V2', false, 'Besvärande')],
    leftOut: withheld(1),
  },
  'appointments-1.expected.json': {
    records: [
      {
        Booking: [
          bookingRecord('T1', { Status: 'BOOKED', PaymentStatus: 'UNPAID' }),
          bookingRecord('T2', { Status: 'ARRIVED', PaymentStatus: 'PAID' }),
        ],
        RegisteredBooking: [],
        ResultCode: 'OK',
        Comment: '',
        Any: [],
        Patient: { PersonNumbers: [{ Number: '191212121212' }] },
      },
    ],
    leftOut: withheld(1),
  },
  'patients-404-1.expected.json': { failure: 'patient-unknown' },
  'arrive-1.expected.json': { result: 'OK', comment: '' },
  'arrive-2.expected.json': { result: 'INFO', comment: '' },
  'arrive-409-1.expected.json': { result: 'ERROR', comment: 'Fel dag.' },
  'pay-1.expected.json': { result: 'OK', comment: '' },
  'pay-2.expected.json': { result: 'INFO', comment: '' },
  'pay-409-1.expected.json': { result: 'ERROR', comment: 'Redan betald.' },
};

/** Writes a profile, its tables and the samples into a folder that lasts as long as the test, and returns its path. */
export const writeEkhult = ({ profile, ...written }: EkhultTables): string => {
  const folder = newFolder();
  const write = (name: string, content: unknown) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), JSON.stringify(content));
  };
  write('region.json', profile);
  for (const [name, content] of Object.entries(written)) write(`ekhult/${name}.json`, content);
  for (const [name, content] of Object.entries({ ...samples, ...expected }))
    write(`ekhult/samples/${name}`, content);
  return folder;
};

/** What the EHR answers: the last segment of a path, or `patients` → the answer of a sample. */
export const answers: Members = {
  patients: samples['patients-1.json'],
  visits: samples['contacts-1.json'],
  alerts: samples['attention-signals-1.json'],
  bookings: samples['appointments-1.json'],
};
