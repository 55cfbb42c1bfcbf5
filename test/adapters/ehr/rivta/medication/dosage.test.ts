// The line that a patient reads: how much and how often, whole or not at all.
import { describe, expect, test, vi } from 'vitest';
import { dosageOf } from '../../../../../src/adapters/ehr/rivta/medication/dosage.ts';
import type { DosageType } from '../../../../../src/adapters/ehr/rivta/medication/drug-choice.ts';

type Scheme = NonNullable<DosageType['setDosage']>;

const ix3Dosage = (dosage: DosageType, isDamaged: boolean) => dosageOf(dosage, isDamaged, () => undefined);
const pq = (value: string, unit: string) => ({ value, unit });
const fixed = (digits: string, unit: string) => ({ low: digits, high: digits, unit });
const two = fixed('2', '1');
const tablet = { displayName: 'tablett' };
const textOf = (dosage: DosageType) => ix3Dosage(dosage, false).DosageText;
const linesOf = (setDosage: Scheme) => textOf({ unitDose: tablet, setDosage });

/** What is published of a dosage that cannot be shown whole. */
const incomplete = 'Doseringen kan inte visas i sin helhet: fråga vården.';

describe('how often', () => {
  test.each([
    [pq('3', 'd'), '2 tabletter, 3 gånger per dag'],
    [pq('1', 'd'), '2 tabletter, 1 gång per dag'],
    [pq('1.0', 'wk'), '2 tabletter, 1 gång per vecka'],
    [pq('3', '/d'), '2 tabletter, 3 gånger per dag'],
    [pq('3', '1/d'), '2 tabletter, 3 gånger per dag'],
    [pq('3', 'd-1'), '2 tabletter, 3 gånger per dag'],
    [pq('3', '{gånger}/d'), '2 tabletter, 3 gånger per dag'],
    [pq('3', 'ggr/dygn'), '2 tabletter, 3 gånger per dag'],
    [pq('6', '/h'), '2 tabletter, 6 gånger per timme'],
    // Six times an hour, or every six hours?
    [pq('6', 'h'), incomplete],
    [pq('30', 'min'), incomplete],
    [pq('2', 'mo'), '2 tabletter, 2 gånger per månad'],
    [pq('2', 'a'), '2 tabletter, 2 gånger per år'],
    [pq('2', '1/min'), '2 tabletter, 2 gånger per minut'],
    [pq('0.5', 'd'), '2 tabletter, varannan dag'],
    [pq('0.25', 'wk'), '2 tabletter, var 4:e vecka'],
    [pq('0.5', 'a'), '2 tabletter, vartannat år'],
    [pq('1.5', 'd'), incomplete],
    [pq('3', 'fortnight'), incomplete],
    [pq('3', 'mg/d'), incomplete],
    [pq('3', ''), incomplete],
    [pq('', 'd'), incomplete],
    [pq('0', 'd'), incomplete],
    [pq('-1', 'd'), incomplete],
    [pq('NaN', 'd'), incomplete],
    [pq('INF', 'd'), incomplete],
  ])('%j', (frequency, line) => {
    expect(linesOf({ frequencyDosage: { dose: two, frequency } })).toBe(line);
  });

  test.each([
    [pq('8', 'h'), '2 tabletter, var 8:e timme'],
    [pq('1', 'd'), '2 tabletter, 1 gång per dag'],
    [pq('2', 'd'), '2 tabletter, varannan dag'],
    [pq('21', 'd'), '2 tabletter, var 21:a dag'],
    [pq('11', 'd'), '2 tabletter, var 11:e dag'],
    [pq('3', 'mo'), '2 tabletter, var 3:e månad'],
    [pq('1.5', 'd'), '2 tabletter, med 1,5 dagars mellanrum'],
    [pq('1', 'kur'), incomplete],
    [pq('-1', 'd'), incomplete],
  ])('a period of %j', (period, line) => {
    expect(linesOf({ periodDosage: { dose: two, period } })).toBe(line);
  });
});

