// What an answer holds besides its documents never reads as "none" (D29, nothing is left out in silence; D14, unusable
// answers). The schemas allow elements of other namespaces at the end of each type.
import { expect, onTestFinished, test } from 'vitest';
import { isFailure } from '../../../../../src/domain/model/failure.ts';
import type { SourceKind } from '../../../../../src/domain/records/index.ts';
import { ehrServer } from '../../../../support/servers/ehr-server.ts';
import { connect } from '../support/connect.ts';
import { answerOf } from '../support/documents.ts';
import { producer, soap } from '../support/soap-server.ts';

const contracts = [
  ['contacts', 'GetCareContacts', 'careContact'],
  ['attentionSignals', 'GetAlertInformation', 'alertInformation'],
  ['prescriptions', 'GetMedicationHistory', 'medicationMedicalRecord'],
  ['journalNotes', 'GetCareDocumentation', 'careDocumentation'],
  ['patients', 'LookupResidentForFullProfile', 'resident'],
  ['appointments', 'GetSubjectOfCareSchedule', 'timeslotDetail'],
] as const satisfies readonly (readonly [SourceKind, string, string])[];

const readAll = async (kind: SourceKind, answer: string, ignore: readonly string[] = []) => {
  const server = await producer(() => answer);
  const connected = connect(server.url, { members: { ignore: new Set(ignore) } });
  onTestFinished(async () => {
    await connected.close();
    await server.close();
  });
  return connected.readAll(kind);
};

const failureOf = async (kind: SourceKind, answer: string) => {
  try {
    return await readAll(kind, answer);
  } catch (error) {
    if (!isFailure(error)) throw error;
    return [error.code, error.reason, error.message];
  }
};

test.each(contracts)(
  'an unknown element of the contract is unusable: %s',
  async (kind, contract, element) => {
    const names = [`${element}s`, element.toUpperCase(), 'Fault', 'hasMore'];
    for (const name of names) {
      const answer = answerOf(contract, [`<r:${name}/>`]);
      expect(await failureOf(kind, answer)).toEqual([
        'ehr-unusable',
        'ehr-unknown-element',
        `the element "${name}" under ${contract}Response is unknown`,
      ]);
    }
  },
);

test('a document with more elements than are translated at once is unusable', async () => {
  const document = `<r:alertInformation>${'<r:x/>'.repeat(16_000)}</r:alertInformation>`;
  expect(await failureOf('attentionSignals', answerOf('GetAlertInformation', [document]))).toMatchObject([
    'ehr-unusable',
    'ehr-limit',
    expect.stringContaining('a record of more than 16000 elements'),
  ]);
});

test('a misspelt warning is not "no warnings"', async () => {
  expect(
    await failureOf('attentionSignals', answerOf('GetAlertInformation', ['<r:alertInfomation/>'])),
  ).toEqual([
    'ehr-unusable',
    'ehr-unknown-element',
    'the element "alertInfomation" under GetAlertInformationResponse is unknown',
  ]);
});

const others = contracts.filter(([kind]) => kind !== 'patients' && kind !== 'appointments');

test.each(others)(
  'elements of other namespaces are counted by each of their values: %s',
  async (kind, contract) => {
    const more = '<x:more xmlns:x="urn:example" id="1">a<x:b>c</x:b><x:d/></x:more>';
    expect(await readAll(kind, answerOf(contract, [more]))).toEqual(
      Array(3).fill({ omitted: 'unmapped', path: '*:more' }),
    );
  },
);

test.each(others)('what the profile ignores is skipped and counted: %s', async (kind, contract) => {
  const answer = answerOf(contract, ['<r:hasMore>false</r:hasMore>']);
  expect(await readAll(kind, answer, ['hasMore'])).toEqual([{ omitted: 'unmapped', path: 'hasMore' }]);
});

test('an answer in a Body of another namespace is not read', async () => {
  const answer = answerOf('GetAlertInformation', []);
  const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body/><x:Body xmlns:x="urn:example">${answer}</x:Body></s:Envelope>`;
  const server = await ehrServer((_, response) => soap(response, envelope));
  const connected = connect(server.url);
  onTestFinished(async () => {
    await connected.close();
    await server.close();
  });
  await expect(connected.readAll('attentionSignals')).rejects.toMatchObject({ code: 'ehr-unusable' });
});
