// How XML becomes a record: every sentence of extracts.md, "XML", with documents of all kinds.
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { extractSources } from '../../../../src/adapters/ehr/extracts/kinds.ts';
import { readDocument } from '../../../../src/adapters/ehr/read-document.ts';
import { timeReader } from '../../../../src/adapters/ehr/values/written-times.ts';
import { decoder, type FrameFields } from '../../../../src/adapters/ehr/xml/decoder.ts';
import { xmlReader } from '../../../../src/adapters/ehr/xml/parsing/events.ts';
import { namespaceReader } from '../../../../src/adapters/ehr/xml/parsing/namespaces.ts';
import { planOf, trimmed } from '../../../../src/adapters/ehr/xml/plan.ts';
import { regionTime } from '../../../../src/adapters/time/region-time.ts';
import { sharedSchemas } from '../../../../src/domain/records/index.ts';
import { ResultRecord } from '../../../../src/domain/records/transition.ts';
import type { ExtractKind } from '../../../../src/domain/rules/facts.ts';
import type { Loss } from '../../../../src/ports/ehr.ts';
import { bytesOf, feedings, reasonOf, refusal } from './feeding.ts';

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
  const take = (extract: FrameFields, head: FrameFields, losses: readonly Loss[]) =>
    void found.push({ extract, head: { ...head }, losses });
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

/** Within the note of a journal note. */
const inNote = (
  cases: readonly (readonly [
    what: string,
    content: string,
    note: FrameFields,
    unmapped?: readonly string[],
  ])[],
) =>
  holds(
    'journalNotes',
    cases.map(
      ([what, content, note, unmapped = []]) =>
        [what, `<Note>${content}</Note>`, { Note: note }, unmapped.map(path => `Note/${path}`)] as const,
    ),
  );

/** Within one record of a note. */
const inRecord = (cases: readonly (readonly [what: string, content: string, record: FrameFields])[]) =>
  inNote(
    cases.map(
      ([what, content, record]) =>
        [what, `<Records><Record>${content}</Record></Records>`, { Records: { Record: [record] } }] as const,
    ),
  );

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

  inRecord([
    [
      'ArchetypeRecords binds its own prefix',
      '<OtherValue><arc:ArchetypeRecords xmlns:arc="urn:arc"><arc:ArchetypeRecord><arc:Name>Puls</arc:Name><arc:Magnitude>72</arc:Magnitude></arc:ArchetypeRecord></arc:ArchetypeRecords></OtherValue>',
      { OtherValue: { ArchetypeRecords: { ArchetypeRecord: [{ Name: 'Puls', Magnitude: '72' }] } } },
    ],
  ]);
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

describe('Identifier', () => {
  holds('journalNotes', [
    ['attributes', '<ehr_id root="1.2" extension="x"/>', { ehr_id: { root: '1.2', extension: 'x' } }],
    [
      'children',
      '<ehr_id><extension>x</extension><root>1.2</root></ehr_id>',
      { ehr_id: { root: '1.2', extension: 'x' } },
    ],
    [
      'one of each',
      '<ehr_id root="1.2"><extension>x</extension></ehr_id>',
      { ehr_id: { root: '1.2', extension: 'x' } },
    ],
    [
      'of both, the child',
      '<ehr_id root="1.2" extension="no"><extension>x</extension></ehr_id>',
      { ehr_id: { root: '1.2', extension: 'x' } },
    ],
    ['one of the two: root', '<ehr_id root="1.2"/>', { ehr_id: { root: '1.2' } }],
    ['one of the two: extension', '<ehr_id extension="x"/>', { ehr_id: { extension: 'x' } }],
    [
      'trimmed',
      '<ehr_id root=" 1.2 "><extension>\n x\t</extension></ehr_id>',
      { ehr_id: { root: '1.2', extension: 'x' } },
    ],
    ['never a number', '<ehr_id root="1" extension="007"/>', { ehr_id: { root: '1', extension: '007' } }],
    ['empty is absent', '<ehr_id/><ehr_system></ehr_system>', {}],
    ['empty but for white space is absent', '<ehr_id>\n  </ehr_id>', {}],
    ['empty in a unit, which stays', '<CareUnit><UnitID/></CareUnit>', { CareUnit: {} }],
    [
      'empty as an item is absent',
      '<Units><Unit><AccessZones><AccessZoneID/><AccessZoneID extension="z"/></AccessZones></Unit></Units>',
      { Units: { Unit: [{ AccessZones: { AccessZoneID: [{ extension: 'z' }] } }] } },
    ],
  ]);
});

