// DocBook as plain text. Words of different elements are kept apart: `Waran 1` and `0 tabl` must not become `Waran 10 tabl`.
import type { MarkupElement, PlainText } from './plain-text-writer.ts';
import { type Attributes, readMarkup, type Tags, type TextLimits, xmlElements } from './read-markup.ts';
import { rolesByName, struckElements, struckWord } from './roles.ts';
import { type Spans, spanIn } from './table-columns.ts';

/** Every other element, known or not, is a block. */
export const docbookRoles = rolesByName({
  apart:
    'abbrev acronym anchor citetitle code date emphasis foreignphrase link literal phrase quote trademark ulink xref',
  preformatted: 'literallayout programlisting screen',
  // Tables as in CALS, and as in HTML.
  table: 'table informaltable tgroup entrytbl',
  'row-group': 'thead tbody tfoot',
  row: 'row tr',
  cell: 'entry td th',
  raised: 'superscript',
  lowered: 'subscript',
});

/** The most columns that a table names, and the most spans. More are not read. */
const maxNames = 1000;

const wholeNumber = /^\d{1,6}$/;

/** Attributes that refer to something outside the text: a picture's file, the target of a link. */
const references = new Set(['fileref', 'entityref', 'url', 'href']);

/** Each numbered list, and the name of its items. */
const itemNames: ReadonlyMap<string, string> = new Map([
  ['orderedlist', 'listitem'],
  ['procedure', 'step'],
  ['substeps', 'step'],
]);

const lettersIn = (name: string, numeration: string | undefined) => {
  if (numeration === undefined) return name === 'substeps' ? 'a' : undefined;
  if (numeration === 'loweralpha') return 'a';
  return numeration === 'upperalpha' ? 'A' : undefined;
};

const listOf = (
  name: string,
  { startingnumber = '', continuation, numeration }: Attributes,
): MarkupElement['list'] => {
  if (!itemNames.has(name)) return undefined;
  const hasStart = /^\s*\d{1,9}\s*$/.test(startingnumber);
  return {
    first: hasStart ? Number(startingnumber) : 1,
    continues: !hasStart && continuation?.trim() === 'continues',
    letters: lettersIn(name, numeration?.trim()),
  };
};

const isStruckOut = (name: string, { role = '', revisionflag }: Attributes): boolean =>
  struckElements.has(name) || struckWord.test(role) || revisionflag?.trim() === 'deleted';

