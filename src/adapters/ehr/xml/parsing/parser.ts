// The XML parser: a stricter saxes. It rejects document type declarations, applies the limits of D32 to each token as it
// arrives, and keeps no more memory for an incomplete token than its text needs.
import type { SaxesOptions, TagForOptions } from 'saxes';
import {
  beyondLimit,
  malformed,
  maxAttributes,
  maxDepth,
  refuseLongName,
  refuseLongText,
} from '../limits.ts';
import { Saxes } from './saxes.ts';

/** The events of a document, in order. Text outside the root is not reported. */
export type Tokens<O extends SaxesOptions> = {
  /** The name of a start tag, as written, before its attributes. `colon`: the position of the colon in it, -1 without one. */
  open(name: string, colon: number): void;
  attribute(name: string, value: string, colon: number): void;
  /** The whole start tag. */
  opened(tag: TagForOptions<O>): void;
  /** Text or CDATA. */
  text(text: string): void;
  close(): void;
};

type StartTag = { readonly name: string; readonly colon?: number };

/** How many characters an incomplete token grows by before its pieces count, and how many it may then have before it is flattened. */
const flattenedAfter = 256 * 1024;
const flattenedAfterPieces = 64 * 1024;

/** How many pieces a text may have before it is flattened, if their overhead exceeds their characters. */
const maxPieces = 4096;
const pieceOverhead = 32;

/**
 * Bounds the memory of a text from many pieces (D32, limits of a document). A concatenated text refers to its pieces until one
 * of its characters is read; then it becomes one piece.
 */
const flatten = (text: string): void => void text.charCodeAt(0);

/** The message of saxes, without the names from the document that follow a colon in it. */
const messageOf = ({ message }: Error): string => message.replace(/[:.].*/s, '');

/** Creates a parser of one document. It throws `ehr-unusable` for one that is not well-formed or exceeds a limit. */
export const xmlParser = <O extends SaxesOptions>(options: O, tokens: Tokens<O>) => {
  /** Whether only white space has been read. */
  let isStart = true;
  let depth = 0;
  let attributes = 0;
  /** Lengths of the texts of the open elements. */
  const textLengths: number[] = [0];
  /** The position at which the last token ended. */
  let tokenEnd = 0;

  /** Text and CDATA since the last tag, and its number of pieces. */
  let text = '';
  let pieces = 0;

  const takeAttribute = (name: string, value: string, colon: number) => {
    if (++attributes > maxAttributes) throw beyondLimit(`more than ${maxAttributes} attributes`);
    refuseLongName(name);
    refuseLongText(value.length);
    tokens.attribute(name, value, colon);
  };

  const parser = new Saxes<O>(
    { ...options, position: false, defaultXMLVersion: '1.0', forceXMLVersion: true },
    takeAttribute,
  );

  const takeText = (more: string) => {
    if (depth === 0) return;
    const length = (textLengths[depth] ?? 0) + more.length;
    refuseLongText(length);
    textLengths[depth] = length;
    text += more;
    if (++pieces >= maxPieces && pieces * pieceOverhead >= text.length) {
      flatten(text);
      pieces = 0;
    }
  };

  const reportText = () => {
    if (text === '') return;
    const whole = text;
    text = '';
    pieces = 0;
    tokens.text(whole);
  };

  parser.on('error', error => {
    throw malformed(messageOf(error));
  });
  parser.on('doctype', () => {
    throw malformed('a document type declaration');
  });
  parser.on('xmldecl', () => {
    tokenEnd = parser.position;
  });
  parser.on('comment', ({ length }) => {
    refuseLongText(length);
    // saxes reports it before its last character.
    tokenEnd = parser.position + 1;
  });
  parser.on('processinginstruction', ({ target, body }) => {
    refuseLongName(target);
    refuseLongText(body.length);
    // saxes accepts a question mark right after the target, where XML requires white space.
    const between = parser.position - tokenEnd - `<?${target}${body}?>`.length;
    if (body !== '' && between === 0) throw malformed('an instruction');
    tokenEnd = parser.position;
  });
  // saxes itself reports unusual tags, and does not look for the colon.
  parser.on('opentagstart', ({ name, colon = name.indexOf(':') }: StartTag) => {
    reportText();
    if (++depth > maxDepth) throw beyondLimit(`deeper than ${maxDepth} elements`);
    refuseLongName(name);
    attributes = 0;
    textLengths[depth] = 0;
    tokens.open(name, colon);
  });
  if (options.xmlns === true)
    parser.on('attribute', ({ name, value }) => takeAttribute(name, value, name.indexOf(':')));
  parser.on('opentag', tag => {
    tokenEnd = parser.position;
    tokens.opened(tag);
  });
  parser.on('text', more => {
    // saxes reports it after the `<` of the next token.
    tokenEnd = parser.position - 1;
    takeText(more);
  });
  parser.on('cdata', more => {
    tokenEnd = parser.position;
    takeText(more);
  });
  parser.on('closetag', () => {
    tokenEnd = parser.position;
    reportText();
    depth--;
    tokens.close();
  });

  /** How many characters of the incomplete token have been flattened, and how many pieces it may have got since its pieces count. */
  let flattened = 0;
  let piecesSince = 0;

  /**
   * saxes concatenates a token from the pieces between special characters: a comment of dashes has one per character. None of them is a
   * letter or a digit, so an ordinary text has far fewer.
   */
  const flattenIncomplete = (incomplete: string, added: string) => {
    if (incomplete.length < flattened) flattened = 0;
    if (incomplete.length - flattened < flattenedAfter) {
      piecesSince = 0;
      return;
    }
    piecesSince += 1 + added.replaceAll(/\w+/g, '').length;
    if (piecesSince < flattenedAfterPieces) return;
    flatten(incomplete);
    flattened = incomplete.length;
  };

  const checkStart = (text: string) => {
    // The byte-order mark has been removed already, and saxes would accept a second one.
    if (parser.position === 0 && text.startsWith('\ufeff')) throw malformed('a second byte-order mark');
    // White space before the root is the only token that saxes does not report.
    const blanks = text.search(/[^ \t\n]/);
    isStart = blanks === -1;
    tokenEnd += isStart ? text.length : blanks;
  };

  return {
    /** Parses the next chunk of text, whose line ends have been normalized. */
    write: (text: string): void => {
      if (text === '') return;
      if (isStart) checkStart(text);
      parser.write(text);
      refuseLongText(parser.text.length);
      refuseLongName(parser.name);
      refuseLongName(parser.piTarget);
      refuseLongName(parser.entity);
      flattenIncomplete(parser.text, text);
    },
    /** Ends the document. Throws `ehr-unusable` if it is truncated. */
    end: () => void parser.close(),
    /** The number of characters read, with each line end as one. After a failure, it includes the rejected character. */
    position: () => parser.position,
  };
};

export type XmlParser = ReturnType<typeof xmlParser>;
