// A faster saxes: texts, tags and attributes of the usual form, which take most of the time, are read in one loop over the code
// units of a chunk. Everything else, and every decision about what is well-formed, is left to saxes. The overridden methods are
// private ones of a pinned version; a test compares the events with those of saxes itself. This is the service's only override of
// a library's private members: without it, a journal of 250 KB costs half as much CPU again.
import { type SaxesOptions, SaxesParser } from 'saxes';

/** An open element, as saxes keeps it. It only has attributes if namespaces are read. */
type Tag = {
  readonly name: string;
  /** The position of the colon in the name, -1 without one. */
  readonly colon: number;
  readonly isSelfClosing: boolean;
  readonly attributes?: object;
  readonly ns?: object;
};

/** The public part of saxes' parser. Its types do not let a subclass declare private members. */
type Public<O extends SaxesOptions> = Pick<SaxesParser<O>, 'on' | 'close' | 'position' | 'fail'>;

/** The private members that are overridden, and those that the overrides read and write. */
type Private = {
  readonly chunk: string;
  readonly tags: Tag[];
  forbiddenState: number;
  /** The position in the chunk. */
  i: number;
  state: number;
  tag: Tag | null;
  topNS: object | null;
  closeTag(): void;
  handleTextInRoot(): void;
  openSelfClosingTag(): void;
  openTag(): void;
  processAttribsPlain(): void;
  pushAttrib(name: string, value: string): void;
  pushAttribPlain(name: string, value: string): void;
  sText(): void;
  /** Null at the end of the document. */
  write(chunk: string | null): void;
};

/** The parser of saxes with these members, as a base class. */
const Base = SaxesParser as unknown as new <O extends SaxesOptions>(options: O) => Public<O> & Private;

/** The UTF-16 code units of a chunk, followed by a zero. An array of numbers is read faster than a text's characters. */
type CodeUnits = Uint16Array;

/** States of saxes. */
const afterLessThan = 15;
const afterValue = 41;
/** The state of its search for `]]>`, which a text must not contain. */
const noBracketYet = 0;

const doubleQuote = 0x22;
const singleQuote = 0x27;
const slash = 0x2f;
const lessThan = 0x3c;
const equals = 0x3d;
const greaterThan = 0x3e;
const isSpace = (unit: number): boolean => unit === 0x20 || unit === 0x0a || unit === 0x09;

/** Bits: what a character may be part of without further checks. */
const beginsName = 1;
const ofName = 2;
const ofPrefixedName = 4;
const ofText = 8;
const ofValue = 16;

/** From here on come surrogates, and after them characters that may be invalid. */
const beyondPlain = 0xd800;

const usesInAscii = (unit: number): number => {
  const character = String.fromCharCode(unit);
  const isControl = character < ' ';
  // Without a bracket, because it may begin `]]>`.
  const isOfText = isControl ? '\t\n'.includes(character) : !'<&]'.includes(character);
  const isOfValue = !isControl && !'<&"\''.includes(character);
  return (
    (/[A-Za-z_]/.test(character) ? beginsName : 0) |
    (/[\w.-]/.test(character) ? ofName : 0) |
    (/[\w.:-]/.test(character) ? ofPrefixedName : 0) |
    (isOfText ? ofText : 0) |
    (isOfValue ? ofValue : 0)
  );
};

/** The uses of each code unit; none for those that need further checks. */
const uses = new Uint8Array(0x1_0000).fill(ofText | ofValue, 0x80, beyondPlain);
for (let unit = 0; unit < 0x80; unit++) uses[unit] = usesInAscii(unit);

/** Whether a code unit has a use. */
const is = (unit: number, use: number): boolean => ((uses[unit] as number) & use) !== 0;

/** Where a run of characters of one use ends. It ends at the zero behind the text, which has no use. */
const endOfRun = (units: CodeUnits, start: number, use: number): number => {
  let at = start;
  while (is(units[at] as number, use)) at++;
  return at;
};

/** Whether one of the first `count` names is there twice. Most tags with attributes have two: root and extension. */
const hasTwice = (names: readonly string[], count: number): boolean =>
  count === 2 ? names[0] === names[1] : new Set(names.slice(0, count)).size < count;

/**
 * Called with each attribute of a document without namespaces.
 * @param colon the position of the colon in the name, -1 without one: it is known when the name has been read.
 */
export type OnAttribute = (name: string, value: string, colon: number) => void;

/**
 * A parser of one document. saxes adds a property for each handler, and V8 turns an object that grows like this into a
 * dictionary, which is nearly four times slower. Therefore the properties are declared here.
 */
export class Saxes<O extends SaxesOptions> extends Base<O> {
  readonly attributeHandler = undefined;
  readonly cdataHandler = undefined;
  readonly closeTagHandler = undefined;
  readonly commentHandler = undefined;
  readonly doctypeHandler = undefined;
  readonly endHandler = undefined;
  readonly errorHandler = undefined;
  readonly openTagHandler = undefined;
  readonly openTagStartHandler: ((tag: Tag) => void) | undefined = undefined;
  readonly piHandler = undefined;
  readonly readyHandler = undefined;
  readonly textHandler: ((text: string) => void) | undefined = undefined;
  readonly xmldeclHandler = undefined;
  /** The part of an incomplete text, comment, attribute or instruction that has been read. */
  declare text: string;
  /** The same for a name, an instruction's target and a reference. */
  declare name: string;
  declare readonly piTarget: string;
  declare readonly entity: string;

  #units: CodeUnits = new Uint16Array(0);
  /** Whether `#units` holds the current chunk. */
  #hasUnits = false;
  /** Names of the attributes of the open tag, to refuse a duplicate: the first `#count` of the array. */
  readonly #names: string[] = [];
  #count = 0;
  readonly #hasNamespaces: boolean;
  readonly #onAttribute: OnAttribute;

