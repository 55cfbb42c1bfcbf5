// npm run region -- translate: files of every kind as the service would answer them, without any network.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ehrSimulator } from '../../sandbox/extracts/simulator.ts';
import { patients } from '../../sandbox/patients/patients.ts';
import { newFolder } from '../support/new-folder.ts';
import { runTool } from './run.ts';
import { spawnTool } from './spawn-tool.ts';

const patient = '191212121212';
const forPatient = ['--patient', patient];
const samples = join(import.meta.dirname, '../adapters/ehr/rivta/samples');

/** Nothing listens there: whoever called it would fail. The secret is in no environment. */
const baseUrl = 'http://127.0.0.1:9';
const headers = { 'x-api-key': 'env:NOT_SET_ANYWHERE' };

const systems: Readonly<Record<string, object>> = {
  extracts: { adapter: 'extracts', baseUrl, headers },
  rivta: {
    adapter: 'rivta',
    baseUrl,
    headers,
    logicalAddress: 'SE2321000016-LA01',
    originalConsumerHsaId: 'SE2321000016-OC01',
    facilities: ['SE2321000016-1A2B', 'SE2321000016-9Z9Z'],
  },
  fhir: {
    adapter: 'fhir',
    baseUrl,
    headers,
    protectedIdentity: 'security-label',
    prescriptionNotes: 'patient',
  },
};

type Translated = {
  readonly kind: string;
  readonly file: string | Uint8Array;
  readonly argv?: readonly string[];
  readonly profile?: object;
  readonly input?: string;
};

const regionOf = (adapter: string) => ({
  name: 'R',
  timeZone: 'Europe/Stockholm',
  release: 'ehr',
  systems: { ehr: systems[adapter] },
});

const writeRegion = (folder: string, region: object = regionOf('extracts')) =>
  writeFileSync(join(folder, 'region.json'), JSON.stringify(region));

const translate = (adapter: string, { kind, file, argv = [], profile = {}, input }: Translated) => {
  const folder = newFolder();
  writeRegion(folder, { ...regionOf(adapter), ...profile });
  writeFileSync(join(folder, 'answer'), file);
  const options = { cwd: folder, env: { REGION_FILE: 'region.json' } };
  return input === undefined
    ? runTool('region', ['translate', kind, 'answer', ...argv], options)
    : spawnTool('region', ['translate', kind, '-', ...argv], { ...options, input });
};

/** How many records an answer has. */
const countOf = (out: string): number => {
  const records = JSON.parse(out);
  const [first] = records;
  return first?.Booking === undefined
    ? records.length
    : first.Booking.length + first.RegisteredBooking.length;
};

const notesOf = (...extracts: readonly string[]) =>
  `<JournalNoteEHRExtracts>${extracts.join('')}</JournalNoteEHRExtracts>`;
const note = (number: string, more = '') =>
  `<JournalNoteEHRExtract><Patient><PatientID root="1.2.752.129.2.1.3.1" extension="${number}"/>${more}</Patient></JournalNoteEHRExtract>`;

