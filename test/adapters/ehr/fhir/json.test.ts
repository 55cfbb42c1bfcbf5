// Reading JSON: exact digits where they are asked for, and limits that are checked before parsing (D32).
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readJson } from '../../../../src/adapters/ehr/fhir/json/json.ts';

const bytes = (text: string) => Buffer.from(text);
const rewritten = (text: string) => JSON.stringify(readJson(bytes(text), { exact: true }));

describe('exact numbers', () => {
  test.each([
    '1.50',
    '0.0',
    '-0',
    '1e3',
    '1E-7',
    '12345678901234567890',
    '0.1234567890123456789',
    '1',
    '-1.5',
    '0',
  ])('%s keeps its digits wherever it is', number => {
    const compact = `[${number},{"a":${number},"b":[1,${number}]},"${number}"]`;
    expect(rewritten(compact)).toBe(compact);
    expect(rewritten(`[ ${number}\t,\n{"a" : ${number} ,"b":[ 1, ${number}]},"${number}"]\n`)).toBe(compact);
    expect(rewritten(number)).toBe(number);
  });

  test('are not kept if they are not asked for', () => {
    expect(JSON.stringify(readJson(bytes('[1.50]')))).toBe('[1.5]');
  });

  test('all keep theirs, in whatever order and number they come', () => {
    const number = fc.constantFrom('1.50', '-0', '1e3', '2', '0.0', '12345678901234567890', '-1.5', '7');
    const name = fc.constantFrom('a', 'b', '0', '12', '__proto__', 'rawJSON', '\\u0031');
    const { document } = fc.letrec<{ document: string }>(tie => ({
      document: fc.oneof(
        { maxDepth: 4 },
        number,
        fc.constantFrom('"1.50"', 'null', 'true', '""'),
        fc.array(tie('document'), { maxLength: 5 }).map(items => `[${items.join(',')}]`),
        fc
          .uniqueArray(fc.tuple(name, tie('document')), { selector: ([one]) => one, maxLength: 5 })
          .map(members => `{${members.map(([one, value]) => `"${one}":${value}`).join(',')}}`),
      ),
    }));
    // The parser itself says how each number was written.
    const parse = JSON.parse as (
      text: string,
      reviver: (name: string, value: unknown, context: { source?: string }) => unknown,
    ) => unknown;
    const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => object };
    const expected = (text: string) =>
      JSON.stringify(
        parse(text, (_, value, { source = '' }) => (typeof value === 'number' ? rawJSON(source) : value)),
      );
    fc.assert(
      fc.property(document, text => {
        expect(rewritten(text)).toBe(expected(text));
      }),
      { numRuns: 2000 },
    );
  });

  test('a long list of them keeps theirs', () => {
    const list = `[${Array.from({ length: 12_000 }, (_, at) => `${at}.0`).join(',')}]`;
    expect(rewritten(list)).toBe(list);
  });

  test('any JSON is read as JSON.parse reads it', () => {
    const check = (text: string): void => void expect(readJson(bytes(text))).toEqual(JSON.parse(text));
    fc.assert(fc.property(fc.json({ stringUnit: 'binary' }), check));
    fc.assert(
      fc.property(
        fc.jsonValue({ stringUnit: 'grapheme' }).map(value => JSON.stringify(value, null, 2)),
        check,
      ),
    );
  });
});

describe('limits', () => {
  const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;
  const reasonOf = (text: string | Buffer) => {
    try {
      readJson(Buffer.from(text));
      return 'read';
    } catch (error) {
      return (error as { reason?: string }).reason;
    }
  };

  test.each([
    ['100 levels', nested(100), 'read'],
    ['102 levels', nested(102), 'ehr-limit'],
    ['brackets in a string after an escaped quote', `["\\\\\\"${'['.repeat(200)}"]`, 'read'],
    ['brackets after a string that ends with a backslash', `["\\\\",${nested(102)}]`, 'ehr-limit'],
    ['a string without an end', '["a', 'ehr-not-well-formed'],
    ['a string that ends with an escaped quote', '["a\\"', 'ehr-not-well-formed'],
    ['a lone minus', '[-]', 'ehr-not-well-formed'],
    ['a member twice', '{"a":1,"b":{"a":2,"a":3}}', 'ehr-not-well-formed'],
    ['a member twice beside an exact number', '{"a":1.50,"a":1.50}', 'ehr-not-well-formed'],
    ['invalid UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0x22]), 'ehr-encoding'],
    ['an encoded surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'ehr-encoding'],
    ['a byte-order mark', '\ufeff{}', 'read'],
    ['two byte-order marks', '\ufeff\ufeff{}', 'ehr-not-well-formed'],
  ])('%s', (_, text, expected) => {
    expect(reasonOf(text)).toBe(expected);
  });
});
