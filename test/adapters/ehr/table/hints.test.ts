// What tables say that is probably wrong: hints at the start, and in `region check`.
import { expect, test } from 'vitest';
import { loadTables } from '../../../../src/adapters/ehr/table/compiler/load.ts';
import { regionTime } from '../../../../src/adapters/time/region-time.ts';
import { casesIn } from '../../../support/cases-in.ts';
import { listed } from '../../../support/listed.ts';
import { editedTables, type TableEdit } from './edited-tables.ts';
import { inJson, writeTables } from './table-ehr.ts';

const patients = {
  path: '/persons/{patient}',
  record: '.',
  owner: { record: 'who' },
  visible: 'all',
  protected: { from: 'secret', words: { N: false, J: true } },
};
const contacts = { path: '/visits/{patient}', items: 'list', owner: { record: 'who' }, visible: 'all' };
const cases = casesIn(import.meta.url);
const arrive = { method: 'PUT', path: '/{patient}/{booking}', results: cases('results') };
const right = {
  system: {
    ...inJson,
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

const hintsOf = (edit: TableEdit): string[] => {
  const files = Object.entries(editedTables(right, edit)).map(([name, content]) => [`${name}.json`, content]);
  const { faults, hints } = loadTables(
    writeTables(Object.fromEntries(files)),
    regionTime('Europe/Stockholm'),
  );
  expect(faults).toEqual([]);
  return hints.map(({ where, message }) => `${where.replace(/:\d+:\d+$/, '')}: ${message}`);
};
const inContacts = (members: object): TableEdit => ({ kinds: { contacts: members } });

test('tables that are probably right have none', () => {
  expect(hintsOf({})).toEqual([]);
  expect(hintsOf(inContacts({ beside: { at: 'when it was made' } }))).toEqual([]);
  // A state hides what was never true, beside a mark of its own; and pages are read.
  const marks = [
    { from: 'status', shown: ['A'], hidden: ['X'] },
    { from: 'audience', shown: ['P'], hidden: ['S'] },
  ];
  expect(hintsOf(inContacts({ visible: marks }))).toEqual([]);
  const paged = { next: { offset: 'skip', total: 'total' }, beside: { page: 'its number' } };
  expect(hintsOf(inContacts(paged))).toEqual([]);
  const told = { beside: { error: 'said by good' }, good: { error: 'absent' } };
  expect(hintsOf(inContacts(told))).toEqual([]);
});

test.each(cases<[string, TableEdit, string]>('hints'))('%s', (_, edit, expected) => {
  expect(hintsOf(edit)).toEqual([`region/${expected}`]);
});

test('beside of all kinds is said once, and known in each', () => {
  const beside = { status: 'a number', at: 'when it was made' };
  expect(hintsOf({ system: { beside } })).toEqual([
    'region/system.json: it may say that the answer is not good, or not whole: an empty list beside it reads as "none". Say it in good or partial',
  ]);
});

const deciding = listed(
  `who status verificationStatus audience voided felreg dose secretLevel in/out up/down`,
);
test.each(deciding)('a name that decides something is no name to ignore at any depth: %s', name => {
  const pointer = name.replace('/', '~1');
  const files = editedTables(right, {
    kinds: { patients: { visible: { from: 'audience', shown: ['P'] } } },
    contacts: {
      'Contact/ContactTypeOfVisit': 'in~1out',
      'Contact/ContactVisitType': 'parts[way/up~1down=P]/v',
      ignore: { '**/links': 'for programs', [`**/${pointer}`]: 'of no interest' },
    },
  });
  const named = Object.entries(files).map(([file, content]) => [`${file}.json`, content]);
  const { faults } = loadTables(writeTables(Object.fromEntries(named)), regionTime('Europe/Stockholm'));
  expect(faults.map(({ expected }) => expected)).toEqual([
    `the whole path: "${name}" is read by a table, or may decide about a record`,
  ]);
});