describe('legacy extracts', () => {
  // Tolvan's records, counted by hand in sandbox/patients.
  test.each([
    ['appointments', '/bookings', 9],
    ['patients', '/extracts/patient', 1],
    ['patientsV2', '/extracts/patient', 1],
    ['contacts', '/extracts/contacts', 2],
    ['attentionSignals', '/extracts/attentionsignals', 5],
    ['videoMeetings', '/videomeetings', 5],
    ['prescriptions', '/extracts/prescriptions', 10],
    ['journalNotes', '/extracts/journalnotes', 6],
  ])("%s: the sandbox's own answer, saved", async (kind, path, count) => {
    const simulator = await ehrSimulator({ world: patients(), port: 0, varied: false });
    onTestFinished(simulator.close);
    const answered = await fetch(`${simulator.url}${path}?patient=${patient}`);
    const file = new Uint8Array(await answered.arrayBuffer());
    const { status, out, err } = await translate('extracts', { kind, file, argv: forPatient });
    expect({ status, count: countOf(out) }).toEqual({ status: 0, count });
    expect(err).not.toContain(patient);
  });

  test('the patient is found in a file in UTF-16, too', async () => {
    const file = Buffer.from(`\ufeff${notesOf(note(patient))}`, 'utf16le');
    const { status, out } = await translate('extracts', { kind: 'journalNotes', file });
    expect({ status, count: countOf(out) }).toEqual({ status: 0, count: 1 });
  });

  test('the record on standard output, what was left out on standard error', async () => {
    const file = notesOf(
      note(patient, '<PatientProtectedId>kanske</PatientProtectedId>'),
      note('189001019802'),
    );
    const { status, out, err } = await translate('extracts', { kind: 'journalNotes', file });
    expect(status).toBe(0);
    expect(JSON.parse(out)).toEqual([
      {
        JournalNoteEHRExtract: [
          { Patient: { PatientID: { root: '1.2.752.129.2.1.3.1', extension: patient } } },
        ],
      },
    ]);
    expect(err.split('\n')).toEqual([
      '1 record of journalNotes.',
      '1 left out: unreadable JournalNoteEHRExtract/Patient/PatientProtectedId',
      '1 left out: unreadable XSDVersion/version',
      '1 of another patient: the EHR must not answer those',
      'The patient is the first whose number the file has: name another one with --patient.',
      '',
    ]);
  });

  test('the rules of the profile hold; --json has both', async () => {
    const file = `<ContactEHRExtracts><ContactEHRExtract><Patient><PatientID extension="${patient}"/></Patient><ContactPerformingUnit><UnitID extension="SE1"/></ContactPerformingUnit></ContactEHRExtract></ContactEHRExtracts>`;
    const profile = { release: { withhold: { units: ['SE1'] } } };
    const asked = { kind: 'contacts', file, argv: ['--json'] };
    const whole = await translate('extracts', asked);
    expect(JSON.parse(whole.out)).toMatchObject({ records: [{ contactEHRExtract: [{}] }], leftOut: [] });
    const { status, out } = await translate('extracts', { ...asked, profile });
    expect(status).toBe(0);
    expect(JSON.parse(out)).toEqual({ records: [], leftOut: [{ count: 1, reason: 'withheld' }] });
  });

  test('integers that JavaScript would round keep their digits', async () => {
    const file =
      '<VideoMeetings><VideoMeeting><ActionId>9007199254740993</ActionId><StartDateTime>20270115093000</StartDateTime></VideoMeeting></VideoMeetings>';
    const { out } = await translate('extracts', { kind: 'videoMeetings', file, argv: forPatient });
    expect(out).toContain('"actionId": 9007199254740993');
  });

  test('standard input', async () => {
    const { status, out } = await translate('extracts', {
      kind: 'journalNotes',
      file: '',
      input: notesOf(note(patient)),
    });
    expect({ status, count: countOf(out) }).toEqual({ status: 0, count: 1 });
  });

  test('a document that cannot be read on says where, and prints no record', async () => {
    const file = notesOf(note(patient), '<JournalNoteEHRExtract>');
    const { status, out, err } = await translate('extracts', { kind: 'journalNotes', file });
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toMatch(/^The file cannot be translated: .*not well-formed.*byte \d+/);
    expect(err).not.toContain(patient);
  });
});

