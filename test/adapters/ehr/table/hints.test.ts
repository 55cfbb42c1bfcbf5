// What tables say that is probably wrong: hints at the start, and in `region check`.
import { expect, test } from 'vitest';
import { loadTables } from '../../../../src/adapters/ehr/table/compiler/load.ts';
import { regionTime } from '../../../../src/adapters/time/region-time.ts';
import { writeTables } from './table-ehr.ts';

const patients = {
  path: '/persons/{patient}',
  record: '.',
  owner: { record: 'who' },
  visible: 'all',
  protected: { from: 'secret', words: { N: false, J: true } },
};
const contacts = { path: '/visits/{patient}', items: 'list', owner: { record: 'who' }, visible: 'all' };
const arrive = {
  method: 'PUT',
  path: '/{patient}/{booking}',
  results: [
    { status: 200, body: { outcome: ['DONE'] }, result: 'OK' },
    { status: 409, body: { outcome: ['NO'] }, result: 'ERROR' },
  ],
};
const right = {
  system: {
    format: 'json',
    unknownPatient: { status: 404, body: { code: ['UNKNOWN'] } },
    kinds: {
      patients,
      contacts,
      attentionSignals: { ...contacts, path: '/alerts/{patient}' },
      appointments: { ...contacts, path: '/bookings/{patient}' },
    },
    writes: { arrive },
  },
  patients: { 'Patient/PatientBirthDate': 'born' },
  contacts: { 'Contact/ContactStatus': { from: 'status', words: { A: 'Avslutad' } } },
  'attention-signals': {
    'AttentionSignal/SignalActive': { value: true },
    'AttentionSignal/SignalVerifiedDateTime': 'since',
    'AttentionSignal/SignalDeletionDate': 'until',
  },
  appointments: {
    ContactId: 'id',
    Status: { from: 'state', words: { B: 'BOOKED', A: 'ARRIVED' } },
    'PaymentDetails/Price': 'price',
  },
};

const hintsOf = (changed: Partial<Record<keyof typeof right, object>>): string[] => {
  const files = Object.entries({ ...right, ...changed }).map(([name, content]) => [`${name}.json`, content]);
  const { faults, hints } = loadTables(
    writeTables(Object.fromEntries(files)),
    regionTime('Europe/Stockholm'),
  );
  expect(faults).toEqual([]);
  return hints.map(({ where, message }) => `${where.replace(/:\d+:\d+$/, '')}: ${message}`);
};
const inKind = (kind: object, name: 'patients' | 'contacts') => ({
  system: {
    ...right.system,
    kinds: { ...right.system.kinds, [name]: { ...right.system.kinds[name], ...kind } },
  },
});
const inWrite = (results: object[]) => ({
  system: { ...right.system, writes: { arrive: { ...arrive, results } } },
});

test('tables that are probably right have none', () => {
  expect(hintsOf({})).toEqual([]);
  expect(hintsOf(inKind({ beside: { at: 'when it was made' } }, 'contacts'))).toEqual([]);
  // A state hides what was never true, beside a mark of its own; and pages are read.
  const marks = [
    { from: 'status', shown: ['A'], hidden: ['X'] },
    { from: 'audience', shown: ['P'], hidden: ['S'] },
  ];
  expect(hintsOf(inKind({ visible: marks }, 'contacts'))).toEqual([]);
  const paged = { next: { offset: 'skip', total: 'total' }, beside: { page: 'its number' } };
  expect(hintsOf(inKind(paged, 'contacts'))).toEqual([]);
  const told = { beside: { error: 'said by good' }, good: { error: 'absent' } };
  expect(hintsOf(inKind(told, 'contacts'))).toEqual([]);
});

