// What tables make of answers that the contract suite does not have: a lookup before the call, namespaces, intervals, lists that are
// empty, and saved files.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Listening, listen } from '../../../../sandbox/listen.ts';
import { table } from '../../../../src/adapters/ehr/table/index.ts';
import { regionTime } from '../../../../src/adapters/time/region-time.ts';
import { Failure } from '../../../../src/domain/model/failure.ts';
import type { CompactTimestamp } from '../../../../src/domain/model/timestamp.ts';
import { markArrived } from '../../../../src/domain/use-cases/transition.ts';
import type { Call } from '../../../../src/ports/call.ts';
import type { Found, Omission } from '../../../../src/ports/ehr.ts';
import { noWriteLock } from '../../../../src/ports/write-lock.ts';
import { readDeps } from '../../../domain/support.ts';
import { listed } from '../../../support/listed.ts';
import { eachLoss } from '../../../support/losses.ts';
import { newCall, systemAt } from '../calls.ts';
import { world } from '../contract-world.ts';

const { patient, other } = world;
const facts = { time: regionTime('Europe/Stockholm'), clock: Date.now, reserveNumbersRoot: undefined };

const kind = {
  path: '/visits/{patient}',
  items: 'visits',
  owner: { record: 'who' },
  visible: 'all',
} as const;
const ofBookings = {
  path: '/bookings/{patient}',
  items: 'bookings',
  owner: { record: 'who' },
  visible: 'all',
};
const unknownPatient = { status: 404, body: { code: ['UNKNOWN'] } };
const contacts = { 'Contact/ContactStatus': 'status' };
const visit = (who: string = patient) => ({ who, status: 'IN' });

/** `patients` and `appointments` are the tables of these kinds, if system.json has them. */
type Tables = {
  readonly system: object;
  readonly contacts?: object;
  readonly patients?: object;
  readonly appointments?: object;
  readonly 'attention-signals'?: object;
  readonly 'journal-notes'?: object;
  readonly prescriptions?: object;
};

let ehr: Listening;
let asked: string[];
/** The answers by path and query; the EHR answers 404 to other requests. */
let answers: Readonly<Record<string, string>>;
const folder = mkdtempSync(join(tmpdir(), 'table-answers-'));

beforeAll(async () => {
  ehr = await listen(({ url = '' }, response) => {
    asked.push(url);
    const body = answers[url];
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/plain' });
    response.end(body ?? '{"code":"UNKNOWN"}');
  }, 0);
});
afterAll(async () => {
  await ehr.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  asked = [];
});

const systemOf = (tables: Tables, intervalAtEhr: readonly 'contacts'[] = []) => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  for (const [name, content] of Object.entries({ contacts, ...tables }))
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(content));
  expect(table.check?.({ tables: folder }, '/')).toEqual([]);
  return systemAt(ehr.url, { profileMembers: { tables: folder }, intervalAtEhr: new Set(intervalAtEhr) });
};

/** The EHR by these tables, which is closed when the test ends. */
const open = (tables: Tables, intervalAtEhr?: readonly 'contacts'[]) => {
  const { ehr: opened, close } = table.open(systemOf(tables, intervalAtEhr), facts);
  onTestFinished(close);
  return opened;
};

type Bookings = { readonly statuses: unknown[]; readonly omitted: number };

const readAll = async (
  tables: Tables,
  { interval = {}, passes = false }: { interval?: object; passes?: boolean } = {},
): Promise<Bookings> => {
  const found: Bookings = { statuses: [], omitted: 0 };
  let omitted = 0;
  const opened = open(tables, passes ? ['contacts'] : []);
  for await (const one of opened.contacts?.({ patient, interval, call: newCall() }) ?? []) {
    if ('omitted' in one) omitted++;
    else found.statuses.push(one.record?.contactEHRExtract?.[0]?.contact?.contactStatus);
  }
  return { ...found, omitted };
};

const json = JSON.stringify;
const statusOf = async (tables: Tables): Promise<unknown> =>
  readAll(tables).then(
    ({ statuses }) => statuses,
    error => (error instanceof Failure ? error.code : String(error)),
  );

const lookup = {
  path: '/find',
  query: { number: '{patient:8-4}' },
  items: 'hits',
  owner: { record: 'number' },
  id: 'id',
  digits: true,
};
const byId = {
  format: 'json',
  unknownPatient: 'empty-lookup',
  lookup,
  kinds: { contacts: { ...kind, path: '/visits/{id}', owner: { record: 'who', is: 'id' } } },
};
const find = '/find?number=19121212-1212';
const hit = (id: unknown, number: string = patient) => ({ id, number });
const mine = json({ visits: [{ who: 77, status: 'IN' }] });

test.each([
  ['finds the id, and asks with it', [hit(77)], mine, ['IN']],
  ['withholds a record of another id', [hit(77)], json({ visits: [{ who: 78, status: 'IN' }] }), []],
  ['the same id twice is one', [hit(77), hit(77)], mine, ['IN']],
  ['nobody', [], mine, 'patient-unknown'],
  ['somebody else', [hit(77, other)], mine, 'ehr-unusable'],
  ['the patient among others', [hit(78, other), hit(77), hit(79, other)], mine, ['IN']],
  ['several others', [hit(78, other), hit(79, other)], mine, 'ehr-unusable'],
  ['two ids among others', [hit(78, other), hit(77), hit(79)], mine, 'ehr-unusable'],
  ['somebody without a number beside the patient', [hit(77), { id: 78 }], mine, 'ehr-unusable'],
  ['somebody by no number beside the patient', [hit(77), hit(78, 'R-1')], mine, 'ehr-unusable'],
  ['two ids', [hit(77), hit(78)], mine, 'ehr-unusable'],
  ['a hit without an id', [hit(null)], mine, 'ehr-unusable'],
])('a lookup: %s', async (_, hits, visits, expected) => {
  answers = { [find]: json({ hits }), '/visits/77': visits };
  expect(await statusOf({ system: byId })).toEqual(expected);
});

