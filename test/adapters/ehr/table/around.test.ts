// Records in lists within lists, in an item that a word selects, and what is around them: `^`.
import { describe, expect, test } from 'vitest';
import type { Meter } from '../../../../src/adapters/ehr/meter.ts';
import { find } from '../../../../src/adapters/ehr/table/engine/find.ts';
import { table } from '../../../../src/adapters/ehr/table/index.ts';
import { outward } from '../../../../src/adapters/ehr/table/source-path.ts';
import { regionTime } from '../../../../src/adapters/time/region-time.ts';
import type { Json } from '../../../../src/domain/model/json.ts';
import type { PatientNumber } from '../../../../src/domain/model/patient-number.ts';
import { forThisFile } from '../../../support/for-this-file.ts';
import { systemAt } from '../calls.ts';
import { world } from '../contract-world.ts';
import { readKind, type TableFiles, tableEhr, writeTables } from './table-ehr.ts';

const { patient, other } = world;
const json = JSON.stringify;
const ehr = await forThisFile(tableEhr());

const unknownPatient = { status: 404, body: { code: ['UNKNOWN'] } };
const xmlUnknown = { status: 404, body: { 'error/code': ['UNKNOWN'] } };

const rows = {
  'Note/NoteTemplateName': 'type',
  'Note/NoteInactiveReason': '^/unit',
  'Note/Records/Record': {
    block: '.',
    record: { Keyword: 'type', Value: [{ block: '.', record: { $self: 'text' } }] },
  },
};

const filesFor = (kind: object, table: object = rows, format: 'json' | 'xml' = 'json'): TableFiles => ({
  'system.json': {
    format,
    unknownPatient: format === 'json' ? unknownPatient : xmlUnknown,
    kinds: {
      journalNotes: {
        path: '/{patient}',
        items: 'journal/visits*/notes*',
        owner: { record: '^/who' },
        visible: 'all',
        ...kind,
      },
    },
  },
  'journal-notes.json': table,
});

type NoteExtract = {
  readonly JournalNoteEHRExtract: readonly {
    readonly Note: { readonly NoteTemplateName?: string; readonly NoteInactiveReason?: string };
  }[];
};

/** Each note's template and unit, what was left out, and what was lost; or the failure. */
const read = async (files: TableFiles, answer: string) => {
  ehr.answer(() => answer);
  const found = await readKind(ehr, files, 'journalNotes');
  if (typeof found === 'string') return found;
  const notes = (found.records as NoteExtract[]).map(({ JournalNoteEHRExtract: [extract] }) =>
    [extract?.Note.NoteTemplateName, extract?.Note.NoteInactiveReason]
      .filter(text => text !== undefined)
      .join(' '),
  );
  return [
    ...notes,
    ...found.omitted,
    ...(found.withheld > 0 ? [`withheld ${found.withheld}`] : []),
    ...found.losses.map(({ path, reason }) => `${reason} ${path}`),
  ];
};

const note = (type: string, more: object = {}) => ({ type, text: 'Hosta', ...more });
const visit = (unit: string, notes: unknown, more: object = {}) => ({ who: patient, unit, notes, ...more });
const journal = (...visits: unknown[]) => json({ journal: { visits } });

