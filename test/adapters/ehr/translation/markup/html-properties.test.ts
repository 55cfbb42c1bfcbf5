// No word of a narrative is lost, added or moved, however its elements are nested.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerMeter } from '../../../../../src/adapters/ehr/meter.ts';
import { htmlText } from '../../../../../src/adapters/ehr/translation/markup/html.ts';
import { utf8Pieces } from '../../../../../src/adapters/ehr/translation/markup/text-pieces.ts';
import { attempts } from '../../../../support/amount.ts';

const names = (text: string) => text.split(' ');

/** A part of a document, and the words that a reader sees of it. */
type Part = { readonly html: string; readonly visible: string };

const written = ([html, visible = html]: readonly [string, string?]): Part => ({ html, visible });

const text = fc
  .constantFrom<readonly [string, string?]>(
    ['a'],
    ['b c'],
    ['å'],
    ['😀'],
    [' b  c '],
    ['\n'],
    ['\u00a0'],
    ['&amp;', '&'],
    ['&nbsp;', ' '],
    ['&lt;p&gt;', '<p>'],
    ['&#229;', 'å'],
    ['&#xE5;', 'å'],
    ['&#38;lt;', '&lt;'],
    ['&auml;', 'ä'],
    ['<!--c-->', ''],
    ['<br/>', ''],
    ['<br>', ''],
    ['<p/>', ''],
    ['<script>x</script>', ''],
    ['<title/>', ''],
  )
  .map(written);

const attributes = fc.constantFrom(
  '',
  ' ',
  ' class="x"',
  ' a="<b>"',
  ' a=b',
  " a='x'",
  ' x:y="1&quot;"',
  '\n',
  ' style="text-decoration: line-through"',
);

const element = (name: string, attribute: string, inside: readonly Part[]): Part => ({
  html: `<${name}${attribute}>${inside.map(({ html }) => html).join('')}</${name}>`,
  visible: inside.map(({ visible }) => visible).join(''),
});

const inlineNames = names('b i em strong span sub sup small code del s u');
const { inline } = fc.letrec<{ inline: Part }>(tie => ({
  inline: fc.oneof(
    { maxDepth: 5 },
    text,
    fc
      .tuple(fc.constantFrom(...inlineNames), attributes, fc.array(tie('inline'), { maxLength: 4 }))
      .map(([name, attribute, inside]) => element(name, attribute, inside)),
  ),
}));
const some = fc.array(inline, { maxLength: 3 });

const listElement = (outer: string, inner: fc.Arbitrary<Part>) =>
  fc.array(inner, { maxLength: 4 }).map(items => element(outer, '', items));
const item = some.map(inside => element('li', '', inside));
const cell = fc.tuple(fc.constantFrom('td', 'th'), some).map(([name, inside]) => element(name, '', inside));
const block = fc
  .tuple(fc.constantFrom(...names('p div h1 h6 pre section')), attributes, some)
  .map(([name, attribute, inside]) => element(name, attribute, inside));

const narrative = fc
  .array(fc.oneof(inline, block, listElement('ul', item), listElement('table', listElement('tr', cell))), {
    maxLength: 6,
  })
  .map(parts => element('div', ' xmlns="http://www.w3.org/1999/xhtml"', parts));

const textOf = async (html: string) =>
  (await htmlText(utf8Pieces(html), { memory: undefined, meter: answerMeter()() }))?.text;

const letters = (shown: string): string => shown.replace(/\[överstruket:|\]|\s/g, '');

test('every word of a narrative is in its text, in order', async () => {
  await fc.assert(
    fc.asyncProperty(narrative, async ({ html, visible }) => {
      expect(letters((await textOf(html)) ?? '')).toBe(letters(visible));
    }),
    { numRuns: attempts(2000) },
  );
});

test('any text is read without an error, and its lines are trimmed and not blank', async () => {
  const tag = fc
    .tuple(fc.constantFrom(...names('p div li td tr pre b a title script hr svg del !doctype ?x')), fc.nat(2))
    .map(([name, form]) => ['<', '</', '<'][form] + name + ['>', '>', '/>'][form]);
  const soup = fc
    .array(
      fc.oneof(tag, fc.constantFrom(...names('a < > & &amp &#0; <!--c--> <![CDATA[x]]> </ <p'), ' ', '\n')),
    )
    .map(parts => parts.join(''));
  await fc.assert(
    fc.asyncProperty(soup, async html => {
      const lines = (await textOf(html))?.split('\n') ?? [];
      if (lines.length > 1) expect(lines.filter(line => line.trim() === '')).toEqual([]);
      expect(lines.filter(line => / $/.test(line))).toEqual([]);
    }),
    { numRuns: attempts(1000) },
  );
});