const nobody = {
  format: 'json',
  unknownPatient: { status: 200, body: { hit: [false] } },
  lookup: {
    path: '/resolve',
    query: { number: '{patient}' },
    record: '.',
    owner: { kind: 'patients' },
    id: 'key',
  },
  kinds: {
    patients: {
      path: '/persons/{id}',
      record: '.',
      owner: { record: 'number' },
      visible: 'all',
      protected: { from: 'secret', words: { N: false } },
    },
    contacts: byId.kinds.contacts,
  },
};
const resolve = `/resolve?number=${patient}`;
const rows = { patients: { 'Patient/PatientBirthDate': 'born' } };
const found = json({ hit: true, key: 'K-77' });
const person = (number: unknown) => json({ number, born: '1912-12-12', secret: 'N' });
const visits = json({ visits: [{ who: 'K-77', status: 'IN' }] });

test.each([
  ['whose id leads to the patient', { [resolve]: found, '/persons/K-77': person(patient) }, ['IN'], 3],
  ['that says that there is nobody', { [resolve]: json({ hit: false }) }, 'patient-unknown', 1],
  [
    'whose id leads to somebody else',
    { [resolve]: found, '/persons/K-77': person(other) },
    'ehr-unusable',
    2,
  ],
  ['whose id leads to nobody named', { [resolve]: found, '/persons/K-77': person(null) }, 'ehr-unusable', 2],
  ['whose id leads nowhere', { [resolve]: found }, 'ehr-unusable', 2],
  ['without an id', { [resolve]: json({ hit: true }) }, 'ehr-unusable', 1],
])('a lookup that names nobody, %s', async (_, others, expected, calls) => {
  answers = { ...others, '/visits/K-77': visits };
  expect(await statusOf({ system: nobody, ...rows })).toEqual(expected);
  expect(asked).toHaveLength(calls);
});

test('a lookup that names nobody needs no further call where the answer itself names the patient', async () => {
  const owner = { answer: 'number' };
  const system = { ...nobody, kinds: { ...nobody.kinds, contacts: { ...byId.kinds.contacts, owner } } };
  answers = { [resolve]: found, '/visits/K-77': json({ number: patient, visits: [{ status: 'IN' }] }) };
  expect(await statusOf({ system, ...rows })).toEqual(['IN']);
  answers = { ...answers, '/visits/K-77': json({ number: other, visits: [] }) };
  expect(await statusOf({ system, ...rows })).toEqual('ehr-unusable');
  expect(asked).toEqual([resolve, '/visits/K-77', resolve, '/visits/K-77']);
});

test('a number beside the records that may be an echo of the question confirms nothing', async () => {
  const asks = { path: '/visits/{id}', query: { number: '{patient}' }, owner: { answer: 'number' } };
  const system = { ...nobody, kinds: { ...nobody.kinds, contacts: { ...byId.kinds.contacts, ...asks } } };
  const echo = json({ number: patient, visits: [{ status: 'IN' }] });
  answers = { [resolve]: found, [`/visits/K-77?number=${patient}`]: echo, '/persons/K-77': person(other) };
  expect(await statusOf({ system, ...rows })).toEqual('ehr-unusable');
  answers = { ...answers, '/persons/K-77': person(patient) };
  expect(await statusOf({ system, ...rows })).toEqual(['IN']);
});

test('a lookup compares its own answer and the record of patients', async () => {
  const system = {
    ...nobody,
    lookup: { ...nobody.lookup, owner: { record: 'number', kind: 'patients' } },
  };
  const named = (number: string) => json({ hit: true, key: 'K-77', number });
  answers = { [resolve]: named(patient), '/persons/K-77': person(patient), '/visits/K-77': visits };
  expect(await statusOf({ system, ...rows })).toEqual(['IN']);
  answers = { ...answers, '/persons/K-77': person(other) };
  expect(await statusOf({ system, ...rows })).toEqual('ehr-unusable');
  answers = { ...answers, [resolve]: named(other), '/persons/K-77': person(patient) };
  expect(await statusOf({ system, ...rows })).toEqual('ehr-unusable');
});

const echoed = {
  format: 'json',
  unknownPatient,
  kinds: { contacts: { ...kind, owner: { answer: 'query/person' } } },
} as const;
const hyphenated = (number: string) => `${number.slice(0, 8)}-${number.slice(8)}`;

