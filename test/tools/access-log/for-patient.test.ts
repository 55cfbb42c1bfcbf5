// The list of accesses that a patient asks for: in Swedish, in local time, without anybody else's number.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { operations } from '../../../src/http/operations/operations.ts';
import { operationName } from '../../../src/http/request/operation.ts';
import type { AccessEntry } from '../../../src/ports/access-log.ts';
import { accessOf } from '../../../tools/access-log/for-patient/accesses.ts';
import { factsOf } from '../../../tools/access-log/for-patient/region-facts.ts';
import { csvCell } from '../../../tools/access-log/render.ts';
import { entryOf } from '../../adapters/access-log/entry.ts';
import { newFolder } from '../../support/new-folder.ts';
import { runTool } from '../run.ts';

const patient = '191212121212';
const other = '189001019802';

const at = (time: string, more: Partial<AccessEntry> = {}): AccessEntry =>
  entryOf(`r-${time}`, {
    time: `2026-${time}.000Z`,
    operation: '10 journalNotes',
    subject: patient,
    client: 'patient-app',
    region: 'Region Prov',
    instance: 'host/1',
    address: '203.0.113.7',
    unit: null,
    user: null,
    systems: ['ehr'],
    units: null,
    prev: 'f'.repeat(64),
    ...more,
  });

const partner = {
  ground: 'partner',
  caller: 'nurse-7',
  callerPatient: null,
  client: 'cosmic-web',
  user: '19121212-1212/anna',
  unit: 'SE2321000016-1003',
} as const;

const entries = [
  at('01-15T08:30:00', { records: 1, units: ['SE2321000016-39KJ', 'SE2321000016-1003', '+2'] }),
  at('06-30T22:30:00', { ...partner, operation: '9 medications', records: 3, user: `${other}` }),
  at('07-01T10:00:00', { ground: 'acts_for', caller: `bankid-${other}`, callerPatient: other, records: 0 }),
  at('07-01T10:01:00', { ground: null, caller: 'x', callerPatient: other, status: 403, records: null }),
  at('07-02T10:00:00', { ...partner, user: null, client: `system-${other}`, unit: `SE-${other}` }),
  at('07-03T10:00:00', {
    requestId: 'w',
    operation: '2 appointmentChange',
    phase: 'begun',
    status: null,
    records: null,
  }),
  at('07-03T10:00:01', { requestId: 'w', operation: '2 appointmentChange', result: 'OK', records: null }),
  at('07-04T10:00:00', { operation: '1 paymentNotice', phase: 'begun', status: null, records: null }),
  at('07-05T10:00:00', { status: 502, records: null }),
  at('07-06T10:00:00', { subject: other, callerPatient: other }),
];

/** What is known of a region with reserve numbers. */
const factsWith = (reserve: RegExp) =>
  factsOf({ name: undefined, timeZone: 'Europe/Stockholm', numbers: { reserve } });

const profile = {
  name: 'Region Prov',
  timeZone: 'Europe/Stockholm',
  release: 'ehr',
  systems: {
    ehr: { adapter: 'extracts', baseUrl: 'https://ehr.test', headers: { 'x-key': 'env:EHR_KEY' } },
  },
  clientNames: { 'cosmic-web': 'Cosmic' },
  unitNames: { 'SE2321000016-39KJ': 'Hudmottagningen', 'SE2321000016-1003': 'Vårdcentralen "Norr"' },
};

const listOf = (...argv: string[]) => {
  const folder = newFolder();
  const [log, region] = [join(folder, 'access.log'), join(folder, 'region.json')];
  writeFileSync(log, entries.map(entry => `${JSON.stringify(entry)}\n`).join(''));
  writeFileSync(region, JSON.stringify(profile));
  return runTool('access-log', ['--patient', patient, '--for-patient', ...argv], {
    cwd: folder,
    env: { ACCESS_LOG_FILE: log, REGION_FILE: region },
  });
};

/** What must be in no list, in any form. */
const forbidden = new RegExp(
  [other, other.slice(2), 'bankid', 'nurse-7', '/anna', 'ffff', '203\\.0'].join('|'),
);

