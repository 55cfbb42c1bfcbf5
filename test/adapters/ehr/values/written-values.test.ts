// Booleans and numbers of extracts (extracts.md, "How a JSON member is written in XML"; D25).
import { describe, expect, test } from 'vitest';
import {
  readBoolean,
  readInteger,
  readNumber,
  unreadable,
} from '../../../../src/adapters/ehr/values/written-values.ts';
import { listed } from '../../../support/listed.ts';

const empties = ['', ' ', '\t', '\r\n', ' \n '];

describe('booleans', () => {
  test.each([
    ['true', true],
    ['false', false],
    ['1', true],
    ['0', false],
    [' true\n', true],
    ['\t0 ', false],
  ])('%j is %j', (text, value) => {
    expect(readBoolean(text)).toBe(value);
  });

  test.each(empties)('%j is absent', text => {
    expect(readBoolean(text)).toBeUndefined();
  });

  test.each(['maybe', 'True', 'FALSE', 'yes', 'ja', '2', '01', '00', '-1', '1.0', 'true false', 'tru e'])(
    '%j cannot be read',
    text => {
      expect(readBoolean(text)).toBe(unreadable);
    },
  );
});

describe('integers', () => {
  test.each([
    ['0', 0],
    ['42', 42],
    ['+42', 42],
    ['-42', -42],
    ['007', 7],
    [' 349576\n', 349576],
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['9007199254740993', 9007199254740993n],
    ['-9007199254740993', -9007199254740993n],
    ['+9007199254740993', 9007199254740993n],
    ['10000000000000000', 10000000000000000n],
    ['123456789012345678901234567890', 123456789012345678901234567890n],
  ])('%j is exact to the last digit', (text, value) => {
    expect(readInteger(text)).toBe(value);
  });

  test.each(empties)('%j is absent', text => {
    expect(readInteger(text)).toBeUndefined();
  });

  test.each([...listed('1.0 1,0 1. 1e3 0x10 --1 +-1 + - ett NaN ٣ １'), '- 1', '1 000'])(
    '%j cannot be read',
    text => {
      expect(readInteger(text)).toBe(unreadable);
    },
  );
});

describe('numbers have at most 400 characters: more cost time that grows with their square', () => {
  const digits = '1'.repeat(400);

  test('integers', () => {
    expect(readInteger(` ${digits} `)).toBe(BigInt(digits));
    expect(readInteger(`${digits}1`)).toBe(unreadable);
  });

  test('and others', () => {
    expect(readNumber(digits)).toBe(BigInt(digits));
    expect(readNumber(`0,${'3'.repeat(398)}`)).toBe(1 / 3);
    expect(readNumber(`${digits}1`)).toBe(unreadable);
    expect(readNumber(`0,${'3'.repeat(399)}`)).toBe(unreadable);
  });

  test('one with a fraction that no double can hold cannot be read', () => {
    expect(readNumber(`${'9'.repeat(310)},5`)).toBe(unreadable);
    expect(readNumber(`-${'9'.repeat(310)}.5`)).toBe(unreadable);
  });
});

describe('numbers', () => {
  test.each([
    ['200,00', 200],
    ['200.50', 200.5],
    ['0.21', 0.21],
    ['0,42', 0.42],
    ['-2,5', -2.5],
    ['+2.5', 2.5],
    ['00,5', 0.5],
    ['12', 12],
    ['\n 12,75\t', 12.75],
    ['9007199254740993', 9007199254740993n],
  ])('%j can be read', (text, value) => {
    expect(readNumber(text)).toBe(value);
  });

  test.each(empties)('%j is absent', text => {
    expect(readNumber(text)).toBeUndefined();
  });

  test.each([
    ...listed(`
    .5 ,5 5. 5, . , 1.2.3 1,2,3 1.000,50 1,000.50 1e3 1.5E2 0x1F Infinity -Infinity NaN --1 +-1.5 ½ ٣
  `),
    '1 000',
    '2,5 mg',
  ])('%j cannot be read', text => {
    expect(readNumber(text)).toBe(unreadable);
  });
});
