// OpenMRS as a folder of tables, with answers of invented people in the form of its public REST documentation. No program stands in front.
import { expect, test } from 'vitest';
import { forThisFile } from '../../../../support/for-this-file.ts';
import { newCall } from '../../calls.ts';
import { world } from '../../contract-world.ts';
import { type Answer, readKind, tableEhr, withTables } from '../table-ehr.ts';
import { openmrsTables } from './tables.ts';

const { patient } = world;
const ehr = await forThisFile(tableEhr());
const now = () => Date.parse('2026-11-25T12:00:00+01:00');

const links = [{ rel: 'self', uri: 'http://localhost:8080/openmrs/ws/rest/v1/x' }];
const own = { voided: false, patient: { uuid: 'p-1', links }, links, resourceVersion: '1.8' };
const identifier = (type: string, value: string) => ({
  identifier: value,
  identifierType: { uuid: type, display: 'a type', links },
  links,
});
const attribute = (type: string, value: unknown) => ({ attributeType: { uuid: type, links }, value, links });

const person = {
  ...own,
  patient: undefined,
  uuid: 'p-1',
  identifiers: [
    identifier('8d79403a-c2cc-11de-8d13-0010c6dffd0f', '10001X'),
    identifier('05a29f94-c0ed-11e2-94be-8c13b969e334', patient),
  ],
  person: {
    gender: 'M',
    birthdate: '1912-12-12T00:00:00.000+0530',
    preferredName: { givenName: 'Tolvan', familyName: 'Tolvansson', links },
    attributes: [
      attribute('14d4f066-15f5-102d-96e4-000c29c2a5d7', '070-174 06 05'),
      attribute('8d871d18-c2cc-11de-8d13-0010c6dffd0f', false),
    ],
  },
};
const results = (items: readonly object[], more: object = {}) => ({ results: items, ...more });
const ob = (display: string, value: unknown, more: object = {}) => ({
  concept: { display, links },
  value,
  voided: false,
  links,
  ...more,
});
const order = {
  ...own,
  uuid: 'o-1',
  type: 'drugorder',
  dateActivated: '2026-11-01T09:00:00.000+0100',
  dateStopped: null,
  drug: { display: 'Paracetamol 500mg', links },
  dose: 2.0,
  doseUnits: { display: 'Tablet', links },
  frequency: { display: 'Twice daily', links },
  route: { display: 'Oral', links },
  dosingInstructions: null,
};

/** Path below the base URL, with the query that tells pages apart → the answer. */
const answers: Record<string, Answer | object> = {
  '/patient': results([
    person,
    {
      ...person,
      uuid: 'p-2',
      identifiers: [identifier('05a29f94-c0ed-11e2-94be-8c13b969e334', world.other)],
    },
  ]),
  '/patient/p-1': person,
  '/patient/p-1/allergy': results([
    {
      ...own,
      uuid: 'a-1',
      allergen: { codedAllergen: { display: 'Penicillin', links }, nonCodedAllergen: null },
      severity: { display: 'Severe', links },
      reactions: ['Hives', 'Dyspnea'],
      comment: 'Since 2019',
      auditInfo: { dateCreated: '2019-04-02T10:00:00.000+0200' },
    },
  ]),
  '/flag': results([
    { ...own, uuid: 'f-1', display: 'Pacemaker', endDate: null },
    { ...own, uuid: 'f-2', display: 'Isolation', endDate: '2026-11-24T00:00:00.000+0100' },
  ]),
  '/encounter': results(
    [
      {
        ...own,
        uuid: 'e-1',
        encounterDatetime: '2026-11-02T09:30:00.000+0100',
        encounterType: { display: 'Vitals', links },
        encounterProviders: [{ provider: { display: 'Åsa Ek', links }, links }],
        obs: [
          ob('Systolic', 140),
          ob('General', 'Looks very unwell'),
          ob('Fever', { display: 'Yes', uuid: undefined, links }),
          ob('Smoker', false),
          ob('Deleted', 'wrong patient', { voided: true }),
        ],
      },
    ],
    { links: [{ rel: 'next', uri: 'http://localhost:8080/encounter?patient=p-1&v=full&startIndex=1' }] },
  ),
  '/encounter?startIndex=1': results([
    { ...own, uuid: 'e-2', encounterType: { display: 'Panel' }, obs: [ob('CBC', ['a', 'b'])] },
  ]),
  '/visit': results([
    {
      ...own,
      uuid: 'v-1',
      startDatetime: '2026-11-02T09:00:00.000+0100',
      stopDatetime: null,
      visitType: { display: 'Facility Visit', links },
      location: { uuid: 'l-1', display: 'Outpatient Clinic', links },
    },
  ]),
  '/order': results([
    order,
    { ...order, uuid: 'o-2', dose: null },
    { ...order, uuid: 'o-3', dateStopped: '2026-11-10T10:00:00.000+0100' },
    { ...order, uuid: 'o-4', type: 'testorder', specimenSource: 'blood' },
    { ...order, uuid: 'o-5', voided: true },
  ]),
  '/appointments/search': [
    {
      uuid: 'b-1',
      voided: false,
      patient: { uuid: 'p-1' },
      startDateTime: 1_795_594_500_000,
      status: 'Scheduled',
      location: { name: 'Outpatient Clinic' },
      comments: 'Bring your card',
    },
  ],
  '/appointments/b-1/status-change': { status: 'CheckedIn' },
};

const answering = (changed: typeof answers = {}) =>
  ehr.answer(({ url }) => {
    const { pathname, searchParams } = new URL(url, 'http://x');
    const page = searchParams.get('startIndex');
    const given = { ...answers, ...changed }[page === null ? pathname : `${pathname}?startIndex=${page}`];
    return given !== undefined && typeof given === 'object' && 'body' in given
      ? (given as Answer)
      : JSON.stringify(given);
  });

const read = async (kind: Parameters<typeof readKind>[2], changed?: typeof answers) => {
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
