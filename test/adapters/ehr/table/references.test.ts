// References from records to lists in the same answer, such as units and staff.
import { expect, test } from 'vitest';
import { forThisFile } from '../../../support/for-this-file.ts';
import { world } from '../contract-world.ts';
import { inJson, listOfAll, readKind, tableEhr } from './table-ehr.ts';

const { patient } = world;
const json = JSON.stringify;

const ehr = await forThisFile(tableEhr());

const rows = {
  'Units/Unit': { refer: 'units', by: 'unit', record: { UnitID: { hsa: 'hsaId' }, UnitName: 'name' } },
  'ContactPerformingUnit/UnitID': { refer: 'units', by: 'unit', item: { hsa: 'hsaId' } },
  'Contact/ContactStatus': { refer: 'codes', by: 'state', item: 'text' },
};
const system = (members: object = {}) => ({
  ...inJson,
  kinds: {
    contacts: {
      ...listOfAll,
      items: 'data/list',
      refers: {
        units: { map: 'data/units', ignore: { parent: 'the unit above it' } },
        codes: { list: 'data/codes', key: 'code' },
      },
      ...members,
    },
  },
});
const files = (table: object = rows, members: object = {}) => ({
  'system.json': system(members),
  'contacts.json': table,
});

const unit = { hsaId: 'SE2321000016-1A2B', name: 'Hudmottagningen', parent: 'u-1' };
const units = { 'u-12': unit };
const codes = [
  { code: 10, text: 'Planerad' },
  { code: 30, text: 'Avslutad' },
];