describe('lists within lists', () => {
  const files = filesFor({});

  test('the records of all of them, with what is around each', async () => {
    const answer = journal(
      visit('Hud', [note('A'), note('B')]),
      visit('Öron', []),
      visit('Ögon', null),
      visit('Barn', [note('C')]),
    );
    expect(await read(files, answer)).toEqual(['A Hud', 'B Hud', 'C Barn']);
  });

  test('what nothing reads of an object around is unknown: it may be an error', async () => {
    const answer = (more: object) => journal(visit('Hud', [], more));
    expect(await read(files, answer({ error: 'E1' }))).toBe('ehr-unusable');
    expect(await read(files, answer({ diagnosis: { code: 'J06' } }))).toBe('ehr-unusable');
  });

  test('what the table reads or ignores is known, and what is unread in it is counted with each record', async () => {
    const table = { ...rows, ignore: { '^/diagnosis/code': 'not part of notes', '^/more': 'nothing' } };
    const answer = (diagnosis: object) => journal(visit('Hud', [note('A'), note('B')], { diagnosis }));
    expect(await read(filesFor({}, table), answer({ code: 'J06' }))).toEqual(['A Hud', 'B Hud']);
    expect(await read(filesFor({}, table), answer({ code: 'J06', text: 'Snuva' }))).toEqual([
      'A Hud',
      'B Hud',
      'unmapped ^/diagnosis/text',
      'unmapped ^/diagnosis/text',
    ]);
  });

  test.each<[string, string, unknown]>([
    ['no visits', journal(), []],
    ['no list of visits', json({ journal: {} }), 'ehr-unusable'],
    ['no journal', json({}), 'ehr-unusable'],
    ['a journal that is a list', json({ journal: [{ visits: [] }] }), 'ehr-unusable'],
    ['visits that are an object', json({ journal: { visits: visit('Hud', []) } }), 'ehr-unusable'],
    ['a visit that is a text', journal('Hud'), 'ehr-unusable'],
    ['a visit that is null', journal(null), 'ehr-unusable'],
    ['notes that are an object', journal(visit('Hud', note('A'))), 'ehr-unusable'],
    ['an unknown name beside the visits', json({ journal: { visits: [], more: 1 } }), 'ehr-unusable'],
    ['notes under another name', journal({ ...visit('Hud', null), texts: [note('A')] }), 'ehr-unusable'],
    ['notes beside others', journal({ ...visit('Hud', [note('A')]), texts: [note('B')] }), 'ehr-unusable'],
    [
      'notes that are further in',
      journal(visit('Hud', [], { more: { notes: [note('A')] } })),
      'ehr-unusable',
    ],
  ])('%s', async (_, answer, expected) => {
    expect(await read(files, answer)).toEqual(expected);
  });

  test('a name that the table ignores may look like records', async () => {
    const table = { ...rows, ignore: { '^/letters': 'read elsewhere' } };
    const answer = journal(visit('Hud', [note('A')], { letters: [note('L')] }));
    expect(await read(filesFor({}, table), answer)).toEqual(['A Hud']);
  });

  test('without its list, an answer may say in words that there are none', async () => {
    const files = filesFor({ empty: { count: [0] } });
    expect(await read(files, json({ count: 0 }))).toEqual([]);
    expect(await read(files, json({ count: 1 }))).toBe('ehr-unusable');
  });

  test('whose they are', async () => {
    const visits = [
      visit('Hud', [note('A')]),
      visit('Öron', [note('B')], { who: other }),
      { notes: [note('C')] },
    ];
    expect(await read(files, journal(...visits))).toEqual(['A Hud', 'foreign', 'foreign']);
  });

  test('an owner that only the answer names: another number around a record withholds it', async () => {
    const files = filesFor(
      { owner: { answer: 'who' } },
      { ...rows, ignore: { '^/who': 'compared by the engine' } },
    );
    const visits = [visit('Hud', [note('A')]), visit('Öron', [note('B'), note('C')], { who: other })];
    expect(await read(files, json({ who: patient, journal: { visits } }))).toEqual([
      'A Hud',
      'foreign',
      'foreign',
    ]);
  });

  test('marks and conditions look outward', async () => {
    const files = filesFor(
      { visible: { from: '^/hidden', shown: [false], hidden: [true], when: { '^/kind': ['OUT'] } } },
      { ...rows, 'Note/NoteInactiveReason': { from: '^/unit', when: { '^/kind': ['OUT', 'IN'] } } },
    );
    const visits = [
      visit('Hud', [note('A')], { hidden: false, kind: 'OUT' }),
      visit('Öron', [note('B')], { hidden: true, kind: 'OUT' }),
      visit('Ögon', [note('C')], { kind: 'OUT' }),
      visit('Barn', [note('D')], { kind: 'IN' }),
    ];
    expect(await read(files, journal(...visits))).toEqual(['A Hud', 'D Barn', 'withheld 2']);
  });

  test('objects and lists around, and rows within rows', async () => {
    const table = {
      ...rows,
      'Note/NoteInactiveReason': 'type',
      'CareProviders/CareProvider': {
        each: '^/staff',
        record: { CareProviderName: 'name', CareProviderType: '^/^/region' },
      },
      'Units/Unit': [
        { block: '^', record: { UnitName: 'unit', UnitLocalID: { id: '^/phone', root: '1.2.3' } } },
      ],
    };
    const staff = [{ name: 'Ek' }, { name: 'Lind', room: 7 }];
    ehr.answer(() =>
      json({ journal: { region: 'Norr', phone: '0941', visits: [visit('Hud', [note('A')], { staff })] } }),
    );
    const found = await readKind(ehr, filesFor({}, table), 'journalNotes');
    expect(found).toMatchObject({
      records: [
        {
          JournalNoteEHRExtract: [
            {
              CareProviders: {
                CareProvider: [
                  { CareProviderName: 'Ek', CareProviderType: 'Norr' },
                  { CareProviderName: 'Lind', CareProviderType: 'Norr' },
                ],
              },
              Units: { Unit: [{ UnitName: 'Hud', UnitLocalID: { root: '1.2.3', extension: '0941' } }] },
            },
          ],
        },
      ],
      losses: [{ path: '^/staff/room', reason: 'unmapped' }],
    });
  });
});

