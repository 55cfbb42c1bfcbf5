// The text of a note that is DocBook, escaped in an element.
import { isFailure } from '../../../../domain/model/failure.ts';
import { isBlank } from '../../translation/values.ts';
import { xmlReader } from '../../xml/parsing/events.ts';
import { readDocument } from '../../xml/read-document.ts';
import { docbookText } from './docbook-text.ts';

const declaration = /^\s*<\?xml[^>]*\?>/;

/** How DocBook, or a fragment of it, begins. Any other text may contain angle brackets without being markup. */
const beginning =
  /^\s*<(?:[\w.-]+:)?(?:article|book|chapter|section|sect[1-5]|simplesect|para|simpara|formalpara|bridgehead|itemizedlist|orderedlist|variablelist|simplelist|informaltable|literallayout)[\s/>]/;

/**
 * The text of a note: for DocBook (a whole document, or several elements), one line per block; any other text unchanged.
 * DocBook is parsed in chunks, yielding to the event loop between them.
 *
 * @param onLoss called for everything that the text lacks: a picture, the target of a link; once if DocBook has no text at all.
 */
export const plainText = async (text: string, onLoss: () => void = () => {}): Promise<string> => {
  const content = text.replace(declaration, '');
  if (!beginning.test(content)) return text;
  const collected = docbookText();
  const reader = xmlReader(collected.handler, 'utf-8');
  try {
    const bytes = new TextEncoder().encode(`<text>${content}</text>`);
    for await (const _ of readDocument([bytes], { reader }));
  } catch (error) {
    // Text that only looks like DocBook is published unchanged, so nothing of a note is lost.
    if (isFailure(error, 'ehr-unusable')) return text;
    throw error;
  }
  const read = collected.text();
  const lost = isBlank(read) ? Math.max(1, collected.lostReferences()) : collected.lostReferences();
  for (let count = 0; count < lost; count++) onLoss();
  return read;
};