describe('TimeValue', () => {
  inNote([
    ['an attribute', '<NoteDateTime value="20260115093000"/>', { NoteDateTime: { value: '20260115093000' } }],
    [
      'a child',
      '<NoteDateTime><value>20260115093000</value></NoteDateTime>',
      { NoteDateTime: { value: '20260115093000' } },
    ],
    [
      'of both, the child',
      '<NoteDateTime value="20260115093000"><value>20260116093000</value></NoteDateTime>',
      { NoteDateTime: { value: '20260116093000' } },
    ],
    ['a date alone', '<NoteDateTime value="2026-01-15"/>', { NoteDateTime: { value: '20260115000000' } }],
    [
      'with an offset',
      '<NoteDateTime value="2026-07-15T08:30:00Z"/>',
      { NoteDateTime: { value: '20260715103000' } },
    ],
    ['trimmed', '<NoteDateTime value=" 202601150930 "/>', { NoteDateTime: { value: '20260115093000' } }],
    ['no attribute means absent', '<NoteSignDateTime/>', {}],
    ['an empty one, too, and no loss', '<NoteSignDateTime value=""/><NoteDateTime value=" "/>', {}],
    [
      'as its text',
      '<NoteDateTime>\n20260115 </NoteDateTime>',
      { NoteDateTime: { value: '20260115000000' } },
    ],
    [
      'white space beside `value`',
      '<NoteDateTime>\n<value>20260115</value>\n</NoteDateTime>',
      { NoteDateTime: { value: '20260115000000' } },
    ],
  ]);

  test.each([
    ['and a text beside an attribute', '<NoteDateTime value="20260115">20260116</NoteDateTime>'],
    ['and a text beside a child', '<NoteDateTime>20260116<value>20260115</value></NoteDateTime>'],
  ])('%s is one value too many', (_, content) => {
    expect(readOne('journalNotes', `<Note>${content}</Note>`)).toEqual({
      extract: { Note: { NoteDateTime: { value: '20260115000000' } } },
      lost: ['repeated JournalNoteEHRExtract/Note/NoteDateTime/value'],
    });
  });

  holds('patients', [
    [
      'a date-only member stays 8 digits',
      '<Patient><PatientBirthDate value="19121212"/><PatientDeceasedDate value="2026-01-15T23:30:00Z"/></Patient>',
      { Patient: { PatientBirthDate: { value: '19121212' }, PatientDeceasedDate: { value: '20260116' } } },
    ],
    ['an empty date is absent', '<Patient><PatientBirthDate/></Patient>', { Patient: {} }],
    [
      'an attribute of its parent',
      '<Patient PatientBirthDate="1912-12-12" PatientDeceasedDate=" "/>',
      { Patient: { PatientBirthDate: { value: '19121212' } } },
    ],
  ]);
});

describe('a time text', () => {
  const signal = (content: string) => `<AttentionSignal>${content}</AttentionSignal>`;
  const is = (value: string) => ({ AttentionSignal: { SignalVerifiedDateTime: value } });

  holds('attentionSignals', [
    [
      'element text',
      signal('<SignalVerifiedDateTime>20100312140000</SignalVerifiedDateTime>'),
      is('20100312140000'),
    ],
    ['in `value`', signal('<SignalVerifiedDateTime value="20100312140000"/>'), is('20100312140000')],
    [
      'in `value`, with white space as text',
      signal('<SignalVerifiedDateTime value="20100312140000">\n </SignalVerifiedDateTime>'),
      is('20100312140000'),
    ],
    [
      'an attribute of its parent',
      '<AttentionSignal SignalVerifiedDateTime="20100312"/>',
      is('20100312000000'),
    ],
    [
      'trimmed',
      signal('<SignalVerifiedDateTime>\n 2010-03-12 </SignalVerifiedDateTime>'),
      is('20100312000000'),
    ],
    [
      'empty is absent, and no loss',
      signal('<SignalVerifiedDateTime/><SignalReassessmentEndDate value=""/>'),
      { AttentionSignal: {} },
    ],
    [
      'in a child called `value`, with white space around it',
      signal('<SignalVerifiedDateTime>\n <value>20100312140000</value>\n</SignalVerifiedDateTime>'),
      is('20100312140000'),
    ],
    [
      'in the second `value`, if the first is empty',
      signal(
        '<SignalVerifiedDateTime><value> </value><value>20100312140000</value></SignalVerifiedDateTime>',
      ),
      is('20100312140000'),
    ],
    [
      'in the second `value`, if the first is nil',
      signal(
        '<SignalVerifiedDateTime><value xsi:nil="true">2011</value><value>20100312140000</value></SignalVerifiedDateTime>',
      ),
      is('20100312140000'),
    ],
    [
      'absent if `value` is nil, whatever the attribute says',
      signal('<SignalVerifiedDateTime value="20100312"><value xsi:nil="true"/></SignalVerifiedDateTime>'),
      { AttentionSignal: {} },
    ],
    [
      'not in a `value` within `value`',
      signal(
        '<SignalVerifiedDateTime><value>20100312<value>20110101</value></value></SignalVerifiedDateTime>',
      ),
      is('20100312000000'),
      ['AttentionSignal/SignalVerifiedDateTime/value'],
    ],
    [
      'with what is unknown beside `value`',
      signal('<SignalVerifiedDateTime value="20100312" x="1"><y z="2">3</y></SignalVerifiedDateTime>'),
      is('20100312000000'),
      [
        'AttentionSignal/SignalVerifiedDateTime/x',
        'AttentionSignal/SignalVerifiedDateTime/y',
        'AttentionSignal/SignalVerifiedDateTime/y',
      ],
    ],
  ]);

  test('that is in two places is one too many: its text is kept', () => {
    const written = ['<T value="20110101">20100312</T>', '<T>20100312<value>20110101</value></T>'];
    for (const one of written)
      expect(readOne('attentionSignals', signal(one.replaceAll('T', 'SignalVerifiedDateTime')))).toEqual({
        extract: is('20100312000000'),
        lost: ['repeated AttentionSignalEHRExtract/AttentionSignal/SignalVerifiedDateTime'],
      });
  });
});

