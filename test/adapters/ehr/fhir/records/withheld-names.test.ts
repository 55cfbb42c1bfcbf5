// A resource that no patient may see is not revealed by the display of a reference to it, or by the numbers of a linked Patient.
import { describe, expect, test } from 'vitest';
import { allergy, bundle, tolvan } from '../support/fhir-server.ts';
import { only, readAll } from '../support/read-all.ts';

const meta = { security: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'NOPAT' }] };

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
