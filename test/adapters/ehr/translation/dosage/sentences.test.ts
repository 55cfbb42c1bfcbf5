// The forms of the list at their edges, where no source needs to have been: what a form takes, what it refuses, and how several stand side
// by side. What sources say is in ../../dosages.
import { describe, expect, test } from 'vitest';
import {
  inSentence,
  plainDigits,
  positiveDigits,
  strengthDigits,
} from '../../../../../src/adapters/ehr/translation/dosage/digits.ts';
import {
  type Dose,
  limitPeriod,
  type Portion,
  type Regimen,
  sayableLength,
} from '../../../../../src/adapters/ehr/translation/dosage/dosage.ts';
import { howLongText, sentenceOf } from '../../../../../src/adapters/ehr/translation/dosage/sentence.ts';
import { areSaidTogether } from '../../../../../src/adapters/ehr/translation/dosage/several.ts';
import { dateText, type TimeUnit } from '../../../../../src/adapters/ehr/translation/dosage/time-units.ts';
import { timeOfDay } from '../../../../../src/adapters/ehr/translation/dosage/times-of-day.ts';
import {
  isDoseUnit,
  knownUnit,
  unitOf,
  unitOfText,
} from '../../../../../src/adapters/ehr/translation/dosage/units.ts';

const now = '20260115120000';
const tablets = ['tablett', 'tabletter'] as const;
const dose = (high: string, low: string | undefined = high): Dose => ({ low, high, unit: tablets });
const at = (name: string, high?: string): Portion => ({
  time: timeOfDay(name),
  ...(high !== undefined && { dose: dose(high) }),
});
const one: readonly Portion[] = [{ dose: dose('1') }];
const span = (low: number, high = low) => ({ low, high });
const per = (low: number, unit: TimeUnit, high = low) => ({ low, high, unit });
const most = (number: number, limit: string, unit: TimeUnit = 'HOUR') => ({
  most: limit,
  unit: tablets,
  per: { number, unit },
});
const daily = (times: number) => ({ times: span(times), period: per(1, 'DAY') });

