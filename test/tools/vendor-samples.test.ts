// The answers of three vendors as samples beside their tables: records, and what else decides. What is expected of the others is written
// by hand; of the records, the contract suites expect it. No damage of one is silent.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { copyTables } from '../../sandbox/table/region.ts';
import { loadRegion } from '../../tools/region/profile.ts';
import { samplesIn } from '../../tools/region/test.ts';
import { testSample } from '../../tools/region/test-sample.ts';
import { world } from '../adapters/ehr/contract-world.ts';
import { fjallvardSimulator } from '../adapters/ehr/table/fjallvard/simulator.ts';
import { fjallvardTables } from '../adapters/ehr/table/fjallvard/tables.ts';
import { nordvik } from '../adapters/ehr/table/nordvik.ts';
import { openmrsAnswer } from '../adapters/ehr/table/openmrs/answers.ts';
import { openmrsTables } from '../adapters/ehr/table/openmrs/tables.ts';
import type { TableFiles } from '../adapters/ehr/table/table-ehr.ts';
import { newFolder } from '../support/new-folder.ts';

type Format = 'json' | 'xml';
/** Name of a sample → its text. */
type Samples = Readonly<Record<string, string>>;

const { patient, unknown, bookingId } = world;
const hyphenated = (number: string) => `${number.slice(0, 8)}-${number.slice(8)}`;

type Requests = Readonly<Record<string, readonly [method: string, path: string, body?: object]>>;

