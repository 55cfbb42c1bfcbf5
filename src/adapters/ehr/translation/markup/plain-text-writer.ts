// Writes the plain text of a marked-up document: one line per block, tabs between the cells of a table, numbers before list items,
// marks around struck-out text. A reader of tags (HTML, DocBook, clinical documents) says what each element means.
import { unusableAnswer } from '../../../../domain/model/failure.ts';
import type { Meter } from '../../meter.ts';
import { type ListStart, NumberedLists } from './numbered-lists.ts';
import type { Role } from './roles.ts';
import { type Spans, TableColumns } from './table-columns.ts';
import { TextBuilder } from './text-builder.ts';

export type MarkupElement = {
  readonly role: Role;
  readonly spans?: Spans | undefined;
  readonly list?: ListStart | undefined;
  /** An item of the innermost list, with its number if it states one. */
  readonly item?: { readonly number?: number | undefined } | undefined;
  readonly isStruckOut?: boolean | undefined;
  /** A text that it shows without having one inside: the alternative text of a picture, the value of an input. */
  readonly shown?: string | undefined;
  /** Its text is not published: `hidden` from a reader, which is counted, or not a text for readers. */
  readonly omitted?: 'hidden' | 'not-text' | undefined;
  /** Its own text is hidden from a reader, which is counted. That of the elements in it is as they say. */
  readonly isUnseen?: boolean | undefined;
  /** Whether it shows something that is not a text. */
  readonly isPicture?: boolean | undefined;
};

/** How the languages differ. */
export type WriterOptions = {
  /** Whether blocks within a cell are lines. Otherwise they are separated by a blank, so that each row is one line. */
  readonly linesInCells: boolean;
  /** Whether the blank lines of preformatted text are kept. */
  readonly blankLines: boolean;
  /** Whether no-break spaces are kept, as blanks. Otherwise they collapse like other white space. */
  readonly noBreakSpaces: boolean;
};

export type PlainText = {
  readonly text: string;
  /** How many parts of the document the text lacks: hidden texts and pictures. */
  readonly lostParts: number;
};

const maxLevels = 100;

/** The published marks before and after struck-out text: unmarked, it would say the opposite. */
const struckMarks = { begin: '[överstruket:', end: ']' } as const;

/** White space that collapses. A no-break space does not. */
const collapsible = /[ \t\r\n\f]{2,}|[\t\r\n\f]/g;
const lineEnd = /\r\n|\r|\n/;
const collapsed = (text: string): string => text.replace(collapsible, ' ');
const withPlainBlanks = (text: string): string => text.replaceAll('\u00a0', ' ');

/** Writes the text of one document. Throws `ehr-unusable` beyond 100 levels, or if cells span more columns than the meter allows. */
export class PlainTextWriter {
  private readonly options: WriterOptions;
  private readonly builder = new TextBuilder();
  private readonly columns: TableColumns;
  private readonly lists = new NumberedLists();
  private readonly elements: MarkupElement[] = [];
  /** For each open cell, the length of the text before it. */
  private readonly cells: number[] = [];
  private preformatted = 0;
  /** The level of the outermost open element whose text is not published, and whether it is counted once it has a text. */
  private omitted: { readonly level: number; isCounted: boolean } | undefined;
  /** The same for the outermost open element whose own text is hidden. */
  private unseen: { readonly level: number; isCounted: boolean } | undefined;
  /** The level of the outermost open element that is struck out, and whether its text has begun. */
  private struckOut: { readonly level: number; hasBegun: boolean } | undefined;
  private lostParts = 0;

  /** @param meter of the record whose text it is. */
  constructor(options: WriterOptions, meter: Meter) {
    this.options = options;
    this.columns = new TableColumns(meter);
  }

  open(element: MarkupElement): void {
    const level = this.elements.push(element);
    if (level > maxLevels) throw unusableAnswer('ehr-limit', `a text deeper than ${maxLevels} elements`);
    if (this.omitted !== undefined) return;
    if (element.omitted !== undefined) {
      this.omitted = { level, isCounted: element.omitted === 'hidden' };
      return;
    }
    if (element.isUnseen === true) this.unseen ??= { level, isCounted: true };
    if (element.isStruckOut === true) this.struckOut ??= { level, hasBegun: false };
    this.begin(element);
    if (element.list !== undefined) this.lists.openList(element.list);
    if (element.item !== undefined) this.lists.openItem(level, element.item.number);
    if (element.isPicture === true && element.isUnseen !== true) this.lostParts++;
  }

  text(text: string): void {
    const hidden = this.omitted ?? (this.elements.at(-1)?.isUnseen === true ? this.unseen : undefined);
    if (hidden !== undefined) this.omit(text, hidden);
    else if (this.isPreformatted()) this.writeLines(text);
    else this.writeText(this.options.noBreakSpaces ? text : withPlainBlanks(text));
  }