test.each<[name: string, regimen: Regimen, form: number | undefined, text?: string]>([
  ['24 times a day', { portions: one, timing: daily(24) }, 1, '1 tablett, 24 gånger per dag'],
  ['25 times a day', { portions: one, timing: daily(25) }, undefined],
  ['no times a day', { portions: one, timing: daily(0) }, undefined],
  [
    'once in two days',
    { portions: one, timing: { times: span(1), period: per(2, 'DAY') } },
    7,
    'varannan dag: 1 tablett',
  ],
  ['twice in eight hours', { portions: one, timing: { times: span(2), period: per(8, 'HOUR') } }, undefined],
  ['every half hour', { portions: one, timing: { period: per(0.5, 'HOUR') } }, undefined],
  [
    'every four to six hours at a time',
    { portions: [at('08:00', '1')], timing: { period: per(4, 'HOUR', 6) } },
    undefined,
  ],
  ['one time of the day', { portions: [at('08:00', '1')], timing: {} }, 3, '1 tablett kl. 08:00, varje dag'],
  [
    'one time of a week',
    { portions: [at('08:00', '1')], timing: { times: span(1), period: per(1, 'WEEK') } },
    8,
    '1 gång per vecka: 1 tablett kl. 08:00',
  ],
  [
    'equal doses at two times',
    { portions: [at('08:00', '1'), at('20:00', '1')], timing: {} },
    4,
    '1 tablett kl. 08:00 och 1 tablett kl. 20:00, varje dag',
  ],
  [
    'doses that differ',
    { portions: [at('08:00', '1'), at('12:00', '1'), at('20:00', '2')], timing: {} },
    5,
    '1 tablett kl. 08:00, 1 tablett kl. 12:00 och 2 tabletter kl. 20:00, varje dag',
  ],
  ['one time twice', { portions: [at('08:00', '1'), at('08:00', '1')], timing: {} }, undefined],
  ['the clock and a name', { portions: [at('08:00', '1'), at('kväll', '1')], timing: {} }, undefined],
  ['two doses without times', { portions: [...one, { dose: dose('2') }], timing: daily(1) }, undefined],
  ['a dose at one of two times', { portions: [at('08:00', '1'), at('20:00')], timing: {} }, undefined],
  [
    'two times of the day in two days',
    { portions: [at('08:00', '1'), at('20:00', '1')], timing: { period: per(2, 'DAY') } },
    undefined,
  ],
  [
    'meals',
    { portions: [at('vid måltid', '1')], timing: daily(3) },
    6,
    '1 tablett vid måltid, 3 gånger per dag',
  ],
  [
    'meals without a number',
    { portions: [at('vid måltid', '1')], timing: { period: per(1, 'DAY') } },
    undefined,
  ],
  [
    'meals of a week',
    { portions: [at('vid måltid', '1')], timing: { times: span(1), period: per(1, 'WEEK') } },
    undefined,
  ],
  [
    'two meals in general',
    { portions: [at('vid måltid', '1'), at('före måltid', '1')], timing: daily(2) },
    undefined,
  ],
  [
    'six times a week',
    { portions: one, timing: { times: span(6), period: per(1, 'WEEK') } },
    8,
    '6 gånger per vecka: 1 tablett',
  ],
  [
    'two to three times a week',
    { portions: one, timing: { times: span(2, 3), period: per(1, 'WEEK') } },
    undefined,
  ],
  ['a week without a number', { portions: one, timing: { period: per(1, 'WEEK') } }, undefined],
  ['a month without a number', { portions: one, timing: { period: per(1, 'MONTH') } }, undefined],
  [
    'a month at a time',
    { portions: [at('08:00', '1')], timing: { times: span(1), period: per(1, 'MONTH') } },
    undefined,
  ],
  [
    'two weekdays, twice at each',
    {
      portions: [at('08:00', '1'), at('20:00', '1')],
      timing: { weekdays: ['måndagar', 'fredagar'], times: span(4), period: per(1, 'WEEK') },
    },
    9,
    'måndagar och fredagar: 1 tablett kl. 08:00 och 1 tablett kl. 20:00',
  ],
  [
    'two weekdays, twice at each, said a day',
    {
      portions: [at('08:00', '1'), at('20:00', '1')],
      timing: { weekdays: ['måndagar', 'fredagar'], ...daily(2) },
    },
    9,
    'måndagar och fredagar: 1 tablett kl. 08:00 och 1 tablett kl. 20:00',
  ],
  [
    'two weekdays, once',
    { portions: one, timing: { weekdays: ['måndagar', 'fredagar'], times: span(1), period: per(1, 'WEEK') } },
    undefined,
  ],
  ['a weekday twice', { portions: one, timing: { weekdays: ['måndagar', 'måndagar'] } }, undefined],
  ['no weekday', { portions: one, timing: { weekdays: [] } }, undefined],
  [
    'a weekday at meals',
    { portions: [at('vid måltid', '1')], timing: { weekdays: ['måndagar'] } },
    undefined,
  ],
  [
    'a weekday of a month',
    { portions: one, timing: { weekdays: ['måndagar'], period: per(1, 'MONTH') } },
    undefined,
  ],
  [
    'once, and a date',
    { portions: one, timing: { count: 1, dates: ['20261015'] } },
    11,
    '1 tablett, en gång, 15 oktober 2026',
  ],
  [
    'once, and two dates',
    { portions: one, timing: { count: 1, dates: ['20261015', '20261016'] } },
    undefined,
  ],
  ['twice, and a date', { portions: one, timing: { count: 2, dates: ['20261015'] } }, undefined],
  ['once at a time of the day', { portions: [at('08:00', '1')], timing: { count: 1 } }, undefined],
  ['once without a dose', { portions: [{}], timing: { count: 1 } }, undefined],
  ['as needed, a dose', { portions: one, timing: {}, condition: 'vid behov' }, 12, 'vid behov: 1 tablett'],
  ['as needed, no dose', { portions: [{}], timing: {}, condition: 'vid behov' }, undefined],
  [
    'as needed, a number of times in all',
    { portions: one, timing: { count: 1 }, condition: 'vid behov' },
    undefined,
  ],
  [
    'as needed on weekdays',
    { portions: one, timing: { weekdays: ['måndagar'] }, condition: 'vid behov' },
    undefined,
  ],
  [
    'as needed, none',
    { portions: [{ dose: dose('0') }], timing: daily(1), condition: 'vid behov' },
    undefined,
  ],
  ['none at meals', { portions: [{ ...at('vid måltid'), dose: dose('0') }], timing: daily(3) }, undefined],
  [
    'none in the morning',
    { portions: [at('08:00', '0'), at('20:00', '2')], timing: {} },
    5,
    'ingen dos kl. 08:00 och 2 tabletter kl. 20:00, varje dag',
  ],
  ['an ointment', { portions: [{}], timing: daily(2) }, 1, '2 gånger per dag'],
  ['an ointment in the evening', { portions: [at('kväll')], timing: {} }, 3, 'på kvällen, varje dag'],
  [
    'at most, in a day as in hours',
    { portions: one, timing: { period: per(4, 'HOUR') }, limit: most(24, '6') },
    2,
    '1 tablett, var 4:e timme; högst 6 tabletter per 24 timmar',
  ],
  [
    'less than is to be taken by the hour',
    { portions: one, timing: { period: per(4, 'HOUR') }, limit: most(24, '5') },
    undefined,
  ],
  [
    'in two days, less than is to be taken',
    { portions: one, timing: daily(3), limit: most(48, '5') },
    undefined,
  ],
  [
    'in two days, as much as is to be taken',
    { portions: one, timing: daily(3), limit: most(48, '6') },
    1,
    '1 tablett, 3 gånger per dag; högst 6 tabletter per 48 timmar',
  ],
  ['in half a day, less than in a day', { portions: one, timing: daily(3), limit: most(12, '2') }, undefined],
  [
    'less than the doses of a day together',
    { portions: [at('08:00', '1'), at('20:00', '2')], timing: {}, limit: most(1, '2', 'DAY') },
    undefined,
  ],
  [
    'less than one of the doses',
    { portions: [{ dose: dose('3', '1') }], timing: daily(1), limit: most(1, '2', 'DAY') },
    undefined,
  ],
  [
    'less than one of two doses',
    {
      portions: [
        { dose: dose('1'), time: timeOfDay('08:00') },
        { dose: dose('4', '0'), time: timeOfDay('20:00') },
      ],
      timing: {},
      limit: most(1, '3', 'DAY'),
    },
    undefined,
  ],
  [
    'of another unit',
    {
      portions: [
        { dose: dose('1'), time: timeOfDay('08:00') },
        { dose: { ...dose('1'), unit: ['mg', 'mg'] }, time: timeOfDay('20:00') },
      ],
      timing: {},
      limit: most(1, '8', 'DAY'),
    },
    undefined,
  ],
  [
    'of every week, for the day on which it is taken',
    { portions: one, timing: { times: span(3), period: per(1, 'WEEK') }, limit: most(1, '1', 'DAY') },
    8,
    '3 gånger per vecka: 1 tablett; högst 1 tablett per dygn',
  ],
  ['a most beside no dose', { portions: [{}], timing: daily(2), limit: most(1, '8', 'DAY') }, undefined],
])('%s', (_name, regimen, form, text) => {
  const sentence = sentenceOf(regimen, now);
  expect(sentence?.form).toBe(form);
  expect(sentence?.text).toBe(text);
});

