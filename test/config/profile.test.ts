// The region profile (configuration.md): required members, their meaning, and which system serves which kind.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { parsePatientNumber } from '../../src/domain/model/patient-number.ts';
import { sourceKinds } from '../../src/domain/records/index.ts';
import { adapters, folderWith, regionIn } from './support.ts';

type Members = Readonly<Record<string, unknown>>;

const ehr = { adapter: 'extracts', baseUrl: 'https://ehr.example.internal/cosmic' };
const second = { adapter: 'notesOnly', baseUrl: 'https://notes.example.internal' };
const profile = { name: 'Region Exempel', timeZone: 'Europe/Stockholm', release: 'ehr', systems: { ehr } };

type Written = { files?: Members; environment?: Readonly<Record<string, string>> };

const readProfile = (written: unknown, { files = {}, environment = {} }: Written = {}) =>
  regionIn({ ...files, 'region.json': written }, { environment });

/** The profile with some members replaced; `undefined` leaves one out. */
const read = (members: Members, written: Written = {}) => readProfile({ ...profile, ...members }, written);
/** The same of its one system. */
const readSystem = (members: Members, written: Written = {}) =>
  read({ systems: { ehr: { ...ehr, ...members } } }, written);

/** The region of a profile without faults. */
const regionOf = ({ region, faults }: Awaited<ReturnType<typeof readProfile>>) => {
  expect(faults).toEqual([]);
  return region;
};

const systemOf = (read: Awaited<ReturnType<typeof readProfile>>) => {
  const [system] = regionOf(read)?.systems ?? [];
  if (system === undefined) throw new Error('no system');
  return system;
};

describe('the least', () => {
  test('is enough, and the rest has its defaults', async () => {
    const region = regionOf(await read({}));
    expect(region).toMatchObject({
      name: 'Region Exempel',
      timeZone: 'Europe/Stockholm',
      release: 'ehr',
      representProtected: false,
      unknown: [],
    });
    expect(region?.numbers.reserve).toBeUndefined();
    expect(region?.reserveNumbersRoot).toBeUndefined();
    expect(systemOf(await read({}))).toMatchObject({
      name: 'ehr',
      adapter: 'extracts',
      baseUrl: 'https://ehr.example.internal/cosmic',
      headers: {},
      tls: {},
      timeoutMs: 8000,
      maxConcurrent: 64,
      maxAnswerBytes: 67_108_864,
    });
    expect([...systemOf(await read({})).intervalAtEhr]).toEqual([]);
  });

  test.each([
    ['absent-means-no', true],
    ['not-said', false],
    [undefined, false],
  ])('protected identity that a record does not state, with %s', async (protectedIdentity, isUnprotected) => {
    const written = protectedIdentity === undefined ? ehr : { ...ehr, protectedIdentity };
    const { absentMeansUnprotected } = systemOf(await read({ systems: { ehr: written } }));
    expect(absentMeansUnprotected).toBe(isUnprotected);
  });

  test.each(['name', 'timeZone', 'release', 'systems'])('%s is required', async name => {
    expect((await read({ [name]: undefined })).places).toEqual([`REGION_FILE /${name}`]);
  });

  test('the example of configuration.md', async () => {
    const written = {
      ...profile,
      reserveNumbers: '^[0-9]{8}[A-Z][0-9]{3}$',
      reserveNumbersRoot: '1.2.752.97.3.1.3',
      representProtected: false,
      systems: {
        ehr: {
          ...ehr,
          headers: { 'x-api-key': 'env:EHR_API_KEY' },
          intervalAtEhr: ['journalNotes'],
          timeoutMs: 8000,
          maxConcurrent: 64,
          maxAnswerBytes: 67_108_864,
        },
      },
      sources: {
        appointments: 'ehr',
        patients: 'ehr',
        contacts: 'ehr',
        attentionSignals: 'ehr',
        videoMeetings: 'ehr',
        prescriptions: 'ehr',
        journalNotes: 'ehr',
      },
    };
    const region = regionOf(await readProfile(written, { environment: { EHR_API_KEY: 'abc' } }));
    expect(region).toMatchObject({
      reserveNumbersRoot: '1.2.752.97.3.1.3',
      sources: written.sources,
      unknown: [],
    });
  });
});

