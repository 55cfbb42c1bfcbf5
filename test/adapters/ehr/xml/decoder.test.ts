// How XML becomes a record: every sentence of extracts.md, "XML", with documents of all kinds. What a content becomes is in
// cases/decoder.yaml.
import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { extractSources } from '../../../../src/adapters/ehr/extracts/kinds.ts';
import { readDocument } from '../../../../src/adapters/ehr/read-document.ts';
import { timeReader } from '../../../../src/adapters/ehr/values/written-times.ts';
import {
  type Item as DecodedItem,
  decoder,
  type FrameFields,
} from '../../../../src/adapters/ehr/xml/decoder.ts';
import { namespaceReader, xmlReader } from '../../../../src/adapters/ehr/xml/parsing/events.ts';
import { planOf, trimmed } from '../../../../src/adapters/ehr/xml/plan.ts';
import { regionTime } from '../../../../src/adapters/time/region-time.ts';
import { sharedSchemas } from '../../../../src/domain/records/index.ts';
import { ResultRecord } from '../../../../src/domain/records/transition.ts';
import type { ExtractKind } from '../../../../src/domain/rules/facts.ts';
import type { Loss } from '../../../../src/ports/ehr.ts';
import { casesIn } from '../../../support/cases-in.ts';
import { bytesOf, feedings, reasonOf, refusal } from './feeding.ts';

const cases = casesIn(import.meta.url);

const rules = { times: timeReader(regionTime('Europe/Stockholm')), schemas: sharedSchemas };

type Item = { readonly extract: FrameFields; readonly head: FrameFields; readonly losses: readonly Loss[] };

const sources = Object.fromEntries(
  Object.entries(extractSources).map(([kind, source]) => [
    kind,
    { ...source, plan: planOf(source.schema, { ...rules, layout: source.layout }) },
  ]),
) as {
  readonly [K in ExtractKind]: (typeof extractSources)[K] & { readonly plan: ReturnType<typeof planOf> };
};

const extractReader = (kind: ExtractKind, found: Item[]) => {
  const { root, element, plan, repeats } = sources[kind];
  const take = ({ value, head, losses }: DecodedItem) =>
    void found.push({ extract: value, head: { ...head }, losses });
  return xmlReader(
    decoder({ root, plan, ...(repeats === undefined ? {} : { repeats }), each: { element, onItem: take } }),
  );
};

/** The records in a document of a kind, the same for every way of splitting it. */
const readAll = (kind: ExtractKind, xml: string): Item[] => {
  const [first = [], ...others] = feedings.map(([, feed]) => {
    const found: Item[] = [];
    const reader = extractReader(kind, found);
    for (const piece of feed(bytesOf(xml))) reader.write(piece);
    reader.end();
    return found;
  });
  for (const other of others) expect(other).toEqual(first);
  return first;
};

const instance = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

/** A document of one extract with the given content. */
const documentOf = (kind: ExtractKind, content: string): string => {
  const { root, element } = sources[kind];
  return `<${root} ${instance}><XSDVersion version="0.21"/><${element}>${content}</${element}></${root}>`;
};

/** The only extract of a document, and its losses as `reason path`. */
const readOne = (kind: ExtractKind, content: string) => {
  const [one, ...others] = readAll(kind, documentOf(kind, content));
  if (one === undefined || others.length > 0) throw new Error(`${others.length + 1} extracts`);
  return { extract: one.extract, lost: one.losses.map(({ reason, path }) => `${reason} ${path}`) };
};

/** `unmapped`: the paths of the values that the record has no member for, below the extract. */
type Case = readonly [what: string, content: string, extract: FrameFields, unmapped?: readonly string[]];

const holds = (kind: ExtractKind, cases: readonly Case[]) =>
  test.each(
    cases.map(([what, content, extract, unmapped = []]) => [what, content, extract, unmapped] as const),
  )('%s', (_, content, extract, unmapped) => {
    const lost = unmapped.map(path => `unmapped ${sources[kind].element}/${path}`);
    expect(readOne(kind, content)).toStrictEqual({ extract, lost });
  });

/** Cases of a kind; the content and the record of some stand within a note, or within one record of a note. */
type Group = {
  readonly group: string;
  readonly kind: ExtractKind;
  readonly within?: 'note' | 'record';
  readonly cases: readonly Case[];
};

const inNote = ([what, content, note, unmapped = []]: Case): Case => [
  what,
  `<Note>${content}</Note>`,
  { Note: note },
  unmapped.map(path => `Note/${path}`),
];

