// Faults in a region's tables: each says the file, line and column, and what was expected there. Those in one text are in
// cases/faults.yaml.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadTables } from '../../../../src/adapters/ehr/table/compiler/load.ts';
import { regionTime } from '../../../../src/adapters/time/region-time.ts';

const system = `{
  "format": "json",
  "unknownPatient": { "status": 404, "body": { "code": ["UNKNOWN"] } },
  "kinds": {
    "contacts": {
      "path": "/persons/{patient}/visits",
      "query": { "from": "{from:yyyy-MM-dd}" },
      "items": "visits",
      "owner": { "record": "person" },
      "visible": { "from": "mark", "shown": ["P"] },
      "next": { "cursor": "next", "parameter": "after" }
    },
    "patients": {
      "path": "/persons/{patient}",
      "record": ".",
      "owner": { "record": "person" },
      "visible": "all",
      "protected": { "from": "secret", "words": { "N": false, "J": true } }
    },
    "appointments": {
      "path": "/persons/{patient}/bookings",
      "items": "bookings",
      "owner": { "record": "person" },
      "visible": "all"
    }
  },
  "writes": {
    "arrive": {
      "method": "PUT",
      "path": "/bookings/{booking}",
      "body": { "person": "{patient}" },
      "results": [{ "status": 200, "body": { "result": ["done"] }, "result": "OK" }, { "status": 409, "result": "ERROR" }]
    }
  }
}
`;

const contacts = `{
  "Contact/ContactStatus": { "from": "status", "words": "status" },
  "Contact/ContactBeginDateTime": { "from": "begin", "time": "dd.MM.yyyy HH:mm" },
  "Contact/ContactShareInfo": { "from": "open", "not": true },
  "Units/Unit": { "each": "units", "use": "unit" },
  "ignore": { "etag": "the vendor's lock" }
}
`;

const right: Readonly<Record<string, string>> = {
  'system.json': system,
  'contacts.json': contacts,
  'patients.json': '{\n  "Patient/PatientBirthDate": "born"\n}\n',
  'appointments.json': `{
  "ContactId": "id",
  "Status": { "from": "state", "words": { "1": "BOOKED", "2": "ARRIVED" } }
}
`,
  'parts/unit.json': '{\n  "UnitID": { "hsa": "hsa" },\n  "UnitName": "name"\n}\n',
  'words/status.json': '{\n  "IN": "Ankommen",\n  "OUT": "Avslutad"\n}\n',
};

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const newFolder = (files: Readonly<Record<string, string>>): string => {
  const outer = mkdtempSync(join(tmpdir(), 'tables-'));
  folders.push(outer);
  const folder = join(outer, 'nordvik');
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
};

const times = regionTime('Europe/Stockholm');

const faultsIn = (folder: string): string[] =>
  loadTables(folder, times).faults.map(({ where, expected }) => `${where}: expected ${expected}`);

/** A fault: a text of the right file, what stands there instead, and what is reported of it. */
type Case = {
  readonly fault: string;
  /** By default, contacts.json. */
  readonly file?: string;
  readonly instead: readonly [right: string, wrong: string];
  /** Without the name of the file, if it is that of this file. */
  readonly says: readonly string[];
};

const { cases, unlikely } = parse(
  readFileSync(new URL('cases/faults.yaml', import.meta.url), 'utf8'),
) as Readonly<Record<'cases' | 'unlikely', readonly Case[]>>;

const changed = ({ file = 'contacts.json', instead: [before, after], says }: Case) => {
  const text = right[file] ?? '';
  expect(text).toContain(before);
  return {
    files: { ...right, [file]: text.replace(before, () => after) },
    says: says.map(one => (one.startsWith('nordvik/') ? one : `nordvik/${file}:${one}`)),
  };
};

test('the tables that the cases change have no faults, and each file may name its schema', () => {
  const named = Object.entries(right).map(([name, text]) => [
    name,
    text.replace('{', '{ "$schema": "x.json",'),
  ]);
  expect(faultsIn(newFolder(right))).toEqual([]);
  expect(faultsIn(newFolder(Object.fromEntries(named)))).toEqual([]);
});

