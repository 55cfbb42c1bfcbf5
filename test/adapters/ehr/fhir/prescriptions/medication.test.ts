// The strength and substance of a medicine. Expected values are written by hand.
import { describe, expect, test } from 'vitest';
import { bundle } from '../support/fhir-server.ts';
import { readPrescription, request } from '../support/prescriptions.ts';
import { only, readAll } from '../support/read-all.ts';

/** Reads the product of a prescription of a contained Medication. */
const readProduct = async (ingredient: object[]) => {
  const { prescription, losses } = await readPrescription({
    medicationCodeableConcept: undefined,
    medicationReference: { reference: '#x' },
    contained: [{ resourceType: 'Medication', id: 'x', code: { text: 'Exemplipin' }, ingredient }],
  });
  return { product: prescription.MainProductTreatment, losses };
};

const named = { PrescriptionProductTradeName: 'Exemplipin' };

describe('the strength', () => {
  const read = (numerator: object, denominator?: object) =>
    readProduct([{ strength: { numerator, denominator } }]);
  const strength = (
    PrescriptionProductStrengthNumeric: string,
    PrescriptionProductStrengthNumericUnit?: string,
  ) => ({
    ...named,
    PrescriptionProductStrengthNumeric,
    ...(PrescriptionProductStrengthNumericUnit && { PrescriptionProductStrengthNumericUnit }),
  });
  const five = { value: 5, unit: 'mg' };

  test.each<[string, object, object | undefined, object]>([
    ['without a denominator', five, undefined, strength('5', 'mg')],
    ['per unit', five, { value: 1, unit: 'ml' }, strength('5', 'mg/ml')],
    ['per several', five, { value: 5, unit: 'ml' }, strength('5', 'mg/5 ml')],
    ['per one without a unit', five, { value: 1 }, strength('5', 'mg')],
    ['per several without a unit', five, { value: 5 }, strength('5', 'mg/5')],
    ['without a unit', { value: 5 }, { value: 1, unit: 'ml' }, strength('5', '/ml')],
  ])('%s', async (_, numerator, denominator, product) => {
    expect(await read(numerator, denominator)).toEqual({ product, losses: [] });
  });

  test.each<[string, object, object]>([
    ['numerator', { unit: 'mg' }, { value: 1, unit: 'ml' }],
    ['denominator', five, { unit: 'ml' }],
  ])('with a %s without a value is left out and counted', async (path, numerator, denominator) => {
    expect(await read(numerator, denominator)).toEqual({
      product: named,
      losses: [`unreadable Medication/ingredient/strength/${path}`],
    });
  });
});

test('a strength with only a denominator is counted', async () => {
  const strength = { denominator: { value: 1, unit: 'ml' } };
  expect(await readProduct([{ strength }])).toEqual({
    product: named,
    losses: ['unreadable Medication/ingredient/strength'],
  });
});

describe('an ingredient that is a reference', () => {
  const item = (reference: string, display?: string) => [{ itemReference: { reference, display } }];
  const substance = { resourceType: 'Substance', id: 's', code: { text: 'amlodipin' } };
  const medication = (ingredient: object[]) => ({
    resourceType: 'Medication',
    id: 'x',
    code: { text: 'Exemplipin' },
    ingredient,
  });
  const prescribed = (members: object = {}) =>
    request({
      medicationCodeableConcept: undefined,
      medicationReference: { reference: 'Medication/x' },
      ...members,
    });
  const read = async (resources: object[], medications: object[] = []) => {
    const answers = { '/MedicationRequest': bundle(resources), '/Medication': bundle(medications) };
    const { record, losses } = only(await readAll('prescriptions', answers));
    const [extract] = record?.PrescriptionEHRExtract ?? [];
    return { product: extract?.Prescription.MainProductTreatment, losses };
  };
  const found = { product: { ...named, MainSubstance: 'amlodipin' }, losses: [] };

  test('to a contained resource', async () => {
    const contained = [medication(item('#s')), substance];
    expect(await read([prescribed({ medicationReference: { reference: '#x' }, contained })])).toEqual(found);
  });

  test('to an included resource', async () => {
    expect(await read([prescribed(), medication(item('Substance/s')), substance])).toEqual(found);
  });

  test('to a Medication that was not included: fetched', async () => {
    const inner = { resourceType: 'Medication', id: 'y', code: { text: 'amlodipin' } };
    expect(await read([prescribed(), medication(item('Medication/y'))], [inner])).toEqual(found);
  });

  test('that is missing is named by its display, else counted', async () => {
    expect(await read([prescribed(), medication(item('Substance/s', 'amlodipin'))])).toEqual(found);
    expect(await read([prescribed(), medication(item('Substance/s'))])).toEqual({
      product: named,
      losses: ['unreadable Medication/ingredient/itemReference'],
    });
  });

  test('that is withheld withholds the prescription', async () => {
    const meta = {
      security: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'NOPAT' }],
    };
    const hidden = [prescribed(), medication(item('Substance/s', 'amlodipin')), { ...substance, meta }];
    const answers = { '/MedicationRequest': bundle(hidden) };
    expect(await readAll('prescriptions', answers)).toEqual([{ record: undefined, losses: [] }]);
  });
});

describe('a medicine that is named twice is never made of two', () => {
  const contained = [
    {
      resourceType: 'Medication',
      id: 'x',
      code: { text: 'Annatlipin', coding: [{ system: 'http://www.whocc.no/atc', code: 'N02BE01' }] },
      form: { text: 'Tablett' },
      ingredient: [
        { itemCodeableConcept: { text: 'annat' }, strength: { numerator: { value: 500, unit: 'mg' } } },
      ],
    },
  ];
  const read = async (medicationCodeableConcept: object) => {
    const medicationReference = { reference: '#x', display: 'Annatlipin 500 mg' };
    const { prescription, losses } = await readPrescription({
      medicationCodeableConcept,
      medicationReference,
      contained,
    });
    return { product: prescription.MainProductTreatment, losses };
  };

  test('a code beside a reference: the code, without the strength of the other', async () => {
    expect(await read({ text: 'Exemplipin' })).toEqual({
      product: named,
      losses: ['repeated MedicationRequest/medicationReference'],
    });
  });

  test('a masked code is not replaced by the reference', async () => {
    const system = 'http://terminology.hl7.org/CodeSystem/data-absent-reason';
    expect(await read({ coding: [{ system, code: 'masked' }] })).toEqual({
      product: undefined,
      losses: [
        'withheld MedicationRequest/medicationCodeableConcept',
        'repeated MedicationRequest/medicationReference',
      ],
    });
  });

  test('a code that is said to be unknown: the reference alone', async () => {
    const system = 'http://terminology.hl7.org/CodeSystem/data-absent-reason';
    const { product, losses } = await read({ coding: [{ system, code: 'unknown' }] });
    expect(product).toMatchObject({ PrescriptionProductTradeName: 'Annatlipin', MainSubstance: 'annat' });
    expect(losses).toEqual([]);
  });

  test('a substance beside a reference to one is counted', async () => {
    const item = { itemCodeableConcept: { text: 'amlodipin' }, itemReference: { display: 'annat' } };
    expect(await readProduct([item])).toEqual({
      product: { ...named, MainSubstance: 'amlodipin' },
      losses: ['repeated Medication/ingredient/itemReference'],
    });
  });
});