describe('how much', () => {
  test.each<[{ low?: string; high?: string; unit?: string }, string]>([
    [fixed('1', '1'), '1 tablett, 3 gånger per dag'],
    [fixed('0.5', '1'), '0,5 tablett, 3 gånger per dag'],
    [fixed('.5', '1'), '0,5 tablett, 3 gånger per dag'],
    [fixed('1.5', '1'), '1,5 tabletter, 3 gånger per dag'],
    [{ low: '1', high: '2', unit: '1' }, '1-2 tabletter, 3 gånger per dag'],
    [{ low: '0.5', high: '1', unit: '1' }, '0,5-1 tablett, 3 gånger per dag'],
    [{ low: '0.50', high: '0.5', unit: '1' }, '0,5 tablett, 3 gånger per dag'],
    // 1.0 is easily read as 10.
    [{ low: '1.0', high: '2.0', unit: '1' }, '1-2 tabletter, 3 gånger per dag'],
    // A lower end alone is the dose.
    [{ low: '1', unit: 'ml' }, '1 ml, 3 gånger per dag'],
    [{ high: '2', unit: 'ml' }, 'högst 2 ml, 3 gånger per dag'],
    [{ unit: 'ml' }, '3 gånger per dag'],
    [fixed('5', 'mg/m2'), '5 mg/m2, 3 gånger per dag'],
    [fixed('2', 'kapsel'), '2 kapslar, 3 gånger per dag'],
    [fixed('1', 'Kapslar'), '1 kapsel, 3 gånger per dag'],
    [fixed('2', 'tabl.'), '2 tabletter, 3 gånger per dag'],
    [fixed('2', '{droppe}'), '2 droppar, 3 gånger per dag'],
    [fixed('2', 'filmdragerad tablett'), '2 filmdragerade tabletter, 3 gånger per dag'],
    [fixed('2', 'plåster'), '2 plåster, 3 gånger per dag'],
    [fixed('8', '[iU]'), '8 IE, 3 gånger per dag'],
    [fixed('50', 'ug'), '50 mikrogram, 3 gånger per dag'],
    [fixed('2', '999000999'), incomplete],
    [{ low: '2', high: '1', unit: '1' }, incomplete],
    [{ low: '1', high: 'INF', unit: '1' }, incomplete],
    [fixed('NaN', '1'), incomplete],
    [fixed('-2', '1'), incomplete],
    [fixed('1E1', '1'), incomplete],
    [fixed('1,5', '1'), incomplete],
  ])('%j', (dose, line) => {
    expect(linesOf({ frequencyDosage: { dose, frequency: pq('3', 'd') } })).toBe(line);
  });

  test('a number without a unit is no dose', () => {
    const setDosage = { frequencyDosage: { dose: two, frequency: pq('5', 'd') } };
    expect(ix3Dosage({ setDosage }, false)).toEqual({ DosageText: incomplete });
  });

  test("a dose's own unit takes precedence over that of the whole dosage, in the dose and in the text", () => {
    const dose = fixed('5.0', 'ml');
    expect(
      ix3Dosage(
        { unitDose: tablet, setDosage: { frequencyDosage: { dose, frequency: pq('3', 'd') } } },
        false,
      ),
    ).toEqual({
      DosageText: '5 ml, 3 gånger per dag',
      DoseInstance: [{ MinQty: '5.0 ml', MaxQty: '5.0 ml', DoseOrder: 1, Type: 'NORMAL' }],
    });
  });
});