const envelope = (body: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;

describe('SOAP answers of the national contracts', () => {
  // Counted by hand in the samples; each has all members that are mapped.
  const contracts: readonly (readonly [kind: string, contract: string, count: number])[] = [
    ['contacts', 'GetCareContacts', 2],
    ['attentionSignals', 'GetAlertInformation', 3],
    ['prescriptions', 'GetMedicationHistory', 3],
    ['journalNotes', 'GetCareDocumentation', 2],
    ['patients', 'LookupResidentForFullProfile', 1],
    ['patientsV2', 'LookupResidentForFullProfile', 1],
    ['appointments', 'GetSubjectOfCareSchedule', 2],
  ];
  const answerOf = (contract: string) =>
    envelope(readFileSync(join(samples, `${contract}.xml`), 'utf8').replace(/^<\?xml[^>]*>/, ''));

  test.each(contracts)('%s of %s', async (kind, contract, count) => {
    const { status, out, err } = await translate('rivta', { kind, file: answerOf(contract) });
    expect({ status, count: status === 0 ? countOf(out) : err }).toEqual({ status: 0, count });
    expect(err.split('\n')[0]).toMatch(/^\d (records?|list) of \w+\.$/);
  });

  test('one with attachments', async () => {
    const lines = [
      '',
      '--uuid:b1',
      'Content-Type: application/xop+xml; charset=UTF-8; type="text/xml"',
      'Content-ID: <root@x>',
      '',
      answerOf('GetCareContacts'),
      '--uuid:b1',
      'Content-ID: <picture@x>',
      '',
      'bytes',
      '--uuid:b1--',
      '',
    ];
    const { status, out, err } = await translate('rivta', { kind: 'contacts', file: lines.join('\r\n') });
    expect({ status, count: countOf(out) }).toEqual({ status: 0, count: 2 });
    expect(err).toContain('1 left out: attachment');
  });

  test('a Fault is no answer', async () => {
    const fault = envelope(
      '<s:Fault><faultcode>s:Server</faultcode><faultstring>hemlig</faultstring></s:Fault>',
    );
    const { status, out, err } = await translate('rivta', {
      kind: 'contacts',
      file: fault,
      argv: forPatient,
    });
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toMatch(/^The file cannot be translated: /);
  });
});

describe('FHIR Bundles', () => {
  const tolvan = {
    resourceType: 'Patient',
    identifier: [{ system: 'urn:oid:1.2.752.129.2.1.3.1', value: patient }],
  };
  const unit = { resourceType: 'Organization', id: 'o1', name: 'Hudmottagningen' };
  const encounter = {
    resourceType: 'Encounter',
    id: 'e1',
    status: 'finished',
    class: { code: 'AMB' },
    subject: { reference: 'urn:uuid:1' },
    serviceProvider: { reference: 'https://other.example/fhir/Organization/o1' },
    period: { start: '2026-01-15T09:30:00+01:00' },
  };
  const entry = [
    { fullUrl: 'urn:uuid:1', resource: tolvan },
    { fullUrl: 'https://other.example/fhir/Organization/o1', resource: unit },
    { fullUrl: 'https://other.example/fhir/Encounter/e1', resource: encounter },
    { resource: { ...encounter, id: 'e2', subject: { reference: 'Patient/somebody-else' } } },
  ];
  const bundle = (entries: readonly object[]) =>
    JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry: entries });

  test('references inside the Bundle are followed, also those by full URL', async () => {
    const { status, out, err } = await translate('fhir', { kind: 'contacts', file: bundle(entry) });
    expect(err).toContain('1 of another patient');
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject([
      {
        contactEHRExtract: [
          {
            contact: { contactInternalID: 'e1', contactBeginDateTime: { value: '20260115093000' } },
            patient: { patientID: { extension: patient } },
            units: { unit: [{ unitName: 'Hudmottagningen' }] },
          },
        ],
      },
    ]);
  });

  test('a page of several says that it is one', async () => {
    const links = (...link: object[]) => JSON.stringify({ ...JSON.parse(bundle(entry)), link });
    const next = links({ relation: 'self', url: baseUrl }, { relation: 'next', url: `${baseUrl}?page=2` });
    const { status, out, err } = await translate('fhir', { kind: 'contacts', file: next });
    expect({ status, count: countOf(out) }).toEqual({ status: 0, count: 1 });
    const words = 'one page of several';
    expect(err).toContain(words);
    const last = await translate('fhir', {
      kind: 'contacts',
      file: links({ relation: 'self', url: baseUrl }),
    });
    expect(last.err).not.toContain(words);
  });

  test('the patient, as a file of its own', async () => {
    const { status, out } = await translate('fhir', { kind: 'patientsV2', file: JSON.stringify(tolvan) });
    expect({ status, count: countOf(out) }).toEqual({ status: 0, count: 1 });
    expect(out).toContain(patient);
  });

  test('of several Patients, the one who is asked for, whatever mode the entries say', async () => {
    const neighbour = {
      resourceType: 'Patient',
      id: 'p2',
      identifier: [{ system: 'urn:oid:1.2.752.129.2.1.3.1', value: '198507302381' }],
    };
    const entries = [tolvan, neighbour].map(resource => ({ resource, search: { mode: 'include' } }));
    const file = JSON.stringify({ resourceType: 'Bundle', type: 'searchset', entry: entries });
    const { status, out } = await translate('fhir', { kind: 'patientsV2', file, argv: forPatient });
    expect({ status, count: countOf(out) }).toEqual({ status: 0, count: 1 });
    expect(out).toContain(patient);
    expect(out).not.toContain('198507302381');
  });

  test('without the Patient nobody knows whose records they are', async () => {
    const file = bundle(entry.slice(1));
    const { status, out, err } = await translate('fhir', { kind: 'contacts', file, argv: forPatient });
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toContain('No such patient.');
  });

  test('a file that is not a Bundle', async () => {
    const { status, err } = await translate('fhir', { kind: 'contacts', file: `["${patient}"]` });
    expect(status).toBe(1);
    expect(err).toContain('neither a Bundle nor a resource');
  });
});

