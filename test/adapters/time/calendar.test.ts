// Days and times as numbers and digits, over all years that 14 digits can express.
import { expect, test } from 'vitest';
import { compactOf, epochDay, millisecondsOf } from '../../../src/adapters/time/calendar.ts';

const day = 86_400_000;

test.each([
  [[1970, 1, 1], 0, '19700101'],
  [[1969, 12, 31], -1, '19691231'],
  [[2000, 2, 29], 11_016, '20000229'],
  [[2000, 3, 1], 11_017, '20000301'],
  [[2100, 2, 28], 47_540, '21000228'],
  [[2100, 3, 1], 47_541, '21000301'],
  [[0, 1, 1], -719_528, '00000101'],
  [[99, 12, 31], -683_004, '00991231'],
  [[9999, 12, 31], 2_932_896, '99991231'],
] as const)('%j is day %i', ([year, month, dayOfMonth], number, digits) => {
  expect(epochDay(year, month, dayOfMonth)).toBe(number);
  expect(compactOf(number * day)).toBe(`${digits}000000`);
  expect(millisecondsOf(`${digits}000000`)).toBe(number * day);
});

test.each([
  [0, '19700101000000'],
  [999, '19700101000000'],
  [-1, '19691231235959'],
  [day - 1, '19700101235959'],
  [1_768_469_400_000, '20260115093000'],
])('%i milliseconds are %s', (milliseconds, digits) => {
  expect(compactOf(milliseconds)).toBe(digits);
});

test('the milliseconds of 14 digits, with each part', () => {
  expect(millisecondsOf('20260115093001')).toBe(1_768_469_401_000);
  expect(millisecondsOf('19691231235959')).toBe(-1000);
});
