// The strength and substance of a medicine. Expected values are written by hand.
import { describe, expect, test } from 'vitest';
import { readPrescription } from '../support/prescriptions.ts';

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