describe('what cannot be translated', () => {
  test.each([
    ['extracts', envelope('')],
    ['rivta', notesOf(note(patient))],
    ['fhir', `["${patient}"]`],
  ])('a document of another protocol than %s: says what it was read as', async (adapter, file) => {
    const { status, out, err } = await translate(adapter, { kind: 'contacts', file, argv: forPatient });
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toContain(
      `It was read as contacts of the system "ehr" (adapter ${adapter}): are the kind and the profile right?`,
    );
    expect(err).not.toContain(patient);
  });

  test.each([
    [
      'JSON by extracts',
      ['extracts', '\n[{"id": 1}]'],
      'The file is JSON, but the system "ehr" (adapter extracts) reads XML. JSON like this is read by the adapter table, with tables for your EHR (docs/region-without-code.md): name a profile with such a system with --profile.',
    ],
    [
      'a FHIR Bundle, with a byte order mark, by the national contracts',
      ['rivta', '\uFEFF{"resourceType": "Bundle"}'],
      'The file is JSON, but the system "ehr" (adapter rivta) reads XML. JSON like this is read by the adapter fhir (it is a FHIR resource): name a profile with such a system with --profile.',
    ],
    [
      'a SOAP answer by FHIR',
      ['fhir', `<?xml version="1.0"?>\n${envelope('')}`],
      'The file is XML, but the system "ehr" (adapter fhir) reads JSON. XML like this is read by the adapter rivta (it is a SOAP answer): name a profile with such a system with --profile.',
    ],
    [
      'an extract by FHIR',
      ['fhir', notesOf(note(patient))],
      'The file is XML, but the system "ehr" (adapter fhir) reads JSON. XML like this is read by the adapter extracts, or table with tables for your EHR: name a profile with such a system with --profile.',
    ],
  ] as const)('%s: says the format, and what reads it', async (_, [adapter, file], expected) => {
    expect(await translate(adapter, { kind: 'contacts', file })).toEqual({
      status: 1,
      out: '',
      err: expect.stringContaining(expected),
    });
  });

  test.each([
    ['an unknown kind', ['notes', 'answer'], 2, 'Unknown kind "notes": one of appointments,'],
    ['no file named', ['contacts'], 2, 'Give a kind and a file.'],
    ['a missing file', ['contacts', 'none.xml'], 1, 'There is no file none.xml.'],
    ['a folder', ['contacts', 'folder'], 1, 'folder cannot be read (EISDIR).'],
    ['an empty file', ['contacts', 'empty'], 1, 'empty is empty.'],
    [
      'a profile that is a folder',
      ['contacts', 'answer', '--profile', 'folder'],
      1,
      'REGION_FILE: expected a readable file (EISDIR)',
    ],
    ['no patient in it', ['contacts', 'answer'], 1, 'give the number with --patient'],
    ['a mistyped number in it', ['contacts', 'mistyped'], 1, 'the check digit of the number in it is wrong'],
    [
      'an id that begins as a number does',
      ['contacts', 'trace'],
      1,
      'names no patient: give the number with',
    ],
    ['an id that ends as a number does', ['contacts', 'uuid'], 1, 'names no patient: give the number with'],
    ['a missing profile', ['contacts', 'answer', '--profile', 'none.json'], 1, 'There is no file none.json.'],
  ])('%s', async (_, argv, status, words) => {
    const folder = newFolder();
    writeRegion(folder);
    writeFileSync(join(folder, 'answer'), '<ContactEHRExtracts/>');
    writeFileSync(join(folder, 'mistyped'), '<ContactEHRExtracts>19121212-1213</ContactEHRExtracts>');
    writeFileSync(join(folder, 'trace'), '<ContactEHRExtracts trace="19121212-121201"/>');
    writeFileSync(join(folder, 'uuid'), '<ContactEHRExtracts trace="0c7d2a44-4f6e-4b1a-9c1d-191212121212"/>');
    writeFileSync(join(folder, 'empty'), '');
    mkdirSync(join(folder, 'folder'));
    const env = { REGION_FILE: 'region.json' };
    const found = await runTool('region', ['translate', ...argv], { cwd: folder, env });
    expect(found).toMatchObject({ status, out: '' });
    expect(found.err).toContain(words);
    expect(found.err).not.toContain('    at ');
  });

  test('standard input that is empty', async () => {
    const found = await translate('extracts', { kind: 'contacts', file: '', input: '' });
    expect(found).toMatchObject({ status: 1, out: '' });
    expect(found.err).toContain('Standard input is empty.');
  });

  test('a kind that no system of the region serves', async () => {
    const found = await translate('rivta', { kind: 'videoMeetings', file: envelope('') });
    expect(found.status).toBe(1);
    expect(found.err).toContain('No system of the region serves videoMeetings');
  });
});