describe('the answer around a single list', () => {
  const files = filesFor(
    { items: 'data/notes', owner: { record: '^/^/patient/no' } },
    { ...rows, 'Note/NoteInactiveReason': '^/unit/name' },
  );

  test('before and behind the records', async () => {
    const notes = [note('A'), note('B')];
    const around = { patient: { no: patient }, data: { notes, unit: { name: 'Hud' } } };
    expect(await read(files, json(around))).toEqual(['A Hud', 'B Hud']);
    expect(await read(files, json({ ...around, patient: { no: other } }))).toEqual(['foreign', 'foreign']);
    expect(await read(files, json({ data: around.data }))).toEqual(['foreign', 'foreign']);
  });

  test('a list around that each record reads has a limit', async () => {
    const withStaff = filesFor(
      { items: 'data/notes', owner: { record: '^/^/patient/no' } },
      { ...rows, 'CareProviders/CareProvider': { each: '^/staff', record: { CareProviderName: 'name' } } },
    );
    const answer = (staff: number) => ({
      patient: { no: patient },
      data: { notes: [note('A')], unit: 'Hud', staff: Array.from({ length: staff }, () => ({ name: 'Ek' })) },
    });
    expect(await read(withStaff, json(answer(16_000)))).toEqual(['A Hud']);
    expect(await read(withStaff, json(answer(17_000)))).toBe('ehr-unusable');
  });

  test('a list around that items select from is indexed once, and spends from the meter once', () => {
    let reads = 0;
    let passed = 0;
    const codes = Array.from({ length: 1000 }, (_, value) => ({
      get type() {
        reads++;
        return `t${value}`;
      },
      value,
    }));
    const meter: Meter = (work, times) => {
      if (work === 'passed') passed += times;
    };
    const looking = { reads: new Map(), outside: { outer: () => ({ codes }) as unknown as Json, meter } };
    for (let value = 0; value < 1000; value++) {
      const steps = [outward, 'codes', { by: ['type'], word: `t${value}`, format: 'json' }, 'value'] as const;
      expect(find({}, steps, looking)).toBe(value);
    }
    // Once for the index, and once to mark what has been read.
    expect(reads).toBe(2000);
    expect(passed).toBe(1000);
  });

  test('what no row reads of it is unknown', async () => {
    const answer = { patient: { no: patient }, data: { notes: [], unit: { name: 'Hud', phone: '1' } } };
    expect(await read(files, json(answer))).toBe('ehr-unusable');
    const beside = filesFor(
      { items: 'data/notes', owner: { record: '^/^/patient/no' }, beside: { 'data/unit': 'the unit' } },
      { ...rows, 'Note/NoteInactiveReason': '^/unit/name' },
    );
    expect(await read(beside, json(answer))).toEqual([]);
  });
});

describe('in XML', () => {
  const items = 'Journal/Kontakter*/Kontakt*/Anteckningar*/Anteckning*';
  const files = filesFor(
    { items, owner: { record: '^/^/^/@pnr' } },
    {
      ...rows,
      'Note/NoteTemplateName': '@type',
      'Note/NoteInactiveReason': '^/^/@enhet',
      ignore: { '^/^/^/@nr': 'a number' },
    },
    'xml',
  );
  const anteckning = (type: string) =>
    `<Anteckning type="${type}"><type>x</type><text>Hosta</text></Anteckning>`;
  const kontakt = (unit: string, ...notes: string[]) =>
    `<Kontakt enhet="${unit}"><Anteckningar>${notes.join('')}</Anteckningar></Kontakt>`;
  const kontakter = (pnr: string, ...inner: string[]) =>
    `<Kontakter nr="1" pnr="${pnr}">${inner.join('')}</Kontakter>`;
  const journalOf = (...inner: string[]) => `<Journal>${inner.join('')}</Journal>`;

  test('repeated wrappers, and those that occur once or hold nothing', async () => {
    const answer = journalOf(
      kontakter(patient, kontakt('Hud', anteckning('A')), kontakt('Öron'), '<Kontakt enhet="Ögon"/>'),
      kontakter(patient, kontakt('Barn', anteckning('B'), anteckning('C'))),
      '<Kontakter/>',
    );
    expect(await read(files, answer)).toEqual(['A Hud', 'B Barn', 'C Barn']);
    expect(await read(files, '<Journal/>')).toEqual([]);
    expect(await read(files, journalOf(kontakter(other, kontakt('Hud', anteckning('A')))))).toEqual([
      'foreign',
    ]);
  });

  test.each<[string, string]>([
    ['another root', '<Answer/>'],
    ['an unknown element beside the wrappers', journalOf('<More/>')],
    ['a wrapper that holds a text', journalOf('<Kontakter>x</Kontakter>')],
    ['records under another name', journalOf(kontakter(patient, `<Besok>${anteckning('A')}</Besok>`))],
  ])('%s', async (_, answer) => {
    expect(await read(files, answer)).toBe('ehr-unusable');
  });

  test('a single list, and what is around it', async () => {
    const files = filesFor(
      { items: 'svar/lista/rad', owner: { record: '^/^/@pnr' } },
      { ...rows, 'Note/NoteInactiveReason': '^/@enhet' },
      'xml',
    );
    const rad = '<rad><type>A</type><text>Hosta</text></rad>';
    const svar = `<svar pnr="${patient}"><lista enhet="Hud">${rad}</lista></svar>`;
    expect(await read(files, svar)).toEqual(['A Hud']);
    expect(await read(files, `<svar pnr="${patient}"><lista enhet="Hud"/></svar>`)).toEqual([]);
    expect(await read(files, `<svar pnr="${patient}"/>`)).toBe('ehr-unusable');
  });
});

