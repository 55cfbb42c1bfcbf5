// The parser against saxes itself: the same events at the same positions, or the same complaint, for any text in any chunks.
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { Saxes } from '../../../../../src/adapters/ehr/xml/parsing/saxes.ts';
import { attempts } from '../../../../support/amount.ts';
import { listed } from '../../../../support/listed.ts';

const options = { position: false, defaultXMLVersion: '1.0', forceXMLVersion: true } as const;
const withNamespaces = { ...options, xmlns: true } as const;

type Parser = Pick<SaxesParser<typeof options>, 'on' | 'close' | 'position'> & {
  write(text: string): unknown;
};
/** Creates a parser whose attributes are reported as one text each. */
type Create = (attribute: (text: string) => void) => Parser;
type Events = [what: string, value: string, position: number][];

/** The events of a text. The last one is the first complaint, if there is one, without the names that it quotes. */
const eventsOf = (
  chunks: readonly string[],
  create: (attribute: (text: string) => void) => Parser,
): Events => {
  const events: Events = [];
  const tell = (what: string, value: string) => void events.push([what, value, parser.position]);
  const parser = create(text => tell('attribute', text));
  parser.on('opentagstart', ({ name, colon = name.indexOf(':') }: { name: string; colon?: number }) =>
    tell('open', `${name}, colon at ${colon}`),
  );
  parser.on('opentag', ({ name }) => tell('opened', name));
  parser.on('closetag', ({ name }) => tell('close', name));
  parser.on('text', text => tell('text', text));
  parser.on('cdata', text => tell('cdata', text));
  parser.on('comment', text => tell('comment', text));
  parser.on('processinginstruction', ({ target, body }) => tell('instruction', `${target} ${body}`));
  parser.on('doctype', text => tell('doctype', text));
  parser.on('error', error => {
    throw error;
  });
  try {
    for (const chunk of chunks) parser.write(chunk);
    parser.close();
    tell('end', '');
  } catch (error) {
    tell('error', String(error).replace(/^Error: ([^:.]*).*/s, '$1'));
  }
  return events;
};

const described = (name: string, value: string, colon: number) => `${name}=${value}, colon at ${colon}`;

const saxes: Create = attribute => {
  const parser = new SaxesParser(options);
  parser.on('attribute', ({ name, value }) => attribute(described(name, value, name.indexOf(':'))));
  return parser;
};

const ours: Create = attribute =>
  new Saxes(options, (name, value, colon) => attribute(described(name, value, colon)));

const saxesWithNamespaces: Create = attribute => {
  const parser = new SaxesParser(withNamespaces);
  parser.on('attribute', ({ name, value }) => attribute(`${name}=${value}`));
  return parser;
};

const oursWithNamespaces: Create = attribute => {
  const parser = new Saxes(withNamespaces, () => {});
  parser.on('attribute', ({ name, value }) => attribute(`${name}=${value}`));
  return parser;
};

const name = fc.constantFrom(...listed('a b ab Länge x:y :a a: a:b:c a-b.c_1 _ PatientEHRExtract'));
const text = fc
  .array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.constantFrom(
          ...listed(`a å > ' " 😀`),
          ' ',
          '\n',
          '\t',
          'ett två ',
          '\u007f',
          '\u0085',
        ),
      },
      { weight: 2, arbitrary: fc.constantFrom(']', ']]', '&amp;', '&#229;', '&#x1F600;') },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          ']]>',
          '<',
          '&',
          '&nope;',
          '\0',
          '\u001f',
          '\ufffe',
          '\ud800',
          '\udc00',
          '\r',
        ),
      },
    ),
    { maxLength: 8 },
  )
  .map(parts => parts.join(''));
const attribute = fc
  .tuple(
    fc.constantFrom(' ', ' ', ' ', '  ', '\n\t', ''),
    name,
    fc.constantFrom('=', '=', '=', ' = '),
    text,
    fc.constantFrom('"', "'"),
  )
  .map(
    ([space, key, equals, value, quote]) =>
      `${space}${key}${equals}${quote}${value.replaceAll(quote, '')}${quote}`,
  );
