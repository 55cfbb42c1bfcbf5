// The content of a DocumentReference, in each form in which a server can send it.
import { describe, expect, test } from 'vitest';
import { type Answer, bundle } from '../support/fhir-server.ts';
import { only, readAll } from '../support/read-all.ts';

/** The value and losses of a note with an attachment. */
const readNote = async (
  attachment: object,
  { answers = {}, members = {} }: { answers?: Readonly<Record<string, Answer>>; members?: object } = {},
) => {
  const note = {
    resourceType: 'DocumentReference',
    id: 'd1',
    status: 'current',
    subject: { reference: 'Patient/p1' },
    content: [{ attachment }],
    ...members,
  };
  const { record, losses } = only(
    await readAll('journalNotes', { '/DocumentReference': bundle([note]), ...answers }),
  );
  return { value: record.JournalNoteEHRExtract[0].Note.Records.Record[0].Value[0], losses };
};

const shown = (text: string) => ({ value: { $self: text, JournalValueType: 'Text' }, losses: [] });
const lost = { value: { JournalValueType: 'Text' }, losses: ['unreadable DocumentReference/content'] };

describe.each<[string, (contentType: string, bytes: Buffer) => Answer]>([
  [
    'a Binary as JSON',
    (contentType, bytes) => ({ resourceType: 'Binary', contentType, data: bytes.toString('base64') }),
  ],
  [
    'raw bytes',
    (contentType, bytes) => (_received, response) =>
      response.writeHead(200, { 'content-type': contentType }).end(bytes),
  ],
])('content as %s', (_, answerOf) => {
  const latin = Buffer.from('Åsa är överkänslig.', 'latin1');
  const utf8 = Buffer.from('Åsa är överkänslig.');
  const html = Buffer.from('<html><body><p>Åsa</p></body></html>');

  test.each<[string, string, Buffer, object]>([
    ['text/plain', 'text/plain; charset=iso-8859-1', latin, shown('Åsa är överkänslig.')],
    ['text/plain; charset=utf-8', 'text/plain; charset=iso-8859-1', latin, shown('Åsa är överkänslig.')],
    ['text/plain; charset=iso-8859-1', 'text/plain', latin, shown('Åsa är överkänslig.')],
    ['text/plain', 'text/plain', latin, lost],
    ['text/plain', 'application/octet-stream', utf8, shown('Åsa är överkänslig.')],
    ['text/plain', 'text/html', html, lost],
    ['text/plain', 'application/pdf', Buffer.from('%PDF-1.4 obj'), lost],
    ['text/html', 'application/pdf', Buffer.from('%PDF-1.4 obj'), lost],
    ['text/plain', 'image/png', Buffer.from('Bild'), lost],
    ['text/plain', 'application/xml', Buffer.from('<a>Åsa</a>'), lost],
    ['text/html', 'text/html', html, shown('Åsa')],
    ['text/html', 'application/xhtml+xml', html, shown('Åsa')],
    ['text/html', 'text/plain', html, shown('Åsa')],
  ])('of an attachment of %s, sent as %s', async (contentType, sent, bytes, expected) => {
    const answers = { '/Binary/1': answerOf(sent, bytes) };
    expect(await readNote({ contentType, url: 'Binary/1' }, { answers })).toEqual(expected);
  });

  test('of an attachment without a type has the type that is sent', async () => {
    const answers = { '/Binary/1': answerOf('text/html; charset=utf-8', html) };
    expect(await readNote({ url: 'Binary/1' }, { answers })).toEqual(shown('Åsa'));
    const pdf = { '/Binary/1': answerOf('application/pdf', Buffer.from('%PDF-1.4 obj')) };
    expect(await readNote({ url: 'Binary/1' }, { answers: pdf })).toEqual({
      ...lost,
      value: { JournalValueType: 'PDFDocument' },
    });
  });
});

test('content that is gone (410) is counted, like content that is missing', async () => {
  const gone: Answer = (_, response) => response.writeHead(410).end();
  const attachment = { contentType: 'text/plain', url: 'Binary/1' };
  expect(await readNote(attachment, { answers: { '/Binary/1': gone } })).toEqual(lost);
});

