// Texts and JSON without characters that a terminal or an editor obeys.
import { expect, test } from 'vitest';
import { printableJson, printableLine, printableText } from '../../../src/domain/model/printable.ts';

test.each([
  ['a C0 control', 'a\u001b[2J', String.raw`{"sub":"a\u001b[2J"}`],
  ['a C1 control', 'a\u009b2J', String.raw`{"sub":"a\u009b2J"}`],
  ['delete', 'a\u007f', String.raw`{"sub":"a\u007f"}`],
  ['a bidirectional override', 'a\u202eb', String.raw`{"sub":"a\u202eb"}`],
  ['a line separator', 'a\u2028b', String.raw`{"sub":"a\u2028b"}`],
  ['an invisible character beyond the basic plane', 'a\u{e0001}b', String.raw`{"sub":"a\udb40\udc01b"}`],
  ['letters of any language, and emoji', 'Åsa 患者 🙂', '{"sub":"Åsa 患者 🙂"}'],
  ['a backslash before one', '\\\u009b', String.raw`{"sub":"\\\u009b"}`],
])('%s', (_, sub, expected) => {
  expect(printableJson({ sub })).toBe(expected);
  expect(JSON.parse(expected)).toEqual({ sub });
});

test('a text keeps its lines, and one for the middle of a line does not', () => {
  const text = 'a\tb\nc\rd\u202ee\ud800';
  expect(printableText(text)).toBe('a\tb\nc\\u000dd\\u202ee\\ud800');
  expect(printableLine(text)).toBe(String.raw`a\u0009b\u000ac\u000dd\u202ee\ud800`);
  expect(printableLine('Åsa 患者 🙂')).toBe('Åsa 患者 🙂');
});
