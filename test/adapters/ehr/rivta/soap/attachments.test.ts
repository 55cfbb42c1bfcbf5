// Answers with attachments (MTOM): the root part is read, the attachments are left out and counted.
import { describe, expect, onTestFinished, test } from 'vitest';
import { ehrServer } from '../../../../support/servers/ehr-server.ts';
import { failureOf } from '../../calls.ts';
import { connect, patient } from '../support/connect.ts';
import {
  alert,
  answerOf,
  contact,
  elements,
  group,
  medication,
  note,
  resident,
  timeslot,
  unmappedIn,
} from '../support/documents.ts';
import { envelopeOf, faultOf } from '../support/soap-server.ts';

const header = { id: 'D-1', patient };
const xop = 'xmlns:xop="http://www.w3.org/2004/08/xop/include"';

const answers = {
  contacts: answerOf('GetCareContacts', [contact(header)]),
  attentionSignals: answerOf('GetAlertInformation', [alert(header, 'Inget blod.')]),
  prescriptions: answerOf('GetMedicationHistory', [medication(header, '1 om dagen')]),
  journalNotes: answerOf('GetCareDocumentation', [note(header, 'Hej.')]),
  appointments: answerOf('GetSubjectOfCareSchedule', [
    timeslot({ bookingId: '1', subject_of_care: patient }),
  ]),
  patients: answerOf('LookupResidentForFullProfile', [resident({ number: patient })]),
} as const;
const kinds = Object.keys(answers) as (keyof typeof answers)[];

/** A note with a picture, whose content is in the attachment with the given id. */
const withPicture = (reference: string) =>
  note(header, 'Hej.').replace(
    '</c:clinicalDocumentNote>',
    `${group(
      'multimediaEntry',
      `${elements({ mediaType: 'image/png' })}<c:value><xop:Include ${xop} href="${reference}"/></c:value>`,
    )}</c:clinicalDocumentNote>`,
  );

type Sent = { readonly ids?: readonly string[]; readonly status?: number; readonly cut?: number };

/** The adapter connected to a producer that answers with this root and attachments with these ids. */
const setUp = async (document: string, { ids = [], status = 200, cut }: Sent = {}, members = {}) => {
  const parts = [
    [
      'Content-Type: application/xop+xml; charset=UTF-8; type="text/xml"',
      'Content-ID: <root@x>',
      '',
      document,
    ],
    ...ids.map(id => [`Content-ID: <${id}>`, 'Content-Type: image/png', '', '\u0089PNG']),
  ];
  const body = `${parts.map(part => `--b1\r\n${part.join('\r\n')}\r\n`).join('')}--b1--\r\n`;
  const server = await ehrServer((_received, response) => {
    const type =
      'multipart/related; boundary="b1"; type="application/xop+xml"; start="<root@x>"; start-info="text/xml"';
    response.writeHead(status, { 'content-type': type }).end(body.slice(0, cut));
  });
  const connected = connect(server.url, { members });
  onTestFinished(server.close);
  onTestFinished(connected.close);
  return connected;
};

const attachment = { omitted: 'attachment' };

describe.each(kinds)('%s', kind => {
  const record = {
    record: expect.anything(),
    losses: unmappedIn(kind),
    ...(kind === 'patients' ? { isProtected: false } : {}),
  };

  test('are read from the root part', async () => {
    expect(await (await setUp(envelopeOf(answers[kind]))).readAll(kind)).toEqual([record]);
  });

  test('say how many attachments are left out', async () => {
    const connected = await setUp(envelopeOf(answers[kind]), { ids: ['1@x', '2@x'] });
    expect(await connected.readAll(kind)).toEqual([record, attachment, attachment]);
  });

  test('are unusable if an attachment is truncated', async () => {
    const connected = await setUp(envelopeOf(answers[kind]), { ids: ['1@x'], cut: -20 });
    expect(await failureOf(connected.readAll(kind))).toBe('ehr-unusable');
  });

  test('are unusable beyond the limit, attachments included', async () => {
    const connected = await setUp(
      envelopeOf(answers[kind]),
      { ids: Array.from({ length: 500 }, () => 'a@x') },
      { maxAnswerBytes: 20_000 },
    );
    expect(await failureOf(connected.readAll(kind))).toBe('ehr-unusable');
  });
});

describe('an attachment that a record refers to', () => {
  const lost = {
    path: 'careDocumentation/careDocumentationBody/clinicalDocumentNote/multimediaEntry/value',
    reason: 'unreadable',
    hides: [],
  };
  const mediaType = {
    path: 'careDocumentation/careDocumentationBody/clinicalDocumentNote/multimediaEntry',
    reason: 'unmapped',
    hides: [],
  };
  const read = async (reference: string, ids: readonly string[]) => {
    const document = envelopeOf(answerOf('GetCareDocumentation', [withPicture(reference)]));
    return (await setUp(document, { ids })).readAll('journalNotes');
  };

  test('is counted once in an element that no contract names, too', async () => {
    const extended = note(header, 'Hej.').replace(
      '</c:clinicalDocumentNote>',
      `<c:attachedFile><c:content><xop:Include ${xop} href="cid:file@x"/></c:content></c:attachedFile></c:clinicalDocumentNote>`,
    );
    const document = envelopeOf(answerOf('GetCareDocumentation', [extended]));
    const found = await (await setUp(document, { ids: ['file@x'] })).readAll('journalNotes');
    const path = 'careDocumentation/careDocumentationBody/clinicalDocumentNote/attachedFile';
    const unnamed = { path, reason: 'unmapped', hides: [] };
    expect(found).toEqual([{ record: expect.anything(), losses: [unnamed, ...unmappedIn('journalNotes')] }]);
  });

  test('is counted once, as a value that the record lacks', async () => {
    const [found, ...others] = await read('cid:picture@x', ['picture@x']);
    expect(found).toMatchObject({ losses: [lost, mediaType] });
    expect(others).toEqual([]);
    expect(JSON.stringify(found)).toContain('"JournalValueType":"Document"');
    expect(JSON.stringify(found)).not.toContain('picture@x');
  });

  test('is found by its percent-encoded id', async () => {
    expect(await read('cid:en%20bild%40x', ['en bild@x'])).toHaveLength(1);
  });

  test.each(['cid:%zz', 'picture@x', ''])(
    'is counted in addition to the value if the reference is "%s"',
    async reference => {
      const [found, ...others] = await read(reference, ['picture@x']);
      expect(found).toMatchObject({ losses: [lost, mediaType] });
      expect(others).toEqual([attachment]);
    },
  );
});

test.each([200, 500])('a Fault in a root part is reported, with status %i', async status => {
  const connected = await setUp(faultOf('VP007'), { status });
  await expect(connected.readAll('contacts')).rejects.toMatchObject({ message: 'a Fault (Server, VP007)' });
});

test.each([503, 404])('no part of an answer with status %i is read', async status => {
  const connected = await setUp(envelopeOf(answers.contacts), { status });
  await expect(connected.readAll('contacts')).rejects.toMatchObject({ message: `status ${status}` });
});
