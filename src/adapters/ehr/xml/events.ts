// The one way to read XML: strict, with the limits of extracts.md ("XML"). Anything wrong is `ehr-unusable`.
import { Failure, isFailure } from '../../../domain/model/failure.ts';
import { newlines, textDecoder } from './encoding.ts';
import { type Tokens, type XmlParser, xmlParser } from './parser.ts';
import { trim } from './values.ts';

/** The events of a document. Names of elements are local names; namespaces do not matter. */
export type XmlHandler = {
  open(name: string): void;
  /** The name as written: a prefixed name is never that of a member. Without `xmlns`, `xml:*` and `xsi:*`. */
  attribute(name: string, value: string): void;
  /** After the last attribute. `nil`: the element says that it is absent. */
  opened(nil: boolean): void;
  /** Text and CDATA; one text may come in several pieces. */
  text(text: string): void;
  /** Text of an element that is left out because it is of another namespace. */
  skipped?(text: string): void;
  close(): void;
  /** Path of the open element, as far as its names are known: for the log, where the document cannot be read on. */
  where?(): string;
};

export type XmlReader = {
  write(bytes: Uint8Array): void;
  /** The document's verified end: throws where it is cut. */
  end(): void;
};

export const instanceNamespace = 'http://www.w3.org/2001/XMLSchema-instance';

export const isTrue = (value: string) => {
  const trimmed = trim(value);
  return trimmed === 'true' || trimmed === '1';
};

/** How many characters of a text are read as so many: an end of a line of two characters is read as one. */
const written = (text: string, read: number): number => {
  let at = 0;
  for (let left = read; left > 0 && at < text.length; left--) at += text.startsWith('\r\n', at) ? 2 : 1;
  return at;
};

const withoutLineEnds = (text: string): number =>
  text.includes('\r') ? text.replaceAll('\r\n', '\n').length : text.length;

/**
 * Follows a document as it is read.
 * @param where the path of the open element.
 */
const location = (
  decode: ReturnType<typeof textDecoder>,
  parser: XmlParser,
  where: (() => string) | undefined,
) => {
  /** Of the text that has been read: its characters, as the parser counts them, and its bytes. */
  let characters = 0;
  let bytes = 0;
  return {
    /** A text has been read to its end. */
    passed: (text: string): void => {
      characters += withoutLineEnds(text);
      bytes += decode.bytesOf(text);
    },
    /** The same refusal, with the place where the parser stands in a text; any other error as it is. */
    failure: (error: unknown, text: string): unknown => {
      if (!isFailure(error, 'ehr-unusable')) return error;
      if (error.reason !== 'ehr-not-well-formed' && error.reason !== 'ehr-limit') return error;
      // The parser stands behind the character that it refuses.
      const read = written(text, Math.max(parser.position() - characters - 1, 0));
      const byte = decode.markLength() + bytes + decode.bytesOf(text.slice(0, read));
      const path = where?.() ?? '';
      const detail = `${error.message}, at byte ${byte}${path === '' ? '' : ` in ${path}`}`;
      return new Failure('ehr-unusable', { reason: error.reason, detail });
    },
  };
};

/** The reader of a parser's document, from its bytes. A refusal says at which byte and in which element it stands. */
export const readerOf = (
  parser: XmlParser,
  { charset, where }: { readonly charset: string | undefined; readonly where?: (() => string) | undefined },
): XmlReader => {
  const decode = textDecoder(charset);
  const toNewlines = newlines();
  const located = location(decode, parser, where);
  const read = (text: string) => {
    try {
      parser.write(toNewlines(text));
    } catch (error) {
      throw located.failure(error, text);
    }
    located.passed(text);
  };
  return {
    write: bytes => read(decode.write(bytes)),
    end: () => {
      read(decode.end());
      try {
        parser.end();
      } catch (error) {
        throw located.failure(error, '');
      }
    },
  };
};

/** Which prefixes mean the instance namespace (`xsi:nil`), where in the document we are. */
const instancePrefixes = () => {
  /** By depth of the element that binds them. */
  const scopes: (Map<string, boolean> | undefined)[] = [];
  return {
    /** An element opens at a depth: what its siblings have bound is over. */
    enter: (depth: number) => {
      if (scopes.length > depth) scopes.length = depth;
    },
    bind: (prefix: string, uri: string, depth: number) => {
      scopes[depth] ??= new Map();
      scopes[depth].set(prefix, uri === instanceNamespace);
    },
    has: (prefix: string): boolean => {
      for (let depth = scopes.length - 1; depth >= 0; depth--) {
        const isInstance = scopes[depth]?.get(prefix);
        if (isInstance !== undefined) return isInstance;
      }
      // `xsi` is read as what everybody means by it, also where it is not bound.
      return prefix === 'xsi';
    },
  };
};

const tokensFor = (handler: XmlHandler): Tokens<object> => {
  let depth = 0;
  const instance = instancePrefixes();
  /** Prefixed attributes of the tag: what their prefixes mean is known when all of them are there. */
  let prefixed: { readonly name: string; readonly colon: number; readonly value: string }[] = [];

  /** Reports a prefixed attribute; returns whether it says that the element is absent. */
  const reportPrefixed = ({ name, colon, value }: (typeof prefixed)[number]): boolean => {
    const prefix = name.slice(0, colon);
    if (instance.has(prefix)) return name.slice(colon + 1) === 'nil' && isTrue(value);
    if (prefix !== 'xml') handler.attribute(name, value);
    return false;
  };

  const reportAllPrefixed = (): boolean => {
    const all = prefixed;
    prefixed = [];
    let nil = false;
    for (const one of all) if (reportPrefixed(one)) nil = true;
    return nil;
  };

  return {
    open: name => {
      instance.enter(++depth);
      handler.open(name.slice(name.indexOf(':') + 1));
    },
    attribute: (name, value) => {
      const colon = name.indexOf(':');
      if (colon === -1) {
        if (name !== 'xmlns') handler.attribute(name, value);
      } else if (name.startsWith('xmlns:')) instance.bind(name.slice(colon + 1), value, depth);
      else prefixed.push({ name, colon, value });
    },
    opened: () => handler.opened(prefixed.length > 0 && reportAllPrefixed()),
    text: text => handler.text(text),
    close: () => {
      depth--;
      handler.close();
    },
  };
};

/**
 * A reader of one document.
 * @param charset of the `Content-Type`, where it has one.
 */
export const xmlReader = (handler: XmlHandler, charset?: string): XmlReader =>
  readerOf(xmlParser({}, tokensFor(handler)), { charset, where: handler.where });