const UnitID = { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-1A2B' };
const whole = {
  contact: { contactStatus: 'Avslutad' },
  contactPerformingUnit: { unitID: UnitID },
  units: { unit: [{ unitID: UnitID, unitName: 'Hudmottagningen' }] },
  patient: { patientID: { root: '1.2.752.129.2.1.3.1', extension: patient } },
};

const readOne = async (data: object, tables = files()) => {
  ehr.answer(() => json({ data }));
  const read = await readKind(ehr, tables, 'contacts');
  if (typeof read === 'string') return read;
  return {
    extract: (read.records[0] as { contactEHRExtract: unknown[] }).contactEHRExtract[0],
    losses: read.losses.map(({ path, reason, hides }) => `${reason} ${path} ${hides.join()}`.trim()),
  };
};
const record = { who: patient, unit: 'u-12', state: 30 };

test('rows read what a key refers to', async () => {
  expect(await readOne({ list: [record], units, codes })).toEqual({ extract: whole, losses: [] });
});

const unresolved = ['unreadable Units/Unit', 'unreadable ContactPerformingUnit/UnitID unit'];
const withoutUnit = { contact: whole.contact, patient: whole.patient };

test.each<[string, unknown]>([
  ['another key', { 'u-7': unit }],
  ['no list', undefined],
  ['null', null],
  ['a list', [unit]],
  ['a text', 'u-12'],
  ['a text under the key', { 'u-12': 'Hudmottagningen' }],
  ['nothing under the key', { 'u-12': null }],
  ['two keys that differ by blanks', { 'u-12': unit, 'u-12 ': { ...unit, name: 'Ögonmottagningen' } }],
])('a key that refers to nothing is a loss that hides what its member hides: %s', async (_, sent) => {
  expect(await readOne({ list: [record], units: sent, codes })).toEqual({
    extract: withoutUnit,
    losses: unresolved,
  });
});

test.each<[string, unknown]>([
  ['two items with the key', [...codes, { code: 30, text: 'Inställd' }]],
  ['no item with the key', codes.slice(0, 1)],
  ['an object', { 30: { text: 'Avslutad' } }],
])('a list of items with keys: %s', async (_, sent) => {
  const { contact: _contact, ...extract } = whole;
  expect(await readOne({ list: [record], units, codes: sent })).toEqual({
    extract,
    losses: ['unreadable Contact/ContactStatus'],
  });
});

test('a record without a key refers to nothing, which is no loss', async () => {
  expect(await readOne({ list: [{ who: patient, unit: null, state: 30 }], units, codes })).toEqual({
    extract: withoutUnit,
    losses: [],
  });
});

test('a key of another type is a loss', async () => {
  expect(await readOne({ list: [{ ...record, unit: ['u-12'] }], units, codes })).toEqual({
    extract: withoutUnit,
    losses: unresolved,
  });
});

test('what no row reads of a referred object is counted', async () => {
  const sent = { 'u-12': { ...unit, phone: '090-785 00 00' } };
  expect(await readOne({ list: [record], units: sent, codes })).toEqual({
    extract: whole,
    losses: ['unmapped units/phone'],
  });
});

test('in a list of keys, each is an item', async () => {
  const each = {
    'Units/Unit': { each: 'unitKeys', item: { refer: 'units', by: '.', record: { UnitName: 'name' } } },
  };
  const tables = {
    ...files(each),
    'system.json': system({
      refers: { units: { map: 'data/units', ignore: { parent: 'above', hsaId: 'not used' } } },
    }),
  };
  expect(
    await readOne(
      { list: [{ who: patient, unitKeys: ['u-12', 'u-7'] }], units: { ...units, 'u-7': { name: 'Åsele' } } },
      tables,
    ),
  ).toMatchObject({
    extract: { units: { unit: [{ unitName: 'Hudmottagningen' }, { unitName: 'Åsele' }] } },
    losses: [],
  });
});

test('a record that follows thousands of references is unusable', async () => {
  const each = {
    'Units/Unit': { each: 'unitKeys', item: { refer: 'units', by: '.', record: { UnitName: 'name' } } },
  };
  const unitKeys = Array.from({ length: 20_000 }, () => 'u-12');
  const tables = files(each, { refers: { units: { map: 'data/units' } } });
  expect(await readOne({ list: [{ who: patient, unitKeys }], units }, tables)).toBe('ehr-unusable');
});

test.each<[string, number, number, number, string]>([
  ['a record that refers to a large object again and again', 1, 17, 2000, 'ehr-unusable'],
  ['one that refers to it less often', 1, 16, 2000, 'read'],
  ['many records that refer to a large object', 300, 1, 20_000, 'ehr-unusable'],
  ['fewer of them', 200, 1, 20_000, 'read'],
])('how much an answer may refer to: %s', async (_, records, keys, unreadMembers, expected) => {
  const each = {
    'Units/Unit': { each: 'unitKeys', item: { refer: 'units', by: '.', record: { UnitName: 'name' } } },
  };
  const one = { who: patient, unitKeys: Array.from({ length: keys }, () => 'u-12') };
  // Members without a value are no losses, and are looked at for each record.
  const large = { 'u-12': { ...unit, more: Array.from({ length: unreadMembers }, () => null) } };
  const tables = files(each, { refers: { units: { map: 'data/units' } } });
  const read = await readOne({ list: Array.from({ length: records }, () => one), units: large }, tables);
  expect(typeof read === 'string' ? read : 'read').toBe(expected);
});

test('in XML, the list may come after the records', async () => {
  const xml = {
    ...system({
      items: 'answer/list/one',
      refers: {
        units: { list: 'answer/units/unit', key: '@id' },
        codes: { list: 'answer/codes/code', key: '@v' },
      },
    }),
    format: 'xml',
    unknownPatient: { status: 404, body: { 'error/code': ['UNKNOWN'] } },
  };
  const table = { ...rows, 'Contact/ContactStatus': { refer: 'codes', by: 'state', item: '@text' } };
  ehr.answer(
    () =>
      `<answer><list><one><who>${patient}</who><unit>u-12</unit><state>30</state></one></list>` +
      '<units><unit id="u-12"><hsaId>SE2321000016-1A2B</hsaId><name>Hudmottagningen</name></unit></units>' +
      '<codes><code v="30" text="Avslutad"/></codes></answer>',
  );
  expect(await readKind(ehr, { 'system.json': xml, 'contacts.json': table }, 'contacts')).toMatchObject({
    records: [{ contactEHRExtract: [whole] }],
    losses: [],
  });
});
