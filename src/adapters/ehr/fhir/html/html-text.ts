// HTML as plain text: narratives, and notes whose content is HTML.
import { Parser } from 'htmlparser2';
import { struckElements, struckMarks, struckStyle } from '../../translation/struck-out.ts';
import { TableColumns } from '../../translation/table-columns.ts';
import { LineWriter } from './lines.ts';
import { ListMarkers } from './list-markers.ts';

const namesIn = (text: string): string[] => text.split(' ');

/** What an element means here. The words of an element without a role do not touch those around it. */
type Role = 'block' | 'pre' | 'table' | 'group' | 'row' | 'cell' | 'dropped' | 'inline' | 'raised';

const roles: ReadonlyMap<string, Role> = new Map<string, Role>([
  ...namesIn(
    'p div li h1 h2 h3 h4 h5 h6 ul ol menu dir caption section article header footer main aside nav ' +
      'address figure figcaption fieldset legend details summary dialog search hgroup center form blockquote dl dt dd hr br ' +
      'body html noscript noframes option optgroup',
  ).map(name => [name, 'block'] as const),
  ...namesIn('pre listing xmp plaintext textarea').map(name => [name, 'pre'] as const),
  ['table', 'table'],
  ...namesIn('thead tbody tfoot').map(name => [name, 'group'] as const),
  ['tr', 'row'],
  ['td', 'cell'],
  ['th', 'cell'],
  ...namesIn('script style head title template').map(name => [name, 'dropped'] as const),
  ...namesIn(
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span strike strong time tt u var ' +
      'wbr strikethrough',
  ).map(name => [name, 'inline'] as const),
  ['sup', 'raised'],
  ['sub', 'raised'],
]);

const maxLevels = 100;

const hiddenStyle = /(?:^|;)\s*display\s*:\s*none/i;

/** Elements that show something without a text. */
const pictures: ReadonlySet<string> = new Set(namesIn('svg object embed video audio canvas iframe'));

/** Inputs whose value nobody sees as a text. */
const withoutValue: ReadonlySet<string> = new Set(
  namesIn('hidden button submit reset image file password color range'),
);

type Attributes = Readonly<Record<string, string>>;

const isHidden = ({ hidden, style = '' }: Attributes): boolean =>
  hidden !== undefined || (style !== '' && hiddenStyle.test(style));

/** The text that an element shows without having one inside; undefined if it shows none. */
const shownText = (name: string, { type = '', checked, value, alt }: Attributes): string | undefined => {
  if (name === 'img') return alt;
  if (name !== 'input') return undefined;
  const kind = type.toLowerCase();
  if (kind === 'checkbox' || kind === 'radio') return checked === undefined ? '[ ]' : '[x]';
  return withoutValue.has(kind) ? undefined : value;
};

/** Collects the text of a document from its tags and texts, in their order. */
class TextCollector {
  private readonly writer = new LineWriter();
  private readonly onLoss: () => void;
  private levels = 0;
  private preformatted = 0;
  /** The level of the outermost open element that is dropped, and whether it is counted once it has a text. */
  private droppedLevel: number | undefined;
  private isDropCounted = false;
  private readonly columns = new TableColumns();
  private readonly lists = new ListMarkers();
  private cells = 0;
  /** Whether the open `select` shows its options as a list, not as one of them in its line. */
  private isListBox = false;
  /** The level of the outermost open element that is struck out, and whether its text has begun. */
  private struckLevel: number | undefined;
  private hasStruckText = false;

  constructor(onLoss: () => void) {
    this.onLoss = onLoss;
  }

  open(name: string, attributes: Attributes): void {
    this.levels++;
    if (this.droppedLevel !== undefined) return;
    if (name === 'select') this.isListBox = attributes.multiple !== undefined;
    const role = this.roleOf(name);
    const isUnselected = name === 'option' && attributes.selected === undefined;
    if (role === 'dropped' || name === 'datalist' || isUnselected || isHidden(attributes)) {
      this.droppedLevel = this.levels;
      this.isDropCounted = isHidden(attributes) && role !== 'dropped';
      return;
    }
    const { style = '' } = attributes;
    if (struckElements.has(name) || (style !== '' && struckStyle.test(style)))
      this.struckLevel ??= this.levels;
    this.begin(name, role, attributes);
    this.showOwn(name, attributes);
  }