test.each([
  ['the number of another patient', { who: other }, 'withheld'],
  ['the number of another patient with a hyphen and blanks', { who: ` ${hyphenated(other)} ` }, 'withheld'],
  ['the number of another patient as a number', { who: Number(other) }, 'withheld'],
  ['the number of another patient where a row reads it', { status: other }, 'withheld'],
  ['the number of another patient where it is ignored', { etag: other }, 'withheld'],
  ['the number of another patient further in', { more: [{ a: null }, { a: [other] }] }, 'withheld'],
  ['the number of another patient as a name, which can be data', { more: { [other]: { a: 1 } } }, 'withheld'],
  ['the number of the patient', { who: patient, also: hyphenated(patient) }, 'shown'],
  ['a text with a number of another patient', { text: `Mor: ${other}` }, 'shown'],
  ['twelve digits that are no number', { id: '191212121213' }, 'shown'],
  ['ten digits', { id: other.slice(2) }, 'shown'],
])('an owner that only the answer names, a record with %s: %s', async (_, members, expected) => {
  const record = { status: 'IN', ...members };
  answers = { [`/visits/${patient}`]: json({ query: { person: patient }, visits: [record] }) };
  const { statuses, omitted } = await readAll({
    system: echoed,
    contacts: { ...contacts, ignore: { etag: 'the lock' } },
  });
  expect({ shown: statuses.length, omitted }).toEqual(
    expected === 'shown' ? { shown: 1, omitted: 0 } : { shown: 0, omitted: 1 },
  );
  const named = { ...echoed, kinds: { contacts: { ...kind, owner: { record: 'whose' } } } };
  answers = { [`/visits/${patient}`]: json({ visits: [{ ...record, whose: patient }] }) };
  expect(await readAll({ system: named, contacts: { ...contacts, ignore: { etag: 'the lock' } } })).toEqual({
    statuses: [expect.anything()],
    omitted: 0,
  });
});

test('an owner that only the answer names, in XML: the number of another patient in an attribute or a text', async () => {
  const system = {
    format: 'xml',
    unknownPatient,
    kinds: { contacts: { ...kind, items: 'answer/visits/visit', owner: { answer: 'answer/query' } } },
  };
  const answer = (visits: string) => `<answer><query>${patient}</query><visits>${visits}</visits></answer>`;
  answers = {
    [`/visits/${patient}`]: answer(
      `<visit n="${other}"><status>A</status></visit><visit><who>${other}</who></visit><visit><status>B</status></visit>`,
    ),
  };
  expect(await readAll({ system })).toEqual({ statuses: ['B'], omitted: 2 });
});

test('an owner that only the answer names: a booking with the number of another patient makes the answer unusable', async () => {
  const bookings = { ...ofBookings, owner: { answer: 'query' } };
  const system = { ...echoed, kinds: { ...echoed.kinds, appointments: bookings } };
  const opened = open({ system, appointments: { ContactId: 'id' } });
  answers = { [`/bookings/${patient}`]: json({ query: patient, bookings: [{ id: '1', who: other }] }) };
  const read = Array.fromAsync(opened.appointments?.({ patient, interval: {}, call: newCall() }) ?? []);
  await expect(read).rejects.toMatchObject({ code: 'ehr-unusable', reason: 'ehr-wrong-patient' });
});

test('a lookup whose owner is an echo of the question, and that found somebody else', async () => {
  const system = { ...byId, lookup: { ...lookup, owner: { answer: 'query' } } };
  const hits = (hit: object) => json({ query: patient, hits: [hit] });
  answers = { [find]: hits({ id: 77, nationalId: hyphenated(other) }), '/visits/77': mine };
  expect(await statusOf({ system })).toEqual('ehr-unusable');
  answers = { ...answers, [find]: hits({ id: 77, nationalId: hyphenated(patient) }) };
  expect(await statusOf({ system })).toEqual(['IN']);
});

const ofId = (path: string, items: string) => ({
  path,
  items,
  owner: { record: 'who', is: 'id' },
  visible: 'all',
});

test.each([
  ['directly', { record: 'hit', items: undefined }, { hit: { id: 77 } }, {}],
  ['by a search', {}, { hits: [{ id: 77 }] }, {}],
  [
    'by a record of patients that names nobody beside an echo',
    { owner: { answer: 'query', kind: 'patients' } },
    { hits: [{ id: 77 }] },
    {
      path: '/persons/{id}',
      query: { number: '{patient}' },
      owner: { record: 'number', answer: 'query', absent: 'answer' },
    },
  ],
])(
  'an id that an echo of the question may have found %s: records with the number of another person are theirs (D17)',
  async (_, found, hits, patients) => {
    const kinds = {
      contacts: ofId('/visits/{id}', 'visits'),
      attentionSignals: ofId('/alerts/{id}', 'alerts'),
      journalNotes: ofId('/notes/{id}', 'notes'),
      prescriptions: ofId('/drugs/{id}', 'drugs'),
      appointments: ofId('/bookings/{id}', 'bookings'),
      patients: {
        ...ofId('/persons/{id}', 'persons'),
        protected: nobody.kinds.patients.protected,
        ...patients,
      },
    } as const;
    const writes = {
      arrive: {
        method: 'PUT',
        path: '/{id}/{booking}',
        results: [{ status: 200, body: { done: [true] }, result: 'OK' }],
      },
    };
    const asks = { ...lookup, owner: { answer: 'query' }, ...found };
    const system = { ...byId, unknownPatient, lookup: asks, kinds, writes };
    const tables = {
      'attention-signals': { 'AttentionSignal/SignalDeletionDate': 'until' },
      'journal-notes': { time_created: 'at' },
      prescriptions: { time_created: 'at' },
      appointments: { ContactId: 'id', Status: { from: 'state', words: { in: 'ARRIVED' } } },
      patients: { 'Patient/PatientBirthDate': 'born' },
    };
    const opened = open({ system, ...tables });
    const read = async (kind: keyof typeof kinds, sent: object): Promise<string> => {
      const { items } = kinds[kind];
      answers = {
        [find]: json({ query: patient, ...hits }),
        '/77/7': json({ done: true }),
        [`/${items}/77`]: json({ [items]: [{ who: 77, ...sent }] }),
        ...(kind === 'patients' ? {} : { '/persons/77': json({ persons: [{ who: 77 }] }) }),
        [`/persons/77?number=${patient}`]: json({
          query: patient,
          persons: [kind === 'patients' ? sent : {}],
        }),
      };
      const reader = opened[kind]?.({ patient, interval: {}, call: newCall() });
      const all = Array.fromAsync(reader as AsyncIterable<Found<unknown> | Omission>);
      return all.then(
        ([one]) => (one !== undefined && 'omitted' in one ? one.omitted : 'shown'),
        error => (error instanceof Failure ? error.reason : String(error)),
      );
    };
    for (const kind of ['contacts', 'attentionSignals', 'journalNotes', 'prescriptions'] as const) {
      expect([kind, await read(kind, { visitor: hyphenated(other) })]).toEqual([kind, 'foreign']);
      expect([kind, await read(kind, { visitor: patient })]).toEqual([kind, 'shown']);
    }
    // Where the record confirms the id, nothing is read. Of two numbers, nobody can tell which is that of the relative.
    for (const numbers of [{}, { guardian: patient }]) {
      const sent = { pnr: hyphenated(other), ...numbers };
      expect(['foreign', 'ehr-wrong-patient']).toContain(await read('patients', sent));
    }
    expect(await read('appointments', { id: '7', visitor: other })).toBe('ehr-wrong-patient');
    const { deps } = readDeps(opened);
    const all = {
      ...deps,
      stopwatch: () => performance.now(),
      writeLock: noWriteLock,
      writesInFlight: new Map(),
    };
    const arrive = () =>
      markArrived(all)({
        patient,
        ground: 'self',
        bookingId: '7',
        call: newCall(),
        begin: async () => {},
      });
    await expect(arrive()).rejects.toMatchObject({ reason: 'ehr-wrong-patient' });
    expect(asked).not.toContain('/77/7');
    expect(await read('appointments', { id: '7', visitor: patient })).toBe('shown');
    expect((await arrive()).result.ResultCode).toBe('OK');
    expect(asked).toContain('/77/7');
  },
);