  close(): void {
    const level = this.elements.length;
    const element = this.elements.pop();
    if (element === undefined) return;
    if (this.omitted !== undefined) {
      if (this.omitted.level === level) this.omitted = undefined;
      return;
    }
    if (this.unseen?.level === level) this.unseen = undefined;
    if (this.struckOut?.level === level) {
      if (this.struckOut.hasBegun) this.builder.attach(struckMarks.end);
      this.struckOut = undefined;
    }
    this.lists.closeElement(level);
    if (element.list !== undefined) this.lists.closeList();
    this.finish(element);
  }

  /** An upper bound of the memory that is held, in bytes. */
  get heldBytes(): number {
    return this.builder.heldBytes + this.columns.heldBytes;
  }

  /** What has been written. Called once, at the end. */
  plainText(): PlainText {
    return { text: this.builder.toString(), lostParts: this.lostParts };
  }

  private begin({ role, spans = {} }: MarkupElement): void {
    if (role === 'inline') return;
    if (role === 'apart') this.builder.keepApart();
    else if (role === 'raised' || role === 'lowered') this.builder.raise(role === 'lowered');
    else if (role === 'cell') this.beginCell(spans);
    else this.boundary(role);
    if (role === 'preformatted') this.preformatted++;
    else if (role === 'table') this.columns.openTable();
    else if (role === 'row-group') this.columns.openGroup();
    else if (role === 'row') this.columns.openRow();
  }

  private finish({ role }: MarkupElement): void {
    if (role === 'inline') return;
    if (role === 'preformatted' && --this.preformatted === 0) this.builder.endPreformatted();
    if (role === 'apart') this.builder.keepApart();
    else if (role === 'raised' || role === 'lowered') this.builder.lower();
    else if (role === 'cell') this.endCell();
    else this.boundary(role);
    if (role === 'table') this.columns.closeTable();
    else if (role === 'row') this.columns.closeRow();
  }

  /** The beginning or end of a block. The first block of a cell stays on the line of the cell before it. */
  private boundary(role: Role): void {
    const before = this.cells.at(-1);
    if (before !== undefined && !this.options.linesInCells) this.builder.blank();
    else if (role === 'row') this.builder.beginRow();
    else if (before === undefined || this.builder.length > before) this.builder.breakLine();
  }

  private beginCell(spans: Spans): void {
    const tabs = this.columns.openCell(spans);
    if (this.cells.length > 0 && !this.options.linesInCells) this.builder.blank();
    else if (tabs === undefined) this.builder.breakLine();
    else if (tabs > 0) this.builder.addTabs(tabs);
    this.cells.push(this.builder.length);
  }

  private endCell(): void {
    const before = this.cells.pop();
    if (before !== undefined && this.builder.length > before) this.builder.resumeLine();
    this.builder.blank();
  }

  /** Within a cell that is one line, white space always collapses. */
  private isPreformatted(): boolean {
    return this.preformatted > 0 && (this.cells.length === 0 || this.options.linesInCells);
  }

  private omit(text: string, omitted: { isCounted: boolean }): void {
    if (!omitted.isCounted || text.trim() === '') return;
    omitted.isCounted = false;
    this.lostParts++;
  }

  private writeLines(text: string): void {
    for (const [at, line] of text.split(lineEnd).entries()) {
      if (at > 0 && this.options.blankLines) this.builder.newline();
      else if (at > 0) this.builder.breakLine();
      this.writeText(line, { isKept: true });
    }
  }

  /** Writes the words of a text, and holds the white space around them. @param isKept whether white space does not collapse. */
  private writeText(text: string, { isKept = false } = {}): void {
    const hold = (blanks: string) =>
      isKept ? this.builder.hold(withPlainBlanks(blanks)) : this.holdCollapsed(blanks);
    const words = text.trim();
    const begin = words === '' ? text.length : text.indexOf(words);
    hold(text.slice(0, begin));
    if (words === '') return;
    this.writeWords(withPlainBlanks(isKept ? words : collapsed(words)));
    hold(text.slice(begin + words.length));
  }

  private holdCollapsed(whiteSpace: string): void {
    if (whiteSpace === '') return;
    const blanks = collapsed(whiteSpace);
    const kept = blanks.slice(blanks.startsWith(' ') ? 1 : 0, blanks.endsWith(' ') ? -1 : undefined);
    if (blanks.startsWith(' ')) this.builder.blank();
    if (kept === '') return;
    this.builder.hold(withPlainBlanks(kept));
    if (blanks.endsWith(' ')) this.builder.blank();
  }

  /** Writes visible text, after the markers of the items and of the struck-out text that begin with it. */
  private writeWords(words: string): void {
    const markers = this.lists.take();
    if (markers !== '') {
      const indentation = this.builder.takeIndentation();
      this.builder.writeMark(markers);
      this.builder.hold(indentation);
    }
    if (this.struckOut !== undefined && !this.struckOut.hasBegun) {
      this.struckOut.hasBegun = true;
      this.builder.writeMark(struckMarks.begin);
    }
    this.builder.write(words);
  }
}