const placed = ({ within, cases }: Group): readonly Case[] => {
  if (within === undefined) return cases;
  if (within === 'note') return cases.map(inNote);
  return cases.map(([what, content, record]) =>
    inNote([what, `<Records><Record>${content}</Record></Records>`, { Records: { Record: [record] } }]),
  );
};

const groups: readonly Group[] = parse(readFileSync(new URL('cases/decoder.yaml', import.meta.url), 'utf8'));

describe.each(groups)('$group', group => {
  holds(group.kind, placed(group));
});

describe('the root and its namespaces', () => {
  const note = '<Note><NoteTemplateName>Besök</NoteTemplateName></Note>';
  const extract = { Note: { NoteTemplateName: 'Besök' } };

  test.each([
    [
      'no prefix',
      `<JournalNoteEHRExtracts><JournalNoteEHRExtract>${note}</JournalNoteEHRExtract></JournalNoteEHRExtracts>`,
    ],
    [
      'a default namespace',
      `<JournalNoteEHRExtracts xmlns="urn:x"><JournalNoteEHRExtract>${note}</JournalNoteEHRExtract></JournalNoteEHRExtracts>`,
    ],
    [
      'a prefix of the root',
      `<se:JournalNoteEHRExtracts xmlns:se="urn:x"><JournalNoteEHRExtract>${note}</JournalNoteEHRExtract></se:JournalNoteEHRExtracts>`,
    ],
    [
      'prefixes throughout',
      `<n-1:JournalNoteEHRExtracts xmlns:n-1="urn:x"><n-1:JournalNoteEHRExtract><n-1:Note><n-1:NoteTemplateName>Besök</n-1:NoteTemplateName></n-1:Note></n-1:JournalNoteEHRExtract></n-1:JournalNoteEHRExtracts>`,
    ],
  ])('%s', (_, xml) => {
    expect(readAll('journalNotes', xml)).toEqual([{ extract, head: {}, losses: [] }]);
  });

  test.each([
    '<PatientEHRExtracts/>',
    '<journalnoteehrextracts/>',
    '<JournalNoteEHRExtract/>',
    '<Fault><Code>PATIENT_UNKNOWN</Code></Fault>',
    '<html><body>JournalNoteEHRExtracts</body></html>',
    '<soap:Envelope xmlns:soap="urn:s"><JournalNoteEHRExtracts/></soap:Envelope>',
  ])('another root is unusable: %s', xml => {
    expect(refusal(() => readAll('journalNotes', xml))).toBe('ehr-unusable');
  });
});

describe('extracts and their version', () => {
  const list = (content: string) => `<JournalNoteEHRExtracts>${content}</JournalNoteEHRExtracts>`;
  const one = '<JournalNoteEHRExtract><Note/></JournalNoteEHRExtract>';

  test.each([
    ['no extract', '<XSDVersion version="0.21"/>', []],
    ['nothing at all', '', []],
    ['one', `<XSDVersion version="0.21"/>${one}`, [{ XSDVersion: { version: 0.21 } }]],
    ['several', `<XSDVersion version="0.21"/>${one}${one}`, Array(2).fill({ XSDVersion: { version: 0.21 } })],
    ['no version', one, [{}]],
    ['a decimal comma', `<XSDVersion version="0,21"/>${one}`, [{ XSDVersion: { version: 0.21 } }]],
    [
      'the version as a child',
      `<XSDVersion><version> 0.42 </version></XSDVersion>${one}`,
      [{ XSDVersion: { version: 0.42 } }],
    ],
  ])('%s', (_, content, heads) => {
    const found = readAll('journalNotes', list(content));
    expect(found.map(({ head }) => head)).toEqual(heads);
    expect(found.every(({ losses }) => losses.length === 0)).toBe(true);
  });

  test.each([
    `${one}<XSDVersion version="0.21"/>`,
    `${one}<XSDVersion version="0.21"/>${one}`,
    `<XSDVersion version="0.21"/>${one}<XSDVersion version="0.21"/>`,
  ])('a version after an extract is unusable: %s', content => {
    expect(refusal(() => readAll('journalNotes', list(content)))).toBe('ehr-unusable');
  });

  test.each(['The system is closed.', '<![CDATA[ x ]]>'])(
    'text in place of extracts is unusable: it does not say that there are none (%s)',
    content => {
      expect(
        refusal(() =>
          readAll('attentionSignals', `<AttentionSignalEHRExtracts>${content}</AttentionSignalEHRExtracts>`),
        ),
      ).toBe('ehr-unusable');
    },
  );

  test('an empty extract is an empty record', () => {
    const found = readAll('journalNotes', list('<JournalNoteEHRExtract/>'));
    expect(found).toEqual([{ extract: {}, head: {}, losses: [] }]);
  });

  test("does not count one extract's losses for another", () => {
    const faulty =
      '<JournalNoteEHRExtract><Note><NoteActive>maybe</NoteActive></Note></JournalNoteEHRExtract>';
    const found = readAll('journalNotes', list(one + faulty + one));
    expect(found.map(({ losses }) => losses.length)).toEqual([0, 1, 0]);
  });

  test('yields extracts as they are read; a truncated document ends with an error', async () => {
    const found: Item[] = [];
    const reader = extractReader('journalNotes', found);
    const handedOut: Item[] = [];
    const arrived: number[] = [];
    const body = (async function* () {
      yield bytesOf(`<JournalNoteEHRExtracts>${one}`);
      arrived.push(handedOut.length);
      yield bytesOf(one);
      arrived.push(handedOut.length);
    })();
    const reading = (async () => {
      for await (const item of readDocument(body, { reader, items: found })) handedOut.push(item);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'ehr-unusable' });
    expect(arrived).toEqual([1, 2]);
  });
});

