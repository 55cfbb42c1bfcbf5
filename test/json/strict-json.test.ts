// Strict JSON: what is accepted, where a fault is, members that are there twice, exact digits, limits, and stopping half-way.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isExactNumber, isJsonList, isJsonObject, jsonPointer } from '../../src/domain/model/json.ts';
import { JsonFault, JsonReader, parseStrictJson, placeIn } from '../../src/json/strict-json.ts';
import { attempts } from '../support/amount.ts';
import { listed } from '../support/listed.ts';

const faultIn = (read: () => unknown): JsonFault => {
  try {
    read();
  } catch (error) {
    if (error instanceof JsonFault) return error;
    throw error;
  }
  throw new Error('was read');
};

describe('a text that is not JSON', () => {
  test.each([
    ['', 1, 1],
    ['{', 1, 2],
    ['{"a": 1,}', 1, 9],
    ['{"a": 1 "b": 2}', 1, 9],
    ['{\n  "a": 1,\n  b: 2\n}', 3, 3],
    ['{\r\n  "a" 1\r\n}', 2, 7],
    ['{\r"a"\r1}', 3, 1],
    ['[1, 2', 1, 6],
    ['[1, 2}', 1, 6],
    ['{"a": 1]', 1, 8],
    ['[1,]', 1, 4],
    ['[,1]', 1, 2],
    ['{"a": "unended}', 1, 7],
    ['{"a": "unended\\"}', 1, 7],
    ['{"a": "a\nb"}', 1, 7],
    ['"\\x"', 1, 1],
    ['"\\u00g0"', 1, 1],
    ['"\u0000"', 1, 1],
    ['{"a": nul}', 1, 7],
    ['{"a": True}', 1, 7],
    ['{"a": 01}', 1, 8],
    ['-', 1, 1],
    ['-a', 1, 1],
    ['+1', 1, 1],
    ['.5', 1, 1],
    ['1.', 1, 2],
    ['1.e5', 1, 2],
    ['1e', 1, 2],
    ['1e+', 1, 2],
    ['NaN', 1, 1],
    ["{'a': 1}", 1, 2],
    ['{} // a comment', 1, 4],
    ['\u00a01', 1, 1],
    ['\ufeff{}', 1, 1],
    ['1 2', 1, 3],
  ])('%j: line %d, column %d', (text, line, column) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    const { kind, at } = faultIn(() => parseStrictJson(text));
    expect(kind).toBe('syntax');
    expect(placeIn(text, at)).toEqual({ line, column });
  });

  test('is refused without quoting it', () => {
    expect(faultIn(() => parseStrictJson('{"secret": x}')).message).toBe('not valid JSON');
  });
});

const withoutRepeated = (text: string): boolean => {
  try {
    parseStrictJson(text);
    return true;
  } catch (error) {
    return !(error instanceof JsonFault && error.kind === 'repeated-member');
  }
};

const parsedOrNot = (parse: (text: string) => unknown, text: string): unknown => {
  try {
    return { value: parse(text) };
  } catch {
    return 'not JSON';
  }
};

describe('is read as JSON.parse reads it', () => {
  test.each([
    ...listed(`
    "" "\\u0000\\ud800\\"\\\\\\/\\b\\f\\n\\r\\t" -0 0 1e400 -1.5E-7 [[],{},[{}]]
    {"toString":1,"constructor":{"prototype":2},"":3} {"10":1,"2":2,"a":3}
  `),
    '"\u2028\u007f\ud800"',
    ' [ ] ',
    '{\t}',
  ])('%s', text => {
    expect(parseStrictJson(text)).toEqual(JSON.parse(text));
    expect(JSON.stringify(parseStrictJson(text))).toBe(JSON.stringify(JSON.parse(text)));
  });

  test('any value, however it is written', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ stringUnit: 'binary', maxDepth: 6 }),
        fc.constantFrom('', ' ', '\t', '\n  '),
        (value, white) => {
          const text = JSON.stringify(value, null, white);
          expect(JSON.stringify(parseStrictJson(text))).toBe(JSON.stringify(JSON.parse(text)));
          expect(parseStrictJson(text)).toEqual(JSON.parse(text));
        },
      ),
      { numRuns: attempts(1000) },
    );
  });

  test('a text of the characters of JSON is refused where JSON.parse refuses it', () => {
    const token = fc.constantFrom(
      ...listed(String.raw`{ } [ ] : , " \ u0041 "a" "b" 1 - 0 .5 e+1 true null`),
      ' ',
      '\n',
    );
    const text = fc.array(token, { maxLength: 12 }).map(tokens => tokens.join(''));
    fc.assert(
      fc.property(text.filter(withoutRepeated), one => {
        expect(parsedOrNot(parseStrictJson, one)).toEqual(parsedOrNot(JSON.parse, one));
      }),
      { numRuns: attempts(5000) },
    );
  });

  test('so is a valid text with one character changed', () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 4 }),
        fc.nat(),
        fc.string({ unit: 'binary-ascii', maxLength: 2 }),
        (json, seed, put) => {
          const at = seed % (json.length + 1);
          const text = json.slice(0, at) + put + json.slice(at + 1);
          fc.pre(withoutRepeated(text));
          expect(parsedOrNot(parseStrictJson, text)).toEqual(parsedOrNot(JSON.parse, text));
        },
      ),
      { numRuns: attempts(5000) },
    );
  });

  test('wherever it stops and goes on', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), fc.integer({ min: 1, max: 9 }), (text, step) => {
        const reader = new JsonReader(text);
        for (let until = step; !reader.advance(until); until += step);
        expect(reader.value).toEqual(JSON.parse(text));
      }),
    );
  });

  test('and is not at hand before its end', () => {
    const reader = new JsonReader('[1,2,3]');
    expect(reader.advance(2)).toBe(false);
    expect(() => reader.value).toThrow('not been read');
  });
});

