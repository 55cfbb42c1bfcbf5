// How GetMedicationHistory writes numbers, units and times of dosages. What a patient reads of them is in ../../dosages.
import { describe, expect, test, vi } from 'vitest';
import { dosagePluginsOf } from '../../../../../src/adapters/ehr/rivta/medication/dosage.ts';
import type { DosageType } from '../../../../../src/adapters/ehr/rivta/medication/wire-types.ts';
import { wordsIn } from '../../../../../src/adapters/ehr/translation/dosage/told-dose.ts';

type Scheme = NonNullable<DosageType['setDosage']>;

const publishedOf = (dosage: DosageType, isDamaged = false) => {
  const countDosage = vi.fn();
  const context = { product: wordsIn('Exemplipin'), now: '20260115120000' };
  const plugins = dosagePluginsOf([dosage], context, { isDamaged, countDosage }) ?? [];
  expect(plugins).toHaveLength(1);
  return { published: plugins[0]?.IX3Dosage, counted: countDosage.mock.calls.flat() };
};

const pq = (value: string, unit: string) => ({ value, unit });
const fixed = (digits: string, unit: string) => ({ low: digits, high: digits, unit });
const two = fixed('2', '1');
const tablet = { displayName: 'tablett' };
const incomplete = 'Doseringen kan inte visas i sin helhet: fråga vården.';

/** What a patient reads; a dosage that is not whole is counted. */
const lineOf = (dosage: DosageType) => {
  const { published, counted } = publishedOf({ unitDose: tablet, ...dosage });
  expect(counted).toEqual(published?.DosageText?.endsWith(incomplete) ? ['unreadable'] : []);
  return published?.DosageText;
};
const lineOfSet = (setDosage: Scheme) => lineOf({ setDosage });

describe('how often', () => {
  test.each([
    [pq('3', 'd'), '2 tabletter, 3 gånger per dag'],
    [pq('3', '/d'), '2 tabletter, 3 gånger per dag'],
    [pq('3', '1/d'), '2 tabletter, 3 gånger per dag'],
    [pq('3', 'd-1'), '2 tabletter, 3 gånger per dag'],
    [pq('3', '{gånger}/d'), '2 tabletter, 3 gånger per dag'],
    [pq('3', 'ggr/dygn'), '2 tabletter, 3 gånger per dag'],
    [pq('1.0', 'wk'), '1 gång per vecka: 2 tabletter'],
    [pq('1', '/h'), '2 tabletter, varje timme'],
    // Six times an hour, or every six hours?
    [pq('6', 'h'), incomplete],
    [pq('30', 'min'), incomplete],
    [pq('6', '/h'), incomplete],
    [pq('25', 'd'), incomplete],
    [pq('2', 'mo'), incomplete],
    [pq('0.5', 'd'), 'varannan dag: 2 tabletter'],
    [pq('0.25', 'wk'), 'var 4:e vecka: 2 tabletter'],
    [pq('0.3', 'd'), incomplete],
    [pq('1.5', 'd'), incomplete],
    [pq('3', 'fortnight'), incomplete],
    [pq('3', 'mg/d'), incomplete],
    [pq('3', ''), incomplete],
    [pq('', 'd'), incomplete],
    [pq('0', 'd'), incomplete],
    [pq('-1', 'd'), incomplete],
    [pq('NaN', 'd'), incomplete],
  ])('%j', (frequency, line) => {
    expect(lineOfSet({ frequencyDosage: { dose: two, frequency } })).toBe(line);
  });

  test.each([
    [pq('8', 'h'), '2 tabletter, var 8:e timme'],
    [pq('2', 'h'), '2 tabletter, varannan timme'],
    [pq('21', 'd'), 'var 21:a dag: 2 tabletter'],
    [pq('11', 'd'), 'var 11:e dag: 2 tabletter'],
    [pq('1', 'år'), '1 gång per år: 2 tabletter'],
    [pq('2', 'Veckor'), 'varannan vecka: 2 tabletter'],
    [pq('2', 'a'), incomplete],
    [pq('1', 'kur'), incomplete],
  ])('a period of %j', (period, line) => {
    expect(lineOfSet({ periodDosage: { dose: two, period } })).toBe(line);
  });
});

