// Which characters are taken out of texts (D33): expectations are written as ranges by hand.
import { describe, expect, test } from 'vitest';
import {
  hasControls,
  jsonMayHaveControls,
  withoutControls,
} from '../../../src/domain/model/control-characters.ts';

/** First and last code unit of each range that goes. */
const gone: readonly (readonly [number, number])[] = [
  [0x00, 0x08],
  [0x0b, 0x0c],
  [0x0e, 0x1f],
  [0x7f, 0x84],
  [0x86, 0x9f],
  [0x202a, 0x202e],
  [0x2066, 0x2069],
  [0xd800, 0xdfff],
];
const isGone = (code: number) => gone.some(([first, last]) => code >= first && code <= last);
const cleaned = (text: string) => withoutControls(text, () => undefined);
const isLineEnd = (code: number) => code === 0x0d || code === 0x85;

test('every character stays, goes, or becomes a line feed', async () => {
  const wrong: number[] = [];
  let all = '';
  let expected = '';
  // Beyond the first plane all stay, so a block of them is tried as one.
  const sizeAt = (code: number) => (code < 0x1_0000 ? 1 : 0x100);
  for (let code = 0; code <= 0x10_ffff; code += sizeAt(code)) {
    const character = String.fromCodePoint(...Array.from({ length: sizeAt(code) }, (_, at) => code + at));
    const [goes, ends] = [isGone(code), isLineEnd(code)];
    const text = `a${character}b`;
    const isFound = hasControls(text);
    const isLossy = isFound && (await cleaned(text)).isLossy;
    const isFoundInJson = jsonMayHaveControls(JSON.stringify({ [character]: [character] }));
    if (isFound !== (goes || ends) || isFoundInJson !== isFound || isLossy !== goes) wrong.push(code);
    all += text;
    expected += ends ? 'a\nb' : goes ? 'ab' : text;
  }
  expect(wrong).toEqual([]);
  // Not `toBe`: a difference would be printed.
  expect((await cleaned(all)).text === expected).toBe(true);
});

test('in JSON, a backslash before a letter may be an escape', () => {
  expect(jsonMayHaveControls(JSON.stringify('a\\u0000'))).toBe(true);
  expect(jsonMayHaveControls(JSON.stringify('"a" \\ 1/2\t\n'))).toBe(false);
});

describe('line ends', () => {
  test.each([
    ['a\r\nb', 'a\nb'],
    ['a\rb', 'a\nb'],
    ['a\r\r\nb', 'a\n\nb'],
    ['a\n\rb', 'a\n\nb'],
    ['a\u0085b', 'a\nb'],
    ['a\tb\nc', 'a\tb\nc'],
  ])('%j', async (text, expected) => {
    expect(await cleaned(text)).toEqual({ text: expected, isLossy: false });
  });
});

describe('a long text is cleaned in pieces', () => {
  test.each(['\r\n', '😀'])('and no piece parts %j', async pair => {
    const lines = pair === '😀' ? pair : '\n';
    for (const before of ['', 'a']) {
      const turns: number[] = [];
      const text = `${before}${pair.repeat(200_000)}\0`;
      const plain = await withoutControls(text, () => void turns.push(1));
      expect(plain.text === `${before}${lines.repeat(200_000)}`).toBe(true);
      expect(turns).toHaveLength(25);
    }
  });
});

test('direction marks, joiners, emoji and other scripts stay', async () => {
  const text = '\u200e\u200f\u061c שלום \u200d 👩‍⚕️ \ufeff\u00ad\u2028';
  expect(hasControls(text)).toBe(false);
  expect(await cleaned(text)).toEqual({ text, isLossy: false });
});
