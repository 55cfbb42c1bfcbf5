// What says nothing, in a document of any format.
import { expect, test } from 'vitest';
import { isAbsent, isBlank } from '../../../../src/adapters/ehr/values/values.ts';

test.each([
  ['', true],
  [' \t\r\n', true],
  ['\u00a0', true],
  ['\ufeff', true],
  ['\v', true],
  ['a', false],
  ['  a', false],
  ['a  ', false],
  ['\u00a0å', false],
  ['0', false],
])('whether %j is blank: %j', (text, blank) => {
  expect(isBlank(text)).toBe(blank);
  expect(isAbsent(text)).toBe(blank);
});

test.each([
  [undefined, true],
  [null, true],
  [0, false],
  [false, false],
  [[], false],
  [{}, false],
])('whether %j is absent: %j', (value, absent) => {
  expect(isAbsent(value)).toBe(absent);
});
