// Simple HTML is read without the parser. Whatever a document looks like, its text is the one that the parser gives.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { htmlText, parsedHtmlText } from '../../../../../src/adapters/ehr/fhir/html/html-text.ts';
import { readSimpleHtml } from '../../../../../src/adapters/ehr/fhir/html/simple-html.ts';

const isSimple = (html: string) => readSimpleHtml(html, { open: () => {}, text: () => {}, close: () => {} });

const words = (text: string) => text.split(' ');
const visible = words('a b;c å 😀 &amp; &nbsp; &lt;p&gt; &#229; &#xA0; &quot;&apos; &#38;lt; x&#32;y');
const unusual = words(
  '< > & &amp &auml; &#0; &#128; &#10; &ampamp; x<y <!--c--> <![CDATA[x]]> <!doctype> <?x?> </ <p',
);
const blanks = [' ', '\n', '\r\n', '\t', '\u00a0', ' b  c ', '\u2028', '\ufeff', '\0'];
const texts = fc.constantFrom(...visible, ...blanks);

const simpleNames = words('b i u em strong span sub sup small code p div h1 h2 h6 ul ol');
const otherNames = words(
  'li table tbody tr td th br pre a title script hr section svg image form P Div del s strike',
);
const attributes = fc.constantFrom(
  ...[
    '',
    ' ',
    ' class="x"',
    ' xmlns="http://www.w3.org/1999/xhtml"',
    ' a="<b>"',
    ' style="text-decoration: line-through"',
    ' a=b',
    " a='x'",
    ' hidden',
  ],
  ...[' a="b" c="d"', '\n', ' x:y="1&quot;"', '\u00a0', '\u2028'],
);

const element = (name: string, attribute: string, inside: string) =>
  `<${name}${attribute}>${inside}</${name}>`;

const tag = fc
  .tuple(fc.constantFrom(...simpleNames, ...otherNames), attributes, fc.nat(5))
  .map(([name, attribute, form]) =>
    form < 3 ? `<${name}${attribute}>` : form < 5 ? `</${name}>` : `<${name}${attribute}/>`,
  );

const soup = fc
  .array(fc.oneof(texts, tag, fc.constantFrom(...unusual)), { maxLength: 14 })
  .map(parts => parts.join(''));

const { tree } = fc.letrec<{ tree: string }>(tie => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    texts,
    fc.constantFrom('<br/>', '<br>', '<br />', '<p/>'),
    fc
      .tuple(fc.constantFrom(...simpleNames), attributes, fc.array(tie('tree'), { maxLength: 4 }))
      .map(([name, attribute, inside]) => element(name, attribute, inside.join(''))),
  ),
}));
const some = fc.array(tree, { maxLength: 3 }).map(parts => parts.join(''));

const list = fc
  .array(some, { maxLength: 4 })
  .map(items => element('ul', '', items.map(item => element('li', '', item)).join('\n ')));
const row = fc
  .array(fc.tuple(fc.constantFrom('td', 'th'), some), { maxLength: 4 })
  .map(cells => element('tr', '', cells.map(([name, inside]) => element(name, '', inside)).join(' ')));
const table = fc.array(row, { maxLength: 3 }).map(rows => element('table', '', rows.join('\n')));

const narrative = fc
  .array(fc.oneof(tree, list, table), { maxLength: 5 })
  .map(parts => element('div', ' xmlns="http://www.w3.org/1999/xhtml"', parts.join('')));

test.each([
  ['anything', soup],
  ['narratives', narrative],
])('%s', (_, documents) => {
  let simple = 0;
  fc.assert(
    fc.property(documents, html => {
      if (isSimple(html)) simple++;
      expect(htmlText(html)).toBe(parsedHtmlText(html));
    }),
    { numRuns: 2000 },
  );
  // Otherwise, the test would compare the parser with itself.
  expect(simple).toBeGreaterThan(200);
});
