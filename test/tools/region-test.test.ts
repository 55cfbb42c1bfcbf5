// npm run region -- test: samples with what is expected of them, also what is left out, and damages.
import { expect, test } from 'vitest';
import {
  contacts,
  type Files,
  patient,
  patients,
  runIn,
  sample,
  system,
  systemById,
  systemInXml,
} from './region-of-tables.ts';

const record = {
  contactEHRExtract: [
    {
      contact: { contactStatus: 'Avslutad' },
      patient: { patientID: { root: '1.2.752.129.2.1.3.1', extension: patient } },
    },
  ],
};
const withheld = { count: 1, reason: 'withheld' };

const run = (files: Files, argv: readonly string[] = []) => runIn(files, ['test', 'region.json', ...argv]);

test('a sample whose hidden record is expected to be withheld is right', async () => {
  const expected = { records: [record], leftOut: [withheld] };
  const { status, out } = await run({
    samples: { 'contacts-1.json': sample, 'contacts-1.expected.json': expected },
  });
  expect(out).toContain('ok      contacts-1');
  expect(out).toContain('0 published in silence');
  expect(status).toBe(0);
});

test('beside a record that is withheld, damages are still compared', async () => {
  const expected = { records: [record], leftOut: [withheld] };
  const withKey = { list: sample.list.map(one => ({ ...one, key: 7 })) };
  const { out } = await run({
    tables: { 'contacts.json': { ...contacts, ignore: { key: 'of no interest' } } },
    samples: { 'contacts-1.json': withKey, 'contacts-1.expected.json': expected },
  });
  expect(out).toContain('ok      contacts-1');
  // The key of both, and of the record that is withheld the mark and the status: what does not publish anything.
  expect(out).toContain('8 damages: 0 published in silence, 4 in values of which nothing is published');
});

test('the table that leaks it is not', async () => {
  const expected = { records: [record], leftOut: [withheld] };
  const leaking = { ...system, kinds: { patients, contacts: { ...system.kinds.contacts, visible: 'all' } } };
  const { status, out } = await run({
    tables: {
      'system.json': leaking,
      'contacts.json': { ...contacts, ignore: { audience: 'of no interest' } },
    },
    samples: { 'contacts-1.json': sample, 'contacts-1.expected.json': expected },
  });
  expect(out).toContain('FAILED  contacts-1');
  expect(out).toContain('  expected, but not left out: 1 left out: withheld');
  expect(status).toBe(1);
});

test('what is left out and not expected is a failure too', async () => {
  const { status, out } = await run({
    samples: { 'contacts-1.json': sample, 'contacts-1.expected.json': [record] },
  });
  expect(out).toContain('  not expected: 1 left out: withheld');
  expect(status).toBe(1);
});

test('the patient of samples that name nobody', async () => {
  const byId = systemById({ answer: 'id', is: 'id' });
  const files = {
    tables: { 'system.json': byId },
    samples: {
      'contacts-1.json': { id: 'K-77', list: [{ audience: 'P', status: 'F' }] },
      'contacts-1.expected.json': [record],
    },
  };
  expect((await run(files)).err).toContain('The file names no patient: give the number with --patient.');
  expect((await run(files, ['--patient', patient])).out).toContain('ok      contacts-1');
});

test('a sample without what is expected of it is a failure', async () => {
  const { status, out } = await run({ samples: { 'contacts-1.json': sample } });
  expect(out).toMatch(
    /^FAILED {2}contacts-1\n {2}there is no .*contacts-1\.expected\.json: translate --json prints/,
  );
  expect(status).toBe(1);
});

test('a damage that changes a record and is not counted is named, and a failure', async () => {
  // A damaged attribute is called "damaged": a table that ignores that name does not count it.
  const table = {
    'Contact/ContactStatus': { ...contacts['Contact/ContactStatus'], from: 'status/@code' },
    ignore: { 'status/@damaged': 'of no interest' },
  };
  const answer = `<a><list><one><who>${patient}</who><audience>P</audience>
<status code="F"/></one></list></a>`;
  const { status, out } = await run({
    tables: { 'system.json': systemInXml, 'contacts.json': table },
    samples: { 'contacts-1.xml': answer, 'contacts-1.expected.json': [record] },
  });
  expect(out).toContain('ok      contacts-1');
  expect(out).toContain('3 damages: 1 published in silence, 0 in values of which nothing is published');
  expect(out).toContain(
    '  in silence: contacts-1: line 2, column 9: 0/contactEHRExtract/0/contact was {"contactStatus":"Avslutad"}, and is nothing',
  );
  expect(status).toBe(1);
});

test.each(['contact-1.json', 'contacts.json', 'notes.txt', 'contacts-9.expected.json'])(
  'a file that would never be tested is refused: %s',
  async name => {
    const samples = { 'contacts-1.json': sample, 'contacts-1.expected.json': [record], [name]: {} };
    const { status, err } = await run({ samples });
    expect(err).toContain(`${name}: not the name of a sample`);
    expect(status).not.toBe(0);
  },
);

