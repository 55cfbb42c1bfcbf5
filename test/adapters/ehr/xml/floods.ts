// Floods: how a document begins, and what it then repeats endlessly.

type Flood = {
  readonly start: string;
  readonly part: string;
  /** It does not reach any limit, and is rejected only because it is truncated. */
  readonly isHarmless?: true;
  /** It is read by the reader that handles namespaces. */
  readonly hasNamespaces?: true;
};

const root = '<JournalNoteEHRExtracts>';
const note = `${root}<JournalNoteEHRExtract><Note>`;
const text = `${note}<NoteTypeOfNote>`;
const attribute = `${note}<NoteTypeOfNote value="`;
const deep = `${note}${'<x>'.repeat(96)}`;
const unlimited = { isHarmless: true } as const;
const namespaces = { hasNamespaces: true } as const;
const instance = 'http://www.w3.org/2001/XMLSchema-instance';
const bindings = `<x ${Array.from({ length: 999 }, (_, at) => `xmlns:p${at}="${instance}"`).join(' ')} p0:nil="0"/>`;

export const floods: Readonly<Record<string, Flood>> = {
  'white space before the root': { start: '', part: ' ', ...unlimited },
  'a name': { start: '<', part: 'x' },
  'a name of an end tag': { start: `${text}</`, part: 'x' },
  'a prefix': { start: '<', part: 'x:' },
  'white space in a tag': { start: `${note}<x `, part: ' ', ...unlimited },
  'a name of an attribute': { start: `${note}<x `, part: 'x' },
  attributes: { start: `${note}<x`, part: ' x="1"' },
  'an attribute': { start: attribute, part: 'x' },
  'an attribute of tabs': { start: attribute, part: '\t' },
  'an attribute of references': { start: attribute, part: '&lt;', ...unlimited },
  'an attribute of line ends': { start: attribute, part: '\r' },
  'a text': { start: text, part: 'x' },
  'a text of blanks': { start: text, part: ' ' },
  'a text of line ends': { start: text, part: '\r\n', ...unlimited },
  'a text of references': { start: text, part: '&#65;', ...unlimited },
  'a text of brackets': { start: text, part: ']' },
  'a text of large characters': { start: text, part: '漢😀', ...unlimited },
  'a text between comments': { start: text, part: 'x<!---->', ...unlimited },
  'a text of CDATA sections': { start: text, part: '<![CDATA[x]]>', ...unlimited },
  'a text where none is read': { start: note, part: 'x' },
  'a reference': { start: `${text}&`, part: 'x' },
  'a reference by number': { start: `${text}&#`, part: '1' },
  'a CDATA section': { start: `${text}<![CDATA[`, part: 'x' },
  'a CDATA section of brackets': { start: `${text}<![CDATA[`, part: '] ' },
  'a comment': { start: `${text}<!--`, part: 'x' },
  'a comment of dashes': { start: `${text}<!--`, part: '- ' },
  comments: { start: text, part: '<!---->', ...unlimited },
  'a declaration of XML': { start: '<?xml version="', part: '1' },
  'white space in a declaration of XML': { start: '<?xml ', part: ' ', ...unlimited },
  'a target of an instruction': { start: `${text}<?`, part: 'x' },
  'an instruction': { start: `${text}<?x `, part: 'x' },
  'an instruction of question marks': { start: `${text}<?x `, part: '? ' },
  instructions: { start: text, part: '<?x y?>', ...unlimited },
  'a document type': { start: '<!DOCTYPE x', part: ' x' },
  'a document type with declarations': { start: '<!DOCTYPE x [', part: '<!ENTITY x "y">' },
  'elements that nobody knows': { start: note, part: '<x/>' },
  'elements that are not read': { start: text, part: '<x/>' },
  'elements beside the records': { start: root, part: '<x/>' },
  'empty records': { start: root, part: '<JournalNoteEHRExtract/>' },
  versions: { start: root, part: '<XSDVersion version="1"/>' },
  'versions that cannot be read': { start: root, part: '<XSDVersion version="x"/>' },
  'elements of a record': { start: `${note}<Records>`, part: '<Record/>' },
  'elements with attributes': {
    start: `${note}<Records>`,
    part: '<Record><Value JournalValueType="x"/></Record>',
  },
  'elements below each other': { start: note, part: '<x>' },
  'prefixes that are bound': { start: deep, part: bindings, ...unlimited },
  'prefixes that are bound, where namespaces matter': {
    start: deep,
    part: bindings,
    ...unlimited,
    ...namespaces,
  },
  'attributes where namespaces matter': { start: `${note}<x`, part: ' x="1"', ...namespaces },
  'elements of another namespace': { start: note, part: '<x xmlns="urn:x"/>', ...namespaces },
  'text of another namespace': {
    start: `${text}<x xmlns="urn:x">`,
    part: 'x<y/>',
    ...namespaces,
  },
};
