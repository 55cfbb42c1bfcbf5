// Reading XML: the events of a document, and the rejection of every document that is not well-formed, however it is split
// into chunks. The classes are those of the W3C XML conformance suite (not-wf) that can occur without a DTD.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type XmlHandler, xmlReader } from '../../../../../src/adapters/ehr/xml/parsing/events.ts';
import { bytesOf, feedings, halves, reasonOf, refusal, thirds } from '../feeding.ts';

const instance = 'http://www.w3.org/2001/XMLSchema-instance';

/** The events in one line. A text that arrives in several calls is joined. */
const eventsIn = (pieces: readonly Uint8Array[], charset?: string): string => {
  const parts: string[] = [];
  let isText = false;
  const tell = (part: string, text = false) => {
    if (text && isText) parts.push(`${parts.pop()}${part}`);
    else parts.push(part);
    isText = text;
  };
  const handler: XmlHandler = {
    open: name => tell(`<${name}`),
    attribute: (name, value) => tell(`${name}=${JSON.stringify(value)}`),
    opened: nil => tell(nil ? 'nil>' : '>'),
    text: text => tell(text, true),
    close: () => tell('</>'),
  };
  const reader = xmlReader(handler, charset);
  for (const piece of pieces) reader.write(piece);
  reader.end();
  return parts.join(' ');
};

/** The events of a document, the same for every way of splitting it. */
const tells = (xml: string): string => {
  const bytes = bytesOf(xml);
  const lines = [...feedings.map(([, feed]) => feed(bytes)), ...thirds(bytes)].map(pieces =>
    eventsIn(pieces),
  );
  return [...new Set(lines)].join(' or ');
};

/** The code of the failure for a document, the same for every way of splitting it. */
const refusals = (document: string): string => {
  const bytes = bytesOf(document);
  const codes = [...feedings.map(([, feed]) => feed(bytes)), ...halves(bytes)].map(pieces =>
    refusal(() => eventsIn(pieces)),
  );
  return [...new Set(codes)].join(' or ');
};