describe('__proto__', () => {
  const text = '{"__proto__":{"isAdmin":true},"a":[{"\\u005f_proto__":1}]}';

  test('is a member, and never a prototype', () => {
    const value = parseStrictJson(text) as Record<string, unknown>;
    expect(Object.keys(value)).toEqual(['__proto__', 'a']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(value.isAdmin).toBeUndefined();
    expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)));
  });

  test('twice is a member twice', () => {
    expect(faultIn(() => parseStrictJson('{"__proto__":1,"__proto__":1}')).kind).toBe('repeated-member');
  });

  test.each(['{"__proto__":1}', '{"a":[{"\\u005f_proto__":1}]}'])('can be refused: %s', refused => {
    const fault = faultIn(() => parseStrictJson(refused, { refusesProto: true }));
    expect(fault.kind).toBe('proto-member');
  });

  test('is a text like any other where it is no name', () => {
    expect(parseStrictJson('["__proto__"]', { refusesProto: true })).toEqual(['__proto__']);
  });
});

describe('members that are there twice', () => {
  const repeatedIn = (text: string): string[] => {
    const found: string[] = [];
    parseStrictJson(text, { onRepeated: path => found.push(jsonPointer(path)) });
    return found;
  };

  test.each<[string, string[]]>([
    ['{"a": 1, "b": 2}', []],
    ['{"a": 1, "a": 1}', ['/a']],
    ['{"a": 1, "a": 2, "a": 3}', ['/a', '/a']],
    ['{"a": {"b": 1}, "b": [{"b": 1}, {"b": 1}]}', []],
    ['{"a": {"c": [0, {"b": {}, "x": [], "b": []}]}}', ['/a/c/1/b']],
    ['[[], [[]], {"a": 1, "a": 1}]', ['/2/a']],
    ['[{"a": "\\"a\\": 1, {", "b": "a"}]', []],
    ['{"\\u0061": 1, "a": 2}', ['/a']],
    ['{"__proto__": 1, "__proto__": 2}', ['/__proto__']],
    ['{"constructor": 1, "toString": 2}', []],
    ['{"a/b~": 1, "a/b~": 2}', ['/a~1b~0']],
    ['{"A": 1, "a": 2}', []],
    ['{"1": 1, "01": 2}', []],
    ['{"": 1, "": 2}', ['/']],
  ])('%s: %j', (text, paths) => {
    expect(repeatedIn(text)).toEqual(paths);
    expect(withoutRepeated(text)).toBe(paths.length === 0);
  });

  test('the fault is at the second one', () => {
    expect(faultIn(() => parseStrictJson('{"a":1,"b":{"a":2, "a":3}}'))).toMatchObject({
      kind: 'repeated-member',
      at: 19,
    });
  });

  test('a text from JSON.stringify has none; with one added, that one', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), value => {
        const text = JSON.stringify(value);
        expect(repeatedIn(text)).toEqual([]);
        const [name = ''] = Object.keys(value);
        const twice = `${text.slice(0, -1)},${JSON.stringify(name)}:null}`;
        expect(repeatedIn(twice)).toEqual([`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`]);
      }),
    );
  });
});