describe('refused', () => {
  test.each<[string, Members, string]>([
    ['an empty name', { name: '' }, '/name'],
    ['a name that is not a string', { name: 7 }, '/name'],
    ['an unknown time zone', { timeZone: 'Europe/Exempelstad' }, '/timeZone'],
    // It has no summer time: half of all times with an offset would be an hour off.
    ['an offset instead of a time zone', { timeZone: '+01:00' }, '/timeZone'],
    ['an offset to the west', { timeZone: '-0500' }, '/timeZone'],
    ['another word for release', { release: 'all' }, '/release'],
    ['an empty release', { release: {} }, '/release'],
    ['release by a truth value', { release: true }, '/release'],
    ['units that are one text', { release: { withhold: { units: 'SE2321000016-9X9X' } } }, '/release'],
    ['a rule that is not a boolean', { release: { withhold: { unsharedContacts: 'yes' } } }, '/release'],
    ['reserve numbers that are not a valid pattern', { reserveNumbers: '[0-9' }, '/reserveNumbers'],
    [
      'reserve numbers with brackets that only fit from outside',
      { reserveNumbers: 'a)|(?:b' },
      '/reserveNumbers',
    ],
    ['a permission that is not a boolean', { representProtected: 'no' }, '/representProtected'],
    ['no systems', { systems: {} }, '/systems'],
    ['systems that are an array', { systems: [ehr] }, '/systems'],
    ['sources that are one text', { sources: 'ehr' }, '/sources'],
  ])('%s', async (_, members, place) => {
    const { faults, places } = await read(members);
    expect(places.length).toBeGreaterThan(0);
    for (const where of places) expect(where).toContain(`REGION_FILE ${place}`);
    for (const { expected } of faults) expect(expected).toMatch(/\w{3}/);
  });

  test.each<[string, Members, string]>([
    ['no adapter', { adapter: undefined }, '/adapter'],
    ['an unknown adapter', { adapter: 'cosmic' }, '/adapter'],
    ['an adapter by a name that every object has', { adapter: 'constructor' }, '/adapter'],
    ['no base URL', { baseUrl: undefined }, '/baseUrl'],
    ['an invalid base URL', { baseUrl: 'ehr.example.internal' }, '/baseUrl'],
    ['a base URL in the clear', { baseUrl: 'http://ehr.example.internal' }, '/baseUrl'],
    [
      'a base URL in the clear that looks like loopback',
      { baseUrl: 'http://127.0.0.1.example.com' },
      '/baseUrl',
    ],
    ['interval of attention signals', { intervalAtEhr: ['attentionSignals'] }, '/intervalAtEhr'],
    [
      'interval of attention signals among others',
      { intervalAtEhr: ['contacts', 'attentionSignals'] },
      '/intervalAtEhr',
    ],
    ['interval of patients', { intervalAtEhr: ['patients'] }, '/intervalAtEhr'],
    ['interval of an unknown kind', { intervalAtEhr: ['notes'] }, '/intervalAtEhr'],
    ['interval that is one text', { intervalAtEhr: 'journalNotes' }, '/intervalAtEhr'],
    // What it was called before 1.0.
    ['the former word for protected identity', { protectedIdentity: 'not-stated' }, '/protectedIdentity'],
    ['an unknown word for protected identity', { protectedIdentity: 'absent' }, '/protectedIdentity'],
    ['the word of another adapter', { protectedIdentity: 'security-label' }, '/protectedIdentity'],
    ['protected identity that is no text', { protectedIdentity: true }, '/protectedIdentity'],
    ['a timeout of 0', { timeoutMs: 0 }, '/timeoutMs'],
    // A timer of Node that is longer than 2^31 ms ends after 1 ms.
    ['a timeout of a month', { timeoutMs: 2_592_000_000 }, '/timeoutMs'],
    ['a timeout that is text', { timeoutMs: '8000' }, '/timeoutMs'],
    ['a broken number of calls', { maxConcurrent: 1.5 }, '/maxConcurrent'],
    ['a negative number of bytes', { maxAnswerBytes: -1 }, '/maxAnswerBytes'],
    ['a header that is not a string', { headers: { 'x-api-key': 7 } }, '/headers'],
    ['a header name with a space', { headers: { 'x api key': 'abc' } }, '/headers'],
    ['a header with a line feed', { headers: { 'x-api-key': 'a\nb' } }, '/headers'],
    ['a header in two spellings', { headers: { 'X-Api-Key': 'a', 'x-api-key': 'b' } }, '/headers/x-api-key'],
    ['one of them broken', { headers: { 'X-Api-Key': 'a\nb', 'x-api-key': 'b' } }, '/headers/x-api-key'],
    ['a client certificate without its key', { tls: { certFile: 'ca.pem' } }, '/tls'],
    ['a client key without its certificate', { tls: { keyFile: 'ca.pem' } }, '/tls'],
    ['a PEM file that is not there', { tls: { caFile: 'missing.pem' } }, '/tls'],
    ['a PEM file that holds none', { tls: { certFile: 'no.pem', keyFile: 'no.pem' } }, '/tls'],
  ])('a system with %s', async (_, members, place) => {
    const files = { 'ca.pem': rootCertificates[0] ?? '', 'no.pem': 'no certificate' };
    const { places } = await readSystem(members, { files });
    expect(places.some(where => where.startsWith(`REGION_FILE /systems/ehr${place}`))).toBe(true);
  });

  test.each([
    ['no JSON', '{'],
    ['an array', []],
    ['null', null],
  ])('%s', async (_, written) => {
    const { region, places } = await readProfile(written);
    expect(region).toBeUndefined();
    expect(places.length).toBeGreaterThan(0);
    for (const where of places) expect(where).toMatch(/^REGION_FILE/);
  });

  test('an array: what was expected instead', async () => {
    expect((await readProfile([])).faults).toEqual([
      { where: 'REGION_FILE', expected: 'an object with name, timeZone, release and systems' },
    ]);
  });

  test('every fault at once, without the value', async () => {
    const { faults, places } = await read({
      timeZone: 'Secret/Zone',
      reserveNumbers: '(secret',
      systems: {
        one: { adapter: 'secret-adapter', baseUrl: 'http://secret.example' },
        two: { ...ehr, headers: { 'x-api-key': 'secret\nvalue', other: 'env:NOT_THERE' } },
      },
      sources: { patients: 'secret-system' },
    });
    expect([...new Set(places)].sort()).toEqual([
      'REGION_FILE /reserveNumbers',
      'REGION_FILE /sources/patients',
      'REGION_FILE /systems/one/adapter',
      'REGION_FILE /systems/one/baseUrl',
      'REGION_FILE /systems/two/headers/other',
      'REGION_FILE /systems/two/headers/x-api-key',
      'REGION_FILE /timeZone',
    ]);
    expect(JSON.stringify(faults).toLowerCase()).not.toContain('secret');
  });
});

