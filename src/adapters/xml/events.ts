// The one way to read XML: saxes, strict, with the limits of extracts.md ("XML"). Anything wrong is `ehr-unusable`.
import { SaxesParser } from 'saxes';
import { Failure } from '../../domain/model/failure.ts';
import { textDecoder } from './encoding.ts';
import { trim } from './values.ts';

/** What a document is told as. Names of elements are local names; namespaces do not matter. */
export type XmlHandler = {
  open(name: string): void;
  /** As written: a prefixed name is never that of a member. `xmlns`, `xml:*` and `xsi:*` are not told. */
  attribute(name: string, value: string): void;
  /** After the last attribute. `nil`: the element says that it is absent. */
  opened(nil: boolean): void;
  /** Text and CDATA; one text may come in several pieces. */
  text(text: string): void;
  close(): void;
};

export type XmlReader = {
  write(bytes: Uint8Array): void;
  /** The document's verified end: throws where it is cut. */
  end(): void;
};

export const deepest = 100;
export const instanceNamespace = 'http://www.w3.org/2001/XMLSchema-instance';

export const unusable = (detail: string, cause?: unknown) => new Failure('ehr-unusable', { detail, cause });

const localName = (name: string): string => {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
};

type Attribute = readonly [prefix: string, local: string, name: string, value: string];

/** Which prefixes mean the instance namespace (`xsi:nil`), where in the document we are. */
const instancePrefixes = () => {
  /** Bindings of open elements, the innermost last. Most documents have one. */
  const bindings: { readonly depth: number; readonly prefix: string; readonly isInstance: boolean }[] = [];
  return {
    bind: (prefix: string, uri: string, depth: number) =>
      void bindings.push({ depth, prefix, isInstance: uri === instanceNamespace }),
    leave: (depth: number) => {
      while (bindings.at(-1)?.depth === depth) bindings.pop();
    },
    /** `xsi` is read as what everybody means by it, also where it is not bound. */
    has: (prefix: string) =>
      bindings.findLast(binding => binding.prefix === prefix)?.isInstance ?? prefix === 'xsi',
  };
};

export const isTrue = (value: string) => trim(value) === 'true' || trim(value) === '1';

/** Feeds the handler with the events of a parser. */
const connect = (parser: SaxesParser, handler: XmlHandler) => {
  let depth = 0;
  /** Prefixed attributes of the element that is being opened: what they mean is known when all of them are there. */
  let prefixed: Attribute[] = [];
  const instance = instancePrefixes();

  /** Tells of the prefixed attributes; answers whether one of them says that the element is absent. */
  const tellPrefixed = (): boolean => {
    let nil = false;
    for (const [prefix, local, name, value] of prefixed) {
      if (!instance.has(prefix)) {
        if (prefix !== 'xml') handler.attribute(name, value);
      } else if (local === 'nil' && isTrue(value)) nil = true;
    }
    prefixed = [];
    return nil;
  };

  parser.on('doctype', () => {
    throw unusable('a document type declaration');
  });
  parser.on('opentagstart', tag => {
    if (++depth > deepest) throw unusable(`deeper than ${deepest} elements`);
    handler.open(localName(tag.name));
  });
  parser.on('attribute', ({ name, value }) => {
    const colon = name.indexOf(':');
    if (colon === -1) {
      if (name !== 'xmlns') handler.attribute(name, value);
      return;
    }
    const [prefix, local] = [name.slice(0, colon), name.slice(colon + 1)];
    if (prefix === 'xmlns') instance.bind(local, value, depth);
    else prefixed.push([prefix, local, name, value]);
  });
  parser.on('opentag', () => handler.opened(prefixed.length > 0 && tellPrefixed()));
  parser.on('text', text => {
    if (depth > 0) handler.text(text);
  });
  parser.on('cdata', text => handler.text(text));
  parser.on('closetag', () => {
    instance.leave(depth);
    depth--;
    handler.close();
  });
};

/** saxes throws plain errors; its words quote the document, so they go no further than the `cause`. */
const guarded = (work: () => void) => {
  try {
    work();
  } catch (error) {
    throw error instanceof Failure ? error : unusable('not well-formed', error);
  }
};

// XML 1.1 allows control characters that 1.0 does not: every document is held to 1.0.
export const strict = { position: false, defaultXMLVersion: '1.0', forceXMLVersion: true } as const;

/** A reader that feeds a parser. */
export const readerOf = <P extends { write(text: string): { close(): unknown } }>(
  parser: P,
  charset: string | undefined,
): XmlReader => {
  const decode = textDecoder(charset);
  return {
    write: bytes => guarded(() => void parser.write(decode.write(bytes))),
    end: () => guarded(() => void parser.write(decode.end()).close()),
  };
};

/**
 * A reader of one document.
 * @param charset of the `Content-Type`, where it has one.
 */
export const xmlReader = (handler: XmlHandler, charset?: string): XmlReader => {
  const parser = new SaxesParser(strict);
  connect(parser, handler);
  return readerOf(parser, charset);
};