test.each([
  [{}, undefined],
  [{ start: '20260115' }, undefined],
  [{ start: '20260116' }, 'från 16 januari 2026'],
  [{ start: '20260115120000' }, undefined],
  [{ start: '20260115120001' }, 'från 15 januari 2026'],
  [{ end: '20260116' }, 'till 16 januari 2026'],
  [{ start: '20251201', end: '20260116' }, 'från 1 december 2025 till 16 januari 2026'],
  [{ start: '20260101', end: '20260116' }, 'från 1 januari till 16 januari 2026'],
])('how long: %j', (bounds, text) => {
  expect(howLongText(bounds, now)).toBe(text);
});

test('days and moments', () => {
  expect(timeOfDay(' 8:00 ')?.name).toBe('08:00');
  expect(dateText('20260105')).toBe('5 januari 2026');
  expect(dateText('20261231', { hasYear: false })).toBe('31 december');
  expect(dateText('20260105080000')).toBe('5 januari 2026 kl. 08:00');
  expect(dateText('20260105080015')).toBe('5 januari 2026 kl. 08:00:15');
});

describe('several together', () => {
  const regimen = (portions: readonly Portion[], more: Partial<Regimen> = {}): Regimen => ({
    portions,
    timing: {},
    ...more,
  });
  const [morning, evening] = [regimen([at('08:00', '1')]), regimen([at('20:00', '2')])];
  const onDay = (day: string, portions: readonly Portion[] = one) =>
    regimen(portions, { timing: { weekdays: [day] } });
  const within = (start: string, end: string) => regimen(one, { timing: daily(1), start, end });

  test.each<[name: string, regimens: readonly Regimen[], together: string | undefined]>([
    ['times of their own', [morning, evening], 'at-once'],
    ['one time twice', [morning, morning], undefined],
    ['the clock and a name', [morning, regimen([at('kväll', '1')])], undefined],
    ['a time of the day and a number of times', [morning, regimen(one, { timing: daily(1) })], undefined],
    ['another end', [morning, { ...evening, end: '20261231' }], undefined],
    ['weekdays of their own', [onDay('måndagar'), onDay('fredagar')], 'at-once'],
    ['a weekday and every day', [onDay('måndagar'), evening], undefined],
    ['a weekday twice', [onDay('måndagar'), onDay('måndagar')], undefined],
    [
      'a weekday twice, and one of its own',
      [onDay('måndagar'), onDay('måndagar'), onDay('fredagar')],
      undefined,
    ],
    [
      'a weekday at two times',
      [onDay('måndagar', [at('08:00', '1')]), onDay('måndagar', [at('20:00', '1')])],
      'at-once',
    ],
    [
      'a weekday at a time and at none',
      [onDay('måndagar', [at('08:00', '1')]), onDay('måndagar')],
      undefined,
    ],
    [
      'each on a condition',
      [
        { ...morning, condition: 'vid smärta' },
        { ...evening, condition: 'vid feber' },
      ],
      'by-condition',
    ],
    ['one on a condition', [morning, { ...evening, condition: 'vid feber' }], 'by-condition'],
    [
      'two on one condition',
      [
        { ...morning, condition: 'vid feber' },
        { ...evening, condition: 'vid feber' },
      ],
      undefined,
    ],
    ['one after the other', [within('20260101', '20260105'), within('20260106', '20260110')], 'in-turn'],
    [
      'to the moment',
      [within('20260101', '20260105120000'), within('20260105120001', '20260110')],
      'in-turn',
    ],
    [
      'from the same moment',
      [within('20260101', '20260105120000'), within('20260105120000', '20260110')],
      undefined,
    ],
    ['in another order', [within('20260106', '20260110'), within('20260101', '20260105')], undefined],
    [
      'without an end',
      [within('20260101', '20260105'), regimen(one, { timing: daily(1), start: '20260106' })],
      undefined,
    ],
    [
      'without a start',
      [regimen(one, { timing: daily(1), end: '20260105' }), within('20260106', '20260110')],
      undefined,
    ],
  ])('%s', (_name, regimens, together) => {
    const ordered = (orders: readonly (number | undefined)[]) =>
      regimens.map((said, index) => ({ order: orders[index], regimen: said }));
    expect(areSaidTogether(ordered([]))).toBe(together);
    expect(areSaidTogether(ordered([1, 1, 1]))).toBe(together);
    expect(areSaidTogether(ordered([1, 2, 3]))).toBe(together === 'in-turn' ? 'in-turn' : undefined);
    expect(areSaidTogether(ordered([1]))).toBeUndefined();
  });
});

