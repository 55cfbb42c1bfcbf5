// Reads JSON strictly, in one pass (RFC 8259). It accepts what JSON.parse accepts, apart from documents that name a member twice
// (JSON.parse takes the last one, other parsers the first) or that are beyond a limit (D32, what a document may hold). It knows where
// a fault is, keeps the digits of numbers, and can stop and go on, so a large document does not hold the event loop.
import { type ExactNumber, exactNumber, type Json, type JsonStep } from '../domain/model/json.ts';

/** Limits of a document. A record is an item of the outermost list, or the document if it has no list. */
const jsonLimits = {
  /** Nesting levels. */
  depth: 100,
  /** Characters of a member's name. */
  nameLength: 1000,
  /** Characters of a number. */
  numberLength: 1000,
  /** Members and items of a record, at all levels. */
  recordValues: 200_000,
  /** Records of a document. */
  records: 100_000,
};
export type JsonLimits = Readonly<typeof jsonLimits>;

export type JsonOptions = {
  /** Whether a number that JavaScript would write differently becomes an `ExactNumber`. Otherwise it is a number. */
  readonly exact?: boolean;
  /** Whether a member called `__proto__` is a fault. Otherwise it is a member like any other: an object's prototype is never set. */
  readonly refusesProto?: boolean;
  /** Called with the path of a member that its object already has; the last one counts. Without it, such a member is a fault. */
  readonly onRepeated?: (path: readonly JsonStep[]) => void;
  /** Called with the path of each member and item, and the index in the text at which the member's name or the item begins. */
  readonly onPlace?: (path: readonly JsonStep[], at: number) => void;
  readonly limits?: Partial<JsonLimits>;
};

export type JsonFaultKind = 'syntax' | 'repeated-member' | 'proto-member' | 'limit';

/** Why a text cannot be read. The message never quotes the text. */
export class JsonFault extends Error {
  readonly kind: JsonFaultKind;
  /** The index in the text. */
  readonly at: number;

  constructor(kind: JsonFaultKind, at: number, message: string) {
    super(message);
    this.name = 'JsonFault';
    this.kind = kind;
    this.at = at;
  }
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** The line and column of an index in a text, counted from 1. */
export const placeIn = (text: string, at: number): { readonly line: number; readonly column: number } => {
  let line = 1;
  let begin = 0;
  for (let index = 0; index < at; index++) {
    const code = text.charCodeAt(index);
    const endsLine =
      code === lineFeed || (code === carriageReturn && text.charCodeAt(index + 1) !== lineFeed);
    if (!endsLine) continue;
    line++;
    begin = index + 1;
  }
  return { line, column: at - begin + 1 };
};

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

const isWhite = (code: number): boolean =>
  code === 0x20 || code === lineFeed || code === carriageReturn || code === 0x09;
/** Whether a number may begin: with a minus or a digit. */
const beginsNumber = (code: number): boolean => code === 0x2d || (code >= 0x30 && code <= 0x39);

/** A number from an index on. What must have digits and has none is not part of it. */
const numberAt = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

/** The memory of what is built beside its text, in bytes, as measured: half of it at least, and for most documents all of it. */
const valueBytes = 20;
const containerBytes = 30;
const exactNumberBytes = 64;

type Container = Record<string, Json> | Json[];

/** An open object or list. */
type Level = {
  readonly container: Container;
  /** The member that is being read; undefined in a list. */
  name: string | undefined;
};

/** A string of which a part has been read. */
type OpenString = {
  /** What has been unescaped. */
  readonly read: string;
  /** Where the rest begins, and how far it has been read. */
  readonly from: number;
  readonly end: number;
  /** Where the last escape sequence begins; undefined if there is none. */
  readonly lastEscape: number | undefined;
};

/** Characters of the longest escape sequence: `\u0041`. */
const longestEscape = 6;

const literals: readonly (readonly [text: string, value: boolean | null])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

const setMember = (object: Record<string, Json>, name: string, value: Json): void => {
  // An assignment would set the prototype.
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  else object[name] = value;
};

/** Reads one text. Call `advance` until it returns true; then `value` is the document. */
export class JsonReader {
  private readonly text: string;
  private readonly options: JsonOptions;
  private readonly limits: JsonLimits;
  /** The open objects and lists, from the outermost to the innermost. */
  private readonly levels: Level[] = [];
  /** The number of levels down to the outermost list, including it; 0 outside of lists. */
  private outermostList = 0;
  private at = 0;
  private values = 0;
  private records = 0;
  private valuesBeforeRecord = 0;
  private document: Json | undefined;
  private openString: OpenString | undefined;
  /** The memory of what has been built, in bytes, beside the text itself. */
  heldBytes = 0;