test('in XML, texts and attributes are damaged, and neither text within CDATA nor a comment', async () => {
  const answer = `<a><!-- <x>y</x> --><list><one who="${patient}"><audience>P</audience><status><![CDATA[F]]></status></one></list></a>`;
  const kinds = { patients, contacts: { ...systemInXml.kinds.contacts, owner: { record: '@who' } } };
  const { status, out } = await run({
    tables: { 'system.json': { ...systemInXml, kinds } },
    samples: { 'contacts-1.xml': answer, 'contacts-1.expected.json': [record] },
  });
  expect(out).toContain('ok      contacts-1');
  expect(out).toContain('2 damages: 0 published in silence');
  expect(status).toBe(0);
});

test('translate names the id that it took for the patient’s: two are never both', async () => {
  const byId = systemById({ record: 'key', is: 'id' });
  const answer = {
    list: [
      { key: 'K-77', audience: 'P', status: 'F' },
      { key: 'K-78', audience: 'P', status: 'F' },
    ],
  };
  const argv = [
    'translate',
    'contacts',
    'prov/samples/contacts-1.json',
    '--profile',
    'region.json',
    '--patient',
    patient,
  ];
  const { err } = await runIn(
    { tables: { 'system.json': byId }, samples: { 'contacts-1.json': answer } },
    argv,
  );
  expect(err).toContain(
    'Taken for the patient’s, because a file has no lookup: K-77. The service compares them; so does this command with --id.',
  );
  expect(err).toContain('1 record of contacts.');
  expect(err).toContain('1 of another patient');
  const compared = await runIn({ tables: { 'system.json': byId }, samples: { 'contacts-1.json': answer } }, [
    ...argv,
    '--id',
    'K-77',
  ]);
  expect(compared.err).toContain('1 record of contacts.\n1 of another patient');
  expect(compared.err).not.toContain('Taken for');
});

test('whose a sample is can stand beside it, so that one folder has those of several patients', async () => {
  const byId = systemById({ record: 'key', is: 'id' });
  const foreign = { count: 1, reason: 'foreign' };
  const list = [{ key: 'K-77', audience: 'P', status: 'F' }];
  const samples = {
    'contacts-1.json': { list },
    'contacts-1.expected.json': [record],
    'contacts-1.patient.json': { patient, id: 'K-77' },
    'contacts-2.json': { list },
    'contacts-2.expected.json': { records: [], leftOut: [foreign] },
    'contacts-2.patient.json': { patient, id: 'K-78' },
  };
  const { out, status } = await run({ tables: { 'system.json': byId }, samples }, ['--json']);
  expect(JSON.parse(out)).toMatchObject({
    samples: [
      { name: 'contacts-1', faults: [] },
      { name: 'contacts-2', faults: [] },
    ],
    silent: [],
  });
  expect(status).toBe(0);
});

const results = [
  { status: 200, body: { done: [true] }, result: 'OK' },
  { status: 200, body: { done: ['BEFORE'] }, result: 'INFO', comment: 'text' },
  { status: 409, body: { code: ['NO-BOOKING'] }, result: 'unknown-booking' },
];
const bookings = { path: '/{id}/bookings', items: 'list', owner: { record: 'who' }, visible: 'all' };
const writing = {
  ...systemById({ record: 'key', is: 'id' }),
  kinds: { patients, appointments: bookings },
  writes: { arrive: { method: 'PUT', path: '/{id}/{booking}', results } },
};
const writingTables = {
  'system.json': writing,
  'contacts.json': undefined,
  'appointments.json': { ContactId: 'id', Status: { from: 'state', words: { IN: 'ARRIVED' } } },
};

test('answers of the lookup and of writes, and of a patient who is not known, are samples too', async () => {
  const unknown = { code: 'UNKNOWN' };
  const samples = {
    'lookup-1.json': { hits: [{ no: patient, id: 'K-77' }] },
    'lookup-1.expected.json': { id: 'K-77' },
    'lookup-404-1.json': unknown,
    'lookup-404-1.patient.json': { patient },
    'lookup-404-1.expected.json': { failure: 'patient-unknown' },
    'arrive-1.json': { done: true },
    'arrive-1.expected.json': { result: 'OK', comment: '' },
    'arrive-2.json': { done: 'BEFORE', text: 'Redan ankommen.' },
    'arrive-2.expected.json': { result: 'INFO', comment: 'Redan ankommen.' },
    'arrive-409-1.json': { code: 'NO-BOOKING' },
    'arrive-409-1.expected.json': { failure: 'booking-unknown' },
    'arrive-500-1.json': '',
    'arrive-500-1.expected.json': { failure: 'outcome-unknown' },
  };
  const { out, status } = await run({ tables: writingTables, samples });
  const names = ['arrive-1', 'arrive-2', 'arrive-409-1', 'arrive-500-1', 'lookup-1', 'lookup-404-1'];
  expect(out.trim().split('\n')).toEqual([
    ...names.map(name => `ok      ${name}`),
    '',
    '7 damages: 0 published in silence, 0 in values of which nothing is published',
  ]);
  expect(status).toBe(0);
});