test.each<[{ low?: string; high?: string; unit?: string }, string]>([
  [fixed('0.5', '1'), '0,5 tablett, 3 gånger per dag'],
  [fixed('.5', '1'), '0,5 tablett, 3 gånger per dag'],
  [fixed('1.5', '1'), '1,5 tabletter, 3 gånger per dag'],
  [{ low: '0.5', high: '1', unit: '1' }, '0,5-1 tablett, 3 gånger per dag'],
  [{ low: '0.50', high: '0.5', unit: '1' }, '0,5 tablett, 3 gånger per dag'],
  // 1.0 is easily read as 10.
  [{ low: '1.0', high: '2.0', unit: '1' }, '1-2 tabletter, 3 gånger per dag'],
  // A lower end alone is the dose.
  [{ low: '1', unit: 'ml' }, '1 ml, 3 gånger per dag'],
  [{ high: '2', unit: 'ml' }, 'högst 2 ml, 3 gånger per dag'],
  [{ low: '0', high: '2', unit: 'ml' }, 'högst 2 ml, 3 gånger per dag'],
  [fixed('5', 'mg/m2'), '5 mg/m2, 3 gånger per dag'],
  [{ unit: 'ml' }, incomplete],
  [fixed('2', '999000999'), incomplete],
  [{ low: '2', high: '1', unit: '1' }, incomplete],
  [{ low: '1', high: 'INF', unit: '1' }, incomplete],
  [fixed('-2', '1'), incomplete],
  [fixed('1E1', '1'), incomplete],
  [fixed('1,5', '1'), incomplete],
])('a dose of %j', (dose, line) => {
  expect(lineOfSet({ frequencyDosage: { dose, frequency: pq('3', 'd') } })).toBe(line);
});

test('a number without a unit is no dose', () => {
  const setDosage = { frequencyDosage: { dose: two, frequency: pq('5', 'd') } };
  expect(publishedOf({ setDosage })).toEqual({
    published: { DosageText: incomplete },
    counted: ['unreadable'],
  });
});

test("a dose's own unit takes precedence over that of the whole dosage, and keeps its digits", () => {
  const setDosage = { frequencyDosage: { dose: fixed('5.0', 'ml'), frequency: pq('1', 'd') } };
  expect(publishedOf({ unitDose: tablet, setDosage }).published).toEqual({
    DosageText: '5 ml, 1 gång per dag',
    RepetitionLength: 1,
    DoseInstance: [{ MinQty: '5.0 ml', MaxQty: '5.0 ml', DoseOrder: 1, Type: 'NORMAL' }],
  });
});