test.each(cases)('$fault', example => {
  const { files, says } = changed(example);
  expect(faultsIn(newFolder(files))).toEqual(says);
});

const hintsIn = (files: Readonly<Record<string, string>>): string[] =>
  loadTables(newFolder(files), times).hints.map(({ where, message }) => `${where}: ${message}`);

// What is allowed, but probably not meant.
test.each(unlikely)('hint: $fault', example => {
  const { files, says } = changed(example);
  expect(hintsIn(right)).toEqual([]);
  expect(hintsIn(files)).toEqual(says);
});

test('hint: warnings that do not say whether they are in force', () => {
  const alerts = { path: '/alerts/{patient}', items: 'alerts', owner: { record: 'p' }, visible: 'all' };
  const unknownPatient = { status: 200, body: { code: ['UNKNOWN'] } };
  const hints = hintsIn({
    'system.json': JSON.stringify({ format: 'json', unknownPatient, kinds: { attentionSignals: alerts } }),
    'attention-signals.json': '{ "AttentionSignal/RcId": { "id": "id", "root": "1.2" } }',
  });
  expect(hints).toEqual([
    'nordvik/attention-signals.json:1:1: no row writes AttentionSignal/SignalActive: apps cannot tell which warnings are in force. If the EHR sends no others, write { "value": true }',
  ]);
});

const xmlSystem = {
  format: 'xml',
  unknownPatient: { status: 404, body: { 'a/code': ['UNKNOWN'] } },
  kinds: {
    prescriptions: {
      path: '/{patient}',
      items: 'a/list/one',
      owner: { record: 'who' },
      visible: { from: 'mark', shown: ['P'] },
    },
  },
};

test.each<readonly [string, object]>([
  ['unknownPatient', { ...xmlSystem, unknownPatient: { status: 404, body: { 'a/n': 'a number' } } }],
  ['good', { ...xmlSystem, good: { 'a/n': 'a number' } }],
  ['partial', { ...xmlSystem, partial: { 'a/n': 'true or false' } }],
  ...(
    [
      ['good of a kind', { good: { 'a/n': 'a list' } }],
      ['partial of a kind', { partial: { 'a/n': 'a number' } }],
      ['empty', { empty: { 'a/n': 'a number' } }],
      ['none', { none: [{ status: 404, body: { 'a/code': ['NONE'], 'a/n': 'a number' } }] }],
      ['a mark', { visible: { from: 'mark', shown: ['P'], when: { n: 'a number' } } }],
    ] as const
  ).map(([name, members]) => {
    const kinds = { prescriptions: { ...xmlSystem.kinds.prescriptions, ...members } };
    return [name, { ...xmlSystem, kinds }] as const;
  }),
])('a condition that no value of XML meets: %s', (_, changedSystem) => {
  const rows = '{ "Prescription/PrescriptionStartDateTime": "at" }';
  const says = (files: object) =>
    faultsIn(newFolder({ 'system.json': JSON.stringify(files), 'prescriptions.json': rows }));
  expect(says(xmlSystem)).toEqual([]);
  expect(says(changedSystem)).toEqual([
    expect.stringMatching(/: expected "a text" or "an object": XML has no other values$/),
  ]);
});

test('a selection by what an attribute has within, which is nothing', () => {
  const rows = '{ "Prescription/PrescriptionStartDateTime": "times[@a/b=x]/at" }';
  const files = { 'system.json': JSON.stringify(xmlSystem), 'prescriptions.json': rows };
  expect(faultsIn(newFolder(files))).toEqual([
    'nordvik/prescriptions.json:1:3: expected a path with nothing after an attribute (@)',
  ]);
});

const lookup = (owner: string) =>
  `"lookup": { "path": "/find/{patient}", "record": ".", "owner": ${owner}, "id": "id" },`;

