// HTML as plain text: narratives, and notes whose content is HTML.
import { Parser } from 'htmlparser2';
import { struckElements, struckMarks, struckStyle } from '../../translation/struck-out.ts';
import { LineWriter } from './lines.ts';

const words = (text: string): string[] => text.split(' ');

/** What an element means here. All but `dropped` and `cell` begin and end a line. */
type Role = 'block' | 'pre' | 'row' | 'cell' | 'dropped';

const roles: ReadonlyMap<string, Role> = new Map<string, Role>([
  ...words(
    'p div li h1 h2 h3 h4 h5 h6 ul ol table section article header footer blockquote dl dt dd hr br',
  ).map(name => [name, 'block'] as const),
  ['pre', 'pre'],
  ['tr', 'row'],
  ['td', 'cell'],
  ['th', 'cell'],
  ...words('script style head title template').map(name => [name, 'dropped'] as const),
]);

const maxLevels = 100;

/** Collects the text of a document from its tags and texts, in their order. */
class TextCollector {
  private readonly writer = new LineWriter();
  private levels = 0;
  private preformatted = 0;
  private dropped = 0;
  /** How many cells each open row has so far. */
  private readonly rows: number[] = [];
  /** The level of the outermost open element that is struck out, and whether its text has begun. */
  private struckLevel: number | undefined;
  private hasStruckText = false;

  open(name: string, style = ''): void {
    this.levels++;
    if (struckElements.has(name) || (style !== '' && struckStyle.test(style)))
      this.struckLevel ??= this.levels;
    const role = roles.get(name);
    if (role === undefined) return;
    if (role === 'dropped') this.dropped++;
    else if (role === 'cell') this.beginCell();
    else this.writer.end();
    if (role === 'pre') this.preformatted++;
    if (role === 'row') this.rows.push(0);
  }

  private beginCell(): void {
    const before = this.rows.pop();
    if (before === undefined) return;
    if (before > 0) this.writer.cell();
    this.rows.push(before + 1);
  }

  private beginStruck(): void {
    this.hasStruckText = true;
    this.writer.openMark(struckMarks.begin);
  }

  private endStruck(): void {
    if (this.hasStruckText) this.writer.closeMark(struckMarks.end);
    this.struckLevel = undefined;
    this.hasStruckText = false;
  }

  text(text: string): void {
    if (this.dropped > 0) return;
    if (this.struckLevel !== undefined && !this.hasStruckText && text.trim() !== '') this.beginStruck();
    if (this.preformatted > 0) this.writer.keep(text);
    else this.writer.collapse(text);
  }

  close(name: string): void {
    if (this.struckLevel === this.levels) this.endStruck();
    this.levels--;
    const role = roles.get(name);
    if (role === undefined || role === 'cell') return;
    if (role === 'dropped') this.dropped--;
    else this.writer.end();
    if (role === 'pre') this.preformatted--;
    if (role === 'row') this.rows.pop();
  }

  isTooDeep(): boolean {
    return this.levels > maxLevels;
  }

  collected(): string {
    this.writer.end();
    return this.writer.text();
  }
}

/** The text of a document; undefined if it has more than 100 nesting levels. */
export const htmlText = (html: string): string | undefined => {
  const collector = new TextCollector();
  const parser = new Parser(
    {
      onopentag: (name, { style }) => {
        collector.open(name, style);
        if (collector.isTooDeep()) parser.pause();
      },
      ontext: text => collector.text(text),
      onclosetag: name => collector.close(name),
    },
    // Narratives are XHTML. Without this, a self-closed title would swallow the rest of the note.
    { recognizeSelfClosing: true, decodeEntities: true },
  );
  parser.end(html);
  return collector.isTooDeep() ? undefined : collector.collected();
};
