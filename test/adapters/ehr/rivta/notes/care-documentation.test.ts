// The text of notes, and what is counted because the record has no member for it.
import { describe, expect, test } from 'vitest';
import type { JournalNoteRecord } from '../../../../../src/domain/records/journal-note.ts';
import { eachLoss } from '../../../../support/losses.ts';
import { patient } from '../support/connect.ts';
import { answerOf, elements, group, note } from '../support/documents.ts';
import { readAnswer } from '../support/read-answer.ts';

test('a repeated title hides the template and the keyword', async () => {
  const twice = note({ id: '1', patient }, 'Hej.').replace(
    '<c:clinicalDocumentNoteText>',
    '<c:clinicalDocumentNoteTitle>Hemlig</c:clinicalDocumentNoteTitle><c:clinicalDocumentNoteText>',
  );
  const [found] = await readAnswer('journalNotes', answerOf('GetCareDocumentation', [twice]));
  expect(found?.losses).toEqual([
    {
      path: 'careDocumentation/careDocumentationBody/clinicalDocumentNote/clinicalDocumentNoteTitle',
      reason: 'repeated',
      hides: ['template', 'keyword'],
    },
  ]);
});

test.each<[string, string, string[]]>([
  ['with an author time', '20260115093000', []],
  ['without an author time', '', ['time']],
])(
  'an unclear time of a note hides when it applies only without an author time: %s',
  async (_, author, hides) => {
    const times = elements({ documentTime: '20100101000000' }) + elements({ documentTime: '20260115093000' });
    const twice = note({ id: '1', patient, author }, 'Hej.').replace(
      '<c:patientId>',
      `${times}<c:patientId>`,
    );
    const [found] = await readAnswer('journalNotes', answerOf('GetCareDocumentation', [twice]));
    expect(found?.losses).toEqual([
      { path: 'careDocumentation/careDocumentationHeader/documentTime', reason: 'repeated', hides },
    ]);
  },
);

test('counts a text that is markup instead of escaped markup: an empty note would look like a whole one', async () => {
  const markup = note({ id: '1', patient }, 'Hej.').replace('Hej.', '<c:para>Tål inte penicillin.</c:para>');
  const [found] = await readAnswer('journalNotes', answerOf('GetCareDocumentation', [markup]));
  expect(found?.losses).toEqual([
    {
      path: 'careDocumentation/careDocumentationBody/clinicalDocumentNote/clinicalDocumentNoteText',
      reason: 'unreadable',
      hides: [],
    },
  ]);
});

test.each([
  ['Psykiatri', ['Psykiatri']],
  [' ', undefined],
])('gives the title of the document to the release rules: %j', async (documentTitle, titles) => {
  const titled = note({ id: '1', patient }, 'Hej.', 'Besök').replace(
    '<c:patientId>',
    `${elements({ documentTitle })}<c:patientId>`,
  );
  const [found] = await readAnswer('journalNotes', answerOf('GetCareDocumentation', [titled]));
  expect(found?.titles).toEqual(titles);
});

test('gives the title of a note without a text or a picture to the release rules', async () => {
  const empty = note({ id: '1', patient }, 'Hej.', 'Psykiatri').replace(
    /<c:clinicalDocumentNoteText>.*<\/c:clinicalDocumentNoteText>/,
    '',
  );
  const [found] = await readAnswer('journalNotes', answerOf('GetCareDocumentation', [empty]));
  expect(found?.titles).toEqual(['Psykiatri']);
});

