// The text of DocBook: words of different elements are always kept apart.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerMeter } from '../../../../../src/adapters/ehr/meter.ts';
import { noteText } from '../../../../../src/adapters/ehr/rivta/notes/docbook.ts';
import { turnsDuring } from '../../../../support/turns.ts';

/** Reads a note that is the only text of its record. */
const read = (written: string) => noteText(written, { memory: undefined, meter: answerMeter()() });

const plainText = async (written: string) => (await read(written)).text;

test.each([
  [
    'members of a simple list',
    '<article><simplelist><member>Waran 1</member><member>0 tabl</member></simplelist></article>',
    'Waran 1\n0 tabl',
  ],
  ['a soft break', '<para>Waran 1<sbr/>0 tabl</para>', 'Waran 1\n0 tabl'],
  [
    'numbers begin anew in each list, unless it continues the one before and has no number of its own',
    '<article><orderedlist><listitem>a</listitem><listitem>b</listitem></orderedlist><orderedlist><listitem>c</listitem></orderedlist><orderedlist continuation="restarts"><listitem>d</listitem></orderedlist><orderedlist continuation=" continues "><listitem>e</listitem></orderedlist><orderedlist continuation="continues" startingnumber="7"><listitem>f</listitem></orderedlist></article>',
    '1. a\n2. b\n1. c\n1. d\n2. e\n7. f',
  ],
  ['emphasis beside text', '<para>Waran 1<emphasis>0 tabl</emphasis></para>', 'Waran 1 0 tabl'],
  [
    'emphasis beside emphasis',
    '<para><emphasis>Waran 1</emphasis><emphasis>0 tabl</emphasis></para>',
    'Waran 1 0 tabl',
  ],
  ['a power', '<para>4,5 x 10<superscript>9</superscript>/L</para>', '4,5 x 10^9/L'],
  ['a negative power', '<para>10<superscript>-3</superscript> mol</para>', '10^-3 mol'],
  ['a power before a number', '<para>10<superscript>9</superscript>5</para>', '10^9 5'],
  [
    'a fraction',
    '<para>2<superscript>1</superscript>/<subscript>2</subscript> tablett</para>',
    '2 1/2 tablett',
  ],
  ['an index', '<para>B<subscript>12</subscript> 250, 10<subscript>2</subscript></para>', 'B12 250, 10 2'],
  [
    'what is raised and lowered, as HTML writes it',
    '<para>CO<subscript>2</subscript>, m<superscript>2</superscript>, 10<superscript>9</superscript></para>',
    'CO2, m2, 10^9',
  ],
  ['HTML', '<p>Ta <s>5 mg</s> 10 mg</p><p>dagligen</p>', 'Ta [överstruket: 5 mg] 10 mg\ndagligen'],
  ['HTML within lines, which stay', 'Na &lt;135\n  Ta <b>2</b> tabl', 'Na <135\n  Ta 2 tabl'],
  ['signs that are no HTML', 'Na <135, K >5, pojke <3 kg', 'Na <135, K >5, pojke <3 kg'],
  ['names in angle brackets', 'Tar <Alvedon>\noch <Waran 2,5 mg>', 'Tar <Alvedon>\noch <Waran 2,5 mg>'],
  ['names in angle brackets within HTML', '<p>Tar <Alvedon> nu</p>', 'Tar <Alvedon> nu'],
  [
    'two texts of emphasis that are no number',
    '<para><emphasis>Ta 2.</emphasis><emphasis>5 mg</emphasis></para>',
    'Ta 2. 5 mg',
  ],
  ['a raised number after a blank', '<para>10 <superscript>9</superscript></para>', '10 9'],
  ['punctuation after emphasis', '<para>Ta <emphasis>inte</emphasis>, aldrig.</para>', 'Ta inte, aldrig.'],
  [
    'terms and what they mean',
    '<section><variablelist><varlistentry><term>Waran 1</term><listitem>0 tabl</listitem></varlistentry></variablelist></section>',
    'Waran 1\n0 tabl',
  ],
  [
    'a list without paragraphs',
    '<section><itemizedlist><listitem>a</listitem><listitem>b</listitem></itemizedlist></section>',
    'a\nb',
  ],
  [
    'an ordered list, whose numbers other sentences refer to',
    '<article><orderedlist><listitem><para>Skölj</para><para>Spotta</para></listitem><listitem><para/></listitem><listitem><emphasis>Upprepa</emphasis> 1</listitem></orderedlist><para>c</para></article>',
    '1. Skölj\nSpotta\n3. Upprepa 1\nc',
  ],
  [
    'lists in a list, with letters, from a number, and continued',
    '<article><orderedlist startingnumber="3"><listitem><orderedlist numeration="loweralpha"><listitem>x</listitem><listitem>y</listitem></orderedlist></listitem><listitem><itemizedlist><listitem>z</listitem></itemizedlist></listitem></orderedlist><para>c</para><orderedlist continuation="continues" numeration="upperroman"><listitem>d</listitem></orderedlist></article>',
    '3. a. x\nb. y\n4. z\nc\n5. d',
  ],
  [
    'steps',
    '<article><procedure><step>a<substeps><step><para revisionflag="deleted">b</para></step></substeps></step><step>c</step></procedure></article>',
    '1. a\na. [överstruket: b]\n2. c',
  ],
  ['an unknown element', '<para>Waran 1<unknown>0 tabl</unknown>per dag</para>', 'Waran 1\n0 tabl\nper dag'],
  ['a footnote', '<para>Waran 1<footnote><para>0 tabl</para></footnote></para>', 'Waran 1\n0 tabl'],
  [
    'a heading between sections',
    '<article><bridgehead>Råd</bridgehead>Vila<section>Drick</section></article>',
    'Råd\nVila\nDrick',
  ],
  [
    'cells with paragraphs',
    '<section><row><entry><para>Puls</para></entry><entry><para>72</para></entry></row><row><entry><para>Hb</para></entry><entry><para>140</para></entry></row></section>',
    'Puls\t72\nHb\t140',
  ],
  [
    'empty cells, which keep their columns',
    '<section><row><entry>Prov</entry><entry>Måndag</entry><entry>Tisdag</entry></row><row><entry/><entry>1</entry><entry/></row><row><entry>Hb</entry><entry/><entry>2</entry></row></section>',
    'Prov\tMåndag\tTisdag\n\t1\nHb\t\t2',
  ],
  [
    'cells that span columns and rows, which move those behind and below them',
    '<informaltable><tgroup cols="4"><colspec colname="lm"/><colspec colname="m"/><colspec colname="l"/><colspec colname="k"/><tbody><row><entry>Läkemedel</entry><entry>Morgon</entry><entry>Lunch</entry><entry>Kväll</entry></row><row><entry morerows="1"><para>Waran</para></entry><entry namest="m" nameend="l"><para>Paus</para></entry><entry>2</entry></row><row><entry colname="k">1</entry></row><row><entry>Eliquis</entry><entry>5</entry></row></tbody></tgroup></informaltable>',
    'Läkemedel\tMorgon\tLunch\tKväll\nWaran\tPaus\t\t2\n\t\t\t1\nEliquis\t5',
  ],
  [
    'cells that span as in HTML',
    '<informaltable><tr><th rowspan="2">Waran</th><td colspan="2">Paus</td><td>1</td></tr><tr><td>2</td></tr></informaltable>',
    'Waran\tPaus\t\t1\n\t2',
  ],
  [
    'a cell with two paragraphs',
    '<section><row><entry><para>Waran 1</para><para>0 tabl</para></entry><entry>2</entry></row></section>',
    'Waran 1\n0 tabl\t2',
  ],
  [
    'lines within a literallayout',
    '<section><literallayout>\n a\n  b\n\n</literallayout><para>c</para></section>',
    ' a\n  b\nc',
  ],
  [
    'a new line after emphasis within a literallayout',
    '<section><literallayout>Waran<emphasis>:</emphasis>\n1 tabl</literallayout></section>',
    'Waran:\n1 tabl',
  ],
  [
    'a new line before emphasis within a literallayout',
    '<section><literallayout>\nWaran 1\n\n<emphasis>0 tabl</emphasis></literallayout></section>',
    'Waran 1\n\n0 tabl',
  ],
  [
    'emphasis on the first line of a literallayout',
    '<section><para>a</para><literallayout>\n<emphasis>b</emphasis>\nc</literallayout></section>',
    'a\nb\nc',
  ],
  [
    'blanks at the end of a line of a literallayout, which do not indent the next one',
    '<section><literallayout>a  <sbr/> b\n\n</literallayout><para>c</para></section>',
    'a\n b\nc',
  ],
  ['a cell outside a row', '<section>Hb<entry>140</entry><para>Åter.</para></section>', 'Hb\n140\nÅter.'],
  ['no-break spaces, which collapse', '<para>&#160;Waran&#160;&#160;1</para>', 'Waran 1'],
  ['a reference to a character', '<para>Waran&#160;1 &amp; 2</para>', 'Waran 1 & 2'],
  ['a comment within a word', '<para>Wa<!-- x -->ran</para>', 'Waran'],
  ['white space between blocks', '<article>\n  <para>a</para>\n  <para>b</para>\n</article>', 'a\nb'],
])('%s', async (_name, written, published) => {
  expect(await plainText(written)).toBe(published);
});