describe('given names', () => {
  const name = (content: string) => `<Patient><PatientName>${content}</PatientName></Patient>`;
  const are = (...names: object[]) => ({ Patient: { PatientName: { PatientGivenName: names } } });

  holds('patients', [
    [
      'attributes, repeated',
      name('<PatientGivenName qualifier="CL" value="Tolvan"/><PatientGivenName value="Provmartin"/>'),
      are({ qualifier: 'CL', value: 'Tolvan' }, { value: 'Provmartin' }),
    ],
    [
      'children',
      name('<PatientGivenName><qualifier>CL</qualifier><value>Tolvan</value></PatientGivenName>'),
      are({ qualifier: 'CL', value: 'Tolvan' }),
    ],
    ['are not trimmed', name('<PatientGivenName value=" Tolvan "/>'), are({ value: ' Tolvan ' })],
    ['empty is absent', name('<PatientGivenName/>'), { Patient: { PatientName: {} } }],
  ]);

  const prescribed = (content: string) => `<Patient><PatientNameData>${content}</PatientNameData></Patient>`;

  holds('prescriptions', [
    [
      'in prescriptions plain text',
      prescribed('<PatientGivenName>Tolvan</PatientGivenName><PatientGivenName> Prov </PatientGivenName>'),
      { Patient: { PatientNameData: { PatientGivenName: ['Tolvan', ' Prov '] } } },
    ],
    [
      'an empty one there is an empty text',
      prescribed('<PatientGivenName/>'),
      { Patient: { PatientNameData: { PatientGivenName: [''] } } },
    ],
  ]);
});

describe('coded values', () => {
  const choice = (text: string) => `<Prescription>${text}</Prescription>`;
  const is = (value: object) => ({ Prescription: { MedicationChoice: value } });

  holds('prescriptions', [
    [
      'attributes and displayName',
      choice(
        '<MedicationChoice code="C08CA01" codeSystem="1.2"><displayName value="amlodipin"/></MedicationChoice>',
      ),
      is({ code: 'C08CA01', codeSystem: '1.2', displayName: { value: 'amlodipin' } }),
    ],
    [
      'children',
      choice(
        '<MedicationChoice><codeSystemName>ATC</codeSystemName><code>C08</code><codeSystemVersion>7</codeSystemVersion><displayName><value>x</value></displayName></MedicationChoice>',
      ),
      is({ code: 'C08', codeSystemName: 'ATC', codeSystemVersion: '7', displayName: { value: 'x' } }),
    ],
    [
      'trimmed',
      choice('<MedicationChoice code=" C08 "><displayName value=" x\n"/></MedicationChoice>'),
      is({ code: 'C08', displayName: { value: 'x' } }),
    ],
    [
      'a displayName alone',
      choice('<MedicationChoice><displayName value="x"/></MedicationChoice>'),
      is({ displayName: { value: 'x' } }),
    ],
    ['empty is absent', choice('<MedicationChoice/>'), { Prescription: {} }],
  ]);
});

describe('journal values', () => {
  const value = (content: string, ...values: object[]) => [content, { Value: values }] as const;

  inRecord([
    [
      'type and text',
      ...value('<Value JournalValueType="Text">the text</Value>', {
        JournalValueType: 'Text',
        $self: 'the text',
      }),
    ],
    ['empty text', ...value('<Value JournalValueType="Text"/>', { JournalValueType: 'Text', $self: '' })],
    ['nothing but empty text', ...value('<Value/><Value></Value>', { $self: '' }, { $self: '' })],
    [
      'the type as a child',
      ...value('<Value>\n <JournalValueType>Text</JournalValueType>\n</Value>', {
        JournalValueType: 'Text',
        $self: '',
      }),
    ],
    [
      'white space and line breaks kept',
      ...value('<Value JournalValueType="Text">\n  a\n\n b\t</Value>', {
        JournalValueType: 'Text',
        $self: '\n  a\n\n b\t',
      }),
    ],
    ['white space alone kept', ...value('<Value>  \n</Value>', { $self: '  \n' })],
    [
      'the parallel Values are not published',
      '<Value JournalValueType="Text">x</Value><Values><Value><JournalValueType>Text</JournalValueType><ValueText>x</ValueText></Value></Values>',
      { Value: [{ JournalValueType: 'Text', $self: 'x' }] },
    ],
  ]);
});

describe('quantities: a number with a unit', () => {
  const drip = (content: string) =>
    `<Prescription><PrescriptionDosages><DosagePlugin><DripDosage>${content}</DripDosage></DosagePlugin></PrescriptionDosages></Prescription>`;
  const is = (dosage: object) => ({
    Prescription: { PrescriptionDosages: { DosagePlugin: [{ DripDosage: dosage }] } },
  });

  holds('prescriptions', [
    ['a decimal comma', drip('<Amount Unit="ml">2,5</Amount>'), is({ Amount: { $self: 2.5, Unit: 'ml' } })],
    ['trimmed', drip('<Amount Unit="ml">\n 2.5 </Amount>'), is({ Amount: { $self: 2.5, Unit: 'ml' } })],
    ['an empty number is absent', drip('<Amount Unit="ml"/>'), is({ Amount: { Unit: 'ml' } })],
    ['nothing at all', drip('<Amount/>'), is({ Amount: {} })],
    [
      'an integer',
      drip('<Duration TimeUnit="h">12</Duration>'),
      is({ Duration: { $self: 12, TimeUnit: 'h' } }),
    ],
  ]);
});