  private roleOf(name: string): Role | undefined {
    return !this.isListBox && (name === 'option' || name === 'optgroup') ? undefined : roles.get(name);
  }

  private begin(name: string, role: Role | undefined, attributes: Attributes): void {
    if (role === undefined) this.writer.apart();
    else if (role === 'raised') this.writer.raise(name === 'sub');
    else if (role === 'cell') this.beginCell(attributes);
    else if (role !== 'inline') this.boundary();
    if (role === 'pre') this.preformatted++;
    else if (role === 'table') this.columns.openTable();
    else if (role === 'group') this.columns.openGroup();
    else if (role === 'row') this.columns.openRow();
    this.lists.openElement(name, attributes, this.levels);
  }

  /** What an element shows without a text inside. A picture without an alternative text is counted. */
  private showOwn(name: string, attributes: Attributes): void {
    const shown = shownText(name, attributes);
    if (shown !== undefined && shown.trim() !== '') this.text(` ${shown} `);
    if ((name === 'img' && attributes.alt === undefined) || pictures.has(name)) this.onLoss();
  }

  /** The begin or end of a block: of a line, but within a cell of a table only a blank, so its columns stay. */
  private boundary(): void {
    if (this.cells > 0) this.writer.blank();
    else this.writer.end();
  }

  private beginCell(attributes: Attributes): void {
    this.cells++;
    const tabs = this.columns.openCell(attributes);
    if (this.cells > 1) this.writer.blank();
    else if (tabs === undefined) this.writer.end();
    else this.writer.cell(tabs);
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
    if (this.droppedLevel !== undefined) {
      this.drop(text);
      return;
    }
    const isBlank = text.trim() === '';
    const marker = isBlank ? '' : this.lists.take();
    if (marker !== '') this.writer.collapse(`${marker} `);
    if (this.struckLevel !== undefined && !this.hasStruckText && !isBlank) this.beginStruck();
    if (this.preformatted > 0 && this.cells === 0) this.writer.keep(text);
    else this.writer.collapse(text);
  }

  private drop(text: string): void {
    if (!this.isDropCounted || text.trim() === '') return;
    this.isDropCounted = false;
    this.onLoss();
  }

  close(name: string): void {
    const level = this.levels--;
    if (this.droppedLevel !== undefined) {
      if (this.droppedLevel === level) this.droppedLevel = undefined;
      return;
    }
    if (this.struckLevel === level) this.endStruck();
    this.lists.closeElement(name, level);
    this.finish(this.roleOf(name));
  }

  private finish(role: Role | undefined): void {
    if (role === undefined) this.writer.apart();
    else if (role === 'raised') this.writer.lower();
    else if (role === 'cell') this.cells--;
    else if (role !== 'inline') this.boundary();
    if (role === 'pre') this.preformatted--;
    else if (role === 'table') this.columns.closeTable();
    else if (role === 'row') this.columns.closeRow();
  }

  isTooLarge(): boolean {
    return this.levels > maxLevels || this.columns.isTooLarge();
  }

  collected(): string {
    this.writer.end();
    return this.writer.text();
  }
}

/**
 * The text of a document; undefined if it has more than 100 nesting levels, or cells that span thousands of columns.
 * @param onLoss called for each hidden text, and for each picture without an alternative text.
 */
export const htmlText = (html: string, onLoss: () => void = () => {}): string | undefined => {
  const collector = new TextCollector(onLoss);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        collector.open(name, attributes);
        if (collector.isTooLarge()) parser.pause();
      },
      ontext: text => collector.text(text),
      onclosetag: name => collector.close(name),
    },
    // Narratives are XHTML. Without this, a self-closed title would swallow the rest of the note.
    { recognizeSelfClosing: true, decodeEntities: true },
  );
  parser.end(html);
  return collector.isTooLarge() ? undefined : collector.collected();
};