test('cells that span thousands of columns are published unchanged', async () => {
  const table = `<informaltable>${'<tr><td rowspan="9" colspan="1000">a</td></tr>'.repeat(101)}</informaltable>`;
  expect(await plainText(`<section>${table}</section>`)).toBe(`<section>${table}</section>`);
});

describe('whatever the elements are', () => {
  const names = [
    'para',
    'emphasis',
    'phrase',
    'member',
    'listitem',
    'title',
    'entry',
    'row',
    'literallayout',
    'superscript',
    'link',
    'anything',
  ];
  const element: fc.Arbitrary<string> = fc.letrec(tie => ({
    element: fc
      .tuple(
        fc.constantFrom(...names),
        fc.array(
          fc.oneof({ depthSize: 'small' }, fc.constant('ord'), tie('element') as fc.Arbitrary<string>),
          {
            maxLength: 4,
          },
        ),
      )
      .map(([name, content]) => `<${name}>${content.join('<x/>')}</${name}>`),
  })).element as fc.Arbitrary<string>;

  test('every word stands alone, and none is lost', async () => {
    await fc.assert(
      fc.asyncProperty(element, async content => {
        const text = await plainText(`<article>${content}</article>`);
        const words = text.split(/\s+/).filter(word => word !== '');
        expect(words).toEqual(Array.from(content.matchAll(/ord/g), () => 'ord'));
      }),
    );
  });
});

