// What the loss of each member of each record hides from the access rules (D36). The members that the rules read are listed
// here by hand; every other member must hide nothing, and an object or a container what its members hide.
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { extractSources } from '../../../../src/adapters/ehr/extracts/kinds.ts';
import { timeReader } from '../../../../src/adapters/ehr/values/written-times.ts';
import { decoder } from '../../../../src/adapters/ehr/xml/decoder.ts';
import { xmlReader } from '../../../../src/adapters/ehr/xml/parsing/events.ts';
import { type Member, type ObjectPlan, planOf } from '../../../../src/adapters/ehr/xml/plan.ts';
import { regionTime } from '../../../../src/adapters/time/region-time.ts';
import type { Hidden } from '../../../../src/domain/model/loss.ts';
import { recordSchemas, sharedSchemas } from '../../../../src/domain/records/index.ts';
import { withHidden } from '../../../../src/domain/records/shared/hiding.ts';
import type { ExtractKind } from '../../../../src/domain/rules/facts.ts';
import type { Loss } from '../../../../src/ports/ehr.ts';
import { bytesOf } from './feeding.ts';

const rules = { times: timeReader(regionTime('Europe/Stockholm')), schemas: sharedSchemas };

/** Path below the extract or the record → what its loss hides. */
type Table = Readonly<Record<string, Hidden>>;

const owner: Table = { 'Patient/PatientID': 'owner', 'Patient/PatientProtectedId': 'protection' };

const expected: Readonly<Record<ExtractKind, Table>> = {
  patients: { ...owner, 'ResponsibleUnit/UnitID': 'unit', 'AccessZoneUnit/UnitID': 'unit' },
  contacts: {
    ...owner,
    'Contact/ContactPerformingUnit': 'unit',
    'Contact/ContactBeginDateTime': 'time',
    'Contact/ContactEndDateTime': 'time',
    'Contact/ContactShareInfo': 'sharing',
    'Contact/ContactSecrecyLevels/SecrecyLevel': 'secrecy',
    'Contact/Actions/Action/ActionSecrecyLevels/SecrecyLevel': 'secrecy',
    'ContactPerformingUnit/UnitID': 'unit',
    'ContactResponsibleUnit/UnitID': 'unit',
    'ContactAccessZoneUnit/UnitID': 'unit',
  },
  attentionSignals: {
    ...owner,
    'AttentionSignal/SignalVersionDateTime': 'time',
    'AttentionSignal/SignalVerifiedDateTime': 'time',
    'AttentionSignal/SignalSignDateTime': 'time',
    'AttentionSignal/SignalDeletionDate': 'time',
    'CareUnit/UnitID': 'unit',
    'ResponsibleUnit/UnitID': 'unit',
    'AccessZoneUnit/UnitID': 'unit',
  },
  prescriptions: {
    'Patient/PatientId': 'owner',
    'Patient/PatientProtectedId': 'protection',
    'Prescription/PrescriptionVersionDateTime': 'time',
    'CreationUnit/UnitID': 'unit',
    'ResponsibleUnit/UnitID': 'unit',
    'AccessZoneUnit/UnitID': 'unit',
    'HCMContact/ContactSecrecyLevels/SecrecyLevel': 'secrecy',
  },
  journalNotes: {
    ...owner,
    'Note/NoteVersionDateTime': 'time',
    'Note/NoteDateTime': 'time',
    'Note/NoteTemplateName': 'template',
    'Note/NoteSecrecyLevels/SecrecyLevel': 'secrecy',
    'Note/Records/Record/Keyword': 'keyword',
    'Note/Records/Record/Record/Keyword': 'keyword',
    'Note/Records/Record/KeywordSecrecyLevels/SecrecyLevel': 'secrecy',
    'Note/Records/Record/Record/KeywordSecrecyLevels/SecrecyLevel': 'secrecy',
    'CareUnit/UnitID': 'unit',
    'ResponsibleUnit/UnitID': 'unit',
    'AccessZoneUnit/UnitID': 'unit',
    'HCMContact/ContactSecrecyLevels/SecrecyLevel': 'secrecy',
  },
};

/** What the loss at a path hides, according to a table: what it is within hides, and what is within it. */
const hiddenAt = (table: Table, path: string): Hidden[] => {
  const words = Object.entries(table)
    .filter(([at]) => at === path || at.startsWith(`${path}/`) || path.startsWith(`${at}/`))
    .map(([, word]) => word);
  return [...new Set(words)].sort();
};

type Place = { readonly member: Member; readonly above: readonly Member[] };

/** Every member of a plan, with the members around it. The second level of a record within a record is the last. */
const placesIn = (plan: ObjectPlan, above: readonly Member[] = []): Place[] =>
  [...plan.members.values()].flatMap(member => {
    const inner = member.plan.type === 'object' ? member.plan : undefined;
    const isRecursive = inner !== undefined && above.some(outer => outer.plan === inner);
    return [
      { member, above },
      ...(inner === undefined || isRecursive ? [] : placesIn(inner, [...above, member])),
    ];
  });

