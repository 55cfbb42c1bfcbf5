// HTML as plain text. Expected values are written by hand.
import { expect, test } from 'vitest';
import { answerMeter } from '../../../../../src/adapters/ehr/meter.ts';
import { htmlText } from '../../../../../src/adapters/ehr/translation/markup/html.ts';
import { utf8Pieces } from '../../../../../src/adapters/ehr/translation/markup/text-pieces.ts';

const read = (html: string) => htmlText(utf8Pieces(html), { memory: undefined, meter: answerMeter()() });
const textOf = async (html: string) => (await read(html))?.text;

test.each([
  ['<div><p>Ett</p><p>två <b>tre</b></p></div>', 'Ett\ntvå tre'],
  ['a &lt;b&gt; &amp; c', 'a <b> & c'],
  ['<table><tr><td>A</td><td>B</td></tr><tr><td>1</td><td/></tr></table>', 'A\tB\n1'],
  ['Ett<br/>två', 'Ett\ntvå'],
  ['<pre>  a\n    b</pre>c', '  a\n    b\nc'],
  ['<script>x</script><style>y</style><!-- z -->text', 'text'],
  ['<title/>text', 'text'],
  ['<script/>text', 'text'],
  ['<textarea/>text', 'text'],
  ['<ul><li>a</li><li>b</li></ul>', 'a\nb'],
  // Other sentences refer to the numbers of steps.
  [
    '<ol><li><p>Skölj</p><p>Spotta</p></li><li> </li><li><b>Upprepa</b> 1</li></ol>c',
    '1. Skölj\nSpotta\n3. Upprepa 1\nc',
  ],
  [
    '<ol start="3" type="a"><li>x<ul><li>y</li></ul><ol><li><del>z</del></li></ol><li value="7">å</ol>',
    'c. x\ny\n1. [överstruket: z]\ng. å',
  ],
  ['<ol reversed><li>a</li></ol><ol style="list-style: none"><li>b</li></ol>', 'a\nb'],
  ['a&nbsp;&nbsp;b   c', 'a  b c'],
  ['a &nbsp;b', 'a  b'],
  ['a&nbsp; b', 'a  b'],
  // An end that the parser still holds.
  ['5 &lt', '5 <'],
  // The columns of a dose table stay.
  [
    '<table><tr><th><p>Läkemedel</p></th><th>Morgon</th><th>Kväll</th></tr><tr><td><p>Waran</p></td><td></td><td><p>2</p></td></tr></table>',
    'Läkemedel\tMorgon\tKväll\nWaran\t\t2',
  ],
  ['<table><tr><td><p>2</p><p>mg</p></td><td>x<br/>y</td></tr></table>', '2 mg\tx y'],
  [
    '<table><tr><td>Dag</td><td>Morgon</td><td>Kväll</td></tr><tr><td colspan="2">Paus</td><td>1</td></tr></table>',
    'Dag\tMorgon\tKväll\nPaus\t\t1',
  ],
  [
    '<table><tr><td rowspan="2">Waran</td><td>Mån</td><td rowspan="0">x</td></tr><tr><td>Tis</td><td>2</td></tr><tr><td>a</td><td>b</td><td>c</td></tr></table>',
    'Waran\tMån\tx\n\tTis\t\t2\na\tb\t\tc',
  ],
  [
    '<table><thead><tr><td rowspan="9">a</td><td colspan="x">b</td></tr></thead><tbody><tr><td>c</td><td><table><tr><td colspan="3">d</td><td>e</td></tr></table></td><td>f</td></tr></tbody></table>',
    'a\tb\nc\td e\tf',
  ],
  ['<table><tr><td><pre>a\n b</pre></td><td>c</td></tr></table>', 'a b\tc'],
  ['<center>Dos 1</center><center>0 mg</center>', 'Dos 1\n0 mg'],
  ['<details><summary>Dos 1</summary>0 mg</details>', 'Dos 1\n0 mg'],
  ['<label>Dos 1</label><label>0 mg</label>', 'Dos 1 0 mg'],
  ['Dos <b>1</b>0', 'Dos 10'],
  ['1<b>0</b> mg', '10 mg'],
  // Two texts never become one number: only closing punctuation that no digit follows touches what stands apart.
  ['<x-a>Ta 2.</x-a><x-a>5 mg</x-a>', 'Ta 2. 5 mg'],
  ['Ta 2<x-a>.</x-a>5 mg', 'Ta 2. 5 mg'],
  ['Ta 2<x-a>.5</x-a> mg', 'Ta 2 .5 mg'],
  ['<x-a>2</x-a>.<b>5</b> mg', '2. 5 mg'],
  ['<x-a>2</x-a>,5 mg', '2 ,5 mg'],
  ['<x-a>Ta inte</x-a>, aldrig (<x-a>a</x-a>).', 'Ta inte, aldrig ( a).'],
  ['<select><option selected>Ta 2.</option></select>5 mg', 'Ta 2. 5 mg'],
  ['<button>Ta 2.</button><button>5 mg</button>', 'Ta 2. 5 mg'],
  ['1<footnote>2</footnote>3', '1 2 3'],
  // A tag with an unknown name that nothing closes is text; an unknown element that is closed is markup.
  ['Tar <Alvedon> och <Waran 2,5 mg>', 'Tar <Alvedon> och <Waran 2,5 mg>'],
  ['<p>Tar <Alvedon> i dag</p><p>sen</p>', 'Tar <Alvedon> i dag\nsen'],
  ['Tar <Alvedon>5</alvedon> mg', 'Tar 5 mg'],
  ['<o:p>Waran</o:p><my-tag>1', 'Waran 1'],
  // A colon or a hyphen makes no name of an address, or of a dose.
  [
    'Se <https://a.se/b>, <mailto:b@a.se> och <eva-lena@a.se>',
    'Se <https://a.se/b>, <mailto:b@a.se> och <eva-lena@a.se>',
  ],
  ['Tar <Waran:2,5mg>', 'Tar <Waran:2,5mg>'],
  ['a<alvedon/>b', 'a b'],
  ['<p>Hb <lågt', 'Hb <lågt'],
  ['<p>a<b', 'a'],
  ['Na <135, K >5, pojke <3 kg', 'Na <135, K >5, pojke <3 kg'],
  // The elements of narratives in clinical documents.
  [
    '<paragraph>a</paragraph><list listType="ordered" styleCode="LittleAlpha"><item>b</item><item>c</item></list>',
    'a\na. b\nb. c',
  ],
  ['<list><item>b</item><item>c</item></list>', 'b\nc'],
  [
    '<content revised="delete">5</content><content styleCode="Strike">6</content> mg',
    '[överstruket: 5] [överstruket: 6] mg',
  ],
  ['2<sup>1</sup>/<sub>2</sub> tablett', '2 1/2 tablett'],
  ['1<sup>1</sup>/2 tablett', '1 1/2 tablett'],
  ['4,5 x 10<sup>9</sup>/L', '4,5 x 10^9/L'],
  ['10<sup>9</sup>', '10^9'],
  ['CO<sub>2</sub>', 'CO2'],
  ['<input type="checkbox" checked/>Diabetes <input type="radio">Astma', '[x] Diabetes [ ] Astma'],
  [
    '<p>Rökare: <select><option>Ja</option><option selected>Nej</option></select>sedan 2010</p>',
    'Rökare: Nej sedan 2010',
  ],
  [
    '<p>Tål inte: <select multiple><optgroup><option selected>Latex</option><option selected>Jod</option></optgroup></select></p>',
    'Tål inte:\nLatex\nJod',
  ],
  ['EKG:<img src="e.png" alt="normalt"/>', 'EKG: normalt'],
  ['a<p hidden>b</p><span style="display: none">c</span>', 'a'],
  // What CSS hides is not for readers, until an element inside shows its own text again.
  ['a<span style="visibility:hidden">b</span>', 'a'],
  ['a<span style="VISIBILITY: collapse">b</span>', 'a'],
  ['a<span style="font-size: 0">b</span><b style="font-size:0px">c</b>', 'a'],
  ['a<span style="opacity:0">b</span><b style="opacity: 0.0; color: red">c</b>', 'a'],
  ['a<span style="opacity:0.5">b</span>', 'ab'],
  ['a<span style="font-size:0.8em">b</span>', 'ab'],
  [
    '<div style="font-size:0"><span style="font-size:12px">a</span><i>b</i><b style="font-size:2em">c</b></div>',
    'a',
  ],
  ['<p style="visibility:hidden">a<b style="visibility:visible">b</b>c</p>', 'b'],
  [
    '<table style="font-size:0"><tr><td style="font-size:9pt">1</td><td style="font-size:9pt">2</td></tr></table>',
    '1\t2',
  ],
  ['a<span style="font-size:12px;font-size:0">b</span>', 'a'],
  ['<textarea/>a<xmp/>b', 'a\nb'],
  ['', ''],
])('%s', async (html, text) => {
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
test.each([
  ['<p>Allergi: <del>penicillin</del> ingen</p>', 'Allergi: [överstruket: penicillin] ingen'],
  ['<p><s>Waran</s></p>', '[överstruket: Waran]'],
  ['a <strike> b <b>c</b> </strike>d', 'a [överstruket: b c] d'],
  ['a<del>b</del>c', 'a [överstruket: b] c'],
  ['<span style="color: red; text-decoration: line-through">a</span> b', '[överstruket: a] b'],
  // By classes of a style sheet, as word processors write them.
  [
    '<style>p { margin: 0 } <!-- /* .y {} */ .x, span.msoDel { text-decoration: line-through }--></style><p class="a x">5 mg</p><p class="msoDel">b <span class="msoDel">c</span></p>',
    '[överstruket: 5 mg]\nb [överstruket: c]',
  ],
  ['<style>.x{display:none}</style><p class="x">50 mg</p><p class="X xx">5 mg</p>', '5 mg'],
  [
    '<style>.x{visibility:hidden}</style>a<b class="x" style="visibility:visible">b</b><i class="x">c</i>',
    'ab',
  ],
  [
    '<style>.x{display:none} .x{color:red} .y{text-decoration:line-through}</style><p class="x" style="display:block">a</p><p class="x">b</p><p class="y" style="text-decoration:none">c</p>',
    'a\nc',
  ],
  // Not on a screen, and not every element of the class.
  [
    '<style>@media print { .x{display:none} .y{display:none} } div .z, #x, .z:hover {display:none}</style><p class="x y z">a</p>',
    'a',
  ],
  [
    '<style>@import "x"; .x {display:none}</style><p class="x">a</p><style>.y {display:none</style><p class="y">b</p>',
    'b',
  ],
  ['<P STYLE="TEXT-DECORATION:LINE-THROUGH">a</P>b', '[överstruket: a]\nb'],
  ['<del><p>a</p><p>b</p></del><p>c</p>', '[överstruket: a\nb]\nc'],
  ['<del>a <s>b</s> c</del> d', '[överstruket: a b c] d'],
  ['<pre>a\n<del>b\nc</del>\nd</pre>', 'a\n[överstruket: b\nc]\nd'],
  ['<table><tr><td>a</td><td><del>b</del></td><td>c</td></tr></table>', 'a\t[överstruket: b]\tc'],
  ['a<del> </del>b', 'a b'],
  ['<del>a<script>b</script></del>', '[överstruket: a]'],
  ['<span style="text-decoration: none">a</span>', 'a'],
])('%s', async (html, text) => {
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