const saysNobody = json({ code: 'UNKNOWN' });

test.each([
  ['a status and words', { status: 404, body: { code: ['UNKNOWN'] } }, {}],
  ['words at status 200', { status: 200, body: { code: ['UNKNOWN'] } }, { '/visits/77': saysNobody }],
  [
    'words beside records',
    { status: 200, body: { code: ['UNKNOWN'] } },
    { '/visits/77': '{"code":"UNKNOWN","visits":[]}' },
  ],
])(
  'a lookup that finds the patient, and a kind that then says by %s that nobody knows the id: unusable (D15)',
  async (_, unknown, others) => {
    const system = { ...byId, unknownPatient: unknown };
    answers = { [find]: json({ hits: [hit(77)] }), ...others };
    expect(await statusOf({ system })).toBe('ehr-unusable');
    // Without a lookup, it is the EHR's word.
    answers = Object.fromEntries(Object.entries(others).map(([, said]) => [`/visits/${patient}`, said]));
    expect(
      await statusOf({ system: { format: 'json', unknownPatient: unknown, kinds: { contacts: kind } } }),
    ).toBe('patient-unknown');
  },
);

test('a lookup that finds the patient, and a record of patients that nobody knows then: unusable (D15)', async () => {
  answers = { [resolve]: found };
  const system = { ...nobody, unknownPatient: { status: 404, body: { code: ['UNKNOWN'] } } };
  expect(await statusOf({ system, ...rows })).toBe('ehr-unusable');
});

test.each([
  ['after a lookup that found the patient: the outcome is not known (D15)', true, 'outcome-unknown'],
  ['without a lookup: the word of the EHR', false, 'patient-unknown'],
])('a write whose patient is unknown, %s', async (_, hasLookup, code) => {
  const by = hasLookup ? 'id' : 'patient';
  const appointments = { ...ofBookings, path: `/bookings/{${by}}` };
  const results = [
    { status: 200, body: { done: [true] }, result: 'OK' },
    { status: 404, body: { code: ['UNKNOWN'] }, result: 'unknown-patient' },
  ];
  const system = {
    format: 'json',
    unknownPatient,
    ...(hasLookup ? { lookup } : {}),
    kinds: { contacts: kind, appointments },
    writes: { arrive: { method: 'PUT', path: `/{${by}}/{booking}`, results } },
  };
  const bookings = { ContactId: 'id', Status: { from: 'state', words: { in: 'ARRIVED' } } };
  const opened = open({ system, appointments: bookings });
  answers = { [find]: json({ hits: [hit(77)] }) };
  const arrive = opened.writer?.arrive?.({ patient, bookingId: '7', call: newCall() });
  await expect(arrive).rejects.toMatchObject({ code });
});

test('the calls of a request share one lookup and one confirmation, and no other request does', async () => {
  const opened = open({ system: nobody, ...rows });
  answers = { [resolve]: found, '/persons/K-77': person(patient), '/visits/K-77': visits };
  const request = {};
  const contactsIn = (call: Partial<Call>) =>
    Array.fromAsync(opened.contacts?.({ patient, interval: {}, call: newCall(call) }) ?? []);
  await Promise.all([contactsIn({ request }), contactsIn({ request })]);
  expect(asked.toSorted()).toEqual(['/persons/K-77', resolve, '/visits/K-77', '/visits/K-77'].toSorted());
  answers = { [resolve]: json({ hit: false }) };
  await expect(contactsIn({ request: {} })).rejects.toMatchObject({ code: 'patient-unknown' });
  await expect(contactsIn({})).rejects.toMatchObject({ code: 'patient-unknown' });
});

