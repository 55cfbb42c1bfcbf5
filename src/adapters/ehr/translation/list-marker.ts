// The markers of numbered lists in HTML and DocBook. They are not in the text, but a list of steps means nothing without them.

/** `3.`, or `c.` in a list with letters. Roman numerals are written as numbers. */
export const listMarker = (number: number, first: 'a' | 'A' | undefined): string => {
  const isLetter = first !== undefined && number >= 1 && number <= 26;
  return `${isLetter ? String.fromCharCode(first.charCodeAt(0) + number - 1) : number}.`;
};