test('an interval that the adapter passes on for no kind', async () => {
  const { faults } = await readSystem({ adapter: 'withoutIntervals', intervalAtEhr: ['contacts'] });
  expect(faults).toEqual([
    { where: 'REGION_FILE /systems/ehr/intervalAtEhr', expected: 'no kind (the adapter withoutIntervals)' },
  ]);
});

test('sources of a profile without systems: only the systems are missing', async () => {
  const { faults } = await read({ systems: {}, sources: { patients: 'ehr' } });
  expect(faults).toEqual([{ where: 'REGION_FILE /systems', expected: 'at least one system, by its name' }]);
});

test('schema faults do not hide unknown systems in sources, and no system is unknown for its own faults', async () => {
  const sources = { patients: 'ehr', contacts: 'secret-1', journalNotes: 'secret-2' };
  const { places } = await read({ name: 7, systems: { ehr: 'https://ehr.example.internal' }, sources });
  expect(places.sort()).toEqual([
    'REGION_FILE /name',
    'REGION_FILE /sources/contacts',
    'REGION_FILE /sources/journalNotes',
    'REGION_FILE /systems/ehr',
  ]);
});

test('schema faults do not hide other faults: all are reported at once', async () => {
  const { places } = await read({
    name: undefined,
    timeZone: 'Europe/Exempelstad',
    systems: { ehr: { ...ehr, baseUrl: 'http://ehr.example', timeoutMs: 0 } },
  });
  expect(places.sort()).toEqual([
    'REGION_FILE /name',
    'REGION_FILE /systems/ehr/baseUrl',
    'REGION_FILE /systems/ehr/timeoutMs',
    'REGION_FILE /timeZone',
  ]);
});

