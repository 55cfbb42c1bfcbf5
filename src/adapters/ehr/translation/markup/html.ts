// HTML as plain text: narratives, and notes whose content is HTML.
import { Parser } from 'htmlparser2';
import { isFailure, unusableAnswer } from '../../../../domain/model/failure.ts';
import { newYielding } from '../../../../domain/model/yield-to-event-loop.ts';
import { memoryHeld } from '../../memory-held.ts';
import { htmlElements, htmlWriting, isElementName } from './html-elements.ts';
import type { PlainText } from './plain-text-writer.ts';
import { type Markup, readMarkup, type Tags, type TextLimits } from './read-markup.ts';
import { streamDecoder } from './text-pieces.ts';

/** The most attributes of one element, as in XML. */
const maxAttributes = 1000;

const tooManyAttributes = () => unusableAnswer('ehr-limit', 'an element with thousands of attributes');

/** The most names of elements that are looked for, and the longest one: a tag with another one is text. */
const maxNames = 1000;
const maxNameLength = 100;
/** The longest tag that is kept until its end is in the next chunk. */
const maxTagLength = 1000;

/** Decodes a document as its chunks arrive. A tag whose end is in the next chunk waits for it. */
const wholeTags = (charset: string | undefined) => {
  const decoder = streamDecoder(charset);
  let begun = '';
  return {
    write: (bytes: Uint8Array): string => {
      const text = begun + decoder.write(bytes);
      const last = text.lastIndexOf('<');
      const isBegun = last !== -1 && text.length - last <= maxTagLength && !text.includes('>', last);
      begun = isBegun ? text.slice(last) : '';
      return isBegun ? text.slice(0, last) : text;
    },
    end: (): string => begun + decoder.end(),
  };
};

const closingTag = /<\/([a-z][^\s/<>]*)/gi;

/** The names of the elements that a document closes: its other tags with unknown names are text. */
const closedNames = async (
  chunks: Iterable<Uint8Array>,
  charset: string | undefined,
  hold: (bytes: number) => void,
): Promise<{ readonly names: ReadonlySet<string>; readonly bytes: readonly Uint8Array[] }> => {
  const names = new Set<string>();
  const bytes: Uint8Array[] = [];
  const tags = wholeTags(charset);
  const yieldIfSlow = newYielding();
  let length = 0;
  const addNames = (text: string) => {
    for (const [, name = ''] of text.matchAll(closingTag))
      if (names.size < maxNames && name.length <= maxNameLength) names.add(name.toLowerCase());
  };
  for (const chunk of chunks) {
    bytes.push(chunk);
    length += chunk.byteLength;
    hold(length);
    addNames(tags.write(chunk));
    const yielded = yieldIfSlow();
    if (yielded !== undefined) await yielded;
  }
  addNames(tags.end());
  return { names, bytes };
};

/** A start tag, as far as it goes. One that closes itself is an element. */
const startTag = /<([a-z][^\s/<>]*)([^<>]*)/gi;

const reader = (charset: string | undefined, closed: ReadonlySet<string>) => (tags: Tags) => {
  const elements = htmlElements();
  const source = wholeTags(charset);
  let attributesOfElement = 0;
  const parser = new Parser(
    {
      onopentagname: () => {
        attributesOfElement = 0;
      },
      onattribute: () => {
        if (++attributesOfElement > maxAttributes) throw tooManyAttributes();
      },
      onopentag: (name, attributes) => tags.open(elements.open(name, attributes)),
      ontext: text => tags.text(text),
      onclosetag: () => {
        elements.close();
        tags.close();
      },
    },
    // Narratives are XHTML. Without this, a self-closed title would swallow the rest of the note.
    { recognizeSelfClosing: true, decodeEntities: true },
  );
  const isElement = (name: string): boolean => isElementName(name) || closed.has(name);
  /** Tags with unknown names that nothing closes become text. */
  const write = (text: string) =>
    parser.write(
      text.replace(startTag, (tag: string, name: string, rest: string) =>
        rest.endsWith('/') || isElement(name.toLowerCase()) ? tag : `&lt;${tag.slice(1)}`,
      ),
    );
  return {
    write: (bytes: Uint8Array) => write(source.write(bytes)),
    end: () => {
      write(source.end());
      parser.end();
    },
  };
};

const html = (charset: string | undefined, closed: ReadonlySet<string>): Markup => ({
  reader: reader(charset, closed),
  ...htmlWriting,
});

/**
 * The text of an HTML document. A tag with an unknown name that nothing closes (`<Alvedon>`) is text.
 * @returns undefined if it cannot be read: bytes that are not valid in the charset, more than 100 nesting levels, an element with
 * thousands of attributes, or cells that span more columns than the meter allows.
 */
export const htmlText = async (
  bytes: Iterable<Uint8Array>,
  { charset, ...limits }: TextLimits & { readonly charset?: string | undefined },
): Promise<PlainText | undefined> => {
  const held = memoryHeld(limits.memory);
  try {
    const { names, bytes: read } = await closedNames(bytes, charset, held.update);
    return await readMarkup(read, html(charset, names), limits);
  } catch (error) {
    if (isFailure(error, 'ehr-unusable')) return undefined;
    throw error;
  } finally {
    held.release();
  }
};
