// Joins the visible texts of a document, and decides what separates them. The separator before a text is decided when that text
// arrives: white space and line breaks that no text follows are never written. Raised and lowered texts that touch a digit are set apart
// from it: without its place, 10⁹ would be 109, and 2½ would be 21/2.

const wordAtStart = /^[\p{L}\p{N}]/u;
/** Punctuation that ends what is before it, and no digit after it: `2.` and `5 mg` must not become `2.5 mg`. */
const closingAtStart = /^[.,;:!?%)\]}»”’…]+(?!\p{N})/u;
const closingAlone = /^[.,;:!?%)\]}»”’…]+$/u;
const digitAtEnd = /\d$/;

/** Pieces are joined when there are so many: a piece takes more memory than its characters. */
const maxPieces = 4096;
const bytesPerPiece = 32;

/** Where a raised text begins among the pieces, and whether a slash follows it. */
type Raised = { readonly at: number; readonly isLowered: boolean; isBeforeSlash: boolean };

export class TextBuilder {
  private readonly joined: string[] = [];
  private readonly pieces: string[] = [];
  /** The raised or lowered text behind a digit about which the text after it has not decided. */
  private raised: Raised | undefined;
  /** The end of the last text. */
  private last = '';
  private written = 0;
  private isLineDue = false;
  /** Line breaks of preformatted text since the last text. */
  private newlines = 0;
  /** Columns of a table since the last text of the line. */
  private tabs = 0;
  /** White space since the last text, or the indentation of the line. */
  private blanks = '';
  private isBlankLast = false;
  /** What must not touch the last text: nothing, any word, or anything but closing punctuation. */
  private apart: 'nothing' | 'any word' | 'anything' = 'nothing';

  /** Characters so far. */
  get length(): number {
    return this.written;
  }

  /** An upper bound of the memory that is held, in bytes. */
  get heldBytes(): number {
    return 2 * (this.written + this.blanks.length) + bytesPerPiece * this.pieces.length;
  }

  /** What follows begins a line. */
  breakLine(): void {
    this.isLineDue = true;
    this.dropBlanks();
  }

  /** A line break of preformatted text: of several, all are written. */
  newline(): void {
    this.newlines++;
    this.dropBlanks();
  }

  /** The line goes on: drops the breaks and the white space since the last text. */
  resumeLine(): void {
    this.isLineDue = false;
    this.newlines = 0;
    this.dropBlanks();
  }

  /** Drops the blank lines at the end of preformatted text. */
  endPreformatted(): void {
    this.newlines = 0;
    this.dropBlanks();
  }

  /** What follows begins a row of a table. */
  beginRow(): void {
    this.breakLine();
    this.tabs = 0;
  }

  /** Moves on by so many columns of a table. */
  addTabs(columns: number): void {
    this.tabs += columns;
    this.dropBlanks();
  }

  /** A blank that collapses with others, and is not written at the start or the end of a line. */
  blank(): void {
    if (this.isBlankLast || (this.blanks === '' && this.isAtLineStart())) return;
    this.blanks += ' ';
    this.isBlankLast = true;
  }

  /** White space that is kept, unless the line ends with it. */
  hold(blanks: string): void {
    if (blanks === '') return;
    this.blanks += blanks;
    this.isBlankLast = false;
  }

  /** Takes the indentation of a line that has no text yet. */
  takeIndentation(): string {
    if (!this.isAtLineStart()) return '';
    const { blanks } = this;
    this.dropBlanks();
    return blanks;
  }

  /** Keeps what follows apart from what is before. */
  keepApart(): void {
    this.apart = 'anything';
  }

  /** Begins a raised or lowered text. */
  raise(isLowered: boolean): void {
    const touchesDigit = this.isTouching() && digitAtEnd.test(this.last);
    this.separateRaised(this.raised?.isBeforeSlash === true && isLowered);
    if (touchesDigit) this.raised = { at: this.pieces.length, isLowered, isBeforeSlash: false };
    if (touchesDigit && this.apart === 'anything') this.apart = 'nothing';
  }

  /** Ends a raised or lowered text. A word that follows its digits is not part of its number. */
  lower(): void {
    if (this.apart === 'nothing' && this.isTouching() && digitAtEnd.test(this.last)) this.apart = 'any word';
  }

  /** Writes a text that begins and ends with visible characters. */
  write(text: string): void {
    const separator = this.separatorBefore(text);
    this.followRaised(separator === '' ? text : separator);
    if (separator !== '') this.pieces.push(separator);
    this.append(text);
    this.written += separator.length;
    this.resumeLine();
    this.tabs = 0;
    // A mark that touches what it ends stands between two texts that may be numbers.
    const isBetween = this.apart === 'anything' && separator === '' && closingAlone.test(text);
    this.apart = isBetween ? 'any word' : 'nothing';
  }

  /** Writes a mark with white space on both sides. */
  writeMark(mark: string): void {
    if (this.blanks === '') this.blank();
    this.write(mark);
    this.blank();
  }

  /** Writes a mark directly after the last text. What separates the next text stays. */
  attach(mark: string): void {
    this.append(mark);
    this.apart = 'any word';
  }

  toString(): string {
    this.separateRaised(false);
    return [...this.joined, ...this.pieces].join('');
  }

  private append(text: string): void {
    this.pieces.push(text);
    this.written += text.length;
    this.last = text.slice(-2);
    if (this.pieces.length >= maxPieces && this.raised === undefined)
      this.joined.push(this.pieces.splice(0).join(''));
  }

  /** Decides about a raised text when the text after it is known. */
  private followRaised(text: string): void {
    if (this.raised === undefined || this.pieces.length === this.raised.at) return;
    if (/^[/⁄]$/.test(text)) this.raised.isBeforeSlash = true;
    else this.separateRaised(this.raised.isBeforeSlash ? /^\d/.test(text) : /^[/⁄]\d/.test(text));
  }

  /** Sets a raised text apart from the digit before it: `10^9`, but `2 1/2`. */
  private separateRaised(isFraction: boolean): void {
    if (this.raised === undefined) return;
    const { at, isLowered } = this.raised;
    this.raised = undefined;
    const piece = this.pieces[at] ?? '';
    if (wordAtStart.test(piece) || /^[-−+]/.test(piece))
      this.pieces[at] = `${isFraction || isLowered ? ' ' : '^'}${piece}`;
  }

  private separatorBefore(text: string): string {
    const breaks = this.written === 0 ? 0 : Math.max(this.isLineDue ? 1 : 0, this.newlines);
    const separator = `${'\n'.repeat(breaks)}${'\t'.repeat(this.tabs)}${this.blanks}`;
    return separator === '' && this.isApartFrom(text) ? ' ' : separator;
  }

  private isApartFrom(text: string): boolean {
    if (this.apart === 'nothing' || this.written === 0) return false;
    return this.apart === 'any word' ? wordAtStart.test(text) : !closingAtStart.test(text);
  }

  private isAtLineStart(): boolean {
    return this.written === 0 || this.isLineDue || this.newlines > 0 || this.tabs > 0;
  }

  private isTouching(): boolean {
    return this.blanks === '' && !this.isAtLineStart();
  }

  private dropBlanks(): void {
    this.blanks = '';
    this.isBlankLast = false;
  }
}