test('as text: who, when, what, from where, with which outcome', async () => {
  const { status, out } = await listOf();
  expect(status).toBe(0);
  const [head = '', ...paragraphs] = out.trimEnd().split('\n\n');
  expect(head.split('\n').map(line => line.split(/: +/))).toEqual([
    ['Vem har tagit del av dina uppgifter'],
    ['Patient', '19121212-1212'],
    ['Region', 'Region Prov'],
    ['Period', 'allt som finns sparat'],
    ['Tillfällen', 'av personal 1, av ombud för dig 1, av andra 1, av anslutna system 1, av dig 4'],
    ['Framtagen', expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)],
  ]);
  const cells = paragraphs.slice(0, -2).map(one => one.split('\n').map(line => line.trim().split(/: +/)));
  const app = ['Genom', 'patient-app'];
  expect(cells).toEqual([
    [
      ['2026-01-15 09:30  Journalanteckningar'],
      ['Vem', 'Du själv'],
      app,
      ['Utfall', '1 uppgift lämnades ut'],
      ['Uppgifter från', 'Hudmottagningen, Vårdcentralen "Norr", och 2 till'],
    ],
    [
      // The first of July, local time.
      ['2026-07-01 00:30  Läkemedel'],
      ['Vem', 'Personal i vården'],
      ['Vårdenhet', 'Vårdcentralen "Norr"'],
      ['Genom', 'Cosmic'],
      ['Utfall', '3 uppgifter lämnades ut'],
    ],
    [
      ['2026-07-01 12:00  Journalanteckningar'],
      ['Vem', 'Ett ombud för dig'],
      app,
      ['Utfall', 'Inga uppgifter lämnades ut'],
    ],
    [['2026-07-01 12:01  Journalanteckningar'], ['Vem', 'En annan person'], app, ['Utfall', 'Nekades']],
    [
      ['2026-07-02 12:00  Journalanteckningar'],
      ['Vem', 'Ett anslutet system i vården'],
      ['Vårdenhet', 'SE-…'],
      ['Genom', 'system-…'],
      ['Utfall', '1 uppgift lämnades ut'],
    ],
    [['2026-07-03 12:00  Ankomst till ett besök'], ['Vem', 'Du själv'], app, ['Utfall', 'Genomfördes']],
    [
      ['2026-07-04 12:00  Betalning av ett besök'],
      ['Vem', 'Du själv'],
      app,
      ['Utfall', 'Påbörjades, utfallet är inte känt'],
    ],
    [
      ['2026-07-05 12:00  Journalanteckningar'],
      ['Vem', 'Du själv'],
      app,
      ['Utfall', 'Inga uppgifter lämnades ut'],
    ],
  ]);
  expect(out).not.toMatch(forbidden);
});

test('without one’s own, the latest first, and with the names of apps', async () => {
  const { out, err } = await listOf('--without-own', '--newest-first', '--csv');
  const cells = out
    .trimEnd()
    .split('\n')
    .slice(1)
    .map(line => line.split(';'));
  expect(cells.map(([time, , who]) => [time, who])).toEqual([
    ['2026-07-02 12:00', 'Ett anslutet system i vården'],
    ['2026-07-01 12:01', 'En annan person'],
    ['2026-07-01 12:00', 'Ett ombud för dig'],
    ['2026-07-01 00:30', 'Personal i vården'],
  ]);
  expect(cells[3]?.[4]).toBe('Cosmic');
  expect(err).toContain('Care units without a name in unitNames of the profile: SE-…\n');
  expect(err).toContain('Apps without a name in clientNames of the profile: patient-app, system-…\n');
  const text = (await listOf('--without-own')).out;
  expect(text).toMatch(/^Tillfällen: +av personal 1, .*, av dig 4 \(dina egna visas inte\)$/m);
});

test('of a period in local time: what was on the first of July there', async () => {
  const { out } = await listOf('--from', '2026-07-01', '--to', '2026-07-01', '--csv');
  expect(
    out
      .split('\n')
      .slice(1, -1)
      .map(line => line.split(';')[0]),
  ).toEqual(['2026-07-01 00:30', '2026-07-01 12:00', '2026-07-01 12:01']);
});

test('as CSV: for a spreadsheet in Swedish', async () => {
  const { status, out } = await listOf('--csv');
  expect(status).toBe(0);
  expect(out.split('\n').slice(0, 3)).toEqual([
    '\ufeffTidpunkt;Vad;Vem;Vårdenhet;Genom;Utfall;Uppgifter från',
    '2026-01-15 09:30;Journalanteckningar;Du själv;;patient-app;1 uppgift lämnades ut;"Hudmottagningen, Vårdcentralen ""Norr"", och 2 till"',
    '2026-07-01 00:30;Läkemedel;Personal i vården;"Vårdcentralen ""Norr""";Cosmic;3 uppgifter lämnades ut;',
  ]);
  expect(out).not.toMatch(forbidden);
});

test('as a page: well-formed, in Swedish, and escaped', async () => {
  const { status, out } = await listOf('--html');
  expect(status).toBe(0);
  expect(out).toMatch(/^<!doctype html>\n<html lang="sv">/);
  expect(out.match(/<tr>/g)).toHaveLength(9);
  expect(out).toContain('<td>Vårdcentralen &quot;Norr&quot;</td>');
  expect(out).toContain('<dt>Patient</dt><dd>19121212-1212</dd>');
  expect(out).not.toMatch(/<script|http:|https:/);
  expect(out).not.toMatch(forbidden);
});

