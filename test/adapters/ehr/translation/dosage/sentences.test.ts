// The forms of the list at their edges (sentences.yaml), where no source needs to have been: what a form takes, what it refuses, and how several stand side
// by side. What sources say is in ../../dosages.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  inSentence,
  plainDigits,
  positiveDigits,
  strengthDigits,
} from '../../../../../src/adapters/ehr/translation/dosage/digits.ts';
import {
  limitPeriod,
  type Portion,
  type Regimen,
  sayableLength,
  type Timing,
} from '../../../../../src/adapters/ehr/translation/dosage/dosage.ts';
import { howLongText, sentenceOf } from '../../../../../src/adapters/ehr/translation/dosage/sentence.ts';
import { areSaidTogether } from '../../../../../src/adapters/ehr/translation/dosage/several.ts';
import {
  dateText,
  type NumberRange,
  type TimeUnit,
} from '../../../../../src/adapters/ehr/translation/dosage/time-units.ts';
import { timeOfDay } from '../../../../../src/adapters/ehr/translation/dosage/times-of-day.ts';
import {
  isDoseUnit,
  isMeasure,
  isVolume,
  knownUnit,
  unitOf,
  unitOfText,
} from '../../../../../src/adapters/ehr/translation/dosage/units.ts';

/** A regimen as sentences.yaml has it: `take` is a portion each, `08:00=1-2 mg` or a part of it, in tablets where no unit stands. */
type Written = Pick<Regimen, 'condition' | 'start' | 'end'> &
  Pick<Timing, 'count' | 'dates'> & {
    readonly take: readonly string[];
    readonly times?: string;
    readonly every?: string;
    readonly days?: readonly string[];
    readonly most?: string;
  };
const {
  forms,
  several,
}: {
  readonly forms: [name: string, written: Written, form?: number, text?: string][];
  readonly several: [name: string, written: Written[], together?: string][];
} = parse(readFileSync(new URL('sentences.yaml', import.meta.url), 'utf8'));

const now = '20260115120000';
const tablets = ['tablett', 'tabletter'] as const;
const spanOf = (written = ''): NumberRange => {
  const [low = '', high = low] = written.split('-');
  return { low: Number(low), high: Number(high) };
};
const portionOf = (written: string): Portion => {
  const [, time, low, high = low, unit] =
    /^(?:(.*)=)?(?:([\d.]+)(?:-([\d.]+))?(?: (\w+))?)?$/.exec(written) ?? [];
  return {
    ...(time !== undefined && { time: timeOfDay(time) }),
    ...(high !== undefined && { dose: { low, high, unit: unit === undefined ? tablets : [unit, unit] } }),
  };
};
const regimenOf = ({ take, times, every, days, count, dates, most, ...others }: Written): Regimen => {
  const [period, unit] = every?.split(' ') ?? [];
  const [limit = '', , number, unitOfLimit] = most?.split(' ') ?? [];
  return {
    ...others,
    portions: take.map(portionOf),
    timing: {
      times: times === undefined ? undefined : spanOf(times),
      period: period === undefined ? undefined : { ...spanOf(period), unit: unit as TimeUnit },
      weekdays: days,
      count,
      dates,
    },
    limit:
      most === undefined
        ? undefined
        : { most: limit, unit: tablets, per: { number: Number(number), unit: unitOfLimit as TimeUnit } },
  };
};

test.each(forms)('%s', (_name, written, form, text) => {
  const sentence = sentenceOf(regimenOf(written), now);
  expect(sentence?.form).toBe(form);
  expect(sentence?.text).toBe(text);
});

test.each(several)('several together: %s', (_name, written, together) => {
  const ordered = (orders: readonly number[]) =>
    written.map((one, index) => ({ order: orders[index], regimen: regimenOf(one) }));
  expect(areSaidTogether(ordered([]))).toBe(together);
  expect(areSaidTogether(ordered([1, 1, 1]))).toBe(together);
  expect(areSaidTogether(ordered([1, 2, 3]))).toBe(together === 'in-turn' ? 'in-turn' : undefined);
  expect(areSaidTogether(ordered([1]))).toBeUndefined();
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

test('units that a strength can be in, and those of volume', () => {
  expect(['mg', 'E', 'IE', 'enhet', 'mekv', 'MBq', 'GBq', 'tablett', 'xx'].map(isMeasure)).toEqual([
    ...[true, true, true, true, true, true, true],
    ...[false, false],
  ]);
  expect(['ml', 'cl', 'dl', 'ul', 'mg', 'xx'].map(isVolume)).toEqual([true, true, true, true, false, false]);
});