test('a member of the wrong type is reported, whatever the name of its system, and its neighbours are still checked', async () => {
  const broken = { ...ehr, headers: 5, tls: { ca: 7 }, baseUrl: 'http://ehr.example' };
  const { places } = await read({ systems: { 'a/b~c': broken, a: ehr }, sources: { contacts: 'a' } });
  expect(places.sort()).toEqual([
    'REGION_FILE /systems/a/b~c/baseUrl',
    'REGION_FILE /systems/a~1b~0c/headers',
    'REGION_FILE /systems/a~1b~0c/tls/ca',
  ]);
});

test.each(['ekstracts', 'constructor', '__proto__'])(
  'the adapter %s is not one of those that exist',
  async adapter => {
    const { faults } = await read({ systems: { ehr: { ...ehr, adapter } } });
    expect(faults).toContainEqual({
      where: 'REGION_FILE /systems/ehr/adapter',
      expected: 'one of extracts, notesOnly, withoutIntervals, withRegister, withMembers',
    });
  },
);

test('the adapters that its systems name are loaded, and no others', async () => {
  const loaded: string[] = [];
  const watched = Object.entries(adapters).map(([name, load]) => {
    const loadWatched = () => {
      loaded.push(name);
      return load();
    };
    return [name, loadWatched] as const;
  });
  const systems = { ehr, notes: second, archive: second };
  const written = { ...profile, systems, sources: { patients: 'ehr' } };
  const { region, faults } = await regionIn(
    { 'region.json': written },
    { adapters: Object.fromEntries(watched) },
  );
  expect(faults).toEqual([]);
  expect(Object.keys(region?.adapters ?? {})).toEqual(['extracts', 'notesOnly']);
  expect(new Set(loaded)).toEqual(new Set(['extracts', 'notesOnly']));
});

describe('who decides what a patient may see', () => {
  test.each<[string, unknown]>([
    ['the EHR', 'ehr'],
    ['no rule', { withhold: {} }],
    [
      'rules',
      {
        withhold: {
          units: ['SE2321000016-9X9X'],
          noteTemplates: ['Sekretess'],
          keywords: ['Våld'],
          secrecyLevels: ['4'],
          unsharedContacts: true,
        },
      },
    ],
  ])('%s', async (_, release) => {
    expect(regionOf(await read({ release }))?.release).toEqual(release);
  });
});

test('a text of a rule is at most as long as a text that is compared (D33)', async () => {
  const release = { withhold: { units: ['u'.repeat(4096)], keywords: ['k'.repeat(4097)] } };
  const { faults } = await read({ release });
  expect(faults).toEqual([
    {
      where: 'REGION_FILE /release/withhold/keywords/0',
      expected: 'a text of at most 4096 characters: a longer one is not compared (D33)',
    },
  ]);
});

// Compared with the texts of records, it would be equal to a missing one only (D33).
test.each(['', ' ', '\u200b', ' : ', '\u00ad'])('a rule that consists of %j is refused', async blank => {
  const release = { withhold: { units: ['SE2321000016-9X9X', blank], keywords: [blank] } };
  const { faults } = await read({ release });
  expect(faults).toEqual([
    { where: 'REGION_FILE /release/withhold/units/1', expected: 'a text that is not blank' },
    { where: 'REGION_FILE /release/withhold/keywords/0', expected: 'a text that is not blank' },
  ]);
});

