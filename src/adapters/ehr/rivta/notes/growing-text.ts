// Joins the pieces of a text, and decides what separates them.
import { RaisedTexts } from '../../translation/raised-text.ts';
import { struckMarks } from '../../translation/struck-out.ts';

const isWordAtEnd = (text: string) => /[\p{L}\p{N}]$/u.test(text.slice(-2));
/** A word after the bracket that ends struck-out text is kept apart from it, too. */
const isEndOfStruck = (text: string) => text === struckMarks.end;
const isWordAtStart = (text: string) => /^[\p{L}\p{N}]/u.test(text);

/** What separates the text so far from what comes next; the strongest wins. */
export const separators = { none: 0, element: 1, space: 2, line: 3 } as const;
type Separator = (typeof separators)[keyof typeof separators];

export type Position = { readonly piece: number; readonly length: number };

/** Builds a text from pieces. The separator before a piece is decided when the piece is added. */
export const growingText = () => {
  const pieces: string[] = [];
  let last = '';
  let pending: Separator = separators.none;
  /** Columns of a table since the last text of this line. */
  let tabs = 0;
  let length = 0;
  const raised = new RaisedTexts();

  const separatorBefore = (text: string): string => {
    const line = pending === separators.line && last !== '' ? '\n' : '';
    if (tabs > 0 || line !== '') return line + '\t'.repeat(tabs);
    if (last === '') return '';
    if (pending === separators.space) return ' ';
    const isWord = isWordAtEnd(last) || isEndOfStruck(last);
    return pending === separators.element && isWord && isWordAtStart(text) ? ' ' : '';
  };

  return {
    separate: (by: Separator) => {
      if (by > pending) pending = by;
    },
    /** Moves on by so many columns of a table. */
    addTabs: (columns: number) => {
      tabs += columns;
    },
    endCell: (isEmpty: boolean) => {
      // A break after the last block of a cell gives way to the tab; the break before an empty first cell stays.
      if (!isEmpty) pending = separators.none;
    },
    endRow: () => {
      pending = separators.line;
      tabs = 0;
    },
    /** Begins a raised or lowered text. Beside a digit it is marked, and beside a word it is kept apart from it. */
    raise: (isLowered: boolean) => {
      const touchesDigit = pending <= separators.element && tabs === 0 && /\d/.test(last.slice(-1));
      raised.begin(pieces, { isLowered, touchesDigit });
      if (touchesDigit) pending = separators.none;
      else if (pending < separators.element) pending = separators.element;
    },
    add: (text: string) => {
      if (text === '') return;
      const separator = separatorBefore(text);
      raised.follow(pieces, separator === '' ? text : separator);
      if (separator !== '') pieces.push(separator);
      pieces.push(text);
      length += separator.length + text.length;
      last = text;
      pending = separators.none;
      tabs = 0;
    },
    /** Adds a text directly after the last one. What separates the next text stays. */
    attach: (text: string) => {
      pieces.push(text);
      length += text.length;
      last = text;
    },
    /** The position of the next piece. */
    position: (): Position => ({ piece: pieces.length, length }),
    /** Whether exactly this has been added since the position. A longer text is not joined to find out. */
    hasOnly: (text: string, { piece, length: before }: Position) =>
      length - before <= text.length + 1 && pieces.slice(piece).join('').trim() === text,
    toString: () => {
      raised.end(pieces);
      return pieces.join('');
    },
  };
};
