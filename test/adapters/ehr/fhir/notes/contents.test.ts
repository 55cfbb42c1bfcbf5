// The content of a DocumentReference, in each form in which a server can send it.
import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { mayHoldContent } from '../../../../../src/adapters/ehr/fhir/notes/content-paths.ts';
import { serverAddresses } from '../../../../../src/adapters/ehr/fhir/wire/addresses.ts';
import type { Failure } from '../../../../../src/domain/model/failure.ts';
import { attempts } from '../../../../support/amount.ts';
import { listed } from '../../../../support/listed.ts';
import { eachLoss } from '../../../../support/losses.ts';
import { ehrServer, type Received } from '../../../../support/servers/ehr-server.ts';
import { connect } from '../support/connect.ts';
import { type Answer, bundle, json, noteOf, outcome, tolvan } from '../support/fhir-server.ts';
import { only, openAt, readAll } from '../support/read-all.ts';

const noteAt = (url: string) => noteOf({ contentType: 'text/plain', url });

/** The value and losses of a note with an attachment. */
const readNote = async (
  attachment: object,
  { answers = {}, members = {} }: { answers?: Readonly<Record<string, Answer>>; members?: object } = {},
) => {
  const { record, losses } = only(
    await readAll('journalNotes', {
      '/DocumentReference': bundle([noteOf(attachment, members)]),
      ...answers,
    }),
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
    ['patient/p2', '/patient/p2'],
    ['PATIENT/p2', '/PATIENT/p2'],
    ['patient.json/p2', '/patient.json/p2'],
    ['binary?_count=100', '/binary'],
    ['binary/_history', '/binary/_history'],
    ['tenant/Patient/p2', '/tenant/Patient/p2'],
    ['tenant/$export', '/tenant/$export'],
    ['Patient/Binary', '/Patient/Binary'],
    ['Patient/p2/_history/Binary', '/Patient/p2/_history/Binary'],
    [';/Patient/p2', '/;/Patient/p2'],
    ['x;y/Patient/p2', '/x;y/Patient/p2'],
    ['%20Patient/p2', '/%20Patient/p2'],
  ])(
    'of any resource but a Binary is not followed, because it may be of another patient: %s',
    async (url, path) => {
      expect(await readFrom(url, path)).toEqual(lost);
    },
  );

  test.each([
    ['Binary/1', '/Binary/1'],
    ['binary/1', '/binary/1'],
    ['Binary/1/_history/2', '/Binary/1/_history/2'],
    ['Document/1/Binary', '/Document/1/Binary'],
    [
      'DocumentReference/1/$binary-access-read?path=DocumentReference.content.attachment',
      '/DocumentReference/1/$binary-access-read',
    ],
    ['contents/1', '/contents/1'],
    ['contents/År 2026/Läkarbesök~1.txt', '/contents/%C3%85r%202026/L%C3%A4karbes%C3%B6k~1.txt'],
  ])('of a content is followed: %s', async (url, path) => {
    expect(await readFrom(url, path)).toEqual(shown('Astma'));
  });
});

