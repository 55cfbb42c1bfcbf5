// Takes texts of the EHR apart, within a limit (D32): a text may have 16 million characters, and each part is an object.

/** The most words, or parts of a word, that a text is taken apart into. */
export const maxParts = 1000;

/** The parts of a text between separators, without empty ones; undefined if there are more than `maxParts`: the text is unreadable. */
export const limitedParts = (text: string, separator: RegExp): readonly string[] | undefined => {
  // With the limit, no further part is made. Only the first and the last one can be empty, if the separator matches runs.
  const parts = text.split(separator, maxParts + 3).filter(part => part !== '');
  return parts.length > maxParts ? undefined : parts;
};

/** The words of a text; undefined if there are more than `maxParts`. */
export const wordsOf = (text: string): readonly string[] | undefined => limitedParts(text, /\s+/);
