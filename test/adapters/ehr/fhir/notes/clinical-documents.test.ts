// Clinical documents (CDA) in notes: what the patient reads of them, whose they are and how secret (D41, documents with their own
// head), and what is counted.
import { describe, expect, test } from 'vitest';
import type { NoteRecord } from '../../../../../src/domain/records/note-record.ts';
import { casesIn } from '../../../../support/cases-in.ts';
import { eachLoss } from '../../../../support/losses.ts';
import { other, patient } from '../support/connect.ts';
import { type Answer, bundle, noteOf, own, tolvan } from '../support/fhir-server.ts';
import { openAt, readAll } from '../support/read-all.ts';

const cases = casesIn(import.meta.url);

const personal = '1.2.752.129.2.1.3.1';
const coordination = '1.2.752.129.2.1.3.3';

const target = (ids: string) => `<recordTarget><patientRole>${ids}</patientRole></recordTarget>`;
const tolvanId = `<id root="${personal}" extension="${patient}"/>`;

const section = (inner: string) => `<component><section>${inner}</section></component>`;
const sections = (...inner: string[]) =>
  `<component><structuredBody>${inner.join('')}</structuredBody></component>`;

const cda = (head: string, body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><?xml-stylesheet type="text/xsl" href="CDA.xsl"?>
<ClinicalDocument xmlns="urn:hl7-org:v3"><typeId root="2.16.840.1.113883.1.3"/>${head}${body}</ClinicalDocument>`;

const note = (attachment: object, members: object = {}) =>
  noteOf(attachment, { date: '2026-01-15T08:30:00Z', ...members });

const attached = (document: string, contentType = 'text/xml') => ({
  contentType,
  data: Buffer.from(document).toString('base64'),
});

/** What a patient reads: a line for each keyword with its text. */
const linesOf = (records: readonly NoteRecord[] = [], level = 0): string[] =>
  records.flatMap(({ Keyword = '', Value = [], Record }) => [
    `${'  '.repeat(level)}${Keyword}: ${Value.map(({ $self = '?' }) => $self).join()}`.trimEnd(),
    ...linesOf(Record, level + 1),
  ]);

type Options = { readonly members?: object; readonly profile?: object; readonly persons?: object[] };

type Note = { readonly resourceType: string };

const found = async (resource: Note, { profile, persons = [tolvan()] }: Options = {}) => {
  const answers = { '/Patient': bundle(persons), [`/${resource.resourceType}`]: bundle([resource]) };
  const { read } = await openAt(answers, { own: profile ?? {} });
  const [one, ...others] = await read('journalNotes');
  if (one === undefined || others.length > 0) throw new Error(`${others.length + 1} records`);
  return one;
};

// biome-ignore lint/suspicious/noExplicitAny: records whose members are asserted one by one.
const extractOf = (record: any) => record?.JournalNoteEHRExtract[0];

/** What the patient reads of a document, and what is counted. */
const readDocument = async (document: string, options: Options = {}) => {
  const { record, losses } = await found(note(attached(document), options.members), options);
  return {
    reads: linesOf(extractOf(record)?.Note?.Records?.Record),
    counted: eachLoss(losses).map(({ reason, path }) => `${reason} ${path}`),
  };
};

const nothingCounted: string[] = [];
const text = (inner: string) => `<title>Bedömning</title><text>${inner}</text>`;

test('sections are keywords with their texts, nested as they are', async () => {
  const document = cda(
    target(tolvanId),
    sections(
      section('<title>Kontaktorsak</title><text>Hosta sedan två veckor.</text>'),
      section(
        `<title>Status</title>${section('<title>Lungor</title><text>Utan anmärkning.</text>')}${section('<title>Hjärta</title><text>Regelbunden rytm.</text>')}`,
      ),
    ),
  );
  expect(await readDocument(document)).toEqual({
    reads: [
      'Kontaktorsak: Hosta sedan två veckor.',
      'Status:',
      '  Lungor: Utan anmärkning.',
      '  Hjärta: Regelbunden rytm.',
    ],
    counted: nothingCounted,
  });
});

test.each(cases<[string, string]>('narratives'))('the text %s', async (narrative, expected) => {
  const document = cda(target(tolvanId), sections(section(text(narrative))));
  expect(await readDocument(document)).toEqual({
    reads: [`Bedömning: ${expected}`],
    counted: nothingCounted,
  });
});

test.each([
  ['text/xml', cda(target(tolvanId), sections(section(text('Frisk.'))))],
  ['application/xml; charset=utf-8', cda(target(tolvanId), sections(section(text('Frisk.'))))],
  ['application/hl7-cda+xml', cda(target(tolvanId), sections(section(text('Frisk.'))))],
])('documents of the type %s are read', async (contentType, document) => {
  const { record } = await found(note(attached(document, contentType)));
  expect(linesOf(extractOf(record).Note.Records.Record)).toEqual(['Bedömning: Frisk.']);
});

test('a document in another charset is read as it says', async () => {
  const latin = cda(target(tolvanId), sections(section(text('Överkänslig.')))).replace('UTF-8', 'ISO-8859-1');
  const data = Buffer.from(latin, 'latin1').toString('base64');
  const { record } = await found(note({ contentType: 'text/xml', data }));
  expect(linesOf(extractOf(record).Note.Records.Record)).toEqual(['Bedömning: Överkänslig.']);
});

test('a document that is sent outside the note is read', async () => {
  const document = cda(target(tolvanId), sections(section(text('Frisk.'))));
  const raw: Answer = (_, response) =>
    response.writeHead(200, { 'content-type': 'application/xml' }).end(document);
  const answers = {
    '/DocumentReference': bundle([note({ contentType: 'text/xml', url: 'Binary/1' })]),
    '/Binary/1': raw,
  };
  const [read] = await readAll('journalNotes', answers);
  expect(linesOf(extractOf(read?.record).Note.Records.Record)).toEqual(['Bedömning: Frisk.']);
});

test('a section without a title has the words of its code', async () => {
  const coded = '<code code="10160-0" displayName="Läkemedel"/><text>Inga.</text>';
  expect(await readDocument(cda(target(tolvanId), sections(section(coded))))).toMatchObject({
    reads: ['Läkemedel: Inga.'],
  });
});

test('the title of the document is that of a note without another one, else it is counted', async () => {
  const document = cda(`<title>Epikris</title>${target(tolvanId)}`, sections(section(text('Frisk.'))));
  const { record } = await found(note(attached(document)));
  expect(extractOf(record).Note.NoteTemplateName).toBe('Epikris');
  expect(await readDocument(document, { members: { description: 'Slutanteckning' } })).toMatchObject({
    counted: ['unmapped DocumentReference/content'],
  });
});

test('the rules for templates and keywords look at the titles that the note does not have', async () => {
  const document = cda(`<title>Psykiatri</title>${target(tolvanId)}`, sections(section(text('Frisk.'))));
  const attachment = { ...attached(document), title: 'Epikris' };
  expect(await found(note(attachment, { description: 'Anteckning' }))).toMatchObject({
    titles: ['Epikris', 'Psykiatri'],
  });
});

describe('whose a document is', () => {
  const withTarget = (head: string) => cda(head, sections(section(text('Frisk.'))));

  test.each([
    ['the number of the patient', target(tolvanId)],
    ['with a hyphen', target(`<id root="${personal}" extension="19121212-1212"/>`)],
    ['without a root', target(`<id extension="${patient}"/>`)],
    ['a root that is not an OID', target(`<id root="personnummer" extension="${patient}"/>`)],
    ['one of several numbers', target(`<id root="${coordination}" extension="198507822381"/>${tolvanId}`)],
    ['an id of another register alone', target('<id root="1.2.3.4" extension="998991"/>')],
    ['an id that is a UUID', target('<id root="db734647-fc99-424c-a864-7e3cda82e703"/>')],
    ['no information', target('<id nullFlavor="NI"/>')],
    ['no patient', ''],
  ])('%s: shown', async (_, head) => {
    expect(await readDocument(withTarget(head))).toEqual({
      reads: ['Bedömning: Frisk.'],
      counted: nothingCounted,
    });
  });

  test('a number of the person under which nobody asked: shown', async () => {
    const reserve = tolvan({
      identifier: [
        ...tolvan().identifier,
        { system: 'http://electronichealth.se/identifier/samordningsnummer', value: '198507822381' },
      ],
    });
    const document = withTarget(target(`<id root="${coordination}" extension="198507822381"/>`));
    expect(await readDocument(document, { persons: [reserve] })).toMatchObject({
      reads: ['Bedömning: Frisk.'],
    });
  });

  test.each([
    ['another number', target(`<id root="${personal}" extension="${other}"/>`), other],
    ['another number without a root', target(`<id extension="${other}"/>`), other],
    [
      'one of two patients',
      `${target(tolvanId)}${target(`<id root="${personal}" extension="${other}"/>`)}`,
      other,
    ],
    ['no number at all', target(`<id root="${personal}" extension="okänt"/>`), 'okänt'],
  ])("%s: another patient's, of which nothing is shown", async (_, head, number) => {
    const { record, losses } = await found(note(attached(withTarget(head))));
    expect(record).toEqual({ JournalNoteEHRExtract: [{ Patient: { PatientID: { extension: number } } }] });
    expect(losses.filter(({ hides }) => hides.length > 0)).toEqual([]);
  });

  test.each([
    ['a masked number', target('<id nullFlavor="MSK"/>')],
    ['a register without a number', target(`<id root="${personal}"/>`)],
    ['a second patient without one', `${target(tolvanId)}${target(`<id root="${personal}"/>`)}`],
  ])('%s: nobody knows', async (_, head) => {
    const { losses } = await found(note(attached(withTarget(head))));
    expect(losses).toEqual([
      { path: 'ClinicalDocument/recordTarget', reason: 'unreadable', hides: ['owner'] },
    ]);
  });
});

describe('how secret a document is', () => {
  const system = 'codeSystem="2.16.840.1.113883.5.25"';
  const secret = (head: string, inSection = '', inBody = '') =>
    cda(
      `${head}${target(tolvanId)}`,
      `<component><structuredBody>${inBody}${section(`${text('Frisk.')}${inSection}`)}</structuredBody></component>`,
    );

  test.each([
    ['an ordinary one', secret(`<confidentialityCode code="N" ${system}/>`), undefined],
    ['a restricted one', secret(`<confidentialityCode code="R" ${system}/>`), ['R']],
    ['one without a code system', secret('<confidentialityCode code="N"/>'), undefined],
    [
      'a restricted section',
      secret(`<confidentialityCode code="N" ${system}/>`, `<confidentialityCode code="V" ${system}/>`),
      ['V'],
    ],
    [
      'a restricted section in a section',
      secret('', section(`${text('Ett.')}<confidentialityCode code="R" ${system}/>`)),
      ['R'],
    ],
    ['a restricted body', secret('', '', `<confidentialityCode code="R" ${system}/>`), ['R']],
    ["a region's own code", secret('<confidentialityCode code="PSYK" codeSystem="1.2.3"/>'), ['PSYK']],
  ])('%s', async (_, document, levels) => {
    const { record } = await found(note(attached(document)));
    expect(extractOf(record).Note.NoteSecrecyLevels?.SecrecyLevel).toEqual(levels);
  });

  test('the levels of the document are beside those of the note', async () => {
    const label = { system: 'http://terminology.hl7.org/CodeSystem/v3-Confidentiality', code: 'V' };
    const document = secret(`<confidentialityCode code="R" ${system}/>`);
    const { record } = await found(note(attached(document), { securityLabel: [{ coding: [label] }] }));
    expect(extractOf(record).Note.NoteSecrecyLevels).toEqual({ SecrecyLevel: ['V', 'R'] });
  });

  test.each([
    ['of the document', secret('<confidentialityCode nullFlavor="UNK"/>')],
    ['of a section', secret('', `<confidentialityCode ${system}/>`)],
  ])('a code that cannot be read, %s, hides it', async (_, document) => {
    const { losses } = await found(note(attached(document)));
    expect(losses).toEqual([
      { path: 'ClinicalDocument/confidentialityCode', reason: 'unreadable', hides: ['secrecy'] },
    ]);
  });

  test.each([
    [
      'no patient may see it',
      secret('<confidentialityCode code="NOPAT" codeSystem="2.16.840.1.113883.5.4"/>'),
      {},
    ],
    ['no patient may see a section', secret('', '<confidentialityCode code="NOPAT"/>'), {}],
    [
      'a label of the profile',
      secret(`<confidentialityCode code="R" ${system}/>`),
      { withheldLabels: ['http://terminology.hl7.org/CodeSystem/v3-Confidentiality|R'] },
    ],
  ])('%s: withheld', async (_, document, profile) => {
    expect(await found(note(attached(document)), { profile })).toEqual({ record: undefined, losses: [] });
  });

  test('outside the interval it is not there, and is not counted as withheld', async () => {
    const document = secret('<confidentialityCode code="NOPAT"/>');
    const { read } = await openAt({ '/DocumentReference': bundle([note(attached(document))]) });
    expect(await read('journalNotes', { interval: { from: '20260201000000' } as never })).toEqual([]);
  });
});

describe('what is counted', () => {
  test('a document whose body is not XML is a note without its content', async () => {
    const pdf = cda(
      target(tolvanId),
      '<component><nonXMLBody><text mediaType="application/pdf" representation="B64">JVBERi0=</text></nonXMLBody></component>',
    );
    const { record, losses } = await found(note({ ...attached(pdf), title: 'Remiss' }));
    expect(extractOf(record).Note.Records.Record).toEqual([
      { Keyword: 'Remiss', KeywordToolType: 'PDFDocumentTool', Value: [{ JournalValueType: 'PDFDocument' }] },
    ]);
    expect(losses).toEqual([{ path: 'DocumentReference/content', reason: 'unreadable', hides: [] }]);
  });

  test.each([
    ['another root', '<Bundle xmlns="http://hl7.org/fhir"><ClinicalDocument/></Bundle>'],
    ['no XML', 'Frisk.'],
    ['nothing', ' '],
  ])('XML that is no clinical document (%s) is a note without its content', async (_, document) => {
    const { record, losses } = await found(note(attached(document)));
    expect(extractOf(record).Note.Records.Record).toEqual([
      { KeywordToolType: 'Other', Value: [{ JournalValueType: 'Document' }] },
    ]);
    expect(losses).toEqual([{ path: 'DocumentReference/content', reason: 'unreadable', hides: [] }]);
  });

  test.each([
    ['breaks off', cda(target(tolvanId), sections(section(text('Frisk.')))).slice(0, -20)],
    ['is not well-formed', cda(target(tolvanId), '<component><structuredBody></component>')],
    [
      'has texts deeper than 100 elements',
      cda(
        target(tolvanId),
        sections(section(text(`${'<content>'.repeat(101)}a${'</content>'.repeat(101)}`))),
      ),
    ],
    ['has thousands of codes', cda('', sections(section('<code code="1"/>'.repeat(4001))))],
    ['has thousands of sections', cda('', sections(section('').repeat(4001)))],
  ])('of a document that %s, nobody knows whose it is', async (_, document) => {
    const { losses } = await found(note(attached(document)));
    expect(losses).toEqual([
      {
        path: 'DocumentReference/content',
        reason: 'unreadable',
        hides: ['owner', 'secrecy', 'keyword'],
      },
    ]);
  });

  test('entries without a text are lost; those with one are what it says', async () => {
    const entry = '<entry><observation><value value="1"/></observation></entry>';
    const document = cda(
      target(tolvanId),
      sections(section(`${text('Frisk.')}${entry}`), section(`<title>Prover</title>${entry}`)),
    );
    expect(await readDocument(document)).toEqual({
      reads: ['Bedömning: Frisk.', 'Prover:'],
      counted: ['out-of-bounds ClinicalDocument/section/entry'],
    });
  });

  test('pictures and hidden texts', async () => {
    const narrative =
      'EKG: <renderMultiMedia referencedObject="M1"/><content style="display:none">dold</content>';
    expect(await readDocument(cda(target(tolvanId), sections(section(text(narrative)))))).toEqual({
      reads: ['Bedömning: EKG:'],
      counted: ['unreadable DocumentReference/content', 'unreadable DocumentReference/content'],
    });
  });

  test('a masked section, which hides its title', async () => {
    const document = cda(
      target(tolvanId),
      sections('<component><section nullFlavor="MSK"/></component>', section(text('Frisk.'))),
    );
    const { losses } = await found(note(attached(document)));
    expect(losses).toEqual([
      { path: 'ClinicalDocument/section', reason: 'withheld', hides: ['template', 'keyword'] },
    ]);
  });

  test('a document without any text', async () => {
    const document = cda(target(tolvanId), sections(section('<title>Status</title><text> </text>')));
    expect(await readDocument(document)).toEqual({
      reads: ['Status:'],
      counted: ['unreadable DocumentReference/content'],
    });
  });

  test('what of the head and of sections is not read, once each', async () => {
    const document = cda(
      `<id root="1.2.3"/><effectiveTime value="20260115"/>${target(`${tolvanId}<patient><name>Tolvan</name></patient>`)}<author><time value="20260115"/></author>`,
      sections(section(`${text('Frisk.')}<author/><x7/>`)),
    );
    expect(await readDocument(document)).toEqual({
      reads: ['Bedömning: Frisk.'],
      counted: [
        'unmapped ClinicalDocument/effectiveTime',
        'unmapped ClinicalDocument/recordTarget/patientRole/patient',
        'unmapped ClinicalDocument/author',
        'unmapped ClinicalDocument/section/author',
        'unmapped ClinicalDocument/section/x7',
      ],
    });
  });

  test('a second title or text of a section', async () => {
    const document = cda(target(tolvanId), sections(section(`${text('Frisk.')}${text('Sjuk.')}`)));
    expect(await readDocument(document)).toEqual({
      reads: ['Bedömning: Frisk.'],
      counted: ['unmapped ClinicalDocument/section/text', 'unreadable ClinicalDocument/section/title'],
    });
  });

  test('a second title of a document or a section hides what rules compare', async () => {
    const document = cda(
      `<title>Epikris</title><title>Psykiatri</title>${target(tolvanId)}`,
      sections(section('<title>Bedömning</title><title/><text>Frisk.</text>')),
    );
    const { losses } = await found(note(attached(document)));
    expect(losses).toEqual([
      { path: 'ClinicalDocument/title', reason: 'unreadable', hides: ['template', 'keyword'] },
      { path: 'ClinicalDocument/section/title', reason: 'unreadable', hides: ['template', 'keyword'] },
    ]);
  });

  test('further codes of a section, at whose words rules look', async () => {
    const coded = ['Psykiatri', 'Läkemedel', 'Prover']
      .map((word, at) => `<code code="${at}" displayName="${word}"/>`)
      .join('');
    const document = cda(target(tolvanId), sections(section(`${coded}<text>Frisk.</text>`)));
    const { record, losses, titles } = await found(note(attached(document)));
    expect(linesOf(extractOf(record)?.Note?.Records?.Record)).toEqual(['Psykiatri: Frisk.']);
    expect(losses).toEqual([
      { path: 'ClinicalDocument/section/code', reason: 'unmapped', hides: [], times: 2 },
    ]);
    expect(titles).toEqual(['Psykiatri', '0', 'Läkemedel', '1', 'Prover', '2']);
  });
});

describe('a text of a section that is not a narrative', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  test.each(cases<[string, string, string, string[], string[]]>('texts'))(
    '%s',
    async (_name, attributes, written, reads, counted) => {
      const inner = `<title>Bedömning</title><text ${attributes}>${written}</text>`;
      expect(await readDocument(cda(target(tolvanId), sections(section(inner))))).toEqual({ reads, counted });
    },
  );

  test('a title in base64, and one that cannot be read, which hides what rules compare', async () => {
    const title = (attributes: string, written: string) =>
      section(`<title ${attributes}>${written}</title><text>Frisk</text>`);
    const document = cda(
      target(tolvanId),
      sections(
        title('representation="B64"', base64('Bedömning')),
        title('representation="B64" compression="GZ"', base64('x')),
      ),
    );
    const { record, losses } = await found(note(attached(document)));
    expect(linesOf(extractOf(record)?.Note?.Records?.Record)).toEqual(['Bedömning: Frisk', ': Frisk']);
    expect(losses).toEqual([
      { path: 'ClinicalDocument/section/title', reason: 'unreadable', hides: ['template', 'keyword'] },
    ]);
  });
});

test('a section without a title has the word for its code; rules still look at what was sent', async () => {
  const coded = (code: string, display: string) =>
    section(
      `<code code="${code}" codeSystem="2.16.840.1.113883.6.1" displayName="${display}"/><text>a</text>`,
    );
  const document = cda(
    target(tolvanId),
    sections(coded('8716-3', 'VITAL SIGNS'), coded('99999-9', '99999-9')),
  );
  const { record, losses, titles } = await found(note(attached(document)));
  expect(linesOf(extractOf(record)?.Note?.Records?.Record)).toEqual(['Vitalparametrar: a', 'Anteckning: a']);
  expect(losses).toEqual([{ path: 'ClinicalDocument/section/code', reason: 'unreadable', hides: [] }]);
  expect(titles).toEqual(['VITAL SIGNS', '8716-3', '99999-9']);
});

test('rules look at the text of a type for which the note has the Swedish word', async () => {
  const type = { text: 'Progress note', coding: [{ system: 'http://loinc.org', code: '11506-3' }] };
  const { record, titles } = await found(note({ contentType: 'text/plain', data: 'VGV4dC4=' }, { type }));
  expect(linesOf(extractOf(record)?.Note?.Records?.Record)).toEqual(['Daganteckning: Text.']);
  expect(titles).toEqual(['Progress note', '11506-3']);
});

test('rules look at the code of a section whose title is blank', async () => {
  const code = { coding: [{ system: 'http://loinc.org', code: '29762-2', display: 'Social history' }] };
  const section = { title: ' ', code, text: { div: '<div>Bor ensam.</div>' } };
  const composition = {
    resourceType: 'Composition',
    id: 'c1',
    status: 'final',
    subject: own,
    section: [section],
  };
  const { record, titles } = await found(composition);
  expect(linesOf(extractOf(record)?.Note?.Records?.Record)).toEqual(['Sociala förhållanden: Bor ensam.']);
  expect(titles).toEqual(['Social history', '29762-2']);
});