describe('reserve numbers match their pattern as a whole', () => {
  test.each([
    ['^[0-9]{8}[A-Z][0-9]{3}$', '19121212A123', true],
    ['[0-9]{8}[A-Z][0-9]{3}', '19121212A123', true],
    ['[0-9]{8}[A-Z][0-9]{3}', 'x19121212A123', false],
    ['[0-9]{8}[A-Z][0-9]{3}', '19121212A1234', false],
    ['A|B', 'A', true],
    ['A|B', 'B', true],
    ['A|B', 'AB', false],
    ['A|B', 'xB', false],
    ['A|B', 'Ax', false],
    ['^A|B$', 'Ax', false],
    ['^A|B$', 'xB', false],
  ])('%s fits %s: %s', async (reserveNumbers, number, fits) => {
    const region = regionOf(await read({ reserveNumbers }));
    expect(parsePatientNumber(number, region?.numbers ?? {})).toBe(fits ? number : undefined);
  });
});

describe('systems', () => {
  test.each([
    'http://127.0.0.1:4000/ehr',
    'http://localhost:4000',
    'http://[::1]:4000',
    'https://ehr.example',
  ])('the base URL %s', async baseUrl => {
    expect(systemOf(await readSystem({ baseUrl })).baseUrl).toBe(baseUrl);
  });

  test('limits and intervals of their own', async () => {
    const kinds = ['appointments', 'contacts', 'videoMeetings', 'prescriptions', 'journalNotes'];
    const limits = { timeoutMs: 1, maxConcurrent: 1, maxAnswerBytes: 1 };
    const system = systemOf(await readSystem({ ...limits, intervalAtEhr: kinds }));
    expect(system).toMatchObject(limits);
    expect([...system.intervalAtEhr].sort()).toEqual(kinds.sort());
  });

  describe('secrets', () => {
    const headers = (value: string) => ({ headers: { 'x-api-key': value } });

    test.each<[string, string, Written]>([
      ['a text as it is', 'key-1', {}],
      ['env:NAME', 'env:EHR_API_KEY', { environment: { EHR_API_KEY: 'key-1' } }],
      [
        'file:PATH, from the folder of the profile',
        'file:api-key.txt',
        { files: { 'api-key.txt': 'key-1\n' } },
      ],
      ['a file that ends with empty lines', 'file:api-key.txt', { files: { 'api-key.txt': 'key-1\r\n\n' } }],
      ['file:./PATH', 'file:./api-key.txt', { files: { 'api-key.txt': 'key-1' } }],
    ])('%s', async (_, text, written) => {
      expect(systemOf(await readSystem(headers(text), written)).headers).toEqual({ 'x-api-key': 'key-1' });
    });

    test('file:PATH, absolute', async () => {
      const folder = folderWith({ key: 'key-1\n' });
      expect(systemOf(await readSystem(headers(`file:${join(folder, 'key')}`))).headers).toEqual({
        'x-api-key': 'key-1',
      });
    });

    test.each<[string, string, Written]>([
      ['a variable that is not there', 'env:EHR_API_KEY', {}],
      ['an empty variable', 'env:EHR_API_KEY', { environment: { EHR_API_KEY: '' } }],
      ['a blank variable', 'env:EHR_API_KEY', { environment: { EHR_API_KEY: ' \t' } }],
      ['a file that is not there', 'file:api-key.txt', {}],
      ['an empty file', 'file:api-key.txt', { files: { 'api-key.txt': '' } }],
      ['a file of one blank line', 'file:api-key.txt', { files: { 'api-key.txt': ' \r\n' } }],
      ['a file of empty lines', 'file:api-key.txt', { files: { 'api-key.txt': '\n\n' } }],
    ])('%s', async (_, text, written) => {
      expect((await readSystem(headers(text), written)).places).toEqual([
        'REGION_FILE /systems/ehr/headers/x-api-key',
      ]);
    });
  });

  test('PEM files are read from the folder of the profile', async () => {
    const pem = rootCertificates[0] ?? '';
    expect(
      systemOf(await readSystem({ tls: { caFile: 'ca.pem' } }, { files: { 'ca.pem': pem } })).tls,
    ).toEqual({ ca: pem });
  });

  test('members that an adapter has of its own are checked, and are not unknown', async () => {
    const own = { adapter: 'withMembers', consumerId: 'SE2321000016-0001' };
    const region = regionOf(await readSystem(own));
    expect(region?.unknown).toEqual([]);
    expect((await readSystem({ adapter: 'withMembers' })).places).toEqual([
      'REGION_FILE /systems/ehr/consumerId',
    ]);
  });

  test('an unknown member is a fault if the adapter has members of its own', async () => {
    const misspelled = { adapter: 'withMembers', consumerId: 'SE1', consumrId: 'SE1' };
    expect((await readSystem(misspelled)).places).toEqual(['REGION_FILE /systems/ehr/consumrId']);
    expect((await readSystem({ adapter: 'extracts', consumrId: 'SE1' })).region?.unknown).toEqual([
      '/systems/ehr/consumrId',
    ]);
  });

  test('faults that an adapter finds across its members are reported by path', async () => {
    expect((await readSystem({ adapter: 'withMembers', consumerId: 'nobody' })).faults).toEqual([
      { where: 'REGION_FILE /systems/ehr/consumerId', expected: 'somebody' },
    ]);
  });

  test('a file that a member of its own names is looked for in the folder of the profile', async () => {
    const own = { adapter: 'withMembers', consumerId: 'SE1', tableFile: 'tables/table.json' };
    expect((await readSystem(own)).places).toEqual(['REGION_FILE /systems/ehr/tableFile']);
    const near = await readSystem({ ...own, tableFile: 'table.json' }, { files: { 'table.json': {} } });
    const { profileFolder } = systemOf(near);
    expect(readFileSync(join(profileFolder, 'table.json'), 'utf8')).toBe('{}');
  });

  test('what a system offers depends on its members', async () => {
    const own = { adapter: 'withMembers', consumerId: 'SE1' };
    expect((await readSystem(own)).region?.sources).toEqual({ patients: 'ehr' });
    expect((await readSystem({ ...own, consumerId: 'SE2' })).region?.sources).toEqual({
      patients: 'ehr',
      contacts: 'ehr',
    });
    const bound = { patients: 'ehr', contacts: 'ehr' };
    expect((await read({ systems: { ehr: { ...ehr, ...own } }, sources: bound })).places).toEqual([
      'REGION_FILE /sources/contacts',
    ]);
    // With faults in its members, it is unknown what it offers: that is not reported as another fault.
    const faulty = { ...ehr, adapter: 'withMembers' };
    expect((await read({ systems: { ehr: faulty }, sources: bound })).places).toEqual([
      'REGION_FILE /systems/ehr/consumerId',
    ]);
  });
});

