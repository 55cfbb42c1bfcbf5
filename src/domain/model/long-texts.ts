// Long texts of a record. What goes through all of one is done in pieces, between which other requests run (D32, what a document may
// hold).

/** UTF-16 units of a piece: a third of a millisecond of work. */
export const pieceLength = 16 * 1024;

/** UTF-16 units of all texts of a record above which it is long: to write it in one turn of the event loop would take milliseconds. */
const longRecord = 256 * 1024;

/** UTF-16 units above which a text of a long record is long: what is shorter is at most a few milliseconds for all of them together. */
const longText = 1024;

/** Whether a value is a text that is worked on in pieces, in a record that has long texts. */
export const isLongText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > longText;

/** The length of all texts of a value. */
const lengthOfTexts = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let length = 0;
  if (Array.isArray(value)) for (const item of value) length += lengthOfTexts(item);
  else for (const name in value) length += lengthOfTexts((value as Record<string, unknown>)[name]);
  return length;
};

/**
 * Whether the texts of a value, taken together, are so long that it is worked on in pieces.
 * @param mostCharacters that they have, if that is known.
 */
export const hasLongTexts = (value: unknown, mostCharacters = Number.POSITIVE_INFINITY): boolean =>
  mostCharacters > longRecord && lengthOfTexts(value) > longRecord;

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