describe('events', () => {
  test.each([
    ['an element', '<a/>', '<a > </>'],
    [
      'local names',
      '<se:a xmlns:se="urn:x"><se:b/><o:b xmlns:o="urn:o"/></se:a>',
      '<a > <b > </> <b > </> </>',
    ],
    ['attributes', '<a b="1" c=\'2\'/>', '<a b="1" c="2" > </>'],
    ['text', '<a> x\n y </a>', '<a >  x\n y  </>'],
    ['CDATA', '<a><![CDATA[<b>&amp;]]></a>', '<a > <b>&amp; </>'],
    ['predefined entities', '<a b="&quot;&lt;">&lt;&gt;&amp;&apos;&quot;</a>', '<a b="\\"<" > <>&\'" </>'],
    ['character references', '<a b="&#229;">&#xE5;&#x1F600;&#228;</a>', '<a b="å" > å😀ä </>'],
    ['references within the text', '<a>x&#13;y&#9;z</a>', '<a > x\ry\tz </>'],
    ['ends of lines as one character', '<a>x\r\ny\rz</a>', '<a > x\ny\nz </>'],
    ['white space of attributes as spaces', '<a b="x\ny\tz"/>', '<a b="x y z" > </>'],
    ['comments and instructions left out', '<?x?><a><!-- c -->x<?y z?>y</a><!-- d -->', '<a > xy </>'],
    ['nothing of XML itself', '<a xmlns="urn:a" xmlns:b="urn:b" xml:lang="sv"/>', '<a > </>'],
    ['nothing of the schema', `<a xmlns:xsi="${instance}" xsi:type="T"/>`, '<a > </>'],
    ['that an element is nil', `<a xmlns:xsi="${instance}" xsi:nil="true"/>`, '<a nil> </>'],
    ['nil by another prefix', `<a xmlns:i="${instance}"><b i:nil="true"/></a>`, '<a > <b nil> </> </>'],
    ['nil by a prefix bound after it', `<a i:nil="true" xmlns:i="${instance}"/>`, '<a nil> </>'],
    ['nil by a prefix that nothing binds', '<a xsi:nil="1"/>', '<a nil> </>'],
    [
      'nil by one of two prefixes that an element binds',
      `<a xmlns:i="${instance}" xmlns:o="urn:o"><b i:nil="1" o:nil="0"/></a>`,
      '<a > <b o:nil="0" nil> </> </>',
    ],
    [
      'nil, whatever attribute follows',
      `<a xmlns:xsi="${instance}" xsi:nil="true" xsi:type="T" xsi:nil2="0"/>`,
      '<a nil> </>',
    ],
    [
      'not nil by another attribute of the schema',
      `<a xmlns:xsi="${instance}" xsi:type="true"/>`,
      '<a > </>',
    ],
    [
      'not nil by `xsi` of another namespace',
      '<a xmlns:xsi="urn:x" xsi:nil="true"/>',
      '<a xsi:nil="true" > </>',
    ],
    [
      'nil by a prefix that is bound again around it alone',
      `<a xmlns:i="${instance}"><b xmlns:i="urn:x"><c i:nil="1"/></b><c i:nil="1"/></a>`,
      '<a > <b > <c i:nil="1" > </> </> <c nil> </> </>',
    ],
    ['not nil', `<a xmlns:xsi="${instance}" xsi:nil="false"/>`, '<a > </>'],
    ['white space around the root left out', '\n<a/>\n', '<a > </>'],
    ['a document of XML 1.0 that says so', '<?xml version="1.0"?><a/>', '<a > </>'],
    ['white space in tags', '<a\n b\t=\r "1" ></a\n>', '<a b="1" > </>'],
    ['a CDATA section of brackets', '<a><![CDATA[]]]]></a>', '<a > ]] </>'],
    ['text in pieces, as one', '<a>x<!-- -->y<![CDATA[z]]>&#65;<?x?>\r\n</a>', '<a > xyzA\n </>'],
    ['brackets that end nothing', '<a>]] ]&gt; ]]&gt;<b/>></a>', '<a > ]] ]> ]]> <b > </> > </>'],
    ['an instruction of question marks', '<a><?x ?y?><?x ???></a>', '<a > </>'],
    ['an instruction before the root', '\n <?x ?y?><a/>', '<a > </>'],
    [
      'the largest characters',
      '<a>\u{10FFFF}&#x10FFFF;\uFFFD\uD7FF\uE000</a>',
      '<a > \u{10FFFF}\u{10FFFF}\uFFFD\uD7FF\uE000 </>',
    ],
    ['a name of large characters', '<\u{10000}\u{EFFFF}/>', '<\u{10000}\u{EFFFF} > </>'],
    ['other letters in names', '<Övrigt-1.x_y·z/>', '<Övrigt-1.x_y·z > </>'],
  ])('%s', (_, xml, line) => {
    expect(tells(xml)).toBe(line);
  });
});

/** By class: documents, each with one fault. */
const notWellFormed: Readonly<Record<string, readonly string[]>> = parse(
  readFileSync(new URL('not-well-formed.yaml', import.meta.url), 'utf8'),
);

const faulty = Object.entries(notWellFormed).flatMap(([what, documents]) =>
  documents.map(document => [what, document] as const),
);

describe('rejects what is not well-formed', () => {
  test.each(faulty)('%s: %j', (_, document) => {
    expect(refusals(document)).toBe('ehr-unusable');
  });
});