describe('TimeValue', () => {
  test.each([
    ['and a text beside an attribute', '<NoteDateTime value="20260115">20260116</NoteDateTime>'],
    ['and a text beside a child', '<NoteDateTime>20260116<value>20260115</value></NoteDateTime>'],
  ])('%s is one value too many', (_, content) => {
    expect(readOne('journalNotes', `<Note>${content}</Note>`)).toEqual({
      extract: { Note: { NoteDateTime: { value: '20260115000000' } } },
      lost: ['repeated JournalNoteEHRExtract/Note/NoteDateTime/value'],
    });
  });
});

describe('a time text', () => {
  const signal = (content: string) => `<AttentionSignal>${content}</AttentionSignal>`;
  const is = (value: string) => ({ AttentionSignal: { SignalVerifiedDateTime: value } });

  test('that is in two places is one too many: its text is kept', () => {
    const written = ['<T value="20110101">20100312</T>', '<T>20100312<value>20110101</value></T>'];
    for (const one of written)
      expect(readOne('attentionSignals', signal(one.replaceAll('T', 'SignalVerifiedDateTime')))).toEqual({
        extract: is('20100312000000'),
        lost: ['repeated AttentionSignalEHRExtract/AttentionSignal/SignalVerifiedDateTime'],
      });
  });
});

describe('strings, booleans and numbers', () => {
  const dose = (content: string) =>
    `<Prescription><PrescriptionDosages><DosagePlugin><IX3Dosage>${content}</IX3Dosage></DosagePlugin></PrescriptionDosages></Prescription>`;
  const is = (dosage: object) => ({
    Prescription: { PrescriptionDosages: { DosagePlugin: [{ IX3Dosage: dosage }] } },
  });

  holds('prescriptions', [
    [
      'integers, trimmed and exact',
      dose(
        '<DosageOrder> 2\n</DosageOrder><NoOfAdminTimes>-1</NoOfAdminTimes><RepetitionLength>9007199254740993</RepetitionLength>',
      ),
      is({ DosageOrder: 2, NoOfAdminTimes: -1, RepetitionLength: 9007199254740993n }),
    ],
  ]);
});

describe('attribute or element', () => {
  test('in a result, a free-form element, too', () => {
    const xml = '<ResultRecord Comment="c" Any="x"><Any>y</Any></ResultRecord>';
    expect(readWhole(ResultRecord, 'ResultRecord', xml)).toEqual({ Comment: 'c', Any: [{ $self: 'y' }] });
    const alone = '<ResultRecord Any="x"/>';
    expect(readWhole(ResultRecord, 'ResultRecord', alone)).toEqual({ Any: [{ $self: 'x' }] });
  });

  test('text in an attribute that should be an object is counted: it may say whose record it is, or that it is secret', () => {
    const content =
      '<Patient PatientID="200001012384" PatientName=" "/><Note NoteSecrecyLevels="Skyddad" Records=""/>';
    expect(readOne('journalNotes', content)).toEqual({
      extract: { Patient: {}, Note: {} },
      lost: [
        'unreadable JournalNoteEHRExtract/Patient/PatientID',
        'unreadable JournalNoteEHRExtract/Note/NoteSecrecyLevels',
      ],
    });
  });
});