test('a sample whose answer means something else than is expected of it', async () => {
  const samples = {
    'lookup-1.json': { hits: [{ no: patient, id: 'K-77' }] },
    'lookup-1.expected.json': { id: 'K-78' },
    'lookup-404-1.json': { code: 'CLOSED' },
    'lookup-404-1.patient.json': { patient },
    'lookup-404-1.expected.json': { failure: 'patient-unknown' },
    'arrive-1.json': { done: 'BEFORE' },
    'arrive-1.expected.json': { failure: 'booking-unknown' },
    'arrive-2.json': { done: 'BEFORE', more: 1 },
  };
  const { out } = await run({ tables: writingTables, samples });
  expect(out.split('\n').slice(0, 8)).toEqual([
    'FAILED  arrive-1',
    '  expected, but not so: the failure booking-unknown',
    'FAILED  arrive-2',
    expect.stringMatching(
      /^ {2}there is no .*arrive-2\.expected\.json: look at what to save there: {"result":"INFO","comment":""}$/,
    ),
    'FAILED  lookup-1',
    '  the records are not those that are expected',
    'FAILED  lookup-404-1',
    '  status 404 (there is nothing at that address: look at baseUrl)',
  ]);
});

test('a damage that makes another result of one is silent: its report names both', async () => {
  const lax = [
    { status: 200, body: { done: 'true or false' }, result: 'OK' },
    { status: 200, body: { done: 'present' }, result: 'ERROR' },
  ];
  const tables = {
    ...writingTables,
    'system.json': { ...writing, writes: { arrive: { ...writing.writes.arrive, results: lax } } },
  };
  const samples = {
    'arrive-1.json': { done: true },
    'arrive-1.expected.json': { result: 'OK', comment: '' },
  };
  const { out, status } = await run({ tables, samples }, ['--json']);
  expect(JSON.parse(out)).toMatchObject({
    damages: 1,
    silent: [{ sample: 'arrive-1', where: 'done', path: '0/result', before: '"OK"', after: '"ERROR"' }],
  });
  expect(status).toBe(1);
});

test('an answer of a kind with another status: no records, or nobody knows', async () => {
  const tables = {
    'system.json': {
      ...system,
      kinds: {
        patients,
        contacts: {
          ...system.kinds.contacts,
          none: [{ status: 404, body: { code: ['NONE'] } }],
          unknown: [{ status: 204 }],
        },
      },
    },
  };
  const samples = {
    'contacts-404-1.json': { code: 'NONE' },
    'contacts-404-1.patient.json': { patient },
    'contacts-404-1.expected.json': [],
    'contacts-204-1.json': '',
    'contacts-204-1.patient.json': { patient },
    'contacts-204-1.expected.json': {
      records: [],
      leftOut: [{ count: 1, reason: 'source-unavailable' }],
    },
  };
  const { out, status } = await run({ tables, samples });
  expect(out).toContain('ok      contacts-204-1\nok      contacts-404-1');
  expect(status).toBe(0);
});

test('test compares the id with --id', async () => {
  const byId = systemById({ record: 'key', is: 'id' });
  const files = {
    tables: { 'system.json': byId },
    samples: {
      'contacts-1.json': {
        list: [
          { key: 'K-77', audience: 'P', status: 'F' },
          { audience: 'P', status: 'F' },
        ],
      },
      'contacts-1.expected.json': { records: [record], leftOut: [{ count: 1, reason: 'foreign' }] },
    },
  };
  const argv = ['--patient', patient, '--id'];
  expect((await run(files, [...argv, 'K-77'])).out).toContain('ok      contacts-1');
  const { out } = await run(files, [...argv, 'K-78']);
  expect(out).toContain('FAILED  contacts-1');
  expect(out).toContain('  the records are not those that are expected');
  expect(out).toContain('  not expected: 1 withheld, because they name nobody: is the path of owner right?');
});

test('a damaged day of a booking whose time of day was missing before is counted', async () => {
  const bookings = {
    ...system,
    kinds: {
      patients,
      appointments: { path: '/{patient}', items: 'list', owner: { record: 'who' }, visible: 'all' },
    },
  };
  const table = {
    ContactId: 'id',
    StartTime: [
      { from: ['day', 'time'], time: 'yyyyMMdd HHmm', when: { time: 'present' } },
      { from: 'day', when: { time: 'absent' } },
    ],
  };
  const { out } = await run({
    tables: { 'system.json': bookings, 'contacts.json': undefined, 'appointments.json': table },
    samples: { 'appointments-1.json': { list: [{ who: patient, id: 'B1', day: '20261211', time: '' }] } },
  });
  expect(out).toContain('3 damages: 0 published in silence, 0 in values of which nothing is published');
});