describe('sources: which system serves which kind', () => {
  const both = { ehr, notes: second };

  test('with one system, all that its adapter offers', async () => {
    expect((await read({})).region?.sources).toEqual({
      appointments: 'ehr',
      patients: 'ehr',
      contacts: 'ehr',
      attentionSignals: 'ehr',
      videoMeetings: 'ehr',
      prescriptions: 'ehr',
      journalNotes: 'ehr',
    });
    const few = { adapter: 'withMembers', consumerId: 'SE2321000016-0001' };
    expect((await readSystem(few)).region?.sources).toEqual({ patients: 'ehr', contacts: 'ehr' });
  });

  test('a kind that is not named is not served', async () => {
    expect(regionOf(await read({ sources: { patients: 'ehr' } }))?.sources).toEqual({ patients: 'ehr' });
  });

  test('another system for each kind', async () => {
    const sources = { patients: 'ehr', journalNotes: 'notes' };
    const region = regionOf(await read({ systems: both, sources }));
    expect(region?.sources).toEqual(sources);
    expect(region?.systems.map(({ name }) => name)).toEqual(['ehr', 'notes']);
  });

  test.each<[string, Members, string[]]>([
    ['several systems without sources', { systems: both }, ['/sources', '/sources/patients']],
    ['an unknown system', { sources: { patients: 'ehr', contacts: 'other' } }, ['/sources/contacts']],
    [
      'a system by a name that every object has',
      { sources: { patients: 'ehr', contacts: 'toString' } },
      ['/sources/contacts'],
    ],
    [
      'a kind that the adapter does not offer',
      { systems: both, sources: { patients: 'ehr', contacts: 'notes' } },
      ['/sources/contacts'],
    ],
    ['no system for patients', { sources: { contacts: 'ehr' } }, ['/sources/patients']],
    ['no system at all', { sources: {} }, ['/sources/patients']],
    ['one system that offers no patients', { systems: { notes: second } }, ['/sources/patients']],
  ])('%s is refused', async (_, members, expected) => {
    const { places } = await read(members);
    expect(places.length).toBeGreaterThan(0);
    expect(expected.map(place => `REGION_FILE ${place}`)).toEqual(expect.arrayContaining(places));
  });

  test('patients need not be served if protected identity refuses nobody', async () => {
    const region = regionOf(await read({ sources: { contacts: 'ehr' }, representProtected: true }));
    expect(region).toMatchObject({ sources: { contacts: 'ehr' }, representProtected: true });
    expect((await read({ systems: { notes: second }, representProtected: true })).faults).toEqual([]);
  });
});

