// The patient of a record (D17): a record whose patient is unclear never leaves the adapter, and is a security event.

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { SourceKind } from '../../../../src/domain/records/index.ts';
import { everyScope } from '../../../http/contract.ts';
import { type Issuer, startIssuer } from '../../../support/servers/issuer.ts';
import { startService } from '../../../support/service/service.ts';
import { connect, ownMembers, patient } from './support/connect.ts';
import {
  alert,
  answerOf,
  contact,
  elements,
  group,
  type HeaderParts,
  medication,
  note,
  resident,
  timeslot,
  unmappedIn,
} from './support/documents.ts';
import { producer } from './support/soap-server.ts';

const other = '198507302381';
const personal = '1.2.752.129.2.1.3.1';
/** Everything that is read of a kind if the producer gives this answer. */
const readAll = async (kind: SourceKind, answer: string) => {
  const server = await producer(() => answer);
  const connected = connect(server.url);
  onTestFinished(server.close);
  onTestFinished(connected.close);
  return connected.readAll(kind);
};

const foreign = { omitted: 'foreign' };
const person = (id: string, type?: string) => group('patientId', elements({ id, type }));

const documents = [
  ['contacts', 'GetCareContacts', (parts: HeaderParts) => contact(parts), '/patients/contacts/'],
  [
    'attentionSignals',
    'GetAlertInformation',
    (parts: HeaderParts) => alert(parts, 'Inget blod.'),
    '/patients/attentionsignals/',
  ],
  [
    'prescriptions',
    'GetMedicationHistory',
    (parts: HeaderParts) => medication(parts, '1 om dagen'),
    '/patients/medications/',
  ],
  [
    'journalNotes',
    'GetCareDocumentation',
    (parts: HeaderParts) => note(parts, 'Hej.'),
    '/patients/journalnotes/',
  ],
] as const;

describe.each(documents)('%s', (kind, contract, document, path) => {
  const own = document({ id: 'D-1', patient });
  const lacks = unmappedIn(kind);
  const record = { record: expect.anything(), losses: lacks };
  const leftOutOf = (records: number, answered: number) =>
    [['records', records] as const, ['unmapped', lacks.length * answered] as const]
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${name}=${count}`)
      .join(', ');
  /** The document with the given element in place of its patient. */
  const of = (written: string, { approved = 'true', id = 'D-1' } = {}) =>
    document({ id, patient, approved }).replace(person(patient, personal), written);

  test.each([
    ['the patient and another', person(patient, personal) + person(other, personal)],
    ['another and the patient', person(other, personal) + person(patient, personal)],
    ['the patient twice', person(patient, personal) + person(patient, personal)],
    ['a repeated number', group('patientId', elements({ id: patient }) + elements({ id: other }))],
    ['a number without its element', group('patientId', other)],
    ['a number beside its type', group('patientId', other + elements({ type: personal }))],
    [
      'a number with skipped text',
      group('patientId', `<c:id>${patient}<x:of xmlns:x="urn:example">inte</x:of></c:id>`),
    ],
    [
      'a repeated type',
      group('patientId', elements({ id: other, type: '1.2.3' }) + elements({ type: personal })),
    ],
  ])('a document of %s is withheld as foreign', async (_name, written) => {
    expect(
      await readAll(kind, answerOf(contract, [of(written), own, of(written, { approved: 'false' })])),
    ).toEqual([foreign, record, foreign]);
  });

  test('a document with two headers is withheld as foreign', async () => {
    const [header = ''] = /<c:\w+Header>.*<\/c:\w+Header>/.exec(own) ?? [];
    const two = own.replace(header, header + header.replace(patient, other));
    expect(await readAll(kind, answerOf(contract, [two]))).toEqual([foreign]);
  });

  test("another patient's document that is not approved is withheld as foreign: it should never have been sent", async () => {
    const hidden = of(person(patient, personal), { approved: 'false' });
    const theirs = of(person(other, personal), { approved: 'false' });
    expect(await readAll(kind, answerOf(contract, [hidden, theirs]))).toEqual([
      { record: undefined, losses: [] },
      foreign,
    ]);
  });

  test.each([
    ['no patient', ''],
    ['an empty patient', '<c:patientId/>'],
    ['an empty number', group('patientId', elements({ id: ' ', type: personal }))],
  ])('a document with %s passes: the request named the patient', async (_name, written) => {
    expect(await readAll(kind, answerOf(contract, [of(written)]))).toEqual([record]);
  });

  describe('the type of the number', () => {
    let issuer: Issuer;
    beforeAll(async () => {
      issuer = await startIssuer();
    });
    afterAll(() => issuer.close());

    const answered = async (...types: (string | undefined)[]) => {
      const server = await producer(() =>
        answerOf(
          contract,
          types.flatMap((type, at) => [
            of(person(other, type), { id: `theirs-${at}` }),
            of(person('19121212-1212', type), { id: `own-${at}` }),
          ]),
        ),
      );
      const service = await startService({
        issuer,
        ehr: server.url,
        system: { adapter: 'rivta', ...ownMembers },
      });
      onTestFinished(server.close);
      onTestFinished(service.close);
      const token = await issuer.sign({ scope: everyScope, patient });
      const { status, text, headers } = await service.ask({ path, token });
      const events = service.log().filter(({ security }) => security === true);
      return { status, text, leftOut: headers.get('x-left-out'), events };
    };

    test('is ignored for a person number unless it is the OID of another register', async () => {
      const types = ['personnummer', 'PNR', '', ' ', undefined, personal, '1.2.752.129.2.1.3.3'];
      const { status, text, leftOut, events } = await answered(...types);
      expect(status).toBe(200);
      expect(leftOut).toBe(leftOutOf(types.length, types.length));
      expect(text).not.toContain(other);
      expect(JSON.parse(text)).toHaveLength(types.length);
      expect(events).toMatchObject([{ kind, reason: 'foreign', count: types.length }]);
    });

    test('excludes a person number if it is one', async () => {
      const { text, leftOut } = await answered('1.2.752.129.2.1.2.1');
      expect(leftOut ?? '').toBe(leftOutOf(0, 2));
      expect(JSON.parse(text)).toHaveLength(2);
    });
  });
});

describe('the register', () => {
  const entry = resident({ number: patient });
  const number = elements({ PersonId: patient });

  test.each([
    ['two numbers', entry.replace(number, number + elements({ PersonId: other }))],
    [
      'two persons',
      entry.replace('</r:resident>', `${group('Personpost', elements({ PersonId: other }))}</r:resident>`),
    ],
  ])('an entry of %s is withheld as foreign', async (_name, written) => {
    expect(await readAll('patients', answerOf('LookupResidentForFullProfile', [written]))).toEqual([foreign]);
  });
});

test('a booking of two patients makes the list foreign', async () => {
  const two = timeslot({ bookingId: '1', subject_of_care: patient }).replace(
    '<c:subject_of_care>',
    `<c:subject_of_care>${patient}</c:subject_of_care><c:subject_of_care>`,
  );
  const found = await readAll('appointments', answerOf('GetSubjectOfCareSchedule', [two]));
  expect(found).toContainEqual(foreign);
});
