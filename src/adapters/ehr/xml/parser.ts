// The XML parser: saxes, with what it leaves open decided. A document type declaration is refused, the limits of D32 hold
// as tokens come, and a token that is not complete takes no more memory than its text.
import { type SaxesOptions, SaxesParser, type TagForOptions } from 'saxes';
import { deepest, malformed, mostAttributes, refuseLongName, refuseLongText, unusable } from './limits.ts';

/** The events of a document, in its order; texts within the root alone. */
export type Tokens<O extends SaxesOptions> = {
  /** The name of a start tag, as written, before its attributes. */
  open(name: string): void;
  attribute(name: string, value: string): void;
  /** The whole start tag. */
  opened(tag: TagForOptions<O>): void;
  /** Text or CDATA. */
  text(text: string): void;
  close(): void;
};

export type XmlParser = {
  /** Takes the next part of the text; ends of lines are newlines. */
  write(text: string): void;
  /** The document's end. Throws `ehr-unusable` where it is cut. */
  end(): void;
  /** How many characters have been read, every end of a line as one; the last one where it was refused. */
  position(): number;
};

/** The public side of saxes' parser that is used; its types forbid a subclass to name the private one. */
type Public<O extends SaxesOptions> = Pick<SaxesParser<O>, 'on' | 'write' | 'close' | 'position'>;

const Base = SaxesParser as unknown as new <O extends SaxesOptions>(options: O) => Public<O>;

/**
 * A parser of one document. saxes adds a property for every handler that is set, and V8 turns an object that grows so into
 * a table with a fifth of the speed: therefore the properties are here from the beginning.
 */
class Saxes<O extends SaxesOptions> extends Base<O> {
  readonly attributeHandler = undefined;
  readonly cdataHandler = undefined;
  readonly closeTagHandler = undefined;
  readonly commentHandler = undefined;
  readonly doctypeHandler = undefined;
  readonly endHandler = undefined;
  readonly errorHandler = undefined;
  readonly openTagHandler = undefined;
  readonly openTagStartHandler = undefined;
  readonly piHandler = undefined;
  readonly readyHandler = undefined;
  readonly textHandler = undefined;
  readonly xmldeclHandler = undefined;
  /** What has been read of a text, comment, attribute or instruction that is not complete. */
  declare readonly text: string;
  /** The same of a name, of an instruction's target and of a reference. */
  declare readonly name: string;
  declare readonly piTarget: string;
  declare readonly entity: string;
}

/** Characters that are added to an incomplete token before its pieces are joined. */
const joinedAfter = 256 * 1024;

/** Pieces of a text that are joined, once what V8 needs to remember each of them outweighs their characters. */
const mostPieces = 4096;
const pieceOverhead = 32;

/** Makes a string that was added up of pieces one piece: V8 does so when one of its characters is looked at. */
const join = (text: string): void => void text.charCodeAt(0);

/** What saxes complains of, without the names of the document that it quotes after a colon. */
const complaint = ({ message }: Error): string => message.replace(/[:.].*/s, '');

/** A parser of one document. Throws `ehr-unusable` for one that is not well-formed or is beyond a limit. */
export const xmlParser = <O extends SaxesOptions>(options: O, tokens: Tokens<O>): XmlParser => {
  const parser = new Saxes<O>({
    ...options,
    position: false,
    defaultXMLVersion: '1.0',
    forceXMLVersion: true,
  });
  /** Nothing but white space has come. */
  let isStart = true;
  let depth = 0;
  let attributes = 0;
  /** Lengths of the texts of the open elements. */
  const textLengths: number[] = [0];
  /** Where the last token ended. */
  let tokenEnd = 0;

  /** Text and CDATA since the last tag, and of how many pieces it is. */
  let text = '';
  let pieces = 0;

  const takeText = (more: string) => {
    if (depth === 0) return;
    const length = (textLengths[depth] ?? 0) + more.length;
    refuseLongText(length);
    textLengths[depth] = length;
    text += more;
    if (++pieces >= mostPieces && pieces * pieceOverhead >= text.length) {
      join(text);
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
    throw malformed(complaint(error));
  });
  parser.on('doctype', () => {
    throw malformed('a document type declaration');
  });
  parser.on('xmldecl', () => {
    tokenEnd = parser.position;
  });
  parser.on('comment', ({ length }) => {
    refuseLongText(length);
    // It is reported before its last character.
    tokenEnd = parser.position + 1;
  });
  parser.on('processinginstruction', ({ target, body }) => {
    refuseLongName(target);
    refuseLongText(body.length);
    // saxes lets a question mark follow the target at once: XML wants white space there.
    const between = parser.position - tokenEnd - `<?${target}${body}?>`.length;
    if (body !== '' && between === 0) throw malformed('an instruction');
    tokenEnd = parser.position;
  });
  parser.on('opentagstart', ({ name }) => {
    reportText();
    if (++depth > deepest) throw unusable(`deeper than ${deepest} elements`);
    refuseLongName(name);
    attributes = 0;
    textLengths[depth] = 0;
    tokens.open(name);
  });
  parser.on('attribute', ({ name, value }) => {
    if (++attributes > mostAttributes) throw unusable(`more than ${mostAttributes} attributes`);
    refuseLongName(name);
    refuseLongText(value.length);
    tokens.attribute(name, value);
  });
  parser.on('opentag', tag => {
    tokenEnd = parser.position;
    tokens.opened(tag);
  });
  parser.on('text', more => {
    // It is reported after the `<` of what follows.
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

  /** How much of the incomplete token is one piece. */
  let joined = 0;

  /** saxes builds a token of the pieces between the characters that it looks for: a comment of dashes is all pieces. */
  const joinIncomplete = (incomplete: string) => {
    if (incomplete.length < joined) joined = 0;
    if (incomplete.length - joined < joinedAfter) return;
    join(incomplete);
    joined = incomplete.length;
  };

  const lookAtStart = (text: string) => {
    // The decoder has taken the document's own mark away; saxes would take another.
    if (parser.position === 0 && text.startsWith('\ufeff')) throw malformed('a second byte-order mark');
    // The one token that saxes does not report.
    const blanks = text.search(/[^ \t\n]/);
    isStart = blanks === -1;
    tokenEnd += isStart ? text.length : blanks;
  };

  const feed = (text: string) => {
    if (text === '') return;
    if (isStart) lookAtStart(text);
    parser.write(text);
    refuseLongText(parser.text.length);
    refuseLongName(parser.name);
    refuseLongName(parser.piTarget);
    refuseLongName(parser.entity);
    joinIncomplete(parser.text);
  };

  return {
    write: feed,
    end: () => void parser.close(),
    position: () => parser.position,
  };
};