describe('objects, arrays and containers', () => {
  test.each([
    ['Record', 'Keyword'],
    ['ArchetypeRecord', 'Name'],
  ])('%s within itself, 30 deep', (element, label) => {
    const around = (inner: string) =>
      element === 'Record'
        ? `<Note><Records>${inner}</Records></Note>`
        : `<Note><Records><Record><OtherValue><ArchetypeRecords>${inner}</ArchetypeRecords></OtherValue></Record></Records></Note>`;
    let xml = '';
    let expected: FrameFields | undefined;
    for (let level = 30; level >= 1; level--) {
      xml = `<${element}><${label}>${level}</${label}>${xml}</${element}>`;
      expected = { [label]: String(level), ...(expected === undefined ? {} : { [element]: [expected] }) };
    }
    const { extract, lost } = readOne('journalNotes', around(xml));
    const list = { [element]: [expected] };
    const records = element === 'Record' ? list : { Record: [{ OtherValue: { ArchetypeRecords: list } }] };
    expect(extract).toEqual({ Note: { Records: records } });
    expect(lost).toEqual([]);
  });
});

describe('skips what is unknown, and counts the values in it', () => {
  test.each([
    ['x12345', 'x12345'],
    ['x123456', '…'],
    ['p1912-12-12-1212', '…'],
    ['å-b_c.d', 'å-b_c.d'],
    ['p:a', 'a'],
    ['a\u{1F600}b', '…'],
    ['a·b', '…'],
    ['x'.repeat(64), 'x'.repeat(64)],
    ['x'.repeat(65), '…'],
  ])('the name %s is shown as %s', (name, shown) => {
    expect(readOne('journalNotes', `<${name}>y</${name}>`).lost).toEqual([
      `unmapped JournalNoteEHRExtract/${shown}`,
    ]);
  });

  test('a document has at most 200 names of unknown elements in paths', () => {
    const names = Array.from({ length: 300 }, (_, at) => `<x${at}>y</x${at}>`).join('');
    const { lost } = readOne('journalNotes', names);
    expect(lost).toHaveLength(300);
    expect(new Set(lost).size).toBe(201);
    expect(lost.slice(-1)).toEqual(['unmapped JournalNoteEHRExtract/…']);
  });
});

describe('an element within a text', () => {
  test('makes a number unreadable', () => {
    expect(readOne('journalNotes', '<Note><NoteActive>tr<x/>ue</NoteActive></Note>').lost).toEqual([
      'unreadable JournalNoteEHRExtract/Note/NoteActive',
    ]);
  });
});

describe('journal values without Value', () => {
  const path = 'JournalNoteEHRExtract/Note/Records/Record';
  const lost = (content: string) =>
    readOne('journalNotes', `<Note><Records>${content}</Records></Note>`).lost;

  test('are counted in their own record alone', () => {
    const [value, values] = ['<Value>x</Value>', '<Values><Value>x</Value></Values>'];
    expect(lost(`<Record>${value}${values}</Record><Record>${values}</Record>`)).toEqual([
      `unmapped ${path}/Values`,
    ]);
    expect(lost(`<Record>${value}${values}<Record>${values}</Record></Record>`)).toEqual([
      `unmapped ${path}/Record/Values`,
    ]);
  });

  test('what else is unknown is counted beside them', () => {
    const [value, values] = ['<Value>x</Value>', '<Values a="1"><Value b="2">x</Value></Values>'];
    expect(
      lost(`<Record>${value}${values}<Keyword a="1">k</Keyword><Keywörd a="1">2</Keywörd></Record>`),
    ).toEqual([`unmapped ${path}/Keyword/a`, `unmapped ${path}/Keywörd`, `unmapped ${path}/Keywörd`]);
    expect(lost(`<Record>${value}${values}<Keyword><b a="1">k</b></Keyword></Record>`)).toEqual([
      `unmapped ${path}/Keyword/b`,
      `unmapped ${path}/Keyword/b`,
    ]);
  });

  test('elsewhere, an element of that name is unknown', () => {
    expect(readOne('journalNotes', '<Note><Value>x</Value><Values>y</Values></Note>').lost).toEqual([
      'unmapped JournalNoteEHRExtract/Note/Value',
      'unmapped JournalNoteEHRExtract/Note/Values',
    ]);
  });

  test('the parallel Values are counted, because nothing is parallel to them', () => {
    const values =
      '<Values><Value><JournalValueType>Text</JournalValueType><ValueText>x</ValueText></Value></Values>';
    expect(
      readOne('journalNotes', `<Note><Records><Record>${values}</Record></Records></Note>`).lost,
    ).toEqual(Array(2).fill('unmapped JournalNoteEHRExtract/Note/Records/Record/Values'));
  });
});

describe('nil', () => {
  test('an extract', () => {
    const xml = `<JournalNoteEHRExtracts ${instance}><JournalNoteEHRExtract xsi:nil="true"/><JournalNoteEHRExtract/></JournalNoteEHRExtracts>`;
    expect(readAll('journalNotes', xml)).toEqual([{ extract: {}, head: {}, losses: [] }]);
  });
});