  /** @param text without a byte-order mark. */
  constructor(text: string, options: JsonOptions = {}) {
    this.text = text;
    this.options = options;
    this.limits = { ...jsonLimits, ...options.limits };
  }

  /** The document, once it has been read. */
  get value(): Json {
    if (this.document === undefined) throw new Error('the document has not been read to its end');
    return this.document;
  }

  /**
   * Reads on, about as far as an index.
   * @returns whether the document has been read to its end.
   * Throws `JsonFault`.
   */
  advance(until = Number.POSITIVE_INFINITY): boolean {
    while (this.document === undefined) {
      if ((this.openString?.end ?? this.at) >= until) return false;
      this.skipWhite();
      const value = this.scalarOrOpen(until);
      if (value !== undefined) this.close(value);
    }
    return true;
  }

  private fault(kind: JsonFaultKind, message: string, at = this.at): JsonFault {
    return new JsonFault(kind, at, message);
  }

  private unexpected(): JsonFault {
    return this.fault('syntax', 'not valid JSON');
  }

  private skipWhite(): void {
    while (isWhite(this.text.charCodeAt(this.at))) this.at++;
  }

  /**
   * Reads a scalar or an empty container. Of another container it reads what comes before its first value, and of a string that goes
   * on after an index a part.
   */
  private scalarOrOpen(until: number): Json | undefined {
    const code = this.text.charCodeAt(this.at);
    if (code === quote) return this.string(until);
    if (code === openBrace) return this.open({}, closeBrace);
    if (code === openBracket) return this.open([], closeBracket);
    if (beginsNumber(code)) return this.number();
    for (const [written, value] of literals) {
      if (!this.text.startsWith(written, this.at)) continue;
      this.at += written.length;
      return value;
    }
    throw this.unexpected();
  }

  private open(container: Container, end: number): Json | undefined {
    const begin = this.at++;
    this.heldBytes += containerBytes;
    if (this.levels.length === this.limits.depth)
      throw this.fault('limit', `more than ${this.limits.depth} levels`, begin);
    this.skipWhite();
    if (this.text.charCodeAt(this.at) === end) {
      this.at++;
      return container;
    }
    const level: Level = { container, name: undefined };
    this.levels.push(level);
    if (Array.isArray(container) && this.outermostList === 0) this.outermostList = this.levels.length;
    this.beginValue(level);
    return undefined;
  }

  /** Puts a value into its container, and reads up to the next value, or to the end of the document. */
  private close(value: Json): void {
    let closed = value;
    for (;;) {
      this.skipWhite();
      const level = this.levels.at(-1);
      if (level === undefined) {
        if (this.at < this.text.length) throw this.unexpected();
        this.document = closed;
        return;
      }
      const { container, name } = level;
      const isList = Array.isArray(container);
      if (isList) container.push(closed);
      else setMember(container, name ?? '', closed);
      const code = this.text.charCodeAt(this.at);
      if (code === comma) {
        this.at++;
        this.beginValue(level);
        return;
      }
      if (code !== (isList ? closeBracket : closeBrace)) throw this.unexpected();
      this.at++;
      if (this.outermostList === this.levels.length) {
        this.outermostList = 0;
        this.valuesBeforeRecord = this.values;
      }
      this.levels.pop();
      // A list grows in steps of 17 items: most have one, and all of them together would take twice the memory of the rest.
      closed = isList && container.length < 17 ? container.slice() : container;
    }
  }