/** Changes of the folder rather than of a text in it. */
const folderCases: readonly {
  readonly fault: string;
  readonly change: (folder: string) => void;
  readonly says: readonly string[];
}[] = [
  {
    fault: 'no such folder',
    change: folder => rmSync(folder, { recursive: true }),
    says: ['nordvik: expected a folder of tables, with a file system.json'],
  },
  {
    fault: 'no system.json',
    change: folder => rmSync(join(folder, 'system.json')),
    says: ['nordvik/system.json: expected this file: it says how the EHR is called'],
  },
  {
    fault: 'a misspelled name of a file',
    change: folder => writeFileSync(join(folder, 'apointments.json'), '{}'),
    says: ['nordvik/apointments.json: expected a file that is read: appointments.json, probably'],
  },
  {
    fault: 'a table without its kind',
    change: folder => writeFileSync(join(folder, 'prescriptions.json'), '{}'),
    says: ['nordvik/system.json:4:3: expected prescriptions, because there is a file prescriptions.json'],
  },
  {
    fault: 'a lookup that names nobody, whose id leads to a record that names the id',
    change: folder =>
      writeFileSync(
        join(folder, 'system.json'),
        system
          .replace('"format": "json",', `"format": "json", ${lookup('{ "kind": "patients" }')}`)
          .replace('"path": "/persons/{patient}",', '"path": "/persons/{id}",')
          .replace(
            `"record": ".",
      "owner": { "record": "person" }`,
            `"record": ".",
      "owner": { "record": "person", "is": "id" }`,
          ),
      ),
    says: [
      'nordvik/system.json:16:38: expected no is: if neither the lookup nor this record names the patient by the number, nothing tells whose the id is',
    ],
  },
  {
    fault: 'a lookup that names nobody, and no kind that does',
    change: folder => {
      const only = JSON.parse(system);
      const { contacts: visits } = only.kinds;
      for (const name of ['appointments', 'patients']) rmSync(join(folder, `${name}.json`));
      const found = { path: '/find/{patient}', record: '.', owner: { kind: 'patients' }, id: 'id' };
      writeFileSync(
        join(folder, 'system.json'),
        JSON.stringify({ ...only, lookup: found, kinds: { contacts: visits }, writes: undefined }),
      );
    },
    says: ['nordvik/system.json:1:360: expected kinds/patients: its record says whose the id is'],
  },
  {
    fault: 'a file too large',
    change: folder => writeFileSync(join(folder, 'contacts.json'), contacts + ' '.repeat(256 * 1024)),
    says: ['nordvik/contacts.json: expected a file of at most 256 KiB'],
  },
  {
    fault: 'another encoding',
    change: folder =>
      writeFileSync(join(folder, 'words/status.json'), Buffer.from('{"IN":"\xe5"}', 'latin1')),
    says: ['nordvik/words/status.json: expected a file in UTF-8'],
  },
  {
    fault: 'a link out of the folder',
    change: folder => {
      writeFileSync(join(folder, '../outside.json'), '{ "A": "b" }');
      rmSync(join(folder, 'words/status.json'));
      symlinkSync(join(folder, '../outside.json'), join(folder, 'words/status.json'));
    },
    says: ['nordvik/words/status.json: expected a file within the folder, and no link out of it'],
  },
  {
    fault: 'objects too deep',
    change: folder => writeFileSync(join(folder, 'contacts.json'), `${'{"a":'.repeat(41)}1${'}'.repeat(41)}`),
    says: ['nordvik/contacts.json:1:201: expected a smaller file (more than 40 levels)'],
  },
  {
    fault: 'too many rows',
    change: folder => {
      const rows = Array.from({ length: 2000 }, () => '"a"').join(',');
      writeFileSync(
        join(folder, 'contacts.json'),
        `{ "Contact/ContactSecrecyLevels/SecrecyLevel": [${rows}] }`,
      );
    },
    says: ['nordvik/contacts.json:1:8033: expected at most 2000 rows in all tables'],
  },
];

test.each(folderCases)('$fault', ({ change, says }) => {
  const folder = newFolder(right);
  change(folder);
  expect(faultsIn(folder)).toEqual(says);
});
