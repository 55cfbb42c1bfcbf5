// Decodes and encodes large texts in pieces, so that nobody waits for a whole one (D32).
import { unusableAnswer } from '../../../../domain/model/failure.ts';
import { textPieces } from '../../../../domain/model/long-texts.ts';

const unreadable = (detail: string, cause?: unknown) => unusableAnswer('ehr-encoding', detail, cause);

/** Decodes a text as its bytes arrive. Throws `Failure` `ehr-unusable` for an unknown charset, and for bytes that are not valid in it. */
export const streamDecoder = (charset = 'utf-8') => {
  const guarded = <T>(decode: () => T, detail: string): T => {
    try {
      return decode();
    } catch (error) {
      throw unreadable(detail, error);
    }
  };
  const decoder = guarded(() => new TextDecoder(charset, { fatal: true }), 'a text in an unknown charset');
  const invalid = 'a text whose bytes are not valid in its charset';
  return {
    write: (bytes: Uint8Array) => guarded(() => decoder.decode(bytes, { stream: true }), invalid),
    end: () => guarded(() => decoder.decode(), invalid),
  };
};

/** The bytes of a text in UTF-8. */
export const utf8Pieces = function* (text: string): Generator<Uint8Array> {
  for (const piece of textPieces(text)) yield Buffer.from(piece);
};

/** How many parts of a text its bytes in UTF-8 lack: lone surrogates are U+FFFD in them (D33), which is counted once. */
export const lostInUtf8 = (text: string): number => (text.isWellFormed() ? 0 : 1);

/** The bytes of a text in base64. White space is ignored. Throws `Failure` `ehr-unusable` where the text is not valid base64. */
export const base64Pieces = function* (text: string): Generator<Uint8Array> {
  let rest = '';
  let isPadded = false;
  for (const piece of textPieces(text)) {
    const compact = rest + piece.replace(/[ \t\r\n\f]+/g, '');
    const whole = compact.slice(0, compact.length - (compact.length % 4));
    rest = compact.slice(whole.length);
    const isValid = /^[A-Za-z0-9+/]*={0,2}$/.test(whole) && !(isPadded && compact !== '');
    if (!isValid) throw unreadable('a text that is not valid base64');
    isPadded = whole.endsWith('=');
    yield Buffer.from(whole, 'base64');
  }
  if (rest !== '') throw unreadable('a text that is not valid base64');
};