const textFor: readonly string[] = ['20260115093000', '20260115', 'true', '1', 'a'];

/** An element with a value that can be read. */
const valid = ({ element, plan }: Member): string => {
  if (plan.type === 'text') return `<${element}>a</${element}>`;
  if (plan.type === 'value') {
    const readable = textFor.find(text => !['symbol', 'undefined'].includes(typeof plan.read(text)));
    return `<${element}>${readable}</${element}>`;
  }
  if (plan.type === 'any') return `<${element} note="a"/>`;
  const [first] = plan.members.values();
  return `<${element}>${first === undefined ? 'a' : valid(first)}</${element}>`;
};

/** The XML of a member that is lost: a single value is there twice, an item of a list cannot be read. */
const damaged = (member: Member): string => {
  const { element, plan, many } = member;
  if (!many) return valid(member) + valid(member);
  if (plan.type === 'text') return `<${element}>a<x:b xmlns:x="urn:example">b</x:b></${element}>`;
  return `<${element}>neither read nor a child</${element}>`;
};

const lossesOf = (kind: ExtractKind, content: string): readonly Loss[] => {
  const { root, element, schema, layout } = extractSources[kind];
  const lost: Loss[] = [];
  const take = ({ losses }: { readonly losses: readonly Loss[] }) => void lost.push(...losses);
  const each = { element, onItem: take };
  const reader = xmlReader(decoder({ root, plan: planOf(schema, { ...rules, layout }), each }));
  reader.write(bytesOf(`<${root}><${element}>${content}</${element}></${root}>`));
  reader.end();
  return lost;
};

describe.each(Object.keys(expected) as ExtractKind[])('%s', kind => {
  const { element, schema, layout } = extractSources[kind];
  const extract = planOf(schema, { ...rules, layout }).members.get(element);
  if (extract?.plan.type !== 'object') throw new TypeError(`no ${element}`);
  const prefix = `${element}/`;
  const places = placesIn(extract.plan);
  const paths = new Set(places.map(({ member }) => member.path.slice(prefix.length)));
  const table = expected[kind];

  test('has every member of the table', () => {
    const first = Object.keys(table).filter(path => !path.includes('Record/Record/'));
    expect(first.filter(path => !paths.has(path))).toEqual([]);
  });

  test('the extract as a whole hides what all of its members hide', () => {
    expect([...extract.hides].sort()).toEqual([...new Set(Object.values(table))].sort());
  });

  test.each(places.map(place => [place.member.path.slice(prefix.length), place] as const))(
    'the loss of %s',
    (path, { member, above }) => {
      const hidden = hiddenAt(table, path);
      expect([...member.hides].sort()).toEqual(hidden);
      // What has a text of its own, or is free-form, has no loss as a whole if it is repeated in a list.
      const isLosable = !(
        member.many &&
        (member.plan.type === 'any' || (member.plan.type === 'object' && member.plan.self !== undefined))
      );
      if (!isLosable) return;
      const content = above.reduceRight(
        (inner, outer) => `<${outer.element}>${inner}</${outer.element}>`,
        damaged(member),
      );
      const losses = lossesOf(kind, content);
      expect(losses).toHaveLength(1);
      expect([...(losses[0]?.hides ?? [])].sort()).toEqual(hidden);
    },
  );
});

describe('the time of a note', () => {
  const time = '<NoteDateTime value="20260115093000"/>';
  const version = '<NoteVersionDateTime value="20260115093000"/>';

  test.each<[string, string, Hidden[]]>([
    ['without a version time', time + time, ['time']],
    ['with a version time before it', version + time + time, []],
    ['with a version time after it', time + time + version, []],
    ['with an unreadable version time', `${time}${time}<NoteVersionDateTime value="2026"/>`, ['time']],
    ['unreadable, with a version time', `<NoteDateTime value="2026"/>${version}`, []],
    ['unreadable, without a version time', '<NoteDateTime value="2026"/>', ['time']],
  ])('%s', (_, content, hidden) => {
    const losses = lossesOf('journalNotes', `<Note>${content}</Note>`);
    expect([...new Set(losses.flatMap(({ hides }) => hides))]).toEqual(hidden);
    expect(losses.length).toBeGreaterThan(0);
  });
});

test('of what else a note lacks, a version time changes nothing', () => {
  const time = '<NoteDateTime value="2026"/>';
  const version = '<NoteVersionDateTime value="20260115093000"/>';
  const name = '<NoteTemplateName>a</NoteTemplateName>';
  const losses = lossesOf('journalNotes', `<Note>${name}${name}${time}${version}</Note>`);
  expect(losses).toEqual([
    { path: 'JournalNoteEHRExtract/Note/NoteTemplateName', reason: 'repeated', hides: ['template'] },
    { path: 'JournalNoteEHRExtract/Note/NoteDateTime/value', reason: 'unreadable', hides: [] },
  ]);
});

