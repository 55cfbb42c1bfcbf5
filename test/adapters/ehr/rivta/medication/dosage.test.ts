// A dosage always says how often: as text if it has no member for it.
import { describe, expect, test } from 'vitest';
import { ix3Dosage } from '../../../../../src/adapters/ehr/rivta/medication/dosage.ts';
import type { DosageType } from '../../../../../src/adapters/ehr/rivta/medication/drug-choice.ts';

const tablet = { displayName: 'tablett' };
const two = { low: '2', high: '2', unit: '1' };
const pq = (value: string, unit: string) => ({ value, unit });
const textOf = (dosage: DosageType) => ix3Dosage(dosage).DosageText;

const everyDay = (frequency: ReturnType<typeof pq>) =>
  textOf({ unitDose: tablet, setDosage: { frequencyDosage: { dose: two, frequency } } });

describe('how often', () => {
  test.each([
    [pq('3', 'd'), '2 tablett, 3 gånger per dag'],
    [pq('1', 'd'), '2 tablett, 1 gång per dag'],
    [pq('1.0', 'wk'), '2 tablett, 1.0 gång per vecka'],
    [pq('3', '/d'), '2 tablett, 3 gånger per dag'],
    [pq('3', '1/d'), '2 tablett, 3 gånger per dag'],
    [pq('3', 'd-1'), '2 tablett, 3 gånger per dag'],
    [pq('3', '{gånger}/d'), '2 tablett, 3 gånger per dag'],
    [pq('3', 'ggr/dygn'), '2 tablett, 3 gånger per dag'],
    [pq('6', 'h'), '2 tablett, 6 gånger per timme'],
    [pq('2', 'mo'), '2 tablett, 2 gånger per månad'],
    [pq('2', 'a'), '2 tablett, 2 gånger per år'],
    [pq('2', 'min'), '2 tablett, 2 gånger per minut'],
    // An unknown unit is published unchanged, as a frequency.
    [pq('3', 'fortnight'), '2 tablett, frekvens 3 fortnight'],
    [pq('3', 'mg/d'), '2 tablett, frekvens 3 mg/d'],
  ])('%j', (frequency, words) => {
    expect(everyDay(frequency)).toBe(words);
  });
});

describe('how much', () => {
  const amount = (dose: object) =>
    textOf({ unitDose: tablet, setDosage: { frequencyDosage: { dose, frequency: pq('3', 'd') } } });

  test.each([
    [{ low: '1', high: '2', unit: '1' }, '1-2 tablett, 3 gånger per dag'],
    [{ low: '0.50', high: '0.5', unit: '1' }, '0.50 tablett, 3 gånger per dag'],
    [{ low: '1', unit: 'ml' }, 'minst 1 ml, 3 gånger per dag'],
    [{ high: '2', unit: 'ml' }, 'högst 2 ml, 3 gånger per dag'],
    [{ low: '5', high: '5', unit: 'mg/m2' }, '5 mg/m2, 3 gånger per dag'],
    [{ unit: 'ml' }, '3 gånger per dag'],
  ])('%j', (dose, words) => {
    expect(amount(dose)).toBe(words);
  });

  test('a number without a unit says so: `1, 5 gånger` would read as 1,5', () => {
    const dose = { low: '1', high: '1', unit: '1' };
    expect(textOf({ setDosage: { frequencyDosage: { dose, frequency: pq('5', 'd') } } })).toBe(
      '1 utan enhet, 5 gånger per dag',
    );
    expect(textOf({ setDosage: { singleDose: { dose: { high: '2' } } } })).toBe(
      'högst 2 utan enhet, en gång',
    );
  });

  test("a dose's own unit takes precedence over that of the whole dosage, in the dose and in the text", () => {
    const dosage = ix3Dosage({
      unitDose: tablet,
      setDosage: { frequencyDosage: { dose: { low: '5', high: '5', unit: 'ml' }, frequency: pq('3', 'd') } },
    });
    expect(dosage.DoseInstance).toEqual([{ MinQty: '5 ml', MaxQty: '5 ml' }]);
    expect(dosage.DosageText).toBe('5 ml, 3 gånger per dag');
  });
});

