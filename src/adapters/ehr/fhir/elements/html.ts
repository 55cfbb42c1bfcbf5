// HTML as plain text: narratives, and notes whose content is HTML.
import { Parser } from 'htmlparser2';

/** Elements that begin and end a line. */
const blocks = new Set(
  'p div li tr h1 h2 h3 h4 h5 h6 ul ol table section article header footer blockquote pre dl dt dd hr br'.split(
    ' ',
  ),
);
const dropped = new Set(['script', 'style', 'head', 'title', 'template']);
const cells = new Set(['td', 'th']);

const maxLevels = 100;

/**
 * A text without these characters at its end. A regular expression would take quadratic time for a long run of them in the
 * middle of a line, which preformatted notes and empty table cells have.
 */
const trimmedEnd = (text: string, characters: string): string => {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
};

/** Collects lines of text. Collapses white space, except in `pre` and for no-break spaces. */
const lineWriter = () => {
  const lines: string[] = [];
  let line = '';
  /** Kept beside the line: to look at the end of a long line after each piece would copy it each time. */
  let isAfterTab = false;
  let isBlankPending = false;
  let isKept = false;

  const add = (text: string) => {
    if (text === '') return;
    line += text;
    isAfterTab = text.endsWith('\t');
  };
  const end = () => {
    const written = isKept ? line : line.replace(/^ +/, '');
    const text = trimmedEnd(trimmedEnd(written, ' \t').replaceAll('\u00a0', ' '), ' ');
    if (text.trim() !== '') lines.push(text);
    line = '';
    isBlankPending = false;
    isKept = false;
  };
  const collapse = (text: string) => {
    const words = text.replace(/[ \t\r\n\f]{2,}|[\t\r\n\f]/g, ' ');
    const begin = words.startsWith(' ') ? 1 : 0;
    if (begin === 1) isBlankPending = line !== '' && !isAfterTab;
    if (words.length === begin) return;
    const end = words.endsWith(' ') ? words.length - 1 : words.length;
    add((isBlankPending ? ' ' : '') + words.slice(begin, end));
    isBlankPending = end < words.length;
  };
  const keep = (text: string) => {
    const [first = '', ...others] = text.split(/\r\n|\r|\n/);
    add(first);
    isKept = true;
    for (const other of others) {
      end();
      add(other);
      isKept = true;
    }
  };
  return {
    end,
    collapse,
    keep,
    cell: () => {
      add('\t');
      isBlankPending = false;
    },
    text: () => lines.join('\n'),
  };
};

/** The text of a document; undefined if it has more than 100 nesting levels. */
export const htmlText = (html: string): string | undefined => {
  const writer = lineWriter();
  const open: string[] = [];
  let isInPre = 0;
  let isDropped = 0;
  /** How many cells each open row has so far. */
  const rows: number[] = [];

  const parser = new Parser(
    {
      onopentag: name => {
        open.push(name);
        if (open.length > maxLevels) parser.pause();
        if (dropped.has(name)) isDropped++;
        if (blocks.has(name)) writer.end();
        if (name === 'pre') isInPre++;
        if (name === 'tr') rows.push(0);
        if (cells.has(name) && rows.length > 0) {
          const before = rows.pop() ?? 0;
          if (before > 0) writer.cell();
          rows.push(before + 1);
        }
      },
      ontext: text => {
        if (isDropped > 0) return;
        if (isInPre > 0) writer.keep(text);
        else writer.collapse(text);
      },
      onclosetag: name => {
        open.pop();
        if (dropped.has(name)) isDropped--;
        if (blocks.has(name)) writer.end();
        if (name === 'pre') isInPre--;
        if (name === 'tr') rows.pop();
      },
    },
    // Narratives are XHTML. Without this, a self-closed title would swallow the rest of the note.
    { recognizeSelfClosing: true, decodeEntities: true },
  );
  parser.end(html);
  if (open.length > maxLevels) return undefined;
  writer.end();
  return writer.text();
};