test.each([
  [
    'a phrase',
    '<para>Tar <emphasis role="strikethrough">Waran 10 mg</emphasis> <emphasis>Eliquis</emphasis>.</para>',
    'Tar [överstruket: Waran 10 mg] Eliquis.',
  ],
  [
    'at once beside words',
    '<para>Tål <phrase role="strike">inte</phrase>pc</para>',
    'Tål [överstruket: inte] pc',
  ],
  ['before a full stop', '<para>Ja <phrase role="strike">nej</phrase>.</para>', 'Ja [överstruket: nej].'],
  [
    'a paragraph that a revision deleted',
    '<article><para>Frisk.</para><para revisionflag="deleted">Allergisk.</para><para>Åter.</para></article>',
    'Frisk.\n[överstruket: Allergisk.]\nÅter.',
  ],
  [
    'several paragraphs',
    '<section revisionflag="deleted"><para>a</para><para>b</para></section><para>c</para>',
    '[överstruket: a\nb]\nc',
  ],
  [
    'within what is struck out',
    '<para><del>a <emphasis role="Strike">b</emphasis> c</del> d</para>',
    '[överstruket: a b c]\nd',
  ],
  ['nothing', '<para>a <emphasis role="strikethrough"> <x/></emphasis> b</para>', 'a\nb'],
  [
    'a cell',
    '<section><row><entry>Hb</entry><entry revisionflag="deleted">140</entry></row></section>',
    'Hb\t[överstruket: 140]',
  ],
  [
    'a word on a line as it stands',
    '<section><literallayout>a\n<emphasis role="strike">b</emphasis>\nc</literallayout></section>',
    'a\n[överstruket: b]\nc',
  ],
  ['what a revision added', '<para>a <phrase revisionflag="added" role="bold">b</phrase></para>', 'a b'],
])('struck out: %s', async (_name, written, published) => {
  expect(await plainText(written)).toBe(published);
});

