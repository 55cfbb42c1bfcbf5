// Where a configuration file stops being JSON, by line and column.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonFaultPlace } from '../../src/config/json-place.ts';

test.each([
  ['', 1, 1],
  ['{', 1, 2],
  ['{"a": 1,}', 1, 9],
  ['{"a": 1 "b": 2}', 1, 9],
  ['{\n  "a": 1,\n  b: 2\n}', 3, 3],
  ['{\r\n  "a" 1\r\n}', 2, 7],
  ['[1, 2', 1, 6],
  ['{"a": "unended}', 1, 7],
  ['{"a": "a\nb"}', 1, 7],
  ['{"a": nul}', 1, 7],
  ['{"a": 01}', 1, 8],
  ["{'a': 1}", 1, 2],
  ['{} // a comment', 1, 4],
  ['\ufeff{}', 1, 1],
])('%j: line %d, column %d', (text, line, column) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(jsonFaultPlace(text)).toEqual({ line, column });
});

test('a text that JSON.parse takes is read to its end', () => {
  fc.assert(
    fc.property(fc.json(), text => {
      expect(jsonFaultPlace(`${text}!`).column).toBe((text.split('\n').at(-1)?.length ?? 0) + 1);
    }),
  );
});
