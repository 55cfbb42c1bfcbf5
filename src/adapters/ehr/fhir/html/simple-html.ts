// Reads simple HTML without an HTML parser: well-formed, with a few elements, each where it is allowed. Nearly every narrative is
// simple, and parsing would cost more than everything else that is done with a note. Any other HTML is left to the parser.
import { struckStyle } from '../../translation/struck-out.ts';

export type HtmlEvents = {
  open(name: string): void;
  text(text: string): void;
  close(name: string): void;
};

const words = (text: string): string[] => text.split(' ');

const inline = new Set(words('b i u em strong span sub sup small code br'));
const headings = words('h1 h2 h3 h4 h5 h6');
/** Elements that a block would end. */
const onlyInline = new Set(['p', ...headings]);
const blocks = new Set(['div', 'ul', 'ol', 'table', ...onlyInline]);

/** Elements that are allowed only in certain parents. Elsewhere, they would end other elements. */
const allowedParents: ReadonlyMap<string | undefined, readonly (string | undefined)[]> = new Map([
  ['li', ['ul', 'ol']],
  ['thead', ['table']],
  ['tbody', ['table']],
  ['tr', ['table', 'thead', 'tbody']],
  ['td', ['tr']],
  ['th', ['tr']],
]);

const maxLevels = 50;

/** Whether an element is allowed in its parent, so that it does not end it. */
const isAllowed = (name: string, parent: string | undefined): boolean => {
  if (inline.has(name)) return true;
  const parents = allowedParents.get(name);
  if (parents !== undefined) return parents.includes(parent);
  return blocks.has(name) && (parent === undefined || !(onlyInline.has(parent) || inline.has(parent)));
};

const names = [...inline, ...blocks, ...allowedParents.keys()].filter(name => name !== undefined);

/** The elements that are allowed in each parent, and without one. */
const allowedIn: ReadonlyMap<string | undefined, ReadonlySet<string>> = new Map(
  [undefined, ...names].map(parent => [parent, new Set(names.filter(name => isAllowed(name, parent)))]),
);

type Tag = { readonly name: string; readonly isClosing: boolean; readonly isSelfClosing: boolean };

/** HTML's white space only: JavaScript's `\s` has more, which would be part of the name. */
const withAttributes = /^([a-z][a-z0-9]*)(?:[ \t\n\f\r]+[A-Za-z][\w:-]*="[^"]*")*[ \t\n\f\r]*(\/?)$/;

/** A tag from what is between its angle brackets. */
const tagIn = (written: string): Tag | undefined => {
  // Only the parser passes styles on, and this one changes the meaning of a text.
  if (struckStyle.test(written)) return undefined;
  if (written.startsWith('/')) return { name: written.slice(1), isClosing: true, isSelfClosing: false };
  const [, name, slash] = withAttributes.exec(written) ?? [];
  return name === undefined ? undefined : { name, isClosing: false, isSelfClosing: slash === '/' };
};

/** Tags as nearly all are written: without attributes, and the one around every narrative. */
const usualTags: ReadonlyMap<string, Tag> = new Map(
  names
    .flatMap(name => [name, `/${name}`, `${name}/`])
    .concat('div xmlns="http://www.w3.org/1999/xhtml"')
    .flatMap(written => {
      const tag = tagIn(written);
      return tag === undefined ? [] : [[written, tag] as const];
    }),
);

const characters: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
]);

const reference = /^#(?:x([0-9a-fA-F]{1,4})|([0-9]{1,5}))$/;

/** The character of a reference such as `amp` or `#229`; undefined for one that needs the rules of HTML. */
const characterOf = (written: string): string | undefined => {
  const known = characters.get(written);
  if (known !== undefined) return known;
  const [all, hexadecimal, decimal] = reference.exec(written) ?? [];
  if (all === undefined) return undefined;
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  const isPlain = (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code < 0xd800);
  return isPlain ? String.fromCharCode(code) : undefined;
};

/** A text with its character references replaced; undefined if one of them is not simple. */
const decoded = (text: string): string | undefined => {
  let at = text.indexOf('&');
  if (at === -1) return text;
  let found = '';
  let begin = 0;
  for (; at !== -1; at = text.indexOf('&', begin)) {
    const end = text.indexOf(';', at);
    const character = end === -1 ? undefined : characterOf(text.slice(at + 1, end));
    if (character === undefined) return undefined;
    found += text.slice(begin, at) + character;
    begin = end + 1;
  }
  return found + text.slice(begin);
};

/** An open element, and the one around it. */
type Open = { readonly name: string; readonly level: number; readonly parent: Open | undefined };

/** Reports the tags and texts of a document in order. Returns false if it needs a parser; part of it may have been reported by then. */
export const readSimpleHtml = (html: string, events: HtmlEvents): boolean => {
  let open: Open | undefined;
  let at = 0;
  while (at < html.length) {
    const begin = html.indexOf('<', at);
    if (begin !== at) {
      const text = decoded(html.slice(at, begin === -1 ? html.length : begin));
      if (text === undefined) return false;
      events.text(text);
      if (begin === -1) break;
    }
    const end = html.indexOf('>', begin);
    if (end === -1) return false;
    const written = html.slice(begin + 1, end);
    const tag = usualTags.get(written) ?? tagIn(written);
    if (tag === undefined) return false;
    const { name, isClosing, isSelfClosing } = tag;
    if (isClosing) {
      if (open?.name !== name) return false;
      open = open.parent;
      events.close(name);
    } else {
      const level = open === undefined ? 1 : open.level + 1;
      if (allowedIn.get(open?.name)?.has(name) !== true || level > maxLevels) return false;
      events.open(name);
      // The one element here that has no end tag.
      if (isSelfClosing || name === 'br') events.close(name);
      else open = { name, level, parent: open };
    }
    at = end + 1;
  }
  return open === undefined;
};
