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

/** The most names of elements that are looked for, the longest one, and the most tags that stand as text: more are markup. */
const maxNames = 1000;
const maxNameLength = 100;

const closingTag = /<\/([a-z][^\s/>]*)/gi;
/** The beginning of a tag that the next chunk continues. */
const begunTag = /<[^<>]{0,110}$/;

/** The names of the elements that a document closes, of those that are not known: its other tags with such names are text. */
const closedNames = async (
  chunks: Iterable<Uint8Array>,
  charset: string | undefined,
  hold: (bytes: number) => void,
): Promise<{ readonly names: ReadonlySet<string>; readonly bytes: readonly Uint8Array[] }> => {
  const names = new Set<string>();
  const bytes: Uint8Array[] = [];
  const decoder = streamDecoder(charset);
  const yieldIfSlow = newYielding();
  let begun = '';
  let length = 0;
  for (const chunk of chunks) {
    bytes.push(chunk);
    length += chunk.byteLength;
    hold(length);
    const text = begun + decoder.write(chunk);
    for (const [, name = ''] of text.matchAll(closingTag))
      if (names.size < maxNames && name.length <= maxNameLength) names.add(name.toLowerCase());
    begun = begunTag.exec(text.slice(-120))?.[0] ?? '';
    const yielded = yieldIfSlow();
    if (yielded !== undefined) await yielded;
  }
  return { names, bytes };
};

/** What of the source the parser may still refer to, by positions in the whole of it. */
const recentSource = () => {
  let text = '';
  let begin = 0;
  return {
    /** Adds what the parser is about to read. @param from the position of the first character that it may refer to. */
    add: (more: string, from: number): void => {
      text = text.slice(Math.max(0, from - begin)) + more;
      begin = Math.max(begin, from);
    },
    slice: (from: number, to?: number): string =>
      text.slice(Math.max(0, from - begin), to === undefined ? undefined : to - begin),
  };
};

const unfinishedTag = /^<([a-z][^\s/>]*)/i;

const reader = (charset: string | undefined, closed: ReadonlySet<string>) => (tags: Tags) => {
  const elements = htmlElements();
  const decoder = streamDecoder(charset);
  const source = recentSource();
  /** For each open element, whether its tag is text. */
  const open: boolean[] = [];
  let textTags = 0;
  /** The position after what has been reported. */
  let reported = 0;
  let attributesOfElement = 0;
  const isText = (name: string): boolean => textTags < maxNames && !isElementName(name) && !closed.has(name);
  const parser: Parser = new Parser(
    {
      onopentagname: () => {
        attributesOfElement = 0;
      },
      onattribute: () => {
        if (++attributesOfElement > maxAttributes) throw tooManyAttributes();
      },
      onopentag: (name, attributes) => {
        const written = source.slice(parser.startIndex, parser.endIndex + 1);
        // One that closes itself is an element.
        const isWritten = isText(name) && !written.endsWith('/>');
        open.push(isWritten);
        reported = parser.endIndex + 1;
        if (isWritten) {
          textTags++;
          tags.text(written);
        } else tags.open(elements.open(name, attributes));
      },
      ontext: text => {
        reported = parser.endIndex + 1;
        tags.text(text);
      },
      oncomment: () => {
        reported = parser.endIndex + 1;
      },
      onclosetag: () => {
        reported = Math.max(reported, parser.endIndex + 1);
        if (open.pop() === true) return;
        elements.close();
        tags.close();
      },
    },
    // Narratives are XHTML. Without this, a self-closed title would swallow the rest of the note.
    { recognizeSelfClosing: true, decodeEntities: true },
  );
  const write = (text: string) => {
    source.add(text, reported);
    parser.write(text);
  };
  return {
    write: (bytes: Uint8Array) => write(decoder.write(bytes)),
    end: () => {
      write(decoder.end());
      // A tag that the document does not finish: the parser drops it.
      const rest = source.slice(reported);
      const [, name] = unfinishedTag.exec(rest) ?? [];
      if (name !== undefined && isText(name.toLowerCase())) tags.text(rest);
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
