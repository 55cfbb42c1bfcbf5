// Answers of OpenMRS about invented people, in the form of its public REST documentation.
import { world } from '../../contract-world.ts';
import type { Answer } from '../table-ehr.ts';

const { patient } = world;
const links = [{ rel: 'self', uri: 'http://localhost:8080/openmrs/ws/rest/v1/x' }];
const own = { voided: false, patient: { uuid: 'p-1', links }, links, resourceVersion: '1.8' };
export const identifier = (type: string, value: string) => ({
  identifier: value,
  identifierType: { uuid: type, display: 'a type', links },
  links,
});
export const attribute = (type: string, value: unknown) => ({
  attributeType: { uuid: type, links },
  value,
  links,
});

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
export const results = (items: readonly object[], more: object = {}) => ({ results: items, ...more });
export const ob = (display: string, value: unknown, more: object = {}) => ({
  concept: { display, links },
  value,
  voided: false,
  links,
  ...more,
});
export const order = {
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

export type Answers = Record<string, Answer | object>;

/** Path below the base URL, with the query that tells pages apart → the answer. */
const answers: Answers = {
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

/** What OpenMRS answers. @param changed the answers that differ. */
export const openmrsAnswer = (url: string, changed: Answers = {}): Answer => {
  const { pathname, searchParams } = new URL(url, 'http://x');
  const page = searchParams.get('startIndex');
  const given = { ...answers, ...changed }[page === null ? pathname : `${pathname}?startIndex=${page}`];
  return given !== undefined && typeof given === 'object' && 'body' in given
    ? (given as Answer)
    : JSON.stringify(given);
};
