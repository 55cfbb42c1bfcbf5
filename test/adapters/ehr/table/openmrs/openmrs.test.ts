// OpenMRS as a folder of tables, with answers of invented people in the form of its public REST documentation. No program stands in front.
import { expect, test } from 'vitest';
import { forThisFile } from '../../../../support/for-this-file.ts';
import { newCall } from '../../calls.ts';
import { world } from '../../contract-world.ts';
import { type Answer, readKind, tableEhr, withTables } from '../table-ehr.ts';
import { type Answers, openmrsAnswer, order, results } from './answers.ts';
import { openmrsTables } from './tables.ts';

const { patient } = world;
const ehr = await forThisFile(tableEhr());
const now = () => Date.parse('2026-11-25T12:00:00+01:00');

const answering = (changed: Answers = {}) => ehr.answer(({ url }) => openmrsAnswer(url, changed));

const read = async (kind: Parameters<typeof readKind>[2], changed?: Answers) => {
  answering(changed);
  const found = await readKind(ehr, openmrsTables, kind, { now });
  if (typeof found === 'string') return found;
  const { records, losses, withheld, omitted } = found;
  return {
    text: JSON.stringify(records),
    count: records.length,
    losses: losses.map(one => `${one.reason} ${one.path}`),
    withheld,
    omitted,
  };
};
const whole = { losses: [], withheld: 0, omitted: [] };

test('the patient: the identifier of its type, the day as it is written', async () => {
  expect(await read('patients')).toMatchObject({
    count: 1,
    text: expect.stringMatching(
      /Tolvansson.*"PatientBirthDate":{"value":"19121212"}.*"PatientProtectedId":false/,
    ),
    losses: [
      'unmapped identifiers/identifier',
      'unmapped identifiers/identifierType/display',
      'unmapped person/attributes/value',
    ],
  });
});

test('allergies, and flags until they end, are one kind', async () => {
  expect(await read('attentionSignals')).toMatchObject({ ...whole, count: 3 });
  const { text } = (await read('attentionSignals')) as { text: string };
  expect(text).toContain(
    '"Heading":"Penicillin","Comment":"Hives, Dyspnea, Since 2019","Severity":"Livshotande"',
  );
  expect(text.match(/"SignalActive":(?:true|false)/g)).toEqual([
    '"SignalActive":true',
    '"SignalActive":true',
    '"SignalActive":false',
  ]);
});

test.each<[string, Answer, object]>([
  ['asked, and none', { status: 404, body: 'null' }, { ...whole, count: 2 }],
  ['never asked', { status: 204, body: '' }, { ...whole, count: 2, omitted: ['source-unavailable'] }],
])('allergies that were %s', async (_, answer, expected) => {
  expect(await read('attentionSignals', { '/patient/p-1/allergy': answer })).toMatchObject(expected);
});

test('observations of every type, on all pages; a list of values is a loss', async () => {
  const found = (await read('journalNotes')) as { text: string };
  expect(found).toMatchObject({
    count: 2,
    losses: expect.arrayContaining(['unreadable Note/Records/Record/Value/$self']),
  });
  for (const value of ['140', 'Looks very unwell', 'Yes', 'Nej'])
    expect(found.text).toContain(`"$self":"${value}"`);
  expect(found.text).not.toContain('wrong patient');
});

test('orders: a dose with its unit and how often, or none', async () => {
  const found = (await read('prescriptions')) as { text: string };
  expect(found).toMatchObject({
    count: 3,
    withheld: 1,
    losses: ['unreadable Prescription/PrescriptionDosages/DosagePlugin/FreeTextDosage/Text'],
  });
  expect(found.text.match(/"Text":"[^"]*"/g)).toEqual(Array(2).fill('"Text":"2 Tablet Twice daily Oral"'));
  expect(found.text.match(/"MedicationActive":(?:true|false)/g)).toHaveLength(3);
  expect(found.text).toContain('"MedicationActive":false');
});

test('visits, bookings and an arrival', async () => {
  expect(await read('contacts')).toMatchObject({
    ...whole,
    count: 1,
    text: expect.stringContaining('Facility Visit'),
  });
  expect(await read('appointments')).toMatchObject({
    ...whole,
    text: expect.stringContaining('"StartTime":"2026-11-25 09:15"'),
  });
  answering();
  const arrived = await withTables(ehr, openmrsTables, async ({ writer }) =>
    writer?.arrive?.({ patient, bookingId: 'b-1', call: newCall() }),
  );
  expect(arrived).toMatchObject({ result: { ResultCode: 'OK' } });
});

test('records of another patient are withheld', async () => {
  const foreign = results([{ ...order, patient: { uuid: 'p-2' } }]);
  expect(await read('prescriptions', { '/order': foreign })).toMatchObject({
    count: 0,
    omitted: ['foreign'],
  });
});