test.each<[string, Parameters<typeof hintsOf>[0], string]>([
  [
    'other records that no kind reads',
    inKind({ only: { from: 'mode', words: ['V'], others: ['P'] } }, 'contacts'),
    'region/system.json: no other kind asks this path: nothing publishes these records, or counts them',
  ],
  [
    'a mark that may be missing',
    inKind({ visible: { from: 'hidden', shown: [false], absent: 'shown' } }, 'contacts'),
    'region/system.json: a mark that the vendor renames hides nothing any more: can when say which records have the mark?',
  ],
  [
    'nobody is protected',
    inKind({ protected: { from: 'secret', words: { N: false, J: false } } }, 'patients'),
    'region/system.json: no word means that the identity is protected: which does?',
  ],
  [
    'a status beside an empty list',
    inKind({ beside: { status: 'a number' } }, 'contacts'),
    'region/system.json: it may say that the answer is not good, or not whole: an empty list beside it reads as "none". Say it in good or partial',
  ],
  [
    'an ignored mark',
    { contacts: { ...right.contacts, ignore: { 'access/hiddenFromPatient': 'of no interest' } } },
    'region/contacts.json: "hiddenFromPatient" sounds like a mark that hides records, or like a person: is it sure to say nothing?',
  ],
  [
    'an ignored person',
    { contacts: { ...right.contacts, ignore: { personNumber: 'of no interest' } } },
    'region/contacts.json: "personNumber" sounds like a mark that hides records, or like a person: is it sure to say nothing?',
  ],
  [
    'no refusal',
    inWrite(arrive.results.slice(0, 1)),
    'region/system.json: no result is a refusal: how does the EHR say that it does not do it?',
  ],
  [
    'no word for an arrival that is done',
    {
      appointments: {
        ...right.appointments,
        Status: { from: 'state', words: { B: 'BOOKED', C: 'CANCELLED' } },
      },
    },
    'region/system.json: no word of the bookings means ARRIVED: if an answer is lost, nobody can tell whether it is done. It is sent once, and apps are told to ask before they repeat it',
  ],
  [
    'an error that is OK',
    inWrite([...arrive.results, { status: 200, body: { 'error/code': ['E1'] }, result: 'OK' }]),
    'region/system.json: OK for an answer with "error/code": is it done?',
  ],
  [
    'an owner that is published',
    { contacts: { ...right.contacts, 'Contact/ContacInternaltID': 'who' } },
    'region/system.json: Contact/ContacInternaltID is read from this path too: is it whose the record is?',
  ],
  [
    'a protected identity that is published',
    {
      patients: {
        ...right.patients,
        'Patient/PatientSex': { from: 'secret', words: { N: 'M', J: 'F' } },
      },
    },
    'region/system.json: Patient/PatientSex is read from this path too: is it whether the identity is protected?',
  ],
  [
    'a mark that is published',
    inKind({ visible: { from: 'status', shown: ['A'], hidden: ['X'] } }, 'contacts'),
    'region/system.json: Contact/ContactStatus is read from this path too: is it what says that the patient may see the record?',
  ],
  [
    'a total that is not used',
    inKind({ beside: { 'meta/total': 'how many there are' } }, 'contacts'),
    'region/system.json: it may say that there are other pages, and only the first one is read: next says how a list goes on',
  ],
  [
    'the same status for all records',
    { contacts: { 'Contact/ContactStatus': { value: 'Avslutad' } } },
    'region/contacts.json: every record is published with Avslutad: does the EHR say nothing about it?',
  ],
  [
    'warnings that never end',
    { 'attention-signals': { 'AttentionSignal/SignalActive': { value: true } } },
    'region/attention-signals.json: every warning is published as in force, and no row writes AttentionSignal/SignalDeletionDate: does the EHR send no others?',
  ],
  [
    'a booking without a time of day',
    { appointments: { ...right.appointments, StartTime: { from: 'day', time: 'dd.MM.yyyy' } } },
    'region/appointments.json: the form has no hours: the time is published as a day. Does the EHR send the time of day elsewhere?',
  ],
  [
    'a price in öre',
    { appointments: { ...right.appointments, 'PaymentDetails/Price': 'priceOre' } },
    'region/appointments.json: a price is published in kronor: does the EHR send öre? Then write "shift": -2',
  ],
  [
    'a status for every word',
    {
      contacts: {
        'Contact/ContactStatus': {
          from: 'status',
          words: { A: 'Avslutad' },
          otherwise: { value: 'Planerad' },
        },
      },
    },
    'region/contacts.json: a word that is not listed is published as Planerad: without otherwise, it is left out and counted',
  ],
  [
    'an end of a warning from another time',
    { 'attention-signals': { ...right['attention-signals'], 'AttentionSignal/SignalDeletionDate': 'since' } },
    'region/attention-signals.json: it is read from the path of AttentionSignal/SignalVerifiedDateTime: is it when the warning ends?',
  ],
  [
    'what was never true, ignored',
    { contacts: { ...right.contacts, ignore: { 'meta/voided': 'of no interest' } } },
    'region/contacts.json: "voided" may say that a record was taken back, or how it is meant: is it sure to say nothing?',
  ],
  [
    'a state, ignored',
    { contacts: { 'Contact/ContactVisitType': 'type', ignore: { status: 'of no interest' } } },
    'region/contacts.json: "status" may say that a record was taken back, or how it is meant: is it sure to say nothing?',
  ],
  [
    'a dose, ignored',
    { contacts: { ...right.contacts, ignore: { 'order/dose': 'of no interest' } } },
    'region/contacts.json: "dose" may say that a record was taken back, or how it is meant: is it sure to say nothing?',
  ],
  [
    'a name that is a mark of another kind, ignored',
    {
      ...inKind({ visible: { from: 'audience', shown: ['P'] } }, 'patients'),
      contacts: { ...right.contacts, ignore: { audience: 'of no interest' } },
    },
    'region/contacts.json: "audience" may say that a record was taken back, or how it is meant: is it sure to say nothing?',
  ],
  [
    'an end of the interval alone',
    inKind({ query: { until: '{to}' } }, 'contacts'),
    'region/system.json: {to} without {from}: does the EHR then send what is before the interval too, and all of it?',
  ],
  [
    'a yes that means unprotected',
    inKind({ protected: { from: 'secret', words: { X: true, J: false } } }, 'patients'),
    'region/system.json: "J" means that the identity is not protected: is it the other way round?',
  ],
  [
    'a no that means protected',
    inKind({ protected: { from: 'secret', words: { N: true, X: false } } }, 'patients'),
    'region/system.json: "N" means that the identity is protected: is it the other way round?',
  ],
  [
    'a mark whose yes shows what its name hides',
    inKind({ visible: { from: 'voided', shown: [true], hidden: [false] } }, 'contacts'),
    'region/system.json: a yes at voided lets patients see a record: is it the other way round?',
  ],
  [
    'deleted records alone',
    inKind({ visible: { from: 'deletedAt', shown: 'present' } }, 'contacts'),
    'region/system.json: a yes at deletedAt lets patients see a record: is it the other way round?',
  ],
  [
    'an unknown status as it is sent',
    {
      contacts: {
        'Contact/ContactStatus': { from: 'status', words: { A: 'Avslutad' }, otherwise: 'as-sent' },
      },
    },
    'region/contacts.json: a word that is not listed is published as the EHR sends it: without otherwise, it is left out and counted',
  ],
])('%s', (_, changed, expected) => {
  expect(hintsOf(changed)).toEqual([expected]);
});

test('beside of all kinds is said once, and known in each', () => {
  const beside = { status: 'a number', at: 'when it was made' };
  expect(hintsOf({ system: { ...right.system, beside } })).toEqual([
    'region/system.json: it may say that the answer is not good, or not whole: an empty list beside it reads as "none". Say it in good or partial',
  ]);
});

test.each(['who', 'status', 'verificationStatus', 'audience', 'voided', 'felreg', 'dose', 'secretLevel'])(
  'a name that decides something is no name to ignore at any depth: %s',
  name => {
    const { system } = inKind({ visible: { from: 'audience', shown: ['P'] } }, 'patients');
    const files = {
      ...right,
      system,
      contacts: {
        ...right.contacts,
        ignore: { '**/links': 'for programs', [`**/${name}`]: 'of no interest' },
      },
    };
    const named = Object.entries(files).map(([file, content]) => [`${file}.json`, content]);
    const { faults } = loadTables(writeTables(Object.fromEntries(named)), regionTime('Europe/Stockholm'));
    expect(faults.map(({ expected }) => expected)).toEqual([
      `the whole path: "${name}" is read by a table, or may decide about a record`,
    ]);
  },
);
