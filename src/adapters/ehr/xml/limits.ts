// Limits of a document (D32), and the counters of what a decoder builds. Beyond a limit, a document is unusable (D14).
// Messages never quote the document.
import { unusableAnswer } from '../../../domain/model/failure.ts';
import { maxItems, maxListItems } from '../../../domain/model/list-limits.ts';

/** Nesting levels, including the root. */
export const maxDepth = 100;
/** Attributes of a tag. */
export const maxAttributes = 1000;
/** Characters of a name. */
const maxNameLength = 1000;
/** Characters of one element's text, one attribute and one comment. */
const maxTextLength = 16 * 1024 * 1024;
/** Elements of a record, which is the document or one item in it, if it is published as it is read. */
const maxRecordElements = 100_000;
/** Attributes of a record. */
const maxRecordAttributes = 1_000_000;

/** The failure for a document beyond a limit. */
export const beyondLimit = (detail: string) => unusableAnswer('ehr-limit', detail);

/** The failure for a document that is not well-formed. */
export const malformed = (detail: string) =>
  unusableAnswer('ehr-not-well-formed', `not well-formed: ${detail}`);

/** Throws for a name beyond the limit. */
export const refuseLongName = (name: string) => {
  if (name.length > maxNameLength) throw beyondLimit(`a name of more than ${maxNameLength} characters`);
};

/** Throws for a text with more characters than the limit. */
export const refuseLongText = (length: number) => {
  if (length > maxTextLength) throw beyondLimit(`a text of more than ${maxTextLength} characters`);
};

/** An upper bound of the memory of an element, an attribute and a text, in bytes, in addition to two for each character. */
const elementBytes = 200;
const attributeBytes = 64;
const textBytes = 32;

/**
 * Counts what a decoder builds from one document. Throws `ehr-unusable` beyond a limit.
 * @param maxElements of a record: less for one that is translated when it is complete (`maxValuesAtOnce`).
 */
export const decoderCounters = (maxElements = maxRecordElements) => {
  /** In the current record. */
  let elements = 0;
  let attributes = 0;
  /** Children of the root that are kept until the document ends. */
  let kept = 0;
  let records = 0;
  let bytes = 0;
  let handedOut = 0;
  return {
    /** A record begins. `isKept`: it is kept until the document ends. */
    record: (isKept: boolean) => {
      elements = 0;
      attributes = 0;
      if (++records > maxItems) throw beyondLimit(`more than ${maxItems} items`);
      if (isKept && ++kept > maxListItems) throw beyondLimit(`more than ${maxListItems} items`);
    },
    element: (isRead: boolean) => {
      if (isRead) bytes += elementBytes;
      if (++elements > maxElements) throw beyondLimit(`a record of more than ${maxElements} elements`);
    },
    attribute: (value: string) => {
      bytes += attributeBytes + 2 * value.length;
      if (++attributes > maxRecordAttributes)
        throw beyondLimit(`a record of more than ${maxRecordAttributes} attributes`);
    },
    text: (text: string) => {
      bytes += textBytes + 2 * text.length;
    },
    /** The record that has been built is handed out. Returns its bytes. */
    handOut: (): number => {
      const built = bytes;
      handedOut += built;
      bytes = 0;
      return built;
    },
    /** Bytes of what is being built, and of what has been handed out since the last call. */
    held: () => {
      const held = bytes + handedOut;
      handedOut = 0;
      return held;
    },
  };
};
