// The members of a prescription, row by row of the mapping. Expected values are written by hand.
import { describe, expect, test } from 'vitest';
import { bundle } from '../support/fhir-server.ts';
import { dose, readDosages, readPrescription, repeat, request } from '../support/prescriptions.ts';
import { only, readAll } from '../support/read-all.ts';

test.each<[string, string | undefined, boolean | undefined]>([
  ['active', 'ACTIVE', true],
  ['on-hold', 'PAUSED', false],
  ['completed', 'ENDED', false],
  ['stopped', 'DISCONTINUED', false],
  ['cancelled', 'DISCONTINUED', false],
  ['unknown', undefined, undefined],
])('the status %s', async (status, TreatmentStatus, isActive) => {
  const { prescription, losses } = await readPrescription({ status });
  expect(prescription.MedicationTreatmentStatusDetail).toEqual(TreatmentStatus && { TreatmentStatus });
  expect(prescription.MedicationActive).toBe(isActive);
  expect(losses).toEqual([]);
});

test('identifiers, category, reasons and the reason of the status', async () => {
  const own = { system: 'urn:oid:1.2.3', value: 'R7' };
  const { prescription, losses } = await readPrescription({
    identifier: [own, { system: 'urn:oid:1.2.4', value: 'R8' }],
    groupIdentifier: { system: 'http://region.example/groups', value: 'G1' },
    authoredOn: '2026-01-15',
    statusReason: { text: 'Biverkan' },
    category: [{ text: 'Öppenvård' }, { coding: [{ code: 'community' }] }, { text: 'Öppenvård' }],
    reasonCode: [{ text: 'Huvudvärk' }],
    reasonReference: [{ reference: 'Condition/1', display: 'Migrän' }],
  });
  expect(prescription).toMatchObject({
    MedicationTreatmentId: { root: 'http://region.example/groups', extension: 'G1' },
    PrescriptionVersionDateTime: { value: '20260115000000' },
    PrescriptionCancelComment: 'Biverkan',
    PrescriptionType: 'Öppenvård; community',
    PrescriptionReasonText: 'Huvudvärk; Migrän',
  });
  // The group's identifier is published; these four values are not.
  expect(losses).toEqual(Array.from({ length: 4 }, () => 'unmapped MedicationRequest/identifier'));
  const { prescription: ungrouped } = await readPrescription({ identifier: [own] });
  expect(ungrouped.MedicationTreatmentId).toEqual({ root: '1.2.3', extension: 'R7' });
});

test('the prescriber and who recorded it, and a note that has no place', async () => {
  const { record, losses } = only(
    await readAll('prescriptions', {
      '/MedicationRequest': bundle([
        request({
          requester: { identifier: { system: 'urn:oid:1.2.752.29.4.19', value: 'SE1-1' } },
          recorder: { display: 'Sjuksköterska Två' },
          note: [{ text: 'En' }, { text: 'Två' }],
        }),
      ]),
    }),
  );
  expect(record.PrescriptionEHRExtract[0].CareProviders).toEqual({
    CareProviders: [
      {
        CareProvider: [
          {
            CareProviderType: 'requester',
            CareProviderID: { root: '1.2.752.129.2.1.4.1', extension: 'SE1-1' },
          },
          { CareProviderType: 'recorder', CareProviderName: 'Sjuksköterska Två' },
        ],
      },
    ],
  });
  expect(losses).toEqual(['unmapped MedicationRequest/note', 'unmapped MedicationRequest/note']);
});