describe('a note', () => {
  const textOf = async (text: string) => {
    const [found] = await readAnswer(
      'journalNotes',
      answerOf('GetCareDocumentation', [note({ id: '1', patient }, text)]),
    );
    expect(found?.losses).toEqual([]);
    const { JournalNoteEHRExtract: extracts } = (found?.record ?? {}) as JournalNoteRecord;
    return extracts?.[0]?.Note?.Records?.Record?.[0]?.Value?.[0]?.$self;
  };

  test.each([
    ['plain text', 'Hej.\n  Åter.', 'Hej.\n  Åter.'],
    ['an angle bracket', '<5 mg', '<5 mg'],
    ['something that looks like a tag', '<Metformin>', '<Metformin>'],
    ['HTML', '<p>Hej</p>', 'Hej'],
    ['broken DocBook', '<article><para>Hej</article>', '<article><para>Hej</article>'],
    ['DocBook with a document type', '<!DOCTYPE article><article/>', '<!DOCTYPE article><article/>'],
    ['a paragraph', '<para>Klåda &lt; 1 vecka</para>', 'Klåda < 1 vecka'],
    ['a prefix and a declaration', '<?xml version="1.0"?><d:para xmlns:d="x">Hej</d:para>', 'Hej'],
    [
      'titles, paragraphs and lists',
      '<section><title>Råd</title><para>Gör så:</para><itemizedlist><listitem><para>vila</para></listitem><listitem><para>drick</para></listitem></itemizedlist></section>',
      'Råd\nGör så:\nvila\ndrick',
    ],
    [
      'a table',
      '<section><informaltable><tgroup><tbody><row><entry>Puls</entry><entry>72</entry></row><row><entry>Hb</entry><entry>140</entry></row></tbody></tgroup></informaltable></section>',
      'Puls\t72\nHb\t140',
    ],
    ['literal lines', '<section><literallayout>a\n  b</literallayout></section>', 'a\n  b'],
    ['mixed text', '<para>Ta <emphasis>inte</emphasis> mer\n  än två.</para>', 'Ta inte mer än två.'],
    ['an empty text', '', ''],
  ])('%s', async (_name, written, published) => {
    expect(await textOf(written)).toBe(published);
  });

  const lost = {
    path: 'careDocumentation/careDocumentationBody/clinicalDocumentNote/clinicalDocumentNoteText',
    reason: 'unreadable',
    hides: [],
  };

  test.each<[string, string, object[]]>([
    [
      'a picture',
      '<article><mediaobject><imageobject><imagedata fileref="bild.png"/></imageobject></mediaobject></article>',
      [lost],
    ],
    ['nothing', '<article><para> </para></article>', [lost]],
    [
      'two pictures',
      '<para><inlinegraphic fileref="a.png"/><inlinegraphic fileref="b.png"/></para>',
      [lost, lost],
    ],
  ])('that is %s has no text, which is counted', async (_name, written, losses) => {
    const [found] = await readAnswer(
      'journalNotes',
      answerOf('GetCareDocumentation', [note({ id: '1', patient }, written)]),
    );
    expect(eachLoss(found?.losses ?? [])).toEqual(losses);
    const { JournalNoteEHRExtract: extracts } = (found?.record ?? {}) as JournalNoteRecord;
    expect(extracts?.[0]?.Note?.Records?.Record).toEqual([{ Keyword: 'Besök' }]);
  });

  const withNote = (content: string) =>
    answerOf('GetCareDocumentation', [
      note({ id: '1', patient }, 'Hej.').replace(
        '</c:clinicalDocumentNote>',
        `${content}</c:clinicalDocumentNote>`,
      ),
    ]);
  const body = 'careDocumentation/careDocumentationBody/clinicalDocumentNote';

  test('an attached document is published without its content, which is counted', async () => {
    const media = group('multimediaEntry', elements({ mediaType: 'application/pdf', value: 'JVBERi0=' }));
    const [found] = await readAnswer('journalNotes', withNote(media));
    expect(found?.losses).toEqual([
      { path: `${body}/multimediaEntry/value`, reason: 'unreadable', hides: [] },
      { path: `${body}/multimediaEntry`, reason: 'unmapped', hides: [] },
    ]);
    expect(JSON.stringify(found?.record)).toContain('"JournalValueType":"Document"');
    expect(JSON.stringify(found?.record)).not.toContain('JVBERi0');
  });

  test('a dissenting opinion is counted and not published', async () => {
    const opinion = group(
      'dissentintOpinion',
      elements({ authorTime: '20260115093000', opinion: 'Det stämmer inte.' }) +
        group('personId', elements({ id: '198507302381', type: '1.2.752.129.2.1.3.1' })) +
        elements({ personName: 'Någon Annan' }),
    );
    const [found] = await readAnswer('journalNotes', withNote(opinion + opinion));
    const loss = { path: `${body}/dissentintOpinion`, reason: 'unmapped', hides: [] };
    // Two opinions of five values each.
    expect(eachLoss(found?.losses ?? [])).toEqual(Array.from({ length: 10 }, () => loss));
    expect(JSON.stringify(found?.record)).not.toContain('198507302381');
  });
});
