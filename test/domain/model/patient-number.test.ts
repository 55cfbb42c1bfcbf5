// What counts as a patient number, and of which register it is (D7).
import { describe, expect, test } from 'vitest';
import {
  hasWrongCheckDigit,
  numberKindOf,
  parsePatientNumber,
} from '../../../src/domain/model/patient-number.ts';

const read = (text: string, reserve?: RegExp) => parsePatientNumber(text, { reserve });

describe('personal identity numbers', () => {
  test.each([
    ['191212121212', '191212121212'],
    ['19121212-1212', '191212121212'],
    ['201907152399', '201907152399'],
    ['20190715-2399', '201907152399'],
    ['198507302381', '198507302381'],
    ['201702222389', '201702222389'],
    ['199906062386', '199906062386'],
    ['194001172396', '194001172396'],
    ['196204052382', '196204052382'],
    ['200002292399', '200002292399'],
  ])('%s is %s', (text, number) => {
    const parsed = read(text);
    expect(parsed).toBe(number);
    expect(parsed && numberKindOf(parsed)).toBe('personal');
  });
});

describe('coordination numbers', () => {
  test.each([
    ['197010632391', '197010632391', 'day 63'],
    ['19701063-2391', '197010632391', 'with a hyphen'],
    ['197010612393', '197010612393', 'day 61'],
    ['197010602394', '197010602394', 'day 60, the first one'],
    ['197010912397', '197010912397', 'day 91, the last one'],
    ['197000632393', '197000632393', 'month 00'],
    ['197000602396', '197000602396', 'month 00 and day 60'],
    ['197012632399', '197012632399', 'month 12'],
  ])('%s is %s: %s', (text, number) => {
    const parsed = read(text);
    expect(parsed).toBe(number);
    expect(parsed && numberKindOf(parsed)).toBe('coordination');
  });
});

describe('no patient numbers', () => {
  test.each([
    ['', 'empty'],
    ['191212121213', 'a wrong check digit'],
    ['197010632392', 'a wrong check digit of a coordination number'],
    ['201702292390', 'no leap year'],
    ['190002292399', 'a century that is not a leap year'],
    ['191213121211', 'month 13 of a personal number'],
    ['191200121216', 'month 00 of a personal number'],
    ['191212321218', 'day 32'],
    ['191212001216', 'day 00'],
    ['197010592397', 'day 59'],
    ['197010922396', 'day 92'],
    ['197013632398', 'month 13 of a coordination number'],
    ['1212121212', 'ten digits'],
    ['121212-1212', 'ten digits with a hyphen'],
    ['121212+1212', 'ten digits with a plus'],
    ['19121212+1212', 'a plus'],
    ['191212-121212', 'the hyphen elsewhere'],
    ['1912-1212-1212', 'two hyphens'],
    ['19121212--1212', 'a double hyphen'],
    ['19121212–1212', 'a dash'],
    [' 191212121212', 'a space before'],
    ['191212121212 ', 'a space behind'],
    ['191212121212\n', 'a line feed behind'],
    ['1912121212123', '13 digits'],
    ['19121212121', '11 digits'],
    ['191212121212,201907152399', 'two of them'],
    ['19121212121Z', 'a letter'],
    ['١٩١٢١٢١٢١٢١٢', 'digits of another script'],
  ])('%j: %s', text => {
    expect(read(text)).toBeUndefined();
  });
});

test.each([
  ['19121212-1213', true],
  ['197010632392', true],
  ['191212121212', false],
  ['201702292390', false],
  ['1212121213', false],
  ['1191212121213', false],
  ['1912121212130', false],
  ['19121212121X', false],
])('%s: only the check digit is wrong: %s', (text, isWrong) => {
  expect(hasWrongCheckDigit(text)).toBe(isWrong);
});

describe('reserve numbers', () => {
  const reserve = /^(?:[0-9]{8}[A-Z][0-9]{3}|R-\d{4})$/u;

  test.each(['19121212A123', 'R-1234'])('%s is as it was sent', text => {
    const parsed = read(text, reserve);
    expect(parsed).toBe(text);
    expect(parsed && numberKindOf(parsed)).toBe('reserve');
  });

  test.each([
    ['x19121212A123', 'something before'],
    ['19121212A1234', 'something behind'],
    ['R-12345', 'more than the second alternative'],
    ['xR-1234', 'something before the second alternative'],
    ['R-1234\n', 'a line feed behind'],
    ['19121212-A123', 'a hyphen that the pattern has not'],
    ['19121212a123', 'another letter case'],
  ])('%j does not match as a whole: %s', text => {
    expect(read(text, reserve)).toBeUndefined();
  });

  test('are invalid if the region has no pattern', () => {
    expect(read('19121212A123')).toBeUndefined();
  });

  test('keep their hyphen, and may be 12 digits that are not a national number', () => {
    const digits = /^(?:99\d{6}-?\d{4})$/u;
    expect(read('99121212-1213', digits)).toBe('99121212-1213');
    const parsed = read('991212121213', digits);
    expect(parsed).toBe('991212121213');
    expect(parsed && numberKindOf(parsed)).toBe('reserve');
  });

  test('a national number stays one even if the pattern matches it too', () => {
    expect(read('19121212-1212', /^(?:.*)$/u)).toBe('191212121212');
  });
});

// A reserve number may have more than twelve characters, of which twelve would be another kind of number.
test.each([
  ['191212121212X', /^\d{12}X$/],
  ['R190016100060', /^R\d{12}$/],
])('%s is a reserve number', (text, reserve) => {
  const parsed = read(text, reserve);
  expect(parsed).toBe(text);
  expect(parsed && numberKindOf(parsed)).toBe('reserve');
});