/** Asks a simulator, one request after the other. The name of a sample says the status. */
const answersOf = async (
  simulator: { readonly url: string; close(): Promise<void> },
  requests: Requests,
  { format, headers = {}, root }: { format: Format; headers?: Record<string, string>; root: string },
): Promise<Samples> => {
  const samples: Record<string, string> = {};
  const elements = (members: object): string =>
    Object.entries(members)
      .map(([name, value]) => `<${name}>${typeof value === 'object' ? elements(value) : value}</${name}>`)
      .join('');
  for (const [name, [method, path, body]] of Object.entries(requests)) {
    const text = format === 'json' ? JSON.stringify(body) : `<${root}>${elements(body ?? {})}</${root}>`;
    const answer = await fetch(`${simulator.url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: text }),
    });
    expect([name, answer.status]).toEqual([name, Number(/-(\d{3})-/.exec(name)?.[1] ?? 200)]);
    samples[name] = await answer.text();
  }
  await simulator.close();
  return samples;
};

/** Tests samples beside tables, which stand in a folder `tables` already or are given. */
const tested = async (
  { files, format, samples, id }: { files: TableFiles; format: Format; samples: Samples; id: string },
  expected: Readonly<Record<string, object>>,
  copy?: (folder: string) => string,
) => {
  const folder = newFolder();
  if (copy !== undefined) cpSync(copy(folder), join(folder, 'tables'), { recursive: true });
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const systems = { ehr: { adapter: 'table', baseUrl: 'http://127.0.0.1:1', tables: 'tables' } };
  write(
    'region.json',
    JSON.stringify({ name: 'Prov', timeZone: 'Europe/Stockholm', release: 'ehr', systems }),
  );
  for (const [name, one] of Object.entries(files)) write(`tables/${name}`, JSON.stringify(one));
  for (const [name, text] of Object.entries(samples)) write(`tables/samples/${name}.${format}`, text);
  for (const [name, one] of Object.entries(expected))
    write(`tables/samples/${name}.expected.json`, JSON.stringify(one));
  const region = await loadRegion(join(folder, 'region.json'), { isOffline: true });
  const faults: string[] = [];
  const silent: unknown[] = [];
  let damages = 0;
  for (const sample of samplesIn(region)) {
    const found = await testSample(sample, region, { patient, id });
    if (sample.name in expected) faults.push(...found.faults.map(fault => `${sample.name}: ${fault}`));
    silent.push(...found.silent);
    damages += found.damages;
  }
  return { faults, silent, damages };
};

const done = (comment: string) => ({ result: 'OK', comment });
const before = (comment: string) => ({ result: 'INFO', comment });
const refused = (comment: string) => ({ result: 'ERROR', comment });

test.each<Format>(['json', 'xml'])(
  'Nordvik in %s',
  async format => {
    const person = '/persons/40217';
    const arrival = (booking: string, number: string) =>
      ['PUT', `/bookings/${booking}/status`, { nationalId: hyphenated(number), status: 'IN' }] as const;
    const payment = (booking: string, number: string) =>
      ['POST', '/payments', { booking, nationalId: hyphenated(number), method: 'KORT', paid: true }] as const;
    // In XML, it says by a status that it does not know somebody.
    const not = format === 'json' ? '' : '404-';
    const samples = await answersOf(
      await nordvik(format)(),
      {
        'lookup-1': ['POST', '/persons/search', { number: hyphenated(patient) }],
        [`lookup-${not}2`]: ['POST', '/persons/search', { number: hyphenated(unknown) }],
        'patients-1': ['GET', person],
        'contacts-1': ['GET', `${person}/visits`],
        'attention-signals-1': ['GET', `${person}/alerts`],
        'prescriptions-1': ['GET', `${person}/prescriptions`],
        'journal-notes-1': ['GET', `${person}/notes`],
        'video-meetings-1': ['GET', `${person}/video`],
        'appointments-1': ['GET', `${person}/bookings`],
        'pay-409-1': payment(bookingId, patient),
        'arrive-1': arrival(bookingId, patient),
        'arrive-2': arrival(bookingId, patient),
        'pay-1': payment(bookingId, patient),
        'pay-2': payment(bookingId, patient),
        [`arrive-${not}3`]: arrival(bookingId, unknown),
        [`arrive-${not}4`]: arrival('1', patient),
        [`pay-${not}3`]: payment(bookingId, unknown),
        [`pay-${not}4`]: payment('1', patient),
      },
      { format, root: 'change' },
    );
    const expected = {
      'lookup-1': { id: '40217' },
      [`lookup-${not}2`]: { failure: 'patient-unknown' },
      'arrive-1': done('Välkommen. Ta plats i väntrummet.'),
      'arrive-2': before('Redan ankommen.'),
      // The lookup has found the patient: it contradicts itself (D15).
      [`arrive-${not}3`]: { failure: 'outcome-unknown' },
      [`arrive-${not}4`]: { failure: 'booking-unknown' },
      'pay-1': done('Betalningen är registrerad.'),
      'pay-2': before('Redan betald.'),
      [`pay-${not}3`]: { failure: 'outcome-unknown' },
      [`pay-${not}4`]: { failure: 'booking-unknown' },
      'pay-409-1': refused('Patienten har inte anlänt.'),
    };
    const { faults, silent, damages } = await tested(
      { files: {}, format, samples, id: '40217' },
      expected,
      folder => copyTables(format, folder),
    );
    expect(faults).toEqual([]);
    expect(silent).toEqual([]);
    expect(damages).toBeGreaterThan(150);
  },
  120_000,
);

test.each<Format>(['json', 'xml'])(
  'Fjällvård in %s',
  async format => {
    const of = (list: string) => ['GET', `/fv/v3/patients/guid-1/${list}?page=1`] as const;
    const search = (number: string) =>
      ['POST', '/fv/v3/patients/search', { criteria: { identifier: hyphenated(number) } }] as const;
    const booking = `/fv/v3/bookings/${bookingId}`;
    const samples = await answersOf(
      await fjallvardSimulator(format)(),
      {
        'lookup-1': search(patient),
        'lookup-2': search(unknown),
        'patients-1': ['GET', '/fv/v3/patients/guid-1'],
        'contacts-1': of('encounters'),
        'attention-signals-1': of('alerts'),
        'prescriptions-1': of('medications'),
        'journal-notes-1': of('notes'),
        'appointments-1': of('bookings'),
        'video-meetings-1': of('bookings'),
        'pay-1': ['POST', `${booking}/payments`, { amountOre: 1 }],
        'pay-2': ['POST', `${booking}/payments`, { amountOre: 30_050 }],
        'pay-3': ['POST', `${booking}/payments`, { amountOre: 30_050 }],
        'arrive-1': ['PATCH', booking, { state: 'ARRIVED' }],
        'arrive-2': ['PATCH', '/fv/v3/bookings/none', { state: 'ARRIVED' }],
      },
      { format, root: 'x', headers: { 'x-fv-purpose': 'PATIENT', 'if-match': '"7"' } },
    );
    const expected = {
      'lookup-1': { id: 'guid-1' },
      'lookup-2': { failure: 'patient-unknown' },
      'arrive-1': done(''),
      'arrive-2': { failure: 'booking-unknown' },
      'pay-1': refused('Går inte.'),
      'pay-2': done('K-1001'),
      'pay-3': before('Går inte.'),
    };
    const files = fjallvardTables(format);
    const { faults, silent, damages } = await tested({ files, format, samples, id: 'guid-1' }, expected);
    expect(faults).toEqual([]);
    expect(silent).toEqual([]);
    expect(damages).toBeGreaterThan(120);
  },
  120_000,
);

test('OpenMRS', async () => {
  const samples = {
    'lookup-1': String(openmrsAnswer('/patient')),
    'lookup-2': '{"results":[]}',
    'patients-1': String(openmrsAnswer('/patient/p-1')),
    'contacts-1': String(openmrsAnswer('/visit')),
    'attention-signals-1': String(openmrsAnswer('/patient/p-1/allergy')),
    'attention-signals-204-1': '',
    'attention-signals-404-1': 'null',
    'attention-signals-flags-1': String(openmrsAnswer('/flag')),
    'journal-notes-1': String(openmrsAnswer('/encounter')),
    'prescriptions-1': String(openmrsAnswer('/order')),
    'appointments-1': String(openmrsAnswer('/appointments/search')),
    'arrive-1': '{"status":"CheckedIn"}',
    'arrive-400-1': '{"error":{"message":"Not today."}}',
    'arrive-500-1': '',
  };
  const expected = {
    'lookup-1': { id: 'p-1' },
    'lookup-2': { failure: 'patient-unknown' },
    'attention-signals-204-1': { records: [], leftOut: [{ count: 1, reason: 'source-unavailable' }] },
    'attention-signals-404-1': [],
    'arrive-1': done(''),
    'arrive-400-1': refused('Not today.'),
    'arrive-500-1': { failure: 'outcome-unknown' },
  };
  const { faults, silent, damages } = await tested(
    { files: openmrsTables, format: 'json', samples, id: 'p-1' },
    expected,
  );
  expect(faults).toEqual([]);
  expect(silent).toEqual([]);
  expect(damages).toBeGreaterThan(120);
}, 120_000);