test('a version time of a second note is none of the first', () => {
  const time = '<NoteDateTime value="2026"/>';
  const version = '<NoteVersionDateTime value="20260115093000"/>';
  const [first, second] = lossesOf('journalNotes', `<Note>${time}</Note><Note>${version}${time}</Note>`);
  expect(first).toMatchObject({ path: 'JournalNoteEHRExtract/Note/NoteDateTime/value', hides: ['time'] });
  expect(second).toMatchObject({ path: 'JournalNoteEHRExtract/Note', reason: 'repeated' });
});

/** What an element holds that is unknown. Its path is below the extract. */
const unknown: readonly (readonly [content: string, path: string, ...hides: Hidden[]])[] = [
  ['<Note><NoteTemplateName> <b>Akut</b></NoteTemplateName></Note>', 'Note/NoteTemplateName/b', 'template'],
  ['<Note><NoteTemplateName value="Akut"/></Note>', 'Note/NoteTemplateName/value', 'template'],
  [
    '<Note><NoteTemplateName><b value="Akut"/></NoteTemplateName></Note>',
    'Note/NoteTemplateName/b',
    'template',
  ],
  ['<Note><NoteTemplateName b="1">Akut</NoteTemplateName></Note>', 'Note/NoteTemplateName/b'],
  [
    '<Note><NoteVersionDateTime><b>20260115</b></NoteVersionDateTime></Note>',
    'Note/NoteVersionDateTime/b',
    'time',
  ],
  ['<Note><NoteSecrecyLevels><b>1</b></NoteSecrecyLevels></Note>', 'Note/NoteSecrecyLevels/b', 'secrecy'],
  ['<Patient><PatientProtectedId value="true"/></Patient>', 'Patient/PatientProtectedId/value', 'protection'],
  ['<Patient><PatientID><b>1</b></PatientID></Patient>', 'Patient/PatientID/b', 'owner'],
  ['<Patient><PatientID extension="1" b="2" xsi:nil="true"/></Patient>', 'Patient/PatientID/b', 'owner'],
  ['<Note><b>1</b></Note>', 'Note/b'],
  ['<Note b="1" xsi:nil="true"/>', 'Note/b'],
];

test.each(unknown)('%s: what is unknown hides what it may be', (content, path, ...hides) => {
  const lost = { path: `JournalNoteEHRExtract/${path}`, reason: 'unmapped', hides };
  expect(lossesOf('journalNotes', content)).toEqual([lost]);
});

test.each<[string, Hidden[]]>([
  ['><b>20260115</b>', ['time']],
  [' value="20260115"><b>20260116</b>', []],
])('an unknown element in a time: SignalVerifiedDateTime%s', (written, hides) => {
  const content = `<AttentionSignal><SignalVerifiedDateTime${written}</SignalVerifiedDateTime></AttentionSignal>`;
  const path = 'AttentionSignalEHRExtract/AttentionSignal/SignalVerifiedDateTime/b';
  expect(lossesOf('attentionSignals', content)).toEqual([{ path, reason: 'unmapped', hides }]);
});

test('a document that is one record is lost with all that its members hide', () => {
  const Inner = Type.Object({ c: withHidden('unit', Type.String()) });
  const plan = planOf(
    Type.Object({ a: withHidden('time', Type.String()), b: withHidden('time', Inner), d: Type.String() }),
    rules,
  );
  const lost: Loss[] = [];
  const done = (_: unknown, losses: readonly Loss[]) => void lost.push(...losses);
  const reader = xmlReader(decoder({ root: 'Record', plan, done }));
  reader.write(bytesOf('<Record>a text</Record>'));
  reader.end();
  expect(lost).toEqual([{ path: '', reason: 'unreadable', hides: ['time', 'unit'] }]);
});

describe('records that are not extracts', () => {
  const tables = {
    appointments: {
      'Booking/StartTime': 'time',
      'Booking/TypedStartDateTime': 'time',
      'Booking/PerformingUnit/HSAId': 'unit',
      'RegisteredBooking/StartTime': 'time',
      'RegisteredBooking/TypedStartDateTime': 'time',
      'RegisteredBooking/PerformingUnit/HSAId': 'unit',
      'Patient/PersonNumbers/Number': 'owner',
      'Patient/PersonNumbers/Type/Id': 'owner',
    },
    videoMeetings: { startDateTimeInUnix: 'time', endDateTimeInUnix: 'time' },
  } as const satisfies Readonly<Record<string, Table>>;

  test.each(Object.keys(tables) as (keyof typeof tables)[])('%s', kind => {
    const places = placesIn(planOf(recordSchemas[kind], rules));
    expect(places.length).toBeGreaterThan(10);
    for (const { member } of places)
      expect([member.path, [...member.hides].sort()]).toEqual([
        member.path,
        hiddenAt(tables[kind], member.path),
      ]);
  });
});