describe('occasions', () => {
  const capsule = { low: '1', unit: 'kapsel' };
  const linesIn = (period: ReturnType<typeof pq>, ...administration: object[]) =>
    textOf({ setDosage: { occasionDosage: { period, administration } } });

  test.each([
    ['MORNING', '1 kapsel på morgonen, varje dag'],
    ['NOON', '1 kapsel mitt på dagen, varje dag'],
    ['EVENING', '1 kapsel på kvällen, varje dag'],
    ['NIGHT', '1 kapsel till natten, varje dag'],
    ['Kväll', '1 kapsel på kvällen, varje dag'],
    ['08:00', '1 kapsel kl. 08:00, varje dag'],
    ['0800', '1 kapsel kl. 08:00, varje dag'],
    ['8.30', '1 kapsel kl. 08:30, varje dag'],
    ['08:00:00', '1 kapsel kl. 08:00, varje dag'],
    ['före frukost', '1 kapsel före frukost, varje dag'],
    ['när tv-nyheterna börjar', '1 kapsel, när tv-nyheterna börjar, varje dag'],
    ['24:00', incomplete],
    ['AFTER_MEAL', incomplete],
    ['QID', incomplete],
  ])('at %s', (time, line) => {
    expect(linesIn(pq('1', 'd'), { dose: capsule, time, dayOfPeriod: '1' })).toBe(line);
  });

  test.each<[ReturnType<typeof pq>, string | undefined, string]>([
    [pq('24', 'h'), '1', '1 kapsel, 1 gång per dag'],
    [pq('2', 'd'), '1', '1 kapsel, varannan dag'],
    [pq('2', 'd'), '2', '1 kapsel, dag 2 av 2, sedan börjar det om'],
    [pq('28', 'd'), '4', '1 kapsel, dag 4 av 28, sedan börjar det om'],
    [pq('1', 'wk'), undefined, '1 kapsel, 1 gång per vecka'],
    [pq('1', 'wk'), '3', '1 kapsel, dag 3 varje vecka'],
    [pq('2', 'wk'), '10', '1 kapsel, dag 10 av 14, sedan börjar det om'],
    [pq('1', 'mo'), '15', '1 kapsel, dag 15 varje månad'],
    [pq('1', 'd'), '2', incomplete],
    [pq('1', 'wk'), '8', incomplete],
    [pq('1', 'wk'), '0', incomplete],
    [pq('1', 'wk'), 'tisdag', incomplete],
    [pq('8', 'h'), '1', incomplete],
    [pq('1', 'kur'), '1', incomplete],
  ])('in a period of %j, on day %s', (period, dayOfPeriod, line) => {
    const day = dayOfPeriod === undefined ? {} : { dayOfPeriod };
    expect(linesIn(period, { dose: capsule, ...day })).toBe(line);
  });

  test('a line each; equal ones once, with their number', () => {
    const other = { dose: fixed('2', 'kapsel'), time: 'EVENING', dayOfPeriod: '1' };
    const first = { dose: capsule, dayOfPeriod: '1' };
    expect(linesIn(pq('1', 'd'), first, other, first, first)).toBe(
      '1 kapsel, 3 gånger per dag\n2 kapslar på kvällen, varje dag',
    );
  });

  test('an occasion that cannot be read leaves none of the others', () => {
    const broken = { dose: fixed('NaN', 'kapsel'), time: 'EVENING', dayOfPeriod: '1' };
    expect(linesIn(pq('1', 'd'), { dose: capsule, time: 'MORNING', dayOfPeriod: '1' }, broken)).toBe(
      incomplete,
    );
  });

  test('the name of the time is in words', () => {
    const administration = ['MORNING', '0800'].map(time => ({ dose: capsule, time, dayOfPeriod: '1' }));
    const { DoseInstance } = ix3Dosage(
      { setDosage: { occasionDosage: { period: pq('1', 'd'), administration } } },
      false,
    );
    expect(DoseInstance).toEqual([
      { MinQty: '1 kapsel', MaxQty: '1 kapsel', NamedTime: 'på morgonen', DoseOrder: 1, Type: 'NORMAL' },
      { MinQty: '1 kapsel', MaxQty: '1 kapsel', NamedTime: '08:00', DoseOrder: 2, Type: 'NORMAL' },
    ]);
  });
});

test.each<[string, Scheme, string]>([
  ['a single dose', { singleDose: { dose: two } }, '2 tabletter, en gång'],
  [
    'a single dose at a time',
    { singleDose: { dose: two, time: '20260116080000' } },
    '2 tabletter, en gång, 2026-01-16 kl. 08:00',
  ],
])('%s', (_name, setDosage, line) => {
  expect(linesOf(setDosage)).toBe(line);
});

