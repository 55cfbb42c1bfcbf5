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

/**
 * Collects lines of text. Collapses white space, except in `pre` and for no-break spaces. A class, because there is one for
 * every narrative, and a set of closures takes ten times the memory.
 */
export class LineWriter {
  private lines = '';
  private line = '';
  /** Kept separately: looking at the end of a long line after each piece would copy the line each time. */
  private isAfterTab = false;
  private isBlankPending = false;
  private isKept = false;
  private isAfterMark = false;

  private add(text: string): void {
    if (text === '') return;
    this.line += text;
    this.isAfterTab = text.endsWith('\t');
    this.isAfterMark = false;
  }

  /** Writes a mark before the text that follows, with a blank between the mark and the text before it in the line. */
  openMark(mark: string): void {
    const isApart = this.line === '' || this.isAfterTab || this.isKept;
    this.add(isApart ? mark : ` ${mark}`);
    this.isBlankPending = true;
  }

  /** Writes a mark directly after the last character of the text before it. */
  closeMark(mark: string): void {
    if (this.line === '') this.lines += mark;
    else this.add(mark);
    this.isAfterMark = this.line !== '';
  }

  end(): void {
    // Most tags that end a line are next to another one.
    if (this.line !== '') {
      const written = this.isKept || !this.line.startsWith(' ') ? this.line : this.line.replace(/^ +/, '');
      const text = trimmedEnd(trimmedEnd(written, ' \t').replaceAll('\u00a0', ' '), ' ');
      if (text.trim() !== '') this.lines = this.lines === '' ? text : `${this.lines}\n${text}`;
      this.line = '';
    }
    this.isBlankPending = false;
    this.isKept = false;
    this.isAfterMark = false;
  }

  collapse(text: string): void {
    const words = text.replace(/[ \t\r\n\f]{2,}|[\t\r\n\f]/g, ' ');
    const begin = words.startsWith(' ') ? 1 : 0;
    if (begin === 1) this.isBlankPending = this.line !== '' && !this.isAfterTab;
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

  cell(): void {
    this.add('\t');
    this.isBlankPending = false;
  }

  text(): string {
    return this.lines;
  }
}