describe('what it says of itself', () => {
  test('nothing in the period', async () => {
    const { out } = await listOf('--from', '2027-01-01');
    expect(out).toContain('från 2027-01-01');
    expect(out).toContain('Ingen åtkomst finns i loggen för perioden.');
  });

  test('a log that could not be read whole: the list may lack something', async () => {
    const folder = newFolder();
    const log = join(folder, 'access.log');
    writeFileSync(log, `${JSON.stringify(entries[0])}\n{"time":"torn\n`);
    const { status, out } = await runTool('access-log', ['--patient', patient, '--for-patient'], {
      cwd: folder,
      env: { ACCESS_LOG_FILE: log },
    });
    expect(status).toBe(1);
    expect(out).toContain('listan kan sakna tillfällen');
    expect(out).toContain('Uppgifter från:  SE2321000016-39KJ, SE2321000016-1003, och 2 till');
    const list = (...argv: string[]) =>
      runTool('access-log', ['--patient', patient, '--for-patient', ...argv], {
        cwd: folder,
        env: { ACCESS_LOG_FILE: log },
      });
    expect((await list('--csv')).out.trimEnd().split('\n').at(-1)).toMatch(
      /^Alla delar .* sakna tillfällen\.;;;;;;$/,
    );
    for (const form of [[], ['--html']]) {
      const empty = (await list('--from', '2027-01-01', ...form)).out;
      expect(empty).toContain('i de delar av loggen som kunde läsas');
      expect(empty).not.toContain('Ingen åtkomst finns i loggen');
    }
  });

  test('a write whose outcome is not known, also one that was sent again under the same id', async () => {
    const folder = newFolder();
    const log = join(folder, 'access.log');
    const write = { requestId: 'w', operation: '1 paymentNotice', records: null } as const;
    const begun = { ...write, phase: 'begun', status: null } as const;
    const written = [
      at('07-03T10:00:00', begun),
      at('07-03T10:01:00', begun),
      at('07-03T10:01:01', { ...write, result: 'OK' }),
      at('07-03T10:02:00', begun),
      at('07-03T10:02:05', { ...write, status: 504 }),
    ];
    writeFileSync(log, written.map(entry => `${JSON.stringify(entry)}\n`).join(''));
    const { out } = await runTool('access-log', ['--patient', patient, '--for-patient', '--csv'], {
      cwd: folder,
      env: { ACCESS_LOG_FILE: log },
    });
    const outcomes = out
      .trimEnd()
      .split('\n')
      .slice(1)
      .map(line => line.split(';')[5]);
    expect(outcomes).toEqual(['Påbörjades, utfallet är inte känt', 'Genomfördes', 'Utfallet är inte känt']);
  });

  test('a refused write under the id of one that was begun: both are listed', async () => {
    const folder = newFolder();
    const log = join(folder, 'access.log');
    const write = { requestId: 'w', operation: '1 paymentNotice', records: null } as const;
    const written = [
      at('07-03T10:00:00', { ...write, phase: 'begun', status: null }),
      at('07-03T10:01:00', { ...write, status: 403, ground: null }),
    ];
    writeFileSync(log, written.map(entry => `${JSON.stringify(entry)}\n`).join(''));
    const { out } = await runTool('access-log', ['--patient', patient, '--for-patient', '--csv'], {
      cwd: folder,
      env: { ACCESS_LOG_FILE: log },
    });
    expect(out.match(/Påbörjades, utfallet är inte känt|Nekades/g)).toEqual([
      'Påbörjades, utfallet är inte känt',
      'Nekades',
    ]);
  });

  test.each([
    [{ caller: null, callerPatient: null }, 'Ett anslutet system'],
    [{ caller: 'kiosk', client: 'kiosk', callerPatient: null }, 'Ett anslutet system'],
    [
      { caller: 'f1e2', client: 'kiosk', callerPatient: null },
      'En person eller ett system utan personnummer',
    ],
    [{ caller: 'f1e2', callerPatient: other }, 'En annan person'],
  ])('a refused call of %j is one of: %s', (more, who) => {
    const refused = at('01-15T08:30:00', { ground: null, status: 403, ...more });
    expect(accessOf(refused, factsOf({ name: undefined, timeZone: 'Europe/Stockholm' })).who).toBe(who);
  });

  test('what a spreadsheet with another separator would take for a formula is a text', () => {
    expect(csvCell('app,=1+1', ';')).toBe('"app,\'=1+1"');
    expect(csvCell('app; @x,"-2+3', ',')).toBe('"app; \'@x,""\'-2+3"');
    expect(csvCell('SE1;SE2;+12')).toBe('SE1;SE2;+12');
    for (const sign of '＝＋－＠') expect(csvCell(`${sign}1`)).toBe(`"'${sign}1"`);
    expect(csvCell('a;＝1+1')).toBe('"a;\'＝1+1"');
    expect(csvCell('SE1;+12|x')).toBe('"SE1;\'+12|x"');
  });

  test.each([
    [['--for-patient', '--from', '2026-01-01'], /whose list\? Give --patient/],
    [['--patient', patient, '--for-patient', '--json'], /--json does not go with --for-patient/],
    [['--patient', patient, '--for-patient', '--caller', 'x'], /--caller does not go with --for-patient/],
    [['--patient', patient, '--for-patient', '--csv', '--html'], /not both/],
  ])('%j: status 2', async (argv, words) => {
    const { status, err } = await runTool('access-log', argv, { cwd: newFolder() });
    expect(status).toBe(2);
    expect(err).toMatch(words);
  });
});

