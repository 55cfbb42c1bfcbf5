// What tables have read since the start: each mark, row and word that they name, from zero on, and nothing else.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { table } from '../../../../src/adapters/ehr/table/index.ts';
import { prometheusMetrics } from '../../../../src/adapters/telemetry/prometheus-metrics.ts';
import { regionTime } from '../../../../src/adapters/time/region-time.ts';
import { newCall, systemAt } from '../calls.ts';
import { world } from '../contract-world.ts';
import { faultsOf, inJson, type TableEhr, tableEhr, writeTables } from './table-ehr.ts';

const { patient, other } = world;

let ehr: TableEhr;
beforeAll(async () => {
  ehr = await tableEhr();
});
afterAll(() => ehr.close());

const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`C${at}`, `Kod ${at}`]));
const common = { owner: { record: 'who' } };
const tables = {
  'system.json': {
    ...inJson,
    kinds: {
      patients: {
        ...common,
        path: '/persons/{patient}',
        record: '.',
        visible: 'all',
        protected: { from: 'secret', words: { N: false, J: true } },
      },
      contacts: {
        ...common,
        path: '/visits/{patient}',
        items: 'list',
        refers: { units: { list: 'units', key: 'no' } },
        visible: [
          { from: 'audience', shown: ['P'], hidden: ['S'] },
          { from: 'release', until: 'now', when: { audience: ['D'] } },
        ],
      },
      journalNotes: { ...common, path: '/notes/{patient}', items: 'list', visible: 'all' },
    },
  },
  'patients.json': { 'Patient/PatientBirthDate': 'born' },
  'contacts.json': {
    'Contact/ContacInternaltID': 'no',
    'Contact/ContactStatus': { from: 'status', words: { P: 'Planerad', F: 'Avslutad' } },
    'Contact/ContactTypeOfVisit': { from: 'type', words: many },
    'Units/Unit': { refer: 'units', by: 'unit', record: { UnitName: 'name' } },
  },
  'journal-notes.json': {
    'Note/NoteTemplateName': 'template',
    'Note/Records/Record': {
      each: 'parts',
      record: {
        Keyword: 'head',
        Value: { each: 'texts', record: { $self: { from: 'html', form: 'html' } } },
      },
    },
  },
};

const visit = { who: patient, audience: 'P', status: 'F', type: 'C1', no: 'B1', unit: 1 };
const answers: Readonly<Record<string, object>> = {
  '/persons': { who: patient, secret: 'J', born: '1912-12-12' },
  '/visits': {
    list: [
      visit,
      { ...visit, status: 'X', no: null },
      { ...visit, audience: 'S' },
      { ...visit, audience: 'Q' },
      { ...visit, who: other },
    ],
    units: [{ no: 1, name: 'Hudmottagningen' }],
  },
  '/notes': {
    list: [
      {
        who: patient,
        template: 'Besök',
        parts: [{ head: 'Aktuellt', texts: [{ html: '<p>Hosta</p>' }, { html: '<p>Feber</p>' }] }],
      },
    ],
  },
};

const opened = () => {
  expect(faultsOf(tables)).toEqual([]);
  ehr.answer(({ url }) => JSON.stringify(answers[/^\/[^/]+/.exec(url)?.[0] ?? '']));
  return table.open(systemAt(ehr.server.url, { profileMembers: { tables: writeTables(tables) } }), {
    time: regionTime('Europe/Stockholm'),
    clock: Date.now,
    reserveNumbersRoot: undefined,
  });
};

/** What has been counted: its labels but for the kind, with blanks between → how often. */
const countsOf = (open: ReturnType<typeof opened>, wanted: string): Record<string, number> =>
  Object.fromEntries(
    (open.tableCounts?.() ?? [])
      .filter(({ labels }) => labels.kind === wanted)
      .map(({ of, labels: { kind: _, ...labels }, count }) => [
        [of, ...Object.values(labels)].join(' '),
        count,
      ]),
  );

test('everything that the tables name is listed, before anything has been read', async () => {
  const open = opened();
  const counts = open.tableCounts?.() ?? [];
  expect(counts.length).toBeGreaterThan(15);
  expect(counts.every(({ count }) => count === 0)).toBe(true);
  await open.close();
});

test('records of the patient, by mark, row and word', async () => {
  const open = opened();
  for await (const _one of open.ehr.contacts?.({ patient, interval: {}, call: newCall() }) ?? []);
  // The record of somebody else counts for nothing. An unknown word is no label: of the list of codes, none is.
  expect(countsOf(open, 'contacts')).toEqual({
    records: 4,
    'withheld audience': 2,
    'withheld release': 0,
    'values Contact/ContacInternaltID no': 3,
    'values Contact/ContactStatus status': 3,
    'values Contact/ContactTypeOfVisit type': 4,
    'values Units/Unit/UnitName name': 4,
    'words Contact/ContactStatus status P': 0,
    'words Contact/ContactStatus status F': 3,
    'words visible audience P': 2,
    'words visible audience S': 1,
  });
  await open.close();
});

test('protected identities, and texts of HTML once although their record is filled twice', async () => {
  const open = opened();
  for await (const _one of open.ehr.patients?.({ patient, interval: {}, call: newCall() }) ?? []);
  for await (const _one of open.ehr.journalNotes?.({ patient, interval: {}, call: newCall() }) ?? []);
  expect(countsOf(open, 'patients')).toMatchObject({
    records: 1,
    protected: 1,
    'words Patient/PatientProtectedId secret N': 0,
    'words Patient/PatientProtectedId secret J': 1,
  });
  expect(countsOf(open, 'journalNotes')).toEqual({
    records: 1,
    'values Note/NoteTemplateName template': 1,
    'values Note/Records/Record/Keyword head': 1,
    'values Note/Records/Record/Value/$self html': 2,
  });
  await open.close();
});

test('the metrics of a service, again and again', async () => {
  const open = opened();
  const metrics = prometheusMetrics();
  metrics.showTableCounts(() => new Map([['nordvik', open.tableCounts?.() ?? []]]));
  const linesOf = async () => (await metrics.scrape(undefined)).body.split('\n');
  const never =
    'pdas_table_words_total{system="nordvik",kind="patients",member="Patient/PatientProtectedId",path="secret",word="J"}';
  expect(await linesOf()).toContain(`${never} 0`);
  for (const count of [1, 2]) {
    for await (const _one of open.ehr.patients?.({ patient, interval: {}, call: newCall() }) ?? []);
    const lines = await linesOf();
    expect(lines).toContain(`${never} ${count}`);
    expect(lines).toContain(`pdas_table_protected_total{system="nordvik",kind="patients"} ${count}`);
    expect(lines.join()).not.toContain(patient);
  }
  await open.close();
});

test('a region without tables has no such metrics', async () => {
  const metrics = prometheusMetrics();
  metrics.showTableCounts(() => new Map());
  expect((await metrics.scrape(undefined)).body).not.toContain('pdas_table_');
});
