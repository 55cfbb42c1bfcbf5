// Video meetings and appointments in an answer of several, and several Patient records of one person. Expected values are
// written by hand; what becomes of one resource is in cases/*.yaml.
import { describe, expect, test } from 'vitest';
import type { CompactTimestamp } from '../../../../src/domain/model/timestamp.ts';
import { failureOf } from '../calls.ts';
import { patient } from './support/connect.ts';
import {
  type Answer,
  allergy,
  appointment,
  bundle,
  json,
  outcome,
  own,
  tolvan,
  videoLink,
} from './support/fhir-server.ts';
import { type Answers, only, openAt, readAll } from './support/read-all.ts';

describe('video meetings', () => {
  test('one that is only counted is not, outside the interval', async () => {
    const room = {
      resourceType: 'Location',
      id: 'l1',
      telecom: [{ system: 'url', value: 'zoommtg://video.example/1' }],
    };
    const visit = appointment({ participant: [{ actor: own }, { actor: { reference: 'Location/l1' } }] });
    const answers = { '/Appointment': bundle([visit, room]) };
    expect(await readAll('videoMeetings', answers)).toEqual([{ record: undefined, losses: [] }]);
    const interval = { from: '20260201000000' as CompactTimestamp };
    expect(await readAll('videoMeetings', answers, {}, { interval })).toEqual([]);
  });

  test('an id of 17 digits keeps them all', async () => {
    const answers = {
      '/Appointment': bundle([appointment({ id: '12345678901234567', extension: [videoLink] })]),
    };
    const { meeting } = only(await readAll('videoMeetings', answers)).record;
    expect(meeting.actionId).toBe(12345678901234567n);
  });

  test("another patient's meeting makes the answer unusable", async () => {
    const foreign = appointment({ participant: [{ actor: { reference: 'Patient/p2' } }] });
    const { read } = await openAt({ '/Appointment': bundle([foreign]) });
    expect(await failureOf(read('videoMeetings'))).toBe('ehr-unusable');
  });
});

describe('several Patient records of one person', () => {
  const personal = 'http://electronichealth.se/identifier/personnummer';
  const other = (members: object = {}) => ({ ...tolvan(), id: 'p2', ...members });
  const linked = (type: string, id = 'p2') => [{ type, other: { reference: `Patient/${id}` } }];
  const bySubject: Answer = ({ query }, response) => {
    const reference = query.get('patient') ?? '';
    json(response, bundle([allergy(reference.slice(8), { patient: { reference } })]));
  };
  const idsOf = async (answers: Answers) =>
    (await readAll('attentionSignals', { '/AllergyIntolerance': bySubject, ...answers })).map(
      ({ record }) => record.AttentionSignalEHRExtract[0].Patient.PatientInternalID,
    );

  test.each(['replaces', 'replaced-by', 'seealso', 'refer'])('a link %s is followed', async type => {
    const answers = {
      '/Patient': bundle([tolvan({ link: linked(type) })]),
      '/Patient/p2': other({ identifier: [] }),
    };
    expect(await idsOf(answers)).toEqual(['p1', 'p2']);
  });

  test.each([
    ['replaces', ['p1', 'p2']],
    ['replaced-by', ['p1', 'p2']],
    ['refer', ['p1']],
    ['seealso', ['p1']],
  ])('a linked record with another number: %s', async (type, ids) => {
    const answers = {
      '/Patient': bundle([tolvan({ link: linked(type) })]),
      '/Patient/p2': other({ identifier: [{ system: personal, value: '198507302381' }] }),
    };
    expect(await idsOf(answers)).toEqual(ids);
  });

  test('a deleted record ends the branch; an unavailable one fails the read', async () => {
    const answers = { '/Patient': bundle([tolvan({ link: linked('replaces') })]) };
    const gone: Answer = (_, response) => json(response, outcome('error', 'deleted'), 410);
    expect(await idsOf({ ...answers, '/Patient/p2': gone })).toEqual(['p1']);
    const broken: Answer = (_, response) => json(response, outcome('error', 'x'), 500);
    const { read } = await openAt({ ...answers, '/Patient/p2': broken });
    expect(await failureOf(read('attentionSignals'))).toBe('ehr-unusable');
  });

  test('more than 16 are refused', async () => {
    const chain: Answer = ({ path }, response) => {
      const n = Number(path.slice(path.lastIndexOf('p') + 1));
      json(response, other({ id: `p${n}`, link: linked('replaces', `p${n + 1}`) }));
    };
    const answers = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`/Patient/p${at + 2}`, chain]));
    const { read } = await openAt({ '/Patient': bundle([tolvan({ link: linked('replaces') })]), ...answers });
    expect(await failureOf(read('attentionSignals'))).toBe('ehr-unusable');
  });

  test.each<[string, object, object, string]>([
    ['the one that is not replaced', { link: linked('replaced-by') }, {}, 'p2'],
    ['the active one', { active: false, link: linked('seealso') }, {}, 'p2'],
    [
      'the newest',
      { link: linked('seealso'), meta: { lastUpdated: '2026-01-01T00:00:00Z' } },
      { meta: { lastUpdated: '2026-01-02T00:00:00Z' } },
      'p2',
    ],
    ['the one with the smallest id', { link: linked('seealso') }, {}, 'p1'],
  ])('%s is published', async (_, first, second, id) => {
    for (const both of [
      [tolvan(first), other(second)],
      [other(second), tolvan(first)],
    ]) {
      const found = await readAll('patients', { '/Patient': bundle(both) });
      expect(only(found).record.PatientEHRExtract[0].Patient.PatientInternalID).toBe(id);
    }
  });

  describe('of which the match is replaced', () => {
    const newer = { meta: { lastUpdated: '2026-06-01T00:00:00Z' } };
    const answers = {
      '/Patient': bundle([tolvan({ link: [...linked('replaced-by'), ...linked('seealso', 'p3')] })]),
      '/Patient/p2': other({ link: linked('replaced-by', 'p4') }),
      '/Patient/p3': other({ id: 'p3', identifier: [], ...newer }),
      '/Patient/p4': other({ id: 'p4', active: false }),
    };
    const gone: Answer = (_, response) => json(response, outcome('error', 'deleted'), 410);
    const published = async (changes: Answers = {}) =>
      only(await readAll('patients', { ...answers, ...changes })).record.PatientEHRExtract[0].Patient
        .PatientInternalID;

    test('the end of the chain is published, not a record that is merely similar', async () => {
      expect(await published()).toBe('p4');
    });

    test.each<[string, Answers, string]>([
      ['it is a circle', { '/Patient/p4': other({ id: 'p4', link: linked('replaced-by', 'p1') }) }, 'p1'],
      [
        'its last record says itself what it replaces',
        {
          '/Patient/p2': other({ link: linked('seealso', 'p4') }),
          '/Patient/p4': other({ id: 'p4', link: linked('replaces', 'p1') }),
        },
        'p2',
      ],
    ])('%s', async (_, changes, id) => {
      expect(await published(changes)).toBe(id);
    });

    test.each(['/Patient/p4', '/Patient/p2'])('%s is deleted: its records are not none (D15)', async path => {
      expect(await failureOf(published({ [path]: gone }))).toBe('ehr-unusable');
    });
  });
});