test.each([
  ['several elements in a row', '<para>a</para><para>b</para>', 'a\nb'],
  ['text after an element', '<para>a</para> b', 'a\nb'],
  ['a declaration', '<?xml version="1.0"?>\n<article><para>a</para></article>', 'a'],
  ['a list alone', '<itemizedlist><listitem>a</listitem><listitem>b</listitem></itemizedlist>', 'a\nb'],
  ['an element that closes too much', '<para>a</para></text><text>', '<para>a</para></text><text>'],
])('%s', async (_name, written, published) => {
  expect(await plainText(written)).toBe(published);
});

test.each([
  ['an empty link', '<para>Se <ulink url="https://example.com/rad"/></para>', 'Se', 1],
  [
    'a link with words',
    '<para>Se <link xlink:href="https://example.com" xmlns:xlink="http://www.w3.org/1999/xlink">råd</link></para>',
    'Se råd',
    1,
  ],
  [
    'a link that is its own text',
    '<para>Se <ulink url="https://example.com/?a=1&amp;b=2">https://example.com/?a=1&amp;b=2</ulink>.</para>',
    'Se https://example.com/?a=1&b=2.',
    0,
  ],
  [
    'a link in an ordered list that is its own text',
    '<orderedlist><listitem><ulink url="https://example.com">https://example.com</ulink></listitem></orderedlist>',
    '1. https://example.com',
    0,
  ],
  [
    'a picture in a link',
    '<para>Se <ulink url="https://example.com"><inlinegraphic fileref="a.png"/></ulink></para>',
    'Se',
    2,
  ],
  ['an attribute that refers to nothing', '<para role="x">Hej <ulink url=" "/></para>', 'Hej', 0],
  ['no text', '<article><title/></article>', '', 1],
  [
    'a picture in what is not DocBook',
    '<para><imagedata fileref="a.png"/>',
    '<para><imagedata fileref="a.png"/>',
    0,
  ],
])('%s: what the text lacks is counted', async (_name, written, published, lost) => {
  expect(await read(written)).toEqual({ text: published, lostParts: lost });
});

const megabytes = 1024 * 1024;

/** Repeats a part to the wanted size. */
const filledTo = (bytes: number, part: string) => part.repeat(Math.ceil(bytes / part.length));

test.each([
  ['paragraphs', '<para>Ingen feber. Åter vid försämring.</para>'],
  ['cells of one row', '<entry>72</entry>'],
  ['empty cells', '<entry/>'],
  ['links', '<ulink url="https://example.com">råd</ulink>'],
  ['blanks', '<para>x          </para>'],
  ['blanks within lines that stand as they are', '<literallayout>a<b/></literallayout>'],
])('2 MB of %s: parsing yields to the event loop', async (_, part) => {
  const text = `<article>${filledTo(2 * megabytes, part)}</article>`;
  const turns = await turnsDuring(() => plainText(text));
  expect(turns).toBeGreaterThan(20);
});

test('a million blanks in a literal line', async () => {
  const line = `<article><literallayout>a${' <emphasis/>'.repeat(1_000_000)}b</literallayout></article>`;
  // Not `toBe`, whose comparison of such texts takes minutes if they differ.
  expect((await plainText(line)) === `a${' '.repeat(1_000_000)}b`).toBe(true);
});
