// Marks that let a record be shown, with conditions, by presence and by the clock; and paths that select the item of a list.
import { expect, test } from 'vitest';
import { forThisFile } from '../../../support/for-this-file.ts';
import { world } from '../contract-world.ts';
import { inJson, listOfAll, readKind, tableEhr } from './table-ehr.ts';

const { patient, other } = world;
const json = JSON.stringify;

const ehr = await forThisFile(tableEhr());

const contacts = { 'Contact/ContactStatus': { from: 'kind', words: { W: 'varning', A: 'allergi' } } };
const system = (visible: unknown, members: object = {}) => ({
  ...inJson,
  kinds: { contacts: { ...listOfAll, visible, ...members } },
});
const files = (visible: unknown, members: object = {}) => ({
  'system.json': system(visible, members),
  'contacts.json': contacts,
});

/** How many records are shown, and how many withheld. */
const shownOf = async (visible: unknown, records: readonly object[], now?: () => number) => {
  ehr.answer(() => json({ list: records.map(record => ({ who: patient, ...record })) }));
  const read = await readKind(ehr, files(visible), 'contacts', now === undefined ? {} : { now });
  return typeof read === 'string' ? read : [read.records.length, read.withheld];
};

const noon = Date.parse('2026-11-25T12:00:00+01:00');

const warningsOnly = [
  { from: 'kind', shown: ['W', 'A'] },
  { from: 'confidential', shown: [false], hidden: [true], when: { kind: ['W'] } },
];

test.each([
  ['a warning that is not confidential', { kind: 'W', confidential: false }, [1, 0]],
  ['a confidential warning', { kind: 'W', confidential: true }, [0, 1]],
  ['a warning without the mark', { kind: 'W' }, [0, 1]],
  ['a warning whose mark has another name', { kind: 'W', isConfidential: true }, [0, 1]],
  ['a record of no known kind', { kind: 'X', confidential: false }, [0, 1]],
])('a mark with when: %s', async (_, record, expected) => {
  expect(await shownOf(warningsOnly, [record])).toEqual(expected);
});

test('a mark with when does not count for words that another condition knows', async () => {
  const visible = [
    { from: 'confidential', shown: [false], when: { kind: ['W'] } },
    { from: 'draft', shown: [false], when: { kind: ['A'] } },
  ];
  expect(await shownOf(visible, [{ kind: 'A', draft: false }])).toEqual([1, 0]);
  expect(await shownOf(visible, [{ kind: 'A', draft: true }])).toEqual([0, 1]);
  // Of a word that none knows, all marks count.
  expect(await shownOf(visible, [{ kind: 'X', draft: false }])).toEqual([0, 1]);
});

test.each([
  ['a record that is shown at once', { visibility: 'PATIENT' }, [1, 0]],
  ['a delayed one whose time has come', { visibility: 'DELAYED', from: '2026-11-25' }, [1, 0]],
  ['a delayed one whose time has not come', { visibility: 'DELAYED', from: '2026-11-26' }, [0, 1]],
  ['a delayed one without its time', { visibility: 'DELAYED' }, [0, 1]],
  ['one that is hidden', { visibility: 'STAFF', from: '2026-11-25' }, [0, 1]],
  ['one with an unknown word', { visibility: 'FAMILY', from: '2026-11-25' }, [0, 1]],
])('a mark knows the words of another mark on the same path: %s', async (_, record, expected) => {
  const visible = [
    { from: 'visibility', shown: ['PATIENT', 'DELAYED'], hidden: ['STAFF'] },
    { from: 'from', until: 'now', when: { visibility: ['DELAYED'] } },
  ];
  expect(await shownOf(visible, [record], () => noon)).toEqual(expected);
});

test.each([
  ['absent', {}, [1, 0]],
  ['null', { deletedAt: null }, [1, 0]],
  ['there', { deletedAt: '2026-01-01' }, [0, 1]],
  ['an object', { deletedAt: { at: '2026-01-01' } }, [0, 1]],
])('"shown": "absent", and the value is %s', async (_, record, expected) => {
  expect(await shownOf({ from: 'deletedAt', shown: 'absent' }, [record])).toEqual(expected);
});

test.each([
  ['absent', {}, [0, 1]],
  ['there', { signedAt: 1_767_222_000_000 }, [1, 0]],
])('"shown": "present", and the value is %s', async (_, record, expected) => {
  expect(await shownOf({ from: 'signedAt', shown: 'present' }, [record])).toEqual(expected);
});

test.each([
  ['past', '2026-11-25T11:59:59', [1, 0]],
  ['now', '2026-11-25T12:00:00+01:00', [1, 0]],
  ['later', '2026-11-25T12:00:01', [0, 1]],
  ['the day after', '2026-11-26', [0, 1]],
  ['no time', 'snart', [0, 1]],
  ['an object', {}, [0, 1]],
  ['missing', null, [0, 1]],
])('"until": "now", and the time is %s', async (_, visibleFrom, expected) => {
  expect(await shownOf({ from: 'visibleFrom', until: 'now' }, [{ visibleFrom }], () => noon)).toEqual(
    expected,
  );
});

test('"until": "now" with a form, and for records that have the time alone', async () => {
  const visible = { from: 'ms', until: 'now', time: 'unix-ms', absent: 'shown' };
  expect(await shownOf(visible, [{ ms: noon }, { ms: noon + 1000 }, {}], () => noon)).toEqual([2, 1]);
});