/** What the elements of one document mean. */
const elementReader = () => {
  /** Names of the open elements. */
  const open: string[] = [];
  /** For each open table, the columns and spans that it names, and the column of its next `colspec`. NaN is an unknown column. */
  const tables: { next: number; names: Map<string, number>; spans: Map<string, Attributes> }[] = [];
  /** How many cells stand in the next place, because theirs is not understood, or may, because an `entrytbl` is before them. */
  let misplaced = 0;

  /** A `colspec`: the name of a column, unknown if its number is not understood or if it is that of another column, too. */
  const nameColumn = (columns: (typeof tables)[number], { colname = '', colnum }: Attributes) => {
    const { next, names } = columns;
    const number = colnum?.trim() ?? String(next + 1);
    const column = wholeNumber.test(number) && Number(number) > next ? Number(number) - 1 : Number.NaN;
    columns.next = column + 1;
    const isKnown = (names.get(colname) ?? column) === column;
    if (colname !== '' && names.size < maxNames) names.set(colname, isKnown ? column : Number.NaN);
  };

  const spansOf = ({ spanname, colname, colspan, rowspan, morerows = '0', ...own }: Attributes): Spans => {
    const columns = tables.at(-1);
    // No column has the name ''.
    const span = spanname === undefined ? own : { nameend: '', ...columns?.spans.get(spanname) };
    const { namest = colname, nameend = namest }: Attributes = span;
    const at = (name = '') => columns?.names.get(name) ?? Number.NaN;
    const [from, last] = [at(namest), at(nameend)];
    const hasRows = wholeNumber.test(morerows.trim());
    if ((nameend !== undefined && !(last >= from)) || !hasRows) misplaced++;
    return {
      from: from || 0,
      columns: last > from ? last - from + 1 : spanIn(colspan),
      rows: hasRows && Number(morerows) > 0 ? Number(morerows) + 1 : spanIn(rowspan),
    };
  };

  return {
    open: (name: string, attributes: Attributes): MarkupElement => {
      const parent = open.at(-1) ?? '';
      open.push(name);
      const role = docbookRoles.get(name) ?? 'block';
      if (role === 'table') tables.push({ next: 0, names: new Map(), spans: new Map() });
      const columns = tables.at(-1);
      // A head or foot may name the columns of its table again.
      if (role === 'row-group' && columns !== undefined) columns.next = 0;
      if (name === 'colspec' && columns !== undefined) nameColumn(columns, attributes);
      if (name === 'entrytbl') misplaced++;
      if (name === 'spanspec' && columns !== undefined && columns.spans.size < maxNames)
        columns.spans.set(attributes.spanname ?? '', attributes);
      return {
        role,
        isStruckOut: isStruckOut(name, attributes),
        spans: role === 'cell' ? spansOf(attributes) : undefined,
        list: listOf(name, attributes),
        item: itemNames.get(parent) === name ? {} : undefined,
      };
    },
    close: () => {
      if (docbookRoles.get(open.pop() ?? '') === 'table') tables.pop();
    },
    misplaced: () => misplaced,
  };
};

/** How much longer than its target the text of a link may be, with white space, to be compared with it. */
const maxAround = 100;

/** Counts the references of elements whose text is not the target itself. */
const referenceCounter = () => {
  /** The references of the open elements, innermost last, and what was read before each. */
  const referring: { depth: number; target: string; texts: number; characters: number }[] = [];
  /** The texts since the outermost of them. */
  let texts: string[] = [];
  let characters = 0;
  let lost = 0;
  return {
    open: (attributes: Attributes, depth: number) => {
      for (const [name, value] of Object.entries(attributes)) {
        const target = value.trim();
        if (target === '' || !references.has(name.replace(/^.*:/, ''))) continue;
        referring.push({ depth, target, texts: texts.length, characters });
      }
    },
    text: (text: string) => {
      if (referring.length === 0) return;
      texts.push(text);
      characters += text.length;
    },
    close: (depth: number) => {
      for (let last = referring.at(-1); last?.depth === depth; last = referring.at(-1)) {
        const isShort = characters - last.characters <= last.target.length + maxAround;
        if (!isShort || texts.slice(last.texts).join('').trim() !== last.target) lost++;
        referring.pop();
      }
      if (referring.length > 0) return;
      texts = [];
      characters = 0;
    },
    lost: () => lost,
  };
};

/**
 * The text of a DocBook document.
 * @returns `lostParts`: how many pictures, targets of links and places of cells the text lacks.
 * Throws `Failure` `ehr-unusable` for one that is not well-formed or beyond a limit, `budget-exceeded`.
 */
export const docbookText = async (bytes: Iterable<Uint8Array>, limits: TextLimits): Promise<PlainText> => {
  const counter = referenceCounter();
  const elements = elementReader();
  const reader = (tags: Tags) => {
    let depth = 0;
    return xmlElements(
      {
        open: (name, attributes) => {
          depth++;
          counter.open(attributes, depth);
          tags.open(elements.open(name, attributes));
        },
        text: text => {
          counter.text(text);
          tags.text(text);
        },
        close: () => {
          counter.close(depth--);
          elements.close();
          tags.close();
        },
      },
      'utf-8',
    );
  };
  const markup = { reader, linesInCells: true, blankLines: true, noBreakSpaces: false };
  const { text } = await readMarkup(bytes, markup, limits);
  return { text, lostParts: counter.lost() + elements.misplaced() };
};