describe('leaves out and counts unreadable values; keeps the rest', () => {
  const kept = '<NoteTemplateName>a</NoteTemplateName>';
  const note = 'JournalNoteEHRExtract/Note';

  test.each([
    ['a boolean', `<NoteActive>maybe</NoteActive>${kept}`, [`unreadable ${note}/NoteActive`]],
    ['a boolean in an attribute', kept, [`unreadable ${note}/NoteActive`], 'NoteActive="maybe"'],
  ])('%s', (_, content, expected, attributes = '') => {
    const { extract, lost } = readOne('journalNotes', `<Note ${attributes}>${content}</Note>`);
    expect(extract).toEqual({ Note: { NoteTemplateName: 'a' } });
    expect(lost).toEqual(expected);
  });

  test.each([
    '<NoteDateTime value="20260231080000"/>',
    '<NoteDateTime value="20260115240000"/>',
    '<NoteDateTime value="igår"/>',
    '<NoteDateTime><value>20260115093060</value></NoteDateTime>',
  ])('a time: %s', xml => {
    const { extract, lost } = readOne('journalNotes', `<Note>${xml}${kept}</Note>`);
    expect(extract).toEqual({ Note: { NoteTemplateName: 'a' } });
    expect(lost).toHaveLength(1);
    expect(lost[0]).toMatch(/^unreadable JournalNoteEHRExtract\/Note\/NoteDateTime(\/value)?$/);
  });

  test('a time text', () => {
    const xml =
      '<AttentionSignal><SignalVerifiedDateTime value="20260231"/><SignalActive>1</SignalActive></AttentionSignal>';
    expect(readOne('attentionSignals', xml)).toEqual({
      extract: { AttentionSignal: { SignalActive: true } },
      lost: ['unreadable AttentionSignalEHRExtract/AttentionSignal/SignalVerifiedDateTime'],
    });
  });

  test('a time text with two `value` children: the first counts, the second is lost (extracts.md)', () => {
    const values = '<value>20100312140000</value><value>20260115</value>';
    const xml = `<AttentionSignal><SignalVerifiedDateTime value="20010101">${values}</SignalVerifiedDateTime></AttentionSignal>`;
    expect(readOne('attentionSignals', xml)).toEqual({
      extract: { AttentionSignal: { SignalVerifiedDateTime: '20100312140000' } },
      lost: ['repeated AttentionSignalEHRExtract/AttentionSignal/SignalVerifiedDateTime'],
    });
  });

  test('integers and numbers, each by its path', () => {
    const dosages = 'PrescriptionEHRExtract/Prescription/PrescriptionDosages/DosagePlugin';
    const xml =
      '<Prescription><PrescriptionDosages><DosagePlugin><IX3Dosage><DosageOrder>1,5</DosageOrder><Rate>5</Rate></IX3Dosage></DosagePlugin>' +
      '<DosagePlugin><NormalDosage><MinDose>1.</MinDose><MaxDose>2,5</MaxDose></NormalDosage></DosagePlugin></PrescriptionDosages></Prescription>';
    expect(readOne('prescriptions', xml)).toEqual({
      extract: {
        Prescription: {
          PrescriptionDosages: {
            DosagePlugin: [{ IX3Dosage: { Rate: '5' } }, { NormalDosage: { MaxDose: 2.5 } }],
          },
        },
      },
      lost: [`unreadable ${dosages}/IX3Dosage/DosageOrder`, `unreadable ${dosages}/NormalDosage/MinDose`],
    });
  });

  test('paths consist of element names, also in the v2 layout', () => {
    const { lost } = readOne('contacts', '<Contact><ContactActive>ja</ContactActive></Contact>');
    expect(lost).toEqual(['unreadable ContactEHRExtract/Contact/ContactActive']);
  });
});

describe('a repeated single-valued member keeps its first value, and the others are counted', () => {
  const repeated = (...paths: string[]) => paths.map(path => `repeated JournalNoteEHRExtract/${path}`);

  test.each(cases<[string, string, FrameFields, string[]]>('repeated'))('%s', (_, content, extract, lost) => {
    expect(readOne('journalNotes', content)).toEqual({ extract, lost: repeated(...lost) });
  });
});