test('a lookup whose id leads to somebody else: nothing is written', async () => {
  const appointments = { path: '/bookings/{id}', items: 'bookings', owner: { record: 'who', is: 'id' } };
  const system = {
    ...nobody,
    kinds: { ...nobody.kinds, appointments: { ...appointments, visible: 'all' } },
    writes: {
      arrive: {
        method: 'PUT',
        path: '/persons/{id}/bookings/{booking}',
        results: [{ status: 200, body: { done: [true] }, result: 'OK' }],
      },
    },
  };
  const bookings = { ContactId: 'id', Status: { from: 'state', words: { in: 'ARRIVED' } } };
  const opened = open({ system, ...rows, appointments: bookings });
  const arrive = () => opened.writer?.arrive?.({ patient, bookingId: '7', call: newCall() });
  answers = {
    [resolve]: found,
    '/persons/K-77': person(other),
    '/persons/K-77/bookings/7': json({ done: true }),
  };
  await expect(arrive()).rejects.toMatchObject({ code: 'ehr-unreachable', reason: 'ehr-not-notified' });
  expect(asked).toEqual([resolve, '/persons/K-77']);
  answers = { ...answers, '/persons/K-77': person(patient) };
  expect((await arrive())?.result.ResultCode).toBe('OK');
});

const saysUnknown = (format: 'json' | 'xml') => ({
  format,
  unknownPatient: {
    status: 200,
    body: format === 'json' ? { code: ['UNKNOWN'] } : { 'answer/code': ['UNKNOWN'] },
  },
  kinds: { contacts: { ...kind, items: format === 'json' ? 'visits' : 'answer/visits/visit' } },
});
const inElements = (code: string, records = '') =>
  `<answer><code>${code}</code><visits>${records}</visits></answer>`;
const element = `<visit><who>${patient}</who><status>IN</status></visit>`;

test.each([
  ['says so', 'json', json({ code: 'UNKNOWN' }), 'patient-unknown'],
  ['says so beside an empty list', 'json', json({ code: 'UNKNOWN', visits: [] }), 'patient-unknown'],
  ['says so beside records', 'json', json({ code: 'UNKNOWN', visits: [visit()] }), 'ehr-unusable'],
  ['says another word', 'json', json({ code: 'OK', visits: [visit()] }), ['IN']],
  ['says another word without the list', 'json', json({ code: 'OK' }), 'ehr-unusable'],
  ['says so', 'xml', '<answer><code>UNKNOWN</code></answer>', 'patient-unknown'],
  ['says so beside records', 'xml', inElements('UNKNOWN', element), 'ehr-unusable'],
  ['says another word', 'xml', inElements('OK', element), ['IN']],
  ['says another word beside an empty list', 'xml', inElements('OK'), []],
] as const)(
  'an unknown patient as an answer of status 200 that %s (%s)',
  async (_, format, answer, expected) => {
    answers = { [`/visits/${patient}`]: answer };
    expect(await statusOf({ system: saysUnknown(format) })).toEqual(expected);
  },
);

const xml = {
  format: 'xml',
  namespaces: { v: 'urn:vendor' },
  unknownPatient: { status: 404, body: { 'v:fault/v:code': ['UNKNOWN'] } },
  kinds: { contacts: { ...kind, items: 'v:visits/v:visit', owner: { record: 'v:who' } } },
};
const inXml = { 'Contact/ContactStatus': 'v:status' };
const one = (name: string) => `<${name}who>${patient}</${name}who><${name}status>IN</${name}status>`;

test.each([
  ['another prefix', `<x:visits xmlns:x="urn:vendor"><x:visit>${one('x:')}</x:visit></x:visits>`, ['IN']],
  ['the default namespace', `<visits xmlns="urn:vendor"><visit>${one('')}</visit></visits>`, ['IN']],
  ['no records', '<visits xmlns="urn:vendor"/>', []],
  ['another namespace', `<visits xmlns="urn:other"><visit>${one('')}</visit></visits>`, 'ehr-unusable'],
  [
    'a record of another namespace beside it',
    `<v:visits xmlns:v="urn:vendor"><visit>${one('')}</visit></v:visits>`,
    'ehr-unusable',
  ],
])('namespaces: %s', async (_, answer, expected) => {
  answers = { [`/visits/${patient}`]: answer };
  expect(await statusOf({ system: xml, contacts: inXml })).toEqual(expected);
});

const marked = {
  format: 'xml',
  unknownPatient: { status: 404, body: { 'fault/code': ['UNKNOWN'] } },
  kinds: {
    contacts: {
      ...kind,
      items: 'visits/visit',
      visible: { from: 'secret/@code', shown: ['N'], hidden: ['Y'], absent: 'shown' },
    },
  },
};
const nilIn = (content: string, attributes = '') =>
  `<visits xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><visit${attributes}><who>${patient}</who><status>IN</status>${content}</visit></visits>`;

test.each([
  ['a mark that says that there is none', '<secret xsi:nil="true"/>', ['IN']],
  ['a mark that hides, and says that there is none', '<secret xsi:nil="true" code="Y"/>', [undefined]],
])('XML: %s', async (_, content, expected) => {
  answers = { [`/visits/${patient}`]: nilIn(content) };
  expect(await statusOf({ system: marked })).toEqual(expected);
});

test('XML: a record that says that it is none, and is one', async () => {
  answers = { [`/visits/${patient}`]: nilIn('', ' xsi:nil="true"') };
  expect(await statusOf({ system: marked })).toEqual(['IN']);
});