describe('says why, without quoting the document', () => {
  const why = (document: string) => {
    const [reason, message] = reasonOf(() => eventsIn([bytesOf(document)]));
    return [reason, message.replace(/, at byte \d+$/, '')];
  };

  test.each([
    ['<a></b>', 'not well-formed: unexpected close tag'],
    ['<a><bbb>', 'not well-formed: unclosed tag'],
    ['<a>&nbsp;</a>', 'not well-formed: undefined entity'],
    ['<a bbb="1" bbb="2"/>', 'not well-formed: duplicate attribute'],
    ['<!DOCTYPE a><a/>', 'not well-formed: a document type declaration'],
    ['\ufeff\ufeff<a/>', 'not well-formed: a second byte-order mark'],
    ['<a><?x?y?></a>', 'not well-formed: an instruction'],
  ])('%s', (document, message) => {
    expect(why(document)).toEqual(['ehr-not-well-formed', message]);
  });

  test.each([
    ['deeper than 100 elements', '<a>'.repeat(101)],
    ['a name of more than 1000 characters', `<${'x'.repeat(1001)}/>`],
    ['more than 1000 attributes', `<a ${Array.from({ length: 1001 }, (_, at) => `a${at}=""`).join(' ')}/>`],
    ['a text of more than 16777216 characters', `<a>${'x'.repeat(16 * 1024 * 1024 + 1)}</a>`],
  ])('%s', (message, document) => {
    expect(why(document)).toEqual(['ehr-limit', message]);
  });
});

describe('rejects any document type declaration', () => {
  test.each([
    '<!DOCTYPE a><a/>',
    '<!DOCTYPE a []><a/>',
    '<!DOCTYPE a SYSTEM "file:///etc/hostname"><a/>',
    '<!DOCTYPE a PUBLIC "-//x//y" "http://127.0.0.1:1/a.dtd"><a/>',
    '<!DOCTYPE a [<!ELEMENT a ANY>]><a/>',
    '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
    '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;</a>',
    '<!DOCTYPE a [<!ENTITY x "xx"><!ENTITY y "&x;&x;"><!ENTITY z "&y;&y;">]><a>&z;</a>',
    '<!DOCTYPE a [<!ATTLIST a b CDATA "1">]><a/>',
    '<?xml version="1.0"?>\n<!-- x -->\n<!DOCTYPE a><a/>',
    '<!doctype a><a/>',
    '<a/><!DOCTYPE a>',
    '<a><!DOCTYPE a></a>',
    '<!DOCTYPE a',
  ])('%s', document => {
    expect(refusals(document)).toBe('ehr-unusable');
  });
});

describe('depth', () => {
  const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth);
  const nestedEmpty = (depth: number) => `${'<a>'.repeat(depth - 1)}<a/>${'</a>'.repeat(depth - 1)}`;

  test.each([
    ['100 elements are read', 100, 'no refusal'],
    ['101 are refused', 101, 'ehr-unusable'],
    ['a hundred thousand are refused', 100_000, 'ehr-unusable'],
  ])('%s', (_, depth, outcome) => {
    for (const document of [nested(depth), nestedEmpty(depth)]) {
      expect(refusal(() => eventsIn([bytesOf(document)]))).toMatch(outcome);
    }
  });

  test('siblings do not add to it', () => {
    expect(refusal(() => eventsIn([bytesOf(`<a>${'<b><c/></b>'.repeat(1000)}</a>`)]))).toMatch('no refusal');
  });
});

describe('truncated anywhere, a document never ends without an error', () => {
  const documents: readonly [what: string, document: Uint8Array][] = [
    [
      'with everything in it',
      bytesOf(
        `<?xml version="1.0" encoding="UTF-8"?><!-- ö --><se:a xmlns:se="urn:å" b='1'><?x y?><c>Å &amp; &#228;` +
          `<![CDATA[<😀>]]></c><d/><e f="&lt;"></e>text</se:a>`,
      ),
    ],
    ['in UTF-16LE', Buffer.from('\ufeff<a b="å">😀<c/></a>', 'utf16le')],
    ['in UTF-16BE', Buffer.from('\ufeff<a b="å">😀<c/></a>', 'utf16le').swap16()],
    ['of one element', bytesOf('<a/>')],
  ];

  test.each(documents)('%s', (_, document) => {
    for (let length = 0; length < document.length; length++) {
      for (const [, feed] of feedings) {
        expect(refusal(() => eventsIn(feed(document.subarray(0, length))))).toBe('ehr-unusable');
      }
    }
  });

  test.each(documents)(
    'complete, it gives the same events for every way of splitting it: %s',
    (_, document) => {
      const line = eventsIn([document]);
      for (const pieces of halves(document)) expect(eventsIn(pieces)).toBe(line);
      for (const [, feed] of feedings) expect(eventsIn(feed(document))).toBe(line);
    },
  );
});

