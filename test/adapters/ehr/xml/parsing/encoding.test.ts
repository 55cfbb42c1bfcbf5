// The encoding of a document, and the validity of its bytes (extracts.md, "XML").
import { describe, expect, test } from 'vitest';
import { textDecoder } from '../../../../../src/adapters/ehr/xml/parsing/encoding.ts';
import { isFailure } from '../../../../../src/domain/model/failure.ts';
import { bytesOf, feedings, halves, reasonOf, refusal } from '../feeding.ts';

const decoded = (pieces: readonly Uint8Array[], charset?: string): string => {
  const decoder = textDecoder(charset);
  let text = '';
  for (const piece of pieces) text += decoder.write(piece);
  return text + decoder.end();
};

const join = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(
    parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );

const utf16le = (text: string): Buffer => Buffer.from(text, 'utf16le');
const utf16be = (text: string): Buffer => utf16le(text).swap16();

const marks = { utf8: [0xef, 0xbb, 0xbf], utf16le: [0xff, 0xfe], utf16be: [0xfe, 0xff] } as const;
const marked = (mark: keyof typeof marks, bytes: Uint8Array) =>
  Buffer.concat([Buffer.from(marks[mark]), bytes]);

/** Characters of one to four bytes in UTF-8, the last a surrogate pair in UTF-16. */
const name = 'Åsa Öberg €5 – 😀';
const plain = `<a>${name}</a>`;
const declares = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>`;

const declared = (encoding: string) => declares(encoding) + plain;

type Readable = [called: string, bytes: Uint8Array, text: string, charset?: string | undefined];

/** A text, encoded so. */
const encodedBy =
  (encode: (text: string) => Uint8Array) =>
  (called: string, text: string, charset?: string): Readable => [called, encode(text), text, charset];
const inUtf8 = encodedBy(bytesOf);
const inLatin1 = encodedBy(join);
const [inUtf16le, inUtf16be] = [encodedBy(utf16le), encodedBy(utf16be)];
const afterMark = (mark: keyof typeof marks) =>
  encodedBy(text => marked(mark, { utf8: bytesOf, utf16le, utf16be }[mark](text)));

const byMark: readonly Readable[] = [
  afterMark('utf8')('UTF-8 by its mark', plain),
  afterMark('utf16le')('UTF-16LE by its mark', plain),
  afterMark('utf16be')('UTF-16BE by its mark', plain),
  afterMark('utf8')('a mark before the charset (UTF-8)', plain, 'ISO-8859-1'),
  afterMark('utf16be')('a mark before the charset (UTF-16)', plain, 'utf-8'),
  afterMark('utf16le')('a mark before the charset of the other byte order', plain, 'utf-16be'),
  afterMark('utf8')('a mark before an unknown charset', plain, 'x-unknown'),
  afterMark('utf8')('a mark before the declaration', declared('ISO-8859-1')),
  afterMark('utf16le')('a mark before a declaration that names an unknown one', declared('EBCDIC-SV')),
  afterMark('utf16be')('UTF-16 with mark, charset and declaration that agree', declared('UTF-16'), 'UTF-16'),
];

const byCharset: readonly Readable[] = [
  inUtf8('UTF-8 by charset', plain, 'UTF-8'),
  inLatin1('windows-1252 by charset', '<a>å', 'windows-1252'),
  inLatin1('ISO-8859-1 by charset', '<a>å', 'ISO-8859-1'),
  inLatin1('a charset in other letters', '<a>å', 'Windows-1252'),
  inUtf16le('UTF-16LE without a mark', plain, 'utf-16'),
  inUtf16be('UTF-16BE without a mark', plain, 'utf-16'),
  inUtf16le('UTF-16LE by name', plain, 'UTF-16LE'),
  inUtf16be('UTF-16BE by name', plain, 'utf-16be'),
  inUtf8('the charset before the declaration (UTF-8)', declared('ISO-8859-1'), 'utf-8'),
  [
    'the charset before the declaration (windows-1252)',
    join(declares('UTF-8'), '<a>\xe5'),
    `${declares('UTF-8')}<a>å`,
    'iso-8859-1',
  ],
  inUtf8('the charset before a declaration that names an unknown one', declared('EBCDIC-SV'), 'utf-8'),
];

const byDeclaration: readonly Readable[] = [
  inUtf8('UTF-8 by declaration', declared('UTF-8')),
  inUtf8('a declaration in other letters', declared('utf-8')),
  [
    'ISO-8859-1 by declaration, read as windows-1252',
    join(declares('ISO-8859-1'), '<a>\xe5 ', [0x80], '</a>'),
    `${declares('ISO-8859-1')}<a>å €</a>`,
  ],
  [
    'windows-1252 by declaration',
    join(declares('windows-1252'), '<a>\xc5\xc4\xd6 ', [0x80, 0x96], '</a>'),
    `${declares('windows-1252')}<a>ÅÄÖ €–</a>`,
  ],
  inLatin1(
    'a declaration with single quotes, white space and standalone',
    `<?xml version='1.0'\r\n encoding = 'iso-8859-1' standalone='yes' ?><a>å</a>`,
  ),
  inUtf16le('UTF-16LE by declaration, without a mark', declared('UTF-16')),
  inUtf16be('UTF-16BE by declaration, without a mark', declared('UTF-16')),
  inLatin1(
    'a declaration with white space of every kind',
    '<?xml\tversion="1.0"\rencoding\t=\n"ISO-8859-1"?><a>å',
  ),
  inLatin1(
    'a declaration with other white space of every kind',
    '<?xml\r\nversion="1.0"\t\nencoding\r\n=\t\r"ISO-8859-1"?><a>å',
  ),
  inLatin1('a declaration of nothing but the encoding', '<?xml encoding="ISO-8859-1"?><a>å'),
  inLatin1(
    'a declaration that names it within the first 1024 bytes',
    `<?xml version="1.0"${' '.repeat(983)} encoding="ISO-8859-1"?><a>å`,
  ),
  inUtf16be('UTF-16BE by its own name in the declaration', declared('UTF-16BE')),
];

const byDefault: readonly Readable[] = [
  inUtf8('UTF-8 where nothing says so', plain),
  inUtf8('UTF-8 where the declaration names none', `<?xml version="1.0"?>${plain}`),
  inUtf8(
    'UTF-8 where another instruction names an encoding',
    `<?xml-stylesheet href="a.xsl" encoding="ISO-8859-1"?>${plain}`,
  ),
  inUtf8(
    'UTF-8 where a comment or an attribute names an encoding',
    '<a encoding="ISO-8859-1">å<!-- encoding="UTF-16" --></a>',
  ),
  inUtf8(
    'UTF-8 where a comment quotes a declaration',
    '<!-- <?xml version="1.0" encoding="ISO-8859-1"?> --><a>å</a>',
  ),
  inUtf8(
    'UTF-8 where an element after the declaration names an encoding',
    '<?xml version="1.0"?><a encoding="ISO-8859-1">å</a>',
  ),
  inUtf8(
    'UTF-8 where the declaration names one after the first 1024 bytes',
    `<?xml version="1.0"${' '.repeat(984)} encoding="ISO-8859-1"?><a>å`,
  ),
  inUtf8('a document of one byte', '<'),
  inUtf8('a document of three bytes', '<a>'),
  ['nothing', new Uint8Array(0), ''],
];

describe.each<Readable>([...byMark, ...byCharset, ...byDeclaration, ...byDefault])(
  '%s',
  (_, bytes, text, charset) => {
    test.each(feedings)('%s', (_name, feed) => {
      expect(decoded(feed(bytes), charset)).toBe(text);
    });

    test('cut at every boundary', () => {
      for (const pieces of halves(bytes)) expect(decoded(pieces, charset)).toBe(text);
    });
  },
);

describe('names of encodings, in any letters', () => {
  const accented = '<a>å';
  const names: readonly [name: string, bytes: Uint8Array, text: string][] = [
    ['utf8', bytesOf(accented), accented],
    ['UTF8', bytesOf(accented), accented],
    ['us-ascii', bytesOf('<a>z'), '<a>z'],
    ['ASCII', bytesOf('<a>z'), '<a>z'],
    ['ISO_8859-1', join('<a>\xe5'), accented],
    ['Latin1', join('<a>\xe5'), accented],
    ['CP1252', join('<a>\xe5'), accented],
    [' utf-8\t', bytesOf(accented), accented],
  ];

  test.each(names)('charset %j', (name, bytes, text) => {
    expect(decoded([bytes], name)).toBe(text);
  });

  test.each(names.filter(([name]) => name === name.trim()))('declaration %s', (name, bytes, text) => {
    expect(decoded([join(declares(name)), bytes])).toBe(declares(name) + text);
  });
});

describe('US-ASCII', () => {
  test('has the characters up to U+007F', () => {
    expect(decoded([join('<a>\0~\x7f')], 'us-ascii')).toBe('<a>\0~\x7f');
  });

  test.each(['\x80', 'å', '€'])('and not %j', character => {
    expect(refusal(() => decoded([bytesOf(`<a>${character}`)], 'us-ascii'))).toBe('ehr-unusable');
  });
});

describe('windows-1252', () => {
  const upper =
    '€\u{0}‚ƒ„…†‡ˆ‰Š‹Œ\u{0}Ž\u{0}\u{0}‘’“”•–—˜™š›œ\u{0}žŸ' +
    '\u00a0¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ';
  const bytes = Array.from({ length: 128 }, (_, at) => 0x80 + at);
  const unassigned = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

  test('every assigned byte of the upper half is its character', () => {
    const assigned = bytes.filter(byte => !unassigned.includes(byte));
    expect(decoded([join('<a>', assigned)], 'windows-1252')).toBe(`<a>${upper.replaceAll('\u{0}', '')}`);
  });

  test.each(unassigned.flatMap(byte => ['windows-1252', 'ISO-8859-1'].map(charset => ({ byte, charset }))))(
    'the byte $byte has none ($charset)',
    ({ byte, charset }) => {
      const document = join('<a>', [byte], '</a>');
      for (const [, feed] of feedings) {
        expect(refusal(() => decoded(feed(document), charset))).toBe('ehr-unusable');
      }
    },
  );
});

describe('bytes that are not valid in the encoding make the document unusable', () => {
  const invalid: readonly [what: string, charset: string, bytes: Uint8Array][] = [
    ['a lone continuation byte', 'utf-8', join('<a>', [0x80], '</a>')],
    ['a sequence without its last byte', 'utf-8', join('<a>', [0xe2, 0x82], '</a>')],
    ['two bytes for what one can hold', 'utf-8', join('<a>', [0xc0, 0xaf], '</a>')],
    ['three bytes for what two can hold', 'utf-8', join('<a>', [0xe0, 0x80, 0xaf], '</a>')],
    ['four bytes for what three can hold', 'utf-8', join('<a>', [0xf0, 0x80, 0x80, 0xaf], '</a>')],
    ['a surrogate in UTF-8', 'utf-8', join('<a>', [0xed, 0xa0, 0x80], '</a>')],
    ['a surrogate pair in UTF-8', 'utf-8', join('<a>', [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80], '</a>')],
    ['beyond U+10FFFF', 'utf-8', join('<a>', [0xf4, 0x90, 0x80, 0x80], '</a>')],
    ['a byte that UTF-8 never has', 'utf-8', join('<a>', [0xff], '</a>')],
    ['ISO-8859-1 called UTF-8', 'utf-8', join('<a>\xe5</a>')],
    ['a high surrogate alone', 'utf-16le', join('<\0a\0>\0', [0x3d, 0xd8], '<\0/\0a\0>\0')],
    ['a low surrogate alone', 'utf-16le', join('<\0a\0>\0', [0x00, 0xde], '<\0/\0a\0>\0')],
    ['a pair in the wrong order', 'utf-16be', join('\0<\0a\0>', [0xde, 0x00, 0xd8, 0x3d], '\0<\0/\0a\0>')],
    ['half a unit at the end', 'utf-16le', join('<\0a\0/\0>\0', [0x0a])],
    ['half a pair at the end', 'utf-16be', join('\0<\0a\0/\0>', [0xd8, 0x3d])],
  ];

  test.each(invalid)('%s (%s)', (_, charset, bytes) => {
    for (const pieces of [[bytes], ...feedings.map(([, feed]) => feed(bytes)), ...halves(bytes)]) {
      expect(refusal(() => decoded(pieces, charset))).toBe('ehr-unusable');
    }
  });

  test.each(['å', '€', '😀'])('a document that ends within %s', char => {
    const encoded = bytesOf(char);
    for (let length = 1; length < encoded.length; length++) {
      const bytes = Buffer.concat([bytesOf('<a>'), encoded.subarray(0, length)]);
      for (const [, feed] of feedings) expect(refusal(() => decoded(feed(bytes)))).toBe('ehr-unusable');
    }
  });

  test('is UTF-8 without mark, charset and declaration, whatever the bytes look like', () => {
    expect(refusal(() => decoded([join('<a>Sj\xf6gren</a>')]))).toBe('ehr-unusable');
  });
});

describe('an unknown encoding makes the document unusable', () => {
  const unknown = ['utf-32', 'utf-7', 'EBCDIC-SV', 'x-user-defined', 'utf', 'constructor', '__proto__'];

  test.each(unknown)('charset %s', charset => {
    for (const [, feed] of feedings) {
      expect(refusal(() => decoded(feed(bytesOf('<a/>')), charset))).toBe('ehr-unusable');
    }
  });

  test.each(unknown.filter(encoding => !encoding.startsWith('_')))('declaration %s', encoding => {
    for (const [, feed] of feedings) {
      expect(refusal(() => decoded(feed(bytesOf(`${declares(encoding)}<a/>`))))).toBe('ehr-unusable');
    }
  });
});

describe('why the bytes cannot be read', () => {
  const invalid = ['ehr-encoding', 'bytes that are not valid in the encoding'];

  test.each([
    ['an unknown charset', 'utf-7', join('<a/>'), ['ehr-encoding', 'an unknown encoding']],
    [
      'an unknown encoding in the declaration',
      undefined,
      join(declares('utf-7')),
      ['ehr-encoding', 'an unknown encoding'],
    ],
    ['not UTF-8', 'utf-8', join('<a>\xe5</a>'), invalid],
    ['not US-ASCII', 'us-ascii', bytesOf('<a>å</a>'), invalid],
    ['no character of windows-1252', 'windows-1252', join('<a>\x81</a>'), invalid],
  ])('%s', (_, charset, bytes, why) => {
    expect(reasonOf(() => decoded([bytes], charset))).toEqual(why);
  });

  test('the error of the decoder is its cause', () => {
    let cause: unknown;
    try {
      decoded([join('<a>\xe5</a>')]);
    } catch (error) {
      cause = isFailure(error) ? error.cause : undefined;
    }
    expect(cause).toBeInstanceOf(TypeError);
  });
});
