// The one way to read XML: strict, with the limits of extracts.md ("XML"). Anything wrong is `ehr-unusable`.
import { Failure } from '../../../domain/model/failure.ts';
import { bindings } from './bindings.ts';
import { textDecoder } from './encoding.ts';
import type { Name } from './names.ts';
import { type Tokens, xmlScanner } from './scanner.ts';
import type { StartTag } from './start-tag.ts';
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
  /** Text of an element that is not told, because it is of another namespace. */
  skipped?(text: string): void;
  close(): void;
};

export type XmlReader = {
  write(bytes: Uint8Array): void;
  /** The document's verified end: throws where it is cut. */
  end(): void;
};

export const deepest = 100;
export const instanceNamespace = 'http://www.w3.org/2001/XMLSchema-instance';

/** A document beyond a limit of ours. */
export const unusable = (detail: string) => new Failure('ehr-unusable', { reason: 'ehr-limit', detail });

export const isTrue = (value: string) => trim(value) === 'true' || trim(value) === '1';

/** Tells the handler what a scanner finds, with the meaning that XML's own names give it. */
const tokensFor = (handler: XmlHandler): Tokens => {
  let depth = 0;
  /** Which prefixes mean the instance namespace (`xsi:nil`). */
  const instance = bindings<boolean>();

  /** Tells of a prefixed attribute, once all bindings are known; answers whether it says that the element is absent. */
  const tellPrefixed = (prefix: string, { full, local }: Name, value: string): boolean => {
    if (prefix === 'xmlns') return false;
    // `xsi` is read as what everybody means by it, also where it is not bound.
    if (instance.find(prefix) ?? prefix === 'xsi') return local === 'nil' && isTrue(value);
    if (prefix !== 'xml') handler.attribute(full, value);
    return false;
  };

  /** Tells of the attributes; answers whether one of them says that the element is absent. */
  const tellAttributes = ({ names, values, count }: Readonly<StartTag>): boolean => {
    let hasPrefixed = false;
    for (let index = 0; index < count; index++) {
      const { full, prefix, local } = names[index] as Name;
      const value = values[index] as string;
      if (prefix === undefined) {
        if (full !== 'xmlns') handler.attribute(full, value);
      } else {
        hasPrefixed = true;
        if (prefix === 'xmlns') instance.bind(local, value === instanceNamespace, depth);
      }
    }
    if (!hasPrefixed) return false;
    let nil = false;
    for (let index = 0; index < count; index++) {
      const name = names[index] as Name;
      if (name.prefix !== undefined && tellPrefixed(name.prefix, name, values[index] as string)) nil = true;
    }
    return nil;
  };

  return {
    open: tag => {
      if (++depth > deepest) throw unusable(`deeper than ${deepest} elements`);
      handler.open(tag.name.local);
      handler.opened(tag.count > 0 && tellAttributes(tag));
    },
    text: text => handler.text(text),
    close: () => {
      instance.leave(depth);
      depth--;
      handler.close();
    },
  };
};

/** A reader of one document, told as tokens. */
export const readerOf = (tokens: Tokens, charset: string | undefined): XmlReader => {
  const scanner = xmlScanner(tokens);
  const decode = textDecoder(charset);
  return {
    write: bytes => scanner.write(decode.write(bytes)),
    end: () => {
      scanner.write(decode.end());
      scanner.end();
    },
  };
};

/**
 * A reader of one document.
 * @param charset of the `Content-Type`, where it has one.
 */
export const xmlReader = (handler: XmlHandler, charset?: string): XmlReader =>
  readerOf(tokensFor(handler), charset);