/** A document that is one object. */
const readWhole = (schema: Parameters<typeof planOf>[0], root: string, xml: string) => {
  const plan = planOf(schema, rules);
  const [first, ...others] = feedings.map(([, feed]) => {
    const found: { value: FrameFields; losses: readonly Loss[] }[] = [];
    const reader = xmlReader(decoder({ root, plan, done: (value, losses) => found.push({ value, losses }) }));
    for (const piece of feed(bytesOf(xml))) reader.write(piece);
    reader.end();
    return found;
  });
  for (const other of others) expect(other).toEqual(first);
  expect(first).toMatchObject([{ losses: [] }]);
  return first?.[0]?.value;
};

describe('a failure says why, and in which element', () => {
  const root = 'JournalNoteEHRExtracts';

  test.each([
    ['<PatientEHRExtracts/>', 'the root is not JournalNoteEHRExtracts'],
    [`<${root} ${instance} xsi:nil="true"/>`, 'the root JournalNoteEHRExtracts is nil'],
    [`<${root}>Stängt.</${root}>`, 'text under the root JournalNoteEHRExtracts'],
    [
      `<${root}><JournalNoteEHRExtract/><XSDVersion/></${root}>`,
      'XSDVersion after the first JournalNoteEHRExtract',
    ],
  ])('%s', (xml, message) => {
    expect(reasonOf(() => readAll('journalNotes', xml))).toEqual(['ehr-document', message]);
  });

  test.each([
    ['Extra', `<${root}><Extra/></${root}>`],
    ['JournalNoteEHRExtract', `<${root} JournalNoteEHRExtract="x"/>`],
  ])('%s is no record', (name, xml) => {
    expect(reasonOf(() => readAll('journalNotes', xml))).toEqual([
      'ehr-unknown-element',
      `the element "${name}" under JournalNoteEHRExtracts is unknown`,
    ]);
  });

  /** The end of the message for a document that is cut. */
  const cutIn = (xml: string, read: (document: string) => unknown) => {
    const [reason, message] = reasonOf(() => read(xml));
    expect(reason).toBe('ehr-not-well-formed');
    return message.replace(/^.* at byte \d+/, '');
  };
  const journal = (xml: string) => readAll('journalNotes', xml);
  const extract = 'JournalNoteEHRExtract';

  test.each([
    ['before the root', '<', ''],
    ['under the root', `<${root}><${extract}/>`, ''],
    ['in a record', `<${root}><${extract}>`, ` in ${extract}`],
    ['in an object', `<${root}><${extract}><Note><NoteActive/>`, ` in ${extract}/Note`],
    ['in a text', `<${root}><${extract}><Note><NoteActive>`, ` in ${extract}/Note/NoteActive`],
    ['in an unknown element', `<${root}><${extract}><Note><x><y>`, ` in ${extract}/Note`],
    ['after the root', `<${root}></${root}><`, ''],
  ])('%s', (_, xml, where) => {
    expect(cutIn(xml, journal)).toBe(where);
  });

  test.each([
    ['in a free-form element', '<Any><a><b>', ' in Any'],
    ['after one', '<Any><a/></Any>', ''],
    ['in a text', '<Comment>', ' in Comment'],
  ])('%s of a document that is one record', (_, content, where) => {
    const result = (xml: string) => readWhole(ResultRecord, 'ResultRecord', xml);
    expect(cutIn(`<ResultRecord>${content}`, result)).toBe(where);
  });
});

describe('what is beside the records', () => {
  const { root, element, plan } = sources.journalNotes;

  /** The paths of what was skipped under the root, and what the records lost. */
  const besides = (content: string, attributes = '') => {
    const skipped: string[] = [];
    const lost: string[] = [];
    const handler = decoder({
      root,
      plan,
      ignore: new Set(['Extra']),
      skipped: path => skipped.push(path),
      each: {
        element,
        onItem: ({ losses }) => lost.push(...losses.map(({ path }) => path)),
      },
    });
    const reader = namespaceReader({ handler, charset: undefined, isOurs: uri => uri === '' });
    reader.write(bytesOf(`<${root} xmlns:e="urn:e" ${attributes}>${content}<${element}/></${root}>`));
    reader.end();
    return { skipped, lost };
  };

  test.each<[string, string, string[]]>([
    [
      'what is ignored, each value',
      '<Extra a="1" b=" ">2<c d="3">4</c><e/>5</Extra>',
      Array(5).fill('Extra'),
    ],
    ['an element of another namespace', '<e:x a="1">2</e:x>', ['*:x', '*:x']],
    ['one with the name of a record', `<e:${element}>1</e:${element}>`, [`*:${element}`]],
  ])('is skipped: %s', (_, content, skipped) => {
    expect(besides(content)).toEqual({ skipped, lost: [] });
  });

  test('is skipped: attributes of the root', () => {
    expect(besides('', 'x="1" y=" " z=""')).toEqual({ skipped: ['x'], lost: [] });
  });

  test('is skipped: attributes of a record that is nil, which belong to no other record', () => {
    const nil = `<${element} x="1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>`;
    expect(besides(nil)).toEqual({ skipped: [`${element}/x`], lost: [] });
  });

  test('what is within another element of the root counts with the next record', () => {
    expect(besides('<XSDVersion version="1" x="1"><y>2</y></XSDVersion>')).toEqual({
      skipped: [],
      lost: ['XSDVersion/x', 'XSDVersion/y'],
    });
  });

  test('it need not be counted', () => {
    const found: unknown[] = [];
    const handler = decoder({
      root,
      plan,
      ignore: new Set(['Extra']),
      each: { element, onItem: ({ value }) => found.push(value) },
    });
    const reader = xmlReader(handler);
    reader.write(bytesOf(`<${root} x="1"><Extra>2</Extra><${element}/></${root}>`));
    reader.end();
    expect(found).toEqual([{}]);
  });
});