describe('strings, booleans and numbers', () => {
  const dose = (content: string) =>
    `<Prescription><PrescriptionDosages><DosagePlugin><IX3Dosage>${content}</IX3Dosage></DosagePlugin></PrescriptionDosages></Prescription>`;
  const is = (dosage: object) => ({
    Prescription: { PrescriptionDosages: { DosagePlugin: [{ IX3Dosage: dosage }] } },
  });

  holds('prescriptions', [
    [
      'booleans in all four forms',
      dose(
        '<Conditional>true</Conditional><Continuous>1</Continuous><ExtraDose>false</ExtraDose><WholeWhenNeeded> 0 </WholeWhenNeeded>',
      ),
      is({ Conditional: true, Continuous: true, ExtraDose: false, WholeWhenNeeded: false }),
    ],
    [
      'integers, trimmed and exact',
      dose(
        '<DosageOrder> 2\n</DosageOrder><NoOfAdminTimes>-1</NoOfAdminTimes><RepetitionLength>9007199254740993</RepetitionLength>',
      ),
      is({ DosageOrder: 2, NoOfAdminTimes: -1, RepetitionLength: 9007199254740993n }),
    ],
    [
      'as attributes',
      dose('').replace('<IX3Dosage>', '<IX3Dosage Conditional="1" DosageOrder="3" Rate="5">'),
      is({ Conditional: true, DosageOrder: 3, Rate: '5' }),
    ],
    [
      'a string is never a number or a boolean',
      dose('<Rate>007</Rate><DosageText>true</DosageText><DosageType>1,50</DosageType>'),
      is({ Rate: '007', DosageText: 'true', DosageType: '1,50' }),
    ],
    [
      'empty numbers and booleans are absent, and no loss',
      dose('<Conditional/><Continuous> </Continuous><DosageOrder/><NoOfAdminTimes>\n</NoOfAdminTimes>'),
      is({}),
    ],
    [
      'empty attributes of numbers and booleans, too',
      dose('').replace('<IX3Dosage>', '<IX3Dosage Conditional="" DosageOrder=" ">'),
      is({}),
    ],
  ]);

  inNote([
    ['a boolean', '<NoteActive>true</NoteActive>', { NoteActive: true }],
    [
      'text keeps its white space',
      '<NoteTemplateName>  a\n\tb </NoteTemplateName>',
      { NoteTemplateName: '  a\n\tb ' },
    ],
    [
      'text of white space alone is kept',
      '<NoteTemplateName> \n</NoteTemplateName>',
      { NoteTemplateName: ' \n' },
    ],
    [
      'empty text is the empty text',
      '<NoteTemplateName/><NoteTypeOfNote></NoteTypeOfNote>',
      { NoteTemplateName: '', NoteTypeOfNote: '' },
    ],
    [
      'references',
      '<NoteTemplateName>&#229;&#xE4;&amp;&lt;&gt;&quot;&apos;</NoteTemplateName>',
      { NoteTemplateName: 'åä&<>"\'' },
    ],
    [
      'comments, CDATA and instructions in the middle',
      '<NoteTemplateName>a<!-- x -->b<![CDATA[<c> & ]]><?x y?>d</NoteTemplateName>',
      { NoteTemplateName: 'ab<c> & d' },
    ],
    [
      'comments within what is no text',
      '<!-- x --><NoteActive>tr<!-- x -->ue</NoteActive><?x?>',
      { NoteActive: true },
    ],
    ['CDATA that is empty', '<NoteTemplateName><![CDATA[]]></NoteTemplateName>', { NoteTemplateName: '' }],
    [
      'an element with children has no text of its own',
      '<NoteTemplateName>\n <x>y</x>\n</NoteTemplateName>',
      { NoteTemplateName: '' },
      ['NoteTemplateName/x'],
    ],
  ]);
});

