// Whether a document may hold control characters (D33), found in its bytes: that is many times faster than a search of each record.
import { hasControls } from '../../../../domain/model/control-characters.ts';

/** In UTF-8, each of them is this byte or begins with one of these. The others below U+0020 are not allowed in XML. */
const firstBytes = [0x7f, 0xc2, 0xe2];

/** Whether a text has a character reference, or ends one that the text before it began: it may stand for any character. */
const hasReference = (text: string): boolean => text.includes('&#') || text.startsWith('#');

/**
 * Tells chunk by chunk whether the decoded text may have control characters, as they are or as character references.
 * @param isUtf8 whether the document is in UTF-8. In any other encoding, each text is searched.
 */
export const controlsIn = (isUtf8: () => boolean): ((bytes: Uint8Array, text: string) => boolean) => {
  /** Whether one of the bytes has been seen of which the decoder may not have returned the text. */
  let isPending = false;
  return (bytes, text) => {
    const isSuspect = !isUtf8() || firstBytes.some(byte => bytes.includes(byte));
    const isSearched = isSuspect || isPending;
    isPending = isSuspect || (isPending && text === '');
    return hasReference(text) || (isSearched && hasControls(text));
  };
};