describe('records in an item that a word selects', () => {
  const table = { 'Note/NoteTemplateName': 'type', 'Note/Records/Record': rows['Note/Records/Record'] };
  const files = filesFor({ items: 'lists[kind=NOTES]/items', owner: { record: 'who' } }, table);
  const list = (kind: unknown, ...items: object[]) => ({ kind, items });
  const mine = (type: string) => ({ who: patient, ...note(type) });

  test.each<[string, unknown, unknown]>([
    ['the item', [list('LETTERS', mine('L')), list('NOTES', mine('A'), mine('B'))], ['A', 'B']],
    ['an empty list in it', [list('NOTES')], []],
    ['no such item', [list('LETTERS', mine('L'))], 'ehr-unusable'],
    ['two of them', [list('NOTES', mine('A')), list('NOTES')], 'ehr-unusable'],
    ['one without a word', [list('NOTES', mine('A')), { items: [] }], ['A']],
    ['one whose word cannot be read', [list('NOTES', mine('A')), list(['NOTES'])], 'ehr-unusable'],
    ['an item without the list', [{ kind: 'NOTES' }], 'ehr-unusable'],
  ])('%s', async (_, lists, expected) => {
    expect(await read(files, json({ lists }))).toEqual(expected);
  });

  test('in XML, and what a key refers to in such an item', async () => {
    const files = filesFor(
      {
        items: 'svar/Lista[@namn=ANT]/Anteckning',
        owner: { record: 'who' },
        refers: { units: { list: 'svar/Koder[@namn=ENHET]/Kod', key: '@v' } },
      },
      { ...table, 'Note/NoteInactiveReason': { refer: 'units', by: 'enhet', item: '@text' } },
      'xml',
    );
    const one = `<Anteckning><who>${patient}</who><type>A</type><text>Hosta</text><enhet>7</enhet></Anteckning>`;
    const codes =
      '<Koder namn="YRKE"><Kod v="7" text="Läkare"/></Koder><Koder namn="ENHET"><Kod v="7" text="Hud"/></Koder>';
    const answer = `<svar><Lista namn="BREV"/><Lista namn="ANT">${one}</Lista>${codes}</svar>`;
    expect(await read(files, answer)).toEqual(['A Hud']);
  });
});

test('region translate --explain names the places outside of a record', async () => {
  const answer = JSON.stringify({ journal: { visits: [visit('Hud', [note('A')])] } }, null, 1);
  const tables = writeTables(filesFor({}));
  const system = systemAt('http://127.0.0.1', { profileMembers: { tables } });
  const explained = await table.explainFile?.(Buffer.from(answer), system, {
    kind: 'journalNotes',
    time: regionTime('Europe/Stockholm'),
    clock: Date.now,
    reserveNumbersRoot: undefined,
    patient: other as PatientNumber,
  });
  const line = (text: string) => answer.slice(0, answer.indexOf(text)).split('\n').length;
  expect(explained?.flat()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        source: 'journal/visits[0]/unit',
        text: '"Hud"',
        place: expect.objectContaining({ line: line('"unit"') }),
      }),
      expect.objectContaining({ source: 'journal/visits[0]/who', outcome: 'withheld' }),
    ]),
  );
});
