// The text of an element, of the pieces that stand between its elements.

/**
 * A text and what follows it. A blank separates them if an element stands between them, as in `Waran 1<br/>0`, unless white
 * space already does.
 */
export const joinedText = (before: string, text: string, isInterrupted: boolean): string => {
  const isSeparated = !isInterrupted || before === '' || /[ \n\t\r]$/.test(before) || /^[ \n\t\r]/.test(text);
  return isSeparated ? before + text : `${before} ${text}`;
};
