// HTML as plain text: narratives, and notes whose content is HTML.
import { Parser } from 'htmlparser2';
import { isFailure, unusableAnswer } from '../../../../domain/model/failure.ts';
import { htmlElements, htmlWriting } from './html-elements.ts';
import type { PlainText } from './plain-text-writer.ts';
import { type Markup, readMarkup, type Tags, type TextLimits } from './read-markup.ts';
import { streamDecoder } from './text-pieces.ts';

/** The most attributes of one element, as in XML. */
const maxAttributes = 1000;

const tooManyAttributes = () => unusableAnswer('ehr-limit', 'an element with thousands of attributes');

const reader = (charset: string | undefined) => (tags: Tags) => {
  const elements = htmlElements();
  const decoder = streamDecoder(charset);
  let attributesOfElement = 0;
  const parser = new Parser(
    {
      onopentagname: () => {
        attributesOfElement = 0;
      },
      onattribute: () => {
        if (++attributesOfElement > maxAttributes) throw tooManyAttributes();
      },
      onopentag: (name, attributes) => {
        tags.open(elements.open(name, attributes));
      },
      ontext: text => tags.text(text),
      onclosetag: () => {
        elements.close();
        tags.close();
      },
    },
    // Narratives are XHTML. Without this, a self-closed title would swallow the rest of the note.
    { recognizeSelfClosing: true, decodeEntities: true },
  );
  return {
    write: (bytes: Uint8Array) => parser.write(decoder.write(bytes)),
    end: () => parser.end(decoder.end()),
  };
};

const html = (charset: string | undefined): Markup => ({ reader: reader(charset), ...htmlWriting });

/**
 * The text of an HTML document.
 * @returns undefined if it cannot be read: bytes that are not valid in the charset, more than 100 nesting levels, an element with
 * thousands of attributes, or cells that span more columns than the meter allows.
 */
export const htmlText = async (
  bytes: Iterable<Uint8Array>,
  { charset, ...limits }: TextLimits & { readonly charset?: string | undefined },
): Promise<PlainText | undefined> => {
  try {
    return await readMarkup(bytes, html(charset), limits);
  } catch (error) {
    if (isFailure(error, 'ehr-unusable')) return undefined;
    throw error;
  }
};
