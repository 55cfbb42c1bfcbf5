// Guardians in the population register: only certain guardianships count.
import { expect, onTestFinished, test } from 'vitest';
import { rivta } from '../../../../src/adapters/ehr/rivta/index.ts';
import { regionTime } from '../../../../src/adapters/time/region-time.ts';
import { ehrServer } from '../../../support/servers/ehr-server.ts';
import { newCall, systemAt } from '../calls.ts';
import { ownMembers, patient } from './support/connect.ts';
import { answerOf, elements, group } from './support/documents.ts';
import { envelopeOf, faultOf, producer, soap } from './support/soap-server.ts';

const guardian = '198507302381';
const relation = (members: Readonly<Record<string, string>> = {}, number = guardian, more = '') => {
  const { type = 'V', ...rest } = members;
  return group(
    'Relation',
    group('RelationId', elements({ PersonNr: number })) + elements({ Relationstyp: type, ...rest }) + more,
  );
};

const entry = (relations: string, { number = patient as string, birth = '20190715', post = '' } = {}) =>
  group(
    'resident',
    elements({ Sekretessmarkering: 'N' }) +
      group(
        'Personpost',
        elements({ PersonId: number, Fodelsetid: birth }) + post + group('Relationer', relations, 'm'),
      ),
    'r',
  );

const open = (url: string) => {
  const system = systemAt(url, { profileMembers: ownMembers });
  const opened = rivta.open(system, {
    time: regionTime('Europe/Stockholm'),
    clock: Date.now,
    reserveNumbersRoot: undefined,
  });
  onTestFinished(opened.close);
  if (opened.relations === undefined) throw new Error('no relations');
  return opened.relations({ patient, call: newCall() });
};

const read = async (...residents: string[]) => {
  const server = await producer(({ contract }) => answerOf(contract, residents));
  onTestFinished(server.close);
  return open(server.url);
};

const found = (from?: string, to?: string) => ({ guardian, from, to });

test('guardians, and the birth date', async () => {
  expect(await read(entry(relation() + relation({ RelationFromdatum: '20190715' })))).toEqual({
    birthDate: '20190715',
    guardians: [found(), found('20190715')],
  });
});

test('a number with a hyphen', async () => {
  expect((await read(entry(relation({}, '19850730-2381')))).guardians).toEqual([found()]);
});

test.each([
  ['2024', '20241231', '20240101'],
  ['202403', '20240331', '20240301'],
  ['20240300', '20240331', '20240301'],
  ['20240000', '20241231', '20240101'],
  ['2000', '20001231', '20000101'],
  ['200000', '20001231', '20000101'],
  ['20201010', '20201010', '20201010'],
  ['20101010', '20101010', '20101010'],
])('the incomplete date %s gives only certain days', async (written, from, to) => {
  const both = { RelationFromdatum: written, RelationTomdatum: written };
  expect((await read(entry(relation(both)))).guardians).toEqual([found(from, to)]);
});

test.each<[string, string]>([
  ['of another type', relation({ type: 'B' })],
  ['to a child of the patient', relation({ type: 'VF' })],
  ['without a number', relation({}, '')],
  ['that has been annulled', relation({ Status: 'AN' })],
  ['with an unknown status', relation({ Status: 'XX' })],
  ['with an invalid date', relation({ RelationTomdatum: 'i dag' })],
  ['with an invalid end', relation({ RelationTomdatum: '2024-01-01' })],
  [
    'to somebody who is no longer in the register',
    relation({}, guardian, group('Avregistrering', elements({ AvregistreringsorsakKod: 'AV' }))),
  ],
])('a relation %s is not a guardianship', async (_name, written) => {
  expect((await read(entry(written + relation({ Status: 'NY' })))).guardians).toEqual([found()]);
});

test.each([
  ['has died', elements({ AvregistreringsorsakKod: 'AV', Avregistreringsdatum: '20250101' })],
  ['has left for another reason', elements({ AvregistreringsorsakKod: 'OB' })],
  ['has left without a reason', ''],
])('nobody acts for a deregistered person: one who %s', async (_name, cause) => {
  const left = entry(relation(), { post: group('Avregistrering', cause) });
  expect(await read(left)).toEqual({ birthDate: '20190715', guardians: [] });
});

test('an entry with unreadable parts proves nothing', async () => {
  const twice = elements({ RelationTomdatum: '20370715' }) + elements({ RelationTomdatum: '20200101' });
  expect(await read(entry(relation({}, guardian, twice)))).toEqual({ birthDate: undefined, guardians: [] });
});

test.each<[string, string[]]>([
  ["another person's entry alone", [entry(relation(), { number: '191212121238' })]],
  ['two entries of the person', [entry(relation()), entry('')]],
])('%s is not a valid answer', async (_name, residents) => {
  await expect(read(...residents)).rejects.toMatchObject({ code: 'ehr-unusable' });
});

test("ignores another person's entry beside the person's own", async () => {
  const other = entry(relation(), { number: '191212121238' });
  expect((await read(other, entry(''))).guardians).toEqual([]);
});

test('no entry: the person is unknown', async () => {
  await expect(read()).rejects.toMatchObject({ code: 'patient-unknown' });
});

test('a Fault is a failure', async () => {
  const server = await ehrServer((_received, response) => soap(response, faultOf('no'), 500));
  onTestFinished(server.close);
  await expect(open(server.url)).rejects.toMatchObject({ code: 'ehr-unusable' });
});

test('a truncated answer is a failure', async () => {
  const whole = envelopeOf(answerOf('LookupResidentForFullProfile', [entry(relation())]));
  const server = await ehrServer((_received, response) => soap(response, whole.slice(0, -20)));
  onTestFinished(server.close);
  await expect(open(server.url)).rejects.toMatchObject({ code: 'ehr-unusable' });
});

test('a relation with an element that no contract names proves nothing, nor does the rest of the entry', async () => {
  const none = { birthDate: undefined, guardians: [] };
  const misspelt = relation({}, guardian, '<c:RelationTomDatum>20200101</c:RelationTomDatum>');
  expect(await read(entry(misspelt))).toEqual(none);
  const limited = relation({}, guardian, '<x:until xmlns:x="urn:example">20200101</x:until>');
  expect(await read(entry(limited))).toEqual(none);
});

test('unknown elements beside the relations change nothing', async () => {
  const added = '<x:more xmlns:x="urn:example">1</x:more><c:Unknown>2</c:Unknown>';
  expect((await read(entry(relation(), { post: added }))).guardians).toEqual([found()]);
});