describe('a terminal obeys no character of a file or of an argument', () => {
  const obeyed = /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]--\n]/v;
  const bad = '\u202e\u009b2J\u200f\u2028';
  const file = `<JournalNoteEHRExtracts><JournalNoteEHRExtract><Patient><PatientID><extension>${patient}</extension></PatientID></Patient>
    <Note><NoteTitle>${bad}</NoteTitle><Records><Record><Keyword>Akut${bad}</Keyword></Record></Records></Note>
    </JournalNoteEHRExtract></JournalNoteEHRExtracts>`;

  test.each([[[]], [['--json']]])('%j', async argv => {
    const { status, out, err } = await translate('extracts', { kind: 'journalNotes', file, argv });
    expect(status).toBe(0);
    expect(out + err).not.toMatch(obeyed);
    expect(out).toContain(String.raw`"Keyword": "Akut2J\u200f\u2028"`);
  });

  test.each([
    [
      'the kind',
      ['translate', `notes${bad}\n`, 'answer'],
      /^Unknown kind "notes\\u202e\\u009b2J\\u200f\\u2028\\u000a": /,
    ],
    [
      'the file',
      ['translate', 'contacts', `a${bad}\n`],
      /^There is no file a\\u202e\\u009b2J\\u200f\\u2028\\u000a\.$/m,
    ],
    ['the profile', ['check', `a${bad}\n`], /^There is no file a\\u202e\\u009b2J\\u200f\\u2028\\u000a\.$/m],
    ['the command', [`show${bad}`], /^Unknown region command "show\\u202e/],
    ['an option', ['translate', `--x${bad}`], /^Unknown option '--x\\u202e/],
  ])('%s', async (_, argv, message) => {
    const folder = newFolder();
    writeRegion(folder);
    const { out, err } = await runTool('region', argv, { cwd: folder, env: { REGION_FILE: 'region.json' } });
    expect(out + err).not.toMatch(obeyed);
    expect(err).toMatch(message);
  });
});
