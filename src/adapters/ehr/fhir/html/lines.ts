// Lines of plain text: what is visible of a document.

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

/** A raised or lowered text that touches a digit: where it begins, and whether a slash follows it. */
type Raised = { readonly at: number; readonly isLowered: boolean; isBeforeSlash: boolean };

/** Collects lines of text. Collapses white space, except in `pre` and for no-break spaces. */
export class LineWriter {
  private readonly lines: string[] = [];
  /** The pieces of the line that is being written, none of them empty. */
  private pieces: string[] = [];
  private isBlankPending = false;
  private isKept = false;
  private isAfterMark = false;
  private raised: Raised | undefined;

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
    this.separateRaised(this.raised?.isBeforeSlash === true && isLowered);
    if (this.isDigitLast()) this.raised = { at: this.pieces.length, isLowered, isBeforeSlash: false };
  }

  /** Ends a raised or lowered text: a digit that follows is not a part of its number. */
  lower(): void {
    if (this.isDigitLast()) this.isAfterMark = true;
  }

  /** Separates a raised text from the digit that it touches: `10^9`, but `2 1/2`. */
  private separateRaised(isFraction: boolean): void {
    if (this.raised === undefined) return;
    const { at, isLowered } = this.raised;
    this.raised = undefined;
    const isTouching = wordAtStart.test(this.pieces[at] ?? '') || /^[-−+]/.test(this.pieces[at] ?? '');
    if (isTouching) this.pieces[at] = `${isFraction || isLowered ? ' ' : '^'}${this.pieces[at]}`;
  }

  /** Decides about a raised text when the text after it is known. */
  private followRaised(text: string): void {
    if (this.raised === undefined || this.pieces.length === this.raised.at) return;
    if (/^[/⁄]$/.test(text)) this.raised.isBeforeSlash = true;
    else this.separateRaised(this.raised.isBeforeSlash ? /^\d/.test(text) : /^[/⁄]\d/.test(text));
  }

  end(): void {
    this.separateRaised(false);
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
    this.followRaised(words);
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
    this.separateRaised(false);
    this.add('\t'.repeat(columns));
    this.isBlankPending = false;
  }

  text(): string {
    return this.lines.join('\n');
  }
}