test.each<[string, DosageType['setDosage'], string]>([
  ['a period', { periodDosage: { dose: two, period: pq('8', 'h') } }, '2 tablett, 1 gång per 8 timmar'],
  ['a period of one', { periodDosage: { dose: two, period: pq('1', 'd') } }, '2 tablett, 1 gång per dag'],
  [
    'occasions',
    {
      occasionDosage: {
        period: pq('1', 'wk'),
        administration: [
          { dose: two, time: '08:00', dayOfPeriod: '1' },
          { dose: two, dayOfPeriod: '4' },
        ],
      },
    },
    '2 tablett, 08:00, dag 1 i en period om 1 vecka\n2 tablett, dag 4 i en period om 1 vecka',
  ],
  [
    'equal occasions, with their number',
    {
      occasionDosage: {
        period: pq('1', 'd'),
        administration: [
          { dose: two, dayOfPeriod: '1' },
          { dose: two, time: '20:00' },
          { dose: two, dayOfPeriod: '1' },
          { dose: two, dayOfPeriod: '1' },
        ],
      },
    },
    '3 × 2 tablett, dag 1 i en period om 1 dag\n2 tablett, 20:00, i en period om 1 dag',
  ],
  ['a single dose', { singleDose: { dose: two } }, '2 tablett, en gång'],
  [
    'a single dose at a time',
    { singleDose: { dose: two, time: '20260116080000' } },
    '2 tablett, en gång 2026-01-16 08:00',
  ],
  [
    'a ramp',
    {
      rampedDosage: {
        doseStep: pq('0.5', '1'),
        timeStep: pq('3', 'd'),
        rampStart: { frequencyDosage: { dose: two, frequency: pq('1', 'd') } },
        rampEnd: { unstructuredDosageInformation: { text: 'enligt läkare' } },
      },
    },
    'dosen ändras med 0.5 tablett per 3 dagar; från 2 tablett, 1 gång per dag; till enligt läkare',
  ],
  [
    'a ramp downwards',
    { rampedDosage: { doseStep: pq('-5', 'mg'), timeStep: pq('1', 'wk') } },
    'dosen ändras med -5 mg per vecka',
  ],
])('%s', (_name, setDosage, words) => {
  expect(textOf({ unitDose: tablet, setDosage: setDosage ?? {} })).toBe(words);
});

describe('a maximum', () => {
  const dose = { frequencyDosage: { dose: { ...two, unit: 'tablett' }, frequency: pq('3', 'd') } };
  const limited = (maximumDosage: NonNullable<DosageType['maximumDosage']>) =>
    textOf({ setDosage: dose, maximumDosage });

  test.each<[string, NonNullable<DosageType['maximumDosage']>, string]>([
    [
      'of a period, without a unit',
      { periodDosage: { dose: { high: '6', unit: '1' }, period: pq('1', 'd') } },
      '2 tablett, 3 gånger per dag; högst 6 per dag',
    ],
    [
      'of a longer period',
      { periodDosage: { dose: { low: '6', high: '6', unit: 'tablett' }, period: pq('12', 'h') } },
      '2 tablett, 3 gånger per dag; högst 6 tablett per 12 timmar',
    ],
    [
      'of a frequency',
      { frequencyDosage: { dose: { high: '3', unit: 'tablett' }, frequency: pq('4', 'd') } },
      '2 tablett, 3 gånger per dag; högst 3 tablett, 4 gånger per dag',
    ],
    [
      'in words',
      { unstructuredDosageInformation: { text: 'Högst 6 per dygn' } },
      '2 tablett, 3 gånger per dag; maxdos: Högst 6 per dygn',
    ],
  ])('%s', (_name, maximum, words) => {
    expect(limited(maximum)).toBe(words);
  });

  test('alone', () => {
    const maximumDosage = { periodDosage: { dose: { high: '6', unit: 'g' }, period: pq('1', 'd') } };
    expect(textOf({ maximumDosage })).toBe('högst 6 g per dag');
  });
});

test('a conditional dose says the condition, and how often', () => {
  const dosage = ix3Dosage({
    conditionalDosage: {
      conditionDescription: 'Vid smärta',
      frequencyDosage: { dose: { high: '2', unit: 'tablett' }, frequency: pq('4', 'd') },
      unstructuredDosageInformation: { text: 'Endast kvällstid' },
    },
  });
  expect(dosage).toEqual({
    DosageText: 'Vid smärta: högst 2 tablett, 4 gånger per dag',
    Conditional: true,
    ConditionalText: 'Vid smärta\nEndast kvällstid',
    DoseInstance: [{ MaxQty: '2 tablett', Conditional: true }],
  });
});

test('the text begins with the instruction, ends with the free text, and has no duplicates', () => {
  expect(
    textOf({
      dosageInstruction: '2 tablett, 3 gånger per dag',
      setDosage: {
        frequencyDosage: { dose: { ...two, unit: 'tablett' }, frequency: pq('3', 'd') },
        unstructuredDosageInformation: { text: 'Sväljs hel.' },
      },
    }),
  ).toBe('2 tablett, 3 gånger per dag\nSväljs hel.');
});

test('an instruction alone is published unchanged', () => {
  expect(ix3Dosage({ dosageInstruction: '1 om dagen' })).toEqual({ DosageText: '1 om dagen' });
});
