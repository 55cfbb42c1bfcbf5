// npm run region -- translate --explain: what tables make of each value of a saved answer, and whether anything of it is published.
import { expect, test } from 'vitest';
import { listed } from '../support/listed.ts';
import { contacts, patient, patients, runIn, sample, system, systemInXml } from './region-of-tables.ts';

const argvOf = (file: string, ...more: readonly string[]) => [
  'translate',
  'contacts',
  `prov/samples/${file}`,
  '--profile',
  'region.json',
  ...more,
];

test('translate --explain shows which mark withholds a record', async () => {
  const { out } = await runIn(
    { samples: { 'contacts-1.json': sample } },
    argvOf('contacts-1.json', '--explain'),
  );
  const [first = '', second = ''] = out.split('record 2');
  expect(first).not.toContain('withheld');
  expect(second.trimStart()).toMatch(
    /^- +list\[1\]\/audience \(1:\d+\) +withheld: the mark audience does not let patients see this record: prov\/system.json:1:\d+\n/,
  );
});

test('translate --explain shows records of others, and which line of the tables withholds them', async () => {
  const answer = {
    list: [
      { who: patient, audience: 'P', status: 'F' },
      { who: '189001019802', audience: 'P', status: 'F' },
      { audience: 'S', status: 'F' },
    ],
  };
  const { out } = await runIn(
    { samples: { 'contacts-1.json': answer } },
    argvOf('contacts-1.json', '--explain'),
  );
  const [first = '', second = '', third = ''] = out.split(/record \d\n/).slice(1);
  expect(first).not.toContain('withheld');
  expect(second).toMatch(
    /^- +list\[1\]\/who \(1:\d+\) +withheld: the record names another patient: prov\/system.json:1:\d+\n/,
  );
  expect(third).toMatch(
    /^- +list\[2\]\/who +withheld: the record names nobody: is the path of owner right\?: prov\/system.json:1:\d+\n- +list\[2\]\/audience/,
  );
});

test.each([
  ['', {}, 'one'],
  [' with namespaces', { namespaces: { v: 'urn:v' } }, 'v:one'],
])('translate --explain names lines and columns of XML%s', async (_, namespaces, one) => {
  const inXml = {
    ...systemInXml,
    ...namespaces,
    kinds: {
      patients,
      contacts: { ...systemInXml.kinds.contacts, items: `a/list/${one}`, owner: { record: '@who' } },
    },
  };
  const answer = `<?xml version="1.0" encoding="ISO-8859-1"?>\r
<a xmlns:v="urn:v">\r
  <!-- <v:one> å -->
  <list><v:one  unit="who" who = "${patient}"><audience>P</audience>
    <status code="1">F</status><id type="x" no="7"/></v:one>
  <v:one who="${patient}"><audience>S</audience><status>X</status></v:one></list>
</a>`;
  const table = { ...contacts, 'Contact/ContacInternaltID': 'id[@type=x]/@no' };
  const { out } = await runIn(
    {
      tables: { 'system.json': inXml, 'contacts.json': table },
      samples: { 'contacts-1.xml': Buffer.from(answer, 'latin1') },
    },
    argvOf('contacts-1.xml', '--explain'),
  );
  const [first = '', second = ''] = out.split('record 2');
  expect(first).toMatch(/^Contact\/ContactStatus +.*\/status \(5:5\) +"Avslutad"$/m);
  expect(first).toMatch(/^Contact\/ContacInternaltID +.*\/@no \(5:45\) +"7"$/m);
  expect(first).toMatch(/^- +.*\/@unit \(4:17\) +unmapped/m);
  expect(first).toMatch(/^- +.*\/status\/@code \(5:13\) +unmapped/m);
  expect(second).toMatch(/^- +.*\/audience \(6:\d+\) +withheld/m);
  expect(second).toMatch(/^Contact\/ContactStatus +.*\/status \(6:\d+\) +lost/m);
});

test('translate --explain of an answer that translate refuses says so, and ends with the same status', async () => {
  const refused = { samples: { 'contacts-1.json': { ...sample, extra: [1] } } };
  const plain = await runIn(refused, argvOf('contacts-1.json'));
  const explained = await runIn(refused, argvOf('contacts-1.json', '--explain'));
  expect(plain.status).toBe(1);
  expect(plain.err).toContain('the name "extra" beside the records of contacts is unknown');
  expect(explained.err).toBe(plain.err);
  expect(explained.status).toBe(1);
  expect(explained.out).toMatch(
    /^The answer is refused, and nothing of it is published: see the error at the end\. What the rows read of it:\nrecord 1\n/,
  );
});

test('translate --explain of an answer of nobody refuses it too, and shows what the rows read', async () => {
  const anonymous = { samples: { 'contacts-1.json': { list: [{ audience: 'P', status: 'F' }] } } };
  const plain = await runIn(anonymous, argvOf('contacts-1.json'));
  const explained = await runIn(anonymous, argvOf('contacts-1.json', '--explain'));
  expect(plain).toMatchObject({
    status: 1,
    err: 'The file names no patient: give the number with --patient.\n',
  });
  expect(explained).toMatchObject({ status: 1, err: plain.err });
  expect(explained.out).toMatch(/^The answer is refused.*\nrecord 1\nContact\/ContactStatus +.*"Avslutad"\n/);
});