describe('what the dosages of a prescription share', () => {
  const daily = { frequency: 1, period: 1, periodUnit: 'd' };
  const during = (value: number, boundsPeriod: object, members: object = {}) => ({
    ...dose(value),
    ...repeat({ ...daily, boundsPeriod }),
    ...members,
  });

  test('begins with the earliest start and ends with the latest end', async () => {
    const { prescription, plugins } = await readDosages(
      during(2, { start: '2026-01-08', end: '2026-01-20' }, { sequence: 2 }),
      during(1, { start: '2026-01-01', end: '2026-01-07' }, { sequence: 1 }),
    );
    expect(prescription.PrescriptionStartDateTime).toEqual({ value: '20260101000000' });
    expect(prescription.PrescriptionEndDateTime).toEqual({ value: '20260120235959' });
    expect(plugins).toEqual([
      {
        IX3Dosage: {
          DosageOrder: 1,
          DoseStart: { DoseStartType: 'DATE', StartDate: { value: '20260101000000' } },
          DoseEnd: { DoseEndType: 'DATE', EndDate: { value: '20260107235959' } },
          DosageText: '1 gång per dag',
          DoseInstance: [{ MinQty: '1 tablett', MaxQty: '1 tablett', DoseOrder: 1, Type: 'NORMAL' }],
        },
      },
      {
        IX3Dosage: {
          DosageOrder: 2,
          DoseStart: { DoseStartType: 'DATE', StartDate: { value: '20260108000000' } },
          DoseEnd: { DoseEndType: 'DATE', EndDate: { value: '20260120235959' } },
          DosageText: '1 gång per dag',
          DoseInstance: [{ MinQty: '2 tabletter', MaxQty: '2 tabletter', DoseOrder: 1, Type: 'NORMAL' }],
        },
      },
    ]);
  });

  test('has no end, where one of them has none', async () => {
    const { prescription } = await readDosages(
      during(1, { start: '2026-01-01', end: '2026-01-07' }),
      during(2, { start: '2026-01-08' }),
    );
    expect(prescription.PrescriptionStartDateTime).toEqual({ value: '20260101000000' });
    expect(prescription).not.toHaveProperty('PrescriptionEndDateTime');
  });

  test('comes in the order of the sequence; one without comes last', async () => {
    const text = (words: string, sequence?: number) => ({ text: words, sequence });
    const { plugins } = await readDosages(text('Sist'), text('Sedan', 2), text('Först', 1));
    expect(plugins.map((one: { FreeTextDosage: { Text: string } }) => one.FreeTextDosage.Text)).toEqual([
      'Först',
      'Sedan',
      'Sist',
    ]);
  });

  test.each<[string, object, object, boolean | undefined]>([
    ['both yes', { asNeededBoolean: true }, { asNeededBoolean: true }, true],
    ['yes, and for a reason', { asNeededBoolean: true }, { asNeededCodeableConcept: { text: 'Värk' } }, true],
    ['both no', { asNeededBoolean: false }, { asNeededBoolean: false }, false],
    ['yes and no', { asNeededBoolean: true }, { asNeededBoolean: false }, undefined],
    ['yes and unsaid', { asNeededBoolean: true }, {}, undefined],
    ['no and unsaid', { asNeededBoolean: false }, {}, undefined],
  ])('as needed: %s', async (_, one, other, whenNeeded) => {
    const { prescription, plugins } = await readDosages(
      { ...dose(1), ...repeat(daily), ...one },
      { ...dose(2), ...repeat(daily), ...other },
    );
    expect(prescription.PrescriptionDosages.WhenNeeded).toBe(whenNeeded);
    // What does not apply to all is said of each.
    if (whenNeeded === undefined)
      expect(plugins[0].IX3Dosage.WholeWhenNeeded).toBe('asNeededBoolean' in one && one.asNeededBoolean);
  });
});

describe('the medicine', () => {
  const productOf = async (medication: object, display?: string) => {
    const { prescription, losses } = await readPrescription(
      { medicationCodeableConcept: undefined, medicationReference: { reference: 'Medication/x', display } },
      { resourceType: 'Medication', id: 'x', ...medication },
    );
    expect(losses).toEqual([]);
    return prescription.MainProductTreatment;
  };
  const article = {
    url: 'http://electronichealth.se/fhir/StructureDefinition/NLLArticleInfo',
    extension: [{ url: 'productName', valueString: 'Exemplipin 5 mg' }],
  };

  test('has the name of its code, else of its article, else of the reference', async () => {
    const form = { text: 'Tablett' };
    const all = { code: { text: 'Exemplipin' }, extension: [article], form };
    expect(await productOf(all, 'Annat')).toEqual({
      PrescriptionProductTradeName: 'Exemplipin',
      PrescriptionProductDrugFormTextSv: 'Tablett',
    });
    expect(await productOf({ extension: [article] }, 'Annat')).toEqual({
      PrescriptionProductTradeName: 'Exemplipin 5 mg',
    });
    expect(await productOf({}, 'Annat')).toEqual({ PrescriptionProductTradeName: 'Annat' });
  });

  test.each([
    'urn:oid:1.2.752.129.2.1.5.1',
    'urn:oid:1.2.752.129.2.1.5.2',
    'http://x.example/npl',
    'http://x.example/nplid',
    'http://x.example/nplpackid',
  ])('has a product id of %s', async system => {
    const root = system.replace('urn:oid:', '');
    const id = { PrescriptionProductNplID: { root, extension: '7' } };
    const coding = [{ code: 'C01' }, { system, code: '7' }];
    expect(await productOf({ code: { text: 'E', coding } })).toMatchObject(id);
    expect(await productOf({ code: { text: 'E' }, identifier: [{ system, value: '7' }] })).toMatchObject(id);
  });

  test.each([
    ['http://www.whocc.no/atc', 'http://www.whocc.no/atc'],
    ['urn:oid:1.2.752.129.2.2.3.1.1', '1.2.752.129.2.2.3.1.1'],
    ['http://x.example/atc', 'http://x.example/atc'],
  ])('has an ATC code of %s', async (system, codeSystem) => {
    const coding = [{ code: 'X' }, { system, code: 'C08CA01', version: '2026', display: 'amlodipin' }];
    expect(await productOf({ code: { text: 'E', coding } })).toEqual({
      PrescriptionProductTradeName: 'E',
      PrescriptionProduct_AtcCode: {
        code: 'C08CA01',
        codeSystem,
        codeSystemVersion: '2026',
        displayName: { value: 'amlodipin' },
      },
    });
  });
});
