// Characters that nobody sees and that a terminal, an editor or an app may obey: controls other than tab and line feed, bidirectional
// embeddings, overrides and isolates, and lone surrogates (D33). Direction marks (U+200E, U+200F, U+061C) stay: they change no other text.

const controls = /[[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]--[\t\n]]+/gv;

/** The same without line ends, of which nothing is lost. */
const lost = /[[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]--[\t\n\r\u0085]]/v;

/** All others, apart from lone surrogates: every text is tested, and this takes a third of the time. */
const plain = /^[\t\n -~\u00a0-\u2029\u202f-\u2065\u206a-\uffff]*$/;

const lineEnds = /\r\n?|\u0085/g;

/** Whether a text has one of these characters. CR and U+0085, which are line ends, count. */
export const hasControls = (text: string): boolean => !plain.test(text) || !text.isWellFormed();

/** Whether a text has one of these characters that is not a line end. */
export const losesControls = (text: string): boolean => lost.test(text);

/** UTF-16 units that are cleaned at once: a text of the EHR may have millions of these characters. */
const piece = 64 * 1024;

/** The end of the piece that begins at a position. It parts no CRLF and no surrogate pair. */
const endOfPiece = (text: string, start: number): number => {
  const end = start + piece;
  return /^(?:\r\n|[\ud800-\udbff][\udc00-\udfff])/.test(text.slice(end - 1, end + 1)) ? end + 1 : end;
};

/**
 * A text without these characters. CR, CRLF and U+0085 become line feeds.
 * @param yieldToEventLoop is awaited between pieces of a long text.
 */
export const withoutControls = async (
  text: string,
  yieldToEventLoop: () => Promise<void> | undefined,
): Promise<string> => {
  let cleaned = '';
  for (let start = 0; start < text.length; ) {
    const end = endOfPiece(text, start);
    cleaned += text.slice(start, end).replace(lineEnds, '\n').replace(controls, '');
    start = end;
    await yieldToEventLoop();
  }
  return cleaned;
};
