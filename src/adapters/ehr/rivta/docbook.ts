// The text of a note that was written as DocBook and escaped into a text.
import { isFailure } from '../../../domain/model/failure.ts';
import { type XmlHandler, xmlReader } from '../xml/events.ts';

/** How a DocBook document, or a part of one, begins. Anything else is text that happens to hold an angle bracket. */
const beginning =
  /^\s*(?:<\?xml[^>]*\?>\s*)?<(?:[\w.-]+:)?(?:article|book|chapter|section|sect1|para|simpara|formalpara)[\s/>]/;

/** Elements that stand on a line of their own. */
const blocks = new Set([
  'title',
  'subtitle',
  'para',
  'simpara',
  'listitem',
  'row',
  'literallayout',
  'programlisting',
  'section',
  'article',
]);
/** Cells of a table, side by side. */
const cells = new Set(['entry', 'td', 'th']);
const literal = new Set(['literallayout', 'programlisting']);

/** Collects the text of elements, a line each. */
const collecting = () => {
  const done: string[] = [];
  const open: string[] = [];
  let line = '';

  const isLiteral = () => open.some(name => literal.has(name));
  const endLine = () => {
    if (line.trim() !== '') done.push(line.trimEnd());
    line = '';
  };

  const handler: XmlHandler = {
    open: name => {
      if (blocks.has(name)) endLine();
      open.push(name);
    },
    attribute: () => {},
    opened: () => {},
    text: text => {
      const added = isLiteral() ? text : text.replace(/\s+/g, ' ');
      line += line === '' && !isLiteral() ? added.trimStart() : added;
    },
    close: () => {
      const name = open.pop() ?? '';
      if (blocks.has(name)) endLine();
      else if (cells.has(name)) line = `${line.trimEnd()}\t`;
    },
  };
  return {
    handler,
    text: () => {
      endLine();
      return done.join('\n');
    },
  };
};

/** The text of a note: that of its DocBook, a line for each block; any other text as it is. */
export const plainText = (text: string): string => {
  if (!beginning.test(text)) return text;
  const collected = collecting();
  const reader = xmlReader(collected.handler, 'utf-8');
  try {
    reader.write(new TextEncoder().encode(text));
    reader.end();
  } catch (error) {
    // What only looks like DocBook is published as it was written: nothing of a note is lost.
    if (isFailure(error, 'ehr-unusable')) return text;
    throw error;
  }
  return collected.text();
};