describe('occasions', () => {
  const dose = { low: '1', unit: 'kapsel' };
  const lineIn = (period: ReturnType<typeof pq>, ...administration: object[]) =>
    lineOfSet({ occasionDosage: { period, administration } });

  test.each([
    ['MORNING', '1 kapsel på morgonen, varje dag'],
    ['Kväll', '1 kapsel på kvällen, varje dag'],
    ['LUNCH', '1 kapsel vid lunch, varje dag'],
    ['8.30', '1 kapsel kl. 08:30, varje dag'],
    ['08:00:00', '1 kapsel kl. 08:00, varje dag'],
    ['080015', '1 kapsel kl. 08:00:15, varje dag'],
    ['före frukost', '1 kapsel före frukost, varje dag'],
    ['när tv-nyheterna börjar', incomplete],
    ['vid måltid', '1 kapsel vid måltid, 1 gång per dag'],
    ['24:00', incomplete],
    ['QID', incomplete],
  ])('at %s', (time, line) => {
    expect(lineIn(pq('1', 'd'), { dose, time, dayOfPeriod: '1' })).toBe(line);
  });

  test.each<[ReturnType<typeof pq>, string | undefined, string]>([
    [pq('24', 'h'), '1', '1 kapsel, 1 gång per dag'],
    [pq('8', 'h'), undefined, '1 kapsel, var 8:e timme'],
    [pq('2', 'd'), '2', 'varannan dag: 1 kapsel'],
    [pq('28', 'd'), '28', 'var 28:e dag: 1 kapsel'],
    [pq('1', 'wk'), undefined, '1 gång per vecka: 1 kapsel'],
    [pq('2', 'wk'), '10', 'varannan vecka: 1 kapsel'],
    [pq('1', 'mo'), '31', '1 gång per månad: 1 kapsel'],
    [pq('1', 'a'), '366', '1 gång per år: 1 kapsel'],
    [pq('1', 'd'), '2', incomplete],
    [pq('1', 'wk'), '8', incomplete],
    [pq('1', 'wk'), '0', incomplete],
    [pq('1', 'mo'), '32', incomplete],
    [pq('1', 'wk'), 'tisdag', incomplete],
    [pq('8', 'h'), '1', incomplete],
    [pq('1', 'kur'), '1', incomplete],
  ])('one in a period of %j, on day %s', (period, dayOfPeriod, line) => {
    expect(lineIn(period, { dose, ...(dayOfPeriod === undefined ? {} : { dayOfPeriod }) })).toBe(line);
  });

  const on = (dayOfPeriod: string, time?: string, low = '1') => ({
    dose: { low, unit: 'kapsel' },
    dayOfPeriod,
    ...(time === undefined ? {} : { time }),
  });

  test.each<[string, ReturnType<typeof pq>, object[], string]>([
    ['several equal ones of a day', pq('1', 'd'), [on('1'), on('1'), on('1')], '1 kapsel, 3 gånger per dag'],
    ['two different ones without times', pq('1', 'd'), [on('1'), on('1', undefined, '2')], incomplete],
    ['one with a time and one without', pq('1', 'd'), [on('1', '08:00'), on('1')], incomplete],
    [
      'the same on every day, in another order',
      pq('2', 'd'),
      [on('1', '08:00'), on('1', '20:00', '2'), on('2', '20:00', '2'), on('2', '08:00')],
      '1 kapsel kl. 08:00 och 2 kapslar kl. 20:00, varje dag',
    ],
    ['another dose on the second day', pq('2', 'd'), [on('1'), on('2', undefined, '2')], incomplete],
    ['some days only', pq('1', 'wk'), [on('1'), on('4')], incomplete],
    ['several in a month', pq('1', 'mo'), [on('1'), on('1')], incomplete],
    ['one that cannot be read', pq('1', 'd'), [on('1', 'MORNING'), on('1', 'EVENING', 'NaN')], incomplete],
    ['none', pq('1', 'd'), [], incomplete],
  ])('%s', (_name, period, administration, line) => {
    expect(lineIn(period, ...administration)).toBe(line);
  });
});

test.each<[string, Scheme, string]>([
  [
    'a day',
    { frequencyDosage: { dose: { high: '8', unit: '1' }, frequency: pq('1', 'd') } },
    '8 tabletter per dygn',
  ],
  [
    'both ends',
    { periodDosage: { dose: fixed('6', '1'), period: pq('12', 'h') } },
    '6 tabletter per 12 timmar',
  ],
  [
    'an hour',
    { frequencyDosage: { dose: fixed('6', '1'), frequency: pq('1', '/h') } },
    '6 tabletter per timme',
  ],
])('a most of %s', (_name, maximumDosage, limit) => {
  const setDosage = { periodDosage: { dose: two, period: pq('8', 'h') } };
  expect(lineOf({ setDosage, maximumDosage })).toBe(`2 tabletter, var 8:e timme; högst ${limit}`);
});

