// The one way to read XML: strict, with the limits of extracts.md ("XML"). Anything wrong is `ehr-unusable`.
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

/** The reader of a parser's document, from its bytes. */
export const readerOf = (parser: XmlParser, charset: string | undefined): XmlReader => {
  const decode = textDecoder(charset);
  const toNewlines = newlines();
  return {
    write: bytes => parser.write(toNewlines(decode.write(bytes))),
    end: () => {
      parser.write(toNewlines(decode.end()));
      parser.end();
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
  readerOf(xmlParser({}, tokensFor(handler)), charset);