  constructor(options: O, onAttribute: OnAttribute) {
    super(options);
    this.#hasNamespaces = options.xmlns === true;
    this.#onAttribute = onAttribute;
  }

  override write(chunk: string | null): void {
    this.#hasUnits = false;
    super.write(chunk);
  }

  #codeUnits(): CodeUnits {
    if (this.#hasUnits) return this.#units;
    const { chunk } = this;
    if (this.#units.length <= chunk.length) this.#units = new Uint16Array(chunk.length + 1);
    // All platforms for which `npm ci` installs Node are little-endian.
    Buffer.from(this.#units.buffer).write(chunk, 'utf16le');
    this.#units[chunk.length] = 0;
    this.#hasUnits = true;
    return this.#units;
  }

  /** Reads texts and tags as long as they have the usual form. saxes continues from the state that this leaves. */
  override sText(): void {
    if (this.tags.length === 0) {
      super.sText();
      return;
    }
    const units = this.#codeUnits();
    do this.#readText(units);
    while (this.state === afterLessThan && this.#readTag(units) && this.tags.length > 0);
  }

  /** Reads a text up to the next `<`, or up to the first unusual character. */
  #readText(units: CodeUnits): void {
    const { chunk, i } = this;
    const end = this.forbiddenState === noBracketYet ? endOfRun(units, i, ofText) : i;
    if (units[end] !== lessThan) {
      this.#take(end);
      if (end < chunk.length) this.handleTextInRoot();
      return;
    }
    const { text } = this;
    this.i = end + 1;
    this.state = afterLessThan;
    // The chunk before may have ended with brackets.
    this.forbiddenState = noBracketYet;
    if (text !== '') {
      this.text = '';
      this.textHandler?.(text + chunk.slice(i, end));
    } else if (end > i) this.textHandler?.(chunk.slice(i, end));
  }

  /** Reads a tag after its `<`. Returns false if it is unusual or incomplete: its rest is left to saxes. */
  #readTag(units: CodeUnits): boolean {
    const { i } = this;
    const first = units[i] as number;
    if (first === slash) return this.#readEndTag(units);
    if (!is(first, beginsName)) return false;
    const prefixEnd = endOfRun(units, i + 1, ofName);
    const end = endOfRun(units, prefixEnd, ofPrefixedName);
    const next = units[end] as number;
    if (next !== greaterThan && next !== slash && !isSpace(next)) return false;
    const tag = this.#newTag(this.chunk.slice(i, end), end === prefixEnd ? -1 : prefixEnd - i);
    this.tag = tag;
    this.i = end + 1;
    this.openTagStartHandler?.(tag);
    return this.#readAttributes(units, end);
  }

  /** The tag only has attributes if namespaces are read: otherwise, nobody needs them. */
  #newTag(name: string, colon: number): Tag {
    if (!this.#hasNamespaces) return { name, colon, isSelfClosing: false };
    this.topNS = Object.create(null) as object;
    return { name, colon, isSelfClosing: false, attributes: Object.create(null), ns: this.topNS };
  }

  #readEndTag(units: CodeUnits): boolean {
    const { chunk, tags } = this;
    const begin = this.i + 1;
    const tag = tags[tags.length - 1] as Tag;
    const { name } = tag;
    const end = begin + name.length;
    if (units[end] !== greaterThan || !chunk.startsWith(name, begin)) return false;
    this.i = end + 1;
    this.name = name;
    this.closeTag();
    return true;
  }

  /** Reads a start tag after its name. */
  #readAttributes(units: CodeUnits, begin: number): boolean {
    const { chunk } = this;
    let at = begin;
    for (;;) {
      const next = units[at] as number;
      if (next === greaterThan) {
        this.i = at + 1;
        this.openTag();
        return true;
      }
      if (next === slash && units[at + 1] === greaterThan) {
        this.i = at + 2;
        this.openSelfClosingTag();
        return true;
      }
      if (!isSpace(next)) break;
      const start = at + 1;
      const code = units[start] as number;
      if (!is(code, beginsName)) {
        // White space at the end of the tag, or more of it.
        if (code !== greaterThan && code !== slash && !isSpace(code)) break;
        at = start;
        continue;
      }
      const prefixEnd = endOfRun(units, start + 1, ofName);
      const nameEnd = endOfRun(units, prefixEnd, ofPrefixedName);
      if (units[nameEnd] !== equals) break;
      const quote = units[nameEnd + 1];
      if (quote !== doubleQuote && quote !== singleQuote) break;
      const end = endOfRun(units, nameEnd + 2, ofValue);
      if (units[end] !== quote) break;
      at = end + 1;
      this.i = at;
      const name = chunk.slice(start, nameEnd);
      const value = chunk.slice(nameEnd + 2, end);
      if (this.#hasNamespaces) this.pushAttrib(name, value);
      else this.#addAttribute(name, value, nameEnd === prefixEnd ? -1 : prefixEnd - start);
    }
    this.i = at;
    this.state = afterValue;
    return false;
  }

  /** Adds the characters up to a position to the text. */
  #take(end: number): void {
    const { chunk, i } = this;
    if (end === i) return;
    this.text += chunk.slice(i, end);
    this.i = end;
  }

  #addAttribute(name: string, value: string, colon: number): void {
    this.#names[this.#count++] = name;
    this.#onAttribute(name, value, colon);
  }

  override pushAttribPlain(name: string, value: string): void {
    this.#addAttribute(name, value, name.indexOf(':'));
  }

  override processAttribsPlain(): void {
    const count = this.#count;
    this.#count = 0;
    if (count > 1 && hasTwice(this.#names, count)) this.fail('duplicate attribute.');
  }
}
