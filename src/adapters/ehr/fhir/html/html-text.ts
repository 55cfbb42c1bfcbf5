// HTML as plain text: narratives, and notes whose content is HTML.
import { Parser } from 'htmlparser2';
import { lineWriter } from './lines.ts';
import { readSimpleHtml } from './simple-html.ts';

/** Elements that begin and end a line. */
const blocks = new Set(
  'p div li tr h1 h2 h3 h4 h5 h6 ul ol table section article header footer blockquote pre dl dt dd hr br'.split(
    ' ',
  ),
);
const dropped = new Set(['script', 'style', 'head', 'title', 'template']);
const cells = new Set(['td', 'th']);

const maxLevels = 100;

/** Collects the text of a document from its tags and texts, in their order. */
const textCollector = () => {
  const writer = lineWriter();
  let levels = 0;
  let isInPre = 0;
  let isDropped = 0;
  /** How many cells each open row has so far. */
  const rows: number[] = [];

  return {
    open: (name: string) => {
      levels++;
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
    text: (text: string) => {
      if (isDropped > 0) return;
      if (isInPre > 0) writer.keep(text);
      else writer.collapse(text);
    },
    close: (name: string) => {
      levels--;
      if (dropped.has(name)) isDropped--;
      if (blocks.has(name)) writer.end();
      if (name === 'pre') isInPre--;
      if (name === 'tr') rows.pop();
    },
    isTooDeep: () => levels > maxLevels,
    collected: () => {
      writer.end();
      return writer.text();
    },
  };
};

const simpleText = (html: string): string | undefined => {
  const collector = textCollector();
  return readSimpleHtml(html, collector) ? collector.collected() : undefined;
};

/** Like `htmlText`, by a parser that reads everything as browsers do. */
export const parsedHtmlText = (html: string): string | undefined => {
  const collector = textCollector();
  const parser = new Parser(
    {
      onopentag: name => {
        collector.open(name);
        if (collector.isTooDeep()) parser.pause();
      },
      ontext: collector.text,
      onclosetag: collector.close,
    },
    // Narratives are XHTML. Without this, a self-closed title would swallow the rest of the note.
    { recognizeSelfClosing: true, decodeEntities: true },
  );
  parser.end(html);
  return collector.isTooDeep() ? undefined : collector.collected();
};

/** The text of a document; undefined if it has more than 100 nesting levels. */
export const htmlText = (html: string): string | undefined => simpleText(html) ?? parsedHtmlText(html);