const linked = { ...kind, next: { link: 'next' } };

const own = `/visits/${patient}`;

test.each([
  ['of the same path', `${own}?page=2`, `${own}?page=2`],
  ['relative to it', '?page=2', `${own}?page=2`],
  ['with a parameter twice', '?status=a&status=b', `${own}?status=a&status=b`],
  ['of another path', '/pages/2%C3%A5', '/pages/2%C3%A5'],
])('a link to the next page is followed: %s', async (_, next, page) => {
  answers = {
    [own]: json({ visits: [visit()], next }),
    [page]: json({ visits: [{ ...visit(), status: 'OUT' }] }),
  };
  const system = { format: 'json', unknownPatient, kinds: { contacts: linked } };
  expect(await statusOf({ system })).toEqual(['IN', 'OUT']);
});

test.each(
  listed(`
  https://elsewhere.example.com/visits http://user@127.0.0.1/visits /visits/..;/internal
  /visits/%2e%2e;x/internal /visits/a;jsessionid=1 /visits/..%2finternal /visits/%252e%252e/internal
  /visits/%5c..%5cinternal /visits/%C0%AE%C0%AE/internal /visits//internal http://[
`),
)('a link to the next page that may lead elsewhere is not followed: %s', async next => {
  answers = { [own]: json({ visits: [visit()], next }) };
  const system = { format: 'json', unknownPatient, kinds: { contacts: linked } };
  expect(await statusOf({ system })).toBe('ehr-unusable');
  expect(asked).toEqual([own]);
});

const anyHost = { ...kind, next: { link: 'next', host: 'ignored' } };

test.each([
  [`http://localhost:8080${own}?page=2`, ['IN', 'OUT']],
  [`HTTPS://ehr.internal${own}?page=2`, ['IN', 'OUT']],
  ['?page=2', ['IN', 'OUT']],
  ['http://localhost//elsewhere.example.com/visits', 'ehr-unusable'],
  ['//elsewhere.example.com/visits', 'ehr-unusable'],
  ['http://localhost/visits/..;/internal', 'ehr-unusable'],
  ['ftp://localhost/visits', 'ehr-unusable'],
])('of a link whose host is ignored, path and query count: %s', async (next, expected) => {
  answers = {
    [own]: json({ visits: [visit()], next }),
    [`${own}?page=2`]: json({ visits: [{ ...visit(), status: 'OUT' }] }),
  };
  const system = { format: 'json', unknownPatient, kinds: { contacts: anyHost } };
  expect(await statusOf({ system })).toEqual(expected);
});

test.each(['..', '..;', '%2e%2e', '%252e%252e', 'a/b', 'a%2fb', '..\\', '\ud800'])(
  'an id that may lead elsewhere is not asked for: %j',
  async id => {
    answers = { [find]: json({ hits: [hit(id)] }) };
    expect(await statusOf({ system: byId })).toBe('ehr-unusable');
    expect(asked).toEqual([find]);
  },
);

/** The path of each value of a kind's records that nothing reads. */
const unmappedIn = async (tables: Tables, kindRead: 'contacts' | 'patients') => {
  const opened = open(tables);
  const paths: string[] = [];
  for await (const one of opened[kindRead]?.({ patient, interval: {}, call: newCall() }) ?? [])
    if ('losses' in one)
      paths.push(
        ...eachLoss(one.losses).flatMap(({ reason, path }) => (reason === 'unmapped' ? [path] : [])),
      );
  return paths;
};

test('what only rows read whose conditions fail is not read', async () => {
  const patients = {
    'Patient/PatientComment': { from: 'phone', when: { type: ['HOME'] } },
    'Patient/PatientSex': { from: 'called', when: { type: ['WORK'] } },
  };
  const patientKind = {
    path: '/people/{patient}',
    record: '.',
    owner: { record: 'who' },
    visible: { from: 'audience', shown: ['ALL'] },
    protected: { from: 'secrecy', words: { N: false } },
  };
  const system = { format: 'json', unknownPatient, kinds: { contacts: kind, patients: patientKind } };
  const head = { who: patient, audience: 'ALL', secrecy: 'N' };
  const person = { ...head, type: 'WORK', phone: '0', called: 'Tolvan', more: 1 };
  answers = { [`/people/${patient}`]: json(person) };
  expect(await unmappedIn({ system, patients }, 'patients')).toEqual(['phone', 'more']);
});

test.each<[string, unknown, number | undefined]>([
  ['a thousand words', 'Anna '.repeat(1000), 1000],
  ['a thousand words and one', 'Anna '.repeat(1001), undefined],
  ['hundreds of thousands of words', 'a '.repeat(400_000), undefined],
  ['texts with a thousand words and one', ['a '.repeat(600), 'b '.repeat(401)], undefined],
])('given names of %s', async (_, first, count) => {
  const patients = { 'Patient/PatientName/PatientGivenName': { names: 'first', called: 'inUse' } };
  const patientKind = {
    path: '/people/{patient}',
    record: '.',
    owner: { record: 'who' },
    visible: 'all',
    protected: { from: 'secrecy', words: { N: false } },
  };
  const system = { format: 'json', unknownPatient, kinds: { contacts: kind, patients: patientKind } };
  answers = { [`/people/${patient}`]: json({ who: patient, secrecy: 'N', inUse: 'Anna', first }) };
  const opened = open({ system, patients });
  const found = await Array.fromAsync(
    opened.patients?.({ patient, interval: {}, call: newCall() }) ?? [],
    one => ('losses' in one ? one : undefined),
  );
  const names = found[0]?.record?.PatientEHRExtract?.[0]?.Patient?.PatientName?.PatientGivenName;
  expect(names?.length).toBe(count);
  expect(found[0]?.losses.length).toBe(count === undefined ? 1 : 0);
});

