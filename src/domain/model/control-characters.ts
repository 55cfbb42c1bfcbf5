// Characters that nobody sees and that a terminal, an editor or an app may obey: controls other than tab and line feed, bidirectional
// embeddings, overrides and isolates, and lone surrogates (D33). Direction marks (U+200E, U+200F, U+061C) stay: they change no other text.
import { textPieces } from './long-texts.ts';

const controls = /[[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]--[\t\n]]+/gv;

/** The same without line ends, of which nothing is lost. */
const lost = /[[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]--[\t\n\r\u0085]]/v;

/** All others, apart from lone surrogates: every text is tested, and this takes a third of the time. */
const plain = /^[\t\n -~\u00a0-\u2029\u202f-\u2065\u206a-\uffff]*$/;

const lineEnds = /\r\n?|\u0085/g;

/** Whether a text has one of these characters. CR and U+0085, which are line ends, count. */
export const hasControls = (text: string): boolean => !plain.test(text) || !text.isWellFormed();

/** Escapes of JSON for such characters. */
const escapes = /\\[bfru]/;

/** Whether a text or name in a JSON text may have one of these characters. Of a backslash before `b`, `f`, `r` or `u` too. */
export const jsonMayHaveControls = (json: string): boolean =>
  (json.includes('\\') && escapes.test(json)) || hasControls(json);

/**
 * A text without these characters; CR, CRLF and U+0085 become line feeds. The text itself if it has none.
 * @param yieldToEventLoop is awaited between pieces of a long text.
 * @returns and whether something was lost: a line end is not.
 */
export const withoutControls = async (
  text: string,
  yieldToEventLoop: () => Promise<void> | undefined,
): Promise<{ readonly text: string; readonly isLossy: boolean }> => {
  let cleaned = '';
  let isClean = true;
  let isLossy = false;
  for (const piece of textPieces(text)) {
    if (!hasControls(piece)) cleaned += piece;
    else {
      isClean = false;
      isLossy ||= lost.test(piece);
      cleaned += piece.replace(lineEnds, '\n').replace(controls, '');
    }
    await yieldToEventLoop();
  }
  return { text: isClean ? text : cleaned, isLossy };
};
