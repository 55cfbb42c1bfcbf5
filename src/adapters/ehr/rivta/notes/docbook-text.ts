// Extracts the text of DocBook elements in linear time. Words of different elements are kept apart: `Waran 1` and `0 tabl`
// must not become `Waran 10 tabl`.
import { Failure } from '../../../../domain/model/failure.ts';
import { struckElements, struckMarks } from '../../translation/struck-out.ts';
import type { XmlHandler } from '../../xml/parsing/events.ts';
import { cells, DocbookTables, rows } from './docbook-tables.ts';
import { growingText, type Position, separators } from './growing-text.ts';
import { listMarkers } from './list-markers.ts';

/** Inline elements. Every other element, known or not, starts and ends a line. */
const inline = new Set([
  'abbrev',
  'acronym',
  'anchor',
  'citetitle',
  'code',
  'date',
  'emphasis',
  'foreignphrase',
  'link',
  'literal',
  'phrase',
  'quote',
  'trademark',
  'ulink',
  'xref',
]);
/** Inline elements whose text is raised or lowered. */
const raised = new Set(['subscript', 'superscript']);
/** Elements whose white space is kept. */
const literal = new Set(['literallayout', 'programlisting', 'screen']);

const tooManyColumns = {
  reason: 'ehr-limit',
  detail: 'cells of a note that span thousands of columns',
} as const;

/** Attributes that refer to something outside the text: a picture's file, the target of a link. */
const references = new Set(['fileref', 'entityref', 'url', 'href']);

/** Values of `role` that editors write for struck-out text. */
const struckRole = /strike|struck|line-?through|överstruk|genomstruk/i;

const isStruck = (attribute: string, value: string): boolean =>
  (attribute === 'role' && struckRole.test(value)) ||
  (attribute === 'revisionflag' && value.trim() === 'deleted');

/**
 * Creates the handler of one document. When the document has been read, `text` returns its text, with one line per block and tabs
 * between cells, and `lostReferences` the number of references that the text does not contain.
 */
export const docbookText = () => {
  const text = growingText();
  const open: string[] = [];
  let attributes = new Map<string, string>();
  const tables = new DocbookTables();
  const lists = listMarkers();
  /** The markers of the open list items that have no text yet, outermost first. */
  let markers: { readonly depth: number; readonly marker: string }[] = [];
  let literalDepth = 0;
  /** For each open cell, whether it is in a row. */
  const openCells: boolean[] = [];
  let isCellEmpty = true;
  /** White space in a literal element, which is kept only if more text follows in the element. */
  let heldBlanks = '';
  /** Whether a block has begun or ended since the last text. A line break that follows in a literal element is part of the markup. */
  let isAtBlockBoundary = true;
  /** References of the open elements, innermost last. */
  const referring: { readonly depth: number; readonly target: string; readonly from: Position }[] = [];
  let lostReferences = 0;
  /** The depth of the outermost open element that is struck out, and whether its text has begun. */
  let struck: { readonly depth: number; hasBegun: boolean } | undefined;

  const beginStruck = () => {
    struck ??= { depth: open.length, hasBegun: false };
  };

  /** Adds the markers of the list items in which a text begins. */
  const addMarkers = () => {
    if (markers.length === 0) return;
    text.add(markers.map(({ marker }) => marker).join(' '));
    text.separate(separators.space);
    markers = [];
  };

  /** Adds a text, marked if it is struck out. */
  const add = (content: string) => {
    if (content !== '') addMarkers();
    if (content === '' || struck === undefined || struck.hasBegun) return text.add(content);
    struck.hasBegun = true;
    const trimmed = content.trimStart();
    const blanks = content.slice(0, content.length - trimmed.length);
    if (blanks === '') text.separate(separators.space);
    else text.add(blanks);
    text.add(`${struckMarks.begin} ${trimmed}`);
  };

  const endStruck = () => {
    if (struck?.depth !== open.length) return;
    if (struck.hasBegun) text.attach(struckMarks.end);
    struck = undefined;
  };

  /** Counts the references of the innermost element, unless its text is the target. */
  const closeReferences = () => {
    for (let last = referring.at(-1); last?.depth === open.length; last = referring.at(-1)) {
      if (!text.hasOnly(last.target, last.from)) lostReferences++;
      referring.pop();
    }
  };

  const boundary = (name: string) => {
    if (inline.has(name) || raised.has(name)) {
      text.separate(separators.element);
      return;
    }
    isAtBlockBoundary = true;
    if (rows.has(name)) text.endRow();
    // The first block in a cell stays on the line of the cell before it.
    else if (openCells.length === 0 || !isCellEmpty) text.separate(separators.line);
  };

  const addLiteral = (raw: string) => {
    const kept = raw.trimEnd();
    if (kept === '') {
      heldBlanks += raw;
      return;
    }
    const lines = heldBlanks + kept;
    add(isAtBlockBoundary ? lines.replace(/^\n/, '') : lines);
    isAtBlockBoundary = false;
    heldBlanks = raw.slice(kept.length);
  };

  const addFlowing = (raw: string) => {
    if (raw.trimStart() !== raw) text.separate(separators.space);
    add(raw.trim().replace(/\s+/g, ' '));
    if (raw.trimEnd() !== raw) text.separate(separators.space);
  };

  const handler: XmlHandler = {
    open: name => {
      open.push(name);
      attributes = new Map();
      tables.open(name);
      if (struckElements.has(name)) beginStruck();
      if (cells.has(name)) {
        isCellEmpty = true;
        return;
      }
      if (raised.has(name)) text.raise(name === 'subscript');
      else boundary(name);
      if (inline.has(name)) addMarkers();
      const marker = lists.open(name, open.at(-2));
      if (marker !== undefined) markers.push({ depth: open.length, marker });
      if (literal.has(name)) literalDepth++;
    },
    attribute: (name, value) => {
      attributes.set(name, value);
      lists.attribute(open.at(-1), name, value);
      if (isStruck(name, value)) beginStruck();
      const target = value.trim();
      if (target === '' || !references.has(name.replace(/^.*:/, ''))) return;
      referring.push({ depth: open.length, target, from: text.position() });
    },
    opened: () => {
      const name = open.at(-1) ?? '';
      if (name === 'colspec') tables.nameColumn(attributes);
      if (!cells.has(name)) return;
      const tabs = tables.openCell(attributes);
      if (tables.isTooLarge()) throw new Failure('ehr-unusable', tooManyColumns);
      openCells.push(tabs !== undefined);
      text.addTabs(tabs ?? 0);
    },
    text: raw => {
      if (raw.trim() !== '') isCellEmpty = false;
      if (literalDepth > 0) addLiteral(raw);
      else addFlowing(raw);
    },
    close: () => {
      closeReferences();
      endStruck();
      if (markers.at(-1)?.depth === open.length) markers.pop();
      const name = open.pop() ?? '';
      lists.close(name);
      tables.close(name);
      if (cells.has(name)) {
        text.endCell(isCellEmpty);
        // Without a row, its place in one is not known.
        if (openCells.pop() !== true) text.addTabs(1);
        return;
      }
      if (literal.has(name)) {
        literalDepth--;
        heldBlanks = '';
      }
      boundary(name);
    },
  };
  return { handler, text: () => text.toString(), lostReferences: () => lostReferences };
};
