// saxes, made faster where a document spends its time: a run of plain characters is taken as a whole instead of one by one,
// and a tag needs no objects. Everything else, and every decision about what is well-formed, is left to saxes. The overridden
// methods are private ones of a pinned version; a test compares the events with those of saxes itself.
import type { SaxesOptions } from 'saxes';
import { Base, type Tag } from './saxes-internals.ts';

// The constants and tables stay in this file: V8 reads imported ones anew each time, which makes parsing 8 % slower.

/** States of saxes: those of elements with their attributes, texts and references. */
const inText = 13;
const inReference = 14;
const afterLessThan = 15;
const inStartTagName = 34;
const selfClosing = 35;
const insideTag = 36;
const inAttributeName = 37;
const beforeValue = 39;
const inValue = 40;
const afterValue = 41;
const inEndTag = 43;
/** What saxes returns at the end of a chunk. */
const endOfChunk = -1;
/** The state of its search for `]]>`, which a text must not contain. */
const noBracketYet = 0;

const lessThan = 0x3c;
const slash = 0x2f;
const greaterThan = 0x3e;
const isSpace = (unit: number): boolean => unit === 0x20 || unit === 0x0a || unit === 0x09;

/** A table of the ASCII characters, by their codes: 1 for the plain ones. */
const tableOf = (isPlain: (character: string) => boolean) =>
  Uint8Array.from({ length: 0x80 }, (_, unit) => (isPlain(String.fromCharCode(unit)) ? 1 : 0));

const plainInNames = tableOf(character => /[\w.:-]/.test(character));
/** A bracket is not plain, because it may begin `]]>`. */
const plainInTexts = tableOf(character =>
  character >= ' ' ? !'<&]'.includes(character) : '\t\n'.includes(character),
);
const plainInValues = tableOf(character => character >= ' ' && !'<&"\''.includes(character));
/** Codes of surrogates and of characters that may be invalid begin here. */
const beyondPlain = 0xd800;

/** Where a run of plain characters ends. */
const endOfRun = (chunk: string, start: number, plain: Uint8Array): number => {
  let at = start;
  for (; at < chunk.length; at++) {
    const unit = chunk.charCodeAt(at);
    if (unit < 0x80 ? plain[unit] === 0 : unit >= beyondPlain) break;
  }
  return at;
};

/** Attributes of a tag that are compared with each other; more of them are put into a set. */
const mostCompared = 8;

const hasTwice = (names: readonly string[], count: number): boolean => {
  if (count > mostCompared) return new Set(names.slice(0, count)).size < count;
  for (let at = 1; at < count; at++)
    for (let other = 0; other < at; other++) if (names[at] === names[other]) return true;
  return false;
};

/** Called with each attribute of a document without namespaces. */
export type OnAttribute = (name: string, value: string) => void;

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

  /** Names of the attributes of the open tag, to refuse a duplicate. Reused for every tag. */
  readonly #names: string[] = [];
  #count = 0;
  readonly #hasNamespaces: boolean;
  readonly #onAttribute: OnAttribute;

  constructor(options: O, onAttribute: OnAttribute) {
    super(options);
    this.#hasNamespaces = options.xmlns === true;
    this.#onAttribute = onAttribute;
  }

  override captureNameChars(): number {
    const { chunk, i } = this;
    let end = i;
    while (end < chunk.length && plainInNames[chunk.charCodeAt(end)] === 1) end++;
    if (end > i) {
      const run = chunk.slice(i, end);
      this.name = this.name === '' ? run : this.name + run;
      this.i = end;
    }
    const next = chunk.charCodeAt(end);
    if (!(next >= 0x20 && next < 0x80)) return super.captureNameChars();
    this.i = end + 1;
    return next;
  }

  /**
   * Reads on for as long as the states are the usual ones. saxes looks up the method of every state in a table, so that V8 cannot
   * inline any of them.
   */
  override sText(): void {
    const { chunk } = this;
    do {
      switch (this.state) {
        case inText:
          if (this.tags.length === 0) {
            super.sText();
            return;
          }
          this.handleTextInRoot();
          break;
        case inReference:
          this.sEntity();
          break;
        case afterLessThan:
          this.sOpenWaka();
          break;
        case inStartTagName:
          this.sOpenTag();
          break;
        case selfClosing:
          this.sOpenTagSlash();
          break;
        case insideTag:
          this.sAttrib();
          break;
        case inAttributeName:
          this.sAttribName();
          break;
        case beforeValue:
          this.sAttribValue();
          break;
        case inValue:
          this.sAttribValueQuoted();
          break;
        case afterValue:
          this.sAttribValueClosed();
          break;
        case inEndTag:
          this.sCloseTag();
          break;
        default:
          return;
      }
    } while (this.i < chunk.length);
  }

  override handleTextInRoot(): void {
    const { chunk, i } = this;
    const end = this.forbiddenState === noBracketYet ? endOfRun(chunk, i, plainInTexts) : i;
    if (chunk.charCodeAt(end) !== lessThan) {
      this.#take(end);
      super.handleTextInRoot();
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

  override sAttribValueQuoted(): void {
    const { chunk, i, q, name, text } = this;
    const end = endOfRun(chunk, i, plainInValues);
    if (chunk.charCodeAt(end) !== q) {
      this.#take(end);
      super.sAttribValueQuoted();
      return;
    }
    this.i = end + 1;
    this.pushAttrib(name, text === '' ? chunk.slice(i, end) : text + chunk.slice(i, end));
    this.name = '';
    this.text = '';
    this.q = null;
    this.state = afterValue;
  }

  /** Adds the characters up to a position to the text. */
  #take(end: number): void {
    const { chunk, i } = this;
    if (end === i) return;
    this.text += chunk.slice(i, end);
    this.i = end;
  }

  /** The same as in saxes, but the tag has no table of attributes. */
  override sOpenTag(): void {
    if (this.#hasNamespaces) {
      super.sOpenTag();
      return;
    }
    const next = this.captureNameChars();
    if (next === endOfChunk) return;
    const tag = { name: this.name };
    this.tag = tag;
    this.name = '';
    this.openTagStartHandler?.(tag);
    this.sawRoot = true;
    if (this.closedRoot) this.fail('documents may contain only one root.');
    if (next === greaterThan) this.openTag();
    else if (next === slash) this.state = selfClosing;
    else {
      if (!isSpace(next)) this.fail('disallowed character in tag name.');
      this.state = insideTag;
    }
  }

  override pushAttribPlain(name: string, value: string): void {
    this.#names[this.#count++] = name;
    this.#onAttribute(name, value);
  }

  override processAttribsPlain(): void {
    const count = this.#count;
    this.#count = 0;
    if (count > 1 && hasTwice(this.#names, count)) this.fail('duplicate attribute.');
  }

  /** Most end tags are complete in the chunk, and name the innermost element. */
  override sCloseTag(): void {
    const { chunk, i, tags } = this;
    const name = this.name === '' ? tags.at(-1)?.name : undefined;
    const end = i + (name?.length ?? 0);
    if (name !== undefined && chunk.charCodeAt(end) === greaterThan && chunk.startsWith(name, i)) {
      this.i = end + 1;
      this.name = name;
      this.closeTag();
    } else super.sCloseTag();
  }
}
