// What a document may hold (D32), and the count of what is being built of it. Beyond a limit it is unusable (D14). The words
// of a refusal never quote the document.
import { Failure } from '../../../domain/model/failure.ts';

/** Elements below each other, the root included. */
export const deepest = 100;
/** Attributes of a tag. */
export const mostAttributes = 1000;
/** Characters of a name. */
const longestName = 1000;
/** Characters of one element's text, one attribute and one comment. */
const longestText = 16 * 1024 * 1024;
/** Elements of a record: of the document, or of an item of it. */
const mostElements = 200_000;
/** Attributes of a record. */
const mostRecordAttributes = 1_000_000;
/** Items of a document that is kept whole: a list of bookings or of video meetings. */
const mostItems = 10_000;
/** Bytes of such a list. */
export const largestList = 8 * 1024 * 1024;

/** What a document beyond a limit is refused with. */
export const unusable = (detail: string) => new Failure('ehr-unusable', { reason: 'ehr-limit', detail });

/** What a document that is not well-formed is refused with. */
export const malformed = (detail: string) =>
  new Failure('ehr-unusable', { reason: 'ehr-not-well-formed', detail: `not well-formed: ${detail}` });

/** Refuses a name beyond the limit. */
export const refuseLongName = (name: string) => {
  if (name.length > longestName) throw unusable(`a name of more than ${longestName} characters`);
};

/** Refuses a text of so many characters, where that is beyond the limit. */
export const refuseLongText = (length: number) => {
  if (length > longestText) throw unusable(`a text of more than ${longestText} characters`);
};

/** Bytes that an element, an attribute and a piece of text take at most, beside two for each character. */
const elementBytes = 200;
const attributeBytes = 64;
const textBytes = 32;

/** Counts what a decoder makes of one document. Throws `ehr-unusable` beyond a limit. */
export const building = () => {
  /** Of the record. */
  let elements = 0;
  let attributes = 0;
  /** Children of the root that are kept until the document ends. */
  let kept = 0;
  let bytes = 0;
  let handedOut = 0;
  return {
    /** A record begins. `isKept`: until the document ends. */
    record: (isKept: boolean) => {
      elements = 0;
      attributes = 0;
      if (isKept && ++kept > mostItems) throw unusable(`more than ${mostItems} items`);
    },
    element: (isRead: boolean) => {
      if (isRead) bytes += elementBytes;
      if (++elements > mostElements) throw unusable(`a record of more than ${mostElements} elements`);
    },
    attribute: (value: string) => {
      bytes += attributeBytes + 2 * value.length;
      if (++attributes > mostRecordAttributes)
        throw unusable(`a record of more than ${mostRecordAttributes} attributes`);
    },
    text: (text: string) => {
      bytes += textBytes + 2 * text.length;
    },
    /** What has been built is handed out. */
    handOut: () => {
      handedOut += bytes;
      bytes = 0;
    },
    /** Bytes of what is being built, and of what was handed out since this was asked last. */
    held: () => {
      const held = bytes + handedOut;
      handedOut = 0;
      return held;
    },
  };
};