test.each([
  // Of no day, with a wrong check digit, of another century, written in either way.
  ['bankid-195013450000', 'bankid-…'],
  ['system-189001019803', 'system-…'],
  ['900101+9802/x', '…/x'],
  ['9001019802', '…'],
  ['x 19900101 9802 y, 900101.9802', 'x … y, …'],
  ['a 900101-9802, b 18900101-9802', 'a …, b …'],
  // Valid ones, whatever stands between the digits.
  ['a 1890-01-01-9802 b', 'a … b'],
  ['a 1890.01.01.9802 b', 'a … b'],
  ['a 90/01/01/98/02', 'a …'],
  ['a 18 90 01 01 — 98 02', 'a …'],
  ['a 1 8 9 0 0 1 0 1 9 8 0 2', 'a …'],
  ['a ９００１０１－９８０２', 'a …'],
  ['a 900101‑9802, 900101−9802', 'a …, …'],
  ['a 900101_9802', 'a …'],
  ['room 7 1890-01-01-9802', 'room 7 …'],
  ['app-1912-12-12-1212', 'app-1912-12-12-1212'],
  ['2026-01-15 09', '2026-01-15 09'],
  // Reserve numbers: twelve digits, and those that the profile describes.
  ['kiosk-991212120001', 'kiosk-…'],
  ['kiosk-19890110T123', 'kiosk-…'],
  ['k19890110F1239', 'k…9'],
  // Those of care units, of the patient, and of something else.
  ['SE2321000016-1003', 'SE2321000016-1003'],
  ['SE162321000016-1003', 'SE162321000016-1003'],
  ['app-191212121212', 'app-191212121212'],
  ['app-121212-1212', 'app-121212-1212'],
  ['app-2026', 'app-2026'],
])('%s is shown as %s', (client, shown) => {
  const region = factsWith(/^(?:\d{8}[TF]\d{3})$/u);
  expect(accessOf(at('01-15T08:30:00', { client }), region).through).toBe(shown);
});

test('a reserve number of somebody else is hidden, that of the patient is not', () => {
  const access = at('01-15T08:30:00', { client: 'app R-001', subject: 'R-001', unit: 'unit-R-002' });
  expect(accessOf(access, factsWith(/^(?:R-\d{3})$/u))).toMatchObject({
    through: 'app R-001',
    unit: 'unit-…',
  });
});

test.each([
  // The same digits under other letters.
  ['app RY123456', 'app …'],
  ['app-RY123456', 'app-…'],
  ['app RX123456', 'app RX123456'],
  ['app RX123456, RY123456', 'app RX123456, …'],
  ['app-RX123456/a', 'app-RX123456/a'],
])('beside the reserve number of the patient, %s is shown as %s', (client, shown) => {
  const access = at('01-15T08:30:00', { client, subject: 'RX123456' });
  expect(accessOf(access, factsWith(/^(?:R[A-Z]\d{6})$/u)).through).toBe(shown);
});

test('a reserve number with the ten digits of the patient’s number is hidden', () => {
  const region = factsWith(/^(?:[A-Z]{2}\d{10})$/u);
  const shown = (client: string, subject: string) =>
    accessOf(at('01-15T08:30:00', { client, subject }), region).through;
  expect(shown('app RX1212121212', patient)).toBe('app …');
  expect(shown('app RX1212121212', 'RX1212121212')).toBe('app RX1212121212');
  expect(shown('app RY1212121212', 'RX1212121212')).toBe('app RY…');
  expect(shown('app 1212121212', 'RX1212121212')).toBe('app …');
});

test('it has words for each operation', () => {
  const region = factsOf({ name: undefined, timeZone: 'Europe/Stockholm' });
  for (const operation of operations) {
    const name = operationName(operation);
    const { what } = accessOf(at('01-15T08:30:00', { operation: name }), region);
    expect(what).toMatch(/^[A-ZÅÄÖ][a-zåäö ]+$/);
  }
});