test.each<[string, Scheme]>([
  ['several times', { frequencyDosage: { dose: fixed('8', '1'), frequency: pq('2', 'd') } }],
  ['a range', { periodDosage: { dose: { low: '6', high: '8', unit: '1' }, period: pq('1', 'd') } }],
  ['two days', { periodDosage: { dose: fixed('8', '1'), period: pq('2', 'd') } }],
  ['a week', { periodDosage: { dose: fixed('8', '1'), period: pq('1', 'wk') } }],
  ['half an hour', { periodDosage: { dose: fixed('8', '1'), period: pq('0.5', 'h') } }],
  ['no period', { periodDosage: { dose: fixed('8', '1') } }],
  ['nothing', { periodDosage: { dose: fixed('0', '1'), period: pq('1', 'd') } }],
  ['another unit', { periodDosage: { dose: fixed('8', 'g'), period: pq('1', 'd') } }],
  ['no number', { periodDosage: { dose: { high: 'NaN', unit: '1' }, period: pq('1', 'd') } }],
  ['an occasion', { singleDose: { dose: fixed('8', '1') } }],
  [
    'two schemes',
    {
      periodDosage: { dose: fixed('8', '1'), period: pq('1', 'd') },
      frequencyDosage: { dose: fixed('8', '1'), frequency: pq('1', 'd') },
    },
  ],
])('a most of %s leaves no dose', (_name, maximumDosage) => {
  const setDosage = { frequencyDosage: { dose: two, frequency: pq('3', 'd') } };
  expect(lineOf({ setDosage, maximumDosage })).toBe(incomplete);
});

test.each([
  [{ low: '7', unit: 'd' }, undefined, ', i 7 dagar'],
  [{ low: '7', high: '10', unit: 'd' }, true, ', i högst 7-10 dagar'],
  [{ low: '1', high: '1', unit: 'Vecka' }, false, ', i 1 vecka'],
  [{ low: '36', unit: 'h' }, undefined, ', i 36 timmar'],
  [{ low: '30', unit: 'min' }, undefined, undefined],
  [{ low: 'NaN', unit: 'd' }, undefined, undefined],
  [{ low: '0', high: '0', unit: 'd' }, undefined, undefined],
  [{ low: '10', high: '7', unit: 'd' }, undefined, undefined],
  [{ low: '10', unit: 'kurer' }, undefined, undefined],
])('a length of %j, at most: %s', (treatmentInterval, isMaximum, length) => {
  const more = isMaximum === undefined ? {} : { isMaximumTreatmentTime: isMaximum };
  const line = lineOf({
    setDosage: { frequencyDosage: { dose: two, frequency: pq('3', 'd') } },
    lengthOfTreatment: { treatmentInterval, ...more },
  });
  expect(line).toBe(length === undefined ? incomplete : `2 tabletter, 3 gånger per dag${length}`);
});

test('of a damaged dosage, only the texts and the short notation remain, and it is counted', () => {
  const dosage: DosageType = {
    dosageInstruction: '2 tabletter 3 gånger dagligen',
    shortNotation: '2x3',
    unitDose: tablet,
    setDosage: {
      frequencyDosage: { dose: two, frequency: pq('3', 'd') },
      unstructuredDosageInformation: { text: 'Med mat' },
    },
    maximumDosage: { unstructuredDosageInformation: { text: '6 per dygn' } },
    conditionalDosage: { conditionDescription: 'Vid smärta', singleDose: { dose: two } },
  };
  expect(publishedOf(dosage, true)).toEqual({
    published: {
      DosageText: `Med mat\n2 tabletter 3 gånger dagligen\nmaxdos: 6 per dygn\n${incomplete}`,
      DosageShortText: '2x3',
    },
    counted: ['unreadable'],
  });
});
