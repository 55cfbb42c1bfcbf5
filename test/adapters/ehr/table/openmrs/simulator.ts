// OpenMRS as an EHR to damage: the resources of its public REST documentation, with invented people, one encounter a page.
import type { IncomingMessage } from 'node:http';
import { text as bodyOf } from 'node:stream/consumers';
import { type Listening, listen } from '../../../../../sandbox/listen.ts';
import { mixedCaseId } from '../../contract/damage-harness.ts';
import { world } from '../../contract-world.ts';
import { attribute, identifier, ob, results } from './answers.ts';

const uuids: Readonly<Record<string, string>> = {
  [world.patient]: 'p-1',
  [world.other]: 'p-2',
  [world.empty]: 'p-3',
};

const bornOn = (number: string) =>
  `${number.slice(0, 4)}-${number.slice(4, 6)}-${number.slice(6, 8)}T00:00:00.000+0530`;

const personOf = (number: string) => ({
  uuid: uuids[number],
  voided: false,
  identifiers: [identifier('05a29f94-c0ed-11e2-94be-8c13b969e334', number)],
  person: {
    gender: 'M',
    birthdate: bornOn(number),
    preferredName: { givenName: 'Tolvan', familyName: 'Tolvansson' },
    attributes: [attribute('8d871d18-c2cc-11de-8d13-0010c6dffd0f', false)],
  },
});

type Appointment = { readonly uuid: string; status: string };

/** The records of a patient. */
const recordsOf = (patient: string) => {
  const own = { voided: false, patient: { uuid: patient } };
  return {
    allergy: [
      ['a-1', { codedAllergen: { display: 'Penicillin' }, nonCodedAllergen: null }],
      ['a-2', { codedAllergen: { display: 'Other non-coded' }, nonCodedAllergen: 'Kastanj' }],
    ].map(([uuid, allergen]) => ({
      ...own,
      uuid,
      allergen,
      severity: { display: 'Severe' },
      reactions: ['Hives', 'Dyspnea'],
      comment: 'Since 2019',
      auditInfo: { dateCreated: '2019-04-02T10:00:00.000+0200' },
    })),
    flag: [
      { ...own, uuid: 'f-1', display: 'Pacemaker', endDate: '2026-12-24T00:00:00.000+0100' },
      { ...own, uuid: 'f-2', display: 'Isolation', endDate: '2026-11-24T00:00:00.000+0100' },
    ],
    visit: ['v-1', 'v-2'].map(uuid => ({
      ...own,
      uuid,
      startDatetime: '2026-11-02T09:00:00.000+0100',
      stopDatetime: '2026-11-02T10:00:00.000+0100',
      visitType: { display: 'Facility Visit' },
      location: { uuid: 'l-1', display: 'Outpatient Clinic' },
    })),
    encounter: ['e-1', 'e-2'].map(uuid => ({
      ...own,
      uuid,
      encounterDatetime: '2026-11-02T09:30:00.000+0100',
      encounterType: { display: 'Vitals' },
      encounterProviders: [{ provider: { display: 'Åsa Ek' } }],
      obs: [ob('Systolic', 140), ob('General', 'Looks very unwell'), ob('Smoker', false)],
    })),
    order: ['o-1', 'o-2'].map(uuid => ({
      ...own,
      uuid,
      type: 'drugorder',
      dateActivated: '2026-11-01T09:00:00.000+0100',
      dateStopped: '2027-01-01T09:00:00.000+0100',
      drug: { display: 'Paracetamol 500mg' },
      dose: 2.5,
      doseUnits: { display: 'Tablet' },
      frequency: { display: 'Twice daily' },
      route: { display: 'Oral' },
      dosingInstructions: 'With food',
    })),
    appointments: [
      [world.bookingId, 'Scheduled'],
      [mixedCaseId, 'Scheduled'],
    ].map(([uuid = '', status = '']) => ({
      ...own,
      uuid,
      startDateTime: 1_795_594_500_000,
      status,
      location: { name: 'Outpatient Clinic' },
      comments: 'Bring your card',
    })),
  };
};

type Records = { readonly [name in keyof ReturnType<typeof recordsOf>]: readonly object[] };
type Answer = { readonly status: number; readonly body: unknown };

const found = (body: unknown): Answer => ({ status: 200, body });
const refused = (status: number, message: string): Answer => ({ status, body: { error: { message } } });

/** Starts the EHR on loopback. */
export const openmrsSimulator = async (): Promise<Listening> => {
  const none: Records = { allergy: [], flag: [], visit: [], encounter: [], order: [], appointments: [] };
  const patients = new Map<string | undefined, Records>(
    Object.entries(uuids).map(([number, uuid]) => [uuid, number === world.empty ? none : recordsOf(uuid)]),
  );
  const numberOf = (uuid: string) => Object.keys(uuids).find(number => uuids[number] === uuid) ?? '';

  const write = (uuid: string, patient: string): Answer => {
    const booking = patients.get(patient)?.appointments.find(one => (one as Appointment).uuid === uuid);
    if (booking === undefined) return refused(404, 'Appointment does not exist');
    const { status } = booking as Appointment;
    if (status !== 'Scheduled')
      return refused(400, `Appointment status can not be changed from ${status} to CheckedIn`);
    Object.assign(booking, { status: 'CheckedIn' });
    return found({ status: 'CheckedIn' });
  };

  const answerTo = ({ url = '' }: IncomingMessage, body: string): Answer => {
    const { pathname, searchParams } = new URL(url, 'http://x');
    const [, resource = '', id = '', part] = pathname.split('/');
    if (resource === 'appointments') {
      const sent = JSON.parse(body);
      return id === 'search'
        ? found(patients.get(sent.patientUuid)?.appointments)
        : write(decodeURIComponent(id), sent.patient);
    }
    const asked = searchParams.get('identifier');
    if (asked !== null) return found(results(uuids[asked] === undefined ? [] : [personOf(asked)]));
    if (resource === 'patient' && part === undefined) return found(personOf(numberOf(id)));
    const list = patients.get(part === undefined ? (searchParams.get('patient') ?? '') : id)?.[
      (part ?? resource) as keyof Records
    ];
    if (list === undefined) return refused(404, 'Object with given uuid does not exist');
    if (part === 'allergy' && list.length === 0) return { status: 404, body: null };
    if (resource !== 'encounter') return found(results(list));
    const at = Number(searchParams.get('startIndex') ?? 0);
    // It knows itself by another name.
    const uri = `http://localhost:8080/encounter?patient=${searchParams.get('patient')}&v=full&startIndex=${at + 1}`;
    const links = at + 1 < list.length ? { links: [{ rel: 'next', uri }] } : {};
    return found(results(list.slice(at, at + 1), links));
  };

  return listen(async (request, response) => {
    const { status, body } = answerTo(request, await bodyOf(request));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }, 0);
};
