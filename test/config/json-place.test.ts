// Where a configuration file stops being JSON, by line and column, and which members its objects have twice.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonFaultPlace, repeatedMembers } from '../../src/config/json-place.ts';

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

test.each<[string, string[]]>([
  ['{"a": 1, "b": 2}', []],
  ['{"a": 1, "a": 1}', ['/a']],
  ['{"a": 1, "a": 2, "a": 3}', ['/a']],
  ['{"a": {"b": 1}, "b": [{"b": 1}, {"b": 1}]}', []],
  ['{"a": {"c": [0, {"b": {}, "x": [], "b": []}]}}', ['/a/c/1/b']],
  ['[{"a": "\\"a\\": 1, {", "b": "a"}]', []],
  ['{"\\u0061": 1, "a": 2}', ['/a']],
  ['{"__proto__": 1, "__proto__": 2}', ['/__proto__']],
  ['{"constructor": 1}', []],
  ['{"a/b~": 1, "a/b~": 2}', ['/a~1b~0']],
  ['{"A": 1, "a": 2}', []],
])('members of %s that are there twice: %j', (text, paths) => {
  expect(repeatedMembers(text)).toEqual(paths);
});

test('a text from JSON.stringify has no member twice; with one added, that one', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), value => {
      const text = JSON.stringify(value);
      expect(repeatedMembers(text)).toEqual([]);
      const [name = ''] = Object.keys(value);
      const twice = `${text.slice(0, -1)},${JSON.stringify(name)}:null}`;
      expect(repeatedMembers(twice)).toEqual([`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`]);
    }),
  );
});