describe('a ramp', () => {
  const daily = (digits: string) => ({
    frequencyDosage: { dose: fixed(digits, 'mg'), frequency: pq('1', 'd') },
  });
  const ramp = {
    doseStep: pq('-5', 'mg'),
    timeStep: pq('3', 'd'),
    rampStart: daily('20'),
    rampEnd: daily('5'),
  };

  test.each<[object, string]>([
    [{}, 'dosen minskas med 5 mg var 3:e dag; från 20 mg, 1 gång per dag; till 5 mg, 1 gång per dag'],
    // A step without a sign may be meant either way.
    [
      { doseStep: pq('0.5', '1'), rampEnd: { unstructuredDosageInformation: { text: 'enligt läkare' } } },
      'dosen ändras med 0,5 tablett var 3:e dag; från 20 mg, 1 gång per dag; till enligt läkare',
    ],
    [{ doseStep: pq('0', 'mg') }, incomplete],
    [{ doseStep: pq('NaN', 'mg') }, incomplete],
    [{ doseStep: undefined }, incomplete],
    [{ timeStep: undefined }, incomplete],
    [{ timeStep: pq('3', 'kurer') }, incomplete],
    [{ rampStart: undefined }, incomplete],
    [{ rampEnd: undefined }, incomplete],
    [{ rampEnd: daily('INF') }, incomplete],
  ])('%j', (parts, line) => {
    expect(linesOf({ rampedDosage: { ...ramp, ...parts } })).toBe(line);
  });
});

describe('a maximum', () => {
  const dose = { frequencyDosage: { dose: fixed('2', 'tablett'), frequency: pq('3', 'd') } };
  const eight = { high: '8', unit: 'tablett' };

  test.each<[string, Scheme, string]>([
    ['a day', { frequencyDosage: { dose: eight, frequency: pq('1', 'd') } }, 'högst 8 tabletter per dygn'],
    ['a period', { periodDosage: { dose: eight, period: pq('1', 'd') } }, 'högst 8 tabletter per dygn'],
    [
      'a longer period, by both ends',
      { periodDosage: { dose: fixed('6', 'tablett'), period: pq('12', 'h') } },
      'högst 6 tabletter per 12 timmar',
    ],
    [
      'a number of doses',
      { frequencyDosage: { dose: { high: '3', unit: 'tablett' }, frequency: pq('4', 'd') } },
      'högst 3 tabletter, högst 4 gånger per dygn',
    ],
    ['times alone', { frequencyDosage: { frequency: pq('4', 'd') } }, 'högst 4 gånger per dygn'],
    [
      'an occasion',
      {
        occasionDosage: {
          period: pq('1', 'd'),
          administration: [{ dose: eight, time: 'NIGHT', dayOfPeriod: '1' }],
        },
      },
      'högst 8 tabletter till natten, varje dag',
    ],
    ['words', { unstructuredDosageInformation: { text: 'Högst 6 per dygn' } }, 'maxdos: Högst 6 per dygn'],
  ])('of %s', (_name, maximumDosage, limit) => {
    expect(textOf({ setDosage: dose, maximumDosage })).toBe(`2 tabletter, 3 gånger per dag; ${limit}`);
  });

  test('alone', () => {
    const maximumDosage = { periodDosage: { dose: { high: '6', unit: 'g' }, period: pq('1', 'd') } };
    expect(textOf({ maximumDosage })).toBe('högst 6 g per dygn');
  });

  test('of several doses has its own line, because it limits them together', () => {
    const maximumDosage = { periodDosage: { dose: eight, period: pq('1', 'd') } };
    const setDosage = { ...dose, singleDose: { dose: fixed('1', 'tablett') } };
    expect(textOf({ setDosage, maximumDosage })).toBe(
      '2 tabletter, 3 gånger per dag\n1 tablett, en gång\nhögst 8 tabletter per dygn',
    );
  });

  test.each<[string, Scheme]>([
    ['without a unit', { periodDosage: { dose: { high: '6', unit: '1' }, period: pq('1', 'd') } }],
    ['without a period', { periodDosage: { dose: eight } }],
    ['of nothing', { periodDosage: { dose: { high: '0', unit: 'tablett' }, period: pq('1', 'd') } }],
    [
      'that is not a number',
      { frequencyDosage: { dose: { high: 'NaN', unit: 'g' }, frequency: pq('1', 'd') } },
    ],
  ])('%s leaves no dose', (_name, maximumDosage) => {
    expect(
      ix3Dosage({ dosageInstruction: 'Enligt ordination', setDosage: dose, maximumDosage }, false),
    ).toEqual({
      DosageText: `Enligt ordination\n${incomplete}`,
    });
  });
});