describe('unknown members are reported, not refused', () => {
  test.each<[string, Members, string]>([
    ['of the profile', { colour: 'blue' }, '/colour'],
    ['of a system', { systems: { ehr: { ...ehr, retries: 3 } } }, '/systems/ehr/retries'],
  ])('%s', async (_, members, place) => {
    expect(regionOf(await read(members))?.unknown).toEqual([place]);
  });

  test.each<[string, Members, string]>([
    ['within', { release: { withhold: { unit: ['SE2321000016-9X9X'] } } }, '/release/withhold/unit'],
    ['beside', { release: { withhold: {}, keep: {} } }, '/release/keep'],
  ])(
    'but %s the release rules they are refused: a misspelled rule would withhold nothing',
    async (_, members, place) => {
      expect((await read(members)).places).toContain(`REGION_FILE ${place}`);
    },
  );

  test('names of systems and headers are free', async () => {
    const named = { systems: { 'my ehr': { ...ehr, headers: { 'x-any': 'thing' } } } };
    expect((await read(named)).region?.unknown).toEqual([]);
  });
});

describe('representation', () => {
  const registering = { ehr: { adapter: 'withRegister', baseUrl: 'https://register.example.internal' } };
  const representation = (written: unknown, systems: unknown = registering) =>
    read({ systems, representation: written });

  test('uses only claims by default', async () => {
    expect(regionOf(await read({}))?.representation).toEqual({ from: ['claims'], guardianUntilAge: 13 });
  });

  test.each([
    [{ from: ['register'] }, { from: ['register'], guardianUntilAge: 13 }],
    [
      { from: ['claims', 'register'], guardianUntilAge: 16 },
      { from: ['claims', 'register'], guardianUntilAge: 16 },
    ],
  ])('as it is written: %j', async (written, expected) => {
    const region = regionOf(await representation(written));
    expect(region?.representation).toEqual(expected);
    expect(region?.unknown).toEqual([]);
  });

  test.each<[unknown, string]>([
    [{ from: [] }, '/representation/from'],
    [{}, '/representation/from'],
    [{ from: ['claims', 'claims'] }, '/representation/from'],
    [{ from: ['registry'] }, '/representation/from'],
    [{ from: ['register'], guardianUntilAge: 19 }, '/representation/guardianUntilAge'],
    [{ from: ['register'], guardianUntilAge: 12.5 }, '/representation/guardianUntilAge'],
    [{ from: ['register'], guardianUntilage: 12 }, '/representation/guardianUntilage'],
    ['register', '/representation'],
  ])('%j is a fault', async (written, place) => {
    const [fault = '', ...others] = (await representation(written)).places;
    expect(others).toEqual([]);
    expect(fault.startsWith(`REGION_FILE ${place}`)).toBe(true);
  });

  test('by a register that the system of the patients does not have is a fault', async () => {
    const { places } = await representation({ from: ['register'] }, { ehr });
    expect(places).toEqual(['REGION_FILE /representation/from']);
  });

  test('by a register is no fault of its own where the members of a system have faults', async () => {
    const fhir = {
      adapter: 'fhir',
      baseUrl: 'https://fhir.example.internal/r4',
      protectedIdentity: 'labels',
    };
    const { places } = await representation({ from: ['register'] }, { fhir });
    expect(places.filter(where => !where.startsWith('REGION_FILE /systems/fhir'))).toEqual([]);
    expect(places).not.toEqual([]);
  });

  test('by a register is a fault if no system serves patients', async () => {
    const { places } = await read({
      systems: { ehr },
      sources: { contacts: 'ehr' },
      representProtected: true,
      representation: { from: ['register'] },
    });
    expect(places).toEqual(['REGION_FILE /representation/from']);
  });
});

