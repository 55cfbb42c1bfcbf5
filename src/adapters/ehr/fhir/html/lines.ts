// Lines of plain text: what is visible of a document.
import { RaisedTexts } from '../../translation/raised-text.ts';

/**
 * A text without these characters at its end. A regular expression would take quadratic time for a long run of them in the
 * middle of a line, which preformatted notes and empty table cells have.
 */
const trimmedEnd = (text: string, characters: string): string => {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
};

const wordAtStart = /^[\p{L}\p{N}]/u;
const wordAtEnd = /[\p{L}\p{N}]$/u;

/** Collects lines of text. Collapses white space, except in `pre` and for no-break spaces. */
export class LineWriter {
  private readonly lines: string[] = [];
  /** The pieces of the line that is being written, none of them empty. */
  private pieces: string[] = [];
  private isBlankPending = false;
  private isKept = false;
  private isAfterMark = false;
  private readonly raised = new RaisedTexts();

  private add(piece: string): void {
    if (piece === '') return;
    this.pieces.push(piece);
    this.isAfterMark = false;
  }

  private isLineEmpty(): boolean {
    return this.pieces.length === 0;
  }

  private isAfterTab(): boolean {
    return this.pieces.at(-1)?.endsWith('\t') === true;
  }

  /** Writes a mark before the text that follows, with a blank between the mark and the text before it in the line. */
  openMark(mark: string): void {
    const isApart = this.isLineEmpty() || this.isAfterTab() || this.isKept;
    this.add(isApart ? mark : ` ${mark}`);
    this.isBlankPending = true;
  }

  /** Writes a mark directly after the last character of the text before it. */
  closeMark(mark: string): void {
    if (this.isLineEmpty()) this.lines.push(`${this.lines.pop() ?? ''}${mark}`);
    else this.add(mark);
    this.isAfterMark = !this.isLineEmpty();
  }

  /** Keeps the words before and after apart. */
  apart(): void {
    if (this.isWordLast()) this.isAfterMark = true;
  }

  /** A blank between the texts before and after, in the same line. */
  blank(): void {
    this.isBlankPending = !this.isLineEmpty() && !this.isAfterTab();
  }

  private isWordLast(): boolean {
    return wordAtEnd.test(this.pieces.at(-1)?.slice(-2) ?? '');
  }

  private isDigitLast(): boolean {
    return !this.isBlankPending && /\d$/.test(this.pieces.at(-1) ?? '');
  }

  /** Begins a raised or lowered text. */
  raise(isLowered: boolean): void {
    this.raised.begin(this.pieces, { isLowered, touchesDigit: this.isDigitLast() });
  }

  /** Ends a raised or lowered text: a digit that follows is not a part of its number. */
  lower(): void {
    if (this.isDigitLast()) this.isAfterMark = true;
  }

  end(): void {
    this.raised.end(this.pieces);
    const line = this.pieces.join('');
    const written = this.isKept ? line : line.replace(/^ +/, '');
    const text = trimmedEnd(trimmedEnd(written, ' \t').replaceAll('\u00a0', ' '), ' ');
    if (text.trim() !== '') this.lines.push(text);
    this.pieces = [];
    this.isBlankPending = false;
    this.isKept = false;
    this.isAfterMark = false;
  }

  collapse(text: string): void {
    const words = text.replace(/[ \t\r\n\f]{2,}|[\t\r\n\f]/g, ' ');
    this.raised.follow(this.pieces, words);
    const begin = words.startsWith(' ') ? 1 : 0;
    if (begin === 1) this.isBlankPending = !this.isLineEmpty() && !this.isAfterTab();
    if (words.length === begin) return;
    const end = words.endsWith(' ') ? words.length - 1 : words.length;
    const isApart = this.isBlankPending || (this.isAfterMark && wordAtStart.test(words));
    this.add((isApart ? ' ' : '') + words.slice(begin, end));
    this.isBlankPending = end < words.length;
  }

  keep(text: string): void {
    const [first = '', ...others] = text.split(/\r\n|\r|\n/);
    this.add((this.isBlankPending ? ' ' : '') + first);
    this.isBlankPending = false;
    this.isKept = true;
    for (const other of others) {
      this.end();
      this.add(other);
      this.isKept = true;
    }
  }

  /** Begins a cell of a table, so many columns behind the last one. */
  cell(columns: number): void {
    if (columns === 0) return;
    this.raised.end(this.pieces);
    this.add('\t'.repeat(columns));
    this.isBlankPending = false;
  }

  text(): string {
    return this.lines.join('\n');
  }
}