describe('elements of another namespace', () => {
  /** What is lost of a document whose own namespace is `urn:o`, however it is split. */
  const lostOf = (schema: Parameters<typeof planOf>[0], root: string, content: string) => {
    const document = `<${root} xmlns="urn:o" xmlns:e="urn:e">${content}</${root}>`;
    const all = feedings.map(([, feed]) => {
      const lost: string[] = [];
      const handler = decoder({
        root,
        plan: planOf(schema, rules),
        done: (_, losses) => lost.push(...losses.map(({ reason, path }) => `${reason} ${path}`)),
      });
      const reader = namespaceReader({ handler, charset: undefined, isOurs: uri => uri === 'urn:o' });
      for (const piece of feed(bytesOf(document))) reader.write(piece);
      reader.end();
      return lost;
    });
    for (const lost of all) expect(lost).toEqual(all[0]);
    return all[0];
  };

  test.each(cases<[string, string, string[]]>('refused texts'))('%s', (_, content, lost) => {
    expect(lostOf(ResultRecord, 'ResultRecord', content)).toEqual(lost);
  });

  test.each([
    ['text beside a child', '<Any>före<a>1</a>efter</Any>', ['unmapped Any']],
    ['text beside children, in children', '<Any>x<a>y<b>1</b></a></Any>', ['unmapped Any', 'unmapped Any']],
    ['white space beside a child', '<Any>\n<a>1</a>\n</Any>', []],
    ['text alone', '<Any>text</Any>', []],
  ])('and in a free-form element, %s', (_, content, lost) => {
    expect(lostOf(ResultRecord, 'ResultRecord', content)).toEqual(lost);
  });
});

describe('where an unknown element may hold a part of the text', () => {
  const lostOf = (content: string, refusesUnknownInText: boolean) => {
    const lost: Loss[] = [];
    const plan = planOf(ResultRecord, rules);
    const done = (_: FrameFields, losses: readonly Loss[]) => void lost.push(...losses);
    const reader = xmlReader(decoder({ root: 'ResultRecord', plan, refusesUnknownInText, done }));
    reader.write(bytesOf(`<ResultRecord>${content}</ResultRecord>`));
    reader.end();
    return lost.map(({ reason, path }) => `${reason} ${path}`);
  };

  test.each(cases<[string, string, string, string]>('in or beside a text'))(
    '%s',
    (_, content, lost, refused) => {
      expect([lostOf(content, false), lostOf(content, true)]).toEqual([[lost], [refused]]);
    },
  );
});

test('a text that arrives in several calls is one value', () => {
  const lost: string[] = [];
  let comment: unknown;
  const handler = decoder({
    root: 'ResultRecord',
    plan: planOf(ResultRecord, rules),
    done: ({ Comment }, losses) => {
      comment = Comment;
      lost.push(...losses.map(({ path }) => path));
    },
  });
  const element = (name: string, ...texts: readonly string[]) => {
    handler.open(name);
    handler.opened(false);
    for (const text of texts) handler.text(text);
  };
  element('ResultRecord');
  element('Comment', 'a', 'b');
  handler.close();
  element('x', '1', '2');
  element('y', '3', '4');
  handler.close();
  handler.text('5');
  handler.close();
  handler.close();
  expect([comment, lost]).toEqual(['ab', ['x', 'x', 'x']]);
});