describe('attribute or element', () => {
  const note = (attributes: string, content = '') => `<Note ${attributes}>${content}</Note>`;

  holds('journalNotes', [
    [
      'attributes',
      note('NoteTemplateName="a" NoteActive="1" NoteTypeOfNote=""'),
      { Note: { NoteTemplateName: 'a', NoteActive: true, NoteTypeOfNote: '' } },
    ],
    [
      'of both, the child',
      note(
        'NoteTemplateName="a" NoteActive="0"',
        '<NoteActive>1</NoteActive><NoteTemplateName>b</NoteTemplateName>',
      ),
      { Note: { NoteTemplateName: 'b', NoteActive: true } },
    ],
    [
      'of both, the child, though it is empty',
      note('NoteTemplateName="a"', '<NoteTemplateName/>'),
      { Note: { NoteTemplateName: '' } },
    ],
    [
      'white space in an attribute of text is kept',
      note('NoteTemplateName="  a "'),
      { Note: { NoteTemplateName: '  a ' } },
    ],
  ]);

  inRecord([['of an array, too', '<Unit>mm</Unit><Unit>cm</Unit>', { Unit: ['mm', 'cm'] }]]);

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
  holds('journalNotes', [
    [
      'children in any order',
      '<CareUnit><UnitLocalID extension="2"/><UnitID extension="1"/></CareUnit>',
      { CareUnit: { UnitID: { extension: '1' }, UnitLocalID: { extension: '2' } } },
    ],
    [
      'an empty object',
      '<CareUnit/><Note/><HCMContact> </HCMContact>',
      { CareUnit: {}, Note: {}, HCMContact: {} },
    ],
    [
      'an array in its container',
      '<Units><Unit><UnitName>A</UnitName></Unit><Unit><UnitName>B</UnitName></Unit></Units>',
      { Units: { Unit: [{ UnitName: 'A' }, { UnitName: 'B' }] } },
    ],
    [
      'empty containers',
      '<Units/><CareProviders>\n</CareProviders>',
      { Units: { Unit: [] }, CareProviders: { CareProvider: [] } },
    ],
    ['containers of nothing that is known', '<Units><x/><!-- y --></Units>', { Units: { Unit: [] } }],
    [
      'containers within',
      '<Units><Unit><PhoneNumbers/><AccessZones/><UnitSecrecyGroups/></Unit></Units>',
      {
        Units: {
          Unit: [
            {
              PhoneNumbers: { Phone: [] },
              AccessZones: { AccessZoneID: [] },
              UnitSecrecyGroups: { Group: [] },
            },
          ],
        },
      },
    ],
    [
      'an empty item is an empty object',
      '<Units><Unit/><Unit></Unit></Units>',
      { Units: { Unit: [{}, {}] } },
    ],
    [
      'an empty text item is an empty text',
      '<Patient><PatientSecrecyGroups><Group/><Group>x</Group><Group></Group></PatientSecrecyGroups></Patient>',
      { Patient: { PatientSecrecyGroups: { Group: ['', 'x', ''] } } },
    ],
    ['a container is not made up', '<Patient/>', { Patient: {} }],
  ]);

  holds('prescriptions', [
    ['a container of containers, empty', '<CareProviders/>', { CareProviders: { CareProviders: [] } }],
    [
      'a container of an empty container',
      '<CareProviders><CareProviders/></CareProviders>',
      { CareProviders: { CareProviders: [{ CareProvider: [] }] } },
    ],
    [
      'containers three deep',
      '<Prescription><PrescriptionDosages><DosagePlugin><WeeklyDosage><Weeks><Week/><Week><Doses/></Week></Weeks></WeeklyDosage></DosagePlugin></PrescriptionDosages></Prescription>',
      {
        Prescription: {
          PrescriptionDosages: {
            DosagePlugin: [{ WeeklyDosage: { Weeks: { Week: [{ Doses: [] }, { Doses: [{ Dose: [] }] }] } } }],
          },
        },
      },
    ],
    [
      'an object that has an array and more is no container',
      '<Prescription><PrescriptionDosages/></Prescription>',
      { Prescription: { PrescriptionDosages: {} } },
    ],
  ]);

  inNote([
    [
      'like-named siblings that do not stand together',
      '<Records><Record><Keyword>A</Keyword></Record><x/><Record><Keyword>B</Keyword></Record></Records>',
      { Records: { Record: [{ Keyword: 'A' }, { Keyword: 'B' }] } },
    ],
  ]);

  inRecord([
    [
      'like-named siblings with others in between',
      '<Value>1</Value><Unit>a</Unit><Value>2</Value><Keyword>K</Keyword><Unit>b</Unit><Record/><Value>3</Value><Record/>',
      {
        Value: [{ $self: '1' }, { $self: '2' }, { $self: '3' }],
        Unit: ['a', 'b'],
        Keyword: 'K',
        Record: [{}, {}],
      },
    ],
  ]);

  holds('prescriptions', [
    [
      'items of an array without a container that do not stand together',
      '<Prescription><PrescriptionDetails><Type>1</Type></PrescriptionDetails><PrescriptionType>x</PrescriptionType><PrescriptionDetails><Type>2</Type></PrescriptionDetails></Prescription>',
      { Prescription: { PrescriptionDetails: [{ Type: '1' }, { Type: '2' }], PrescriptionType: 'x' } },
    ],
  ]);

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
  holds('journalNotes', [
    ['elements', '<x/><Unknown>text<!-- y --></Unknown><Note><y><z/></y></Note>', { Note: {} }, ['Unknown']],
    [
      'elements with what is known in them',
      '<x><Note a="b" c=""><NoteActive>may<![CDATA[be]]></NoteActive></Note><ehr_id extension="1"/> </x>',
      {},
      ['x', 'x', 'x'],
    ],
    [
      'elements named as members elsewhere',
      '<Keyword>x</Keyword><Note><UnitID extension="1"/></Note>',
      { Note: {} },
      ['Keyword', 'Note/UnitID'],
    ],
    [
      'elements with other letters',
      '<note/><NOTE/><Note><noteActive>true</noteActive></Note>',
      { Note: {} },
      ['Note/noteActive'],
    ],
    [
      'elements in what has text alone',
      '<Note><NoteActive>true<x/></NoteActive></Note>',
      { Note: { NoteActive: true } },
    ],
    [
      'attributes',
      '<Note x="1" noteactive="true" y=" "><NoteTemplateName o:x="y" xmlns:o="urn:o">a</NoteTemplateName></Note>',
      { Note: { NoteTemplateName: 'a' } },
      ['Note/x', 'Note/noteactive', 'Note/NoteTemplateName/x'],
    ],
    [
      'attributes of an Identifier',
      '<ehr_id root="1" extension="2" assigningAuthorityName="x" displayable="1"/>',
      { ehr_id: { root: '1', extension: '2' } },
      ['ehr_id/assigningAuthorityName', 'ehr_id/displayable'],
    ],
    [
      'attributes of the schema, comments and instructions',
      '<Note xsi:type="T" xml:lang="sv"><!-- x --><?x y?><NoteTemplateName xsi:type="xs:string">a</NoteTemplateName></Note>',
      { Note: { NoteTemplateName: 'a' } },
    ],
    [
      'text beside elements',
      '<Note>a<NoteTemplateName>b</NoteTemplateName>c</Note>',
      { Note: { NoteTemplateName: 'b' } },
      ['Note'],
    ],
    [
      'names that objects have',
      '<constructor>x</constructor><__proto__ a="b"/><toString/><Note constructor="x" __proto__="y"><hasOwnProperty/></Note>',
      { Note: {} },
      ['constructor', '__proto__', 'Note/constructor', 'Note/__proto__'],
    ],
  ]);

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
  inRecord([
    ['separates what stands around it', '<Keyword>Waran 1<br/>0</Keyword>', { Keyword: 'Waran 1 0' }],
    ['but not from white space', '<Keyword>Waran 1<br/>\n0<br/></Keyword>', { Keyword: 'Waran 1\n0' }],
    [
      'in the text of a value',
      '<Value JournalValueType="Text">a<br/><br/>b<!-- c -->d</Value>',
      { Value: [{ JournalValueType: 'Text', $self: 'a bd' }] },
    ],
  ]);

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
  const other = 'xmlns:o="urn:other"';
  const bound = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';

  holds('journalNotes', [
    [
      'text',
      '<Note><NoteTemplateName xsi:nil="true"/><NoteActive>true</NoteActive></Note>',
      { Note: { NoteActive: true } },
    ],
    [
      'text that has content all the same',
      '<Note><NoteTemplateName xsi:nil="true">x</NoteTemplateName></Note>',
      { Note: {} },
    ],
    ['a boolean', '<Note><NoteActive xsi:nil="true"/></Note>', { Note: {} }],
    [
      'a boolean that cannot be read',
      '<Note><NoteActive xsi:nil="true">maybe</NoteActive></Note>',
      { Note: {} },
    ],
    ['a time', '<Note><NoteDateTime xsi:nil="true" value="20260115"/></Note>', { Note: {} }],
    ['an Identifier', '<ehr_id xsi:nil="true" root="1" extension="2"/>', {}],
    ['an object', '<Note xsi:nil="true"/><CareUnit/>', { CareUnit: {} }],
    [
      'an object with content',
      '<Note NoteActive="maybe" xsi:nil="true"><NoteActive>maybe</NoteActive><Records><Record/></Records></Note><CareUnit/>',
      { CareUnit: {} },
    ],
    ['a container', '<Units xsi:nil="true"/>', {}],
    ['an item', '<Units><Unit xsi:nil="true"/><Unit/></Units>', { Units: { Unit: [{}] } }],
    ['the only item', '<Units><Unit xsi:nil="true"/></Units>', { Units: { Unit: [] } }],
    [
      'a text item',
      '<Patient><PatientSecrecyGroups><Group xsi:nil="true"/><Group>x</Group></PatientSecrecyGroups></Patient>',
      { Patient: { PatientSecrecyGroups: { Group: ['x'] } } },
    ],
    [
      'a journal value',
      '<Note><Records><Record><Value xsi:nil="true"/><Value>x</Value></Record></Records></Note>',
      { Note: { Records: { Record: [{ Value: [{ $self: 'x' }] }] } } },
    ],
    [
      'not: false',
      '<Note><NoteTemplateName xsi:nil="false">x</NoteTemplateName><NoteTypeOfNote xsi:nil="false"/></Note>',
      { Note: { NoteTemplateName: 'x', NoteTypeOfNote: '' } },
    ],
    ['another prefix', `<Note ${bound}><NoteTemplateName i:nil="true"/></Note>`, { Note: {} }],
    [
      'another prefix, bound on the element',
      `<Note><NoteTemplateName i:nil="true" ${bound}>x</NoteTemplateName></Note>`,
      { Note: {} },
    ],
    [
      'not: a prefix of another namespace',
      `<Note ${other}><NoteTemplateName o:nil="true">x</NoteTemplateName></Note>`,
      { Note: { NoteTemplateName: 'x' } },
      ['Note/NoteTemplateName/nil'],
    ],
    [
      'not: without a prefix',
      '<Note><NoteTemplateName nil="true">x</NoteTemplateName></Note>',
      { Note: { NoteTemplateName: 'x' } },
      ['Note/NoteTemplateName/nil'],
    ],
    [
      'not: a prefix that was bound to the instance namespace elsewhere alone',
      `<CareUnit ${bound}/><Note xmlns:i="urn:other"><NoteTemplateName i:nil="true">x</NoteTemplateName></Note>`,
      { CareUnit: {}, Note: { NoteTemplateName: 'x' } },
      ['Note/NoteTemplateName/nil'],
    ],
  ]);

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

  test.each([
    [
      'text',
      '<Note><NoteTemplateName>a</NoteTemplateName><NoteTemplateName>b</NoteTemplateName></Note>',
      { Note: { NoteTemplateName: 'a' } },
      repeated('Note/NoteTemplateName'),
    ],
    [
      'text, the first one empty',
      '<Note><NoteTemplateName/><NoteTemplateName>b</NoteTemplateName></Note>',
      { Note: { NoteTemplateName: '' } },
      repeated('Note/NoteTemplateName'),
    ],
    [
      'thrice',
      '<Note><NoteActive>0</NoteActive><NoteActive>1</NoteActive><NoteActive>1</NoteActive></Note>',
      { Note: { NoteActive: false } },
      repeated('Note/NoteActive', 'Note/NoteActive'),
    ],
    [
      'apart',
      '<ehr_id extension="1"/><Note/><ehr_id extension="2"/>',
      { ehr_id: { extension: '1' }, Note: {} },
      repeated('ehr_id'),
    ],
    [
      'the same once more',
      '<ehr_id extension="1"/><ehr_id extension="1"/>',
      { ehr_id: { extension: '1' } },
      repeated('ehr_id'),
    ],
    [
      'an object',
      '<CareUnit><UnitID extension="1"/></CareUnit><CareUnit><UnitLocalID extension="2"/></CareUnit>',
      { CareUnit: { UnitID: { extension: '1' } } },
      repeated('CareUnit'),
    ],
    [
      'an object, the second with what cannot be read: one loss',
      '<Note><NoteActive>1</NoteActive></Note><Note><NoteActive>maybe</NoteActive></Note>',
      { Note: { NoteActive: true } },
      repeated('Note'),
    ],
    [
      'a container',
      '<Units><Unit><UnitName>a</UnitName></Unit></Units><Units><Unit><UnitName>b</UnitName></Unit></Units>',
      { Units: { Unit: [{ UnitName: 'a' }] } },
      repeated('Units'),
    ],
    [
      'an attribute and two children: the first child',
      '<Note NoteTemplateName="a"><NoteTemplateName>b</NoteTemplateName><NoteTemplateName>c</NoteTemplateName></Note>',
      { Note: { NoteTemplateName: 'b' } },
      repeated('Note/NoteTemplateName'),
    ],
    [
      'what is absent is no value: booleans',
      '<Note><NoteActive/><NoteActive>1</NoteActive><NoteActive/></Note>',
      { Note: { NoteActive: true } },
      [],
    ],
    [
      'what is absent is no value: Identifiers',
      '<ehr_id/><ehr_id extension="1"/><ehr_id/>',
      { ehr_id: { extension: '1' } },
      [],
    ],
    [
      'what is absent is no value: nil',
      '<Note xsi:nil="true"/><Note NoteActive="1"/><Note xsi:nil="true"/>',
      { Note: { NoteActive: true } },
      [],
    ],
  ])('%s', (_, content, extract, lost) => {
    expect(readOne('journalNotes', content)).toEqual({ extract, lost });
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
        onItem: (_extract, _head, losses) => lost.push(...losses.map(({ path }) => path)),
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
      each: { element, onItem: extract => found.push(extract) },
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

  test.each<[string, string, string[]]>([
    ['in an object', '<e:x>1</e:x>', ['unmapped *:x']],
    ['with the name of a member', '<e:Comment>1</e:Comment>', ['unmapped *:Comment']],
    ['with an attribute alone', '<e:x k="1"/>', ['unmapped *:x']],
    ['with nothing', '<e:x/>', []],
    [
      'in a text, with an attribute alone',
      '<Comment>Stängt.<e:x k="1"/></Comment>',
      ['unmapped Comment/*:x'],
    ],
    ['in a text, with text', '<Comment>Stängt.<e:x>Inte.</e:x></Comment>', ['unreadable Comment']],
    ['in a free-form element', '<Any><a>1</a><e:x>2</e:x></Any>', ['unmapped Any/*:x']],
    ['in an object after a free-form element', '<Any><a>1</a></Any><e:x>2</e:x>', ['unmapped *:x']],
    [
      'before an unknown element in a text, which is only unknown',
      '<e:x/><Comment><b>1</b></Comment>',
      ['unmapped Comment/b'],
    ],
    ['in a text without a text', '<Comment><e:x>1</e:x></Comment>', ['unreadable Comment']],
    ['beside text', 'a<e:x/>', ['unmapped ']],
  ])('%s', (_, content, lost) => {
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

  test.each([
    [
      'an unknown element alone in a text',
      '<Comment><b>1</b></Comment>',
      'unmapped Comment/b',
      'unreadable Comment',
    ],
    [
      'an unknown element beside the text',
      '<Comment>1<b>2</b></Comment>',
      'unreadable Comment',
      'unreadable Comment',
    ],
    ['text beside elements', 'a<Comment>1</Comment>', 'unmapped ', 'unreadable '],
  ])('%s', (_, content, lost, refused) => {
    expect([lostOf(content, false), lostOf(content, true)]).toEqual([[lost], [refused]]);
  });
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

  test.each([
    ['text alone', '<Any>text</Any>', '[{"$self":"text"}]'],
    ['text with its white space', '<Any> a\n b </Any>', '[{"$self":" a\\n b "}]'],
    [
      'text of references, CDATA and comments',
      '<Any>a&amp;<![CDATA[<b>]]><!-- x -->c</Any>',
      '[{"$self":"a&<b>c"}]',
    ],
    ['attributes', '<Any a="1" b="x"/>', '[{"a":"1","b":"x"}]'],
    ['children', '<Any><a>1</a><b>x</b></Any>', '[{"a":"1","b":"x"}]'],
    ['an empty one', '<Any/>', '[{}]'],
    ['several', '<Any>1</Any><Comment/><Any>2</Any>', '[{"$self":"1"},{"$self":"2"}]'],
    ['an empty child', '<Any><a/><b></b></Any>', '[{"a":"","b":""}]'],
    ['like-named children', '<Any><a>1</a><a>2</a><a>3</a></Any>', '[{"a":["1","2","3"]}]'],
    ['like-named children apart', '<Any><a>1</a><b>x</b><a>2</a></Any>', '[{"a":["1","2"],"b":"x"}]'],
    ['like-named children that are objects', '<Any><a x="1"/><a>2</a></Any>', '[{"a":[{"x":"1"},"2"]}]'],
    ['objects within', '<Any><a><b><c>1</c></b><d/></a></Any>', '[{"a":{"b":{"c":"1"},"d":""}}]'],
    ['text beside attributes', '<Any><a x="1">t</a></Any>', '[{"a":{"x":"1","$self":"t"}}]'],
    ['white space between children', '<Any>\n  <a>1</a>\n  <b/>\n</Any>', '[{"a":"1","b":""}]'],
    ['of an attribute and a child, the child', '<Any a="1"><a>2</a></Any>', '[{"a":"2"}]'],
    [
      'strings stay strings',
      '<Any a="007"><b>true</b><c>1,5</c></Any>',
      '[{"a":"007","b":"true","c":"1,5"}]',
    ],
    [
      'prefixes of attributes',
      '<Any xmlns:o="urn:o" o:a="1"><b o:c="2"/></Any>',
      '[{"a":"1","b":{"c":"2"}}]',
    ],
    ['an attribute and two children', '<Any a="1"><a>2</a><a>3</a></Any>', '[{"a":["2","3"]}]'],
    ['an empty child with an attribute', '<Any><a x=""/></Any>', '[{"a":{"x":""}}]'],
    ['prefixes of elements', '<Any xmlns:o="urn:o"><o:a>1</o:a></Any>', '[{"a":"1"}]'],
    ['attributes of the schema', '<Any xsi:type="T"><a xsi:type="T">1</a></Any>', '[{"a":"1"}]'],
    ['nil', '<Any xsi:nil="true"/><Any>1</Any>', '[{"$self":"1"}]'],
    ['nil within', '<Any><a xsi:nil="true"/><b>1</b></Any>', '[{"b":"1"}]'],
    ['a name that is Any', '<Any><Any>1</Any></Any>', '[{"Any":"1"}]'],
    [
      'names that objects have',
      '<Any><constructor>1</constructor><toString>2</toString></Any>',
      '[{"constructor":"1","toString":"2"}]',
    ],
    [
      'attributes that objects have',
      '<Any hasOwnProperty="1" valueOf="2"/>',
      '[{"hasOwnProperty":"1","valueOf":"2"}]',
    ],
    [
      '__proto__ as a child',
      '<Any><__proto__><polluted>1</polluted></__proto__></Any>',
      '[{"__proto__":{"polluted":"1"}}]',
    ],
    [
      '__proto__ as an attribute',
      '<Any __proto__="1"><a __proto__="2">t</a></Any>',
      '[{"__proto__":"1","a":{"__proto__":"2","$self":"t"}}]',
    ],
    [
      '__proto__ twice',
      '<Any><__proto__>1</__proto__><__proto__ x="2"/></Any>',
      '[{"__proto__":["1",{"x":"2"}]}]',
    ],
  ])('%s', (_, content, json) => {
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

describe('v2: the same extracts with other member names', () => {
  holds('contacts', [
    [
      'lower camel case, and its exceptions',
      '<ehr_id extension="1"/><ehr_system extension="2"/><time_created value="20260115"/>' +
        '<Contact><rc_id extension="3"/><ContacInternaltID>4</ContacInternaltID><ContactShareInfo>1</ContactShareInfo></Contact>' +
        '<ContactHeadCareproviderUnit><UnitID extension="5"/></ContactHeadCareproviderUnit>',
      {
        ehrId: { extension: '1' },
        ehrSystem: { extension: '2' },
        timeCreated: { value: '20260115000000' },
        contact: { rcId: { extension: '3' }, contactInternalID: '4', contactShareInfo: true },
        contactHeadCareProviderUnit: { unitID: { extension: '5' } },
      },
    ],
    [
      'members of units',
      '<Units><Unit><UnitID extension="1"/><HeadCareproviderUnitID extension="2"/><EmailAddresses><Email><EmailType>a</EmailType><EmailAddress>b</EmailAddress><EmailComment>c</EmailComment></Email></EmailAddresses><PhoneNumbers><Phone><PhoneNumber>d</PhoneNumber></Phone></PhoneNumbers></Unit></Units>',
      {
        units: {
          unit: [
            {
              unitID: { extension: '1' },
              headCareProviderUnitID: { extension: '2' },
              emailAddresses: { Email: [{ EmailType: 'a', EmailAddress: 'b', EmailComment: 'c' }] },
              phoneNumbers: { phone: [{ phoneNumber: 'd' }] },
            },
          ],
        },
      },
    ],
    [
      'containers, empty',
      '<Units/><CareProviders/><Contact><Actions/><ContactSecrecyLevels/></Contact>',
      {
        units: { unit: [] },
        careProviders: { careProvider: [] },
        contact: { actions: { action: [] }, contactSecrecyLevels: { secrecyLevel: [] } },
      },
    ],
    [
      'the patient of a contact keeps its containers and the longer names',
      '<Patient><PatientID extension="1"/><PatientSecrecyGroups><Group>g</Group></PatientSecrecyGroups><PatientName><PatientFamilyName>x</PatientFamilyName><PatientGivenName qualifier="CL" value="y"/></PatientName></Patient>',
      {
        patient: {
          patientID: { extension: '1' },
          patientSecrecyGroups: { group: ['g'] },
          patientName: { patientFamilyName: 'x', patientGivenName: [{ qualifier: 'CL', value: 'y' }] },
        },
      },
    ],
    [
      'names as attributes',
      '<Contact ContactRoom="1" ContactActive="0"/>',
      { contact: { contactRoom: '1', contactActive: false } },
    ],
    [
      'the names of the record are unknown as elements',
      '<contact/><ehrId extension="1"/><Contact><contactRoom>1</contactRoom></Contact>',
      { contact: {} },
      ['ehrId', 'Contact/contactRoom'],
    ],
  ]);
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