describe('a conditional dose', () => {
  const scheme = { frequencyDosage: { dose: { high: '2', unit: 'tablett' }, frequency: pq('4', 'd') } };

  test('says the condition, and how often', () => {
    const conditionalDosage = {
      conditionDescription: 'Vid smärta',
      ...scheme,
      unstructuredDosageInformation: { text: 'Endast kvällstid' },
    };
    expect(ix3Dosage({ conditionalDosage }, false)).toEqual({
      DosageText: 'Vid smärta: högst 2 tabletter, 4 gånger per dag\nVid smärta: Endast kvällstid',
      Conditional: true,
      ConditionalText: 'Vid smärta',
      DoseInstance: [{ MaxQty: '2 tabletter', DoseOrder: 1, Type: 'NORMAL' }],
    });
  });

  const always = { frequencyDosage: { dose: fixed('1', 'tablett'), frequency: pq('3', 'd') } };
  const oneTablet = { MinQty: '1 tablett', MaxQty: '1 tablett', DoseOrder: 1, Type: 'NORMAL' };
  const words = (text: string) => ({ unstructuredDosageInformation: { text } });
  const incompletely = { frequencyDosage: { frequency: pq('NaN', 'd') } };

  // The condition is never that of the doses that are always taken.
  test.each<[string, NonNullable<DosageType['conditionalDosage']>, Scheme, object]>([
    [
      'is marked beside doses that are always taken',
      { conditionDescription: 'Vid smärta', ...scheme, ...words('Endast kvällstid') },
      always,
      {
        DosageText:
          '1 tablett, 3 gånger per dag\nVid smärta: högst 2 tabletter, 4 gånger per dag\nVid smärta: Endast kvällstid',
        ConditionalText: 'Vid smärta',
        DoseInstance: [oneTablet, { MaxQty: '2 tabletter', Conditional: true, DoseOrder: 2, Type: 'NORMAL' }],
      },
    ],
    [
      'in free text is a line beside doses that are always taken',
      { conditionDescription: 'Vid smärta', ...words('1 tablett extra') },
      always,
      {
        DosageText: '1 tablett, 3 gånger per dag\nVid smärta: 1 tablett extra',
        DoseInstance: [oneTablet],
      },
    ],
    [
      'that cannot be read leaves its free text',
      { conditionDescription: 'Vid smärta', ...incompletely, ...words('1 tablett extra') },
      always,
      { DosageText: `Vid smärta: 1 tablett extra\n${incomplete}` },
    ],
    [
      'without a dose is the condition of the doses beside it',
      { conditionDescription: 'Vid smärta' },
      always,
      {
        DosageText: 'Vid smärta: 1 tablett, 3 gånger per dag',
        Conditional: true,
        ConditionalText: 'Vid smärta',
        DoseInstance: [oneTablet],
      },
    ],
  ])('%s', (_name, conditionalDosage, setDosage, published) => {
    expect(ix3Dosage({ setDosage, conditionalDosage }, false)).toEqual(published);
  });

  test('without its condition is not shown', () => {
    expect(ix3Dosage({ conditionalDosage: scheme }, false)).toEqual({
      DosageText: incomplete,
      Conditional: true,
    });
  });
});