test('digits', () => {
  expect(['.5', '2.', '0', '1.50', undefined, '', '.', '-1', '1e1', 'NaN', '1,5'].map(plainDigits)).toEqual([
    ...['0.5', '2', '0', '1.50'],
    ...Array.from({ length: 7 }, () => undefined),
  ]);
  expect(['1'.repeat(40), '1'.repeat(41)].map(plainDigits)).toEqual(['1'.repeat(40), undefined]);
  expect(['0.0', '0.1', '10', 'x'].map(positiveDigits)).toEqual([undefined, '0.1', '10', undefined]);
  expect(['007', '0.50', '100', '2.0', '0', '00', '1.101', '0.500', '10.100'].map(inSentence)).toEqual(
    ...[['7', '0,5', '100', '2', '0', '0', '1,101', '0,5', '10,1']],
  );
  expect(['2.50', '2,5 mg'].map(strengthDigits)).toEqual(['2,5', '2,5 mg']);
});

test('periods of a limit, and lengths', () => {
  const periods = [
    [1, 'DAY'],
    [12, 'HOUR'],
    [2, 'DAY'],
    [0.5, 'HOUR'],
    [0, 'HOUR'],
    [-1, 'HOUR'],
    [1, 'WEEK'],
    [1, undefined],
  ] as const;
  expect(periods.map(([number, unit]) => limitPeriod(number, unit) !== undefined)).toEqual(
    ...[[true, true, false, false, false, false, false, false]],
  );
  const lengths = [
    [1, 2, 'DAY'],
    [36, 36, 'HOUR'],
    [1.5, 2, 'DAY'],
    [1, 1.5, 'DAY'],
    [2, 1, 'DAY'],
    [30, 30, 'MINUTE'],
    [30, 30, 'SECOND'],
    [1, 1, undefined],
    [Number.NaN, 1, 'DAY'],
  ] as const;
  expect(
    lengths.map(([low, high, unit]) => sayableLength({ low, high, unit, isMaximum: false }) !== undefined),
  ).toEqual(...[[true, true, false, false, false, false, false, false, false]]);
});

