// The characters of XML 1.0 (fifth edition), as UTF-16 code units, and what is said of those that do not fit.
import { Failure } from '../../../domain/model/failure.ts';
import type { Window } from './window.ts';

export const code = {
  tab: 0x09,
  newline: 0x0a,
  space: 0x20,
  exclamation: 0x21,
  quote: 0x22,
  ampersand: 0x26,
  apostrophe: 0x27,
  slash: 0x2f,
  less: 0x3c,
  equals: 0x3d,
  greater: 0x3e,
  question: 0x3f,
} as const;

/** What a document that is not well-formed is refused with. Its words never quote the document. */
export const malformed = (detail: string): Failure =>
  new Failure('ehr-unusable', { reason: 'ehr-not-well-formed', detail: `not well-formed: ${detail}` });

type Range = readonly [first: number, last: number];

// Beyond 16 bits, names may have U+10000 to U+EFFFF: pairs whose first half is D800 to DB7F. Texts come from a decoder
// that refuses lone halves, so each half can be judged by itself.
const nameStart: readonly Range[] = [
  [0x3a, 0x3a],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0x2ff],
  [0x370, 0x37d],
  [0x37f, 0x1fff],
  [0x200c, 0x200d],
  [0x2070, 0x218f],
  [0x2c00, 0x2fef],
  [0x3001, 0xd7ff],
  [0xd800, 0xdb7f],
  [0xf900, 0xfdcf],
  [0xfdf0, 0xfffd],
];
const nameRest: readonly Range[] = [
  ...nameStart,
  [0x2d, 0x2e],
  [0x30, 0x39],
  [0xb7, 0xb7],
  [0x300, 0x36f],
  [0x203f, 0x2040],
  [0xdc00, 0xdfff],
];

const tableOf = (ranges: readonly Range[]): Uint8Array => {
  const table = new Uint8Array(0x10000);
  for (const [first, last] of ranges) table.fill(1, first, last + 1);
  return table;
};

const startTable = tableOf(nameStart);
const restTable = tableOf(nameRest);

/**
 * Where the name ends that begins at an index; the window's length where it may go on beyond it.
 * @throws Failure where no name begins there.
 */
export const nameEnd = ({ units, length }: Window, from: number): number => {
  if (from >= length) return length;
  if (startTable[units[from] as number] !== 1) throw malformed('a name');
  let at = from + 1;
  while (restTable[units[at] as number] === 1) at++;
  return at;
};

/** White space; ends of lines are newlines already. */
export const isSpace = (unit: number): boolean =>
  unit === code.space || unit === code.newline || unit === code.tab;

/** The first index that is no white space. */
export const spaceEnd = ({ units }: Window, from: number): number => {
  let at = from;
  while (isSpace(units[at] as number)) at++;
  return at;
};

/** What no document may hold, not even as a reference; lone surrogates apart, which no decoder lets through. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

export const refuseForbidden = (text: string): void => {
  if (forbidden.test(text)) throw malformed('a character');
};

/** Whether a code point is a character of XML. */
export const isCharacter = (point: number): boolean =>
  point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff) && !forbidden.test(String.fromCodePoint(point));