describe('the length of the treatment', () => {
  const dosageInstruction = '1 om dagen';
  const withLength = (
    low: string | undefined,
    high: string | undefined,
    unit: string,
    isMaximum?: boolean,
  ) => {
    const treatmentInterval = {
      ...(low === undefined ? {} : { low }),
      ...(high === undefined ? {} : { high }),
      unit,
    };
    const more = isMaximum === undefined ? {} : { isMaximumTreatmentTime: isMaximum };
    return ix3Dosage({ dosageInstruction, lengthOfTreatment: { treatmentInterval, ...more } }, false);
  };

  test.each([
    ['10', '10', '10'],
    ['7', '10', '7-10'],
    ['7', undefined, '7'],
  ])('%s to %s days', (low, high, length) => {
    expect(withLength(low, high, 'd')).toEqual({
      DosageText: '1 om dagen',
      DoseEnd: { DoseEndType: 'DURATION', EndDuration: { length, TimeType: 'DAY' } },
    });
  });

  test('says that it is a maximum', () => {
    expect(withLength('1', '1', 'wk', true).DosageText).toBe('1 om dagen\nbehandling i högst 1 vecka');
    expect(withLength('7', '10', 'd', true).DosageText).toBe('1 om dagen\nbehandling i högst 7-10 dagar');
  });

  test.each([
    ['NaN', undefined, 'd'],
    ['0', '0', 'd'],
    ['10', '7', 'd'],
    ['10', '10', 'kurer'],
  ])('%s to %s %s cannot be read', (low, high, unit) => {
    expect(withLength(low, high, unit)).toEqual({ DosageText: `1 om dagen\n${incomplete}` });
  });
});

describe("the prescriber's words", () => {
  const setDosage = { frequencyDosage: { dose: fixed('2', 'tablett'), frequency: pq('3', 'd') } };

  test.each([
    '2 tabletter 3 gånger per dag',
    '2 tabletter, 3 gånger per dag.',
    'Två tabletter tre gånger dagligen',
    '2 tabl. 3 ggr/dag mot smärta',
    'Sväljs hela. 2 tabl 3 ggr om dagen i 10 dagar',
  ])('are not repeated: %s', dosageInstruction => {
    expect(textOf({ dosageInstruction, setDosage })).toBe(dosageInstruction);
  });

  test.each([
    '2 tabletter per dag',
    '12 tabletter 3 gånger per dag',
    'Högst 2 tabletter 3 gånger per dag',
    '2 tabletter 3 gånger per vecka',
    '2 tabletter 3 gånger per dag eller 4',
    'Enligt ordination',
  ])('are followed by what they do not say: %s', dosageInstruction => {
    expect(textOf({ dosageInstruction, setDosage })).toBe(
      `${dosageInstruction}\n2 tabletter, 3 gånger per dag`,
    );
  });

  test('that say the dose are followed by the limit that they do not say', () => {
    const maximumDosage = {
      periodDosage: { dose: { high: '8', unit: 'tablett' }, period: pq('1', 'd') },
    };
    const dosageInstruction = '2 tabletter 3 gånger per dag';
    expect(textOf({ dosageInstruction, setDosage, maximumDosage })).toBe(
      '2 tabletter 3 gånger per dag\nhögst 8 tabletter per dygn',
    );
    const both = `${dosageInstruction}. Max 8 tabletter/dygn.`;
    expect(textOf({ dosageInstruction: both, setDosage, maximumDosage })).toBe(both);
  });

  test('in free text are the last line', () => {
    const free = { ...setDosage, unstructuredDosageInformation: { text: 'Sväljs hel.' } };
    expect(textOf({ dosageInstruction: 'Mot värk', setDosage: free })).toBe(
      'Mot värk\n2 tabletter, 3 gånger per dag\nSväljs hel.',
    );
  });

  test('alone are published unchanged', () => {
    expect(ix3Dosage({ dosageInstruction: '1 om dagen' }, false)).toEqual({ DosageText: '1 om dagen' });
  });
});

test('of a damaged dosage, only the texts and the short notation remain, and it is counted', () => {
  const onIncomplete = vi.fn();
  const dosage: DosageType = {
    dosageInstruction: 'Enligt ordination',
    shortNotation: '2x3',
    unitDose: tablet,
    setDosage: {
      frequencyDosage: { dose: two, frequency: pq('3', 'd') },
      unstructuredDosageInformation: { text: 'Med mat' },
    },
    maximumDosage: { unstructuredDosageInformation: { text: 'Högst 6 per dygn' } },
    conditionalDosage: { conditionDescription: 'Vid smärta', singleDose: { dose: two } },
  };
  expect(dosageOf(dosage, true, onIncomplete)).toEqual({
    DosageText: `Enligt ordination\nMed mat\nHögst 6 per dygn\n${incomplete}`,
    DosageShortText: '2x3',
  });
  expect(onIncomplete).toHaveBeenCalledOnce();
});
