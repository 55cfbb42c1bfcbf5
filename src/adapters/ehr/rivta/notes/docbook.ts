// The text of a note that was written as DocBook and escaped into a text.
import { isFailure } from '../../../../domain/model/failure.ts';
import { xmlReader } from '../../xml/events.ts';
import { readDocument } from '../../xml/read-document.ts';
import { docbookText } from './docbook-text.ts';

const declaration = /^\s*<\?xml[^>]*\?>/;

/** How DocBook, or a part of it, begins. Anything else is text that happens to contain an angle bracket. */
const beginning =
  /^\s*<(?:[\w.-]+:)?(?:article|book|chapter|section|sect[1-5]|simplesect|para|simpara|formalpara|bridgehead|itemizedlist|orderedlist|variablelist|simplelist|informaltable|literallayout)[\s/>]/;

/**
 * The text of a note: that of its DocBook, a line for each block; any other text as it is. DocBook may be a whole document
 * or several elements in a row. It is read in pieces, between which the event loop serves others.
 */
export const plainText = async (text: string): Promise<string> => {
  const content = text.replace(declaration, '');
  if (!beginning.test(content)) return text;
  const collected = docbookText();
  const reader = xmlReader(collected.handler, 'utf-8');
  try {
    const bytes = new TextEncoder().encode(`<text>${content}</text>`);
    for await (const _ of readDocument([bytes], { reader }));
  } catch (error) {
    // What only looks like DocBook is published as it was written: nothing of a note is lost.
    if (isFailure(error, 'ehr-unusable')) return text;
    throw error;
  }
  return collected.text();
};
