// HTML as plain text. Expected values are written by hand.
import { expect, test } from 'vitest';
import { answerMeter } from '../../../../../src/adapters/ehr/meter.ts';
import { htmlText } from '../../../../../src/adapters/ehr/translation/markup/html.ts';
import { utf8Pieces } from '../../../../../src/adapters/ehr/translation/markup/text-pieces.ts';
import { casesIn } from '../../../../support/cases-in.ts';

const cases = casesIn(import.meta.url);

const read = (html: string) => htmlText(utf8Pieces(html), { memory: undefined, meter: answerMeter()() });
const textOf = async (html: string) => (await read(html))?.text;

test.each(cases<[string, string]>('texts'))('%s', async (html, text) => {
  expect(await textOf(html)).toBe(text);
});

test.each([
  ['a<p hidden>b</p>', 1],
  ['a<p hidden> </p>', 0],
  ['a<span style="display:none">b <i>c</i></span>', 1],
  ['a<span style="visibility:hidden">b <i>c</i></span>', 1],
  ['a<span style="font-size:0">b</span><span style="opacity:0">c</span>', 2],
  ['<div style="font-size:0"> <span style="font-size:12px">a</span> </div>', 0],
  ['a<img src="x.png"/>', 1],
  ['a<img src="x.png" alt=""/>', 0],
])('%s lacks %i parts', async (html, parts) => {
  expect(await read(html)).toMatchObject({ lostParts: parts });
});

test('all missing parts are counted', async () => {
  expect((await read('a<img>'.repeat(20_001)))?.lostParts).toBe(20_001);
});

test('a thousand attributes of an element are read, no more', async () => {
  const withAttributes = (count: number) =>
    `<p ${Array.from({ length: count }, (_, at) => `a${at}=""`).join(' ')}>x</p>`;
  expect(await textOf(withAttributes(1000))).toBe('x');
  expect(await textOf(withAttributes(1001))).toBeUndefined();
});

// Shown like any other, struck-out text would say the opposite.
test.each(cases<[string, string]>('struck out'))('%s', async (html, text) => {
  expect(await textOf(html)).toBe(text);
});

test('content nested deeper than 100 elements is not read', async () => {
  expect(await textOf(`${'<div>'.repeat(100)}a`)).toBe('a');
  expect(await textOf(`${'<div>'.repeat(101)}a`)).toBeUndefined();
  expect(await textOf('<div>'.repeat(1_000_000))).toBeUndefined();
});

test.each([
  ['columns', '<tr><td colspan="1000">a</td></tr>', 333],
  // Each row is behind those above it.
  ['rows', '<tr><td colspan="1000" rowspan="0">a</td></tr>', 25],
])('a table whose cells span very many %s is not read', async (_, row, most) => {
  expect(await textOf(`<table>${row.repeat(most)}</table>`)).toMatch(/a$/);
  expect(await textOf(`<table>${row.repeat(most + 1)}</table>`)).toBeUndefined();
});

test('all texts of a record spend from its meter, and a text without spans is read all the same', async () => {
  const meter = answerMeter()();
  const textWith = async (html: string) =>
    (await htmlText(utf8Pieces(html), { memory: undefined, meter }))?.text;
  const table = `<table>${'<tr><td colspan="1000">a</td></tr>'.repeat(200)}</table>`;
  expect(await textWith(table)).toMatch(/a$/);
  expect(await textWith(table)).toBeUndefined();
  expect(await textWith('<table><tr><td>a</td><td>b</td></tr></table>')).toBe('a\tb');
});

test.each([
  ['rows that follow', '<tr></tr>'.repeat(3), 'a\n\tb'],
  ['the group alone', '<tr></tr></tbody><tbody>', 'a\nb'],
])('a cell that spans all rows reaches %s', async (_, between, text) => {
  const first = '<tr><td rowspan="0">a</td></tr>';
  expect(await textOf(`<table><tbody>${first}${between}<tr><td>b</td></tr></tbody></table>`)).toBe(text);
});

// Minutes of work for a pattern that backtracks: nobody else would be served in the meantime.
const many = 300_000;
test.each([
  ['preformatted spaces', `<pre>a${' '.repeat(many)}b</pre>`, `a${' '.repeat(many)}b`],
  ['no-break spaces', `<p>a${'\u00a0'.repeat(many)}b</p>`, `a${' '.repeat(many)}b`],
  ['words with entities', `<p>${'a &amp; '.repeat(many)}b</p>`, `${'a & '.repeat(many)}b`],
  ['empty cells', `<table><tr>${'<td></td>'.repeat(many)}<td>b</td></tr></table>`, `${'\t'.repeat(many)}b`],
])('HTML with a long run of %s does not stop the service', async (_, html, expected) => {
  expect((await textOf(html)) === expected).toBe(true);
});

test('a text that ends within a character is unreadable', async () => {
  expect(
    await htmlText([Buffer.from('å').subarray(0, 1)], { memory: undefined, meter: answerMeter()() }),
  ).toBeUndefined();
});

test('a picture of a clinical document is counted', async () => {
  expect(await read('<div>a<renderMultiMedia referencedObject="x"/></div>')).toEqual({
    text: 'a',
    lostParts: 1,
  });
});

test('a tag and its name may be in several chunks', async () => {
  const chunks = ['Tar <Al', 'vedon> och <Wa', 'ran>1</wa', 'ran>'].map(text => Buffer.from(text));
  const limits = { memory: undefined, meter: answerMeter()() };
  expect((await htmlText(chunks, limits))?.text).toBe('Tar <Alvedon> och 1');
});