describe('a content that cannot be fetched', () => {
  const status =
    (code: number): Answer =>
    (_, response) =>
      response.writeHead(code, code === 302 ? { location: '/login' } : {}).end();
  const text: Answer = (_, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end('Anteckning.');
  const inline = { contentType: 'text/plain', data: Buffer.from('Anteckning.').toString('base64') };

  /** The losses of each note, in order; or the code of the failure. @param answers of `/Binary/0`, `/Binary/1` … */
  const readNotes = async (answers: readonly Answer[], others: readonly object[] = []) => {
    const attachments = [
      ...answers.map((_, at) => ({ contentType: 'text/plain', url: `Binary/${at}` })),
      ...others,
    ];
    const notes = attachments.map((attachment, at) => ({
      ...noteAt(''),
      id: `d${at}`,
      content: [{ attachment }],
    }));
    const { read } = await openAt({
      '/DocumentReference': bundle(notes),
      ...Object.fromEntries(answers.map((answer, at) => [`/Binary/${at}`, answer])),
    });
    return read('journalNotes').then(
      found => found.map(({ losses }) => eachLoss(losses).map(({ reason, path }) => `${reason} ${path}`)),
      (error: Failure) => `${error.code}: ${error.message}`,
    );
  };
  const unreadable = ['unreadable DocumentReference/content'];
  const bad: readonly [string, Answer, string][] = [
    ['400', status(400), 'ehr-unusable: status 400'],
    ['401', status(401), 'ehr-unusable: status 401'],
    ['302', status(302), 'ehr-unusable: status 302'],
    ['500', status(500), 'ehr-unusable: status 500'],
    [
      'an OperationOutcome',
      outcome('error', 'exception'),
      'ehr-unusable: the EHR reports that its answer is incomplete: error exception',
    ],
  ];

  test.each(bad)('is counted beside one that can: %s', async (_, answer) => {
    expect(await readNotes([text, answer, text])).toEqual([[], unreadable, []]);
    expect(await readNotes([answer], [inline])).toEqual([unreadable, []]);
  });

  test.each(bad)('fails the answer if every content fails in this way: %s', async (_, answer, expected) => {
    expect(await readNotes([answer, answer, answer])).toBe(expected);
    expect(await readNotes([answer])).toBe(expected);
  });

  test('is counted if the others fail in another way', async () => {
    expect(await readNotes([status(400), status(500), status(404)])).toEqual([
      unreadable,
      unreadable,
      unreadable,
    ]);
  });

  test.each<[string, Answer]>([
    ['429', status(429)],
    ['503', status(503)],
    ['504', status(504)],
    ['a broken connection', (_, response) => void response.destroy()],
    [
      'a body that breaks off',
      (_, response) =>
        void response.writeHead(200, { 'content-length': 9 }).write('x', () => response.destroy()),
    ],
  ])('fails the answer if it could succeed later: %s', async (_, answer) => {
    expect(await readNotes([text, answer])).toMatch(/^ehr-/);
  });
});

describe('a URL that another server would read as another path', () => {
  /** Reads a path as Tomcat does: without path parameters, decoded, and with dot segments resolved afterwards. */
  const tomcatPath = (path: string): string =>
    new URL(decodeURIComponent(path.replace(/;[^/]*/g, '')).replace(/\/+/g, '/'), 'http://ehr').pathname;

  /** A Tomcat with a FHIR server below `/fhir`, beside another application whose files no patient may see. */
  const tomcat = (received: Received, response: ServerResponse) => {
    const path = tomcatPath(received.path);
    if (path === '/fhir/Patient') return json(response, bundle([tolvan()]));
    if (path === '/fhir/DocumentReference') return json(response, bundle([noteAt(url)]));
    response.writeHead(200, { 'content-type': 'text/plain' }).end(`Secret of ${path}`);
  };
  let url = '';

  test.each(
    listed(`
      ..;/internal/report.txt FULL/..;/internal/report.txt Binary/..;/..;/internal/report.txt
      Binary/1/..%3b/..;x=1/Patient/p2 ;/Patient/p2 ;x=1/Patient/p2 contents/..;/Patient/p2
      %2e%2e;/internal/report.txt ..%2finternal/report.txt //fhir/Patient/p2 ORIGIN/FHIR/Patient/p2
      ORIGIN/%46hir/Patient/p2 ORIGIN/x/..;/fhir/Patient/p2 ORIGIN/fhir;x=1/Patient/p2 ORIGIN//fhir/Patient/p2
    `),
  )('is not followed: %s', async written => {
    const server = await ehrServer(tomcat);
    onTestFinished(server.close);
    // The profile may allow contents from elsewhere on the same origin.
    const own = { contentOrigins: [server.url], resources: ['Patient', 'DocumentReference', 'Binary'] };
    const { read, close } = connect(`${server.url}/fhir`, { own });
    onTestFinished(close);
    url = written.replace('FULL', `${server.url}/fhir`).replace('ORIGIN', server.url);
    const [note] = await read('journalNotes');
    expect(note?.losses).toMatchObject([{ path: 'DocumentReference/content', reason: 'unreadable' }]);
    expect(server.received.map(({ path }) => path)).toEqual(['/fhir/Patient', '/fhir/DocumentReference']);
  });
});

describe('any URL', () => {
  const part = fc.constantFrom(
    ...listed(
      'a Patient patient Binary 1 .. . ; ;x=1 %2e %2E%2e %2f %5C %3b %25 %c0%ae %00 %C3%85 ? # @ $binary-access-read',
    ),
    ...listed('_history ~ Å'),
    ...['', '\\', ' ', '\t'],
  );
  const path = fc
    .array(
      fc.array(part, { maxLength: 3 }).map(parts => parts.join('')),
      { maxLength: 5 },
    )
    .map(segments => segments.join('/'));
  const base = 'https://ehr.example/fhir';
  const { pathBelowBase } = serverAddresses({ baseUrl: base }, { knownAs: [] });

  /** How servers differ in reading a path. */
  const readings: readonly ((path: string) => string)[] = [
    read => read.replace(/;[^/]*/g, ''),
    read => read.replace(/%3b.*?(?=\/|$)/gi, ''),
    decodeURIComponent,
    read => decodeURIComponent(decodeURIComponent(read)),
    read => read.replace(/\\|%5c/gi, '/'),
    read => read.replace(/\/+/g, '/'),
    // Old decoders accept more bytes than needed for a dot and a slash.
    read => read.replace(/%c0%ae/gi, '.').replace(/%c0%af/gi, '/'),
  ];
  /** The decoded segments of a path when its dot segments have been resolved. */
  const segmentsOf = (read: string): string[] => {
    const segments: string[] = [];
    for (const segment of read.split('/')) {
      if (segment === '..') segments.pop();
      else if (segment !== '.') segments.push(decodeURIComponent(segment));
    }
    return segments;
  };

  test('that is followed is read in one way by all servers', () => {
    const property = fc.property(fc.constantFrom('', '/', `${base}/`, '/fhir/'), path, (begin, rest) => {
      const found = pathBelowBase(begin + rest);
      if (found === undefined) return;
      const asked = `/fhir${found.split('?', 1)[0]}`;
      const segments = segmentsOf(asked);
      for (const reading of readings) expect(segmentsOf(reading(asked))).toEqual(segments);
      if (!mayHoldContent(found)) return;
      const [, , first = '', ...others] = segments.map(segment => segment.toLowerCase());
      const isOfResource = others.length === 2 && ['binary', '$binary-access-read'].includes(others[1] ?? '');
      expect(first === 'patient' && !isOfResource).toBe(false);
      expect(others.includes('patient') && first !== 'binary' && !isOfResource).toBe(false);
    });
    fc.assert(property, { numRuns: attempts(2000) });
  });
});