  /** Counts a member or item, and reads the member's name. */
  private beginValue(level: Level): void {
    this.heldBytes += valueBytes;
    this.values++;
    if (this.outermostList === this.levels.length) {
      this.valuesBeforeRecord = this.values;
      if (++this.records > this.limits.records)
        throw this.fault('limit', `more than ${this.limits.records} items`);
    }
    if (this.values - this.valuesBeforeRecord > this.limits.recordValues)
      throw this.fault('limit', `a record of more than ${this.limits.recordValues} members and items`);
    this.skipWhite();
    const begin = this.at;
    if (!Array.isArray(level.container)) level.name = this.memberName(level.container);
    this.options.onPlace?.(this.path(), begin);
  }

  /** The path of the member or item that is being read. */
  private path(): JsonStep[] {
    // The item that is being read is not in its list yet.
    return this.levels.map(({ container, name }) =>
      Array.isArray(container) ? container.length : (name ?? ''),
    );
  }

  private memberName(object: Readonly<Record<string, Json>>): string {
    const begin = this.at;
    if (this.text.charCodeAt(begin) !== quote) throw this.unexpected();
    const { nameLength } = this.limits;
    const name = this.string(begin + 2 + longestEscape * nameLength);
    if (name === undefined || name.length > nameLength)
      throw this.fault('limit', `a name of more than ${nameLength} characters`, begin);
    if (name === '__proto__' && this.options.refusesProto === true)
      throw this.fault('proto-member', 'a member called __proto__', begin);
    if (Object.hasOwn(object, name)) {
      if (this.options.onRepeated === undefined)
        throw this.fault('repeated-member', 'an object with a member twice', begin);
      this.options.onRepeated([...this.path().slice(0, -1), name]);
    }
    this.skipWhite();
    if (this.text.charCodeAt(this.at) !== colon) throw this.unexpected();
    this.at++;
    return name;
  }

  /** Reads a string that ends before an index. Of a longer one it reads a part, and the next call goes on. */
  private string(until: number): string | undefined {
    const { text, at: begin } = this;
    const open = this.openString ?? { read: '', from: begin + 1, end: begin + 1, lastEscape: undefined };
    let { end, lastEscape } = open;
    while (end < until) {
      const code = text.charCodeAt(end);
      if (code === quote) {
        const rest = lastEscape === undefined ? text.slice(open.from, end) : this.unescaped(open.from, end);
        this.openString = undefined;
        this.at = end + 1;
        return open.read + rest;
      }
      // A control character, or the end of the text, where the code is NaN.
      if (!(code >= 0x20)) throw this.unexpected();
      if (code === backslash) {
        lastEscape = end;
        end++;
      }
      end++;
    }
    if (lastEscape === undefined) {
      this.openString = { ...open, end };
      return undefined;
    }
    // An escape sequence is not cut in two.
    const cut = end - lastEscape < longestEscape ? lastEscape : end;
    this.openString = { read: open.read + this.unescaped(open.from, cut), from: cut, end, lastEscape };
    return undefined;
  }

  /** A part of a string, without its quotes. */
  private unescaped(from: number, to: number): string {
    this.heldBytes += 2 * (to - from);
    try {
      return JSON.parse(`"${this.text.slice(from, to)}"`) as string;
    } catch {
      throw this.unexpected();
    }
  }

  private number(): number | ExactNumber {
    const begin = this.at;
    numberAt.lastIndex = begin;
    if (!numberAt.test(this.text)) throw this.unexpected();
    this.at = numberAt.lastIndex;
    if (this.at - begin > this.limits.numberLength)
      throw this.fault('limit', `a number of more than ${this.limits.numberLength} characters`, begin);
    const written = this.text.slice(begin, this.at);
    const number = Number(written);
    if (this.options.exact !== true || String(number) === written) return number;
    this.heldBytes += exactNumberBytes + 2 * written.length;
    return exactNumber(written);
  }
}

/** Reads a text at once. Throws `JsonFault`. */
export const parseStrictJson = (text: string, options?: JsonOptions): Json => {
  const reader = new JsonReader(text, options);
  reader.advance();
  return reader.value;
};
