// Values that are masked, withheld or of an unexpected form are counted (D29), and never published as something else.
import { describe, expect, test } from 'vitest';
import { newCall } from '../../calls.ts';
import { patient } from '../support/connect.ts';
import { appointment, bundle, outcome, tolvan } from '../support/fhir-server.ts';
import { only, openAt, readAll } from '../support/read-all.ts';

describe('a withheld PaymentNotice', () => {
  const notice = (members: object) => ({
    resourceType: 'PaymentNotice',
    id: 'n1',
    status: 'active',
    request: { reference: 'Appointment/59062' },
    ...members,
  });

  test.each<[string, object, string]>([
    ['by a label', { meta: { security: [{ code: 'NOPAT' }] } }, 'PaymentNotice/meta/security'],
    ['by its rules', { implicitRules: 'http://region.example/rules' }, 'PaymentNotice/implicitRules'],
  ])('%s is counted for its booking', async (_, members, path) => {
    const { record } = only(
      await readAll('appointments', {
        '/Appointment': bundle([appointment(), appointment({ id: '2' })]),
        '/PaymentNotice': bundle([notice(members)]),
      }),
    );
    const [first, second] = record.appointments;
    expect(first.losses).toEqual([{ path, reason: 'withheld', hides: [] }]);
    expect(second.losses).toEqual([]);
  });
});

test('payments of no certain appointment are not looked at by the thousands (D32)', async () => {
  const many = (count: number, resource: (id: string) => object) =>
    bundle(Array.from({ length: count }, (_, at) => resource(`${at}`)));
  const unclear = (id: string) => ({ resourceType: 'PaymentNotice', id, status: 'active', request: [] });
  const answers = (appointments: number, notices: number) => ({
    '/Appointment': many(appointments, id => appointment({ id })),
    '/PaymentNotice': many(notices, unclear),
  });
  expect(only(await readAll('appointments', answers(400, 5))).record.appointments).toHaveLength(400);
  await expect(readAll('appointments', answers(1, 7000))).rejects.toMatchObject({ code: 'ehr-unusable' });
});

test('visits and payments that the server refuses to show are counted, and the payment is not known', async () => {
  const refused = bundle([outcome('warning', 'forbidden')]);
  const { record, losses } = only(
    await readAll('appointments', {
      '/Appointment': bundle([appointment()]),
      '/Encounter': refused,
      '/PaymentNotice': refused,
    }),
  );
  expect(losses).toEqual(['withheld Encounter', 'withheld PaymentNotice']);
  expect(record.appointments).toMatchObject([{ state: 'BOOKED', payment: undefined }]);
});

describe('relatives', () => {
  test('that the server hides are counted', async () => {
    const hidden = outcome('information', 'suppressed');
    const { losses } = only(await readAll('patients', { '/RelatedPerson': bundle([hidden, hidden]) }));
    expect(losses).toEqual(['withheld RelatedPerson', 'withheld RelatedPerson']);
  });

  test('of another patient are not shown, and counted as foreign (D17)', async () => {
    const stranger = {
      resourceType: 'RelatedPerson',
      id: 'r1',
      meta: { security: [{ code: 'sekretessmarkering' }] },
      patient: { reference: 'Patient/p7' },
      relationship: [{ text: 'Granne' }],
      name: [{ text: 'Helga Hemlig' }],
    };
    const { ehr } = await openAt({
      '/Patient': bundle([tolvan({ contact: [{ name: { text: 'Helga Hemlig' } }] })]),
      '/RelatedPerson': bundle([stranger]),
    });
    const reading = ehr.patients?.({ patient, interval: {}, call: newCall() });
    const [found, ...omissions] = reading === undefined ? [] : await Array.fromAsync(reading);
    expect(JSON.stringify(found)).not.toContain('Granne');
    // The RelatedPerson is another patient's, so its protection does not hide this patient's contact.
    expect(JSON.stringify(found)).toContain('"PatientRelativeName":"Helga Hemlig"');
    expect(omissions).toEqual([{ omitted: 'foreign' }]);
  });
});

describe('numbers that cannot be read are counted', () => {
  const system = 'http://electronichealth.se/identifier/samordningsnummer';
  const unreadable = { system, value: {} };

  test('once, of the patient', async () => {
    const answers = { '/Patient': bundle([tolvan({ identifier: [...tolvan().identifier, unreadable] })]) };
    const counted = ['unreadable Patient/identifier/value'];
    expect(only(await readAll('patients', answers)).losses).toEqual(counted);
    expect(only(await readAll('appointments', answers)).losses).toEqual(counted);
  });

  test('of a linked Patient', async () => {
    const answers = {
      '/Patient': bundle([tolvan({ link: [{ type: 'replaces', other: { reference: 'Patient/p2' } }] })]),
      '/Patient/p2': { resourceType: 'Patient', id: 'p2', identifier: [unreadable] },
    };
    const counted = ['unreadable Patient/identifier/value'];
    expect(only(await readAll('patients', answers)).losses).toEqual(counted);
    expect(only(await readAll('appointments', answers)).losses).toEqual(counted);
  });
});