describe('exact numbers', () => {
  const rewritten = (text: string) => JSON.stringify(parseStrictJson(text, { exact: true }));
  const numbers = listed('1.50 0.0 -0 1e3 1E-7 12345678901234567890 0.1234567890123456789 1e400');

  test.each([...numbers, '1', '-1.5', '0', '9007199254740991'])(
    '%s keeps its digits wherever it is',
    number => {
      const compact = `[${number},{"a":${number},"b":[1,${number}]},"${number}"]`;
      expect(rewritten(compact)).toBe(compact);
      expect(rewritten(`[ ${number}\t,\n{"a" : ${number} ,"b":[ 1, ${number}]},"${number}"]\n`)).toBe(
        compact,
      );
      expect(rewritten(number)).toBe(number);
    },
  );

  test.each(numbers)('%s differs from a number, a text and an object', number => {
    const value = parseStrictJson(number, { exact: true });
    expect(isExactNumber(value)).toBe(true);
    expect(value).toMatchObject({ rawJSON: number });
    expect(isJsonObject(value)).toBe(false);
    expect(isJsonList(value)).toBe(false);
  });

  test('an object that looks like one is an object', () => {
    const value = parseStrictJson('{"rawJSON":"1.50"}', { exact: true });
    expect(isExactNumber(value)).toBe(false);
    expect(isJsonObject(value)).toBe(true);
  });

  test('a number that JavaScript writes as it was sent is a number', () => {
    expect(parseStrictJson('[1,-1.5,0]', { exact: true })).toEqual([1, -1.5, 0]);
  });

  test('are numbers if they are not asked for', () => {
    expect(parseStrictJson('[1.50,-0,12345678901234567890]')).toEqual([1.5, -0, 12345678901234567000]);
  });

  test('any number keeps its digits', () => {
    const digits = fc.stringMatching(/^-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,30})?([eE][+-]?[0-9]{1,3})?$/);
    fc.assert(
      fc.property(fc.array(digits), written => {
        const text = `[${written.join(',')}]`;
        expect(rewritten(text)).toBe(text);
      }),
      { numRuns: attempts(1000) },
    );
  });
});

describe('limits', () => {
  const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;
  const list = (items: number) => `[${'1,'.repeat(items - 1)}1]`;
  const object = (members: number, name = 'm') =>
    `{${Array.from({ length: members }, (_, at) => `"${name}${at}":1`).join(',')}}`;
  const small = { recordValues: 10, records: 4 };
  const limitIn = (text: string, limits = {}) => {
    const { kind, message } = faultIn(() => parseStrictJson(text, { limits }));
    return { kind, message };
  };

  test.each([
    ['100 levels', nested(100), {}],
    ['brackets in a string after an escaped quote', `["\\\\\\"${'['.repeat(200)}"]`, {}],
    ['a name of 1,000 characters', `{"${'n'.repeat(1000)}":1}`, {}],
    ['a number of 1,000 characters', '1'.repeat(1000), {}],
    ['an object of 200,000 members', object(200_000), {}],
    ['100,000 items', list(100_000), {}],
    ['records of 10 values, 20 in total and their 2', `[${object(10)},${object(10)}]`, small],
    ['records beside other members', `{"a":1,"b":[${object(10)},${object(10)}],"c":{"d":[1,1]}}`, small],
  ])('%s: read', (_, text, limits) => {
    expect(parseStrictJson(text, { limits })).toEqual(JSON.parse(text));
  });

  test.each([
    ['102 levels', nested(102), {}, 'more than 100 levels'],
    ['levels without end', '['.repeat(1_000_000), {}, 'more than 100 levels'],
    [
      'brackets after a string that ends with a backslash',
      `["\\\\",${nested(102)}]`,
      {},
      'more than 100 levels',
    ],
    ['a long name', `{"${'n'.repeat(1001)}":1}`, {}, 'a name of more than 1000 characters'],
    ['a very long name', `{"${'n'.repeat(10_000)}":1}`, {}, 'a name of more than 1000 characters'],
    ['a long number', '1'.repeat(1001), {}, 'a number of more than 1000 characters'],
    ['a long exponent', `1e${'0'.repeat(1_000_000)}`, {}, 'a number of more than 1000 characters'],
    ['an object of 200,001 members', object(200_001), {}, 'a record of more than 200000 members and items'],
    ['100,001 items', list(100_001), {}, 'more than 100000 items'],
    ['a record of 11 values', `[1,${object(11)}]`, small, 'a record of more than 10 members and items'],
    ['a list in a record', `{"entry":[[${list(10)}]]}`, small, 'a record of more than 10 members and items'],
    [
      'a second list of records',
      `{"a":[1,1],"b":[1,${object(11)}]}`,
      small,
      'a record of more than 10 members and items',
    ],
    [
      'what follows the list',
      `{"a":[${object(9)}],${object(12, 'x').slice(1)}`,
      small,
      'a record of more than 10 members and items',
    ],
    ['more records than the limit, in two lists', '{"a":[1,1,1],"b":[1,1]}', small, 'more than 4 items'],
  ])('%s: refused', (_, text, limits, message) => {
    expect(limitIn(text, limits)).toEqual({ kind: 'limit', message });
  });

  test('what is built is counted: more for what takes more', () => {
    const heldBy = (text: string) => {
      const reader = new JsonReader(text, { exact: true });
      reader.advance();
      return reader.heldBytes;
    };
    expect(heldBy('1')).toBe(0);
    for (const [less, more] of [
      ['[1,1]', '[1,1,1]'],
      ['[1]', '[[1]]'],
      ['[1]', '[1.50]'],
      ['["a"]', '["\\u0061"]'],
      ['{"a":1}', '{"a":1,"b":1}'],
    ] as const)
      expect(heldBy(more)).toBeGreaterThan(heldBy(less));
  });
});