test('a reader reads a document within another’s', () => {
  const inner: string[] = [];
  let outer = '';
  const none = () => {};
  const reader = xmlReader({
    open: name => {
      outer += `<${name}`;
    },
    attribute: none,
    opened: none,
    text: text => {
      inner.push(eventsIn([bytesOf(text)]));
    },
    close: () => {
      outer += '>';
    },
  });
  reader.write(bytesOf('<a><b>&lt;c d="1">x&lt;/c></b><e/><b><![CDATA[<f/>]]></b>'));
  reader.write(bytesOf('</a>'));
  reader.end();
  expect(outer).toBe('<a<b><e><b>>');
  expect(inner).toEqual(['<c d="1" > x </>', '<f > </>']);
});

describe('a failure says at which byte of the document it is', () => {
  // No document may have this character.
  const forbidden = '\u0001';
  const utf16le = (text: string) => Buffer.from(text, 'utf16le');
  const documents: readonly [what: string, bytes: Uint8Array, charset: string | undefined, byte: number][] = [
    ['in ASCII', bytesOf(`<a>b${forbidden}</a>`), undefined, 4],
    ['in UTF-8', bytesOf(`<a>å${forbidden}</a>`), undefined, 5],
    ['in UTF-8, after its mark', bytesOf(`\ufeff<a>å${forbidden}</a>`), undefined, 8],
    ['after a line end of two bytes', bytesOf(`<a>\r\nå${forbidden}</a>`), undefined, 7],
    ['in windows-1252', Buffer.from(`<a>å${forbidden}</a>`, 'latin1'), 'windows-1252', 4],
    ['in UTF-16', utf16le(`\ufeff<a>å${forbidden}</a>`), undefined, 10],
    ['in UTF-16, the other byte order', utf16le(`\ufeff<a>å${forbidden}</a>`).swap16(), undefined, 10],
  ];

  test.each(documents)('%s', (_, bytes, charset, byte) => {
    for (const pieces of [...feedings.map(([, feed]) => feed(bytes)), ...halves(bytes)])
      expect(() => eventsIn(pieces, charset)).toThrowError(
        expect.objectContaining({
          reason: 'ehr-not-well-formed',
          message: expect.stringMatching(new RegExp(`, at byte ${byte}$`)),
        }),
      );
  });

  test('a document that is cut fails at its end', () => {
    for (const [, feed] of feedings)
      expect(reasonOf(() => eventsIn(feed(bytesOf('\ufeff<a>\r\nå'))))).toEqual([
        'ehr-not-well-formed',
        'not well-formed: unclosed tag, at byte 10',
      ]);
  });

  test('so does one beyond a limit', () => {
    const document = `${'<a>'.repeat(100)}<b>`;
    for (const [, feed] of feedings)
      expect(reasonOf(() => eventsIn(feed(bytesOf(document))))).toEqual([
        'ehr-limit',
        'deeper than 100 elements, at byte 302',
      ]);
  });

  test('an error that is none of the document is passed on as it is', () => {
    const bug = new Error('a bug');
    const nothing = () => {};
    const reader = xmlReader({
      open: () => {
        throw bug;
      },
      attribute: nothing,
      opened: nothing,
      text: nothing,
      close: nothing,
    });
    expect(() => reader.write(bytesOf('<a/>'))).toThrow(bug);
  });
});