const attributes = fc.oneof(
  { weight: 8, arbitrary: fc.array(attribute, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.array(attribute, { minLength: 7, maxLength: 12 }) },
  { weight: 3, arbitrary: fc.constant([]) },
);

const { element } = fc.letrec<{ element: string; content: string }>(tie => ({
  content: fc.oneof(
    { weight: 5, arbitrary: text },
    { weight: 4, arbitrary: tie('element') },
    { weight: 1, arbitrary: text.map(inner => `<![CDATA[${inner}]]>`) },
    { weight: 1, arbitrary: text.map(inner => `<!--${inner}-->`) },
    { weight: 1, arbitrary: text.map(inner => `<?do ${inner}?>`) },
  ),
  element: fc.oneof(
    { maxDepth: 4 },
    fc
      .tuple(name, attributes, fc.constantFrom('', '', ' ', '\n'))
      .map(([tag, list, space]) => `<${tag}${list.join('')}${space}/>`),
    fc
      .tuple(
        name,
        attributes,
        fc.array(tie('content'), { maxLength: 5 }),
        fc.constantFrom('', '', '', ' ', '\n'),
      )
      .map(
        ([tag, list, inner, space]) => `<${tag}${list.join('')}${space}>${inner.join('')}</${tag}${space}>`,
      ),
  ),
}));

/** A document, sometimes with one character removed, doubled or replaced. */
const document = fc
  .tuple(
    element,
    fc.nat(),
    fc.constantFrom('keep', 'keep', 'remove', 'double', '<', '>', '/', '"', ' ', 'é', ']'),
  )
  .map(([whole, place, what]) => {
    const at = place % whole.length;
    if (what === 'keep') return whole;
    const [before, after] = [whole.slice(0, at), whole.slice(at + 1)];
    if (what === 'remove') return before + after;
    return before + (what === 'double' ? whole.charAt(at).repeat(2) : what) + after;
  });

/** A text and where it is split. */
const inChunks = fc.tuple(document, fc.array(fc.nat(), { maxLength: 6 })).map(([whole, places]) => {
  const cuts = [
    0,
    ...places.map(place => place % whole.length).sort((one, other) => one - other),
    whole.length,
  ];
  return cuts
    .slice(1)
    .map((cut, index) => whole.slice(cuts[index], cut))
    .filter(chunk => chunk !== '');
});

describe.each([
  ['without namespaces', ours, saxes],
  ['with namespaces', oursWithNamespaces, saxesWithNamespaces],
])('the parser reports what saxes reports, %s', (_name, create, createSaxes) => {
  test('for documents, well-formed or not, in any chunks', () => {
    let complete = 0;
    fc.assert(
      fc.property(inChunks, chunks => {
        const expected = eventsOf(chunks, createSaxes);
        if (expected.at(-1)?.[0] === 'end') complete++;
        expect(eventsOf(chunks, create)).toEqual(expected);
      }),
      { numRuns: attempts(4000) },
    );
    // Otherwise only beginnings of documents would have been compared.
    expect(complete).toBeGreaterThan(attempts(200));
  });

  test.each([
    ['an end tag in two chunks', ['<ab>x</a', 'b>']],
    ['an end tag whose name continues', ['<a></ab>']],
    ['an end tag whose name is only the beginning', ['<ab></a>']],
    ['a forbidden sequence across chunks', ['<a>x]', ']', '>y</a>']],
    ['brackets before a tag in the next chunk', ['<a>]]', '<b>></b></a>']],
    ['brackets that are allowed', ['<a>]] ></a>']],
    ['a duplicate among nine attributes', ['<a a="" b="" c="" d="" e="" f="" g="" h="" a=""/>']],
    ['a duplicate among two attributes', ['<a b="1" b="2"/>']],
    ['the same attributes in two tags', ['<a b="1"><c b="1"/></a>']],
    ['a value between other signs than quotes', ['<r><a b=<x<>y</a></r>']],
    ['a surrogate pair across chunks', ['<a>\ud83d', '\ude00</a>']],
    ['a carriage return in a text and in a value', ['<a b="x\r\ny">x\r\ny\rz</a>']],
    ['two roots', ['<a/><b/>']],
    ['text after the root', ['<a/>x']],
  ])('for %s', (_name, chunks) => {
    expect(eventsOf(chunks, create)).toEqual(eventsOf(chunks, createSaxes));
  });
});
