// HTML as plain text: narratives, and notes whose content is HTML.
import { Parser } from 'htmlparser2';
import { isFailure, unusableAnswer } from '../../../../domain/model/failure.ts';
import { textPieces } from '../../../../domain/model/long-texts.ts';
import { newYielding } from '../../../../domain/model/yield-to-event-loop.ts';
import { memoryHeld } from '../../memory-held.ts';
import { elementNames, htmlElements, htmlWriting, isElementName } from './html-elements.ts';
import type { PlainText } from './plain-text-writer.ts';
import { type Markup, readMarkup, type Tags, type TextLimits } from './read-markup.ts';
import { streamDecoder, utf8Pieces } from './text-pieces.ts';

/** The most attributes of one element, as in XML. */
const maxAttributes = 1000;

/** The most names of elements that are looked for, and the longest one: a tag with another one is text. */
const maxNames = 1000;
const maxNameLength = 100;
/** The longest tag that is kept until its end is in the next chunk. */
const maxTagLength = 1000;

/** The most characters of the style sheets of a document that are read. */
const maxStyles = 10_000;

/** Texts of a document as its chunks arrive. A tag whose end is in the next chunk waits for it. */
const wholeTags = () => {
  let begun = '';
  return {
    next: (chunk: string): string => {
      const text = begun + chunk;
      const last = text.lastIndexOf('<');
      const isBegun = last !== -1 && text.length - last <= maxTagLength && !text.includes('>', last);
      begun = isBegun ? text.slice(last) : '';
      return isBegun ? text.slice(0, last) : text;
    },
    rest: (): string => begun,
  };
};

/** A tag with a name that HTML does not have: an end or a start, and its name. */
const otherTag = new RegExp(`<(/?)(?!(?:${[...elementNames].join('|')})(?![^\\s/<>]))([a-z][^\\s/<>]*)`, 'i');
const otherTags = new RegExp(otherTag, 'gi');

/**
 * The names, other than those of HTML, of the elements that a document closes: its other tags with such names are text. Undefined if it
 * has none.
 */
const closedNames = async (texts: Iterable<string>): Promise<ReadonlySet<string> | undefined> => {
  const names = new Set<string>();
  const tags = wholeTags();
  const yieldIfSlow = newYielding();
  let hasOthers = false;
  const addNames = (text: string) => {
    if (!otherTag.test(text)) return;
    for (const [, slash, name = ''] of text.matchAll(otherTags)) {
      if (slash === '') hasOthers = true;
      else if (names.size < maxNames && name.length <= maxNameLength) names.add(name.toLowerCase());
    }
  };
  for (const text of texts) {
    addNames(tags.next(text));
    const yielded = yieldIfSlow();
    if (yielded !== undefined) await yielded;
  }
  addNames(tags.rest());
  return hasOthers ? names : undefined;
};

/** A start tag, as far as it goes. One that closes itself is an element. */
const startTag = /<([a-z][^\s/<>]*)([^<>]*)/gi;

const readerOf = (charset: string | undefined, closed: ReadonlySet<string> | undefined) => (tags: Tags) => {
  const elements = htmlElements();
  const decoder = streamDecoder(charset);
  const source = wholeTags();
  let attributesOfElement = 0;
  let styles: string | undefined;
  let stylesLeft = maxStyles;
  const parser = new Parser(
    {
      onopentagname: () => {
        attributesOfElement = 0;
      },
      onattribute: () => {
        if (++attributesOfElement > maxAttributes)
          throw unusableAnswer('ehr-limit', 'an element with thousands of attributes');
      },
      onopentag: (name, attributes) => {
        if (name === 'style') styles = '';
        tags.open(elements.open(name, attributes));
      },
      ontext: text => {
        if (styles !== undefined) styles = (styles + text).slice(0, stylesLeft);
        tags.text(text);
      },
      onclosetag: () => {
        if (styles !== undefined) {
          elements.addStyles(styles);
          stylesLeft -= styles.length;
          styles = undefined;
        }
        elements.close();
        tags.close();
      },
    },
    // Narratives are XHTML. Without this, a self-closed title would swallow the rest of the note.
    { recognizeSelfClosing: true, decodeEntities: true },
  );
  const isElement = (name: string): boolean => isElementName(name) || closed?.has(name) === true;
  /** Tags with unknown names that nothing closes become text. */
  const withText = (text: string): string =>
    text.replace(startTag, (tag: string, name: string, rest: string) =>
      rest.endsWith('/') || isElement(name.toLowerCase()) ? tag : `&lt;${tag.slice(1)}`,
    );
  const write = (text: string) => parser.write(closed === undefined ? text : withText(text));
  return {
    write: (bytes: Uint8Array) => write(source.next(decoder.write(bytes))),
    end: () => {
      write(source.next(decoder.end()) + source.rest());
      parser.end();
    },
  };
};

/**
 * The text of an HTML document. A tag with an unknown name that nothing closes (`<Alvedon>`) is text.
 * @param source a text, or bytes in a charset.
 * @returns undefined if it cannot be read: bytes that are not valid in the charset, more than 100 nesting levels, an element with
 * thousands of attributes, or cells that span more columns than the meter allows.
 */
export const htmlText = async (
  source: string | Iterable<Uint8Array>,
  { charset, ...limits }: TextLimits & { readonly charset?: string | undefined },
): Promise<PlainText | undefined> => {
  const held = memoryHeld(limits.memory);
  const read = (bytes: Iterable<Uint8Array>, reader: Markup['reader']) =>
    readMarkup(bytes, { ...htmlWriting, reader }, limits);
  try {
    if (typeof source === 'string')
      return await read(utf8Pieces(source), readerOf('utf-8', await closedNames(textPieces(source))));
    const chunks: Uint8Array[] = [];
    let length = 0;
    const decoded = function* () {
      const decoder = streamDecoder(charset);
      for (const chunk of source) {
        chunks.push(chunk);
        length += chunk.byteLength;
        held.update(length);
        yield decoder.write(chunk);
      }
      yield decoder.end();
    };
    return await read(chunks, readerOf(charset, await closedNames(decoded())));
  } catch (error) {
    if (isFailure(error, 'ehr-unusable')) return undefined;
    throw error;
  } finally {
    held.release();
  }
};