describe('Any', () => {
  const anyOf = (content: string): string =>
    JSON.stringify(
      readWhole(ResultRecord, 'ResultRecord', `<ResultRecord ${instance}>${content}</ResultRecord>`)?.Any,
    );

  test.each(cases<[string, string, string]>('free-form'))('%s', (_, content, json) => {
    expect(anyOf(content)).toBe(json);
  });

  test('does not pollute the prototype of objects', () => {
    anyOf(
      '<Any><__proto__><polluted>1</polluted></__proto__><constructor><prototype polluted="1"/></constructor></Any>',
    );
    expect(({} as FrameFields).polluted).toBeUndefined();
  });
});

describe('trims what the schema says, and no other texts', () => {
  test('a result', () => {
    const xml = '<ResultRecord><ResultCode>\n OK </ResultCode><Comment> a\n</Comment></ResultRecord>';
    expect(readWhole(ResultRecord, 'ResultRecord', xml)).toEqual({ ResultCode: 'OK', Comment: ' a\n' });
  });

  test('texts and lists of texts', () => {
    const code = trimmed(Type.String());
    const States = Type.Object({ Status: code, PaymentStatus: Type.Array(code), Other: Type.String() });
    const xml = '<S><Status> BOOKED\n</Status><PaymentStatus>\tPAID </PaymentStatus><Other> x </Other></S>';
    const read = { Status: 'BOOKED', PaymentStatus: ['PAID'], Other: ' x ' };
    expect(readWhole(States, 'S', xml)).toEqual(read);
  });
});

describe('text in skipped elements', () => {
  const record = (content: string) => {
    const note = `<Note><Records><Record>${content}</Record></Records></Note>`;
    const [found] = readAll('journalNotes', documentOf('journalNotes', note));
    const { Note } = (found?.extract ?? {}) as { Note: { Records: { Record: FrameFields[] } } };
    return {
      record: Note.Records.Record[0],
      losses: found?.losses.map(({ reason, path }) => `${reason} ${path}`),
    };
  };

  test('inside a text makes that text unreadable: without it, the rest may mean the opposite', () => {
    expect(record('<Keyword>Tål <b>inte</b> penicillin</Keyword>')).toEqual({
      record: {},
      losses: ['unreadable JournalNoteEHRExtract/Note/Records/Record/Keyword'],
    });
    expect(record('<Value JournalValueType="Text">Tål <b>inte</b> penicillin</Value>')).toEqual({
      record: { Value: [{ JournalValueType: 'Text' }] },
      losses: ['unreadable JournalNoteEHRExtract/Note/Records/Record/Value/$self'],
    });
  });

  test('also if the text is that of a display name', () => {
    const atc =
      '<PrescriptionProduct_AtcCode><displayName>Inte <b>waran</b></displayName></PrescriptionProduct_AtcCode>';
    expect(
      readOne(
        'prescriptions',
        `<Prescription><MainProductTreatment>${atc}</MainProductTreatment></Prescription>`,
      ),
    ).toEqual({
      extract: {
        Prescription: { MainProductTreatment: { PrescriptionProduct_AtcCode: { displayName: {} } } },
      },
      lost: [
        'unreadable PrescriptionEHRExtract/Prescription/MainProductTreatment/PrescriptionProduct_AtcCode/displayName/value',
      ],
    });
  });

  test('a skipped element without text leaves the text readable', () => {
    expect(record('<Keyword>Aktu<x a="1"> <y/> </x>ellt</Keyword>')).toEqual({
      record: { Keyword: 'Aktu ellt' },
      losses: ['unmapped JournalNoteEHRExtract/Note/Records/Record/Keyword/x'],
    });
  });

  test('text of an unknown element beside other elements is counted', () => {
    expect(record('<Okänt>ord</Okänt><Keyword>Aktuellt</Keyword>')).toEqual({
      record: { Keyword: 'Aktuellt' },
      losses: ['unmapped JournalNoteEHRExtract/Note/Records/Record/Okänt'],
    });
  });
});

describe('the order of elements', () => {
  const members = [
    '<NoteTemplateName>mall</NoteTemplateName>',
    '<NoteTypeOfNote>typ</NoteTypeOfNote>',
    '<Okänt/>',
    '<NoteDateTime value="20240102030405"/>',
  ];
  const expected = {
    Note: { NoteTemplateName: 'mall', NoteTypeOfNote: 'typ', NoteDateTime: { value: '20240102030405' } },
  };

  // The decoder expects the order of the last document, which must not matter to what it reads.
  test.each([
    ['forwards', members],
    ['backwards', members.toReversed()],
    ['forwards again', members],
    ['in another order', [members[1], members[3], members[0]]],
  ])('does not matter: %s', (_, ordered) => {
    expect(readOne('journalNotes', `<Note>${ordered.join('')}</Note>`)).toEqual({
      extract: expected,
      lost: [],
    });
  });
});
