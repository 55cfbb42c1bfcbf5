// Long texts of a record. What goes through all of one is done in pieces, between which other requests run (D32, what a document may
// hold).

/** UTF-16 units of a piece: a third of a millisecond of work. */
export const pieceLength = 16 * 1024;

/** UTF-16 units above which a text is long: to write it as JSON in one turn of the event loop would take several milliseconds. */
const longLength = 256 * 1024;

/** Whether a value is a text that is worked on in pieces. */
export const isLongText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > longLength;

/** Whether a value is or has a long text. */
export const hasLongText = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return isLongText(value);
  if (Array.isArray(value)) {
    for (const item of value) if (hasLongText(item)) return true;
    return false;
  }
  for (const name in value) if (hasLongText((value as Record<string, unknown>)[name])) return true;
  return false;
};

const divided = /^(?:\r\n|[\ud800-\udbff][\udc00-\udfff])/;

/** The pieces of a text. No character and no CRLF is divided. */
export const textPieces = function* (text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = at + pieceLength;
    const next = divided.test(text.slice(end - 1, end + 1)) ? end + 1 : end;
    yield text.slice(at, next);
    at = next;
  }
};
