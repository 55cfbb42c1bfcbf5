// The text of a note that is DocBook or HTML, escaped in an element.
import { isFailure } from '../../../../domain/model/failure.ts';
import { docbookText } from '../../translation/markup/docbook.ts';
import { htmlText } from '../../translation/markup/html.ts';
import { looksLikeHtml } from '../../translation/markup/looks-like-html.ts';
import type { PlainText } from '../../translation/markup/plain-text-writer.ts';
import type { TextLimits } from '../../translation/markup/read-markup.ts';
import { utf8Pieces } from '../../translation/markup/text-pieces.ts';
import { isBlank } from '../../values/values.ts';

const declaration = /^\s*<\?xml[^>]*\?>/;

/** How DocBook, or a fragment of it, begins. Any other text may contain angle brackets without being markup. */
const beginning =
  /^\s*<(?:[\w.-]+:)?(?:article|book|chapter|section|sect[1-5]|simplesect|para|simpara|formalpara|bridgehead|itemizedlist|orderedlist|variablelist|simplelist|informaltable|literallayout)[\s/>]/;

/** A document with one root, whatever the text has. */
const wrapped = function* (content: string): Generator<Uint8Array> {
  yield Buffer.from('<text>');
  yield* utf8Pieces(content);
  yield Buffer.from('</text>');
};

/** Elements of HTML that make lines. Without them, the lines of a text are its own. */
const lineElement =
  /<\/?(?:p|div|br|hr|li|ul|ol|dl|dt|dd|table|tr|td|th|h[1-6]|pre|blockquote|center|body|html)\b/i;

const htmlOf = async (text: string, limits: TextLimits): Promise<PlainText> => {
  const html = lineElement.test(text) ? text : `<pre>${text}</pre>`;
  return (await htmlText(html, limits)) ?? { text, lostParts: 0 };
};

/**
 * The text of a note: for DocBook (a whole document, or several elements) and HTML, one line per block; any other text unchanged.
 * @returns `lostParts`: how many pictures, targets of links and places of cells the text lacks; 1 if DocBook has no text at all.
 */
export const noteText = async (text: string, limits: TextLimits): Promise<PlainText> => {
  const content = text.replace(declaration, '');
  const unchanged = { text, lostParts: 0 };
  if (!beginning.test(content)) return looksLikeHtml(content) ? htmlOf(content, limits) : unchanged;
  try {
    const read = await docbookText(wrapped(content), limits);
    return isBlank(read.text) ? { ...read, lostParts: Math.max(1, read.lostParts) } : read;
  } catch (error) {
    // Text that only looks like DocBook is published unchanged, so nothing of a note is lost.
    if (isFailure(error, 'ehr-unusable')) return unchanged;
    throw error;
  }
};
