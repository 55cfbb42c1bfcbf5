// Records omit what is unknown.
import { expect, test } from 'vitest';
import { omitUndefined } from '../../../src/domain/model/omit-undefined.ts';

test('undefined members are left out, and no others', () => {
  const given = { a: undefined, b: 0, c: '', d: null, e: false, f: undefined };
  expect(Object.entries(omitUndefined<object>(given))).toEqual([
    ['b', 0],
    ['c', ''],
    ['d', null],
    ['e', false],
  ]);
  expect(Object.keys(given)).toHaveLength(6);
});

test('an object without any is returned itself', () => {
  const given = { a: 1 };
  expect(omitUndefined(given)).toBe(given);
});
