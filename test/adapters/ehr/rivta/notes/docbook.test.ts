// The text of DocBook: words of different elements are always kept apart.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerMeter } from '../../../../../src/adapters/ehr/meter.ts';
import { noteText } from '../../../../../src/adapters/ehr/rivta/notes/docbook.ts';
import { casesIn } from '../../../../support/cases-in.ts';
import { listed } from '../../../../support/listed.ts';
import { turnsDuring } from '../../../../support/turns.ts';

const cases = casesIn(import.meta.url);

/** Reads a note that is the only text of its record. */
const read = (written: string) => noteText(written, { memory: undefined, meter: answerMeter()() });

const plainText = async (written: string) => (await read(written)).text;

test.each(cases<[string, string, string]>('texts'))('%s', async (_name, written, published) => {
  expect(await plainText(written)).toBe(published);
});

test('cells that span thousands of columns are published unchanged', async () => {
  const table = `<informaltable>${'<tr><td rowspan="9" colspan="1000">a</td></tr>'.repeat(101)}</informaltable>`;
  expect(await plainText(`<section>${table}</section>`)).toBe(`<section>${table}</section>`);
});

describe('whatever the elements are', () => {
  const names = listed(`
    para emphasis phrase member listitem title entry row literallayout superscript link anything
  `);
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

test.each(cases<[string, string, string]>('struck out'))(
  'struck out: %s',
  async (_name, written, published) => {
    expect(await plainText(written)).toBe(published);
  },
);

test.each([
  ['several elements in a row', '<para>a</para><para>b</para>', 'a\nb'],
  ['text after an element', '<para>a</para> b', 'a\nb'],
  ['a declaration', '<?xml version="1.0"?>\n<article><para>a</para></article>', 'a'],
  ['a list alone', '<itemizedlist><listitem>a</listitem><listitem>b</listitem></itemizedlist>', 'a\nb'],
  ['an element that closes too much', '<para>a</para></text><text>', '<para>a</para></text><text>'],
])('%s', async (_name, written, published) => {
  expect(await plainText(written)).toBe(published);
});

test.each(cases<[string, string, string, number]>('lost'))(
  '%s: what the text lacks is counted',
  async (_name, written, published, lost) => {
    expect(await read(written)).toEqual({ text: published, lostParts: lost });
  },
);

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
