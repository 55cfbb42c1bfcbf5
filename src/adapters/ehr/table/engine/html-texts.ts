// Texts of a record that are HTML. Reading one takes several turns of the event loop (D32), and rows are applied in one: a record with
// HTML is filled again when its texts have been read.
import { htmlText } from '../../translation/markup/html.ts';
import type { PlainText } from '../../translation/markup/plain-text-writer.ts';
import type { TextLimits } from '../../translation/markup/read-markup.ts';
import { unreadable } from '../../values/written-values.ts';

/** The plain text of HTML; undefined if it has not been read yet, `unreadable` if it cannot be read. */
export type HtmlReader = (html: string) => PlainText | typeof unreadable | undefined;

/** For records without HTML, and where nobody asks for its text. */
export const noHtml: HtmlReader = () => unreadable;

/**
 * Fills a record, and once more if it has HTML, whose texts are known then.
 * @param fillOnce starts from nothing each time.
 */
export const fillWithHtml = async <T>(fillOnce: (html: HtmlReader) => T, limits: TextLimits): Promise<T> => {
  const texts = new Map<string, PlainText | typeof unreadable | undefined>();
  const html: HtmlReader = text => {
    if (!texts.has(text)) texts.set(text, undefined);
    return texts.get(text);
  };
  const filled = fillOnce(html);
  if (texts.size === 0) return filled;
  for (const text of texts.keys()) texts.set(text, (await htmlText(text, limits)) ?? unreadable);
  return fillOnce(html);
};
