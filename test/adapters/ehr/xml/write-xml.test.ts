// Writing XML: what is written is well-formed, and a strict parser reads the same values from it.
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { writeXml } from '../../../../src/adapters/ehr/xml/write-xml.ts';

/** The text and the attribute of the only element, as saxes reads them. */
const readBack = (xml: string) => {
  let text = '';
  let attribute: string | undefined;
  const parser = new SaxesParser();
  parser.on('error', error => {
    throw error;
  });
  parser.on('text', part => {
    text += part;
  });
  parser.on('opentag', ({ attributes }) => {
    attribute = attributes.a as string | undefined;
  });
  parser.write(xml).close();
  return { text, attribute };
};

test.each([
  ['an element', { a: 'x' }, '<a>x</a>'],
  ['an empty element', { a: '' }, '<a/>'],
  ['an attribute', { a: { '@b': 'x', '#text': 'y' } }, '<a b="x">y</a>'],
  ['an attribute with the value true', { a: { '@b': 'true', '#text': 'y' } }, '<a b="true">y</a>'],
  ['elements in their order', { a: { c: '1', b: '2' } }, '<a><c>1</c><b>2</b></a>'],
  ['no element for what is undefined', { a: { b: undefined, c: '1' } }, '<a><c>1</c></a>'],
  ['markup in a text', { a: `<b>&"']]>` }, '<a>&lt;b&gt;&amp;&quot;&apos;]]&gt;</a>'],
  ['markup in an attribute', { a: { '@b': `<b>&"'` } }, '<a b="&lt;b&gt;&amp;&quot;&apos;"/>'],
  ['a reference as it is', { a: '&amp;' }, '<a>&amp;amp;</a>'],
])('%s', (_, tree, xml) => {
  expect(writeXml(tree)).toBe(xml);
});

describe('characters that would not arrive unchanged are refused', () => {
  test.each([
    ['a line feed', '\n'],
    ['a carriage return', '\r'],
    ['a tab', '\t'],
    ['NUL', '\0'],
    ['another control character', '\u001f'],
    ['a C1 control character', '\u0085'],
    ['a lone surrogate', '\ud800'],
    ['U+FFFE', '\ufffe'],
    ['U+FFFF', '\uffff'],
  ])('%s', (_, character) => {
    expect(() => writeXml({ a: `x${character}y` })).toThrow('a value has a character that XML cannot carry');
    expect(() => writeXml({ a: { '@b': `x${character}y` } })).toThrow('XML cannot carry');
  });
});

test('any other text arrives unchanged, as a text and as an attribute', () => {
  const value = fc
    .string({ unit: 'binary', minLength: 1 })
    .filter(text => !/[\p{Cc}\p{Cs}\ufffe\uffff]/u.test(text));
  fc.assert(
    fc.property(value, text => {
      expect(readBack(writeXml({ e: { '@a': text, '#text': text } }))).toEqual({ text, attribute: text });
    }),
  );
});