test.each<[string, object, readonly number[]]>([
  ['nothing else', { kind: 'W' }, [1, 0]],
  ['null', { kind: 'W', confidential: null }, [1, 0]],
  ['a text of another kind', { kind: 'W', note: 'larma vid besök' }, [1, 0]],
  ['a name that the table ignores', { kind: 'W', archived: true }, [1, 0]],
  ['a flag that nothing reads', { kind: 'W', isPrivate: true }, [0, 1]],
  ['a flag as a text', { kind: 'W', isPrivate: 'J' }, [0, 1]],
  ['a word under a name that sounds like a mark', { kind: 'W', confidentiality: 'STAFF' }, [0, 1]],
])(
  '"absent": "shown" does not show a record whose mark may have got another name: beside it is %s',
  async (_, record, expected) => {
    const visible = { from: 'confidential', shown: [false], hidden: [true], absent: 'shown' };
    ehr.answer(() => json({ list: [{ who: patient, ...record }] }));
    const tables = {
      ...files(visible),
      'contacts.json': { ...contacts, ignore: { archived: 'of no interest' } },
    };
    const read = await readKind(ehr, tables, 'contacts');
    expect(typeof read === 'string' ? read : [read.records.length, read.withheld]).toEqual(expected);
  },
);

test('"absent": "shown" of a mark within an object that has another name', async () => {
  const visible = { from: 'access/confidential', shown: [false], absent: 'shown' };
  expect(await shownOf(visible, [{ access: { level: 3 } }])).toEqual([1, 0]);
  expect(await shownOf(visible, [{ access: { isConfidential: 1 } }])).toEqual([0, 1]);
  expect(await shownOf(visible, [{ restrictions: { staff: 1 } }])).toEqual([0, 1]);
});

// Paths that select an item.

const typed = (numbers: unknown) => [{ numbers, kind: 'W' }];
const bySelection = { owner: { record: 'numbers[type=PNR]/value' } };
const selected = async (records: readonly object[]) => {
  ehr.answer(() => json({ list: records }));
  const read = await readKind(ehr, files('all', bySelection), 'contacts');
  return typeof read === 'string'
    ? read
    : {
        shown: read.records.length,
        omitted: read.omitted,
        losses: read.losses.map(({ path, reason }) => `${reason} ${path}`),
      };
};
const pnr = { type: 'PNR', value: patient };

test.each([
  ['the one of the type', [pnr], { shown: 1, omitted: [], losses: [] }],
  [
    'beside another, which is counted',
    [{ type: 'RESERVE', value: 'R1' }, pnr],
    { shown: 1, omitted: [], losses: ['unmapped numbers/value'] },
  ],
  ['somebody else’s', [{ type: 'PNR', value: other }], { shown: 0, omitted: ['foreign'], losses: [] }],
  ['none of the type', [{ type: 'RESERVE', value: patient }], { shown: 0, omitted: ['foreign'], losses: [] }],
  ['two of the type', [pnr, pnr], { shown: 0, omitted: ['foreign'], losses: [] }],
  ['one beside an item that is no object', ['PNR', pnr], { shown: 0, omitted: ['foreign'], losses: [] }],
  [
    'one beside an item whose type is a list',
    [{ type: ['PNR'], value: other }, pnr],
    { shown: 0, omitted: ['foreign'], losses: [] },
  ],
  ['an object instead of a list', pnr, { shown: 0, omitted: ['foreign'], losses: [] }],
  ['an empty list', [], { shown: 0, omitted: ['foreign'], losses: [] }],
])('a path selects %s', async (_, numbers, expected) => {
  expect(await selected(typed(numbers))).toEqual(expected);
});

test('in XML, an element that occurs once is a list of one, and an attribute can select', async () => {
  const xml = {
    format: 'xml',
    unknownPatient: { status: 404, body: { 'error/code': ['UNKNOWN'] } },
    kinds: {
      contacts: {
        path: '/{patient}',
        items: 'answer/list/one',
        owner: { record: 'number[@type=PNR]/value' },
        visible: 'all',
      },
    },
  };
  const one = (numbers: string) => `<one>${numbers}<kind>W</kind></one>`;
  const number = `<number type="PNR"><value>${patient}</value></number>`;
  ehr.answer(
    () =>
      `<answer><list>${one(number)}${one(`<number type="R"><value>1</value></number>${number}`)}${one(number + number)}</list></answer>`,
  );
  const read = await readKind(ehr, { 'system.json': xml, 'contacts.json': contacts }, 'contacts');
  expect(read).toMatchObject({ records: [{}, {}], omitted: ['foreign'] });
});

test('rows select too, and ignore what they do not', async () => {
  const rows = {
    'Contact/ContactStatus': 'notes[kind=STATUS]/text',
    ignore: { 'notes[kind=OLD]': 'replaced' },
  };
  ehr.answer(() =>
    json({
      list: [
        {
          who: patient,
          notes: [
            { kind: 'OLD', text: 'x' },
            { kind: 'STATUS', text: 'IN' },
          ],
        },
      ],
    }),
  );
  const read = await readKind(ehr, { 'system.json': system('all'), 'contacts.json': rows }, 'contacts');
  expect(read).toMatchObject({
    records: [{ contactEHRExtract: [{ contact: { contactStatus: 'IN' } }] }],
    losses: [],
  });
});
