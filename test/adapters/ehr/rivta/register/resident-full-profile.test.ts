// People in the population register: names in use, protected identity, deregistration, other people's data.
import { describe, expect, test } from 'vitest';
import type { PatientRecord } from '../../../../../src/domain/records/patient.ts';
import { patient } from '../support/connect.ts';
import { answerOf, elements, group, type ResidentParts, resident } from '../support/documents.ts';
import { readAnswer } from '../support/read-answer.ts';
import { sample } from '../support/soap-server.ts';

describe('the register', () => {
  const residents = (...all: ResidentParts[]) =>
    readAnswer('patients', answerOf('LookupResidentForFullProfile', all.map(resident)));
  const names = (members: Readonly<Record<string, string>>) =>
    residents({ number: patient, post: group('Namn', elements(members)) });
  const givenNames = async (mark: string, given = 'Anna Maria Lisa') => {
    const [found] = await names({ Tilltalsnamnsmarkering: mark, Fornamn: given });
    const { PatientEHRExtract: extracts } = (found?.record ?? {}) as PatientRecord;
    return { names: extracts?.[0]?.Patient?.PatientName?.PatientGivenName, losses: found?.losses };
  };

  test.each([
    ['10', ['Anna']],
    ['20', ['Maria']],
    ['12', ['Anna', 'Maria']],
    ['23', ['Maria', 'Lisa']],
  ])('the mark %s means the name in use', async (mark, used) => {
    const { names: found, losses } = await givenNames(mark);
    expect(losses).toEqual([]);
    expect(found).toEqual(
      ['Anna', 'Maria', 'Lisa'].map(value => (used.includes(value) ? { qualifier: 'CL', value } : { value })),
    );
  });

  test.each(['40', '14', '99', 'x', '1'])('the mark %s marks nothing, and is counted', async mark => {
    const { names: found, losses } = await givenNames(mark);
    expect(found).toEqual([{ value: 'Anna' }, { value: 'Maria' }, { value: 'Lisa' }]);
    expect(losses).toEqual([
      { path: 'resident/Personpost/Namn/Tilltalsnamnsmarkering', reason: 'unreadable', hides: [] },
    ]);
  });

  test.each(['', 'X', 'j'])(
    'an unclear mark of protected identity ("%s") is counted under the path that D27 looks at',
    async secrecy => {
      const [found] = await residents({ number: patient, secrecy });
      expect(found?.losses).toEqual([
        { path: 'resident/Sekretessmarkering', reason: 'unreadable', hides: ['protection'] },
      ]);
      expect(JSON.stringify(found?.record)).not.toContain('PatientProtectedId');
    },
  );

  test('a repeated mark of protected identity is counted under the path that D27 looks at', async () => {
    const answer = answerOf('LookupResidentForFullProfile', [
      resident({ number: patient }).replace(
        '<c:Personpost>',
        '<c:Sekretessmarkering>J</c:Sekretessmarkering><c:Personpost>',
      ),
    ]);
    const [found] = await readAnswer('patients', answer);
    expect(found?.losses).toEqual([
      { path: 'resident/Sekretessmarkering', reason: 'repeated', hides: ['protection'] },
    ]);
    expect(JSON.stringify(found?.record)).not.toContain('PatientProtectedId');
  });

  test('publishes protected identity', async () => {
    const [found] = await residents({ number: patient, secrecy: 'J' });
    expect(JSON.stringify(found?.record)).toContain('"PatientProtectedId":true');
  });

  const deregistered = (members: Readonly<Record<string, string>>) =>
    residents({ number: patient, post: group('Avregistrering', elements(members)) });

  test.each(['20240300', '2024'])('leaves out and counts once the date of death "%s"', async date => {
    const found = await deregistered({ AvregistreringsorsakKod: 'AV', Avregistreringsdatum: date });
    expect(found[0]?.losses).toEqual([
      { path: 'resident/Personpost/Avregistrering/Avregistreringsdatum', reason: 'unreadable', hides: [] },
    ]);
    expect(JSON.stringify(found)).not.toContain('PatientDeceasedDate');
  });

  test('a death without a date is counted', async () => {
    const [found] = await deregistered({ AvregistreringsorsakKod: 'AV' });
    expect(found?.losses).toHaveLength(1);
  });

  test.each(['OO', 'GN'])('a person deregistered for "%s" has not died', async cause => {
    const [found] = await deregistered({
      AvregistreringsorsakKod: cause,
      Avregistreringsdatum: '20240301',
    });
    // The cause and the day.
    const loss = { path: 'resident/Personpost/Avregistrering', reason: 'unmapped', hides: [], times: 2 };
    expect(found?.losses).toEqual([loss]);
    expect(JSON.stringify(found?.record)).not.toContain('PatientDeceasedDate');
  });

  test('publishes the root of a coordination number, and none for an invalid number', async () => {
    const found = await residents({ number: '197010632391' }, { number: 'X' });
    expect(found.map(({ record }) => record)).toMatchObject([
      { PatientEHRExtract: [{ Patient: { PatientID: { root: '1.2.752.129.2.1.3.3' } } }] },
      { PatientEHRExtract: [{ Patient: { PatientID: { extension: 'X' } } }] },
    ]);
    expect(JSON.stringify(found[1]?.record)).not.toContain('root');
  });

  test('a person who is not in the register is unknown', async () => {
    await expect(residents()).rejects.toMatchObject({ code: 'patient-unknown' });
  });

  test('does not publish the relations of the patient: they name others', async () => {
    const [found] = await readAnswer('patients', sample('LookupResidentForFullProfile'));
    expect(JSON.stringify(found)).not.toContain('198507302381');
  });
});
