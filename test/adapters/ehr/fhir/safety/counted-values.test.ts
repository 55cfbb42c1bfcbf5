// Values that are masked, withheld or of an unexpected form are counted (D29), and never published as something else.
import { describe, expect, test } from 'vitest';
import { newCall } from '../../calls.ts';
import { patient } from '../support/connect.ts';
import { appointment, bundle, masked, outcome, own, tolvan, visit } from '../support/fhir-server.ts';
import { readPrescription } from '../support/prescriptions.ts';
import { only, openAt, readAll } from '../support/read-all.ts';

describe('the class of a contact', () => {
  const read = async (code: object) =>
    only(await readAll('contacts', { '/Encounter': bundle([visit({ class: code })]) }));

  test.each<[string, object]>([
    ['a null flavour', { system: 'http://terminology.hl7.org/CodeSystem/v3-NullFlavor', code: 'UNK' }],
    [
      'a reason why it is absent',
      {
        system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason',
        code: 'unknown',
        display: 'Unknown',
      },
    ],
  ])('that is %s is absent', async (_, code) => {
    const { record, losses } = await read(code);
    expect(record.contactEHRExtract[0].contact).not.toHaveProperty('contactVisitType');
    expect(losses).toEqual([]);
  });

  test('that is masked is counted', async () => {
    const { losses } = await read({
      system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason',
      code: 'masked',
    });
    expect(losses).toEqual(['withheld Encounter/class']);
  });
});

describe('masked items of a list are counted', () => {
  const read = async (name: object) =>
    only(
      await readAll('patients', { '/Patient': bundle([tolvan({ name: [{ family: 'Tolvan', ...name }] })]) }),
    );

  test.each<[string, object, string[]]>([
    ['that has no other items', { _given: [masked] }, ['withheld Patient/name/given']],
    ['that has others', { given: ['T', null], _given: [null, masked] }, ['withheld Patient/name/given']],
    ['that is shorter', { given: ['T'], _given: [null, masked] }, ['withheld Patient/name/given']],
    ['but not beside a value', { given: ['T'], _given: [masked] }, []],
  ])('%s', async (_, name, losses) => {
    expect((await read(name)).losses).toEqual(losses);
  });
});

describe('a flag', () => {
  const read = async (members: object) =>
    only(
      await readAll('attentionSignals', {
        '/Flag': bundle([
          {
            resourceType: 'Flag',
            id: 'f1',
            status: 'active',
            subject: own,
            code: { text: 'Sak' },
            ...members,
          },
        ]),
      }),
    );

  test('with one category in two code systems has the words of the Swedish one', async () => {
    const swedish =
      'http://hl7.se/fhir/r4/ig/medicalalertinformation/CodeSystem/SEAlertInformationCategoryCS';
    const coding = [
      { system: 'http://terminology.hl7.org/CodeSystem/flag-category', code: 'safety', display: 'Safety' },
      { system: swedish, code: 'C', display: 'Överkänslighet' },
    ];
    const { record } = await read({ category: [{ coding }] });
    expect(record.AttentionSignalEHRExtract[0].AttentionSignal.SignalWarningSubType).toBe('Överkänslighet');
  });

  test.each<[string, object[], string | undefined, string[]]>([
    ['first', [{ text: 'Läkemedel' }, { text: 'Kost' }], 'Läkemedel', ['repeated Flag/category']],
    ['only', [{ text: 'Läkemedel' }], 'Läkemedel', []],
  ])('shows its %s category, and counts the others', async (_, words, shown, losses) => {
    const system = 'http://terminology.hl7.org/CodeSystem/flag-category';
    const category = words.map(one => ({ ...one, coding: [{ system, code: 'drug' }] }));
    const found = await read({ category });
    expect(found.record.AttentionSignalEHRExtract[0].AttentionSignal.SignalWarningSubType).toBe(shown);
    expect(found.losses).toEqual(losses);
  });

  test('with a link that has no reference counts it', async () => {
    const detail = (valueReference: object) => ({
      extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/flag-detail', valueReference }],
    });
    const counted = ['unreadable Flag/extension/valueReference'];
    expect((await read(detail({ display: 'Latexallergi' }))).losses).toEqual(counted);
    expect((await read(detail({ reference: 'AllergyIntolerance/1' }))).losses).toEqual([]);
  });
});

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

describe('the id of a treatment', () => {
  test('is the identifier of the record itself if the group identifier has no value', async () => {
    const { prescription } = await readPrescription({
      groupIdentifier: { system: 'urn:oid:1.2.3' },
      identifier: [{ system: 'urn:oid:1.2.4', value: '7' }],
    });
    expect(prescription.MedicationTreatmentId).toEqual({ root: '1.2.4', extension: '7' });
  });
});
