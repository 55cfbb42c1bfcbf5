// Serializes XML nodes, varying what a writer may choose: quotes, references, CDATA, comments, white space in tags.
import type { Variation } from './variation.ts';

export type Content = Element | { readonly text: string };

export type Element = {
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly content: readonly Content[];
};

const isElement = (content: Content): content is Element => 'name' in content;

/** What may be written between the tags of an element without text of its own. */
const between = (variation: Variation): string => {
  const breakLine = variation.pick('\n', '', '\r\n\t', '  ');
  const aside = variation.chance(0.05)
    ? variation.pick('<!-- <x> & - -->', '<?print once="<a>"?>', '<!---->')
    : '';
  return `${breakLine}${aside}`;
};

const named: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const reference = (char: string, variation: Variation): string => {
  const code = char.codePointAt(0) ?? 0;
  const numeric = variation.pick(
    `&#${code};`,
    `&#x${code.toString(16)};`,
    `&#x${code.toString(16).toUpperCase()};`,
  );
  return variation.pick(named[char] ?? numeric, numeric);
};

export type Rendering = {
  readonly variation: Variation;
  /** Whether the encoding has a character. The others are written as references. */
  readonly has: (char: string) => boolean;
};

const escaped = (text: string, mustEscape: RegExp, { variation, has }: Rendering): string =>
  Array.from(text, char => {
    const must = mustEscape.test(char) || !has(char);
    return must || variation.chance(0.01) ? reference(char, variation) : char;
  }).join('');

/** A CDATA section, if it can contain the text. */
const cdata = (text: string, { has }: Rendering): string | undefined =>
  text === '' || text.includes(']]>') || text.includes('\r') || !Array.from(text).every(has)
    ? undefined
    : `<![CDATA[${text}]]>`;

/** Serializes a text, possibly in parts: it must not contain `]]>`, and a bare CR would be read as a line break. */
const textOf = (text: string, rendering: Rendering): string => {
  const { variation } = rendering;
  if (text.length > 1 && variation.chance(0.1)) {
    const chars = Array.from(text);
    const at = Math.floor(chars.length / 2);
    const aside = variation.pick('', '<!-- in between -->', '<?and so?>');
    return `${textOf(chars.slice(0, at).join(''), rendering)}${aside}${textOf(chars.slice(at).join(''), rendering)}`;
  }
  const section = variation.chance(0.1) ? cdata(text, rendering) : undefined;
  return section ?? escaped(text, /[&<>\r]/, rendering);
};

const attribute = ([name, value]: readonly [string, string], rendering: Rendering): string => {
  const { variation } = rendering;
  const quote = variation.pick('"', "'");
  const mustEscape = quote === '"' ? /[&<"\t\n\r]/ : /[&<'\t\n\r]/;
  const equals = variation.chance(0.05) ? ' = ' : '=';
  return `${variation.chance(0.05) ? '\n  ' : ' '}${name}${equals}${quote}${escaped(value, mustEscape, rendering)}${quote}`;
};

/** Serializes an element. */
export const render = (element: Element, rendering: Rendering): string => {
  const { variation } = rendering;
  const { name, attributes, content } = element;
  const space = variation.chance(0.05) ? ' ' : '';
  const tag = `<${name}${attributes.map(one => attribute(one, rendering)).join('')}${space}`;
  if (content.length === 0) return variation.chance(0.3) ? `${tag}></${name}>` : `${tag}/>`;
  if (content.every(isElement)) {
    const children = content.map(child => between(variation) + render(child, rendering));
    return `${tag}>${children.join('')}${between(variation)}</${name}>`;
  }
  const parts = content.map(part =>
    isElement(part) ? render(part, rendering) : textOf(part.text, rendering),
  );
  return `${tag}>${parts.join('')}</${name}>`;
};