test('translate --explain of an empty list is no error, as translate has none', async () => {
  const empty = { samples: { 'contacts-1.json': { list: [] } } };
  const { status, out, err } = await runIn(
    empty,
    argvOf('contacts-1.json', '--explain', '--patient', patient),
  );
  expect({ status, out }).toEqual({ status: 0, out: 'The answer has no records.\n' });
  expect(err).toBe('0 records of contacts.\n');
});

test('translate --explain counts as translate does, and shows an item that where does not understand', async () => {
  const table = {
    ...contacts,
    'CareProviders/CareProvider': {
      each: 'staff',
      where: { role: ['D'] },
      record: { CareProviderName: 'name' },
    },
  };
  const one = {
    who: patient,
    audience: 'P',
    status: 'F',
    staff: [
      { role: 'D', name: 'Påhittad Läkarsson' },
      { role: 'N', name: 'Påhittad Sköterska' },
    ],
  };
  const files = { tables: { 'contacts.json': table }, samples: { 'contacts-1.json': { list: [one] } } };
  const plain = await runIn(files, argvOf('contacts-1.json'));
  const explained = await runIn(files, argvOf('contacts-1.json', '--explain'));
  expect(plain.err).toContain('1 left out: unreadable CareProviders/CareProvider');
  expect(explained.err).toBe(plain.err);
  expect(explained.status).toBe(0);
  expect(explained.out).toMatch(
    /^CareProviders\/CareProvider +list\[0\]\/staff\[1\] \(1:\d+\) +lost: an item with a word that no condition of where knows: role: "N"$/m,
  );
});

test('translate --explain says why a value is lost, and what stood there', async () => {
  const table = {
    ...contacts,
    'Contact/ContactBeginDateTime': { from: 'begin', time: 'dd.MM.yyyy' },
    'Contact/ContactEndDateTime': 'end/at',
    'Contact/ContacInternaltID': 'no',
    'Contact/ContactTypeOfVisit': { join: ['type', 'room', 'floor'], required: ['floor'] },
    'Contact/ContactVisitType': { from: 'kind', when: { begin: 'present', way: ['P'] } },
    ContactPerformingUnit: { block: 'unit', record: { UnitID: { hsa: 'hsa' } } },
  };
  const one = {
    who: patient,
    audience: 'P',
    status: 'X',
    begin: '3/4/2026',
    end: ['2026-04-04'],
    no: 17,
    type: 'Besök',
    room: { no: 1 },
    kind: 'Telefon',
    way: 'T',
    unit: [{ hsa: 'SE1' }],
  };
  const files = {
    tables: { 'contacts.json': table },
    samples: { 'contacts-1.json': { list: [one, { ...one, room: 7 }] } },
  };
  const { out } = await runIn(files, argvOf('contacts-1.json', '--explain'));
  const [first = '', second = ''] = out.split('record 2');
  const lost = [...first.matchAll(/^(\S+) .* lost: (.*)$/gm)].map(([, member, why]) => [member, why]);
  expect(lost).toEqual(
    expect.arrayContaining([
      ['Contact/ContactStatus', 'a word that words does not list: "X"'],
      ['Contact/ContactBeginDateTime', 'not of the form in time: "3/4/2026"'],
      ['Contact/ContactEndDateTime', 'a step of the path finds no object (a list?)'],
      ['Contact/ContacInternaltID', 'a number where a text is expected: digits?: 17'],
      ['Contact/ContactTypeOfVisit', 'the part room is no text, number or list of them: an object'],
      ['Contact/ContactVisitType', 'a word that no condition of when knows: way: "T"'],
      ['ContactPerformingUnit/UnitID', 'a step of the path finds no object (a list?)'],
    ]),
  );
  expect(second).toMatch(
    /^Contact\/ContactTypeOfVisit .* lost: the part floor is missing, without which there is no text$/m,
  );
});

test('translate --explain shows the time of a booking, and a path that selects nothing as tables write it', async () => {
  const bookings = { path: '/b/{patient}', items: 'list', owner: { record: 'who' }, visible: 'all' };
  const tables = {
    'system.json': { ...system, kinds: { ...system.kinds, appointments: bookings } },
    'appointments.json': {
      ContactId: 'ids[type=NO]/value',
      StartTime: 'start',
      PatientInformation: 'texts[lang=sv]/text',
    },
  };
  const answer = {
    list: [
      {
        who: patient,
        ids: [{ type: 'NO', value: 'B1' }],
        start: '2026-12-02T09:30:00',
        texts: [{ lang: 'en', text: 'Bring your card.' }],
      },
    ],
  };
  const { out } = await runIn(
    { tables, samples: { 'appointments-1.json': answer } },
    listed('translate appointments prov/samples/appointments-1.json --profile region.json --explain'),
  );
  expect(out).toMatch(/^StartTime +list\[0\]\/start \(1:\d+\) +"20261202093000"$/m);
  expect(out).toMatch(/^ContactId +list\[0\]\/ids\[0\]\/value \(1:\d+\) +"B1"$/m);
  expect(out).toMatch(/^PatientInformation +list\[0\]\/texts\[lang=sv\]\/text +absent$/m);
});