test('a key that can be data is in no path', async () => {
  const rows = { 'Contact/ContactStatus': 'status', 'Contact/ContactRoom': 'by/room' };
  const data = [
    '191212121212',
    '19121212-1212',
    'p19121212',
    'Tolvan Tolvansson',
    'f81d4fae-7dec-11d0',
    '42',
  ];
  const names = ['type2', 'åldersgrupp', 'icd10Code'];
  const by = Object.fromEntries([...data, ...names].map(name => [name, 1]));
  answers = { [own]: json({ visits: [{ ...visit(), by }] }) };
  const system = { format: 'json', unknownPatient, kinds: { contacts: kind } };
  const paths = await unmappedIn({ system, contacts: rows }, 'contacts');
  expect(paths.toSorted()).toEqual(['by/icd10Code', 'by/type2', 'by/åldersgrupp', ...data.map(() => 'by/…')]);
});

test('names without end are a few paths', async () => {
  const more = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`n${at}`, 1]));
  answers = { [own]: json({ visits: [{ ...visit(), ...more }, visit()] }) };
  const system = { format: 'json', unknownPatient, kinds: { contacts: kind } };
  const paths = await unmappedIn({ system }, 'contacts');
  expect(paths).toHaveLength(5000);
  expect(new Set(paths).size).toBe(201);
});

test('losses without number are all counted', async () => {
  answers = { [`/visits/${patient}`]: json({ visits: [{ ...visit(), more: Array(15_001).fill(1) }] }) };
  const system = { format: 'json', unknownPatient, kinds: { contacts: kind } };
  expect(await unmappedIn({ system }, 'contacts')).toHaveLength(15_001);
});

const texts = Array(15_990).fill('a');
const inRecord = (format: 'json' | 'xml', more: readonly string[]) =>
  format === 'json'
    ? json({ visits: [{ ...visit(), more }] })
    : `<visits><visit><who>${patient}</who><status>IN</status>${more.map(text => `<more>${text}</more>`).join('')}</visit></visits>`;

test.each(['json', 'xml'] as const)('a record is translated at once up to a limit: %s', async format => {
  const body = { [format === 'json' ? 'code' : 'fault/code']: ['UNKNOWN'] };
  const items = format === 'json' ? 'visits' : 'visits/visit';
  const system = {
    format,
    unknownPatient: { status: 404, body },
    kinds: { contacts: { ...kind, items } },
  };
  const rows = { ...contacts, ignore: { more: 'not wanted' } };
  answers = { [own]: inRecord(format, texts) };
  expect(await statusOf({ system, contacts: rows })).toEqual(['IN']);
  answers = { [own]: inRecord(format, [...texts, ...texts.slice(0, 20)]) };
  expect(await statusOf({ system, contacts: rows })).toBe('ehr-unusable');
});

const timed = {
  format: 'json',
  unknownPatient,
  kinds: { contacts: { ...kind, query: { from: '{from:dd.MM.yyyy}', to: { value: '{to}', else: 'now' } } } },
};
const interval = { from: '20260115093000' as CompactTimestamp };

test.each([
  ['is passed on in the form of the table', true, '?from=15.01.2026&to=now'],
  ['is not passed on unless the profile says so', false, '?to=now'],
])('an interval %s', async (_, passes, query) => {
  answers = { [`/visits/${patient}${query}`]: json({ visits: [visit()] }) };
  expect((await readAll({ system: timed }, { interval, passes })).statuses).toEqual(['IN']);
});

const counted = { ...kind, empty: { count: [0] }, beside: { count: 'how many there are' } };

test.each([
  ['says that there are none', counted, { count: 0 }, []],
  ['null', counted, { count: 0, visits: null }, []],
  ['says that there is one', counted, { count: 1 }, 'ehr-unusable'],
  ['says nothing', counted, {}, 'ehr-unusable'],
  ['has records', counted, { count: 1, visits: [visit()] }, ['IN']],
  ['without the list, where no words say that it is empty', kind, {}, 'ehr-unusable'],
])('an empty list: %s', async (_, contactsKind, answer, expected) => {
  answers = { [`/visits/${patient}`]: json(answer) };
  expect(
    await statusOf({ system: { format: 'json', unknownPatient, kinds: { contacts: contactsKind } } }),
  ).toEqual(expected);
});

const inGenericAnswer = (more: object) => ({
  format: 'xml',
  unknownPatient: { status: 404, body: { 'answer/code': ['UNKNOWN'] } },
  kinds: { contacts: { ...kind, owner: { record: 'who' }, ...more } },
});

test('XML: a root that other answers have does not say that a list is empty', () => {
  const system = inGenericAnswer({ items: 'answer/visit' });
  writeFileSync(join(folder, 'system.json'), JSON.stringify(system));
  writeFileSync(join(folder, 'contacts.json'), JSON.stringify(contacts));
  expect(table.check?.({ tables: folder }, '/').map(({ expected }) => expected)).toEqual([
    'a list in an element of its own, or empty beside it: other answers have this root too',
  ]);
});

