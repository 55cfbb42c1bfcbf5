// Documents of 4 MiB that repeat something: each tries to fill the memory or to hold the event loop.

export type Flood = {
  readonly language: 'html' | 'docbook' | 'cda';
  readonly start: string;
  /** What is repeated. */
  readonly part: string;
  readonly end: string;
  /** How reading ends. HTML and clinical documents that cannot be read are `unreadable`. */
  readonly outcome: 'read' | 'unreadable' | 'ehr-limit';
  /** Whether its text is short, so that little is counted towards the budget. */
  readonly isShort?: boolean;
};

type Options = Partial<Pick<Flood, 'outcome' | 'isShort'>>;

const html = (
  part: string,
  { around = ['', ''], ...options }: Options & { around?: [string, string] } = {},
) =>
  ({ language: 'html', start: around[0], part, end: around[1], outcome: 'read', ...options }) satisfies Flood;

const docbook = (
  part: string,
  { around = ['', ''], ...options }: Options & { around?: [string, string] } = {},
) =>
  ({
    language: 'docbook',
    start: `<article>${around[0]}`,
    part,
    end: `${around[1]}</article>`,
    outcome: 'read',
    ...options,
  }) satisfies Flood;

const section = (inner: string) => `<component><section>${inner}</section></component>`;

/** A clinical document: `around` is in its body. */
const cda = (part: string, { around = ['', ''], ...options }: Options & { around?: [string, string] } = {}) =>
  ({
    language: 'cda',
    start: `<ClinicalDocument><component><structuredBody>${around[0]}`,
    part,
    end: `${around[1]}</structuredBody></component></ClinicalDocument>`,
    outcome: 'read',
    ...options,
  }) satisfies Flood;

/** Around what is in the text of the only section. */
const aroundText: [string, string] = ['<component><section><text>', '</text></section></component>'];

export const floods: Readonly<Record<string, Flood>> = {
  'HTML: list items': html('<li>x'),
  'HTML: numbered list items': html('<li>x', { around: ['<ol>', '</ol>'] }),
  'HTML: lines of pre': html('x\n', { around: ['<pre>', '</pre>'] }),
  'HTML: blanks of pre': html(' ', { around: ['<pre>x', 'x</pre>'] }),
  'HTML: no-break spaces': html('x&nbsp;'),
  'HTML: one text': html('x\n'),
  'HTML: one text in a section of SVG': html('x\n', { around: ['<svg><![CDATA[', ']]></svg>'] }),
  'HTML: cells': html('<td>1</td>', { around: ['<table><tr>', '</tr></table>'] }),
  'HTML: empty cells': html('<td></td>', { around: ['<table><tr>', '<td>x</td></tr></table>'] }),
  'HTML: struck-out texts': html('<s>x</s>'),
  'HTML: raised texts': html('1<sup>2</sup>'),
  'HTML: fractions': html('1<sup>2</sup>/<sub>3</sub>'),
  'HTML: emphasis around nothing': html('<b></b>', { isShort: true }),
  'HTML: hidden texts': html('<p hidden>x</p>', { isShort: true }),
  'HTML: attributes of one element': html(' a b="c"', {
    around: ['<p', '>x</p>'],
    outcome: 'unreadable',
    isShort: true,
  }),
  'HTML: the text of a picture': html('x\n', { around: ['<img alt="', '">'] }),
  'HTML: one comment': html('-', { around: ['<!--', '-->'], isShort: true }),
  'HTML: one script': html('<x>', { around: ['<script>', '</script>'], isShort: true }),
  'HTML: levels': html('<div>', { outcome: 'unreadable', isShort: true }),
  'HTML: spans': html('<tr><td rowspan="0" colspan="1000">x</td></tr>', {
    around: ['<table>', '</table>'],
    outcome: 'unreadable',
    isShort: true,
  }),
  'HTML: empty rows below spans': html('<tr></tr>', {
    around: ['<table><tr><td rowspan="0" colspan="1000">x</td></tr>', '</table>'],
    isShort: true,
  }),
  'HTML: pictures': html('<svg/>', { isShort: true }),
  'DocBook: paragraphs': docbook('<para>x</para>'),
  'DocBook: one text': docbook('x\n', { around: ['<para>', '</para>'] }),
  'DocBook: one text of no-break spaces': docbook('x&#160;', { around: ['<para>', '</para>'] }),
  'DocBook: one literal text': docbook('x\n', { around: ['<screen>', '</screen>'] }),
  'DocBook: blank lines': docbook('\n', { around: ['<screen>x', 'x</screen>'] }),
  'DocBook: emphasis in a literal text': docbook('x<emphasis/>\n', { around: ['<screen>', '</screen>'] }),
  'DocBook: links': docbook('<ulink url="a">x</ulink>'),
  'DocBook: links in a link': docbook('<ulink url="a">x</ulink>', {
    around: ['<ulink url="b">', '</ulink>'],
  }),
  'DocBook: cells': docbook('<entry>1</entry>', {
    around: ['<informaltable><row>', '</row></informaltable>'],
  }),
  'DocBook: items': docbook('<listitem>x</listitem>', { around: ['<orderedlist>', '</orderedlist>'] }),
  'DocBook: columns with names': docbook('<colspec/>', {
    around: ['<informaltable>', '</informaltable>'],
    isShort: true,
  }),
  'DocBook: spans': docbook('<row><entry morerows="9" colspan="1000">x</entry></row>', {
    around: ['<informaltable>', '</informaltable>'],
    outcome: 'ehr-limit',
    isShort: true,
  }),
  'DocBook: empty rows below spans': docbook('<row/>', {
    around: [
      '<informaltable><row><entry morerows="99999" colspan="1000">x</entry></row>',
      '</informaltable>',
    ],
    isShort: true,
  }),
  'CDA: paragraphs': cda('<paragraph>x</paragraph>', { around: aroundText }),
  'CDA: one text': cda('x\n', { around: aroundText }),
  'CDA: a title': cda('x\n', {
    around: ['<component><section><title>', '</title></section></component>'],
    outcome: 'unreadable',
    isShort: true,
  }),
  'CDA: items': cda('<item>x</item>', {
    around: [`${aroundText[0]}<list listType="ordered">`, `</list>${aroundText[1]}`],
  }),
  'CDA: sections': cda(section('<title>x</title><text>y</text>'), { outcome: 'unreadable', isShort: true }),
  'CDA: sections with spans': cda(
    section(
      `<text><table><tr><td rowspan="0" colspan="990">x</td></tr>${'<tr><td>y</td></tr>'.repeat(50)}</table></text>`,
    ),
    { outcome: 'unreadable', isShort: true },
  ),
  'CDA: codes of confidentiality': cda('<confidentialityCode code="R"/>', {
    outcome: 'unreadable',
    isShort: true,
  }),
  'CDA: elements that are not read': cda('<x/>', { isShort: true }),
  'CDA: entries': cda('<entry><act/></entry>', {
    around: ['<component><section>', '</section></component>'],
    isShort: true,
  }),
};
