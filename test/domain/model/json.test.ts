// Values of JSON documents: what is an object, a list and a number of its own digits, and paths to them.
import { expect, test } from 'vitest';
import {
  exactNumber,
  isExactNumber,
  isJsonList,
  isJsonObject,
  type Json,
  jsonPointer,
} from '../../../src/domain/model/json.ts';

test.each<[what: string, value: Json | undefined, is: 'object' | 'list' | 'number' | 'neither']>([
  ['an object', { a: 1 }, 'object'],
  ['an empty object', {}, 'object'],
  ['an object with the member of an exact number', { rawJSON: '1.50' }, 'object'],
  ['a list', [{}], 'list'],
  ['an empty list', [], 'list'],
  ['an exact number', exactNumber('1.50'), 'number'],
  ['a text', 'rawJSON', 'neither'],
  ['a number', 1, 'neither'],
  ['a truth value', true, 'neither'],
  ['null', null, 'neither'],
  ['nothing', undefined, 'neither'],
])('%s', (_, value, is) => {
  expect([isJsonObject(value), isJsonList(value), isExactNumber(value)]).toEqual([
    is === 'object',
    is === 'list',
    is === 'number',
  ]);
});

test('an exact number is written with its digits', () => {
  expect(JSON.stringify({ a: exactNumber('1.50') })).toBe('{"a":1.50}');
});

test.each([
  [[], ''],
  [['a', 0, 'b'], '/a/0/b'],
  [['a/b', 'c~d'], '/a~1b/c~0d'],
  [['~1', '//', '~~'], '/~01/~1~1/~0~0'],
  [[''], '/'],
])('the pointer of %j is %s', (path, pointer) => {
  expect(jsonPointer(path)).toBe(pointer);
});