describe('a required member that is misspelled', () => {
  const { baseUrl } = ehr;
  test.each([
    [
      'baseURL',
      'REGION_FILE /systems/ehr/baseUrl',
      { systems: { ehr: { adapter: 'extracts', baseURL: baseUrl } } },
    ],
    [
      'base_url',
      'REGION_FILE /systems/ehr/baseUrl',
      { systems: { ehr: { adapter: 'extracts', base_url: baseUrl } } },
    ],
    ['timezone', 'REGION_FILE /timeZone', { timeZone: undefined, timezone: 'Europe/Stockholm' }],
    ['relase', 'REGION_FILE /release', { release: undefined, relase: 'ehr' }],
  ])('%s is named beside the one that is missing', async (unread, where, members) => {
    const { faults } = await read(members);
    expect(faults).toEqual([
      { where, expected: expect.stringMatching(new RegExp(`; there is "${unread}", which nothing reads$`)) },
    ]);
  });

  test('another member is not taken for it', async () => {
    const [fault] = (await read({ release: undefined, notes: 'ehr' })).faults;
    expect(fault?.where).toBe('REGION_FILE /release');
    expect(fault?.expected).not.toContain('notes');
  });
});

describe('a member that nothing reads, where it would change what is offered or signed', () => {
  test.each<[string, string, Members]>([
    ['/sources/journalnotes', 'journalNotes', { sources: { patients: 'ehr', journalnotes: 'ehr' } }],
    ['/systems/ehr/tls/cafile', 'caFile', { systems: { ehr: { ...ehr, tls: { cafile: 'ca.pem' } } } }],
    ['/representation/form', 'from', { representation: { from: ['claims'], form: ['claims'] } }],
    ['/release/withhold/unit', 'units', { release: { withhold: { unit: ['SE1'] } } }],
  ])('%s is a fault that names the one that was probably meant', async (place, meant, members) => {
    const where = `REGION_FILE ${place}`;
    const expected = `no member of that name; did you mean "${meant}"?`;
    expect((await read(members)).faults).toContainEqual({ where, expected });
  });

  test('none is named that is not alike', async () => {
    const { faults } = await read({ sources: { patients: 'ehr', dentistry: 'ehr' } });
    const expected = `no member of that name; there may be ${sourceKinds.join(', ')}`;
    expect(faults).toEqual([{ where: 'REGION_FILE /sources/dentistry', expected }]);
  });
});

test('a byte-order mark, with which some editors begin a file, is no fault', async () => {
  const { faults } = await readProfile(`\ufeff${JSON.stringify(profile)}`);
  expect(faults).toEqual([]);
});

test('text that is not JSON, by line and column', async () => {
  const { faults } = await readProfile('{\n  "name": "hemlig",\n  timeZone: 1\n}');
  expect(faults).toEqual([
    { where: 'REGION_FILE', expected: 'a file with valid JSON; it cannot be read at line 3, column 3' },
  ]);
});
