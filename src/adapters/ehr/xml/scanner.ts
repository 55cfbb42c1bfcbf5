// The scanner: XML 1.0 without a document type, strict. Every token is told once and whole; whatever is not well-formed
// is refused (`ehr-unusable`). It is written for speed: it reads its text by index, and makes no object for a token.
import { code, malformed, nameEnd, refuseForbidden, spaceEnd } from './chars.ts';
import { type Name, standsAt } from './names.ts';
import { resolved } from './references.ts';
import { incomplete, type StartTag, startTagReader } from './start-tag.ts';
import { emptyWindow, windowOf } from './window.ts';

export type Tokens = {
  /** The tag is read again for the next one: what is of interest must be taken from it at once. */
  open(tag: Readonly<StartTag>): void;
  /** Text and CDATA within the root. */
  text(text: string): void;
  close(): void;
};

export type Scanner = {
  write(text: string): void;
  /** The document's end: throws where it is not whole. */
  end(): void;
};

const declaration =
  /^<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(?:"1\.[0-9]+"|'1\.[0-9]+')(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(?:"[A-Za-z][A-Za-z0-9._-]*"|'[A-Za-z][A-Za-z0-9._-]*'))?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\n]*\?>$/;
const xmlTarget = /^xml$/i;
const notBlank = /[^ \t\n]/;

/** Where a text is that may stand beyond the end of what has come so far: never before it. */
const nowhere = Number.POSITIVE_INFINITY;

export const xmlScanner = (tokens: Tokens): Scanner => {
  const { tag, read: readStartTag } = startTagReader();
  /** What has come and has not been told: from `at` on, `source`. */
  let source = '';
  let at = 0;
  let window = emptyWindow;
  /** Nothing has been told yet, not even white space: only here a declaration may stand. */
  let isStart = true;
  /** Names of the open elements. */
  const open: Name[] = [];
  let hasRoot = false;
  /** The next `&` and the next `]]>`, looked for once and not in every text. */
  let ampersand = -1;
  let brackets = -1;
  /** A token that is not whole is tried again when there is twice as much of it, so that the work stays linear. */
  let wanted = 0;
  /** A carriage return at the end of what came: whether it is an end of line of its own is known later. */
  let isAfterReturn = false;

  const next = (what: string, known: number, from: number): number => {
    if (known >= from) return known;
    const found = source.indexOf(what, from);
    return found === -1 ? nowhere : found;
  };

  const tellText = (end: number) => {
    if (open.length === 0) {
      if (notBlank.test(source.slice(at, end))) throw malformed('text outside the root');
      return;
    }
    ampersand = next('&', ampersand, at);
    brackets = next(']]>', brackets, at);
    if (brackets < end) throw malformed('"]]>" in text');
    const text = source.slice(at, end);
    tokens.text(ampersand < end ? resolved(text) : text);
  };

  const startTag = (from: number): number => {
    const end = readStartTag(window, from);
    if (end === incomplete) return incomplete;
    if (open.length === 0) {
      if (hasRoot) throw malformed('a second root');
      hasRoot = true;
    }
    tokens.open(tag);
    if (tag.isEmpty) tokens.close();
    else open.push(tag.name);
    return end;
  };

  const endTag = (from: number): number => {
    const name = open[open.length - 1];
    if (name === undefined) throw malformed('an end tag too many');
    const nameEnds = from + name.units.length;
    if (nameEnds >= source.length) return incomplete;
    if (!standsAt(name, window, from)) throw malformed('an end tag');
    const end = spaceEnd(window, nameEnds);
    if (end >= source.length) return incomplete;
    if (window.units[end] !== code.greater) throw malformed('an end tag');
    open.pop();
    tokens.close();
    return end + 1;
  };

  const comment = (from: number): number => {
    const end = source.indexOf('--', from);
    if (end === -1 || end + 2 >= source.length) return incomplete;
    if (window.units[end + 2] !== code.greater) throw malformed('"--" in a comment');
    return end + 3;
  };

  const cdata = (from: number): number => {
    if (open.length === 0) throw malformed('text outside the root');
    const end = source.indexOf(']]>', from);
    if (end === -1) return incomplete;
    tokens.text(source.slice(from, end));
    return end + 3;
  };

  /** What begins with `<!`. */
  const declared = (from: number): number => {
    if (source.startsWith('--', from)) return comment(from + 2);
    if (source.startsWith('[CDATA[', from)) return cdata(from + 7);
    const come = source.slice(from, from + 7);
    if (come === 'DOCTYPE') throw malformed('a document type declaration');
    const mayBecome = ['--', '[CDATA[', 'DOCTYPE'].some(one => one.startsWith(come));
    if (mayBecome) return incomplete;
    throw malformed('a declaration');
  };

  /** What begins with `<?`. */
  const instruction = (from: number): number => {
    const end = source.indexOf('?>', from);
    if (end === -1) return incomplete;
    const targetEnd = nameEnd(window, from);
    const target = source.slice(from, targetEnd);
    if (xmlTarget.test(target)) {
      const isDeclaration = isStart && declaration.test(source.slice(at, end + 2));
      if (!isDeclaration) throw malformed('a declaration of XML');
    } else if (targetEnd !== end && spaceEnd(window, targetEnd) === targetEnd)
      throw malformed('an instruction');
    return end + 2;
  };

  /** Reads the markup at `at`; answers the index after it. */
  const markup = (): number => {
    if (at + 1 >= source.length) return incomplete;
    switch (window.units[at + 1]) {
      case code.slash:
        return endTag(at + 2);
      case code.exclamation:
        return declared(at + 2);
      case code.question:
        return instruction(at + 2);
      default:
        return startTag(at + 1);
    }
  };

  const scan = () => {
    window = windowOf(source);
    const { units } = window;
    while (at < source.length) {
      const less = units[at] === code.less ? at : source.indexOf('<', at);
      if (less === -1) return;
      if (less > at) {
        tellText(less);
        at = less;
        isStart = false;
      }
      const end = markup();
      if (end === incomplete) return;
      at = end;
      isStart = false;
    }
  };

  /** Ends of lines are newlines, however they are written. */
  const lines = (text: string): string => {
    const whole = isAfterReturn ? `\r${text}` : text;
    isAfterReturn = whole.endsWith('\r');
    return isAfterReturn || whole.includes('\r')
      ? (isAfterReturn ? whole.slice(0, -1) : whole).replace(/\r\n?/g, '\n')
      : whole;
  };

  const take = (text: string) => {
    refuseForbidden(text);
    source = at >= source.length ? text : source.slice(at) + text;
    at = 0;
    ampersand = -1;
    brackets = -1;
  };

  return {
    write: text => {
      take(lines(text));
      if (source.length < wanted) return;
      scan();
      wanted = at < source.length ? 2 * (source.length - at) : 0;
    },
    end: () => {
      take(isAfterReturn ? '\n' : '');
      scan();
      if (open.length > 0 || !hasRoot) throw malformed('it is cut');
      if (notBlank.test(source.slice(at))) throw malformed('text outside the root');
    },
  };
};
