// A dose of another strength or form is another amount of the drug.
import { expect, test } from 'vitest';
import { selectDrug } from '../../../../../src/adapters/ehr/rivta/medication/drug.ts';
import type { DrugChoiceType } from '../../../../../src/adapters/ehr/rivta/medication/wire-types.ts';

const dosage = [{ dosageInstruction: '10 tabletter' }];

const generics = (value?: string, unit?: string, form?: string): DrugChoiceType => ({
  generics: {
    substance: 'Morfin',
    ...(form === undefined ? {} : { form }),
    strength: { ...(value === undefined ? {} : { value }), ...(unit === undefined ? {} : { unit }) },
  },
});
const drug = (strength: string, name?: string): DrugChoiceType => ({
  drug: {
    strength,
    strengthUnit: 'mg',
    atcCode: { code: 'B01AA03' },
    ...(name === undefined ? {} : { nplId: { code: name, displayName: name } }),
  },
});

test.each<[string, DrugChoiceType, DrugChoiceType, boolean]>([
  ['another strength', generics('10', 'mg'), generics('1', 'mg'), false],
  ['another unit', generics('10', 'mg'), generics('10', 'mg/ml'), false],
  ['another form', generics('10', 'mg', 'Tablett'), generics('10', 'mg', 'Oral lösning'), false],
  ['the same ATC code in another strength', drug('2.5', 'Waran'), drug('5'), false],
  ['no name and another strength', drug('2.5', 'Waran'), { generics: { strength: { value: '5' } } }, false],
  ['the same ATC code and strength', drug('2.5', 'Waran'), drug('2.5'), true],
  ['the same in other digits', generics('2,50', 'mg', 'tablett'), generics('2.5', 'mg', 'Tablett'), true],
  ['a strength, but the published drug has none', generics(), generics('1', 'mg'), true],
  ['no strength', generics('10', 'mg', 'Tablett'), generics(undefined, 'mg'), true],
])('a dose is given with %s', (_name, prescribed, administered, isTaken) => {
  const { drug: chosen, dosages } = selectDrug({
    drug: prescribed,
    administration: [{ drug: { ...administered, dosage } }],
  });
  expect(chosen).toBe(prescribed);
  expect(dosages).toEqual(isTaken ? dosage : []);
});
