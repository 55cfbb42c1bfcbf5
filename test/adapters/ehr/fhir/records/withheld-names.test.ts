// A resource that no patient may see is not revealed by the display of a reference to it, or by the numbers of a linked Patient.
import { describe, expect, test } from 'vitest';
import { allergy, appointment, bundle, own, tolvan, videoLink } from '../support/fhir-server.ts';
import { only, readAll } from '../support/read-all.ts';

const meta = { security: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'NOPAT' }] };
const place = { resourceType: 'Location', id: 'l1', name: 'Hemliga huset', meta };
const toPlace = { reference: 'Location/l1', display: 'Hemliga huset' };
const countedPlace = 'withheld Location/meta/security';

describe('the display of a withheld place is not published', () => {
  test('in a booking', async () => {
    const participant = [{ actor: own }, { actor: toPlace }];
    const { record } = only(
      await readAll('appointments', { '/Appointment': bundle([appointment({ participant }), place]) }),
    );
    const [{ booking, losses }] = record.appointments;
    expect(booking).not.toHaveProperty('PerformingUnit');
    expect(losses).toEqual([
      { path: 'Location/meta/security', reason: 'withheld', hides: [] },
      { path: 'Appointment/participant', reason: 'unreadable', hides: ['unit'] },
    ]);
  });

  test('in a video meeting', async () => {
    const participant = [{ actor: own }, { actor: toPlace }];
    const meeting = appointment({ participant, extension: [videoLink] });
    const { record } = only(await readAll('videoMeetings', { '/Appointment': bundle([meeting, place]) }));
    expect(record.meeting.meetingLink).toBe('https://video.example/1');
    expect(record.meeting).not.toHaveProperty('performingUnitName');
  });

  test('in a contact: neither its room nor where the patient went', async () => {
    const visit = {
      resourceType: 'Encounter',
      id: 'e1',
      status: 'finished',
      subject: own,
      location: [{ location: toPlace, physicalType: { coding: [{ code: 'ro' }] } }],
      hospitalization: { destination: toPlace, dischargeDisposition: { text: 'Annat boende' } },
    };
    const { record, losses } = only(await readAll('contacts', { '/Encounter': bundle([visit, place]) }));
    const { contact } = record.contactEHRExtract[0];
    expect(contact).not.toHaveProperty('contactRoom');
    expect(contact.discharge).toEqual({ dischargeDestination: 'Annat boende' });
    expect(losses).toEqual([countedPlace]);
  });
});

test('the display of a withheld person is not published with their role', async () => {
  const doctor = { resourceType: 'Practitioner', id: 'd1', name: [{ text: 'Hemlig Läkare' }], meta };
  const role = {
    resourceType: 'PractitionerRole',
    id: 'r1',
    practitioner: { reference: 'Practitioner/d1', display: 'Hemlig Läkare' },
    code: [{ text: 'Läkare' }],
  };
  const answers = {
    '/AllergyIntolerance': bundle([
      allergy('1', { recorder: { reference: 'PractitionerRole/r1' } }),
      role,
      doctor,
    ]),
  };
  const { record, losses } = only(await readAll('attentionSignals', answers));
  expect(JSON.stringify(record)).not.toContain('Hemlig');
  expect(JSON.stringify(record)).toContain('Läkare');
  expect(losses).toEqual(['withheld Practitioner/meta/security']);
});

describe('the numbers of a linked Patient that is withheld are not published', () => {
  const coordination = 'http://electronichealth.se/identifier/samordningsnummer';
  const linked = (members: object) => ({
    resourceType: 'Patient',
    id: 'p2',
    identifier: [{ system: coordination, value: '191212722391' }],
    ...members,
  });
  const answers = (members: object) => ({
    '/Patient': bundle([tolvan({ link: [{ type: 'seealso', other: { reference: 'Patient/p2' } }] })]),
    '/Patient/p2': linked(members),
  });

  test.each<[string, object, string]>([
    ['by a label', { meta }, 'withheld Patient/meta/security'],
    ['by its rules', { implicitRules: 'http://x' }, 'withheld Patient/implicitRules'],
  ])('%s', async (_, members, loss) => {
    const patients = only(await readAll('patients', answers(members)));
    expect(JSON.stringify(patients.record)).not.toContain('191212722391');
    expect(patients.losses).toEqual([loss]);
    const bookings = only(await readAll('appointments', answers(members)));
    expect(JSON.stringify(bookings.record)).not.toContain('191212722391');
    expect(bookings.losses).toEqual([loss]);
  });

  test('but those of any other are, and its records are still asked for', async () => {
    const { record, losses } = only(await readAll('patients', answers({})));
    expect(JSON.stringify(record)).toContain('191212722391');
    expect(losses).toEqual([]);
    const ofLinked = {
      '/AllergyIntolerance': bundle([allergy('1', { patient: { reference: 'Patient/p2' } })]),
    };
    expect(await readAll('attentionSignals', { ...answers({ meta }), ...ofLinked })).toHaveLength(1);
  });
});