test('units that are made of several words, and what is no unit of a dose', () => {
  expect(knownUnit('filmdragerad tablett')).toEqual(['filmdragerad tablett', 'filmdragerade tabletter']);
  expect(knownUnit('glad liten tablett')).toEqual(['glad liten tablett', 'glad liten tabletter']);
  expect(
    ['tabl.', 't.abl', `${'x'.repeat(193)}tablett`, `${'x'.repeat(194)}tablett`].map(
      unit => knownUnit(unit)?.[0],
    ),
  ).toEqual(...[['tablett', undefined, `${'x'.repeat(193)}tablett`, undefined]]);
  expect(['mg/kg/dos', 'tabletter/dag', 'mg/xx', 'xx/kg'].map(knownUnit)).toEqual([
    ['mg/kg/dos', 'mg/kg/dos'],
    ['tablett/dygn', 'tabletter/dygn'],
    undefined,
    undefined,
  ]);
  expect(['Kuvert ', '{Kuvert}', 'KUVERT', 'a_bc', 'Ku'].map(unitOfText)).toEqual([
    ['Kuvert', 'Kuvert'],
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(unitOf('tablett', 'mg')).toBeUndefined();
  expect(unitOf('mg', 'tbl')).toBeUndefined();
  expect(unitOf('tablett', 'caps')?.[0]).toBe('tablett');
  expect(unitOf('mg', 'mg')?.[0]).toBe('mg');
  expect(
    [
      ['mg/m2', 'mg/m2'],
      ['mg/h', 'mg/h'],
      ['m2x', 'm2x'],
      ['mg per dag', ''],
      ['2 mg', ''],
    ].map(([unit = '']) => isDoseUnit([unit, unit])),
  ).toEqual([true, false, false, false, false]);
});

test('brackets are those of UCUM around the whole unit', () => {
  expect(['{tablett}', '[iU]', '1{dos}'].map(unit => knownUnit(unit)?.[0])).toEqual(['tablett', 'IE', 'dos']);
  expect(['x{tablett}', '{tab}s', '2{dos}'].map(knownUnit)).toEqual([undefined, undefined, undefined]);
});
