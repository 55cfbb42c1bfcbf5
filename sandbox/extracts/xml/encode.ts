// Encodes a document as bytes, with or without a statement of its encoding.
import type { Variation } from './variation.ts';

/** Characters of windows-1252 beyond ISO-8859-1, in the order of their bytes from 0x80; a dot for an unassigned byte. */
const upperHalf = '€.‚ƒ„…†‡ˆ‰Š‹Œ.Ž..‘’“”•–—˜™š›œ.žŸ';

const windowsByte = (char: string): number | undefined => {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code;
  const at = char === '.' ? -1 : Array.from(upperHalf).indexOf(char);
  return at === -1 ? undefined : 0x80 + at;
};

const utf16 = (text: string, bigEndian: boolean): Buffer => {
  const bytes = Buffer.from(text, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};

export type Encoding = {
  /** Its name in the declaration and the `Content-Type`. */
  readonly name: string;
  has(char: string): boolean;
  encode(text: string): Buffer;
  /** The byte-order mark, if it has one. */
  readonly mark: Buffer;
};

const all = () => true;
const none = Buffer.alloc(0);

const windows = (name: string): Encoding => ({
  name,
  has: char => windowsByte(char) !== undefined,
  encode: text => Buffer.from(Array.from(text, char => windowsByte(char) ?? 0x3f)),
  mark: none,
});

export const encodings = {
  utf8: { name: 'UTF-8', has: all, encode: text => Buffer.from(text), mark: Buffer.from([0xef, 0xbb, 0xbf]) },
  utf16le: {
    name: 'UTF-16',
    has: all,
    encode: text => utf16(text, false),
    mark: Buffer.from([0xff, 0xfe]),
  },
  utf16be: { name: 'UTF-16', has: all, encode: text => utf16(text, true), mark: Buffer.from([0xfe, 0xff]) },
  latin1: windows('ISO-8859-1'),
  windows: windows('windows-1252'),
} as const satisfies Record<string, Encoding>;

export type Written = { readonly bytes: Buffer; readonly contentType: string };

/** Encodes a body. The encoding is stated by mark, `Content-Type` or declaration, or not at all (UTF-8). */
export const encode = (body: string, encoding: Encoding, variation: Variation): Written => {
  const declare = variation.pick(true, false);
  const isUtf16 = encoding.name === 'UTF-16';
  const isUtf8 = encoding.name === 'UTF-8';
  const mark = encoding.mark.length > 0 && (isUtf16 || variation.chance(0.3));
  const inType = variation.chance(0.5) || !(declare || mark || isUtf8);
  const declaration = declare
    ? `<?xml version="1.0" encoding="${encoding.name}"?>`
    : variation.pick('', '<?xml version="1.0"?>');
  return {
    bytes: Buffer.concat([mark ? encoding.mark : none, encoding.encode(declaration + body)]),
    contentType: inType
      ? variation.pick(
          `application/xml; charset=${encoding.name}`,
          `text/xml;charset="${encoding.name.toLowerCase()}"`,
        )
      : 'application/xml',
  };
};