describe('appointments', () => {
  test('the payment status is unknown if the system does not offer payments', async () => {
    const { server, read: readFrom } = await openAt(
      { '/Appointment': bundle([appointment()]) },
      { own: { resources: ['Patient', 'Appointment'] } },
    );
    const [found] = (await readFrom('appointments')) as unknown as [{ record: { appointments: object[] } }];
    expect(found.record.appointments[0]).toMatchObject({ payment: undefined });
    expect(server.received.map(({ path }) => path)).toEqual(['/fhir/Patient', '/fhir/Appointment']);
  });

  test("another patient's appointment in a list is reported with that patient's id", async () => {
    const foreign = appointment({ id: '2', participant: [{ actor: { reference: 'Patient/p2' } }] });
    const { record } = only(
      await readAll('appointments', { '/Appointment': bundle([appointment(), foreign]) }),
    );
    expect(record.patient).toEqual({ PersonNumbers: [{ Number: 'Patient:Patient/p2' }] });
    expect(JSON.stringify(record.patient)).not.toContain(patient);
  });

  const personal = 'http://electronichealth.se/identifier/personnummer';

  test.each<[string, object, string | undefined]>([
    ['their number', { identifier: { system: personal, value: patient } }, patient],
    ["another's number", { identifier: { system: personal, value: '198507302381' } }, 'Patient:?'],
    ['a number of no register', { identifier: { value: patient } }, 'Patient:?'],
    ['a number whose register cannot be read', { identifier: { system: {}, value: patient } }, 'Patient:?'],
    ['an identifier that is a text', { identifier: patient }, 'Patient:?'],
    ['no identifier', { identifier: null }, 'Patient:?'],
  ])('an appointment of which the only participant has %s', async (_, actor, number) => {
    const answers = { '/Appointment': bundle([appointment({ participant: [{ actor }] })]) };
    const { record } = only(await readAll('appointments', answers));
    expect(record.patient.PersonNumbers[0].Number).toBe(number);
  });

  test('a professional known by an identifier alone is not another patient', async () => {
    const actor = { identifier: { system: 'urn:oid:1.2.752.129.2.1.4.1', value: 'SE1-D' } };
    const participant = [{ actor }, { actor: own }];
    const { record } = only(
      await readAll('appointments', { '/Appointment': bundle([appointment({ participant })]) }),
    );
    expect(record.appointments).toHaveLength(1);
    // Who it is cannot be told: it may be the unit, or a professional. Another patient is neither.
    const paths = record.appointments[0].losses.map(({ path }: { path: string }) => path);
    expect(paths.toSorted()).toEqual(['Appointment/participant', 'Appointment/participant/actor']);
    const others = [{ actor: { identifier: { system: personal, value: '198507302381' } } }, { actor: own }];
    const group = only(
      await readAll('appointments', { '/Appointment': bundle([appointment({ participant: others })]) }),
    );
    // That another patient takes part has no place.
    const path = 'Appointment/participant/actor';
    expect(group.record.appointments[0].losses).toEqual([{ path, reason: 'unmapped', hides: [] }]);
  });

  test("a group appointment is the patient's if the patient is one of the participants", async () => {
    const group = appointment({ participant: [{ actor: { reference: 'Patient/p2' } }, { actor: own }] });
    const { record } = only(await readAll('appointments', { '/Appointment': bundle([group]) }));
    expect(record.appointments).toHaveLength(1);
    expect(record.patient.PersonNumbers[0].Number).toBe(patient);
  });
});

test('as many reasons as a record may hold are read; more are unusable', async () => {
  const visitFor = (reasons: number) => ({
    resourceType: 'Encounter',
    id: '1',
    subject: { reference: 'Patient/p1' },
    reasonCode: Array.from({ length: reasons }, (_, index) => ({ text: `${index}` })),
  });
  const { record } = only(await readAll('contacts', { '/Encounter': bundle([visitFor(7_980)]) }));
  expect(record.contactEHRExtract[0].contact.contactCategory1).toMatch(/^0; 1; .*; 7979$/);
  await expect(readAll('contacts', { '/Encounter': bundle([visitFor(8_001)]) })).rejects.toMatchObject({
    code: 'ehr-unusable',
    reason: 'ehr-limit',
  });
});