describe.each([
  ['answer/visit', '', ''],
  ['answer/visits/visit', '<visits>', '</visits>'],
  ['answer/visits*/visit*', '<visits>', '</visits>'],
  ['answer/visits/visit*/contact*', '<visits><visit>', '</visit></visits>'],
  ['answer/part[kind=a]/visit', '<part><kind>a</kind>', '</part>'],
])('XML: without records at %s', (items, begin, end) => {
  const system = inGenericAnswer({ items, empty: { 'answer/count': ['0'] } });
  const emptyList = `${begin}${end}`;
  test.each([
    ['the words that there are none', '<count>0</count>', []],
    ['other words', '<count>5</count>', 'ehr-unusable'],
    ['nothing', '', 'ehr-unusable'],
    ['those words, and an empty list', `<count>0</count>${emptyList}`, []],
    ['other words, and an empty list', `<count>5</count>${emptyList}`, 'ehr-unusable'],
    ['an empty list alone', emptyList, 'ehr-unusable'],
  ])('an answer of %s', async (_, inner, expected) => {
    answers = { [`/visits/${patient}`]: `<answer>${inner}</answer>` };
    expect(await statusOf({ system })).toEqual(expected);
  });
});

const saved = async (tables: Tables, answer: object) => {
  const bytes = Buffer.from(json(answer));
  const opened = table.openFile?.(bytes, systemOf(tables), facts);
  const statuses: unknown[] = [];
  for await (const one of opened?.ehr.contacts?.({ patient, interval: {}, call: newCall() }) ?? [])
    statuses.push(
      'omitted' in one ? one.omitted : one.record?.contactEHRExtract?.[0]?.contact?.contactStatus,
    );
  return { statuses, isOnePage: opened?.isOnePage?.(), hasWriter: opened?.ehr.writer !== undefined };
};

const paged = { ...kind, next: { cursor: 'next', parameter: 'after' } };

test.each([
  [
    'the last page',
    { format: 'json', unknownPatient, kinds: { contacts: paged } },
    { visits: [visit()] },
    false,
  ],
  [
    'one page of several',
    { format: 'json', unknownPatient, kinds: { contacts: paged } },
    { visits: [visit()], next: '2' },
    true,
  ],
  ['without the lookup before it', byId, { visits: [{ who: 77, status: 'IN' }] }, false],
])('a saved answer: %s', async (_, system, answer, isOnePage) => {
  expect(await saved({ system }, answer)).toEqual({ statuses: ['IN'], isOnePage, hasWriter: false });
  expect(asked).toEqual([]);
});

test.each<[string, string | undefined, string | undefined]>([
  ['{"state":1,"paid":"J"}', 'BOOKED', 'PAID'],
  ['{"state":"AVBOKAD","paid":"J"}', 'UNKNOWN', 'PAID'],
  ['{"state":["BOOKED"],"paid":"J"}', 'UNKNOWN', 'PAID'],
  ['{"state":1,"paid":{}}', 'BOOKED', 'UNKNOWN'],
  ['{"state":1,"old":"9"}', 'UNKNOWN', undefined],
  ['{"state":null,"paid":" "}', undefined, undefined],
])('a booking whose states are %s: %s and %s (D16)', async (sent, state, payment) => {
  const appointments = {
    Status: [
      { from: 'state', words: { 1: 'BOOKED' } },
      { from: 'old', words: { 2: 'MISSED' } },
    ],
    PaymentStatus: { from: 'paid', words: { J: 'PAID' } },
  };
  const system = { ...echoed, kinds: { ...echoed.kinds, appointments: ofBookings } };
  const opened = open({ system, appointments });
  answers = { [`/bookings/${patient}`]: json({ bookings: [{ who: patient, ...JSON.parse(sent) }] }) };
  const [found] = await Array.fromAsync(
    opened.appointments?.({ patient, interval: {}, call: newCall() }) ?? [],
  );
  if (found === undefined || 'omitted' in found) throw new Error('no list');
  expect(found.record.appointments).toMatchObject([{ state, payment }]);
  const lost = [state, payment].filter(one => one === 'UNKNOWN');
  expect(found.record.appointments[0]?.losses).toHaveLength(lost.length);
});

test.each<[string, object | string, string | undefined, string | undefined]>([
  ['2026-01-15', 'at', '2026-01-15', undefined],
  ['20260115', 'at', '2026-01-15', undefined],
  ['15.01.2026', { from: 'at', time: 'dd.MM.yyyy' }, '2026-01-15', undefined],
  ['2026-01-15T00:00', 'at', '2026-01-15 00:00', '2026-01-14T23:00:00Z'],
  ['15.01.2026 09:30', { from: 'at', time: 'dd.MM.yyyy HH:mm' }, '2026-01-15 09:30', '2026-01-15T08:30:00Z'],
])('a booking that starts at %s: a day alone is no midnight (D8)', async (at, from, local, inUtc) => {
  const system = { ...echoed, kinds: { ...echoed.kinds, appointments: ofBookings } };
  const opened = open({ system, appointments: { StartTime: from } });
  answers = { [`/bookings/${patient}`]: json({ bookings: [{ who: patient, at }] }) };
  const [found] = await Array.fromAsync(
    opened.appointments?.({ patient, interval: {}, call: newCall() }) ?? [],
  );
  if (found === undefined || 'omitted' in found) throw new Error('no list');
  const [only] = found.record.appointments;
  expect(only?.booking.StartTime).toBe(local);
  expect(only?.booking.TypedStartDateTime).toBe(inUtc);
  const isDay = inUtc === undefined;
  expect(only?.losses).toEqual(
    isDay ? [{ path: 'TypedStartDateTime', reason: 'unreadable', hides: [] }] : [],
  );
});