describe('content that is contained in the note', () => {
  const binary = { resourceType: 'Binary', id: 'b1', contentType: 'text/plain' };
  const data = Buffer.from('Anteckning.').toString('base64');
  const attachment = { contentType: 'text/plain', url: '#b1' };
  /** The base URL, which a server does not answer. */
  const answers: Readonly<Record<string, Answer>> = {
    '/': (_, response) => response.writeHead(400).end(),
  };
  const readContained = (contained: object[], members: object = {}) =>
    readNote({ ...attachment, ...members }, { answers, members: { contained } });
  const nopat = {
    security: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'NOPAT' }],
  };

  test('is read', async () => {
    expect(await readContained([{ ...binary, data }])).toEqual(shown('Anteckning.'));
  });

  test('has the type of the Binary if the attachment has none', async () => {
    expect(await readContained([{ ...binary, data }], { contentType: undefined })).toEqual(
      shown('Anteckning.'),
    );
  });

  test.each<[string, object[]]>([
    ['is missing', []],
    ['is another resource', [{ resourceType: 'Patient', id: 'b1', data }]],
    ['has no data', [binary]],
  ])('%s: it is counted, and nothing is requested', async (_, contained) => {
    expect(await readContained(contained)).toEqual(lost);
  });

  test.each<[string, object]>([
    ['meta/security', { meta: nopat }],
    ['securityContext', { securityContext: { reference: 'Patient/p2' } }],
  ])('is withheld by its %s', async (path, members) => {
    expect(await readContained([{ ...binary, data, ...members }])).toEqual({
      value: { JournalValueType: 'Text' },
      losses: [`withheld Binary/${path}`],
    });
  });
});

describe('content without text', () => {
  test.each<[string, string, string]>([
    ['a picture', 'text/html', '<html><body><img src="data:image/png;base64,AAAA"/></body></html>'],
    ['a script', 'text/html', '<script>document.write("Åsa")</script>'],
    ['blanks', 'text/plain', ' \n\t\u00a0'],
    ['nothing', 'text/plain', ''],
  ])('(%s, %s) is counted, inside the attachment and at its URL', async (_, contentType, content) => {
    const bytes = Buffer.from(content);
    const answers: Readonly<Record<string, Answer>> = {
      '/Binary/1': (_received, response) =>
        response.writeHead(200, { 'content-type': contentType }).end(bytes),
    };
    expect(await readNote({ contentType, url: 'Binary/1' }, { answers })).toEqual(lost);
    expect(await readNote({ contentType, data: bytes.toString('base64') })).toEqual(lost);
  });
});

describe('a URL on the FHIR server', () => {
  /** What a server such as HAPI answers for any resource if HTML is accepted. */
  const page: Answer = (_received, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Astma</p>');
  const readFrom = (url: string, answered: string) =>
    readNote({ contentType: 'text/html', url }, { answers: { [answered]: page } });

  test.each([
    ['Patient/p2', '/Patient/p2'],
    ['Condition/1', '/Condition/1'],
    ['%43ondition/1', '/%43ondition/1'],
    ['Condition/1/_history/1', '/Condition/1/_history/1'],
    ['Condition?patient=p2', '/Condition'],
    ['Patient/p2/$everything?_format=html', '/Patient/p2/$everything'],
    ['Patient/p2/Condition', '/Patient/p2/Condition'],
    ['_history', '/_history'],
    ['$export', '/$export'],
    ['?_type=Condition', '/'],
    ['Binary?_count=100', '/Binary'],
    ['Binary/_history', '/Binary/_history'],
  ])(
    'of any resource but a Binary is not followed, because it may be of another patient: %s',
    async (url, path) => {
      expect(await readFrom(url, path)).toEqual(lost);
    },
  );

  test.each([
    ['Binary/1', '/Binary/1'],
    ['Binary/1/_history/2', '/Binary/1/_history/2'],
    ['Document/1/Binary', '/Document/1/Binary'],
    [
      'DocumentReference/1/$binary-access-read?path=DocumentReference.content.attachment',
      '/DocumentReference/1/$binary-access-read',
    ],
    ['contents/1', '/contents/1'],
  ])('of a content is followed: %s', async (url, path) => {
    expect(await readFrom(url, path)).toEqual(shown('Astma'));
  });
});
